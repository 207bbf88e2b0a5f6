//! Resolves forward declarations whose name only one struct or union has (libbpf `btf_dedup_resolve_fwds`).

use btf::Kind;

use super::Dedup;
use crate::records::forward_kind;

/// More than one type has the name.
const SEVERAL: u32 = u32::MAX;

impl Dedup<'_> {
    /// Replaces each forward declaration by the struct or union of its name, if there is only one and it has the right
    /// kind.
    pub(super) fn resolve_forwards(&mut self) {
        // Indexed by the number of the name: the only struct or union with it, 0 for none, or SEVERAL.
        let mut only: Vec<u32> = Vec::new();
        for id in 1..self.records.len() {
            if !self.records.kind(id).is_composite() || self.mapped(id) != id {
                continue;
            }
            let name = self.records.name(id) as usize;
            if only.len() <= name {
                only.resize(name + 1, 0);
            }
            if let Some(slot) = only.get_mut(name) {
                *slot = if *slot == 0 { id } else { SEVERAL };
            }
        }
        for id in self.own() {
            if self.records.kind(id) != Kind::Fwd || self.mapped(id) != id {
                continue;
            }
            let found = only.get(self.records.name(id) as usize).copied().unwrap_or(0);
            let wanted = forward_kind(self.records.info(id));
            if found != 0 && found != SEVERAL && self.records.kind(found) == wanted {
                self.set(id, found);
            }
        }
    }
}
