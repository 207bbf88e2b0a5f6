//! Records with references: equal if their other words are equal and their targets are the same after merging (libbpf
//! `btf_dedup_ref_type`).

use btf::Kind::*;

use super::{Dedup, IN_PROGRESS};

impl Dedup<'_> {
    pub(super) fn refs(&mut self) {
        let mut stack = Vec::new();
        let mut missing = Vec::new();
        for id in self.own() {
            if self.is_reference(id) && !self.is_mapped(id) {
                stack.push(id);
            }
            while let Some(&id) = stack.last() {
                if self.is_mapped(id) {
                    stack.pop();
                    continue;
                }
                let again = self.mapped(id) == IN_PROGRESS;
                self.set(id, IN_PROGRESS);
                self.settle(id, again, &mut missing);
                if missing.is_empty() {
                    self.same(id);
                    stack.pop();
                } else {
                    stack.extend(missing.drain(..).rev());
                }
            }
        }
    }

    fn is_reference(&self, id: u32) -> bool {
        matches!(
            self.records.kind(id),
            Ptr | Const | Volatile | Restrict | TypeTag | Func | DeclTag | Array | FuncProto
        )
    }

    /// Replaces a record's references by their representatives. Types without a representative yet are added to
    /// `missing`; with `again`, references to them become void instead. A reference to a record that is being handled
    /// leads back to the record itself, which is not allowed, so it becomes void, too.
    fn settle(&mut self, id: u32, again: bool, missing: &mut Vec<u32>) {
        let map = &self.map;
        let mut loops = 0;
        self.records.each_reference(id, |word| {
            let mut end = *word;
            loop {
                match map.get(end as usize).copied() {
                    Some(to @ 0..IN_PROGRESS) if to != end => end = to,
                    Some(to @ 0..IN_PROGRESS) => {
                        *word = to;
                        return;
                    }
                    Some(IN_PROGRESS) => {
                        *word = 0;
                        loops += 1;
                        return;
                    }
                    Some(_) if !again => {
                        missing.push(end);
                        return;
                    }
                    _ => {
                        *word = 0;
                        return;
                    }
                }
            }
        });
        self.loops += loops;
    }
}
