//! Records without references: INT, FLOAT, FWD, ENUM and ENUM64 (libbpf `btf_dedup_prim_type`).

use btf::Kind;

use super::Dedup;

impl Dedup<'_> {
    pub(super) fn prims(&mut self) {
        for id in self.own() {
            match self.records.kind(id) {
                Kind::Int | Kind::Float | Kind::Fwd => self.same(id),
                Kind::Enum | Kind::Enum64 => self.enumeration(id),
                _ => {}
            }
        }
    }

    /// Merges a record with one that has the same words.
    pub(super) fn same(&mut self, id: u32) {
        self.merge(id, |dedup, other| dedup.records.get(id) == dedup.records.get(other));
    }

    /// Merges an enum with an equal one, and forward declarations of enums with an enum of their name.
    fn enumeration(&mut self, id: u32) {
        self.merge(id, |dedup, other| {
            let is_forward = dedup.records.is_enum_forward(id);
            if dedup.same_enum(id, other) {
                if !is_forward && dedup.records.is_enum_forward(other) {
                    dedup.records.set_whole(other);
                }
                return true;
            }
            let fits = dedup.enums_fit(id, other);
            if fits && !is_forward {
                dedup.set(other, id);
            }
            fits && is_forward
        });
    }

    /// Whether an enum is written like a kept one. A definition is not the same as a forward declaration that stands
    /// for another definition already.
    fn same_enum(&self, id: u32, kept: u32) -> bool {
        let stands_for_another = self.mapped(kept) != kept && !self.records.is_enum_forward(id);
        self.records.written(id).eq(self.records.written(kept)) && !stands_for_another
    }

    /// Whether two enums are equal, or one is a forward declaration of the other (libbpf `btf_compat_enum`, except for
    /// C++ definitions without values, which are no declarations).
    pub(super) fn enums_fit(&self, a: u32, b: u32) -> bool {
        if !self.records.is_enum_forward(a) && !self.records.is_enum_forward(b) {
            return self.records.get(a) == self.records.get(b);
        }
        let is_enum = |id| self.records.kind(id).is_any_enum();
        self.records.name(a) == self.records.name(b) && is_enum(a) && is_enum(b)
    }
}
