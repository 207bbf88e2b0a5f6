//! The Tree view: a type and its nested members, through pointers, too. Types refer to each other in circles, so
//! children are listed for expanded nodes only.

use std::collections::HashSet;

use btf::{Btf, Kind, TypeId};

use crate::path::{Crossing, MAX_STEPS, Path, cross, items};

mod texts;

pub use texts::Texts;

/// The nodes that are expanded, by their paths.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Expanded(pub HashSet<Path>);

impl Expanded {
    /// Expands or collapses a node.
    pub fn toggle(&mut self, path: &Path) {
        if !self.0.remove(path) {
            self.0.insert(path.clone());
        }
    }

    /// Expands all nodes that contain `path`, but not the node at `path` itself.
    pub fn reveal(&mut self, path: &Path) {
        let mut at = path.parent();
        while let Some(p) = at {
            at = p.parent();
            self.0.insert(p);
        }
    }
}

/// A line of the tree.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Node {
    /// The path to its member.
    pub path: Path,
    /// Its level: 0 is the root.
    pub depth: u32,
    /// The member's name; for the root the type's name; empty if anonymous.
    pub name: String,
    /// The item's type; void for an enumerator.
    pub type_id: TypeId,
    /// The type behind the qualifiers and typedefs of the item's type.
    pub resolved: TypeId,
    /// Bits from the start of the last pointer's target, or of the root if there is no pointer.
    pub offset: Option<u64>,
    /// Bits from the start of the struct or union that has the member.
    pub offset_in_parent: Option<u64>,
    /// The size in bytes; none for bitfields and types without size.
    pub size: Option<u32>,
    /// The width of a bitfield in bits.
    pub bitfield: Option<u32>,
    /// An enumerator's value.
    pub value: Option<i128>,
    /// The pointers and arrays between the item and its children.
    pub crossing: Crossing,
    /// How many pointers lie between the root and this node.
    pub pointers: u32,
    /// Whether it has children.
    pub expandable: bool,
    /// Whether these are shown.
    pub expanded: bool,
    /// Its position among its siblings, from 1, and their number.
    pub position: (u32, u32),
}

/// The most lines; without a limit, expanding everything in a kernel would not end.
pub const MAX_NODES: usize = 20_000;

/// The visible lines of the tree: the line of `root` and those below it.
pub fn nodes(btf: &Btf, root: TypeId, expanded: &Expanded) -> Vec<Node> {
    let mut out = Vec::new();
    let Some(t) = btf.get(root) else { return out };
    let crossing = cross(btf, root);
    let children = child_count(btf, crossing.target);
    out.push(Node {
        name: t.name().to_string(),
        type_id: root,
        resolved: btf.resolve(root),
        offset: Some(0),
        size: btf.size_of(root).ok(),
        crossing,
        expandable: children > 0,
        expanded: children > 0,
        position: (1, 1),
        ..Node::default()
    });
    let first = Level { target: crossing.target, depth: 1, base: Some(0), pointers: crossing.pointers };
    push_children(btf, &Path::root(), first, expanded, &mut out);
    out
}

/// A level of the tree: the items of one type, and where they start.
#[derive(Clone, Copy)]
struct Level {
    target: TypeId,
    depth: u32,
    /// Bits from the start of the last pointer's target, or of the root, to the start of the parent.
    base: Option<u64>,
    pointers: u32,
}

fn child_count(btf: &Btf, id: TypeId) -> u32 {
    btf.get(id).map_or(0, |t| if is_parent(t.kind()) { t.item_count() } else { 0 })
}

fn is_parent(kind: Kind) -> bool {
    kind.is_composite() || kind.is_any_enum() || matches!(kind, Kind::FuncProto | Kind::DataSec)
}

fn push_children(btf: &Btf, path: &Path, level: Level, expanded: &Expanded, out: &mut Vec<Node>) {
    let Some(parent) = btf.get(level.target).filter(|t| is_parent(t.kind())) else { return };
    let count = parent.item_count();
    for item in items(&parent, 0) {
        if out.len() >= MAX_NODES || path.len() + 1 >= MAX_STEPS {
            return;
        }
        let path = path.child(item.index);
        let crossing = cross(btf, item.type_id);
        let expandable = child_count(btf, crossing.target) > 0;
        let open = expandable && expanded.0.contains(&path);
        let offset = level.base.zip(item.offset).map(|(a, b)| a + b);
        out.push(Node {
            depth: level.depth,
            name: item.name.to_string(),
            type_id: item.type_id,
            resolved: btf.resolve(item.type_id),
            offset,
            offset_in_parent: item.offset,
            size: if item.bitfield.is_some() { None } else { btf.size_of(item.type_id).ok() },
            bitfield: item.bitfield,
            value: item.value,
            crossing,
            pointers: level.pointers,
            expandable,
            expanded: open,
            position: (item.index + 1, count),
            path: path.clone(),
        });
        if open {
            let through = crossing.pointers > 0;
            let next = Level {
                target: crossing.target,
                depth: level.depth + 1,
                base: if through { Some(0) } else { offset },
                pointers: level.pointers + crossing.pointers,
            };
            push_children(btf, &path, next, expanded, out);
        }
    }
}

/// Expands all nodes inside `root` itself: embedded structs and unions, but no pointers and arrays; up to
/// [`MAX_NODES`] lines.
pub fn expand_embedded(btf: &Btf, root: TypeId, expanded: &mut Expanded) {
    let mut todo = vec![(Path::root(), cross(btf, root).target, 0u32)];
    let mut lines = 0usize;
    while let Some((path, target, depth)) = todo.pop() {
        let Some(parent) = btf.get(target).filter(|t| t.kind().is_composite()) else { continue };
        lines += parent.item_count() as usize;
        if lines > MAX_NODES || depth > 32 {
            return;
        }
        if !path.is_root() {
            expanded.0.insert(path.clone());
        }
        for item in items(&parent, 0) {
            let crossing = cross(btf, item.type_id);
            if crossing.pointers == 0 && crossing.arrays == 0 {
                todo.push((path.child(item.index), crossing.target, depth + 1));
            }
        }
    }
}

/// The most members of a type whose anonymous members are expanded from the start.
const FEW_MEMBERS: u32 = 12;
/// The most lines that such an expanded type may have.
const FEW_LINES: usize = 60;

/// Expands the anonymous members of a small struct. In C the members inside them count as members of the struct itself,
/// and they may be most of its members (`struct page`).
pub fn expand_anonymous(btf: &Btf, root: TypeId, expanded: &mut Expanded) {
    let target = cross(btf, root).target;
    let Some(t) = btf.get(target).filter(|t| t.kind().is_composite() && t.vlen() <= FEW_MEMBERS) else { return };
    let mut lines = t.vlen() as usize;
    let mut todo = std::collections::VecDeque::from([(Path::root(), target)]);
    // Level by level, so that the deepest levels are left out if there are too many lines.
    while let Some((path, id)) = todo.pop_front() {
        let Some(parent) = btf.get(id) else { continue };
        for item in items(&parent, 0).filter(|i| i.name.is_empty()) {
            let Some(inner) = btf.resolved(item.type_id).filter(|t| t.kind().is_composite()) else { continue };
            lines += inner.vlen() as usize;
            if lines > FEW_LINES || path.len() > 8 {
                return;
            }
            let path = path.child(item.index);
            expanded.0.insert(path.clone());
            todo.push_back((path, inner.id()));
        }
    }
}
