//! Numbers and kinds as text.
//!
//! The page must not print an `f64`: the code to print fractions adds kilobytes to its first load
//! (docs/performance.md). This includes `f64::clamp`, whose panic prints the bounds.

use btf::{Btf, Kind, Type, TypeId};
use text::counted;

pub use text::{grouped, many};

/// How many of all are shown: `2 of 1,031 rows`.
pub fn of_all(shown: u64, all: u64, what: &str) -> String {
    format!("{} of {}", grouped(shown), many(all, what))
}

/// The line below a list for the rows that it does not show.
pub fn more_words(more: u64) -> String {
    format!("{} more: type into the filter to narrow them", grouped(more))
}

/// `453 B`, `31 KB`, `4.4 MB`: decimal units with at most one digit after the point.
pub fn file_size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..9_950 => format!("{} KB", tenths(bytes, 1_000)),
        9_950..999_500 => format!("{} KB", (bytes + 500) / 1_000),
        999_500..999_950_000 => format!("{} MB", tenths(bytes, 1_000_000)),
        _ => format!("{} GB", tenths(bytes, 1_000_000_000)),
    }
}

/// `n / unit` with one digit after the point, rounded.
fn tenths(n: u64, unit: u64) -> String {
    let tenths = (n + unit / 20) / (unit / 10);
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// `1 bit`, `2 bits`.
pub fn bits_text(bits: u64) -> String {
    counted(bits, "bit")
}

/// A bit offset: `126:2` (byte and bit), or only the byte for a plain member that starts at a whole byte.
pub fn offset_text(bits: u64, bitfield: bool) -> String {
    if bitfield || !bits.is_multiple_of(8) { format!("{}:{}", bits / 8, bits % 8) } else { (bits / 8).to_string() }
}

/// As [`offset_text`], in hexadecimal: `0x7e:2`, `0x7e`.
pub fn offset_hex(bits: u64, bitfield: bool) -> String {
    match bitfield || !bits.is_multiple_of(8) {
        true => format!("{:#x}:{}", bits / 8, bits % 8),
        false => format!("{:#x}", bits / 8),
    }
}

/// A type's name within a sentence; a type that C cannot name has its kind before it.
pub fn plain_name(btf: &Btf, id: TypeId) -> String {
    match btf.get(id) {
        Some(t) if t.kind().is_declaration() => t.name().to_owned(),
        Some(t) if matches!(t.kind(), Kind::LocProto | Kind::LocSec) => format!("{} {}", t.kind().as_str(), t.name()),
        _ => dump::type_name(btf, id),
    }
}

/// The CSS class of a kind's colour.
pub fn kind_class(kind: Kind) -> &'static str {
    match kind {
        Kind::Int | Kind::Float => "int",
        Kind::Ptr => "ptr",
        Kind::Array => "array",
        Kind::Struct => "struct",
        Kind::Union => "union",
        Kind::Enum | Kind::Enum64 => "enum",
        Kind::Typedef => "typedef",
        Kind::Fwd => "fwd",
        Kind::Func | Kind::FuncProto => "func",
        Kind::Var | Kind::DataSec => "var",
        Kind::Const | Kind::Volatile | Kind::Restrict | Kind::TypeTag | Kind::DeclTag => "qual",
        Kind::LocParam | Kind::LocProto | Kind::LocSec | Kind::Unknown(_) => "other",
    }
}

/// The CSS class for a member's type: the class of the type behind qualifiers, but not behind typedefs.
pub fn type_class(btf: &Btf, id: TypeId) -> &'static str {
    match btf.get(btf.skip_qualifiers(id)) {
        Some(t) => kind_class(t.kind()),
        None => "void",
    }
}

/// The word before a type's name in a heading: `struct`, `typedef`, `func`.
pub fn kind_word(t: &Type<'_>) -> &'static str {
    match t.kind() {
        Kind::Fwd if t.kind_flag() => "forward union",
        Kind::Fwd => "forward struct",
        kind => kind_name(kind),
    }
}

/// The word for a kind, for callers that have no type. Only for forward declarations it differs from [`kind_word`].
pub fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Int => "int",
        Kind::Ptr => "pointer",
        Kind::Array => "array",
        Kind::Struct => "struct",
        Kind::Union => "union",
        Kind::Enum | Kind::Enum64 => "enum",
        Kind::Fwd => "forward",
        Kind::Typedef => "typedef",
        Kind::Volatile => "volatile",
        Kind::Const => "const",
        Kind::Restrict => "restrict",
        Kind::Func => "func",
        Kind::FuncProto => "prototype",
        Kind::Var => "var",
        Kind::DataSec => "section",
        Kind::Float => "float",
        Kind::DeclTag => "decl tag",
        Kind::TypeTag => "type tag",
        Kind::LocParam => "loc param",
        Kind::LocProto => "loc proto",
        Kind::LocSec => "loc section",
        Kind::Unknown(_) => "unknown kind",
    }
}

