//! Writes HTML. Content of a lesson or a file is always added as escaped text; markup comes only from the program
//! itself.

use crate::{Block, Span, Style};

/// The start tag of an element whose lines are shown unchanged.
pub(super) const PRE: &str = "<pre tabindex=\"0\">";

/// A document under construction.
#[derive(Debug, Default)]
pub(super) struct Html {
    out: String,
    /// How many pictures it has.
    pictures: u32,
}

impl Html {
    /// Adds markup. Content of a lesson or a file in it must be escaped already.
    pub(super) fn raw(&mut self, markup: &str) -> &mut Html {
        self.out.push_str(markup);
        self
    }

    /// Adds text, also within quotes. Control characters, which HTML does not allow, are replaced.
    pub(super) fn text(&mut self, text: &str) -> &mut Html {
        self.out.push_str(&text::markup(text));
        self
    }

    /// Adds an element with text. `tag` is not escaped.
    pub(super) fn element(&mut self, tag: &str, text: &str) -> &mut Html {
        self.raw("<").raw(tag).raw(">").text(text).raw("</").raw(tag).raw(">")
    }

    /// Begins a figure with its caption; the caller ends it.
    pub(super) fn caption(&mut self, text: &str) -> &mut Html {
        self.raw("<figure>\n<figcaption>").text(text).raw("</figcaption>\n")
    }

    /// If `folds`, begins a folded part, which [`Html::unfold`] ends. A part is folded if it would give an answer away.
    pub(super) fn fold(&mut self, folds: bool) -> &mut Html {
        self.raw(if folds { "<details><summary>Covered: answer first</summary>\n" } else { "" })
    }

    /// Ends a part that [`Html::fold`] began.
    pub(super) fn unfold(&mut self, folds: bool) -> &mut Html {
        self.raw(if folds { "</details>\n" } else { "" })
    }

    /// Adds lines that are shown unchanged. They may be wider than the page, so keys can reach and scroll them.
    pub(super) fn code(&mut self, text: &str) -> &mut Html {
        self.raw(PRE).text(text).raw("</pre>")
    }

    /// Adds a row of a table. `tag` is the tag of its cells.
    pub(super) fn row<T: AsRef<str>>(&mut self, tag: &str, cells: &[T]) -> &mut Html {
        self.raw("<tr>");
        for cell in cells {
            self.element(tag, cell.as_ref());
        }
        self.raw("</tr>\n")
    }

    /// The number of the next picture, from 1.
    pub(super) fn next_picture(&mut self) -> u32 {
        self.pictures = self.pictures.saturating_add(1);
        self.pictures
    }

    /// The document.
    pub(super) fn done(self) -> String {
        self.out
    }
}

/// Adds the blocks of a step's text.
pub(super) fn blocks(all: &[Block], page: &mut Html) {
    for block in all {
        match block {
            Block::Paragraph(text) => {
                page.raw("<p>");
                spans(text, page);
                page.raw("</p>\n");
            }
            Block::Code(text) => {
                page.code(text).raw("\n");
            }
            Block::List(numbered, items) => {
                let tag = if *numbered { "ol" } else { "ul" };
                page.raw("<").raw(tag).raw(">\n");
                for item in items {
                    page.raw("<li>");
                    spans(item, page);
                    page.raw("</li>\n");
                }
                page.raw("</").raw(tag).raw(">\n");
            }
        }
    }
}

/// Adds styled text. Links into btfscope's page become text, because they have no target here.
pub(super) fn spans(all: &[Span], page: &mut Html) {
    for span in all {
        match span.style {
            Style::Link if !span.target.starts_with('#') => page
                .raw("<a href=\"")
                .text(&span.target)
                .raw("\" rel=\"noopener noreferrer\">")
                .text(&span.text)
                .raw("</a>"),
            Style::Plain | Style::Link => page.text(&span.text),
            Style::Emphasis => page.element("em", &span.text),
            Style::Strong => page.element("strong", &span.text),
            Style::Code => page.element("code", &span.text),
        };
    }
}
