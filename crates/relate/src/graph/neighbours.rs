//! The neighbours of one type, in both directions.

use std::collections::HashSet;

use btf::{Btf, Budget, Kind, Type, TypeId};

use crate::compare::first_fields;
use crate::cross::cross;
use crate::users::{Through, Usage, Users, each_reference};

btf::named! {
    /// The meaning of an edge.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Relation {
        /// The user holds the type by value, or is a typedef, a qualifier or another record that refers to it.
        Embeds = "embeds", "embed";
        /// The user points to the type.
        Points = "points to", "point to";
        /// The user is a function or prototype that takes the type, or has a member that points to such a function.
        Takes = "takes", "take";
        /// The user is a function or prototype that returns the type, or has a member that points to such a function.
        Returns = "returns", "return";
        /// In graphs of programs: one function calls the other.
        Calls = "calls", "call";
        /// In graphs of programs: a function uses a map or variable. In graphs of types: a function has this
        /// prototype.
        Uses = "uses", "use";
    }
    /// All, in the order of their numbers.
    pub const ALL;
    /// The words between the names of two nodes: `embeds`, `points to`.
    pub fn words;
    /// The words after several names: `embed`.
    pub(super) fn plural;
}

impl Relation {
    /// True if it is drawn as a solid line; the others are dashed.
    pub fn is_solid(self) -> bool {
        matches!(self, Relation::Embeds | Relation::Calls)
    }
}

/// A neighbour, and its relation to the type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Neighbour {
    pub(crate) id: TypeId,
    pub(crate) relation: Relation,
    /// The name of the member, parameter or variable of a section; else empty.
    pub(crate) name: String,
}

/// Subtracts 1 from `left`; false if it is 0 already.
fn take(left: &mut usize) -> bool {
    let some = *left > 0;
    *left -= usize::from(some);
    some
}

/// The neighbour `id`, which is at one end of a reference. The reference is in the slot `slot` of `record` (see
/// [`each_reference`]).
fn direct(record: &Type<'_>, slot: u32, id: TypeId) -> Neighbour {
    let name = match record.kind() {
        Kind::Struct | Kind::Union => record.members().from_index(slot).next().map_or("", |m| m.name()),
        Kind::FuncProto if slot > 0 => record.params().from_index(slot - 1).next().map_or("", |p| p.name()),
        _ => "",
    };
    let relation = match record.kind() {
        Kind::Ptr => Relation::Points,
        Kind::FuncProto if slot == 0 => Relation::Returns,
        Kind::FuncProto => Relation::Takes,
        _ => Relation::Embeds,
    };
    Neighbour { id, relation, name: name.to_owned() }
}

/// The types that a type refers to. If `folded`, looks through qualifiers, typedefs, pointers, arrays and anonymous
/// members, and keeps only structs, unions, and named enums and forward declarations: other types are not worth a node.
/// Ends after `left` references or when the budget is spent; `left` is 0 then.
pub(crate) fn outgoing(btf: &Btf, id: TypeId, folded: bool, left: &mut usize, budget: &Budget) -> Vec<Neighbour> {
    let Some(t) = btf.get(id) else { return Vec::new() };
    let mut all = Vec::new();
    if !folded {
        each_reference(&t, |slot, to| {
            if !take(left) {
                return;
            }
            if btf.get(to).is_some() {
                all.push(direct(&t, slot, to));
            }
        });
        return all;
    }
    let (fields, counted) = match t.kind().is_composite() {
        true => first_fields(btf, id, budget),
        false => (Vec::new(), Ok(())),
    };
    // Adds a reference. Returns whether more may be added.
    let mut add = |ty: TypeId, name: &str, by: Option<Relation>| {
        if !take(left) {
            return false;
        }
        let c = cross(btf, ty);
        let relation = by.unwrap_or(if c.pointers > 0 { Relation::Points } else { Relation::Embeds });
        // A struct or union without a name is worth a node, too: it is behind a typedef or pointer.
        let shown = |t: &Type<'_>| {
            let if_named = matches!(t.kind(), Kind::Enum | Kind::Enum64 | Kind::Fwd);
            t.kind().is_composite() || if_named && !t.is_anonymous()
        };
        if btf.get(c.target).is_some_and(|t| shown(&t)) {
            all.push(Neighbour { id: c.target, relation, name: name.to_owned() });
        }
        true
    };
    match t.kind() {
        Kind::Struct | Kind::Union => {
            for f in fields.into_iter().filter(|f| !f.open) {
                if !add(f.type_id, &f.path, None) {
                    break;
                }
                // If the member points to a function, the types of its parameters and its return type are neighbours,
                // too.
                let proto = btf.get(cross(btf, f.type_id).target).filter(|t| t.kind() == Kind::FuncProto);
                // Functions behind pointers usually take the struct itself: leave that out.
                let mut other = |ty, relation| cross(btf, ty).target == id || add(ty, &f.path, Some(relation));
                for proto in proto.into_iter() {
                    other(TypeId(proto.size_or_type()), Relation::Returns);
                    proto.params().all(|p| other(p.type_id, Relation::Takes));
                }
            }
        }
        Kind::Func | Kind::FuncProto => {
            let proto = if t.kind() == Kind::Func { btf.get(TypeId(t.size_or_type())) } else { Some(t) };
            for proto in proto.into_iter() {
                add(TypeId(proto.size_or_type()), "", Some(Relation::Returns));
                proto.params().all(|p| add(p.type_id, p.name(), Some(Relation::Takes)));
            }
        }
        Kind::DataSec => {
            for v in t.vars() {
                let name = btf.get(v.type_id).map_or("", |t| t.name());
                add(v.type_id, name, None);
            }
        }
        // A typedef, qualifier, pointer, array or variable gets here only if the graph begins with it. Its target is
        // then worth a node even if it is a number.
        _ => {
            let c = cross(btf, id);
            if c.target != id && btf.get(c.target).is_some() {
                let relation = if c.pointers > 0 { Relation::Points } else { Relation::Embeds };
                all.push(Neighbour { id: c.target, relation, name: String::new() });
            }
        }
    }
    if counted.is_err() {
        *left = 0;
    }
    all
}

