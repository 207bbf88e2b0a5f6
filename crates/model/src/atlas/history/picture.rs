//! A history as a picture: lanes with bars, as the page shows them.

use picture::{Anchor, Canvas, Colours, Text, Theme};
use text::cut;

use super::{History, Lane, Run};

/// Widths in pixels of the names of lanes, of a lane, and of a letter.
const NAMES: i32 = 230;
const LANE: i32 = 32;
const LETTER: i32 = 7;
/// The least width of a bar over one column, in pixels.
const COLUMN: i32 = 64;
/// The colours of the forms, used cyclically, as on the page.
const FORMS: [&str; 8] = ["int", "array", "struct", "typedef", "ptr", "enum", "union", "bit"];

impl History {
    /// An SVG file. `source` is printed below it.
    pub fn svg(&self, theme: Theme, source: &str) -> String {
        let mut canvas = Canvas::new(theme);
        let colours = canvas.colours();
        let how = |size, colour, anchor| Text { size, colour, anchor, halo: false, bold: false };
        // Each column is as wide as its head, and as the labels of bars in it alone.
        let label = |run: &Run| run.shape.and_then(|s| self.shapes.get(s as usize)).map_or("", |s| s.label.as_str());
        let letters = |text: &str| i32::try_from(text.chars().count()).unwrap_or(0).min(40);
        let mut wide: Vec<i32> = self.columns.iter().map(|head| (letters(head) * LETTER + 12).max(COLUMN)).collect();
        for run in self.lanes.iter().flat_map(|lane| &lane.runs).filter(|run| run.to == run.from + 1) {
            if let Some(width) = wide.get_mut(run.from as usize) {
                *width = (*width).max(letters(label(run)) * LETTER + 16);
            }
        }
        let mut edges = vec![NAMES];
        for width in &wide {
            edges.push(edges.last().copied().unwrap_or(NAMES) + width);
        }
        for (head, x) in self.columns.iter().zip(&edges) {
            canvas.text(*x + 2, 12, &cut(head, 40), how(105, colours.dim, Anchor::Start));
        }
        let mut y = 22;
        for lane in &self.lanes {
            canvas.text(0, y + 18, &cut(&lane.title, 32), how(115, colours.text, Anchor::Start));
            self.bars(&mut canvas, colours, lane, &edges, y);
            y += LANE;
        }
        for line in &self.modules {
            canvas.text(0, y + 18, line, how(110, colours.dim, Anchor::Start));
            y += 20;
        }
        let longest = self.modules.iter().map(|line| letters_of(line) * LETTER).max().unwrap_or(0);
        let right = edges.last().copied().unwrap_or(NAMES).max(longest);
        let title = match self.atlas.is_empty() {
            true => format!("{}: history", self.title),
            false => format!("{}: history in {}", self.title, self.atlas),
        };
        canvas.finish((0, 0, right, y), &title, source)
    }

    fn bars(&self, canvas: &mut Canvas, colours: Colours, lane: &Lane, edges: &[i32], y: i32) {
        for run in &lane.runs {
            let Some((at, shape)) = run.shape.and_then(|at| Some((at, self.shapes.get(at as usize)?))) else {
                continue;
            };
            let (Some(&left), Some(&right)) = (edges.get(run.from as usize), edges.get(run.to as usize)) else {
                continue;
            };
            let width = right - left - 3;
            let fill = if shape.absent {
                colours.panel
            } else {
                colours.named(FORMS.get(at as usize % FORMS.len()).copied().unwrap_or_default())
            };
            canvas.begin(&format!("{}: {} ({})", lane.title, shape.about, self.run_words(run)));
            canvas.frame((left, y, width, LANE - 8), 4, fill, colours.line, 10);
            let text = cut(&shape.label, usize::try_from((width / LETTER).max(2)).unwrap_or(2));
            let colour = if shape.absent { colours.dim } else { colours.back };
            let how = Text { size: 110, colour, anchor: Anchor::Middle, halo: false, bold: false };
            canvas.text(left + width / 2, y + 16, &text, how);
            canvas.end();
        }
    }
}

fn letters_of(text: &str) -> i32 {
    i32::try_from(text.chars().count()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::super::{Seen, Shape};
    use super::*;

    #[test]
    fn each_run_is_a_bar_with_its_label() {
        let shape = |label: &str, absent| Shape { label: label.to_owned(), absent, ..Shape::default() };
        let run = |from, to, shape| Run { from, to, shape, kernels: vec![0] };
        let history = History {
            title: "struct a<b>".to_owned(),
            columns: vec!["5.10".to_owned(), "6.1 … 6.12".to_owned(), "7.0".to_owned()],
            lanes: vec![Lane {
                title: "amd64".to_owned(),
                runs: vec![run(0, 2, Some(0)), run(2, 3, Some(1)), run(3, 9, Some(0)), run(0, 1, None)],
            }],
            shapes: vec![shape("624 B", false), shape("absent", true)],
            kernels: vec![Seen::default()],
            ..History::default()
        };
        let svg = history.svg(Theme::Light, "debian.atlas");
        // Bars beyond the columns are left out.
        assert_eq!(svg.matches("<g><title>").count(), 2, "{svg}");
        for text in ["struct a&lt;b&gt;: history", ">624 B<", ">absent<", ">6.1 … 6.12<", "debian.atlas"] {
            assert!(svg.contains(text), "{text}: {svg}");
        }
    }
}
