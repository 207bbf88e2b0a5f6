//! A history as a picture: lanes with bars, as the page shows them.

use picture::{Canvas, Colours, Text, Theme};
use text::cut;

use super::{History, StripLane, StripTone, wide};

/// Sizes in pixels: the width of the lanes' names, the height of a lane, and the width of a letter.
const NAMES: i32 = 230;
const LANE: i32 = 32;
const LETTER: i32 = 7;
/// The least width of a bar over one column, in pixels.
const COLUMN: i32 = 64;

impl History {
    /// The history as an SVG file. `source` is printed below the drawing.
    pub fn svg(&self, theme: Theme, source: &str) -> String {
        let strip = wide(self);
        let mut canvas = Canvas::new(theme);
        let colours = canvas.colours();
        // A column has room for its title, and for the texts of runs that cover only this column.
        let mut wide: Vec<i32> =
            strip.columns.iter().map(|head| (letters_of(head) * LETTER + 12).max(COLUMN)).collect();
        for run in strip.lanes.iter().flat_map(|lane| &lane.runs).filter(|run| run.to == run.from + 1) {
            if let Some(width) = wide.get_mut(run.from as usize) {
                *width = (*width).max(letters_of(&run.text) * LETTER + 16);
            }
        }
        let mut edges = vec![NAMES];
        for width in &wide {
            edges.push(edges.last().copied().unwrap_or(NAMES) + width);
        }
        canvas.text(0, 12, &cut(&self.headline, 160), Text::plain(120, colours.text));
        for (head, x) in strip.columns.iter().zip(&edges) {
            canvas.text(*x + 2, 32, &cut(head, 40), Text::plain(105, colours.dim));
        }
        let mut y = 42;
        for lane in &strip.lanes {
            let title = format!("{} {}", lane.title, lane.aside);
            canvas.text(0, y + 18, &cut(title.trim_end(), 32), Text::plain(115, colours.text));
            bars(&mut canvas, colours, lane, &edges, y);
            y += LANE;
        }
        let forms = strip.forms.iter().map(|form| format!("{}  {}", form.letter, form.about));
        let lines: Vec<String> = forms.chain(self.modules.iter().cloned()).collect();
        for line in &lines {
            canvas.text(0, y + 18, line, Text::plain(110, colours.dim));
            y += 20;
        }
        let longest = lines.iter().chain([&self.headline]).map(|line| letters_of(line) * LETTER).max().unwrap_or(0);
        let right = edges.last().copied().unwrap_or(NAMES).max(longest);
        let title = match self.atlas.is_empty() {
            true => format!("{}: history", self.title),
            false => format!("{}: history in {}", self.title, self.atlas),
        };
        canvas.finish((0, 0, right, y), &title, source)
    }
}

fn bars(canvas: &mut Canvas, colours: Colours, lane: &StripLane, edges: &[i32], y: i32) {
    for run in &lane.runs {
        let (Some(&left), Some(&right)) = (edges.get(run.from as usize), edges.get(run.to as usize)) else {
            continue;
        };
        let width = right - left - 3;
        let fill = match run.tone {
            StripTone::Absent => colours.panel,
            StripTone::Usual => colours.named("func"),
            StripTone::Other => colours.named("struct"),
            StripTone::Name => colours.named("ptr"),
        };
        canvas.begin(&run.about);
        canvas.frame((left, y, width, LANE - 8), 4, fill, colours.line, 10);
        let text = cut(&run.text, usize::try_from((width / LETTER).max(2)).unwrap_or(2));
        let colour = if run.tone == StripTone::Absent { colours.dim } else { colours.back };
        canvas.text(left + 6, y + 16, &text, Text::plain(110, colour));
        canvas.end();
    }
}

fn letters_of(text: &str) -> i32 {
    i32::try_from(text.chars().count()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::super::super::history::{KernelKind, Seen, Shape};
    use super::*;

    #[test]
    fn each_run_is_a_bar_with_its_text() {
        let shape = |short: &str, absent, like| Shape { short: short.to_owned(), absent, like, ..Shape::default() };
        let seen = |version, shape| Seen { version, shape, ..Seen::default() };
        let history = History {
            title: "struct a<b>".to_owned(),
            shapes: vec![shape("624", false, 0), shape("absent", true, 1)],
            kernels: vec![seen(0, 1), seen(1, 0), seen(2, 0)],
            versions: ["5.10.1", "6.1.2", "6.12.3"].map(str::to_owned).to_vec(),
            kinds: vec![KernelKind { arch: "amd64".to_owned(), ..KernelKind::default() }],
            ..History::default()
        };
        let svg = history.svg(Theme::Light, "debian.atlas");
        assert_eq!(svg.matches("<g><title>").count(), 2, "{svg}");
        for text in ["struct a&lt;b&gt;: history", ">624<", ">absent<", ">6.12<", "debian.atlas"] {
            assert!(svg.contains(text), "{text}: {svg}");
        }
    }
}
