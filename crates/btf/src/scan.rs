//! The one pass over the type section: where each record starts, and whether anything in it needs a closer look.

use crate::bytes::Endian;
use crate::error::{Diagnostics, ErrorKind, Place};
use crate::ids::{BlobRange, TypeId};
use crate::kind::Kind;
use crate::kind::Kind::*;
use crate::layouts::Layouts;
use crate::parts::{Int, split_offset};
use crate::rules::{self, split_info};
use crate::schema::{FieldName, HEAD, RecordFields};

/// The results of the pass.
pub(crate) struct Scan {
    /// Where each record starts, in the blob.
    pub(crate) offsets: Vec<u32>,
    /// Where the last readable record ends.
    pub(crate) end: u32,
    /// A rule may be broken: [`crate::validate`] has to look, and says which.
    pub(crate) suspicious: bool,
    /// The ids that typedefs and qualifiers refer to although these ids are not below the type's own id: every circle
    /// contains one.
    pub(crate) upward: Vec<TypeId>,
    /// Whether an INT has an offset, or fewer bits than its size. A member of such a type is a bitfield. The scan does
    /// not see whether it ends beyond its struct, so validation has to look.
    pub(crate) old_bitfields: bool,
}

/// The limits that references in the records must keep.
pub(crate) struct Bounds {
    /// The byte order of the records. [`Layouts::endian`] may differ: the layout section may belong to a base, and a
    /// wrong base may have the other byte order.
    pub(crate) endian: Endian,
    /// The id of the first record.
    pub(crate) first_id: u32,
    /// Where the strings end: every valid string offset is below this one.
    pub(crate) str_end: u32,
}

/// The checks on the first three words of a record of one kind. They are in a table with a row for each kind number,
/// because a look-up is faster than a branch that the processor cannot predict.
#[derive(Clone, Copy)]
struct Rule {
    kind: Kind,
    /// The size of the records is known: from the format, or from the layout section.
    known: bool,
    /// Bytes of a record without its items.
    fixed: u32,
    /// Bytes of each item.
    each: u32,
    /// A mask: all bits when the third word is a type id, none when it is not.
    refs: u32,
    /// The kind is a typedef or qualifier, whose third word may lead to another of these ([`rules::is_chained`]).
    chained: bool,
    /// A mask of the bits of the info word that are checked: the number of items, and kind_flag where it must be 0.
    bits: u32,
    /// The largest value of `info & bits` ([`rules::info_limit`]).
    most: u32,
    /// The record is its three words only, and they need no check beyond this table.
    short: bool,
}

const FUNC_PROTO: u8 = Kind::FuncProto.number();

impl Rule {
    fn new(number: u8, layouts: &Layouts<'_>) -> Rule {
        let kind = layouts.kind(number);
        let sizes = match kind {
            Unknown(n) => layouts.get(n).map(|l| (u32::from(l.info_sz), u32::from(l.elem_sz))),
            kind => Some(RecordFields::of(kind).sizes()),
        };
        let (once, each) = sizes.unwrap_or_default();
        let all_if = |yes| if yes { u32::MAX } else { 0 };
        let (bits, most) = rules::info_limit(kind);
        Rule {
            kind,
            known: sizes.is_some(),
            fixed: HEAD + once,
            each,
            refs: all_if(kind.has_type_ref()),
            chained: rules::is_chained(kind),
            bits,
            most,
            short: once == 0 && each == 0 && sizes.is_some() && kind != Kind::Float,
        }
    }
}

/// The largest type id and string offset so far: when they are within bounds, all are.
struct Largest {
    id: u32,
    string: u32,
}

impl Largest {
    /// Looks at the items of one record, `N` bytes each. Inlined for each kind with `names` as a constant, so that the
    /// loop reads only the words that hold a type id or a name.
    #[inline(always)]
    fn items<const BIG: bool, const N: usize>(&mut self, body: &[u8], names: &[FieldName]) {
        for item in body.as_chunks::<N>().0 {
            self.words::<BIG>(item, names);
        }
    }

