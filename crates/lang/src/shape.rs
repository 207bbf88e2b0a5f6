//! A struct or union in a language without bitfields: fields, padding bytes, bytes that bitfields share. All places
//! come from `layout`.

use btf::{Btf, Endian, Kind, MAX_RESOLVE_STEPS, MemberIndex, TypeId};
use layout::{Layout, Layouts, LoadUnit, MemberError, MemberLayout};

use crate::scalar::{Scalar, scalar};

/// A struct or union to declare.
#[derive(Debug)]
pub(crate) struct Shape {
    /// Its size in bytes.
    pub(crate) size: u32,
    /// The alignment of the declared type in bytes: a power of two.
    pub(crate) align: u32,
    /// The alignment that the fields give, in bytes. If it is larger than `align`, the type is packed; if smaller, the
    /// alignment must be raised.
    pub(crate) natural: u32,
    /// For a struct, in order of the offsets, without gaps; for a union all at 0.
    pub(crate) parts: Vec<Part>,
    /// Members that cannot be among the parts.
    pub(crate) left_out: Vec<LeftOut>,
    /// An alignment in bytes, beyond `align`, that the padding suggests.
    pub(crate) hint: Option<u32>,
}

impl Shape {
    /// Whether fields are closer than their own alignment allows.
    pub(crate) fn is_packed(&self) -> bool {
        self.natural > self.align
    }
}

/// A piece of a struct or union.
#[derive(Debug)]
pub(crate) enum Part {
    Field(Field),
    /// Bytes without a member.
    Pad {
        offset: u32,
        bytes: u32,
    },
    Bits(Bits),
}

/// A member that the language can have as a field.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) member: MemberIndex,
    pub(crate) type_id: TypeId,
    /// Bytes, from the start.
    pub(crate) offset: u32,
    /// Bytes.
    pub(crate) size: u32,
    /// The alignment of its declared type, in bytes.
    pub(crate) align: u32,
    /// Whether it is an array without a length, at the end.
    pub(crate) flexible: bool,
}

/// Bytes that bitfields share.
#[derive(Debug)]
pub(crate) struct Bits {
    /// Bytes, from the start.
    pub(crate) offset: u32,
    pub(crate) bytes: u32,
    pub(crate) fields: Vec<BitField>,
}

/// How to read a bitfield: `bytes` bytes from `first` on are one number in the BTF's byte order, in a word of `word`
/// bits. The word is shifted left by `lshift`, then right by `rshift`, arithmetically when `signed`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BitField {
    pub(crate) member: MemberIndex,
    pub(crate) type_id: TypeId,
    /// The first byte to read, counted from the first of the shared bytes.
    pub(crate) first: u32,
    pub(crate) bytes: u32,
    pub(crate) bits: u32,
    /// 64 or 128.
    pub(crate) word: u32,
    pub(crate) lshift: u32,
    pub(crate) rshift: u32,
    pub(crate) signed: bool,
}

impl BitField {
    /// The number type of its value: the declared type's, if this has at most `most` bytes and room for the field; or
    /// else a number of `most` bytes.
    pub(crate) fn number(&self, btf: &Btf, most: u32) -> Scalar {
        let declared = scalar(btf, self.type_id).filter(|s| !s.float && s.size <= most && s.size * 8 >= self.bits);
        declared.unwrap_or(Scalar { size: most, signed: self.signed, float: false })
    }

    /// The enum type of its value, if the enum and `number` have the same size.
    pub(crate) fn enumeration(&self, btf: &Btf, number: Scalar) -> Option<TypeId> {
        let t = btf.resolved(self.type_id)?;
        (t.kind().is_any_enum() && t.size_or_type() == number.size).then_some(t.id())
    }

    /// The distance of the field from the word's least significant bit.
    pub(crate) fn up(&self) -> u32 {
        self.rshift - self.lshift
    }

    /// Its bits, in their place in the word.
    pub(crate) fn mask(&self) -> u128 {
        (u128::MAX >> (128 - self.bits)) << self.up()
    }

