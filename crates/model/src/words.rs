//! Numbers and kinds as people read them.
//!
//! Nothing that the page does prints an `f64`: what prints fractions takes kilobytes of its first load (docs/performance.md).
//! `f64::clamp` belongs to that, since its panic prints the bounds.

use btf::{Btf, Kind, Type, TypeId};

/// `1,874`.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// `1 type`, `2,345 types`.
pub fn many(n: u64, what: &str) -> String {
    format!("{} {what}{}", grouped(n), if n == 1 { "" } else { "s" })
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
    if bits == 1 { "1 bit".into() } else { format!("{bits} bits") }
}

/// A bit offset: `126:2`, or only the byte when it is none of a bitfield and starts with one.
pub fn offset_text(bits: u64, bitfield: bool) -> String {
    if bitfield || !bits.is_multiple_of(8) { format!("{}:{}", bits / 8, bits % 8) } else { (bits / 8).to_string() }
}

/// A bit offset in bytes: `16`, or `16.3` when it is not whole.
pub fn point_offset(bits: u64) -> String {
    match bits % 8 {
        0 => (bits / 8).to_string(),
        rest => format!("{}.{rest}", bits / 8),
    }
}

/// A name for a line of text: of what C has no name for, the kind before it.
pub fn plain_name(btf: &Btf, id: TypeId) -> String {
    match btf.get(id) {
        Some(t) if matches!(t.kind(), Kind::Func | Kind::Var | Kind::DataSec | Kind::DeclTag) => t.name().to_owned(),
        Some(t) if matches!(t.kind(), Kind::LocProto | Kind::LocSec) => format!("{} {}", t.kind().as_str(), t.name()),
        _ => dump::type_name(btf, id),
    }
}

/// The CSS class of a kind: the colour that it has everywhere.
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

/// The CSS class of a member's type: that of what is behind qualifiers, typedefs kept.
pub fn type_class(btf: &Btf, id: TypeId) -> &'static str {
    match btf.get(btf.skip_qualifiers(id)) {
        Some(t) => kind_class(t.kind()),
        None => "void",
    }
}

/// The word before a type's name in a heading: `struct`, `typedef`, `func`.
pub fn kind_word(t: &Type<'_>) -> &'static str {
    match t.kind() {
        Kind::Int => "int",
        Kind::Ptr => "pointer",
        Kind::Array => "array",
        Kind::Struct => "struct",
        Kind::Union => "union",
        Kind::Enum | Kind::Enum64 => "enum",
        Kind::Fwd if t.kind_flag() => "forward union",
        Kind::Fwd => "forward struct",
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(
            [0, 12, 999, 1000, 126610, 1234567].map(grouped),
            ["0", "12", "999", "1,000", "126,610", "1,234,567"]
        );
        assert_eq!([453, 3180, 31110, 4351479].map(file_size), ["453 B", "3.2 KB", "31 KB", "4.4 MB"]);
        assert_eq!(offset_text(1010, true), "126:2");
        assert_eq!(offset_text(1008, true), "126:0");
        assert_eq!(offset_text(1008, false), "126");
    }
}
