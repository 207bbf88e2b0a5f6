//! Boxes: lists of names in one to three columns, below their title.

use relate::{Node, NodeKey};
use text::cut;

use crate::place::Point;

/// A name in a box.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawnName {
    /// Its type.
    pub key: NodeKey,
    /// Its name.
    pub label: String,
    /// Where its text begins, relative to the middle of its box; (0, 0) while the box is folded.
    pub at: Point,
    /// How many neighbours expanding it would add.
    pub more: u32,
}

impl DrawnName {
    /// The name as it is drawn: without the word `struct`, and cut to the room in a box.
    pub fn short(&self) -> String {
        cut(self.label.strip_prefix("struct ").unwrap_or(&self.label), NAME)
    }
}

/// The maximum number of characters of a name in a box, and of a node's name in a drawing with boxes.
pub(crate) const NAME: usize = 22;
/// Pixels between columns of a drawing with boxes.
pub(crate) const GAP: i32 = 44;
/// Pixels between the nodes of a column in a drawing with boxes.
pub(crate) const ROW_GAP: i32 = 10;
/// The height of a title, in pixels.
const TITLE: i32 = 28;
/// The height of a name, in pixels.
const ROW: i32 = 19;
/// The width of a character of a name, in twentieths of a pixel: 0.602 of a font size of 12.5 pixels.
pub(crate) const CHARACTER: i32 = 151;
/// How many names a box has at least if it has two columns, and if it has three.
const COLUMNS: [usize; 2] = [11, 31];

/// The names of a box.
pub(crate) fn of(node: &Node) -> Vec<DrawnName> {
    let name = |m: &relate::Boxed| DrawnName {
        key: NodeKey::Type(m.id),
        label: m.label.clone(),
        at: Point::default(),
        more: m.more,
    };
    node.members.iter().map(name).collect()
}

/// Columns and rows of an open box, and the width of a column.
fn grid(names: &[DrawnName]) -> (usize, usize, i32) {
    let columns = 1 + COLUMNS.iter().filter(|&&n| names.len() >= n).count();
    let longest = names.iter().map(|n| n.short().chars().count()).max().unwrap_or(0) as i32;
    (columns, names.len().div_ceil(columns), longest * CHARACTER / 20 + 16)
}

/// The width and height that a box needs. `title`: the number of characters of its title and of its count.
pub(crate) fn size(names: &[DrawnName], open: bool, title: usize) -> (i32, i32) {
    let title = title as i32 * CHARACTER / 20 + 44;
    if !open {
        return (title, TITLE);
    }
    let (columns, rows, width) = grid(names);
    (title.max(columns as i32 * width + 8), TITLE + rows as i32 * ROW + 6)
}

/// Places the names of an open box of this size: down the first column, then the next.
pub(crate) fn place(names: &mut [DrawnName], (width, height): (i32, i32)) {
    let (columns, rows, _) = grid(names);
    let column = (width - 8) / columns as i32;
    for (i, name) in names.iter_mut().enumerate() {
        let (x, y) = ((i / rows.max(1)) as i32, (i % rows.max(1)) as i32);
        name.at = Point { x: -width / 2 + 12 + x * column, y: -height / 2 + TITLE + y * ROW + ROW / 2 };
    }
}