    /// The bytes of the word, counted from its first byte in memory, that come from the struct. The other bytes are 0.
    pub(crate) fn place(&self, endian: Endian) -> std::ops::Range<u32> {
        match endian {
            Endian::Little => 0..self.bytes,
            Endian::Big => self.word / 8 - self.bytes..self.word / 8,
        }
    }
}

/// A member without a field.
#[derive(Debug)]
pub(crate) struct LeftOut {
    pub(crate) member: MemberIndex,
    pub(crate) why: String,
}

/// Uses `layout`, and keeps its results.
pub(crate) struct Shapes<'a> {
    btf: &'a Btf,
    layouts: Layouts<'a>,
}

impl<'a> Shapes<'a> {
    pub(crate) fn new(btf: &'a Btf) -> Self {
        Shapes { btf, layouts: Layouts::new(btf, layout::Options::default()) }
    }

    /// The shape of a STRUCT or UNION; none for one that contains itself.
    pub(crate) fn shape(&mut self, id: TypeId) -> Option<Shape> {
        let layout = self.layouts.layout(id).ok()?;
        let mut b = Build { btf: self.btf, layout: &layout, at: 0, parts: Vec::new(), left_out: Vec::new() };
        match layout.kind {
            Kind::Union => b.union(),
            _ => b.structure(),
        }
        let natural = b.parts.iter().map(|p| if let Part::Field(f) = p { f.align } else { 1 }).max().unwrap_or(1);
        let align = declared_align(layout.align);
        let hint = layout.figures.aligned.filter(|&hint| hint > align && layout.size.is_multiple_of(hint));
        Some(Shape { size: layout.size, align, natural, parts: b.parts, left_out: b.left_out, hint })
    }
}

/// Alignments that are not a power of two, as in damaged blobs, count as 1.
fn declared_align(align: u32) -> u32 {
    if align.is_power_of_two() { align } else { 1 }
}

struct Build<'a> {
    btf: &'a Btf,
    layout: &'a Layout,
    /// The end of the parts so far, in bytes.
    at: u32,
    parts: Vec<Part>,
    left_out: Vec<LeftOut>,
}