/// How many levels of anonymous types to search for a named holder.
const CLIMB: u32 = 8;

/// The users of a type. If `folded`, these are structs, unions, functions and variables, in the order of [`Usage`], then
/// structs and unions with members that point to functions which take or return the type; an anonymous struct or union
/// is replaced by the types that hold it. If not, these are all types whose records refer to the type. `left` limits the
/// work as in [`outgoing`].
pub(crate) fn incoming(btf: &Btf, users: &Users, id: TypeId, folded: bool, left: &mut usize) -> Vec<Neighbour> {
    let mut all = Vec::new();
    if !folded {
        for r in users.direct(id).iter().take_while(|_| take(left)) {
            let Some(from) = btf.get(r.from) else { continue };
            all.push(direct(&from, r.slot, r.from));
        }
        return all;
    }
    // The prototypes with the type, and the members that point to them.
    let (mut seen, mut behind) = (HashSet::new(), Vec::new());
    for user in users.of(btf, id, Through::EVERYTHING) {
        if !take(left) {
            break;
        }
        let relation = match user.usage {
            Usage::Embedded => Relation::Embeds,
            Usage::Pointed => Relation::Points,
            Usage::Param => Relation::Takes,
            Usage::Return => Relation::Returns,
            Usage::Variable if user.pointers > 0 => Relation::Points,
            Usage::Variable => Relation::Embeds,
            // This usage exists only for prototypes.
            Usage::Function => Relation::Uses,
            _ => continue,
        };
        let Some(from) = btf.get(user.from) else { continue };
        let is_proto = from.kind() == Kind::FuncProto;
        if matches!(relation, Relation::Takes | Relation::Returns) {
            let proto = if is_proto { user.from } else { TypeId(from.size_or_type()) };
            if seen.insert((proto, relation)) {
                users.each(btf, proto, Through::EVERYTHING, |user| {
                    behind.extend(user.member(btf).map(|_| (user.from, user.slot, relation)));
                    take(left)
                });
            }
        }
        // A prototype itself is no neighbour: a function has it, or a member points to it.
        if !is_proto {
            let name = user.part(btf).unwrap_or_default().to_owned();
            let holders = holders(btf, users, user.from, left).into_iter();
            all.extend(holders.map(|id| Neighbour { id, relation, name: name.clone() }));
        }
    }
    // In file order, as far as one struct has the members.
    behind.sort_unstable();
    for (from, slot, relation) in behind {
        let Some(t) = btf.get(from) else { continue };
        // As in `outgoing`, functions that take or return the struct of the member itself are left out.
        let holders = holders(btf, users, from, left).into_iter().filter(|&holder| holder != id);
        all.extend(holders.map(|holder| Neighbour { relation, ..direct(&t, slot, holder) }));
    }
    all
}

/// The named types that hold an anonymous type. The type itself if it is named, or if no named type is found.
fn holders(btf: &Btf, users: &Users, id: TypeId, left: &mut usize) -> Vec<TypeId> {
    let anonymous = |id| btf.get(id).is_some_and(|t| t.kind().is_composite() && t.is_anonymous());
    if !anonymous(id) {
        return vec![id];
    }
    let through = Through { pointers: false, ..Through::EVERYTHING };
    let (mut level, mut found) = (vec![id], Vec::new());
    let mut seen: HashSet<TypeId> = level.iter().copied().collect();
    for _ in 0..CLIMB {
        let mut next = Vec::new();
        for &at in &level {
            users.each(btf, at, through, |user| {
                if user.usage == Usage::Embedded && seen.insert(user.from) {
                    if anonymous(user.from) { next.push(user.from) } else { found.push(user.from) }
                }
                found.len() + next.len() < 64 && take(left)
            });
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    if found.is_empty() { vec![id] } else { found }
}
