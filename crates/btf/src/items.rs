//! What follows a record: members, enumerators, parameters, variables.

use crate::bitfield::split_offset;
use crate::blob::Btf;
use crate::bytes::Endian;
use crate::ids::{BlobRange, MemberIndex, StringOffset, TypeId};

/// The encoding of an INT (btf.rst, "BTF_KIND_INT").
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Int {
    /// The word as it stands.
    pub raw: u32,
    /// Size in bytes.
    pub size: u32,
    /// Bits 24 to 27: 1 signed, 2 char, 4 bool.
    pub encoding: u8,
    /// Where the value starts within the int, in bits; not 0 only in old-style bitfields.
    pub offset: u8,
    /// Bits of the value.
    pub bits: u8,
}

impl Int {
    pub(crate) fn new(raw: u32, size: u32) -> Int {
        Int { raw, size, encoding: (raw >> 24 & 0xf) as u8, offset: (raw >> 16 & 0xff) as u8, bits: (raw & 0xff) as u8 }
    }

    /// Encoding bit 0.
    pub fn is_signed(&self) -> bool {
        self.encoding & 1 != 0
    }

    /// Encoding bit 1.
    pub fn is_char(&self) -> bool {
        self.encoding & 2 != 0
    }

    /// Encoding bit 2.
    pub fn is_bool(&self) -> bool {
        self.encoding & 4 != 0
    }

    /// Whether the value fills the whole int: no old-style bitfield.
    pub fn is_regular(&self) -> bool {
        self.offset == 0 && u64::from(self.bits) == u64::from(self.size) * 8
    }
}

/// An array's parts (btf.rst, "BTF_KIND_ARRAY").
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Array {
    /// The element's type.
    pub element: TypeId,
    /// What indexes it.
    pub index: TypeId,
    /// How many elements; 0 for a flexible array too.
    pub nelems: u32,
}

/// How far a function's or variable's name is known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Linkage {
    /// 0.
    Static,
    /// 1.
    Global,
    /// 2.
    Extern,
    /// Any other number.
    Unknown(u32),
}

impl Linkage {
    /// The linkage of a number.
    pub fn from_number(n: u32) -> Linkage {
        match n {
            0 => Linkage::Static,
            1 => Linkage::Global,
            2 => Linkage::Extern,
            n => Linkage::Unknown(n),
        }
    }

    /// The number.
    pub fn number(self) -> u32 {
        match self {
            Linkage::Static => 0,
            Linkage::Global => 1,
            Linkage::Extern => 2,
            Linkage::Unknown(n) => n,
        }
    }

    /// `"static"`, `"global"`, `"extern"` or `"unknown"`.
    pub fn as_str(self) -> &'static str {
        match self {
            Linkage::Static => "static",
            Linkage::Global => "global",
            Linkage::Extern => "extern",
            Linkage::Unknown(_) => "unknown",
        }
    }
}

/// A member of a struct or union.
#[derive(Clone, Copy, Debug)]
pub struct Member<'a> {
    btf: &'a Btf,
    /// Its place, from 0.
    pub index: MemberIndex,
    /// The name's offset in the strings.
    pub name_offset: StringOffset,
    /// The member's type.
    pub type_id: TypeId,
    /// The offset word as it stands.
    pub raw_offset: u32,
    /// Whether the type's kind_flag is set: then the offset word's top byte is a bitfield size.
    pub kind_flag: bool,
    /// Its 12 bytes.
    pub range: BlobRange,
}

impl<'a> Member<'a> {
    /// The blob that holds it.
    pub fn btf(&self) -> &'a Btf {
        self.btf
    }

    /// The name; empty for an anonymous member.
    pub fn name(&self) -> &'a str {
        self.btf.string(self.name_offset).unwrap_or_default()
    }

    /// The bit offset in the record: all of the word, or its low 24 bits with kind_flag. An old-style bitfield adds its
    /// INT's offset to this: see [`crate::MemberBits`].
    pub fn bit_offset(&self) -> u32 {
        split_offset(self.raw_offset, self.kind_flag).0
    }

    /// The bitfield size in bits in the offset word (kind_flag only); 0 for a plain member.
    pub fn bitfield_size(&self) -> u32 {
        split_offset(self.raw_offset, self.kind_flag).1
    }
}

