//! The model of the view "Used by": the types, functions and variables that use a type, and how they use it.

use std::collections::HashMap;

use btf::{Btf, Budget, Kind, TypeId};
use relate::{Through, Usage, User, Users};
use wire::Wire;

use crate::path::{self, Path};
use search::Columns;

btf::named! {
    /// The order of users.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Wire)]
    pub enum Order {
        /// By how they use the type.
        #[default]
        How = "how";
        /// By name.
        Name = "name";
        /// By their kind.
        Kind = "kind";
        /// By the offset of the member.
        Offset = "offset";
        /// By how often they use the type, the largest number first.
        Count = "how often";
    }
    /// All, in the order in which they are offered.
    pub const ALL;
    /// Its name.
    pub fn title;
}

/// A row, as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// How it uses the type.
    pub usage: Usage,
    /// The user.
    pub from: TypeId,
    /// The user's name: `struct task_struct`, `f()`, `struct {…} in sk_buff`.
    pub name: String,
    /// How often it uses the type, if the rows are in [`Order::Count`]; else 0.
    pub often: u32,
    /// The member or parameter; may be empty.
    pub part: String,
    /// The offset of the member: bytes, for a bitfield bytes and bits (`4:3`); empty if there is none.
    pub offset: String,
    /// The type to which the user's record refers, if it is not the type itself (but a typedef of it, say); else empty.
    pub held: String,
    /// The path to the member or parameter, to select it in the user.
    pub path: Path,
}

/// The name of a user; for a user without a name, the text of [`Columns::name`].
pub fn holder(columns: &Columns, id: TypeId) -> String {
    match columns.btf().get(id) {
        Some(t) if !t.is_anonymous() => t.name().to_owned(),
        _ => columns.name(id),
    }
}

/// The named type around a user without a name: `sock`, if an anonymous struct in `sock` uses the type by a member.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Outer {
    /// The named struct or union.
    pub from: TypeId,
    /// The offset of that member in the named type, in bits; in an array, the offset of the first element.
    pub bit_offset: u64,
    /// The path from the named type to that member.
    pub path: Path,
}

impl Outer {
    /// The member as C writes it from the named type: `sk_rx_dst`, `wait.list`.
    pub fn names(&self, btf: &Btf) -> String {
        let steps = path::walk(btf, self.from, &self.path).unwrap_or_default();
        let names = steps.iter().map(|step| step.item.name).filter(|name| !name.is_empty());
        names.collect::<Vec<_>>().join(".")
    }
}

/// Finds the named types around users without a name.
#[derive(Debug)]
pub struct Outers<'a> {
    btf: &'a Btf,
    users: &'a Users,
    /// For each type without a name that was looked up, its only user; none if it has several users or no user. The
    /// answers are kept because in a damaged file the same type may be looked up very often.
    around: HashMap<TypeId, Option<User>>,
}

impl<'a> Outers<'a> {
    /// The most anonymous types between a member and the named type around it.
    const MOST_PARTS: usize = 16;

    /// An empty cache for the types of a file, with the index of their users.
    pub fn new(btf: &'a Btf, users: &'a Users) -> Outers<'a> {
        Outers { btf, users, around: HashMap::new() }
    }

    fn is_nameless(&self, id: TypeId) -> bool {
        self.btf.get(id).is_some_and(|t| t.kind().is_composite() && t.is_anonymous())
    }

    /// The only user of a type without a name; none if it has several users or no user.
    fn only(&mut self, id: TypeId) -> Option<User> {
        const DIRECT: Through = Through { qualifiers: true, typedefs: false, pointers: false };
        let (btf, users) = (self.btf, self.users);
        *self.around.entry(id).or_insert_with(|| {
            let (mut one, mut several) = (None, false);
            users.each(btf, id, DIRECT, |user| {
                match user.usage {
                    // The ARRAY does not count: `each` also finds the member that has the array.
                    Usage::Array => {}
                    _ if one.is_none() => one = Some(user),
                    _ => several = true,
                }
                !several
            });
            one.filter(|_| !several)
        })
    }

    /// The named struct or union around the anonymous struct or union that uses a type. None if the user has a name, or
    /// if a typedef is its only user; none if it neither embeds the type nor points to it. None also if several types contain
    /// the anonymous type, because then there is no single offset.
    pub fn of(&mut self, user: &User) -> Option<Outer> {
        if !self.is_nameless(user.from) || !matches!(user.usage, Usage::Embedded | Usage::Pointed) {
            return None;
        }
        let (mut at, mut bit_offset, mut slots) = (user.from, user.bit_offset(self.btf)?, vec![user.slot]);
        for _ in 0..Self::MOST_PARTS {
            let around = self.only(at).filter(|around| around.usage == Usage::Embedded)?;
            bit_offset = bit_offset.checked_add(around.bit_offset(self.btf)?)?;
            slots.insert(0, around.slot);
            at = around.from;
            if !self.is_nameless(at) {
                return Some(Outer { from: at, bit_offset, path: Path(slots) });
            }
        }
        None
    }
}

