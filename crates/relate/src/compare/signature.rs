//! Hashes that are equal for equal structure: one kind for references to a type, one for a type's content.

use btf::Kind::*;
use btf::{Btf, Kind, Linkage, Type, TypeId};

/// The most levels of anonymous types and chains; everything deeper counts as equal.
const MAX_DEPTH: u32 = 96;
/// How many bytes of a name count. This limit keeps the work linear in a blob in which long names overlap.
const LONGEST: u32 = 512;

/// Combines numbers and bytes into one number (as FNV-1a, but over words of 8 bytes, each mixed in by a multiplication
/// and a shift).
#[derive(Clone, Copy)]
pub(crate) struct Hash(u64);

impl Hash {
    pub(crate) fn new(seed: u64) -> Hash {
        Hash(0xcbf2_9ce4_8422_2325).with(seed)
    }

    pub(crate) fn with(self, word: u64) -> Hash {
        let mixed = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Hash(mixed ^ mixed >> 29)
    }

    pub(crate) fn name(self, btf: &Btf, name: btf::StringOffset) -> Hash {
        self.bytes(if name.0 == 0 { &[][..] } else { btf.string_bytes(name).unwrap_or_default() })
    }

    /// As [`Self::name`], for a name that is not in a BTF's strings.
    pub(crate) fn bytes(self, bytes: &[u8]) -> Hash {
        let bytes = bytes.get(..LONGEST as usize).unwrap_or(bytes);
        let mut hash = self.with(bytes.len() as u64);
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            hash = hash.with(u64::from_le_bytes(*word));
        }
        rest.iter().fold(hash, |h, &b| h.with(b.into()))
    }

    pub(crate) fn value(self) -> u64 {
        self.0 | 1
    }
}

/// Signatures of the types of one BTF, remembered by id.
pub(crate) struct Signatures<'a> {
    pub(crate) btf: &'a Btf,
    /// The hash of a reference to each type, by id; 0 if not known yet.
    references: Vec<u64>,
}

/// The keyword of a reference. A FWD has the keyword of the struct or union that it declares, an ENUM64 the keyword of
/// an ENUM.
fn keyword(t: &Type<'_>) -> u64 {
    let kind = match t.kind() {
        Fwd if t.is_union_fwd() => Kind::Union,
        Fwd => Kind::Struct,
        Enum64 => Kind::Enum,
        kind => kind,
    };
    kind.number().into()
}

impl<'a> Signatures<'a> {
    pub(crate) fn new(btf: &'a Btf) -> Signatures<'a> {
        Signatures { btf, references: vec![0; btf.type_cnt() as usize] }
    }

    /// The hash of a reference to a type: equal for types of the same name and keyword, and for anonymous types of the
    /// same structure.
    pub(crate) fn reference(&mut self, id: TypeId) -> u64 {
        self.reference_at(id, 0)
    }

    fn reference_at(&mut self, id: TypeId, depth: u32) -> u64 {
        let at = id.0 as usize;
        match self.references.get(at) {
            Some(&known) if known != 0 => return known,
            Some(_) => {}
            None => return 3,
        }
        let Some(t) = self.btf.get(id) else { return 5 };
        if depth >= MAX_DEPTH {
            return 7;
        }
        // A mark while the hash is computed: a chain of types that comes back to this mark is a circle.
        if let Some(place) = self.references.get_mut(at) {
            *place = 9;
        }
        let hash = Hash::new(keyword(&t));
        let next = |s: &mut Self, id: u32| s.reference_at(TypeId(id), depth + 1);
        let hash = match t.kind() {
            Ptr | Const | Volatile | Restrict => hash.with(next(self, t.size_or_type())),
            TypeTag => hash.name(t.btf(), t.name_offset()).with(next(self, t.size_or_type())),
            Array => {
                let (element, count) = t.array().map_or((0, 0), |a| (a.element.0, a.nelems));
                hash.with(next(self, element)).with(count.into())
            }
            FuncProto => {
                let mut hash = hash.with(next(self, t.size_or_type()));
                for p in t.params() {
                    hash = hash.with(if p.is_variadic() { 11 } else { next(self, p.type_id.0) });
                }
                hash
            }
            Struct | Union | Enum | Enum64 if t.is_anonymous() => hash.with(self.body_at(&t, depth + 1)),
            Int => {
                // An integer with fewer bits than its size is an old-style bitfield, so where its bits are counts, too.
                let odd = t.int().filter(|i| !i.is_regular()).map_or(0, |i| u64::from(i.raw & 0xffffff));
                hash.name(t.btf(), t.name_offset()).with(odd)
            }
            Struct | Union | Enum | Fwd | Typedef | Func | Var | DataSec | Float | DeclTag | Enum64 | LocParam
            | LocProto | LocSec | Unknown(_) => hash.name(t.btf(), t.name_offset()),
        };
        let value = hash.value();
        if let Some(place) = self.references.get_mut(at) {
            *place = value;
        }
        value
    }

    /// The hash of a type's content, without its name. For a struct, union or enum: its size and its items. For an
    /// integer or a float: its size and encoding. For a function: its linkage, its prototype and the parameters' names.
    /// For a variable: its linkage and its type. For another kind: the type that the record refers to.
    pub(crate) fn body(&mut self, t: &Type<'_>) -> u64 {
        self.body_at(t, 0)
    }

    fn body_at(&mut self, t: &Type<'_>, depth: u32) -> u64 {
        let mut hash = Hash::new(u64::from(t.kind().number()) << 8);
        match t.kind() {
            Struct | Union => {
                hash = hash.with(t.size_or_type().into());
                for m in t.members() {
                    let bits = m.bits();
                    hash = hash.name(t.btf(), m.name_offset).with(self.reference_at(m.type_id, depth + 1));
                    hash = hash.with(bits.offset.into()).with(bits.bitfield.map_or(0, |b| u64::from(b) + 1));
                }
            }
            Enum | Enum64 => {
                hash = Hash::new(1).with(t.size_or_type().into());
                for e in t.enumerators() {
                    hash = hash.name(t.btf(), e.name_offset).with(e.value() as u64);
                }
            }
            Func => {
                hash = hash.with(t.vlen().into()).with(self.reference_at(TypeId(t.size_or_type()), depth + 1));
                let proto = self.btf.get(TypeId(t.size_or_type()));
                for p in proto.iter().flat_map(|p| p.params()) {
                    hash = hash.name(p.btf(), p.name_offset);
                }
            }
            Int => hash = hash.with(t.size_or_type().into()).with(t.int().map_or(0, |i| i.raw.into())),
            Float => hash = hash.with(t.size_or_type().into()),
            Var => {
                let linkage = t.linkage().map_or("", Linkage::as_str);
                hash = linkage
                    .bytes()
                    .fold(hash, |h, b| h.with(b.into()))
                    .with(self.reference_at(TypeId(t.size_or_type()), depth + 1));
            }
            Ptr | Array | Fwd | Typedef | Volatile | Const | Restrict | FuncProto | DataSec | DeclTag | TypeTag
            | LocParam | LocProto | LocSec | Unknown(_) => {
                hash = hash.with(self.reference_at(t.type_ref().unwrap_or_default(), depth + 1))
            }
        }
        hash.value()
    }
}
