//! The order in which bpftool 7.8 prints types, so that headers of two kernels compare well (bpftool `btf.c`,
//! `sort_btf_c`). Types are sorted by rank (enums, numbers, structs, prototypes), then by the name at the end of a
//! type's references, the type's own name, a hash of its contents, and its id.

use std::collections::HashMap;

use btf::Kind::*;
use btf::{Btf, StringOffset, Type, TypeId};

use super::names::ById;

/// The most references that are followed; chains of sound types are shorter.
const MAX_CHAIN: u32 = 64;
const LAST_RANK: u8 = 10;

/// A key that distinguishes most types; for equal keys, the names are compared. Small, because there is one for each
/// type.
struct Key {
    /// The rank, then the first bytes of the sort name, as a number with the same order.
    start: u64,
    id: TypeId,
}

/// The types of a file by rank, without those that print nothing.
pub(crate) struct Ranked {
    /// Types with a rank other than the last, in bpftool's order; without the first one for bpftool 7.8.
    pub(crate) first: Vec<TypeId>,
    /// Types of the last rank, unsorted: see [`by_name`].
    pub(crate) last: Vec<TypeId>,
}

/// Ranks the types of `btf` and its base.
pub(crate) fn ranked(btf: &Btf, without_first: bool) -> Ranked {
    let mut keys = Vec::new();
    let mut last = Vec::new();
    for t in btf.all_types() {
        match (t.kind(), rank(&t)) {
            // Types that print nothing sort last, behind void.
            (Func | Var | DataSec | Unknown(_), _) => {}
            (_, LAST_RANK) => last.push(t.id()),
            (_, rank) => keys.push(key(&t, rank)),
        }
    }
    let mut first = in_order(btf, keys);
    // bpftool 7.8 sorts void along with the types, then skips the first entry, which it takes for void. But void has
    // the last rank, so a type may be first and is skipped (later versions print it).
    if without_first && !first.is_empty() {
        first.remove(0);
    }
    Ranked { first, last }
}

/// Types of the last rank in bpftool's order.
pub(crate) fn by_name(btf: &Btf, ids: &[TypeId]) -> Vec<TypeId> {
    in_order(btf, ids.iter().filter_map(|&id| btf.get(id)).map(|t| key(&t, LAST_RANK)).collect())
}

fn in_order(btf: &Btf, mut keys: Vec<Key>) -> Vec<TypeId> {
    keys.sort_unstable_by_key(|key| key.start);
    let mut hashes = Hashes::new(btf);
    let mut named: Vec<(&[u8], &[u8], TypeId)> = Vec::new();
    let mut ties: Vec<(u64, TypeId)> = Vec::new();
    let mut ids = Vec::with_capacity(keys.len());
    for alike in keys.chunk_by(|a, b| a.start == b.start) {
        if let [one] = alike {
            ids.push(one.id);
            continue;
        }
        named.clear();
        named.extend(alike.iter().filter_map(|key| btf.get(key.id)).map(|t| (sort_name(&t), t.name_bytes(), t.id())));
        named.sort_unstable_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)));
        for run in named.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            if let [(_, _, one)] = run {
                ids.push(*one);
                continue;
            }
            ties.clear();
            ties.extend(run.iter().map(|&(_, _, id)| (hashes.of(id), id)));
            ties.sort_unstable();
            ids.extend(ties.iter().map(|&(_, id)| id));
        }
    }
    ids
}

fn key(t: &Type<'_>, rank: u8) -> Key {
    let mut start = [0; 8];
    let (first, name) = start.split_at_mut(1);
    first.fill(rank);
    for (to, from) in name.iter_mut().zip(sort_name(t)) {
        *to = *from;
    }
    Key { start: u64::from_be_bytes(start), id: t.id() }
}

/// The target of a type's reference, for the kinds that bpftool follows.
fn next<'a>(t: &Type<'a>) -> Option<Type<'a>> {
    match t.kind() {
        Array => t.btf().get(t.array()?.element),
        TypeTag | Const | Ptr | Volatile | Restrict | Typedef | DeclTag => t.btf().get(TypeId(t.size_or_type())),
        Int | Struct | Union | Enum | Fwd | Func | FuncProto | Var | DataSec | Float | Enum64 | LocParam | LocProto
        | LocSec | Unknown(_) => None,
    }
}

fn is_reference(t: &Type<'_>) -> bool {
    match t.kind() {
        Array | Ptr | Typedef | DeclTag | Const | Volatile | Restrict | TypeTag => true,
        Int | Struct | Union | Enum | Fwd | Func | FuncProto | Var | DataSec | Float | Enum64 | LocParam | LocProto
        | LocSec | Unknown(_) => false,
    }
}

