//! Used by: who embeds a type, points to it, takes or returns it.

use btf::{Btf, Budget, Kind, TypeId};
use relate::{Through, Usage, Users};
use wire::Wire;

use crate::path::Path;
use crate::search::Columns;

/// In which order users stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Wire)]
pub enum Order {
    /// By what they do with the type.
    #[default]
    How,
    /// By name.
    Name,
    /// By their kind.
    Kind,
    /// By where the member lies.
    Offset,
    /// Those first that use it most often.
    Count,
}

impl Order {
    /// All, in the order in which they are offered.
    pub const ALL: [Order; 5] = [Order::How, Order::Name, Order::Kind, Order::Offset, Order::Count];

    /// What it is called.
    pub fn title(self) -> &'static str {
        match self {
            Order::How => "how",
            Order::Name => "name",
            Order::Kind => "kind",
            Order::Offset => "offset",
            Order::Count => "how often",
        }
    }
}

/// A row, as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// What it does with the type.
    pub usage: Usage,
    /// The user.
    pub from: TypeId,
    /// Its name: `struct task_struct`, `f()`, `struct {…} in sk_buff`.
    pub name: String,
    /// How often it uses the type, when users stand in that order; 0 otherwise.
    pub often: u32,
    /// The member or parameter; empty where there is none.
    pub part: String,
    /// Where the member lies, in bytes.
    pub offset: String,
    /// The type that the user has, when it is not the type itself.
    pub held: String,
    /// What to select in the user: the member or parameter.
    pub path: Path,
}

/// The name of a user; of one without a name, the one that it has elsewhere on the page.
pub fn holder(columns: &Columns, id: TypeId) -> String {
    match columns.btf().get(id) {
        Some(t) if !t.is_anonymous() => t.name().to_owned(),
        _ => columns.name(id),
    }
}

/// A type that has another inside it, at any depth: what `container_of` gets from a pointer to the inner one.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Embedding {
    /// The outer type.
    pub from: TypeId,
    /// The inner one's first bit in it.
    pub bit_offset: u64,
    /// The path by members: `se.group_node`; arrays have their first element.
    pub names: String,
    /// The same by indices.
    pub path: Path,
}

/// Embeddings that are listed: `list_head` has some 10,000 in a kernel.
pub const MOST_EMBEDDINGS: usize = 50_000;

/// The steps of a look at a member: it takes as long as so many of a comparison's.
const LOOK: u64 = 40;

/// Bytes of an embedding beside its texts, as it is kept and as it is printed.
const FIXED: usize = 96;

/// All named types that have `id` inside them, at any depth, through arrays, typedefs and anonymous members but not through pointers:
/// by how many members deep, then by id. The flag says that there are more: than [`MOST_EMBEDDINGS`], or than the budget has steps for the ways and
/// bytes for their texts.
pub fn embeddings(btf: &Btf, users: &Users, id: TypeId, budget: &Budget) -> (Vec<Embedding>, bool) {
    const INSIDE: Through = Through { qualifiers: true, typedefs: true, pointers: false };
    let mut all = Vec::new();
    // A type, where the inner one is in it, and the way down to that.
    let mut level = vec![(id, 0u64, Path::root(), String::new())];
    // Types that hold each other in a damaged file have ways without end.
    for _ in 0..crate::path::MAX_STEPS {
        let mut above = Vec::new();
        for (at, inside, path, names) in &level {
            for user in users.of(btf, *at, INSIDE) {
                if user.usage != Usage::Embedded || user.pointers > 0 {
                    continue;
                }
                let Some(member) = user.member(btf).filter(|m| m.bits().bitfield.is_none()) else { continue };
                if all.len() >= MOST_EMBEDDINGS || budget.steps(LOOK).is_err() {
                    return (all, true);
                }
                let bit_offset = inside.saturating_add(u64::from(member.bits().offset));
                let mut way = vec![user.slot];
                way.extend(&path.0);
                let index = if user.arrays > 0 { "[0]".repeat(user.arrays as usize) } else { String::new() };
                let mut text = match member.name() {
                    "" => String::new(),
                    name => format!("{name}{index}"),
                };
                if !text.is_empty() && !names.is_empty() {
                    text.push('.');
                }
                text.push_str(names);
                let from = btf.get(user.from);
                let name = from.map_or(0, |t| t.name().len());
                if budget.bytes((FIXED + name + text.len() + way.len() * size_of::<u32>()) as u64).is_err() {
                    return (all, true);
                }
                if from.is_some_and(|t| !t.is_anonymous() && matches!(t.kind(), Kind::Struct | Kind::Union)) {
                    all.push(Embedding { from: user.from, bit_offset, names: text.clone(), path: Path(way.clone()) });
                }
                above.push((user.from, bit_offset, Path(way), text));
            }
        }
        if above.is_empty() {
            return (all, false);
        }
        level = above;
    }
    (all, true)
}
