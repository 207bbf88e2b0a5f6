//! Self-contained SVG files: no style sheet, no script, only fonts that every viewer has; light or dark, with title and
//! source.

use std::fmt::Write;

use text::markup;

/// The colours of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Theme {
    /// Light on dark.
    #[default]
    Dark,
    /// Dark on light.
    Light,
}

/// The colours of a theme, as on the web page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Colours {
    /// The background.
    pub back: &'static str,
    /// The fill of boxes.
    pub panel: &'static str,
    /// The fill of a selected box.
    pub chosen: &'static str,
    /// Text.
    pub text: &'static str,
    /// Less important text.
    pub dim: &'static str,
    /// Thin lines.
    pub line: &'static str,
    /// Arrows.
    pub arrow: &'static str,
    dark: bool,
}

impl Colours {
    /// The colour with a name (`struct`, `bit`, `hole`), as on the web page; a grey for any other name.
    pub fn named(&self, word: &str) -> &'static str {
        let (dark, light) = match word {
            "int" => ("#5b8def", "#2f62c9"),
            "ptr" => ("#a680f0", "#7646c9"),
            "array" => ("#33b3a6", "#0f7d73"),
            "typedef" => ("#d873b4", "#ab2f85"),
            "struct" | "fwd" => ("#e0a23c", "#9a6200"),
            "union" => ("#e8794a", "#bb4a24"),
            "enum" => ("#6fbf5a", "#377d26"),
            "bit" => ("#4fc3e8", "#07769c"),
            "hole" | "unused" => ("#8f9ba9", "#586474"),
            "end" => ("#28303a", "#d3dae3"),
            _ => ("#8fa3bd", "#56667c"),
        };
        if self.dark { dark } else { light }
    }
}

btf::named! {
    /// The position of a text relative to its point.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Anchor {
        /// The text begins at the point.
        Start = "";
        /// The middle of the text is at the point.
        Middle = " text-anchor=\"middle\"";
        /// The text ends at the point.
        End = " text-anchor=\"end\"";
    }
    /// The attribute in SVG, with a blank before it.
    fn attribute;
}

/// The style of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Text {
    /// Its height in tenths of a pixel.
    pub size: u32,
    /// Its colour.
    pub colour: &'static str,
    /// Its position relative to its point.
    pub anchor: Anchor,
    /// True if an outline in the background's colour separates it from lines behind it.
    pub halo: bool,
    /// True if it is bold.
    pub bold: bool,
}

impl Text {
    /// A text that begins at its point, neither bold nor outlined.
    pub fn plain(size: u32, colour: &'static str) -> Text {
        Text { size, colour, anchor: Anchor::Start, halo: false, bold: false }
    }
}

/// A picture under construction. Later parts cover earlier ones.
#[derive(Clone, Debug)]
pub struct Canvas {
    colours: Colours,
    body: String,
}

/// A number of tenths as a decimal number: 15 is `1.5`.
fn tenths(n: u32) -> String {
    if n.is_multiple_of(10) { (n / 10).to_string() } else { format!("{}.{}", n / 10, n % 10) }
}

const FONT: &str = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace";
/// Pixels around the drawing.
const MARGIN: i32 = 20;
/// Heights in pixels of the lines with the title and with the source.
const LINES: (i32, i32) = (26, 20);
/// The width of a character of the title, in tenths of a pixel.
const TITLE_CHARACTER: i32 = 84;

impl Canvas {
    /// An empty canvas.
    pub fn new(theme: Theme) -> Canvas {
        let colours = match theme {
            Theme::Dark => Colours {
                back: "#0f1216",
                panel: "#151a20",
                chosen: "#17324a",
                text: "#dfe5ec",
                dim: "#9aa7b4",
                line: "#28303a",
                arrow: "#6b7a8c",
                dark: true,
            },
            Theme::Light => Colours {
                back: "#fbfcfd",
                panel: "#f3f5f8",
                chosen: "#d6e9fb",
                text: "#1a2230",
                dim: "#586474",
                line: "#d3dae3",
                arrow: "#7a8796",
                dark: false,
            },
        };
        Canvas { colours, body: String::new() }
    }