/// Whether a macro of the kernel declares the type or function with this name for each tracepoint or program type. Such
/// a user says little about the use of a type. The names are those in `include/trace/*.h` (`TRACE_EVENT`) and
/// `kernel/bpf/btf.c` (`bpf_ctx_convert`).
pub fn is_by_macro(name: &str) -> bool {
    const STARTS: [&str; 9] = [
        "__bpf_trace_",
        "__probestub_",
        "__traceiter_",
        "btf_trace_",
        "perf_trace_",
        "trace_event_data_offsets_",
        "trace_event_get_offsets_",
        "trace_event_raw_",
        "trace_raw_output_",
    ];
    name == "bpf_ctx_convert" || STARTS.iter().any(|start| name.starts_with(start))
}

/// A type that contains another type, at any depth. `container_of` can return a pointer to this type for a pointer to
/// the inner type.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct Embedding {
    /// The outer type.
    pub from: TypeId,
    /// The offset of the inner type in the outer one, in bits.
    pub bit_offset: u64,
    /// The path to the inner type by names: `se.group_node`; arrays stand for their first element.
    pub names: String,
    /// The same path by indices.
    pub path: Path,
}

/// The most embeddings in a list; in a kernel, `list_head` has some 10,000.
pub const MOST_EMBEDDINGS: usize = 50_000;

/// Steps of the budget that each member costs. Looking at a member takes as long as 40 steps of a comparison.
const LOOK: u64 = 40;

/// How many bytes an embedding takes from the budget, in addition to its texts and its path.
const FIXED: usize = 96;

/// The structs and unions that contain `id`, at any depth, through arrays, typedefs and anonymous members, but not
/// through pointers. They have names; one without a name is in the list as a typedef of it, if there is one. Those with fewer members on the path come first. The flag says that the list may be
/// incomplete, because it reached [`MOST_EMBEDDINGS`], the budget is spent, or paths are too long.
pub fn embeddings(btf: &Btf, users: &Users, id: TypeId, budget: &Budget) -> (Vec<Embedding>, bool) {
    const INSIDE: Through = Through { qualifiers: true, typedefs: true, pointers: false };
    let mut all = Vec::new();
    // A type, the offset of the inner type in it, and the path to the inner type.
    let mut level = vec![(id, 0u64, Path::root(), String::new())];
    // In a damaged file types may contain each other in circles.
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
                let named = match from {
                    Some(t) if !matches!(t.kind(), Kind::Struct | Kind::Union) => None,
                    Some(t) if t.is_anonymous() => typedef_of(btf, users, user.from),
                    _ => from.map(|_| user.from),
                };
                if let Some(from) = named {
                    all.push(Embedding { from, bit_offset, names: text.clone(), path: Path(way.clone()) });
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

/// The first typedef of a type, by its id.
fn typedef_of(btf: &Btf, users: &Users, id: TypeId) -> Option<TypeId> {
    const DIRECT: Through = Through { qualifiers: false, typedefs: false, pointers: false };
    let mut found = None;
    users.each(btf, id, DIRECT, |user| {
        found = (user.usage == Usage::Typedef).then_some(user.from);
        found.is_none()
    });
    found
}
