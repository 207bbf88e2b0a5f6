//! The checks that libbpf makes when it opens a blob (`btf__new`). A kernel makes many more checks.
//!
//! libbpf copies the first `hdr_len` bytes of the header over a header of zeros, so fields beyond `hdr_len` are 0. It
//! does not check the version and the flags.

use btf::Kind::*;
use btf::{BlobRange, Endian, FieldName, Kind, MemberIndex, Place, TypeId};

use crate::errno::Errno;
use crate::rule::{self, Rule};

/// Bytes of a record's head.
const RECORD: u32 = 12;
/// Bytes of the header without a layout section.
const HEADER: u32 = 24;
/// Bytes of the header with a layout section.
const HEADER_WITH_LAYOUT: usize = 32;
/// The maximum length of the string section, in bytes (`BTF_MAX_STR_OFFSET` + 1).
const MOST_STRINGS: u32 = 1 << 31;

/// Why libbpf does not open a blob.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {what} ({range})")]
pub struct Complaint {
    /// The rule. Its sentence speaks of the section `.BTF` of an object.
    pub rule: &'static Rule,
    /// The errno: ENOTSUP for a big-endian header shorter than 24 bytes, else EINVAL.
    pub errno: Errno,
    /// libbpf's warning; none where it has only a debug message.
    pub line: Option<String>,
    /// The fault, as a sentence without its full stop.
    pub what: &'static str,
    /// The part of the blob with the fault.
    pub place: Place,
    /// The faulty bytes.
    pub range: BlobRange,
}

/// The parts of a blob that libbpf opens, as ranges of the blob.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parts {
    /// The byte order.
    pub endian: Endian,
    /// The header.
    pub header: BlobRange,
    /// The records.
    pub types: BlobRange,
    /// The layout section; empty where there is none.
    pub layout: BlobRange,
    /// The strings.
    pub strings: BlobRange,
    /// The start of each record, in bytes from the start of the type section; index 0 is type id 1.
    pub starts: Vec<u32>,
}

type Checked<T> = Result<T, Complaint>;

/// The parts of a blob without a base, if libbpf opens it.
///
/// # Errors
/// The first fault that libbpf finds.
pub fn parts(bytes: &[u8]) -> Result<Parts, Complaint> {
    let mut parts = header(bytes)?;
    let strings = bytes.get(parts.strings.as_usize()).unwrap_or_default();
    if strings.is_empty()
        || parts.strings.len() > MOST_STRINGS
        || strings.first() != Some(&0)
        || strings.last() != Some(&0)
    {
        let what = "the strings do not begin and end with a NUL byte";
        return fault(rule::BTF_STRINGS, what, Place::Strings, parts.strings);
    }
    parts.records(bytes)?;
    for (index, &start) in parts.starts.iter().enumerate() {
        parts.validate(bytes, TypeId(index as u32 + 1), parts.types.start + start)?;
    }
    Ok(parts)
}

fn fault<T>(rule: &'static Rule, what: &'static str, place: Place, range: BlobRange) -> Checked<T> {
    Err(Complaint { rule, errno: Errno::EINVAL, line: None, what, place, range })
}

fn warn<T>(line: String, fault: Checked<T>) -> Checked<T> {
    fault.map_err(|fault| Complaint { line: Some(line), ..fault })
}

