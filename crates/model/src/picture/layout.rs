//! Pictures of a layout: the map, and the bit strip.

use picture::{Anchor, Canvas, Text};
use text::cut;

use crate::map::{Line, Map, Segment, SegmentForm};
use crate::strip::Strip;
use crate::words::many;

/// Widths in pixels of a whole line, and of the column to its left.
pub(super) const WIDTH: i32 = 832;
pub(super) const LEFT: i32 = 66;
/// Heights in pixels of a line of the map, and of the gap between two lines.
const LINE: (i32, i32) = (36, 7);

/// The style of a text of `size` tenths of a pixel.
pub(super) fn plain(c: &Canvas, size: u32, anchor: Anchor, dim: bool) -> Text {
    let colours = c.colours();
    Text { size, colour: if dim { colours.dim } else { colours.text }, anchor, halo: false, bold: false }
}

/// How many characters fit this width, which is in pixels.
fn room(pixels: i32) -> usize {
    ((pixels - 6).max(0) * 10 / 67) as usize
}

/// A text, cut to this width in pixels; empty if it does not fit and the width has no room for five characters.
fn fitting(text: &str, pixels: i32) -> String {
    let most = room(pixels);
    let count = text.chars().count();
    if count <= most {
        text.to_owned()
    } else if most >= 5 {
        cut(text, most)
    } else {
        String::new()
    }
}

/// Draws the map below `top`; returns its lower end. Both are in pixels.
pub(super) fn draw_map(c: &mut Canvas, map: &Map, top: i32) -> i32 {
    let mut y = top;
    for line in &map.lines {
        draw_line(c, map, line, y);
        y += LINE.0 + LINE.1;
    }
    if map.left_out > 0 {
        let how = plain(c, 115, Anchor::Start, true);
        c.text(LEFT, y + 12, &many(map.left_out, "more row"), how);
        y += 20;
    }
    y
}

fn draw_line(c: &mut Canvas, map: &Map, line: &Line, y: i32) {
    let (dim, small) = (plain(c, 110, Anchor::End, true), plain(c, 95, Anchor::End, true));
    if map.lanes {
        c.text(LEFT - 8, y + 22, &cut(&line.title, 10), dim);
    } else {
        c.text(LEFT - 8, y + 14, &line.offset.to_string(), dim);
        c.text(LEFT - 8, y + 27, &line.cache_lines(), small);
    }
    let (mut at, bits) = (0u64, line.bits.max(1));
    let x = |at: u64| LEFT + (u128::from(at.min(bits)) * WIDTH as u128 / u128::from(bits)) as i32;
    for segment in &line.segments {
        let end = at.saturating_add(segment.bits);
        draw_segment(c, segment, (x(at), y, x(end) - x(at), LINE.0));
        at = end;
    }
    let colours = c.colours();
    c.frame((LEFT, y, WIDTH, LINE.0), 4, "none", colours.line, 10);
}

fn draw_segment(c: &mut Canvas, s: &Segment, (x, y, w, h): (i32, i32, i32, i32)) {
    let colours = c.colours();
    let colour = colours.named(s.class);
    c.begin(&s.title());
    match s.form {
        SegmentForm::Beyond | SegmentForm::Rest => c.fill((x, y, w, h), colours.panel, 60),
        SegmentForm::Hole | SegmentForm::Padding => {
            c.fill((x, y, w, h), "url(#hatch)", 100);
            c.fill((x, y, w, 3), colour, 100);
        }
        SegmentForm::Member => {
            c.fill((x, y, w, h), colour, 26);
            c.fill((x, y, w, 3), colour, 100);
        }
        SegmentForm::Bits => {
            let total = s.parts.iter().map(|p| p.bits).sum::<u64>().max(1);
            let mut at = 0u64;
            let place = |at: u64| x + (u128::from(at.min(total)) * w.max(0) as u128 / u128::from(total)) as i32;
            for part in &s.parts {
                let (left, right) = (place(at), place(at.saturating_add(part.bits)));
                let (fill, opacity) = if part.member.is_some() { (colour, 40) } else { ("url(#hatch)", 100) };
                c.fill((left, y, (right - left - 1).max(1), h), fill, opacity);
                at = at.saturating_add(part.bits);
            }
            c.fill((x, y, w, 3), colour, 100);
        }
    }
    let whole = s.text_in(|text| text.chars().count() <= room(w));
    let text = whole.or_else(|| s.texts().into_iter().next()).map(|text| fitting(&text, w)).unwrap_or_default();
    let how = plain(c, 110, Anchor::Middle, matches!(s.form, SegmentForm::Beyond | SegmentForm::Rest));
    c.text(x + w / 2, y + h / 2 + 5, &text, how);
    // The gap between two segments.
    c.fill((x + w - 1, y, 1, h), colours.back, 100);
    c.end();
}

/// Draws the bit strip below `top`; returns its lower end. Both are in pixels.
pub(super) fn draw_strip(c: &mut Canvas, strip: &Strip, top: i32) -> i32 {
    let colours = c.colours();
    let (start, middle) = (plain(c, 120, Anchor::Start, true), plain(c, 120, Anchor::Middle, false));
    c.text(LEFT, top + 12, &format!("{} · {}", strip.place(), strip.order()), start);
    let mut y = top + 22;
    let cell = WIDTH / 8;
    let small = plain(c, 100, Anchor::Start, true);
    let name = Text { anchor: Anchor::Start, ..middle };
    for row in &strip.rows {
        if strip.rows.len() > 1 {
            c.text(LEFT - 8, y + 28, &row.place(), Text { anchor: Anchor::End, ..small });
        }
        let mut x = LEFT;
        for part in &row.cells {
            let w = part.bits as i32 * cell;
            let colour = colours.named(part.class);
            let own = part.member == Some(strip.member);
            match part.member {
                Some(_) => c.fill((x, y, w - 2, CELL), colour, if own { 42 } else { 24 }),
                None => c.fill((x, y, w - 2, CELL), "url(#hatch)", 100),
            }
            c.fill((x, y, w - 2, 3), colour, 100);
            c.text(x + 5, y + 15, &part.numbers, small);
            let label = if part.continues { format!("{}…", part.label) } else { part.label.clone() };
            for (line, text) in (0..).zip(in_lines(&label, room(w - 4))) {
                c.text(x + 5, y + 29 + line * 14, &text, name);
            }
            x += w;
        }
        y += CELL + 6;
    }
    y
}

/// Height in pixels of a cell of the strip.
const CELL: i32 = 52;

/// A name in lines of at most `room` characters. If it does not fit on one, it is broken after a `_` into two, and the
/// second may be cut. If there is no `_` to break it at, it is one line, cut.
fn in_lines(name: &str, room: usize) -> Vec<String> {
    if name.chars().count() <= room {
        return vec![name.to_owned()];
    }
    let mut ends = name.char_indices().filter(|&(_, c)| c == '_').map(|(at, _)| at + 1);
    let end = ends.rfind(|&end| name[..end].chars().count() <= room);
    match end.map(|end| name.split_at(end)) {
        Some((first, rest)) => vec![first.to_owned(), cut(rest, room)],
        None => vec![cut(name, room)],
    }
}

/// The width in pixels of the column at the left and a whole line together.
pub(super) fn width() -> i32 {
    LEFT + WIDTH
}
