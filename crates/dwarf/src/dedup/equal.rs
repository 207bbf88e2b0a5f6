//! Equality of two records: alone, and with all records reachable from them (libbpf `btf_dedup_is_equiv`,
//! `btf_dedup_identical_types`). The comparison of graphs uses a stack on the heap, because types may nest arbitrarily
//! deep.

use btf::Kind;
use btf::Kind::*;

use super::{Dedup, UNSET};
use crate::hash::Hash;
use crate::records::{Records, forward_kind};

/// The most levels of nested types that are compared, for types that a compiler emitted twice.
const IDENTICAL_DEPTH: u32 = 16;

impl Dedup<'_> {
    /// A hash that is equal for records that may be merged. An enum's hash is of its name, a typedef's of its name and
    /// info word, a struct's or union's of everything except references, and any other record's of all its words.
    pub(super) fn hash(&self, id: u32) -> u64 {
        let words = self.records.get(id);
        let [name, info, third, rest @ ..] = words else { return 0 };
        let kind = self.records.kind(id);
        let mut hash = Hash::new(if kind.is_any_enum() { Kind::Enum.number() } else { kind.number() }.into());
        hash.word(*name);
        if kind.is_any_enum() {
            return hash.finish();
        }
        hash.word(*info);
        if kind != Kind::Typedef {
            hash.word(*third);
        }
        match kind {
            Struct | Union => {
                for member in rest.chunks_exact(3) {
                    hash.word(member[0]);
                    hash.word(member[2]);
                }
            }
            _ => rest.iter().for_each(|word| hash.word(*word)),
        }
        hash.finish()
    }

    /// The definition, if `id` is a forward declaration that has been resolved; else `id`.
    fn past_forward(&self, id: u32) -> u32 {
        if self.records.kind(id) != Kind::Fwd {
            return id;
        }
        let end = self.resolve(id);
        if self.records.kind(end) == Kind::Fwd { id } else { end }
    }

    /// Whether a record that may be dropped (`cand`) and a kept one (`canon`) are equal, with all records that they
    /// refer to, directly or through others. A forward declaration equals a definition of its name.
    pub(super) fn equivalent(&mut self, cand: u32, canon: u32) -> bool {
        self.pairs.clear();
        self.pairs.push((cand, canon));
        while let Some((cand, canon)) = self.pairs.pop() {
            if !self.step() {
                return false;
            }
            if self.resolve(cand) == self.resolve(canon) {
                continue;
            }
            let canon = self.past_forward(canon);
            match self.hyp.get(canon as usize).copied().unwrap_or(UNSET) {
                UNSET => {}
                known if known == cand || self.identical(known, cand, IDENTICAL_DEPTH) => continue,
                _ => return false,
            }
            if let Some(slot) = self.hyp.get_mut(canon as usize) {
                *slot = cand;
            }
            self.hyp_list.push(canon);
            if !self.pair(cand, canon) {
                return false;
            }
        }
        true
    }

    /// Compares two records alone, and adds the pairs to compare next.
    fn pair(&mut self, cand: u32, canon: u32) -> bool {
        let r = &*self.records;
        if r.name(cand) != r.name(canon) {
            return false;
        }
        let (kind, canon_kind) = (r.kind(cand), r.kind(canon));
        if kind != canon_kind {
            let (real, forward) = match (kind, canon_kind) {
                (Fwd, real) => (real, cand),
                (real, Fwd) => (real, canon),
                _ => return false,
            };
            let fits = real == forward_kind(r.info(forward));
            self.adjusts_base |= fits && forward == canon && canon < self.first;
            return fits;
        }
        let from = self.pairs.len();
        let (a, b) = (r.rest(cand), r.rest(canon));
        let fits = match kind {
            Int | Fwd | Float => return r.get(cand) == r.get(canon),
            Enum | Enum64 => return self.enums_fit(cand, canon),
            Ptr | Const | Volatile | Restrict | Typedef | Func | TypeTag => {
                self.pairs.push((r.third(cand), r.third(canon)));
                r.info(cand) == r.info(canon)
            }
            Array => match (a, b) {
                ([of, index, count], [canon_of, canon_index, canon_count]) => {
                    self.pairs.extend([(*index, *canon_index), (*of, *canon_of)]);
                    count == canon_count
                }
                _ => false,
            },
            Struct | Union => {
                self.pairs.extend(a.chunks_exact(3).zip(b.chunks_exact(3)).map(|(a, b)| (a[1], b[1])));
                shallow(r, cand, canon)
            }
            FuncProto => {
                self.pairs.push((r.third(cand), r.third(canon)));
                self.pairs.extend(a.chunks_exact(2).zip(b.chunks_exact(2)).map(|(a, b)| (a[1], b[1])));
                same_parameters(r, cand, canon)
            }
            Var | DataSec | DeclTag | LocParam | LocProto | LocSec | Unknown(_) => false,
        };
        // The last one pushed is compared first.
        if let Some(new) = self.pairs.get_mut(from..) {
            new.reverse();
        }
        fits
    }

    /// Whether two types are equal by their content, without the assumed pairs in `hyp`: compilers emit some types
    /// twice in a unit, and then one record would be paired with two.
    fn identical(&mut self, a: u32, b: u32, depth: u32) -> bool {
        let (mut a, mut b) = (a, b);
        loop {
            let kind = self.records.kind(a);
            if !self.step() || depth == 0 || kind != self.records.kind(b) {
                return false;
            }
            let r = &*self.records;
            match kind {
                Unknown(0) => return true,
                Int | Fwd | Float => return r.get(a) == r.get(b),
                Enum | Enum64 => return self.enums_fit(a, b),
                Const | Volatile | Restrict | Ptr | Typedef | Func | TypeTag => {
                    if r.info(a) != r.info(b) || r.name(a) != r.name(b) {
                        return false;
                    }
                    (a, b) = (r.third(a), r.third(b));
                }
                // As in libbpf: the element types are not compared here.
                Array => return r.rest(a).get(2) == r.rest(b).get(2),
                Struct | Union => {
                    return shallow(r, a, b) && self.identical_items(a, b, 3, depth - 1);
                }
                FuncProto => {
                    let (x, y) = (r.third(a), r.third(b));
                    return same_parameters(r, a, b)
                        && (x == y || self.identical(x, y, depth - 1))
                        && self.identical_items(a, b, 2, depth - 1);
                }
                Var | DataSec | DeclTag | LocParam | LocProto | LocSec | Unknown(_) => {
                    return false;
                }
            }
        }
    }

    /// Whether the second words of the items are equal, or are identical types, item by item.
    fn identical_items(&mut self, a: u32, b: u32, size: usize, depth: u32) -> bool {
        let mut at = 1;
        while let (Some(&x), Some(&y)) = (self.records.rest(a).get(at), self.records.rest(b).get(at)) {
            if x != y && !self.identical(x, y, depth) {
                return false;
            }
            at += size;
        }
        true
    }
}

/// Whether two structs, unions or typedefs are equal apart from their references.
pub(super) fn shallow(r: &Records, a: u32, b: u32) -> bool {
    if r.name(a) != r.name(b) || r.info(a) != r.info(b) {
        return false;
    }
    if r.kind(a) == Kind::Typedef {
        return true;
    }
    let (x, y) = (r.rest(a), r.rest(b));
    r.third(a) == r.third(b)
        && x.len() == y.len()
        && x.chunks_exact(3).zip(y.chunks_exact(3)).all(|(x, y)| x[0] == y[0] && x[2] == y[2])
}

/// Whether two prototypes have as many parameters, of the same names (libbpf `btf_compat_fnproto`).
fn same_parameters(r: &Records, a: u32, b: u32) -> bool {
    let (x, y) = (r.rest(a), r.rest(b));
    r.info(a) == r.info(b)
        && r.name(a) == r.name(b)
        && x.len() == y.len()
        && x.chunks_exact(2).zip(y.chunks_exact(2)).all(|(x, y)| x[0] == y[0])
}
