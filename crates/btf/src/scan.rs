//! The one pass over the type section: where each record starts, and whether anything in it needs a closer look.

use crate::bytes::Endian;
use crate::error::{Diagnostics, ErrorKind, Place};
use crate::header::LayoutEntry;
use crate::ids::{BlobRange, TypeId};
use crate::kind::Kind;
use crate::schema::{HEAD, Schema};

/// What the pass found.
pub(crate) struct Scan {
    /// Where each record starts, in the blob.
    pub(crate) offsets: Vec<u32>,
    /// Where the last readable record ends.
    pub(crate) end: u32,
    /// Something is out of the ordinary: [`crate::validate`] tells what.
    pub(crate) suspicious: bool,
}

/// What bounds the references in the records.
pub(crate) struct Bounds {
    /// The byte order of the records. The layouts may be a base's, which may be of the other by mistake.
    pub(crate) endian: Endian,
    /// The id of the first record.
    pub(crate) first_id: u32,
    /// Where the strings end: no string offset reaches it.
    pub(crate) str_end: u32,
}

/// Bits of `info`, of today and of before: the unused bits of old were zero, so one reading serves both.
pub(crate) fn split_info(info: u32) -> (u8, u32, bool) {
    ((info >> 24 & 0x7f) as u8, info & 0x00ff_ffff, info >> 31 != 0)
}

/// The layout section, as far as it is there.
#[derive(Clone, Copy)]
pub(crate) struct Layouts<'a> {
    pub(crate) endian: Endian,
    pub(crate) bytes: &'a [u8],
}

impl Layouts<'_> {
    pub(crate) fn get(&self, kind: u8) -> Option<LayoutEntry> {
        let at = usize::from(kind) * 4;
        let &[info_sz, elem_sz, a, b] = self.bytes.get(at..)?.first_chunk::<4>()?;
        let flags = match self.endian {
            Endian::Little => u16::from_le_bytes([a, b]),
            Endian::Big => u16::from_be_bytes([a, b]),
        };
        Some(LayoutEntry { info_sz, elem_sz, flags })
    }

    /// The kind of a number. Kinds 20 to 22 may still change, so they are known only when the layout agrees.
    pub(crate) fn kind(&self, number: u8) -> Kind {
        let kind = Kind::from_number(number);
        if !matches!(kind, Kind::LocParam | Kind::LocProto | Kind::LocSec) {
            return kind;
        }
        let agrees =
            self.get(number).is_some_and(|l| (u32::from(l.info_sz), u32::from(l.elem_sz)) == Schema::of(kind).sizes());
        if agrees { kind } else { Kind::Unknown(number) }
    }
}

/// What a record of one kind has to be like, as far as its first three words tell. There is one for each number, so that the pass
/// looks into a table where it would have to guess a branch.
#[derive(Clone, Copy)]
struct Rule {
    kind: Kind,
    /// The size is known: by the format, or by the layout section.
    known: bool,
    /// Bytes of a record without its items.
    fixed: u32,
    /// Bytes of each item.
    each: u32,
    /// All bits when the third word is a type id, none when it is not.
    refs: u32,
    /// These bits of the info word, `vlen` and `kind_flag` among them, ...
    bits: u32,
    /// ... are at most this.
    most: u32,
    /// The three words are all that there is to see.
    short: bool,
}

const VLEN: u32 = 0x00ff_ffff;
const FLAG: u32 = 0x8000_0000;
const FUNC_PROTO: u8 = 13;