/// Checks the header and returns the ranges of the sections (`btf_parse_hdr`); `starts` is still empty.
fn header(bytes: &[u8]) -> Checked<Parts> {
    let whole = BlobRange::new(0, u32::try_from(bytes.len()).unwrap_or(u32::MAX));
    let wrong = |rule, what, at, len| fault(rule, what, Place::Header, BlobRange::at(at, len).intersect(whole));
    if whole.len() < HEADER {
        return wrong(rule::BTF_HEADER, "the header is shorter than 24 bytes", 0, HEADER);
    }
    let Some(endian) = Endian::of_magic(bytes) else { return wrong(rule::BTF_HEADER, "no magic", 0, 2) };
    let hdr_len = endian.u32_at(bytes, 4).unwrap_or_default();
    if endian == Endian::Big && hdr_len < HEADER {
        let line = format!("Can't load BTF with non-native endianness due to unsupported header length {hdr_len}");
        let what = "a header of the other byte order is shorter than 24 bytes";
        let fault = wrong(rule::BTF_SWAPPED, what, 4, 4);
        return fault.map_err(|fault| Complaint { errno: Errno::ENOTSUP, line: Some(line), ..fault });
    }
    let Some(left) = whole.len().checked_sub(hdr_len) else {
        return wrong(rule::BTF_HEADER, "the header is longer than the data", 4, 4);
    };
    let mut copy = [0; HEADER_WITH_LAYOUT];
    copy.iter_mut().zip(bytes).take(hdr_len as usize).for_each(|(to, &byte)| *to = byte);
    let [type_off, type_len, str_off, str_len, layout_off, layout_len] =
        [8, 12, 16, 20, 24, 28].map(|at| endian.u32_at(&copy, at).unwrap_or_default());
    let layout_len = if hdr_len as usize >= HEADER_WITH_LAYOUT { layout_len } else { 0 };
    let end = |off: u32, len: u32| u64::from(off) + u64::from(len);
    if end(str_off, str_len) > left.into() {
        return wrong(rule::BTF_SECTIONS, "the strings end behind the data", 16, 8);
    }
    let order = "the sections are not in the order types, layout, strings, or overlap";
    if end(type_off, type_len) > str_off.into() {
        return wrong(rule::BTF_SECTIONS, order, 8, 16);
    }
    if !type_off.is_multiple_of(4) {
        return wrong(rule::BTF_SECTIONS, "the type section does not start at a multiple of 4", 8, 4);
    }
    if layout_len > 0 {
        if end(type_off, type_len) > layout_off.into() || end(layout_off, layout_len) > str_off.into() {
            return wrong(rule::BTF_LAYOUT, order, 8, 24);
        }
        if !(layout_off.is_multiple_of(4) && layout_len.is_multiple_of(4)) {
            return wrong(rule::BTF_LAYOUT, "the layout section is not aligned to 4 bytes", 24, 8);
        }
    }
    // Cannot overflow: the ends of all sections were compared with the data's length above.
    let place = |off: u32, len: u32| BlobRange::at(hdr_len.saturating_add(off), len);
    Ok(Parts {
        endian,
        header: BlobRange::new(0, hdr_len),
        types: place(type_off, type_len),
        layout: if layout_len > 0 { place(layout_off, layout_len) } else { BlobRange::default() },
        strings: place(str_off, str_len),
        starts: Vec::new(),
    })
}

impl Parts {
    /// The kind and vlen in the info word of the record that starts at byte `at`.
    fn info(&self, bytes: &[u8], at: u32) -> (Kind, u32) {
        let info = self.endian.u32_at(bytes, at.saturating_add(4)).unwrap_or_default();
        (Kind::from_number((info >> 24 & 0x7f) as u8), info & 0x00ff_ffff)
    }

    /// Finds the start of each record (`btf_parse_type_sec`). The layout section has the sizes of kinds that libbpf
    /// does not know.
    fn records(&mut self, bytes: &[u8]) -> Checked<()> {
        let mut at = self.types.start;
        while self.types.end - at >= RECORD {
            let id = TypeId(self.starts.len() as u32 + 1);
            let (kind, vlen) = self.info(bytes, at);
            let head = BlobRange::at(at, RECORD);
            let Some((fixed, each)) = self.sizes(bytes, kind) else {
                return fault(rule::BTF_KIND, "the kind is not known", Place::Type(id), head);
            };
            let need = u64::from(RECORD) + u64::from(fixed) + u64::from(each) * u64::from(vlen);
            if need > u64::from(self.types.end - at) {
                let what = "the record ends behind the type section";
                let wrong = fault(rule::BTF_RECORD, what, Place::Type(id), head);
                return warn(format!("BTF type [{id}] is malformed"), wrong);
            }
            self.starts.push(at - self.types.start);
            at += need as u32;
        }
        if at != self.types.end {
            let rest = BlobRange::new(at, self.types.end);
            let wrong = fault(rule::BTF_REST, "a rest that is no record", Place::Types, rest);
            return warn("BTF types data is malformed".to_owned(), wrong);
        }
        Ok(())
    }