/// The most characters of a text; longer texts are cut, because the pane has room for a line or two.
const MAX_CHARS: usize = 160;

/// Stored bytes as text for display: bytes that are not UTF-8 become escapes (`\xff`), long texts end in `…`.
pub fn plain_text(bytes: &[u8]) -> String {
    let cut = bytes.get(..MAX_CHARS * 4 + 4).unwrap_or(bytes);
    let text = btf::visible(cut);
    if text.chars().count() <= MAX_CHARS {
        return text.into_owned();
    }
    text.chars().take(MAX_CHARS).chain(['…']).collect()
}

/// Names without the prefix that they share: `…6.1.176`, `…6.12.107`. Names with the same first word are shortened
/// together. The prefix that is cut ends at a separator between words and has at least 4 characters. A name whose first
/// word is unique stays whole. Only `-`, `_` and `/` separate words, so `vmlinux · 82,325 types` stays whole. Different
/// names stay different.
pub fn apart(names: &[&str]) -> Vec<String> {
    // Each separator is one byte, so the cut is between two characters.
    let between = |c: &u8| matches!(c, b'-' | b'_' | b'/');
    let cut = |name: &&str| {
        let word = name.bytes().skip(3).position(|c| between(&c))? + 3;
        let alike = || names.iter().filter(|other| other.get(..=word) == name.get(..=word));
        let same = |other: &&str| name.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
        let shared = alike().map(same).min().filter(|_| alike().nth(1).is_some())?;
        let last = name.as_bytes()[..shared].iter().rposition(between)?;
        Some(format!("…{}", &name[last + 1..]))
    };
    let short: Vec<String> = names.iter().map(|name| cut(name).unwrap_or_else(|| (*name).to_owned())).collect();
    // `linux-6` and `other-6` must not be cut to the same text.
    let lost =
        |(i, name): (usize, &String)| short.iter().zip(names).any(|(other, whole)| other == name && *whole != names[i]);
    if short.iter().enumerate().any(lost) {
        return names.iter().map(|name| (*name).to_owned()).collect();
    }
    short
}

/// True if only the size of a struct or union is recorded, as in a distilled base (`btf__distill_base` in libbpf's
/// `btf.c`): without members its size in C would be 0.
pub fn members_unrecorded(t: &Type<'_>) -> bool {
    t.kind().is_composite() && t.vlen() == 0 && t.size_or_type() > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!([453, 3180, 31110, 4351479].map(file_size), ["453 B", "3.2 KB", "31 KB", "4.4 MB"]);
        assert_eq!(offset_text(1010, true), "126:2");
        assert_eq!(offset_text(1008, true), "126:0");
        assert_eq!(offset_text(1008, false), "126");
    }

    #[test]
    fn a_shared_beginning_of_names_is_cut() {
        let kernels = ["vmlinux-deb-6.1.176-amd64.btf", "vmlinux-deb-6.12.107-s390x.btf"];
        assert_eq!(apart(&kernels), ["…6.1.176-amd64.btf", "…6.12.107-s390x.btf"]);
        assert_eq!(apart(&["vmlinux", "vmlinux 2"]), ["vmlinux", "vmlinux 2"]);
        assert_eq!(apart(&["vmlinux-6.1", "other-6.1"]), ["vmlinux-6.1", "other-6.1"]);
        let mixed = [
            "vmlinux · 82,325 types",
            "linux-5.10.0-30-amd64.btf",
            "vmlinux · 100,628 types",
            "linux-6.1.0",
            "running",
        ];
        let short = [mixed[0], "…5.10.0-30-amd64.btf", mixed[2], "…6.1.0", "running"];
        assert_eq!(apart(&mixed), short);
        let same_ends = ["linux-5", "linux-6", "other-5", "other-6"];
        assert_eq!(apart(&same_ends), same_ends);
        assert_eq!(apart(&["kernel-é", "kernel-è"]), ["…é", "…è"]);
        assert_eq!(apart(&["same-name", "same-name"]), ["…name", "…name"]);
        assert_eq!(apart(&["vmlinux-6.1"]), ["vmlinux-6.1"]);
        assert!(apart(&[]).is_empty());
    }
}
