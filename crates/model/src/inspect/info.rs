//! The info word: kind_flag, kind and vlen (btf.rst, "BTF_Type and String Encoding"). The widths of the fields are
//! as of 2026. They fit older blobs, too, because the bits that were unused then are zero.

use btf::Kind::*;
use btf::{Btf, Kind, Type};
use text::{counted, plural};

use super::Meaning;
use super::text::{bits, item_word, record_kind};
use super::words::Decoded;

/// The bits by which kind and vlen were widened in 2026.
const NEW_BITS: u32 = 0x60ff_0000;

/// The least length of the header since 2026, in bytes.
const NEW_HEADER: u32 = 32;

pub(crate) fn info(t: &Type<'_>, raw: u32) -> Decoded {
    let kind = t.kind();
    let flag = u32::from(t.kind_flag());
    let mut short = record_kind(kind);
    if let Some(items) = vlen_short(t) {
        short = format!("{short}, {items}");
    }
    if let Some(flag) = flag_short(t) {
        short = format!("{short}, {flag}");
    }
    let flag = Meaning::note(bits(31, 31), flag, format!("kind_flag: {}", flag_meaning(t)));
    let old_header = t.btf().header().hdr_len < NEW_HEADER;
    let meaning = if old_header && raw & NEW_BITS != 0 {
        let unused = |high: u32, low: u32| {
            let set = raw >> low & ((2 << (high - low)) - 1);
            let text = if set == 0 { "unused" } else { "unused bits that are set: kernels before 7.2 refuse them" };
            Meaning::note(bits(high, low), format!("{set:#x}"), text)
        };
        vec![
            flag,
            unused(30, 29),
            Meaning::note(bits(28, 24), raw >> 24 & 0x1f, "kind, as a header of 24 bytes has it"),
            unused(23, 16),
            Meaning::note(bits(15, 0), raw & 0xffff, "vlen, as a header of 24 bytes has it"),
            Meaning::remark(format!("newer readers take it for kind {} with vlen {}", kind.number(), t.vlen())),
        ]
    } else {
        vec![
            flag,
            Meaning::note(bits(30, 24), kind.number(), format!("kind: {}", kind_long(kind))),
            Meaning::note(bits(23, 0), t.vlen(), format!("vlen: {}", vlen_meaning(t))),
            Meaning::remark("since Linux 7.2 kind has 7 bits and vlen 24; before, 5 and 16"),
        ]
    };
    Decoded { value: format!("{raw:#010x}"), short, meaning }
}

/// A sentence on what may be wrong with the info word of an unreadable record, if it has bits set that were unused
/// while headers had 24 bytes.
pub(crate) fn unused_bits_set(btf: &Btf, record: u32) -> Option<String> {
    let at = record.checked_add(4)? as usize;
    let raw = btf.endian().u32(*btf.bytes().get(at..)?.first_chunk::<4>()?);
    (btf.header().hdr_len < NEW_HEADER && raw & NEW_BITS != 0).then(|| {
        let (kind, vlen) = (Kind::from_number((raw >> 24 & 0x1f) as u8), raw & 0xffff);
        let kind = record_kind(kind);
        format!(
            "info {raw:#010x} has bits set that are unused in a blob with a header of 24 bytes: {:#x} in 30–29, {:#x} in 23–16; without \
             them it is {kind} with vlen {vlen}",
            raw >> 29 & 3,
            raw >> 16 & 0xff
        )
    })
}

fn kind_long(kind: Kind) -> String {
    match kind {
        Unknown(_) => "not known; the layout section gives its size".to_owned(),
        kind => kind.as_str().to_owned(),
    }
}

/// Whether vlen counts items in records of this kind.
fn counts_items(kind: Kind) -> bool {
    match kind {
        Struct | Union | Enum | Enum64 | FuncProto | DataSec | LocParam | LocProto | LocSec | Unknown(_) => true,
        Int | Ptr | Array | Fwd | Typedef | Volatile | Const | Restrict | Func | Var | Float | DeclTag | TypeTag => {
            false
        }
    }
}

fn vlen_short(t: &Type<'_>) -> Option<String> {
    match t.kind() {
        Func => Some(linkage(t.vlen()).to_owned()),
        kind if counts_items(kind) => Some(counted(t.vlen(), item_word(kind))),
        _ => None,
    }
}

fn linkage(n: u32) -> &'static str {
    btf::Linkage::from_number(n).as_str()
}

fn vlen_meaning(t: &Type<'_>) -> String {
    match t.kind() {
        Func => format!("linkage, {}", linkage(t.vlen())),
        kind if counts_items(kind) => plural(0, item_word(kind)),
        _ => "unused".to_owned(),
    }
}

fn flag_meaning(t: &Type<'_>) -> &'static str {
    match (t.kind(), t.kind_flag()) {
        (Struct | Union, true) => "member offsets also hold a bitfield size",
        (Struct | Union, false) => "member offsets are plain bit offsets",
        (Enum | Enum64, true) => "values are signed",
        (Enum | Enum64, false) => "values are unsigned",
        (Fwd, true) => "a union",
        (Fwd, false) => "a struct",
        (DeclTag | TypeTag, true) => "the name is a whole attribute",
        (DeclTag, false) => "the name is a btf_decl_tag's",
        (TypeTag, false) => "the name is a btf_type_tag's",
        (Unknown(_), _) => "its meaning is not known",
        (
            Int | Ptr | Array | Typedef | Volatile | Const | Restrict | Func | FuncProto | Var | DataSec | Float
            | LocParam | LocProto | LocSec,
            _,
        ) => "unused",
    }
}

fn flag_short(t: &Type<'_>) -> Option<&'static str> {
    match (t.kind(), t.kind_flag()) {
        (Enum | Enum64, true) => Some("signed"),
        (Enum | Enum64, false) => Some("unsigned"),
        (Fwd, true) => Some("union"),
        (Fwd, false) => Some("struct"),
        (_, true) => Some("kind_flag set"),
        (_, false) => None,
    }
}