    /// The bytes that follow the head of a record: a fixed number, and a number per item. None if they are not known.
    fn sizes(&self, bytes: &[u8], kind: Kind) -> Option<(u32, u32)> {
        if is_known(kind) {
            let fields = kind.record_fields();
            return Some((4 * fields.once.len() as u32, 4 * fields.item.len() as u32));
        }
        // Only the layout section has the sizes of other kinds. libbpf cannot swap the byte order of their records.
        let entry = bytes.get(self.layout.as_usize())?.as_chunks::<4>().0.get(usize::from(kind.number()))?;
        let [info, each, ..] = *entry;
        let fits = self.endian == Endian::Little && kind.number() != 0 && info % 4 == 0 && each % 4 == 0;
        fits.then_some((info.into(), each.into()))
    }

    /// Checks that a record's names are within the strings, that its type ids exist, and that a FUNC refers to a
    /// FUNC_PROTO (`btf_validate_type`).
    fn validate(&self, bytes: &[u8], id: TypeId, start: u32) -> Checked<()> {
        let (kind, vlen) = self.info(bytes, start);
        if !is_known(kind) {
            return Ok(());
        }
        let word = |at: u32| self.endian.u32_at(bytes, at).unwrap_or_default();
        let count = self.starts.len() as u32;
        let name = |place, at: u32, whose: &str| {
            let offset = word(at);
            if offset < self.strings.len() {
                return Ok(());
            }
            let wrong = fault(rule::BTF_NAME, "the name is not within the strings", place, BlobRange::at(at, 4));
            warn(format!("btf: type [{id}]: invalid {whose} name (string offset {offset})"), wrong)
        };
        let exists = |place, at: u32| {
            let of = word(at);
            if of <= count {
                return Ok(());
            }
            let wrong = fault(rule::BTF_ID, "there is no such type", place, BlobRange::at(at, 4));
            warn(format!("btf: type [{id}]: invalid referenced type ID {of}"), wrong)
        };
        let here = Place::Type(id);
        let (third, body) = (start + 8, start + RECORD);
        name(here, start, "type")?;
        // The return type is not checked.
        if kind.has_type_ref() && kind != Kind::FuncProto {
            exists(here, third)?;
        }
        if kind == Kind::Func {
            let of = word(third);
            let proto = of.checked_sub(1).and_then(|i| self.starts.get(i as usize));
            if proto.is_none_or(|start| self.info(bytes, self.types.start + start).0 != Kind::FuncProto) {
                let what = "the type of a FUNC is no FUNC_PROTO";
                let wrong = fault(rule::BTF_PROTO, what, here, BlobRange::at(third, 4));
                return warn(format!("btf: type [{id}]: referenced type [{of}] is not FUNC_PROTO"), wrong);
            }
        }
        if kind == Kind::Array {
            exists(here, body)?;
            return exists(here, body + 4);
        }
        let whose = match kind {
            Struct | Union => "field",
            Enum | Enum64 => "enum",
            Int | Ptr | Array | Fwd | Typedef | Volatile | Const | Restrict | Func | FuncProto | Var | DataSec
            | Float | DeclTag | TypeTag | LocParam | LocProto | LocSec | Unknown(_) => "param",
        };
        let fields = kind.record_fields().item;
        // A FUNC has no items; its vlen is the linkage.
        let items = if fields.is_empty() { 0 } else { vlen };
        let mut words = (body..).step_by(4);
        for item in 0..items {
            let place = Place::Item(id, MemberIndex(item));
            for (field, at) in fields.iter().zip(&mut words) {
                match field {
                    FieldName::NameOff => name(place, at, whose)?,
                    field if field.is_type_id() => exists(place, at)?,
                    _ => {}
                }
            }
        }
        Ok(())
    }
}

/// True if libbpf knows a kind without a layout section: INT to ENUM64.
fn is_known(kind: Kind) -> bool {
    (Kind::Int.number()..=Kind::Enum64.number()).contains(&kind.number())
}
