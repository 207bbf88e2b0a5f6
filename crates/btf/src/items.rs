//! The items behind a record's head: members, enumerators, parameters, variables.

use crate::blob::Btf;
use crate::ids::{BlobRange, MemberIndex, StringOffset, TypeId};
use crate::parts::split_offset;

/// A member of a struct or union.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Member<'a> {
    pub(crate) btf: &'a Btf,
    /// Its index, from 0.
    pub index: MemberIndex,
    /// The name's offset in the strings.
    pub name_offset: StringOffset,
    /// The member's type.
    pub type_id: TypeId,
    /// The offset word as it stands in the file.
    pub raw_offset: u32,
    /// Whether the type's kind_flag is set: then the offset word's top byte is a bitfield size.
    pub kind_flag: bool,
    /// Its 12 bytes in the blob.
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

    /// The offset in bits from the start of the struct, as the offset word has it: the whole word, or with kind_flag
    /// its low 24 bits. The INT of an old-style bitfield may have an offset of its own, which [`Member::bits`] adds.
    pub fn bit_offset(&self) -> u32 {
        split_offset(self.raw_offset, self.kind_flag).0
    }

    /// The bitfield size in bits: with kind_flag, the offset word's top byte. 0 for a plain member, and without
    /// kind_flag.
    pub fn bitfield_size(&self) -> u32 {
        split_offset(self.raw_offset, self.kind_flag).1
    }
}

/// An enumerator of an ENUM or ENUM64.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Enumerator<'a> {
    pub(crate) btf: &'a Btf,
    /// Its index, from 0.
    pub index: MemberIndex,
    /// The name's offset in the strings.
    pub name_offset: StringOffset,
    /// The value's bits: 32 of an ENUM, not extended; 64 of an ENUM64.
    pub raw: u64,
    /// Whether the enum's kind_flag says that values are signed.
    pub signed: bool,
    /// Whether it is an enumerator of an ENUM64.
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
    pub(crate) btf: &'a Btf,
    /// Its index, from 0.
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

    /// The name; empty if the prototype does not name this parameter.
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
    pub(crate) btf: &'a Btf,
    /// Its index, from 0.
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
