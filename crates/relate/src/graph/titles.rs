//! What the title of a box says.

use super::boxes::Facet;
use super::neighbours::Relation;
use super::node::NodeKey;

/// What the types of a box were reached from: a node or a box, by its index, with its key.
#[derive(Clone, Copy, Debug)]
pub(super) enum Holder {
    Node(usize, NodeKey),
    Box(usize, NodeKey),
}

/// Whose neighbours are in a box.
#[derive(Clone, Copy, Debug)]
pub(super) enum Of<'a> {
    /// The type in the middle, whose name is in the heading above.
    Root,
    /// The node with this name.
    Node(&'a str),
    /// Those in another box.
    Box,
}

/// The title of a box: `net_device embeds: structs`, `functions take sk_buff`.
pub(super) fn title(of: Of<'_>, (relation, kind): Facet, of_users: bool) -> String {
    let kinds = kind.map_or("types", |kind| kind.words());
    let one = relation.map_or("uses", Relation::words);
    let many = match relation {
        Some(Relation::Embeds) => "embed",
        Some(Relation::Points) => "point to",
        Some(Relation::Takes) => "take",
        Some(Relation::Returns) => "return",
        Some(Relation::Calls) => "call",
        Some(Relation::Uses) | None => "use",
    };
    let short = |name: &'_ str| name.strip_prefix("struct ").unwrap_or(name).to_owned();
    match (of, of_users) {
        (Of::Root, true) => format!("{kinds} {many} it"),
        (Of::Node(name), true) => format!("{kinds} {many} {}", short(name)),
        (Of::Box, true) => format!("{kinds} {many} these"),
        (Of::Root, false) => format!("{one}: {kinds}"),
        (Of::Node(name), false) => format!("{} {one}: {kinds}", short(name)),
        (Of::Box, false) => format!("they {many}: {kinds}"),
    }
}
