//! The facts that the types of a box have in common, and the title that states them.

use btf::Kind;

use super::neighbours::Relation;
use super::node::{Node, NodeKey};

btf::named! {
    /// The common kind of the types in a box.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum BoxKind {
        /// Structs of pointers to functions, recognised by their names: `net_device_ops`, `file_operations`.
        Operations = "operations";
        /// Other structs.
        Structs = "structs";
        /// Unions.
        Unions = "unions";
        /// Enums.
        Enums = "enums";
        /// Structs and unions that are only declared.
        Declared = "declared only";
        /// Functions.
        Functions = "functions";
        /// All else: typedefs, pointers, variables.
        Others = "others";
    }
    /// All, in the order of their numbers.
    pub const ALL;
    /// The word in titles: `structs`.
    pub fn words;
}

impl BoxKind {
    pub(super) fn of(node: &Node) -> BoxKind {
        match node.kind {
            Some(Kind::Struct) if node.label.ends_with("_ops") || node.label.ends_with("_operations") => {
                BoxKind::Operations
            }
            Some(Kind::Struct) => BoxKind::Structs,
            Some(Kind::Union) => BoxKind::Unions,
            Some(Kind::Enum | Kind::Enum64) => BoxKind::Enums,
            Some(Kind::Fwd) => BoxKind::Declared,
            Some(Kind::Func | Kind::FuncProto) => BoxKind::Functions,
            _ => BoxKind::Others,
        }
    }
}

/// The relation and the kind that all types of a box have. A part is none if the types may differ in it.
pub(super) type Facet = (Option<Relation>, Option<BoxKind>);

/// The node or box from which the types of a box were reached: its index and its key.
#[derive(Clone, Copy, Debug)]
pub(super) enum Holder {
    Node(usize, NodeKey),
    Box(usize, NodeKey),
}

/// The owner of the neighbours in a box, for the title.
#[derive(Clone, Copy, Debug)]
pub(super) enum Of<'a> {
    /// The type in the middle; the heading of the graph names it already.
    Root,
    /// The node with this name.
    Node(&'a str),
    /// Another box.
    Box,
}

/// The title of a box: `net_device embeds: structs`, `functions take sk_buff`.
pub(super) fn title(of: Of<'_>, (relation, kind): Facet, of_users: bool) -> String {
    let kinds = kind.map_or("types", |kind| kind.words());
    let one = relation.map_or("uses", Relation::words);
    let many = relation.map_or("use", Relation::plural);
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
