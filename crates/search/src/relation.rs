//! The answers to `member:`, `value:`, `type:` and `tag:` as sets of rows.

use btf::Kind::*;
use btf::{Btf, DeclTags, Kind, MAX_RESOLVE_STEPS, StringOffset, Type, TypeId};

use crate::conditions::Relation;
use crate::glob::Pattern;
use crate::inside::Inside;
use crate::rows::Rows;
use crate::strings::{LONGEST, bounded, offsets_of};

/// A set of small numbers: rows, or ids.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    pub(crate) fn new(len: usize) -> Bits {
        Bits(vec![0; len.div_ceil(64)])
    }

    pub(crate) fn insert(&mut self, i: usize) {
        if let Some(word) = self.0.get_mut(i / 64) {
            *word |= 1 << (i % 64);
        }
    }

    pub(crate) fn contains(&self, i: usize) -> bool {
        self.0.get(i / 64).is_some_and(|word| word >> (i % 64) & 1 != 0)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }
}

/// Names that match a pattern. For a pattern without wildcards, offsets of strings are compared instead of names.
enum Matcher<'q> {
    Offsets(Vec<u32>),
    Glob(&'q Pattern),
}

impl<'q> Matcher<'q> {
    fn new(btf: &Btf, pattern: &'q Pattern) -> Matcher<'q> {
        match pattern {
            Pattern::Exact(text) => Matcher::Offsets(offsets_of(btf, text)),
            Pattern::Glob { .. } => Matcher::Glob(pattern),
        }
    }

    fn matches(&self, btf: &Btf, offset: StringOffset) -> bool {
        match self {
            // Most names are stored once, so the list is short.
            Matcher::Offsets(all) if all.len() <= 2 => all.contains(&offset.0),
            Matcher::Offsets(all) => all.binary_search(&offset.0).is_ok(),
            Matcher::Glob(pattern) => {
                let name = bounded(btf, offset, LONGEST);
                !name.is_empty() && pattern.matches(name)
            }
        }
    }
}

/// For each id: the type behind pointers, arrays and qualifiers, but not behind typedefs.
pub(crate) fn peeled(btf: &Btf) -> Vec<TypeId> {
    (0..btf.type_cnt()).map(|id| peel(btf, TypeId(id), |_| ())).collect()
}

/// For each id: how many members, parameters, return values, variables and typedefs have the type, through pointers,
/// arrays and qualifiers (`peeled`), but not through typedefs. Parameters and the return value of a prototype count
/// once for each function that has the prototype, and once if none has it.
pub(crate) fn users(btf: &Btf, peeled: &[TypeId]) -> Vec<u32> {
    let mut functions = vec![0u32; btf.type_cnt() as usize];
    for t in btf.all_types().filter(|t| t.kind() == Kind::Func) {
        if let Some(n) = functions.get_mut(t.size_or_type() as usize) {
            *n = n.saturating_add(1);
        }
    }
    let mut counts = vec![0u32; btf.type_cnt() as usize];
    let mut add = |of: TypeId, times: u32| {
        let at = peeled.get(of.0 as usize).copied().unwrap_or_default();
        if let Some(n) = counts.get_mut(at.0 as usize) {
            *n = n.saturating_add(times);
        }
    };
    for t in btf.all_types() {
        match t.kind() {
            Struct | Union => t.members().for_each(|m| add(m.type_id, 1)),
            Var | Typedef => add(TypeId(t.size_or_type()), 1),
            FuncProto => {
                let times = functions.get(t.id().0 as usize).copied().unwrap_or(0).max(1);
                add(TypeId(t.size_or_type()), times);
                t.params().for_each(|p| add(p.type_id, times));
            }
            Int | Ptr | Array | Enum | Enum64 | Fwd | Volatile | Const | Restrict | Func | DataSec | Float
            | DeclTag | TypeTag | LocParam | LocProto | LocSec | Unknown(_) => {}
        }
    }
    counts
}

fn peel(btf: &Btf, id: TypeId, mut each: impl FnMut(&Type<'_>)) -> TypeId {
    let mut at = id;
    for _ in 0..MAX_RESOLVE_STEPS {
        let Some(t) = btf.get(at) else { break };
        each(&t);
        at = match t.kind() {
            kind if kind == Kind::Ptr || kind.is_qualifier() => TypeId(t.size_or_type()),
            Array => t.array().map_or(TypeId::VOID, |a| a.element),
            _ => break,
        };
    }
    at
}

/// True if `part` returns true for one of the types that a type uses: the type of a member, a parameter, the return
/// value, an array's element, or a variable.
fn any_part(t: &Type<'_>, mut part: impl FnMut(TypeId) -> bool) -> bool {
    match t.kind() {
        Struct | Union => t.members().any(|m| part(m.type_id)),
        FuncProto => part(TypeId(t.size_or_type())) || t.params().any(|p| part(p.type_id)),
        Array => t.array().is_some_and(|a| part(a.element)),
        Var => part(TypeId(t.size_or_type())),
        Int | Ptr | Enum | Enum64 | Fwd | Typedef | Volatile | Const | Restrict | Func | DataSec | Float | DeclTag
        | TypeTag | LocParam | LocProto | LocSec | Unknown(_) => false,
    }
}

/// The rows that a word finds. `peeled` and `inside` are called only if needed.
pub(crate) fn answer<'p>(
    btf: &Btf,
    rows: &Rows,
    peeled: impl FnOnce() -> &'p [TypeId],
    inside: impl FnOnce() -> &'p Inside,
    relation: Relation,
    pattern: &Pattern,
) -> Bits {
    let names = Matcher::new(btf, pattern);
    match relation {
        Relation::Member => {
            let with = with_member(btf, inside(), &names);
            select(btf, rows, |t| with.contains(t.id().0 as usize))
        }
        Relation::Value => {
            select(btf, rows, |t| t.kind().is_any_enum() && t.enumerators().any(|e| names.matches(btf, e.name_offset)))
        }
        Relation::Type => {
            let wanted = types_called(btf, &names);
            if wanted.is_empty() {
                return Bits::default();
            }
            let peeled = peeled();
            let is_wanted = |id: TypeId| peeled.get(id.0 as usize).is_some_and(|at| wanted.contains(at.0 as usize));
            select_with_functions(btf, rows, |t| any_part(t, is_wanted))
        }
        Relation::Tag => tagged(btf, rows, &names),
    }
}

/// The ids of the types that in C have a member whose name matches; members of anonymous members count.
fn with_member(btf: &Btf, inside: &Inside, names: &Matcher<'_>) -> Bits {
    let mut out = Bits::new(btf.type_cnt() as usize);
    let has = |t: &Type<'_>| t.kind().is_composite() && t.members().any(|m| names.matches(btf, m.name_offset));
    let mut found: Vec<TypeId> = btf.all_types().filter(has).map(|t| t.id()).collect();
    // Each type is handled once, so that the loop ends even for types that contain themselves.
    while let Some(id) = found.pop() {
        if !out.contains(id.0 as usize) {
            out.insert(id.0 as usize);
            found.extend(inside.around(id).map(|(outer, _)| outer));
        }
    }
    out
}

fn select(btf: &Btf, rows: &Rows, mut keep: impl FnMut(&Type<'_>) -> bool) -> Bits {
    let mut out = Bits::new(rows.len());
    for (row, &id) in rows.ids.iter().enumerate() {
        if btf.get(id).is_some_and(|t| keep(&t)) {
            out.insert(row);
        }
    }
    out
}

/// As [`select`]; a function is kept if its prototype is. A prototype is checked once, however many functions have
/// it.
fn select_with_functions(btf: &Btf, rows: &Rows, mut keep: impl FnMut(&Type<'_>) -> bool) -> Bits {
    let mut protos = Bits::new(btf.type_cnt() as usize);
    let mut out = select(btf, rows, |t| {
        let kept = keep(t);
        if kept && t.kind() == Kind::FuncProto {
            protos.insert(t.id().0 as usize);
        }
        kept
    });
    for (row, (&id, &kind)) in rows.ids.iter().zip(&rows.kinds).enumerate() {
        if kind == Kind::Func && btf.get(id).is_some_and(|t| protos.contains(t.size_or_type() as usize)) {
            out.insert(row);
        }
    }
    out
}

/// The ids of the types whose name matches and that a member can have as its type, or point to.
fn types_called(btf: &Btf, names: &Matcher<'_>) -> Bits {
    let mut out = Bits::new(btf.type_cnt() as usize);
    for t in btf.all_types() {
        let is_type = matches!(t.kind(), Struct | Union | Enum | Enum64 | Fwd | Typedef | Int | Float);
        if is_type && names.matches(btf, t.name_offset()) {
            out.insert(t.id().0 as usize);
        }
    }
    out
}

/// The tags whose text matches; the types that have such a declaration tag on the type itself or on a part of it; the
/// types that have such a type tag in the type of a part, or in the type that a pointer, typedef or qualifier refers
/// to; and the functions whose prototype is one of these types.
fn tagged(btf: &Btf, rows: &Rows, names: &Matcher<'_>) -> Bits {
    let mut tags = Bits::new(btf.type_cnt() as usize);
    let mut any_type_tag = false;
    for t in btf.all_types().filter(|t| matches!(t.kind(), Kind::DeclTag | Kind::TypeTag)) {
        if names.matches(btf, t.name_offset()) {
            tags.insert(t.id().0 as usize);
            any_type_tag |= t.kind() == Kind::TypeTag;
        }
    }
    if tags.is_empty() {
        return Bits::default();
    }
    let mut targets = Bits::new(btf.type_cnt() as usize);
    for tag in DeclTags::new(btf).all().iter().filter(|tag| tags.contains(tag.tag.0 as usize)) {
        targets.insert(tag.target.0 as usize);
    }
    let on_the_way = |id: TypeId| {
        let mut found = false;
        peel(btf, id, |t| found |= t.kind() == Kind::TypeTag && tags.contains(t.id().0 as usize));
        found
    };
    select_with_functions(btf, rows, |t| {
        let id = t.id().0 as usize;
        tags.contains(id)
            || targets.contains(id)
            || any_type_tag
                && match t.kind() {
                    kind if kind == Kind::Ptr || kind.is_modifier() => on_the_way(TypeId(t.size_or_type())),
                    _ => any_part(t, on_the_way),
                }
    })
}
