//! A graph as an SVG file.

use relate::NodeKey;
use text::cut;

use crate::canvas::{Anchor, Canvas, Text, Theme};
use crate::drawing::{Drawing, Paint};
use crate::names::CHARACTER;

/// The title and source of a picture: the type and the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Caption<'a> {
    /// The title: `struct sk_buff: graph`.
    pub title: &'a str,
    /// The source: `vmlinux.btf · btfscope`.
    pub source: &'a str,
}

/// Writes a graph that has a layout.
pub fn svg(drawing: &Drawing, theme: Theme, caption: Caption<'_>) -> String {
    let mut c = Canvas::new(theme);
    let colours = c.colours();
    for edge in &drawing.edges {
        c.arrow(&edge.line.path(), edge.relation.is_solid());
    }
    for edge in drawing.edges.iter().filter(|e| !e.line.label.is_empty()) {
        let (at, anchor) = (edge.line.label_at, if edge.line.label_ends { Anchor::End } else { Anchor::Start });
        c.text(at.x, at.y, &edge.line.label, Text { anchor, halo: true, ..Text::plain(105, colours.dim) });
    }
    for (i, node) in drawing.nodes.iter().enumerate() {
        let (w, h) = node.size;
        let (x, y) = (node.at.x - w / 2, node.at.y - h / 2);
        let counts = matches!(node.key, NodeKey::MoreUsers(_) | NodeKey::MoreUses(_));
        let (fill, line) = match (i, counts) {
            (0, _) => (colours.chosen, 20),
            (_, true) => (colours.back, 12),
            _ => (colours.panel, 12),
        };
        c.begin(&node.label);
        c.frame((x, y, w, h), 7, fill, colours.of(node.paint), line);
        if node.is_box() {
            c.text(x + 12, y + 18, &node.label, Text { bold: true, ..Text::plain(125, colours.dim) });
            c.text(x + w - 10, y + 18, &node.detail, Text { anchor: Anchor::End, ..Text::plain(125, colours.dim) });
            for name in node.names.iter().filter(|_| node.open) {
                c.text(node.at.x + name.at.x, node.at.y + name.at.y + 4, &name.short(), Text::plain(125, colours.text));
            }
            c.end();
            continue;
        }
        let fits = ((w - 22) * 20 / CHARACTER).max(4) as usize;
        let first = if node.detail.is_empty() { node.at.y + 4 } else { node.at.y - 3 };
        c.text(x + 12, first, &cut(node.short(), fits), Text::plain(125, colours.text));
        c.text(x + 12, node.at.y + 13, &node.detail, Text::plain(105, colours.dim));
        c.end();
    }
    let (left, top, right, bottom) = drawing.bounds();
    c.finish((left - 8, top - 24, right + 8, bottom + 8), caption.title, caption.source)
}

impl crate::canvas::Colours {
    /// The colour of a node.
    pub fn of(&self, paint: Paint) -> &'static str {
        self.named(paint.word())
    }
}