impl Rule {
    fn new(number: u8, layouts: &Layouts<'_>) -> Rule {
        let kind = layouts.kind(number);
        let sizes = match kind {
            Kind::Unknown(n) => layouts.get(n).map(|l| (u32::from(l.info_sz), u32::from(l.elem_sz))),
            kind => Some(Schema::of(kind).sizes()),
        };
        let (once, each) = sizes.unwrap_or_default();
        let refs = if kind.has_type_ref() { u32::MAX } else { 0 };
        let (bits, most) = match kind {
            Kind::Int | Kind::Array | Kind::Var | Kind::Float => (VLEN | FLAG, 0),
            Kind::Ptr | Kind::Typedef | Kind::Volatile | Kind::Const | Kind::Restrict => (VLEN | FLAG, 0),
            Kind::Func => (VLEN | FLAG, 2),
            Kind::TypeTag | Kind::DeclTag | Kind::Fwd => (VLEN, 0),
            Kind::FuncProto | Kind::DataSec => (FLAG, 0),
            _ => (0, 0),
        };
        let short = once == 0 && each == 0 && sizes.is_some() && kind != Kind::Float;
        Rule { kind, known: sizes.is_some(), fixed: HEAD + once, each, refs, bits, most, short }
    }
}

/// Scans `section` of `bytes`.
pub(crate) fn scan(
    bytes: &[u8],
    section: BlobRange,
    layouts: &Layouts<'_>,
    bounds: &Bounds,
    diagnostics: &mut Diagnostics,
) -> Scan {
    // The byte order is a constant of each copy: the pass is most of what opening a kernel costs.
    match bounds.endian {
        Endian::Little => scan_as::<false>(bytes, section, layouts, bounds, diagnostics),
        Endian::Big => scan_as::<true>(bytes, section, layouts, bounds, diagnostics),
    }
}

#[inline(always)]
fn word<const BIG: bool>(b: &[u8], at: usize) -> u32 {
    match b.get(at..).and_then(|b| b.first_chunk::<4>()) {
        Some(b) if BIG => u32::from_be_bytes(*b),
        Some(b) => u32::from_le_bytes(*b),
        None => 0,
    }
}

#[inline(always)]
fn words<const BIG: bool, const N: usize>(b: &[u8; N], i: usize) -> u32 {
    word::<BIG>(b, i * 4)
}

