//! Alignments, and which types must be packed.
//!
//! libbpf guesses both from the sizes (`btf__align_of`, `btf_is_struct_packed`): it aligns no scalar to more than a
//! pointer's size, and packs no unions. That suits 64-bit machines and i386. But other 32-bit machines align a 64-bit
//! integer to 8 bytes, and a packed union needs its attribute. The portable mode assumes as little as possible. A
//! struct or union is packed if a member does not lie at a multiple of the largest alignment that the member may have.
//! It is also packed if the size of the whole is not a multiple of the largest of these alignments. A gap is filled
//! with padding, unless a compiler makes the same gap even with the smallest alignment that the next member may have.

use std::collections::HashMap;

use btf::Kind::*;
use btf::{Btf, Kind, Type, TypeId};

use super::names::ById;

/// The most levels of embedded structs, counted with the typedefs, qualifiers and arrays between them; deeper types
/// have no known alignment.
const MAX_DEPTH: u32 = 64;

/// A type's alignment, in bytes; 0 when it has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Align {
    /// The smallest alignment that a compiler gives it.
    pub(crate) least: u32,
    /// The largest alignment that a compiler gives it; differs from `least` only in portable mode.
    pub(crate) most: u32,
}

/// The facts about a struct or union.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Composite {
    pub(crate) align: Align,
    /// Whether the layout shows that it is packed; for unions, set in portable mode only.
    pub(crate) packed: bool,
    /// The alignment that a union must declare to get its size (portable mode). If its members end earlier, only an
    /// alignment can explain the size: unions have no padding of their own.
    pub(crate) stated: Option<u32>,
    /// Whether it is a union whose members end so far before its end that no alignment explains its size: it had
    /// unnamed bitfields (portable mode).
    pub(crate) short: bool,
}

/// Alignments of types.
pub(crate) struct Alignments {
    portable: bool,
    known: Known,
}

/// The facts about structs and unions, computed once each. A type that is being computed has no alignment, so the
/// recursion ends at a type that contains itself.
enum Known {
    /// For a few types.
    Few(HashMap<TypeId, Composite, ById>),
    /// For a whole file. The first list has for each type id the index of its facts in the second list, plus one; 0 if
    /// there are none. Only one type in ten is a struct or union, so a list of facts by id would be mostly empty.
    All(Vec<u32>, Vec<Composite>),
}

impl Known {
    fn get(&self, id: TypeId) -> Option<Composite> {
        match self {
            Known::Few(known) => known.get(&id).copied(),
            Known::All(places, list) => list.get(places.get(id.0 as usize)?.checked_sub(1)? as usize).copied(),
        }
    }

    fn set(&mut self, id: TypeId, composite: Composite) {
        match self {
            Known::Few(known) => {
                known.insert(id, composite);
            }
            Known::All(places, list) => {
                let Some(place) = places.get_mut(id.0 as usize) else { return };
                match place.checked_sub(1).and_then(|place| list.get_mut(place as usize)) {
                    Some(known) => *known = composite,
                    None => {
                        list.push(composite);
                        // The list has at most one entry for each id, so its length fits into 32 bits.
                        *place = list.len() as u32;
                    }
                }
            }
        }
    }
}

impl Alignments {
    /// For a few types.
    pub(crate) fn few(portable: bool) -> Alignments {
        Alignments { portable, known: Known::Few(HashMap::default()) }
    }

    /// For a whole file.
    pub(crate) fn all(btf: &Btf, portable: bool) -> Alignments {
        Alignments { portable, known: Known::All(vec![0; btf.type_cnt() as usize], Vec::new()) }
    }

    /// Computes all structs and unions at once.
    pub(crate) fn fill(&mut self, btf: &Btf) {
        btf.all_types().filter(|t| t.kind().is_composite()).for_each(|t| {
            self.look(btf, &t, 0);
        });
    }

    /// A type's alignment.
    pub(crate) fn of(&mut self, btf: &Btf, id: TypeId) -> Align {
        self.find(btf, id, 0)
    }

    /// The facts about a struct or union.
    pub(crate) fn composite(&mut self, btf: &Btf, t: &Type<'_>) -> Composite {
        self.look(btf, t, 0)
    }

    fn find(&mut self, btf: &Btf, id: TypeId, depth: u32) -> Align {
        let Some(t) = btf.get(id).filter(|_| depth < MAX_DEPTH) else { return Align::default() };
        match t.kind() {
            Int | Enum | Enum64 | Float => {
                let least = t.size_or_type().min(btf.pointer_size());
                Align { least, most: if self.portable { own_size(t.size_or_type()) } else { least } }
            }
            Ptr => Align { least: btf.pointer_size(), most: btf.pointer_size() },
            Typedef | Volatile | Const | Restrict | TypeTag => self.find(btf, TypeId(t.size_or_type()), depth + 1),
            Array => t.array().map_or(Align::default(), |a| self.find(btf, a.element, depth + 1)),
            Struct | Union => self.look(btf, &t, depth).align,
            Fwd | Func | FuncProto | Var | DataSec | DeclTag | LocParam | LocProto | LocSec | Unknown(_) => {
                Align::default()
            }
        }
    }