impl Build<'_> {
    fn structure(&mut self) {
        for m in self.layout.members() {
            let Some(field) = self.fit(m) else { continue };
            match field {
                Fit::Bits(offset, bits) => self.bits(offset, bits),
                Fit::Field(field) => {
                    self.pad(field.offset);
                    self.at = field.offset + field.size;
                    self.parts.push(Part::Field(field));
                }
            }
        }
        self.pad(self.layout.size);
    }

    fn union(&mut self) {
        let mut shared = Bits { offset: 0, bytes: 0, fields: Vec::new() };
        let mut longest = 0;
        for m in self.layout.members() {
            match self.fit(m) {
                Some(Fit::Bits(offset, mut bits)) => {
                    bits.first = offset;
                    shared.bytes = shared.bytes.max(offset + bits.bytes);
                    shared.fields.push(bits);
                }
                Some(Fit::Field(field)) => {
                    longest = longest.max(field.size);
                    self.parts.push(Part::Field(field));
                }
                None => {}
            }
        }
        longest = longest.max(shared.bytes);
        if !shared.fields.is_empty() {
            self.parts.push(Part::Bits(shared));
        }
        if longest < self.layout.size || self.parts.is_empty() {
            self.parts.push(Part::Pad { offset: 0, bytes: self.layout.size });
        }
    }

    /// Adds padding up to `offset`.
    fn pad(&mut self, offset: u32) {
        if offset > self.at {
            self.parts.push(Part::Pad { offset: self.at, bytes: offset - self.at });
            self.at = offset;
        }
    }

    /// Adds a bitfield at byte `offset`, together with the bitfields before it if they share bytes with it or end where
    /// it begins.
    fn bits(&mut self, offset: u32, mut bits: BitField) {
        if let Some(Part::Bits(shared)) = self.parts.last_mut()
            && offset <= self.at
        {
            bits.first = offset - shared.offset;
            self.at = self.at.max(offset + bits.bytes);
            shared.bytes = self.at - shared.offset;
            shared.fields.push(bits);
            return;
        }
        self.pad(offset);
        self.at = offset + bits.bytes;
        self.parts.push(Part::Bits(Bits { offset, bytes: bits.bytes, fields: vec![bits] }));
    }

    /// How a member can be declared; none if it cannot, and for an unnamed bitfield, which is only padding.
    fn fit(&mut self, m: &MemberLayout) -> Option<Fit> {
        match self.try_fit(m) {
            Ok(fit) => fit,
            Err(why) => {
                self.left_out.push(LeftOut { member: m.index, why });
                None
            }
        }
    }

    fn try_fit(&self, m: &MemberLayout) -> Result<Option<Fit>, String> {
        if let Some(error) = &m.error {
            let at = m.offset / 8;
            return Err(match error {
                MemberError::Size(_) => format!("at byte {at}: {error}"),
                _ => format!("at bit {}: {error}", m.offset),
            });
        }
        let offset = u32::try_from(m.offset / 8).map_err(|_| "it lies too far away".to_owned())?;
        let is_union = self.layout.kind == Kind::Union;
        if let Some(b) = &m.bitfield {
            if !self.is_named(m.index) {
                return Ok(None);
            }
            let bytes = ((m.offset % 8) as u32 + b.bits).div_ceil(8);
            let shared = matches!(self.parts.last(), Some(Part::Bits(_))) || is_union;
            if b.bits == 0 || b.bits > 128 || bytes > 16 || offset < self.at && !shared {
                return Err(format!("at bit {}: no number of 128 bits holds it", m.offset));
            }
            let unit = LoadUnit { byte_offset: offset, byte_size: bytes };
            let word = if bytes > 8 { 128 } else { 64 };
            // `layout` counts in words of 64 bits.
            let lshift = unit.lshift(m.offset as u32, b.bits, self.layout.endian).wrapping_add(word - 64);
            return Ok(Some(Fit::Bits(
                offset,
                BitField {
                    member: m.index,
                    type_id: m.type_id,
                    first: 0,
                    bytes,
                    bits: b.bits,
                    word,
                    lshift,
                    rshift: word - b.bits,
                    signed: b.signed,
                },
            )));
        }
        if !m.offset.is_multiple_of(8) || is_union && m.offset > 0 || !is_union && offset < self.at {
            return Err(format!("at bit {}: no field can lie there", m.offset));
        }
        let size = u32::try_from(m.bits / 8).map_err(|_| "it is too large".to_owned())?;
        let align = if regular(self.btf, m.type_id) { declared_align(m.align) } else { 1 };
        Ok(Some(Fit::Field(Field { member: m.index, type_id: m.type_id, offset, size, align, flexible: m.flexible })))
    }

    fn is_named(&self, index: MemberIndex) -> bool {
        let t = self.btf.get(self.layout.id);
        t.and_then(|t| t.members().from_index(index.0).next()).is_some_and(|m| m.name_offset.0 != 0)
    }
}

enum Fit {
    Field(Field),
    /// A bitfield, and the offset of its first byte in the struct or union.
    Bits(u32, BitField),
}

/// Whether the type can be declared as such, not only as bytes: numbers of the usual sizes, pointers, structs, unions,
/// and arrays of these.
pub(crate) fn regular(btf: &Btf, id: TypeId) -> bool {
    let mut at = id;
    for _ in 0..MAX_RESOLVE_STEPS {
        let Some(t) = btf.resolved(at) else { return false };
        match t.kind() {
            Kind::Array => at = t.array().map_or(TypeId::VOID, |a| a.element),
            Kind::Ptr | Kind::Struct | Kind::Union => return true,
            // `scalar` has an arm for every kind.
            _ => return scalar(btf, at).is_some(),
        }
    }
    false
}