    /// Its colours.
    pub fn colours(&self) -> Colours {
        self.colours
    }

    /// A line with an arrow at its end; solid or dashed.
    pub fn arrow(&mut self, path: &str, solid: bool) {
        let dash = if solid { "" } else { " stroke-dasharray=\"5 4\"" };
        let stroke = self.colours.arrow;
        // Writing to a String cannot fail.
        let _ = writeln!(
            self.body,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"1.5\"{dash} marker-end=\"url(#tip)\"/>"
        );
    }

    /// A box (left, top, width, height) with corners of `radius`, and a border of `line` tenths of a pixel.
    pub fn frame(&mut self, at: (i32, i32, i32, i32), radius: i32, fill: &str, border: &str, line: u32) {
        let (x, y, w, h) = at;
        let _ = writeln!(
            self.body,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"{radius}\" fill=\"{fill}\" stroke=\"{border}\" \
             stroke-width=\"{}\"/>",
            tenths(line)
        );
    }

    /// A box without a border, with `opacity` in percent.
    pub fn fill(&mut self, at: (i32, i32, i32, i32), fill: &str, opacity: u32) {
        let (x, y, w, h) = at;
        let _ = writeln!(
            self.body,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" fill=\"{fill}\" fill-opacity=\"{opacity}%\"/>"
        );
    }

    /// A text; an empty one adds nothing.
    pub fn text(&mut self, x: i32, y: i32, text: &str, how: Text) {
        if text.is_empty() {
            return;
        }
        let (size, colour, anchor) = (tenths(how.size), how.colour, how.anchor.attribute());
        let _ = write!(self.body, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{colour}\"{anchor}");
        if how.halo {
            let back = self.colours.back;
            let _ = write!(self.body, " stroke=\"{back}\" stroke-width=\"3\" paint-order=\"stroke\"");
        }
        if how.bold {
            self.body.push_str(" font-weight=\"600\"");
        }
        let _ = writeln!(self.body, ">{}</text>", markup(text));
    }

    /// Begins a group with this name, until [`Canvas::end`].
    pub fn begin(&mut self, name: &str) {
        let _ = write!(self.body, "<g><title>{}</title>", markup(name));
    }

    /// Ends the group.
    pub fn end(&mut self) {
        self.body.push_str("</g>\n");
    }

    /// The SVG file, with the title above the drawing and the source below it. `bounds`: the drawing's left, top, right
    /// and bottom.
    pub fn finish(mut self, bounds: (i32, i32, i32, i32), title: &str, source: &str) -> String {
        let (left, top) = (bounds.0 - MARGIN, bounds.1 - MARGIN - LINES.0);
        let longest = title.chars().count() as i32 * TITLE_CHARACTER / 10;
        let width = (bounds.2 + MARGIN - left).max(longest + 2 * MARGIN);
        let height = bounds.3 + MARGIN + LINES.1 - top;
        let Colours { text, dim, arrow, back, .. } = self.colours;
        self.text(left + MARGIN, top + 24, title, Text { bold: true, ..Text::plain(140, text) });
        self.text(left + MARGIN, top + height - 12, source, Text::plain(105, dim));
        let name = markup(title);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"{left} {top} {width} {height}\" role=\"img\" aria-label=\"{name}\" font-family=\"{FONT}\">\n\
             <title>{name}</title>\n\
             <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" \
             markerUnits=\"userSpaceOnUse\" orient=\"auto-start-reverse\"><path d=\"M0 0L8 4L0 8z\" fill=\"{arrow}\"/></marker>\
             <pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
             <rect width=\"2\" height=\"6\" fill=\"{hole}\" fill-opacity=\"45%\"/></pattern></defs>\n\
             <rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"{back}\"/>\n{body}</svg>\n",
            hole = self.colours.named("hole"),
            body = self.body,
        )
    }
}
