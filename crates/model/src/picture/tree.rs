//! A picture of the tree: its visible lines.

use btf::Btf;
use picture::{Anchor, Canvas, Text};
use text::cut;

use crate::path::Path;
use crate::tree::Node;
use crate::words::grouped;

/// The height of a line, and the indentation of a level, in pixels.
const LINE: i32 = 20;
const LEVEL: i32 = 16;
/// In pixels: the left edge of the names, and the widths of the columns `type` and `size`.
const NAMES: i32 = 84;
const TYPE: i32 = 250;
const SIZE: i32 = 330;
/// The most lines of a picture.
const MOST: usize = 1000;

/// Draws the lines; returns their right and lower ends in pixels.
pub(super) fn draw_tree(c: &mut Canvas, btf: &Btf, nodes: &[Node], selected: &Path) -> (i32, i32) {
    let shown = nodes.get(..nodes.len().min(MOST)).unwrap_or_default();
    let wide = |n: &Node| n.depth as i32 * LEVEL + n.name.chars().count().min(60) as i32 * 8 + 40;
    let names = shown.iter().map(wide).max().unwrap_or(0).max(160);
    let types = NAMES + names;
    let right = types + TYPE + SIZE;
    let colours = c.colours();
    let how = |size, colour, anchor, bold| Text { size, colour, anchor, halo: false, bold };
    for (head, x, anchor) in [
        ("offset", NAMES - 16, Anchor::End),
        ("name", NAMES, Anchor::Start),
        ("type", types, Anchor::Start),
        ("size", right, Anchor::End),
    ] {
        c.text(x, 12, head, how(105, colours.dim, anchor, false));
    }
    let mut y = 20;
    for node in shown {
        if node.path == *selected && !selected.is_root() {
            c.fill((0, y, right, LINE), colours.chosen, 100);
        }
        let x = NAMES + node.depth as i32 * LEVEL;
        let sign = match (node.expandable, node.expanded) {
            (false, _) => "",
            (true, true) => "▾",
            (true, false) => "▸",
        };
        let texts = node.texts(btf);
        let base = y + 14;
        c.text(NAMES - 16, base, &texts.offset, how(110, colours.dim, Anchor::End, false));
        c.text(x, base, sign, how(100, colours.dim, Anchor::Start, false));
        c.frame((x + 13, y + 6, 8, 8), 2, colours.named(texts.class), "none", 0);
        c.text(x + 27, base, &cut(&texts.name, 60), how(120, colours.text, Anchor::Start, node.path.is_root()));
        c.text(types, base, &cut(&texts.type_text, 66), how(115, colours.dim, Anchor::Start, false));
        c.text(right, base, &texts.size, how(110, colours.dim, Anchor::End, false));
        y += LINE;
    }
    if nodes.len() > shown.len() {
        let more = format!("{} more lines", grouped((nodes.len() - shown.len()) as u64));
        c.text(NAMES, y + 14, &more, how(115, colours.dim, Anchor::Start, false));
        y += LINE;
    }
    (right, y)
}
