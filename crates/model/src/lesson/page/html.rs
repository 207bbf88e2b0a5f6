//! HTML that is written: what comes from a lesson or a file is text, and only what stands here is markup.

use super::super::{Block, Span, Style};

/// A document that grows.
#[derive(Debug, Default)]
pub(super) struct Html {
    out: String,
}

impl Html {
    /// Markup, as it is written here.
    pub(super) fn raw(&mut self, markup: &str) -> &mut Html {
        self.out.push_str(markup);
        self
    }

    /// Text, also within quotes. Control characters have no place in HTML.
    pub(super) fn text(&mut self, text: &str) -> &mut Html {
        for c in text.chars() {
            match c {
                '<' => self.out.push_str("&lt;"),
                '>' => self.out.push_str("&gt;"),
                '&' => self.out.push_str("&amp;"),
                '"' => self.out.push_str("&quot;"),
                '\n' | '\t' => self.out.push(c),
                c if c.is_control() => self.out.push('\u{fffd}'),
                c => self.out.push(c),
            }
        }
        self
    }

    /// An element with text in it; `tag` is one of ours.
    pub(super) fn element(&mut self, tag: &str, text: &str) -> &mut Html {
        self.raw("<").raw(tag).raw(">").text(text).raw("</").raw(tag).raw(">")
    }

    /// A row of a table: its cells.
    pub(super) fn row<T: AsRef<str>>(&mut self, tag: &str, cells: &[T]) -> &mut Html {
        self.raw("<tr>");
        for cell in cells {
            self.element(tag, cell.as_ref());
        }
        self.raw("</tr>\n")
    }

    /// The document.
    pub(super) fn done(self) -> String {
        self.out
    }
}

/// The blocks of a step's text.
pub(super) fn blocks(all: &[Block], page: &mut Html) {
    for block in all {
        match block {
            Block::Paragraph(text) => {
                page.raw("<p>");
                spans(text, page);
                page.raw("</p>\n");
            }
            Block::Code(text) => {
                page.element("pre", text).raw("\n");
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

/// The looks of a text. What leads into btfscope's page has nothing to lead to here, and is text.
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
