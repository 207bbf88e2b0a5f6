//! Pictures of a layout: the map, and the bit strip.

use picture::{Anchor, Canvas, Text};
use text::cut;

use crate::map::{Line, Map, Segment, SegmentForm};
use crate::strip::Strip;
use crate::words::many;

/// Widths in pixels of a whole line, and of the column to its left.
const WIDTH: i32 = 832;
const LEFT: i32 = 66;
/// Heights in pixels of a line of the map, and of the gap between two.
const LINE: (i32, i32) = (36, 7);

fn plain(c: &Canvas, size: u32, anchor: Anchor, dim: bool) -> Text {
    let colours = c.colours();
    Text { size, colour: if dim { colours.dim } else { colours.text }, anchor, halo: false, bold: false }
}

/// How many characters fit this width.
fn room(pixels: i32) -> usize {
    ((pixels - 6).max(0) * 10 / 67) as usize
}

/// The part of a text that fits this width; empty if that is too short.
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

/// Draws the map below `top`; returns its end, in pixels.
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
        SegmentForm::Beyond => c.fill((x, y, w, h), colours.panel, 60),
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
    let how = plain(c, 110, Anchor::Middle, matches!(s.form, SegmentForm::Beyond));
    c.text(x + w / 2, y + h / 2 + 5, &text, how);
    // The gap between two segments.
    c.fill((x + w - 1, y, 1, h), colours.back, 100);
    c.end();
}

/// Draws the bit strip below `top`; returns its end, in pixels.
pub(super) fn draw_strip(c: &mut Canvas, strip: &Strip, top: i32) -> i32 {
    let colours = c.colours();
    let (start, middle) = (plain(c, 120, Anchor::Start, true), plain(c, 120, Anchor::Middle, false));
    let last = strip.byte + u64::from(strip.size.saturating_sub(1));
    let place = if strip.size == 1 { format!("byte {}", strip.byte) } else { format!("bytes {}–{last}", strip.byte) };
    let order = match strip.endian {
        btf::Endian::Little => "little-endian, bit 0 is the least significant",
        btf::Endian::Big => "big-endian, bit 0 is the most significant",
    };
    c.text(LEFT, top + 12, &format!("{place} · {} · {order}", strip.type_name), start);
    let mut y = top + 22;
    let cell = WIDTH / 8;
    for row in &strip.rows {
        let small = plain(c, 100, Anchor::Middle, true);
        for (i, number) in row.numbers.iter().enumerate() {
            c.text(LEFT + i as i32 * cell + cell / 2, y + 10, &number.to_string(), small);
        }
        let side = Text { anchor: Anchor::End, ..small };
        c.text(LEFT - 8, y + 35, &row.byte.to_string(), side);
        let mut x = LEFT;
        for part in &row.cells {
            let w = part.bits as i32 * cell;
            let colour = colours.named(part.class);
            let own = part.member == Some(strip.member);
            match part.member {
                Some(_) => c.fill((x, y + 14, w - 2, 34), colour, if own { 42 } else { 24 }),
                None => c.fill((x, y + 14, w - 2, 34), "url(#hatch)", 100),
            }
            c.fill((x, y + 14, w - 2, 3), colour, 100);
            let text = match part.legend {
                Some(n) => n.to_string(),
                None => part.label.clone(),
            };
            let text = if part.continues { format!("{text}…") } else { text };
            c.text(x + w / 2, y + 36, &fitting(&text, w), middle);
            x += w;
        }
        y += 56;
    }
    for (number, _, name) in &strip.legend {
        c.text(LEFT, y + 12, &format!("{number}  {name}"), Text { anchor: Anchor::Start, ..middle });
        y += 18;
    }
    y
}

/// The width of both, in pixels.
pub(super) fn width() -> i32 {
    LEFT + WIDTH
}
