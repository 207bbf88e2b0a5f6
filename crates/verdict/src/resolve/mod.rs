//! The checks between types: each must refer to existing types, have a size where it needs one, and contain no loop
//! (the kernel's `btf_check_all_types`).
//!
//! A *walk* goes from a type to those that it needs, deepest first, with a stack of at most 32 types. Its results are
//! *recorded* for each type: a target and a size. The order is the kernel's, because it decides which fault is found
//! first.

mod function;
mod member;
mod rows;

use std::collections::BTreeMap;

use btf::Kind;
use btf::Kind::*;

use crate::blob::{Blob, Record};
use crate::check::Check;
use crate::rule::Rule;

/// The most types on the stack (`MAX_RESOLVE_DEPTH`).
const DEPTH: usize = 32;

/// The types of the first `MOST_AGAIN` walks that are given up are walked again later. The types of further such walks
/// are marked as broken, because walking them again would take too long.
const MOST_AGAIN: u32 = 32;

/// The purpose of the walk, which decides where it need not go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// Neither behind a pointer nor within a STRUCT, UNION or ARRAY: the walk goes into every walkable type.
    Open,
    /// Behind a pointer: the walk finds out whether pointers and modifiers form a loop.
    Pointer,
    /// Within a STRUCT, UNION or ARRAY: the walk finds the sizes, and whether a type contains itself.
    Aggregate,
}

/// A type on the stack.
#[derive(Clone, Copy)]
struct Frame {
    record: Record,
    /// The member or entry to continue with.
    next: u32,
}

/// The next step for the top of the stack.
enum Step {
    /// Go into this type first.
    Enter(u32),
    /// The type at the top is resolved, with this target and size.
    Done(u32, u32),
    /// The type at the top, or a type that it uses, has a fault, which was reported.
    Broken,
}

/// The state of the walks.
struct Walk {
    stack: Vec<Frame>,
    purpose: Purpose,
    /// For each prototype that a FUNC was checked with, the number of its first parameter without a name, counted from
    /// 1; none if all have names.
    nameless: BTreeMap<u32, Option<u32>>,
    /// How many walks were given up.
    given_up: u32,
}

/// Whether types of this kind only refer, and are not referred to (the kernel's `btf_type_is_resolve_source_only`).
/// Exceptions: a DATASEC and a DECL_TAG may refer to a VAR.
fn is_source_only(kind: Kind) -> bool {
    matches!(kind, Kind::Var | Kind::DataSec | Kind::DeclTag)
}

fn is_aggregate(kind: Kind) -> bool {
    matches!(kind, Kind::Struct | Kind::Union | Kind::Array)
}

/// Whether the encoding word of an INT has offset 0, and a width of 8, 16, 32, 64 or 128 bits.
fn is_regular_int(word: u32) -> bool {
    word >> 16 & 0xff == 0 && matches!(word & 0xff, 8 | 16 | 32 | 64 | 128)
}