/// An enumerator of an ENUM or ENUM64.
#[derive(Clone, Copy, Debug)]
pub struct Enumerator<'a> {
    btf: &'a Btf,
    /// Its place, from 0.
    pub index: MemberIndex,
    /// The name's offset in the strings.
    pub name_offset: StringOffset,
    /// The value's bits: 32 of an ENUM, not extended; 64 of an ENUM64.
    pub raw: u64,
    /// Whether the enum's kind_flag says that values are signed.
    pub signed: bool,
    /// Of an ENUM64.
    pub wide: bool,
    /// Its bytes: 8, or 12 in an ENUM64.
    pub range: BlobRange,
}

impl<'a> Enumerator<'a> {
    /// The blob that holds it.
    pub fn btf(&self) -> &'a Btf {
        self.btf
    }

    /// The name.
    pub fn name(&self) -> &'a str {
        self.btf.string(self.name_offset).unwrap_or_default()
    }

    /// The value, read as the enum's kind_flag says.
    pub fn value(&self) -> i128 {
        match (self.wide, self.signed) {
            (false, false) => i128::from(self.raw as u32),
            (false, true) => i128::from(self.raw as u32 as i32),
            (true, false) => i128::from(self.raw),
            (true, true) => i128::from(self.raw as i64),
        }
    }
}

/// A parameter of a prototype.
#[derive(Clone, Copy, Debug)]
pub struct Param<'a> {
    btf: &'a Btf,
    /// Its place, from 0.
    pub index: MemberIndex,
    /// The name's offset in the strings.
    pub name_offset: StringOffset,
    /// Its type.
    pub type_id: TypeId,
    /// Its 8 bytes.
    pub range: BlobRange,
}

impl<'a> Param<'a> {
    /// The blob that holds it.
    pub fn btf(&self) -> &'a Btf {
        self.btf
    }

    /// The name; empty when the prototype has none.
    pub fn name(&self) -> &'a str {
        self.btf.string(self.name_offset).unwrap_or_default()
    }

    /// Whether it stands for `...`: no name and no type.
    pub fn is_variadic(&self) -> bool {
        self.name_offset.0 == 0 && self.type_id.is_void()
    }
}

/// A variable in a section (btf.rst, "BTF_KIND_DATASEC").
#[derive(Clone, Copy, Debug)]
pub struct SecVar<'a> {
    btf: &'a Btf,
    /// Its place, from 0.
    pub index: MemberIndex,
    /// A VAR (or a FUNC, for extern functions).
    pub type_id: TypeId,
    /// Where it lies in the section, in bytes; 0 in an object that was not linked.
    pub offset: u32,
    /// Its size in bytes.
    pub size: u32,
    /// Its 12 bytes in the blob.
    pub range: BlobRange,
}

impl<'a> SecVar<'a> {
    /// The blob that holds it.
    pub fn btf(&self) -> &'a Btf {
        self.btf
    }
}