fn scan_as<const BIG: bool>(
    bytes: &[u8],
    section: BlobRange,
    layouts: &Layouts<'_>,
    bounds: &Bounds,
    diagnostics: &mut Diagnostics,
) -> Scan {
    let types = bytes.get(section.as_usize()).unwrap_or_default();
    let rules: [Rule; 128] = std::array::from_fn(|number| Rule::new(number as u8, layouts));
    let short = rules.iter().take(32).rev().fold(0u32, |bits, rule| bits << 1 | u32::from(rule.short));
    // Kernels take 28 bytes a type; a guess that is a little high is trimmed at the end.
    let mut offsets: Vec<u32> = Vec::with_capacity(types.len() / 26 + 1);
    let mut at = 0usize;
    let mut max_ref = 0u32;
    let mut max_str = 0u32;
    let mut odd = false;
    while at < types.len() {
        let id = TypeId(bounds.first_id.saturating_add(offsets.len() as u32));
        let rest = &types[at..];
        let here = || BlobRange::at(section.start + at as u32, rest.len().min(HEAD as usize) as u32);
        let have = rest.len() as u32;
        let Some(head) = rest.first_chunk::<12>() else {
            diagnostics.push(ErrorKind::TruncatedRecord { need: HEAD.into(), have }, here(), Place::Type(id));
            break;
        };
        let (name, info, third) = (words::<BIG, 12>(head, 0), words::<BIG, 12>(head, 1), words::<BIG, 12>(head, 2));
        let (number, vlen, flag) = split_info(info);
        let rule = &rules[usize::from(number)];
        max_str = max_str.max(name);
        let type_ref = third & rule.refs;
        max_ref = max_ref.max(type_ref);
        odd |= (info & rule.bits) > rule.most || type_ref == id.0;
        // Nearly all records are of these: to guess where the next one starts is faster than to wait for the table.
        if number < 32 && short >> number & 1 != 0 && id.0 != u32::MAX {
            offsets.push(section.start + at as u32);
            at += HEAD as usize;
            continue;
        }
        if !rule.known {
            diagnostics.push(ErrorKind::UnknownKind(number), here(), Place::Type(id));
            break;
        }
        // An item has at most 255 bytes, and there are less than 2 to the 24th.
        let need = if number == FUNC_PROTO { HEAD + 8 * vlen } else { rule.fixed + rule.each * vlen };
        if need > have {
            diagnostics.push(ErrorKind::TruncatedRecord { need: need.into(), have }, here(), Place::Type(id));
            break;
        }
        if id.0 == u32::MAX {
            diagnostics.push(ErrorKind::TooManyTypes, here(), Place::Types);
            break;
        }
        offsets.push(section.start + at as u32);
        at += need as usize;
        let body = &rest[HEAD as usize..need as usize];
        match rule.kind {
            Kind::Struct | Kind::Union => {
                let (items, _) = body.as_chunks::<12>();
                let mut last = 0;
                for m in items {
                    max_str = max_str.max(words::<BIG, 12>(m, 0));
                    max_ref = max_ref.max(words::<BIG, 12>(m, 1));
                    let offset = words::<BIG, 12>(m, 2);
                    last = last.max(if flag { (offset & VLEN) + (offset >> 24) } else { offset });
                }
                odd |= u64::from(last) > u64::from(third) * 8;
            }
            Kind::Enum => {
                let (items, _) = body.as_chunks::<8>();
                for e in items {
                    max_str = max_str.max(words::<BIG, 8>(e, 0));
                }
                odd |= !matches!(third, 1 | 2 | 4 | 8);
            }
            Kind::Enum64 => {
                let (items, _) = body.as_chunks::<12>();
                for e in items {
                    max_str = max_str.max(words::<BIG, 12>(e, 0));
                }
                odd |= !matches!(third, 1 | 2 | 4 | 8);
            }
            Kind::FuncProto => {
                let (items, _) = body.as_chunks::<8>();
                for p in items {
                    max_str = max_str.max(words::<BIG, 8>(p, 0));
                    max_ref = max_ref.max(words::<BIG, 8>(p, 1));
                }
            }
            Kind::Array => {
                max_ref = max_ref.max(word::<BIG>(body, 0)).max(word::<BIG>(body, 4));
            }
            Kind::Int => {
                let data = word::<BIG>(body, 0);
                let (offset, bits) = (data >> 16 & 0xff, data & 0xff);
                odd |= data & 0xf000_ff00 != 0;
                odd |= bits > 128 || offset + bits > third.saturating_mul(8) || third > 16;
            }
            Kind::DeclTag => odd |= (word::<BIG>(body, 0) as i32) < -1,
            Kind::Var => odd |= word::<BIG>(body, 0) > 2,
            Kind::DataSec => {
                let (items, _) = body.as_chunks::<12>();
                for v in items {
                    max_ref = max_ref.max(words::<BIG, 12>(v, 0));
                    let end = u64::from(words::<BIG, 12>(v, 1)) + u64::from(words::<BIG, 12>(v, 2));
                    // A loader fills the size in; until then it is 0 and bounds nothing.
                    odd |= third != 0 && end > u64::from(third);
                }
            }
            Kind::LocProto => {
                for p in body.as_chunks::<4>().0 {
                    max_ref = max_ref.max(words::<BIG, 4>(p, 0));
                }
            }
            Kind::LocSec => {
                for s in body.as_chunks::<12>().0 {
                    max_ref = max_ref.max(words::<BIG, 12>(s, 0)).max(words::<BIG, 12>(s, 1));
                }
            }
            Kind::Float => odd |= !matches!(third, 2 | 4 | 8 | 12 | 16),
            // All is said of the short ones; of an unknown kind not even the name is sure to be one.
            _ => {}
        }
    }
    if offsets.capacity() > offsets.len() + offsets.len() / 4 {
        offsets.shrink_to_fit();
    }
    let last_id = u64::from(bounds.first_id) + offsets.len() as u64;
    let suspicious = odd || u64::from(max_ref) >= last_id || max_str >= bounds.str_end;
    Scan { offsets, end: section.start + at.min(types.len()) as u32, suspicious }
}
