//! [`Value`]: the value of an attribute, independent of its form.
//!
//! Numbers of the forms sdata and implicit_const are signed, others are not.

use gimli::{AttributeValue, DwAt, EndianSlice, Reader, RunTimeEndian};

use crate::files::Sections;
use crate::strings::Strings;

/// `DW_AT_GNU_annotation`, of GCC 16.
pub(crate) const GNU_ANNOTATION: DwAt = DwAt(0x2139);

/// The value of an attribute.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Value {
    Unsigned(u64),
    Signed(i64),
    /// A string, by its number in [`Strings`].
    Text(u32),
    Flag(bool),
    Address(u64),
    /// An entry of the same unit, by offset in it.
    Local(u32),
    /// An entry of `.debug_info` of the same file, by its offset there.
    Info(u64),
    /// As [`Value::Info`], in the supplementary file.
    Supplement(u64),
    /// The type of a type unit, by signature.
    Signature(u64),
    /// Bytes of the unit: a block or an expression.
    Block(u32, u32),
    /// A location list, by offset in its section.
    List(u64),
}

impl Value {
    /// The value as a number, negative only in a signed form; none if it is not a number.
    pub(crate) fn number(self) -> Option<i128> {
        match self {
            Value::Unsigned(value) => Some(value.into()),
            Value::Signed(value) => Some(value.into()),
            _ => None,
        }
    }
}

/// The data needed to interpret forms: the sections, and the unit's bases in them.
pub(crate) struct Forms<'s> {
    pub(crate) sections: &'s Sections,
    /// The sections of the supplementary file.
    pub(crate) supplement: Option<&'s Sections>,
    /// The table of addresses by index: for units of .dwo files, that of the main file.
    pub(crate) addresses: &'s [u8],
    pub(crate) encoding: gimli::Encoding,
    pub(crate) address_base: u64,
    pub(crate) string_base: u64,
    pub(crate) list_base: u64,
    /// Whether the offsets of location lists count from `list_base` (.dwo and .dwp files up to DWARF 4).
    pub(crate) lists_move: bool,
}

type Slice<'b> = EndianSlice<'b, RunTimeEndian>;

impl Forms<'_> {
    /// The value of an attribute; none if it does not matter here.
    pub(crate) fn value(
        &self,
        name: DwAt,
        raw: &AttributeValue<Slice<'_>>,
        unit: &Slice<'_>,
        strings: &mut Strings,
    ) -> Option<Value> {
        use AttributeValue as V;
        Some(match *raw {
            V::Addr(address) => Value::Address(address),
            V::DebugAddrIndex(index) => Value::Address(self.address(index.0 as u64)?),
            V::Block(bytes) => block(&bytes, unit),
            V::Exprloc(expression) => block(&expression.0, unit),
            V::Data1(value) => Value::Unsigned(value.into()),
            V::Data2(value) => Value::Unsigned(value.into()),
            V::Data4(value) => Value::Unsigned(value.into()),
            V::Data8(value) => Value::Unsigned(value),
            V::Udata(value) => Value::Unsigned(value),
            V::Sdata(value) => Value::Signed(value),
            V::Flag(flag) => Value::Flag(flag),
            V::SecOffset(at) if name == gimli::DW_AT_location => {
                Value::List((at as u64).checked_add(if self.lists_move { self.list_base } else { 0 })?)
            }
            // gimli reports a data4 or data8 of DWARF 2 and 3 as an offset.
            V::SecOffset(at) => Value::Unsigned(at as u64),
            V::DebugLocListsIndex(index) => Value::List(self.list(index.0 as u64)?),
            V::UnitRef(at) => Value::Local(u32::try_from(at.0).ok()?),
            V::DebugInfoRef(at) => Value::Info(at.0 as u64),
            V::DebugInfoRefSup(at) => Value::Supplement(at.0 as u64),
            V::DebugTypesRef(signature) => Value::Signature(signature.0),
            V::String(text) => Value::Text(strings.intern(text.slice())),
            V::DebugStrRef(at) => text(self.sections, 0, at.0 as u64, strings)?,
            V::DebugLineStrRef(at) => text(self.sections, 1, at.0 as u64, strings)?,
            V::DebugStrRefSup(at) => text(self.supplement?, 0, at.0 as u64, strings)?,
            V::DebugStrOffsetsIndex(index) => {
                let at = self.offset(&self.sections.string_offsets, self.string_base, index.0 as u64)?;
                text(self.sections, 0, at, strings)?
            }
            _ => return None,
        })
    }

    /// The offset with an index in a table that begins at `base`; it has 4 or 8 bytes, as the unit's format says.
    fn offset(&self, table: &[u8], base: u64, index: u64) -> Option<u64> {
        let at = index.checked_mul(self.encoding.format.word_size().into())?.checked_add(base)?;
        let rest = table.get(usize::try_from(at).ok()?..)?;
        let mut rest = EndianSlice::new(rest, self.sections.endian);
        rest.read_offset(self.encoding.format).ok().map(|at| at as u64)
    }

    /// The location list with an index: offsets count from the base.
    fn list(&self, index: u64) -> Option<u64> {
        self.offset(&self.sections.loclists, self.list_base, index)?.checked_add(self.list_base)
    }

    /// The address with an index in `.debug_addr`.
    pub(crate) fn address(&self, index: u64) -> Option<u64> {
        let size = self.encoding.address_size;
        let at = index.checked_mul(size.into())?.checked_add(self.address_base)?;
        let rest = self.addresses.get(usize::try_from(at).ok()?..)?;
        EndianSlice::new(rest, self.sections.endian).read_address(size).ok()
    }
}

fn block(bytes: &Slice<'_>, unit: &Slice<'_>) -> Value {
    Value::Block(bytes.offset_from(*unit) as u32, bytes.len() as u32)
}

/// The string at an offset of `.debug_str` (0) or `.debug_line_str` (1).
fn text(sections: &Sections, which: u64, at: u64, strings: &mut Strings) -> Option<Value> {
    let section = if which == 0 { &sections.strings } else { &sections.line_strings };
    strings.intern_at(sections.file << 1 | which, section, at).map(Value::Text)
}