macro_rules! item_iter {
    ($(#[$doc:meta])* $name:ident { $($field:ident : $ty:ty),* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $name<'a> {
            pub(crate) btf: &'a Btf,
            pub(crate) bytes: &'a [u8],
            pub(crate) at: u32,
            pub(crate) index: u32,
            $(pub(crate) $field: $ty,)*
        }

        impl<'a> $name<'a> {
            /// The next N words, their bytes, and the item's place.
            fn take<const N: usize>(&mut self) -> Option<([u32; N], BlobRange, MemberIndex)> {
                let size = N * 4;
                let (item, rest) = self.bytes.split_at_checked(size)?;
                let endian = self.btf.endian();
                let mut words = [0; N];
                for (word, chunk) in words.iter_mut().zip(item.as_chunks::<4>().0) {
                    *word = endian.u32(*chunk);
                }
                let range = BlobRange::at(self.at, size as u32);
                let index = MemberIndex(self.index);
                self.bytes = rest;
                self.at = range.end;
                self.index += 1;
                Some((words, range, index))
            }

            /// Goes on at item `index` without reading those before it.
            pub fn from_index(mut self, index: u32) -> Self {
                let size = self.item_size();
                let skip = (u64::from(index.saturating_sub(self.index)) * size as u64).min(self.bytes.len() as u64) as usize;
                self.bytes = &self.bytes[skip..];
                self.at = self.at.saturating_add(skip as u32);
                self.index = index.max(self.index);
                self
            }
        }

        impl ExactSizeIterator for $name<'_> {}
    };
}

item_iter! {
    /// The members of a struct or union, in file order.
    Members { flag: bool }
}

item_iter! {
    /// The enumerators of an enum, in file order.
    Enumerators { signed: bool, wide: bool }
}

item_iter! {
    /// The parameters of a prototype, in order.
    Params {}
}

item_iter! {
    /// The variables of a section, in file order.
    SecVars {}
}

impl Members<'_> {
    fn item_size(&self) -> usize {
        12
    }
}

impl<'a> Iterator for Members<'a> {
    type Item = Member<'a>;

    fn next(&mut self) -> Option<Member<'a>> {
        let ([name, type_id, raw_offset], range, index) = self.take::<3>()?;
        Some(Member {
            btf: self.btf,
            index,
            name_offset: StringOffset(name),
            type_id: TypeId(type_id),
            raw_offset,
            kind_flag: self.flag,
            range,
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.bytes.len() / self.item_size();
        (n, Some(n))
    }
}

impl Enumerators<'_> {
    fn item_size(&self) -> usize {
        if self.wide { 12 } else { 8 }
    }
}

impl<'a> Iterator for Enumerators<'a> {
    type Item = Enumerator<'a>;

    fn next(&mut self) -> Option<Enumerator<'a>> {
        let (name, raw, range, index) = if self.wide {
            let ([name, lo, hi], range, index) = self.take::<3>()?;
            (name, u64::from(hi) << 32 | u64::from(lo), range, index)
        } else {
            let ([name, value], range, index) = self.take::<2>()?;
            (name, u64::from(value), range, index)
        };
        Some(Enumerator {
            btf: self.btf,
            index,
            name_offset: StringOffset(name),
            raw,
            signed: self.signed,
            wide: self.wide,
            range,
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.bytes.len() / self.item_size();
        (n, Some(n))
    }
}

impl Params<'_> {
    fn item_size(&self) -> usize {
        8
    }
}

impl<'a> Iterator for Params<'a> {
    type Item = Param<'a>;

    fn next(&mut self) -> Option<Param<'a>> {
        let ([name, type_id], range, index) = self.take::<2>()?;
        Some(Param { btf: self.btf, index, name_offset: StringOffset(name), type_id: TypeId(type_id), range })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.bytes.len() / self.item_size();
        (n, Some(n))
    }
}

impl SecVars<'_> {
    fn item_size(&self) -> usize {
        12
    }
}

impl<'a> Iterator for SecVars<'a> {
    type Item = SecVar<'a>;

    fn next(&mut self) -> Option<SecVar<'a>> {
        let ([type_id, offset, size], range, index) = self.take::<3>()?;
        Some(SecVar { btf: self.btf, index, type_id: TypeId(type_id), offset, size, range })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.bytes.len() / self.item_size();
        (n, Some(n))
    }
}

/// The items of a record as plain words.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    pub(crate) endian: Endian,
    pub(crate) bytes: &'a [u8],
}

impl Iterator for Words<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let (word, rest) = self.bytes.split_first_chunk::<4>()?;
        self.bytes = rest;
        Some(self.endian.u32(*word))
    }
}