    fn look(&mut self, btf: &Btf, t: &Type<'_>, depth: u32) -> Composite {
        if let Some(known) = self.known.get(t.id()) {
            return known;
        }
        self.known.set(t.id(), Composite::default());
        let composite = self.look_inside(btf, t, depth);
        self.known.set(t.id(), composite);
        composite
    }

    fn look_inside(&mut self, btf: &Btf, t: &Type<'_>, depth: u32) -> Composite {
        const PACKED: Align = Align { least: 1, most: 1 };
        let mut align = PACKED;
        // libbpf takes the alignment from the first member that is misaligned or has no alignment, but looks at all
        // members for packing.
        let mut early = None;
        let mut off = false;
        for m in t.members() {
            let member = self.find(btf, m.type_id, depth + 1);
            align.least = align.least.max(member.least);
            align.most = align.most.max(member.most);
            let this_off = self.is_off(btf, &m, member);
            off |= this_off;
            if member.least == 0 && !self.portable {
                early = early.or(Some(Align::default()));
            } else if this_off {
                early = early.or(Some(PACKED));
            }
        }
        let odd = !t.size_or_type().is_multiple_of(align.most);
        let packed = off || odd;
        if !self.portable {
            let align = early.unwrap_or(if odd { PACKED } else { align });
            return Composite { align, packed: packed && t.kind() == Kind::Struct, stated: None, short: false };
        }
        // The attribute `packed` makes the alignment of the members 1; a declared alignment counts even then.
        let own = if packed { PACKED } else { align };
        let (stated, short) = match union_size(btf, t, own) {
            UnionSize::Right => (None, false),
            UnionSize::By(align) => (Some(align), false),
            UnionSize::Short => (None, true),
        };
        let at_least = stated.unwrap_or(1);
        let align = Align { least: own.least.max(at_least), most: own.most.max(at_least) };
        Composite { align, packed, stated, short }
    }

    /// Whether a member lies where only a packed struct can have it.
    fn is_off(&self, btf: &Btf, m: &btf::Member<'_>, align: Align) -> bool {
        if !self.portable {
            return align.least != 0
                && m.bitfield_size() == 0
                && !m.bit_offset().is_multiple_of(align.least.saturating_mul(8));
        }
        let bits = m.bits();
        match bits.bitfield {
            None => align.most != 0 && !bits.offset.is_multiple_of(align.most.saturating_mul(8)),
            // A bitfield of a struct that is not packed lies within one storage unit of its declared type.
            Some(width) => {
                let unit = u64::from(btf.size_of(m.type_id).unwrap_or(0)) * 8;
                let (start, end) = (u64::from(bits.offset), u64::from(bits.offset) + u64::from(width));
                unit != 0 && width > 0 && start / unit != (end - 1) / unit
            }
        }
    }
}

/// The attribute that a union needs to have its size in C.
enum UnionSize {
    /// No attribute is needed: the union's members and their alignment give its size. Always used for structs, whose
    /// gaps are filled.
    Right,
    /// The union must declare this alignment.
    By(u32),
    /// No attribute can give the size: the members end before the size, and no alignment reaches it.
    Short,
}

/// The attribute that a union needs when its members and `packed` give it the alignment `align`.
fn union_size(btf: &Btf, t: &Type<'_>, align: Align) -> UnionSize {
    let size = t.size_or_type();
    if t.kind() != Kind::Union || size == 0 {
        return UnionSize::Right;
    }
    let ends = t.members().map(|m| match m.bits().bitfield {
        Some(width) => width.div_ceil(8),
        None => btf.size_of(m.type_id).unwrap_or(0),
    });
    let end = u64::from(ends.max().unwrap_or(0));
    let stated = 1 << size.trailing_zeros();
    let reached = |align: u32| end.next_multiple_of(align.into()) == u64::from(size);
    match () {
        () if reached(align.least) => UnionSize::Right,
        () if reached(stated) => UnionSize::By(stated),
        () if end < u64::from(size) => UnionSize::Short,
        () => UnionSize::Right,
    }
}

/// The alignment that follows from a scalar's size: the largest power of two that divides it, at most 16 (4 for a float
/// of 12 bytes).
fn own_size(size: u32) -> u32 {
    if size == 0 { 0 } else { (1 << size.trailing_zeros()).min(16) }
}