/// A type's rank, by the type at the end of its references. The last rank is for references without a name (a pointer,
/// an array), for anonymous structs, unions and prototypes, and for forward declarations. A typedef of an anonymous
/// struct ranks like a struct with a name.
fn rank(t: &Type<'_>) -> u8 {
    let mut at = *t;
    let mut has_name = false;
    for _ in 0..MAX_CHAIN {
        has_name |= at.name_offset().0 != 0;
        if !is_reference(&at) {
            return match (at.kind(), has_name) {
                (Enum | Enum64, named) => u8::from(named),
                (Int | Float, _) => 2,
                (Struct | Union, true) => 3,
                (FuncProto, true) => 4,
                (Struct | Union | FuncProto, false) => LAST_RANK,
                (
                    Ptr | Array | Fwd | Typedef | Volatile | Const | Restrict | Func | Var | DataSec | DeclTag
                    | TypeTag | LocParam | LocProto | LocSec | Unknown(_),
                    _,
                ) => LAST_RANK,
            };
        }
        match has_name.then(|| next(&at)).flatten() {
            Some(t) => at = t,
            None => break,
        }
    }
    LAST_RANK
}

/// The name at the end of a type's references; for an anonymous enum, its first enumerator's.
fn sort_name<'a>(t: &Type<'a>) -> &'a [u8] {
    if t.kind().is_any_enum() && t.name_offset().0 == 0 {
        let first = t.enumerators().next();
        return first.and_then(|e| t.btf().string_bytes(e.name_offset)).unwrap_or_default();
    }
    let mut at = *t;
    for _ in 0..MAX_CHAIN {
        if !is_reference(&at) {
            return at.name_bytes();
        }
        match next(&at) {
            Some(t) => at = t,
            None => break,
        }
    }
    b""
}

/// bpftool's `btf_type_disambig_hash`.
struct Hashes<'a> {
    btf: &'a Btf,
    /// The hashes of structs, unions and enums, members included, computed once each.
    known: HashMap<TypeId, u64, ById>,
}

impl<'a> Hashes<'a> {
    fn new(btf: &'a Btf) -> Hashes<'a> {
        Hashes { btf, known: HashMap::default() }
    }

    fn of(&mut self, id: TypeId) -> u64 {
        self.find(id, true, 0)
    }

    fn name(&self, hash: u64, offset: StringOffset) -> u64 {
        match offset.0 {
            0 => hash,
            _ => mix(hash, string_hash(self.btf.string_bytes(offset).unwrap_or_default())),
        }
    }

    /// The hash of a type; with `members`, the members of a struct or union are included.
    fn find(&mut self, id: TypeId, members: bool, depth: u32) -> u64 {
        let Some(t) = self.btf.get(id).filter(|_| depth < MAX_CHAIN) else { return 0 };
        let keep = t.kind().is_any_enum() || members && t.kind().is_composite();
        if keep && let Some(known) = self.known.get(&id) {
            return *known;
        }
        let mut hash = self.name(0, t.name_offset());
        match t.kind() {
            Enum | Enum64 => {
                for e in t.enumerators() {
                    hash = self.name(hash, e.name_offset);
                }
            }
            Struct | Union if members => {
                for m in t.members() {
                    hash = self.name(hash, m.name_offset);
                    hash = mix(hash, self.find(m.type_id, false, depth + 1));
                }
            }
            Array => {
                if let Some(a) = t.array() {
                    hash = mix(hash, a.nelems.into());
                    hash = mix(hash, self.find(a.element, members, depth + 1));
                }
            }
            Ptr | Typedef | DeclTag | Const | Volatile | Restrict | TypeTag => {
                hash = mix(hash, self.find(TypeId(t.size_or_type()), members, depth + 1));
            }
            Int | Struct | Union | Fwd | Func | FuncProto | Var | DataSec | Float | LocParam | LocProto | LocSec
            | Unknown(_) => {}
        }
        if keep {
            self.known.insert(id, hash);
        }
        hash
    }
}

fn mix(hash: u64, value: u64) -> u64 {
    hash.wrapping_mul(31).wrapping_add(value)
}

/// libbpf's `str_hash`, where `size_t` has 64 bits and `char` is signed.
fn string_hash(s: &[u8]) -> u64 {
    s.iter().fold(0, |h: u64, &b| mix(h, i64::from(b as i8) as u64))
}
