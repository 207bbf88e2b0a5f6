//! [`Unit`]: the place and kind of a unit, from its header alone (DWARF 5, 7.5.1).

use crate::error::Error;
use crate::files::{DebugFile, Part};
use text::counted;

/// The most bytes of a header.
const LONGEST: u64 = 48;

/// The kind of unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum UnitKind {
    /// A compilation unit, full or partial; up to DWARF 4 it may be a skeleton.
    Compile,
    /// A type unit with this signature; the type is at this offset of the unit.
    Type(u64, u64),
    /// A skeleton: the part in the main file when the types are in a .dwo file, with that file's id.
    Skeleton(u64),
    /// The part in a .dwo file, with the same id; up to DWARF 4 the id is an attribute.
    Split(Option<u64>),
}

/// The offsets of a .dwp unit's parts in other sections.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Bases {
    pub(crate) abbrev: u64,
    pub(crate) string_offsets: u64,
    pub(crate) lists: u64,
}

/// A unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unit {
    /// The index of its section.
    pub(crate) part: u32,
    /// Where it begins in its section.
    pub(crate) offset: u64,
    /// How many bytes it has, the header included.
    pub(crate) len: u64,
    pub(crate) kind: UnitKind,
    pub(crate) bases: Bases,
}

/// Finds the units of a section. If it becomes unreadable, returns the offset and the reason.
pub(crate) fn scan(
    file: &mut DebugFile<'_>,
    part: &Part,
    index: u32,
    units: &mut Vec<Unit>,
) -> Result<Option<(u64, String)>, Error> {
    let big = file.elf.endian == btf::Endian::Big;
    let mut at = 0;
    while at < part.len {
        let bytes = file.read(part, at, LONGEST)?;
        let left = part.len - at;
        let Some((len, kind)) = header(Bytes { bytes: &bytes, at: 0, big }, part.types, file.sections.split) else {
            let version = Bytes { bytes: &bytes, at: 4, big }.take(2);
            let what = match version {
                Some(version @ 2..=5) => format!("a header of version {version} that is cut off or of an unknown kind"),
                Some(version) => format!("a unit of version {version}; 2 to 5 are known"),
                None => "a header that is cut off".to_owned(),
            };
            return Ok(Some((at, what)));
        };
        if len > left {
            return Ok(Some((at, format!("a unit that says it has {} where {left} are left", counted(len, "byte")))));
        }
        units.push(Unit { part: index, offset: at, len, kind, bases: Bases::default() });
        at += len;
    }
    Ok(None)
}

/// Length with the header, and kind. None when the header is cut off, or when its version, its length or the unit's
/// kind is not known.
fn header(mut bytes: Bytes<'_>, types: bool, split: bool) -> Option<(u64, UnitKind)> {
    let (word, length, initial) = match bytes.take(4)? {
        0xffff_ffff => (8, bytes.take(8)?, 12),
        length @ 0..0xffff_fff0 => (4, length, 4),
        _ => return None,
    };
    let len = length.checked_add(initial)?;
    let kind = match bytes.take(2)? {
        5 => {
            let unit_type = bytes.take(1)?;
            bytes.take(1)?;
            bytes.take(word)?;
            match unit_type {
                1 | 3 => UnitKind::Compile,
                2 | 6 => UnitKind::Type(bytes.take(8)?, bytes.take(word)?),
                4 => UnitKind::Skeleton(bytes.take(8)?),
                5 => UnitKind::Split(Some(bytes.take(8)?)),
                _ => return None,
            }
        }
        2..=4 => {
            bytes.take(word)?;
            bytes.take(1)?;
            match (types, split) {
                (true, _) => UnitKind::Type(bytes.take(8)?, bytes.take(word)?),
                (false, true) => UnitKind::Split(None),
                (false, false) => UnitKind::Compile,
            }
        }
        _ => return None,
    };
    Some((len, kind))
}

/// Bytes read from their start on.
#[derive(Clone, Copy)]
struct Bytes<'b> {
    bytes: &'b [u8],
    at: usize,
    big: bool,
}

impl Bytes<'_> {
    fn take(&mut self, count: usize) -> Option<u64> {
        let bytes = self.bytes.get(self.at..self.at + count)?;
        self.at += count;
        let add = |sum: u64, byte: &u8| sum << 8 | u64::from(*byte);
        Some(if self.big { bytes.iter().fold(0, add) } else { bytes.iter().rev().fold(0, add) })
    }
}