    #[inline(always)]
    fn words<const BIG: bool>(&mut self, words: &[u8], names: &[FieldName]) {
        for (i, name) in names.iter().enumerate() {
            if name.is_type_id() {
                self.id = self.id.max(word::<BIG>(words, i * 4));
            }
            if matches!(name, FieldName::NameOff) {
                self.string = self.string.max(word::<BIG>(words, i * 4));
            }
        }
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
    // Compiled once for each byte order, because this pass is most of the time that opening a kernel takes.
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
    let numbers =
        |of: fn(&Rule) -> bool| rules.iter().take(32).rev().fold(0u32, |bits, rule| bits << 1 | u32::from(of(rule)));
    let (short, chained) = (numbers(|rule| rule.short), numbers(|rule| rule.chained));
    // Kernels take 28 bytes a type, so this is slightly more than they need. At the end the spare room is given back if
    // it is more than a quarter.
    let mut offsets: Vec<u32> = Vec::with_capacity(types.len() / 26 + 1);
    let mut at = 0usize;
    let mut largest = Largest { id: 0, string: 0 };
    let mut odd = false;
    let mut upward = Vec::new();
    let mut old_bitfields = false;
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
        largest.string = largest.string.max(name);
        largest.id = largest.id.max(third & rule.refs);
        odd |= (info & rule.bits) > rule.most;
        // A branch for short records, and one below for prototypes, because most records are of these kinds. The
        // processor predicts these branches, and goes on to the next record before the table's entry is loaded.
        if number < 32 && short >> number & 1 != 0 && id.0 != u32::MAX {
            if third >= id.0 && chained >> number & 1 != 0 {
                upward.push(TypeId(third));
            }
            offsets.push(section.start + at as u32);
            at += HEAD as usize;
            continue;
        }
        if !rule.known {
            diagnostics.push(ErrorKind::UnknownKind(number), here(), Place::Type(id));
            break;
        }
        // The sum fits in 32 bits: an item has at most 255 bytes, and there are fewer than 2 to the 24th items.
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
            Struct | Union => {
                const MEMBER: &[FieldName] = RecordFields::of(Kind::Struct).item;
                let mut last = 0;
                for m in body.as_chunks::<12>().0 {
                    largest.words::<BIG>(m, MEMBER);
                    let (offset, size) = split_offset(words::<BIG, 12>(m, 2), flag);
                    last = last.max(u64::from(offset) + u64::from(size));
                }
                odd |= !rules::member_fits(last, third);
            }
            Enum => {
                largest.items::<BIG, 8>(body, const { RecordFields::of(Kind::Enum).item });
                odd |= !rules::size_is_possible(Kind::Enum, third, vlen);
            }
            Enum64 => {
                largest.items::<BIG, 12>(body, const { RecordFields::of(Kind::Enum64).item });
                odd |= !rules::size_is_possible(Kind::Enum64, third, vlen);
            }
            FuncProto => largest.items::<BIG, 8>(body, const { RecordFields::of(Kind::FuncProto).item }),
            Array => largest.words::<BIG>(body, const { RecordFields::of(Kind::Array).once }),
            Int => {
                let int = Int::new(word::<BIG>(body, 0), third);
                odd |= !rules::size_is_possible(Kind::Int, third, vlen) || !rules::int_is_possible(&int);
                old_bitfields |= !int.is_regular();
            }
            DeclTag => odd |= !rules::component_is_possible(word::<BIG>(body, 0) as i32),
            Var => odd |= !rules::linkage_is_possible(word::<BIG>(body, 0)),
            DataSec => {
                const VARIABLE: &[FieldName] = RecordFields::of(Kind::DataSec).item;
                for v in body.as_chunks::<12>().0 {
                    largest.words::<BIG>(v, VARIABLE);
                    let end = u64::from(words::<BIG, 12>(v, 1)) + u64::from(words::<BIG, 12>(v, 2));
                    odd |= !rules::var_fits(end, third);
                }
            }
            LocProto => largest.items::<BIG, 4>(body, const { RecordFields::of(Kind::LocProto).item }),
            LocSec => largest.items::<BIG, 12>(body, const { RecordFields::of(Kind::LocSec).item }),
            Float => odd |= !rules::size_is_possible(Kind::Float, third, vlen),
            // Short kinds were checked by the table, a LOC_PARAM has plain numbers, and the words of an unknown kind
            // mean nothing known.
            Ptr | Fwd | Typedef | Volatile | Const | Restrict | Func | TypeTag | LocParam | Unknown(_) => {}
        }
    }
    if offsets.capacity() > offsets.len() + offsets.len() / 4 {
        offsets.shrink_to_fit();
    }
    let last_id = u64::from(bounds.first_id) + offsets.len() as u64;
    let suspicious = odd || u64::from(largest.id) >= last_id || largest.string >= bounds.str_end;
    Scan { offsets, end: section.start + at.min(types.len()) as u32, suspicious, upward, old_bitfields }
}
