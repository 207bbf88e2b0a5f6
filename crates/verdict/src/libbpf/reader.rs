//! The checks that libbpf makes when it opens a blob (`btf__new`): far fewer than a kernel.

use btf::{BlobRange, Endian, Kind, MemberIndex, Place, TypeId};

use crate::blob::{MAX_NAME_OFFSET, RECORD, body_form};
use crate::errno::Errno;

/// Why libbpf does not open a blob.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {what} ({range})")]
pub struct Complaint {
    /// The errno: EINVAL.
    pub errno: Errno,
    /// The fault, as a sentence without its full stop.
    pub what: &'static str,
    /// The part of the blob.
    pub place: Place,
    /// The bytes it is about.
    pub range: BlobRange,
}

/// The places of the parts of a blob that libbpf opens.
pub(super) struct Parts {
    pub(super) endian: Endian,
    pub(super) header: BlobRange,
    pub(super) types: BlobRange,
    pub(super) layout: BlobRange,
    pub(super) strings: BlobRange,
    /// Where each record starts, in bytes from the type section's start; the first has id 1.
    pub(super) starts: Vec<u32>,
}

/// Whether libbpf opens a blob without a base.
///
/// # Errors
/// The first fault that libbpf finds.
pub fn read(bytes: &[u8]) -> Result<(), Complaint> {
    parts(bytes).map(|_| ())
}

fn complain<T>(what: &'static str, place: Place, range: BlobRange) -> Result<T, Complaint> {
    Err(Complaint { errno: Errno::EINVAL, what, place, range })
}

/// The parts of a blob.
pub(super) fn parts(bytes: &[u8]) -> Result<Parts, Complaint> {
    let whole = BlobRange::new(0, u32::try_from(bytes.len()).unwrap_or(u32::MAX));
    let header = |what, at: u32, len: u32| complain(what, Place::Header, BlobRange::at(at, len).intersect(whole));
    if whole.len() < 24 {
        return header("the header is shorter than 24 bytes", 0, 24);
    }
    let Some(endian) = Endian::of_magic(bytes) else { return header("no magic", 0, 2) };
    let word = |at| endian.u32_at(bytes, at).unwrap_or_default();
    let hdr_len = word(4);
    if hdr_len > whole.len() {
        return header("the header is longer than the data", 4, 4);
    }
    let layout_len = if hdr_len >= 32 { word(28) } else { 0 };
    let layout_off = if hdr_len >= 32 { word(24) } else { 0 };
    let (type_off, type_len, str_off, str_len) = (word(8), word(12), word(16), word(20));
    let ends = |off: u32, len: u32| u64::from(off) + u64::from(len);
    if u64::from(whole.len() - hdr_len) < ends(str_off, str_len) {
        return header("the strings end behind the data", 16, 8);
    }
    let limit = if layout_len > 0 { layout_off } else { str_off };
    if ends(type_off, type_len) > limit.into() || (layout_len > 0 && ends(layout_off, layout_len) > str_off.into()) {
        return header("the sections are not in the order types, layout, strings, or overlap", 8, 16);
    }
    if !type_off.is_multiple_of(4) {
        return header("the type section does not start at a multiple of 4", 8, 4);
    }
    if layout_len > 0 && !(layout_off.is_multiple_of(4) && layout_len.is_multiple_of(4)) {
        return header("the layout section is not aligned to 4 bytes", 24, 8);
    }
    // All ends were compared with the length before.
    let place = |off: u32, len: u32| BlobRange::at(hdr_len.saturating_add(off), len);
    let mut parts = Parts {
        endian,
        header: BlobRange::new(0, hdr_len),
        types: place(type_off, type_len),
        layout: if layout_len > 0 { place(layout_off, layout_len) } else { BlobRange::default() },
        strings: place(str_off, str_len),
        starts: Vec::new(),
    };
    let strings = bytes.get(parts.strings.as_usize()).unwrap_or_default();
    if str_len == 0 || str_len > MAX_NAME_OFFSET + 1 || strings.first() != Some(&0) || strings.last() != Some(&0) {
        return complain("the strings do not begin and end with a NUL byte", Place::Strings, parts.strings);
    }
    parts.records(bytes)?;
    parts.validate(bytes)?;
    Ok(parts)
}