impl Check<'_> {
    /// Resolves all types, by rising id.
    pub(crate) fn resolve(&mut self) {
        let mut walk =
            Walk { stack: Vec::with_capacity(DEPTH), purpose: Purpose::Open, nameless: BTreeMap::new(), given_up: 0 };
        for id in self.blob.first_id..self.end_id() {
            let Some(record) = self.get(id) else { return };
            if self.state(id).broken {
                continue;
            }
            match record.kind {
                FuncProto => self.proto(&mut walk, &record),
                Func if !self.version.walks_functions() => {
                    self.func_row(&mut walk, &record);
                }
                kind if self.is_walkable(kind) && !self.state(id).resolved => self.walk(&mut walk, &record),
                _ => {}
            }
        }
    }

    /// Resolves a type and all types that it needs.
    fn walk(&mut self, walk: &mut Walk, root: &Record) {
        walk.stack.clear();
        walk.purpose = Purpose::Open;
        let mut wanted = Some(root.id);
        loop {
            if let Some(id) = wanted.take()
                && let Err(rule) = self.enter(walk, id)
            {
                self.type_fault(root, rule, &[], root.head());
                // The types on the stack, except the root, are walked again at their own turn, unless more than
                // `MOST_AGAIN` walks were given up: each new walk checks all members of these types again, which takes
                // time.
                walk.given_up += 1;
                let again = walk.given_up <= MOST_AGAIN;
                for frame in walk.stack.drain(..).filter(|frame| frame.record.id != root.id) {
                    if let Some(state) = self.state_mut(frame.record.id) {
                        (state.entered, state.broken) = (!again, !again);
                    }
                }
                return;
            }
            let Some(&Frame { record, next }) = walk.stack.last() else { return };
            let step = match record.kind {
                Ptr => self.pointer_row(walk, &record),
                Array => self.array_row(walk, &record),
                Struct | Union => self.composite_row(walk, &record, next),
                Var => self.var_row(walk, &record),
                DataSec => self.section_row(walk, &record, next),
                Func => self.func_row(walk, &record),
                DeclTag => self.tag_row(walk, &record),
                Typedef | Volatile | Const | Restrict | TypeTag => self.modifier_row(walk, &record),
                // Never on the stack: types of these kinds are not walked ([`Check::is_walkable`]).
                Int | Enum | Enum64 | Float | Fwd | FuncProto => Step::Broken,
                LocParam | LocProto | LocSec | Unknown(_) => Step::Broken,
            };
            match step {
                Step::Enter(id) => {
                    wanted = Some(id);
                    continue;
                }
                Step::Done(target, size) => {
                    if let Some(state) = self.state_mut(record.id) {
                        (state.resolved, state.target, state.size) = (true, target, size);
                    }
                }
                Step::Broken => self.break_type(record.id),
            }
            walk.stack.pop();
        }
    }

    /// Puts a type on the stack.
    fn enter(&mut self, walk: &mut Walk, id: u32) -> Result<(), Rule> {
        let Some(record) = self.get(id) else { return Ok(()) };
        if walk.stack.len() == DEPTH {
            return Err(Rule::Depth);
        }
        if let Some(state) = self.state_mut(id) {
            if state.entered && !state.resolved {
                return Err(Rule::Loop);
            }
            state.entered = true;
        }
        walk.stack.push(Frame { record, next: 0 });
        if walk.purpose == Purpose::Open {
            walk.purpose = match record.kind {
                Ptr => Purpose::Pointer,
                kind if is_aggregate(kind) => Purpose::Aggregate,
                _ => Purpose::Open,
            };
        }
        Ok(())
    }

    /// The kind of an own type; none for other ids.
    fn kind_of(&self, id: u32) -> Option<Kind> {
        Some(self.get(id)?.kind)
    }

    /// Whether an id has a type, or is void.
    pub(crate) fn exists(&self, id: u32) -> bool {
        id < self.end_id()
    }

    /// Whether types of this kind are walked: the kinds that refer to other types, except FUNC_PROTO and the LOC kinds.
    /// FUNC is walked only in versions that walk functions.
    fn is_walkable(&self, kind: Kind) -> bool {
        match kind {
            Typedef | Volatile | Const | Restrict | TypeTag => true,
            Struct | Union | Array => true,
            Ptr | Var | DeclTag | DataSec => true,
            Func => self.version.walks_functions(),
            Int | Enum | Enum64 | Float | Fwd | FuncProto => false,
            LocParam | LocProto | LocSec | Unknown(_) => false,
        }
    }

    /// Whether the walk has to go into a type.
    fn must_enter(&self, purpose: Purpose, id: u32) -> bool {
        let state = self.state(id);
        let Some(kind) = self.kind_of(id) else { return false };
        !state.resolved
            && !state.broken
            && match purpose {
                Purpose::Open => self.is_walkable(kind),
                Purpose::Pointer => kind.is_modifier() || kind == Kind::Ptr,
                Purpose::Aggregate => kind.is_modifier() || is_aggregate(kind),
            }
    }

    /// Whether no type may refer to this id: it does not exist, or is a VAR, DATASEC or DECL_TAG.
    fn is_out_of_reach(&self, id: u32) -> bool {
        !self.exists(id) || self.kind_of(id).is_some_and(is_source_only)
    }

    /// Whether a type cannot be held by value: void, a missing type, a type of a base, FWD, FUNC, FUNC_PROTO, VAR,
    /// DATASEC and DECL_TAG.
    fn is_sizeless(&self, id: u32) -> bool {
        match self.kind_of(id) {
            None => true,
            Some(kind) => matches!(kind, Kind::Fwd | Kind::Func | Kind::FuncProto) || is_source_only(kind),
        }
    }

    /// The type that gives an id its size, and the size: the type itself, or the recorded target of a modifier or VAR.
    fn sized(&self, id: u32) -> Option<(Record, u32)> {
        let record = self.get(id)?;
        match record.kind {
            kind if kind.is_modifier() || kind == Kind::Var => {
                let record = self.get(self.state(id).target)?;
                Some((record, self.own_size(&record)?))
            }
            _ => Some((record, self.own_size(&record)?)),
        }
    }

    fn own_size(&self, record: &Record) -> Option<u32> {
        match record.kind {
            Int | Enum | Enum64 | Float | Struct | Union | DataSec => Some(record.third),
            Ptr => Some(Blob::POINTER),
            Array => Some(self.state(record.id).size),
            Fwd | Typedef | Volatile | Const | Restrict | Func | FuncProto | Var | DeclTag | TypeTag | LocParam
            | LocProto | LocSec | Unknown(_) => None,
        }
    }

    /// Whether a type has a fault, uses one that has, or was given up: its recorded results mean nothing.
    fn is_broken(&self, id: u32) -> bool {
        self.state(id).broken
    }

    /// Whether a type is an INT that is not regular.
    fn is_irregular_int(&self, record: &Record) -> bool {
        record.kind == Kind::Int && !is_regular_int(self.blob.field(record.word(0)))
    }
}
