//! Alignments as libbpf guesses them (`btf__align_of`, `btf_is_struct_packed`).

use btf::{Btf, Kind, Type, TypeId};

/// How deep structs may nest by value before the alignment is given up as unknown.
const MAX_DEPTH: u32 = 64;
const UNKNOWN: u8 = 0xff;

/// Alignments by type, found once each.
pub(crate) struct Alignments {
    known: Vec<u8>,
}

impl Alignments {
    pub(crate) fn new(btf: &Btf) -> Alignments {
        Alignments { known: vec![UNKNOWN; btf.type_cnt() as usize] }
    }

    /// A type's alignment in bytes; 0 when it has none.
    pub(crate) fn of(&mut self, btf: &Btf, id: TypeId) -> u32 {
        self.find(btf, id, 0)
    }

    fn find(&mut self, btf: &Btf, id: TypeId, depth: u32) -> u32 {
        match self.known.get(id.0 as usize) {
            Some(&UNKNOWN) if depth < MAX_DEPTH => {}
            Some(&UNKNOWN) | None => return 0,
            Some(&known) => return known.into(),
        }
        let Some(t) = btf.get(id) else { return 0 };
        // What contains itself gets no further.
        self.note(id, 0);
        let align = match t.kind() {
            Kind::Int | Kind::Enum | Kind::Enum64 | Kind::Float => t.size_or_type().min(btf.pointer_size()),
            Kind::Ptr => btf.pointer_size(),
            Kind::Typedef | Kind::Volatile | Kind::Const | Kind::Restrict | Kind::TypeTag => {
                self.find(btf, TypeId(t.size_or_type()), depth + 1)
            }
            Kind::Array => t.array().map_or(0, |a| self.find(btf, a.element, depth + 1)),
            Kind::Struct | Kind::Union => self.composite(btf, &t, depth),
            _ => 0,
        };
        self.note(id, align);
        align
    }

    fn note(&mut self, id: TypeId, align: u32) {
        if let Some(known) = self.known.get_mut(id.0 as usize) {
            *known = align.min(u32::from(UNKNOWN) - 1) as u8;
        }
    }

    fn composite(&mut self, btf: &Btf, t: &Type<'_>, depth: u32) -> u32 {
        let mut most = 1;
        for m in t.members() {
            let align = self.find(btf, m.type_id, depth + 1);
            if align == 0 {
                return 0;
            }
            most = most.max(align);
            if m.bitfield_size() == 0 && !m.bit_offset().is_multiple_of(8 * align) {
                return 1;
            }
        }
        if t.size_or_type().is_multiple_of(most) { most } else { 1 }
    }

    /// Whether a struct's layout shows that it is packed: a member that is no bitfield lies off its alignment, or the size is no
    /// multiple of the largest alignment.
    pub(crate) fn is_packed(&mut self, btf: &Btf, t: &Type<'_>) -> bool {
        let mut most = 1;
        for m in t.members() {
            let align = self.of(btf, m.type_id);
            if align != 0 && m.bitfield_size() == 0 && !m.bit_offset().is_multiple_of(8 * align) {
                return true;
            }
            most = most.max(align);
        }
        !t.size_or_type().is_multiple_of(most)
    }
}