impl Parts {
    /// The kind and vlen in the info word of the record at a byte.
    fn info(&self, bytes: &[u8], at: u32) -> (Kind, u32) {
        let info = self.endian.u32_at(bytes, at.saturating_add(4)).unwrap_or_default();
        (Kind::from_number((info >> 24 & 0x7f) as u8), info & 0x00ff_ffff)
    }

    /// Finds the records, by the known sizes of their kinds, or those of the layout section.
    fn records(&mut self, bytes: &[u8]) -> Result<(), Complaint> {
        let mut at = self.types.start;
        while self.types.end - at >= RECORD {
            let id = TypeId(self.starts.len() as u32 + 1);
            let (kind, vlen) = self.info(bytes, at);
            let form = match kind.number() {
                1..=19 => Some(body_form(kind)),
                number => self.form(bytes, number),
            };
            let head = BlobRange::at(at, RECORD);
            let Some((fixed, each)) = form else {
                return complain("the kind is not known", Place::Type(id), head);
            };
            let need = u64::from(RECORD) + u64::from(fixed) + u64::from(each) * u64::from(vlen);
            if need > u64::from(self.types.end - at) {
                return complain("the record ends behind the type section", Place::Type(id), head);
            }
            self.starts.push(at - self.types.start);
            at += need as u32;
        }
        if at != self.types.end {
            return complain("a rest that is no record", Place::Types, BlobRange::new(at, self.types.end));
        }
        Ok(())
    }

    /// The sizes that the layout section gives for a kind.
    fn form(&self, bytes: &[u8], kind: u8) -> Option<(u32, u32)> {
        let entry = bytes.get(self.layout.as_usize())?.as_chunks::<4>().0.get(usize::from(kind))?;
        let [info, each, ..] = *entry;
        Some((info.into(), each.into())).filter(|_| kind != 0 && info % 4 == 0 && each % 4 == 0)
    }

    /// Checks that names and ids exist, and that FUNCs refer to prototypes.
    fn validate(&self, bytes: &[u8]) -> Result<(), Complaint> {
        let word = |at: u32| self.endian.u32_at(bytes, at).unwrap_or_default();
        let count = self.starts.len() as u32;
        for (index, &start) in self.starts.iter().enumerate() {
            let id = TypeId(index as u32 + 1);
            let at = self.types.start + start;
            let (kind, vlen) = self.info(bytes, at);
            let check = |place, at: u32, is_name: bool| {
                let (value, limit) = (word(at), if is_name { self.strings.len() } else { count.saturating_add(1) });
                if value < limit {
                    return Ok(());
                }
                let what = if is_name { "the name is not within the strings" } else { "there is no such type" };
                complain(what, place, BlobRange::at(at, 4))
            };
            let here = Place::Type(id);
            let body = at + RECORD;
            if !matches!(kind, Kind::Unknown(_)) {
                check(here, at, true)?;
            }
            // The return type is not checked.
            if kind.has_type_ref() && kind != Kind::FuncProto {
                check(here, at + 8, false)?;
            }
            if kind == Kind::Func {
                let proto = word(at + 8).checked_sub(1).and_then(|i| self.starts.get(i as usize));
                if proto.is_none_or(|start| self.info(bytes, self.types.start + start).0 != Kind::FuncProto) {
                    return complain("the type of a FUNC is no FUNC_PROTO", here, BlobRange::at(at + 8, 4));
                }
            }
            // For items: whether the first word is a name, and the second a type.
            let (size, names, types) = match kind {
                Kind::Array => {
                    check(here, body, false)?;
                    check(here, body + 4, false)?;
                    continue;
                }
                Kind::Struct | Kind::Union => (12, Some(0), Some(4)),
                Kind::Enum => (8, Some(0), None),
                Kind::Enum64 => (12, Some(0), None),
                Kind::FuncProto => (8, Some(0), Some(4)),
                Kind::DataSec => (12, None, Some(0)),
                _ => continue,
            };
            for item in 0..vlen {
                let place = Place::Item(id, MemberIndex(item));
                let at = body + item * size;
                names.map_or(Ok(()), |offset| check(place, at + offset, true))?;
                types.map_or(Ok(()), |offset| check(place, at + offset, false))?;
            }
        }
        Ok(())
    }
}
