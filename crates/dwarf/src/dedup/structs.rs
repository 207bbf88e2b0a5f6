//! Structs, unions and typedefs: merged if all records reachable from them are equal (libbpf `btf_dedup_struct_type`,
//! `btf_dedup_merge_hypot_map`).

use btf::Kind;

use super::equal::shallow;
use super::{Dedup, UNSET};

impl Dedup<'_> {
    pub(super) fn structs(&mut self) {
        for id in self.own() {
            let fits = matches!(self.records.kind(id), Kind::Struct | Kind::Union | Kind::Typedef);
            if !fits || self.is_mapped(id) {
                continue;
            }
            self.merge(id, |dedup, other| shallow(dedup.records, id, other) && dedup.merges(id, other));
        }
    }

    /// Whether `id` can be merged with `other`: their graphs are equal, and no forward declaration of the base has to
    /// be resolved for that. If the graphs are equal, the counterparts found are kept.
    fn merges(&mut self, id: u32, other: u32) -> bool {
        for canon in self.hyp_list.drain(..) {
            if let Some(slot) = self.hyp.get_mut(canon as usize) {
                *slot = UNSET;
            }
        }
        self.adjusts_base = false;
        if !self.equivalent(id, other) {
            return false;
        }
        self.keep_found();
        !self.adjusts_base
    }

    fn keep_found(&mut self) {
        for i in 0..self.hyp_list.len() {
            let canon = self.hyp_list.get(i).copied().unwrap_or(0);
            let target = self.resolve(self.hyp.get(canon as usize).copied().unwrap_or(0));
            let canon = self.resolve(canon);
            let (t, c) = (self.records.kind(target), self.records.kind(canon));
            if t != Kind::Fwd && c == Kind::Fwd {
                self.set(canon, target);
            }
            if self.adjusts_base {
                continue;
            }
            if t == Kind::Fwd && c != Kind::Fwd {
                self.set(target, canon);
            }
            if t.is_composite() && c != Kind::Fwd && self.is_mapped(canon) && !self.is_mapped(target) {
                self.set(target, canon);
            }
        }
    }
}
