//! The meaning of each word of a record, by the rules of btf.rst. Bits have the names that `include/uapi/linux/btf.h`
//! gives them.

use btf::Kind::*;
use btf::{
    BitOffset, BlobRange, Btf, FieldName, Kind, Location, Member, MemberIndex, Part, StringOffset, Type, TypeId,
};

use relate::register_name;
use text::counted;

use super::text::{bits, bytes, hex_bytes, place_of_bit, quoted, type_label};
use super::{FieldView, Link, Meaning, Names};
use crate::bytes::ByteClass;

/// A decoded word.
pub(crate) struct Decoded {
    pub(crate) value: String,
    pub(crate) short: String,
    pub(crate) meaning: Vec<Meaning>,
}

impl Decoded {
    /// A value without further meaning.
    pub(crate) fn plain(value: impl ToString) -> Decoded {
        let value = value.to_string();
        Decoded { short: value.clone(), value, meaning: Vec::new() }
    }

    /// A value with one meaning.
    pub(crate) fn is(value: impl ToString, text: impl Into<String>) -> Decoded {
        let text = text.into();
        Decoded { value: value.to_string(), short: text.clone(), meaning: vec![Meaning::is(text)] }
    }

    /// The view of the field `name`, which has this value, in the bytes `range`.
    pub(crate) fn view(self, name: &'static str, range: BlobRange, class: ByteClass) -> FieldView {
        FieldView { name, value: self.value, meaning: self.meaning, short: self.short, range, class }
    }

    pub(crate) fn and(mut self, meaning: Meaning) -> Decoded {
        self.meaning.push(meaning);
        self
    }
}

/// An offset into the strings of `btf` and its base.
pub(crate) fn string(btf: &Btf, raw: u32) -> Decoded {
    let value = format!("{raw:#x}");
    let offset = StringOffset(raw);
    if raw == 0 {
        return Decoded::is(value, "no name");
    }
    let Some(text) = btf.string_bytes(offset) else {
        let text = format!("beyond the strings, which end at {:#x}", btf.strings_end());
        return Decoded { value, short: format!("{raw:#x}, {text}"), meaning: vec![Meaning::Problem(text)] };
    };
    let text = quoted(text);
    let mut meaning = vec![Meaning::link(text.clone(), Link::String(offset))];
    if raw < btf.first_string().0 {
        meaning.push(Meaning::remark("in the base's strings"));
    }
    Decoded { value, short: text, meaning }
}

/// A type id.
pub(crate) fn type_id(btf: &Btf, raw: u32, names: Names<'_>) -> Decoded {
    let id = TypeId(raw);
    if id.is_void() {
        return Decoded::is(raw, "void");
    }
    if btf.get(id).is_none() {
        let text = format!("there is no type {raw}, the last is {}", btf.type_cnt().saturating_sub(1));
        return Decoded {
            value: raw.to_string(),
            short: format!("{raw}, missing"),
            meaning: vec![Meaning::Problem(text)],
        };
    }
    let name = names(id);
    let tag = format!("[{raw}]");
    let short = if name.ends_with(&tag) { name.clone() } else { format!("{name} {tag}") };
    Decoded { value: raw.to_string(), short, meaning: vec![Meaning::link(name, Link::Type(id))] }
}

/// A field of one word in the record of `t`. The type or string that the field refers to is looked up from the blob
/// that has `t`, because a base cannot refer to the split BTF on it.
pub(crate) fn word(t: &Type<'_>, part: Part, raw: u32, names: Names<'_>) -> Decoded {
    let btf = t.btf();
    match (part.name, part.item) {
        // For an unknown kind this may be no name.
        (FieldName::NameOff, _) if is_unknown(t) && btf.string_bytes(StringOffset(raw)).is_none() => {
            Decoded::is(format!("{raw:#x}"), "its meaning is not known")
        }
        (FieldName::NameOff, _) => string(btf, raw),
        (FieldName::Info, _) => super::info::info(t, raw),
        (FieldName::Size, None) => size(t, raw),
        (FieldName::Size, Some(_)) => Decoded::plain(bytes(raw)),
        (name, _) if name.is_type_id() => reference(t, part, raw, names),
        (FieldName::Unused, _) => Decoded::is(format!("{raw:#x}"), "nothing, in this kind"),
        (FieldName::IntData, _) => int_data(t, raw),
        (FieldName::Nelems, _) => nelems(t, raw),
        (FieldName::Linkage, _) => Decoded::is(raw, btf::Linkage::from_number(raw).as_str()),
        (FieldName::ComponentIdx, _) => component(t, raw.cast_signed()),
        (FieldName::Offset, Some(i)) => offset(t, i, raw),
        (FieldName::Offset, None) => Decoded::plain(format!("{raw:#x}")),
        (FieldName::Val, Some(i)) if t.kind() == Kind::Enum => enum_value(t, i, raw),
        (FieldName::ValLo32 | FieldName::ValHi32, Some(i)) => enum64_value(t, i, part.name, raw),
        (FieldName::Val | FieldName::ValLo32 | FieldName::ValHi32, _) => loc_value(t, part.item, raw),
        (FieldName::Flags, _) => loc_flags(raw),
        // All of these but `Opaque` hold type ids, which were handled above.
        (FieldName::Type | FieldName::IndexType | FieldName::Func | FieldName::LocProto | FieldName::Opaque, _) => {
            Decoded::is(format!("{raw:#x}"), "its meaning is not known")
        }
    }
}

fn is_unknown(t: &Type<'_>) -> bool {
    matches!(t.kind(), Kind::Unknown(_))
}

/// Bytes of unknown meaning.
pub(crate) fn opaque(content: &[u8]) -> Decoded {
    let n = counted(content.len() as u64, "byte");
    Decoded::is(hex_bytes(content), format!("{n} whose meaning is not known"))
}

fn size(t: &Type<'_>, raw: u32) -> Decoded {
    let size = Decoded::plain(bytes(raw));
    match t.kind() {
        DataSec if raw == 0 => size.and(Meaning::remark("a loader fills it in")),
        LocParam => size.and(Meaning::remark("of the value")),
        _ => size,
    }
}

fn reference(t: &Type<'_>, part: Part, raw: u32, names: Names<'_>) -> Decoded {
    let remark = match (t.kind(), part.item, part.name) {
        (FuncProto, Some(i), _) => {
            let last = i.0.checked_add(1) == Some(t.item_count());
            if raw == 0 && last && t.params().from_index(i.0).next().is_some_and(|p| p.is_variadic()) {
                return Decoded::is(raw, "...").and(Meaning::remark("any further arguments"));
            }
            None
        }
        (LocProto, Some(_), _) if raw == 0 => return Decoded::is(raw, "where it lives is not known"),
        (FuncProto, None, _) => Some("return type"),
        (Func, ..) => Some("prototype"),
        (Ptr, ..) => Some("what it points to"),
        (DeclTag, ..) => Some("what is tagged"),
        (Array, _, FieldName::Type) => Some("element"),
        (Array, _, FieldName::IndexType) => Some("what indexes it"),
        (LocSec, _, FieldName::Func) => Some("the function that was inlined"),
        (LocSec, _, FieldName::LocProto) => Some("where its parameters live"),
        // The name of the field says enough, or the meaning is not known.
        (
            Array | LocSec | Int | Struct | Union | Enum | Fwd | Typedef | Volatile | Const | Restrict | Var | DataSec
            | Float | TypeTag | Enum64 | LocParam | LocProto | Unknown(_),
            ..,
        ) => None,
    };
    let decoded = type_id(t.btf(), raw, names);
    remark.into_iter().fold(decoded, |d, text| d.and(Meaning::remark(text)))
}

fn int_data(t: &Type<'_>, raw: u32) -> Decoded {
    let value = format!("{raw:#010x}");
    let Some(int) = t.int() else { return Decoded::plain(value) };
    let flags = [
        (int.is_signed(), "signed"),
        (int.is_char(), "char"),
        (int.is_bool(), "bool"),
        (int.encoding & 8 != 0, "0x8 not known"),
    ];
    let mut encoding: Vec<&str> = flags.iter().filter(|f| f.0).map(|f| f.1).collect();
    if encoding.is_empty() {
        encoding.push("unsigned");
    }
    let encoding = encoding.join(", ");
    let mut meaning = vec![
        Meaning::note(bits(27, 24), int.encoding, format!("encoding: {encoding}")),
        Meaning::note(bits(23, 16), int.offset, "offset of the value, in bits"),
        Meaning::note(bits(7, 0), int.bits, "bits of the value"),
    ];
    let mut short = format!("{encoding}, {}", counted(int.bits, "bit"));
    if !int.is_regular() {
        meaning.push(Meaning::remark("does not fill its bytes: a bitfield of the old style"));
        short = format!("{short} from bit {}", int.offset);
    }
    Decoded { value, short, meaning }
}

fn nelems(t: &Type<'_>, raw: u32) -> Decoded {
    let elements = Decoded { short: counted(raw, "element"), ..Decoded::plain(raw) };
    match t.btf().size_of(t.id()) {
        _ if raw == 0 => elements.and(Meaning::remark("a flexible array, or an empty one")),
        Ok(size) => elements.and(Meaning::note("", bytes(size), "in all")),
        Err(e) => elements.and(Meaning::Problem(e.to_string())),
    }
}

/// The part of its target that a DECL_TAG is on, by `component_idx`: a member; if the target is a FUNC, a parameter of
/// the FUNC's prototype.
fn component(t: &Type<'_>, index: i32) -> Decoded {
    let btf = t.btf();
    let Ok(i) = u32::try_from(index) else {
        return match index {
            -1 => Decoded::is(index, "the whole of it"),
            _ => Decoded::is(index, "no component"),
        };
    };
    let target = TypeId(t.size_or_type());
    let owner = match btf.get(target) {
        Some(f) if f.kind() == Kind::Func => btf.get(TypeId(f.size_or_type())),
        other => other,
    };
    let item = match owner {
        Some(o) if o.kind().is_composite() => {
            o.members().from_index(i).next().map(|m| (o.id(), "member", m.name_offset))
        }
        Some(o) if o.kind() == Kind::FuncProto => {
            o.params().from_index(i).next().map(|p| (o.id(), "parameter", p.name_offset))
        }
        _ => None,
    };
    let Some((id, word, name)) = item else {
        let text = format!("{} has no such component", type_label(btf, target));
        return Decoded::plain(index).and(Meaning::Problem(text));
    };
    let text = match btf.string_bytes(name) {
        Some(name) if !name.is_empty() => format!("{word} {}", quoted(name)),
        _ => format!("unnamed {word}"),
    };
    Decoded {
        value: index.to_string(),
        short: text.clone(),
        meaning: vec![Meaning::link(text, Link::Item(id, MemberIndex(i)))],
    }
}

fn offset(t: &Type<'_>, item: MemberIndex, raw: u32) -> Decoded {
    match t.kind() {
        Struct | Union => match t.members().from_index(item.0).next() {
            Some(m) => member_offset(t, &m),
            None => Decoded::plain(format!("{raw:#x}")),
        },
        DataSec => {
            let at = Decoded::is(format!("{raw:#x}"), format!("byte {raw} of {}", type_label(t.btf(), t.id())));
            // Clang leaves the offsets of globals to the linker, which writes them by relocations.
            if raw == 0 && t.size() == Some(0) {
                at.and(Meaning::remark("0 in an object that was not linked"))
            } else {
                at
            }
        }
        LocSec => Decoded::plain(format!("{raw:#x}")).and(Meaning::remark("where the site is")),
        Int | Ptr | Array | Enum | Fwd | Typedef | Volatile | Const | Restrict | Func | FuncProto | Var | Float
        | DeclTag | TypeTag | Enum64 | LocParam | LocProto | Unknown(_) => Decoded::plain(format!("{raw:#x}")),
    }
}

/// The three encodings of a member's offset: see [`btf::Member::bits`].
fn member_offset(t: &Type<'_>, m: &Member<'_>) -> Decoded {
    let endian = t.btf().endian();
    let raw = m.raw_offset;
    let place = |bit: u32, bitfield| place_of_bit(BitOffset(bit.into()), bitfield, endian);
    if m.kind_flag {
        let (bit, size) = (m.bit_offset(), m.bitfield_size());
        let width = if size == 0 { "not a bitfield" } else { "bitfield size" };
        let meaning = vec![
            Meaning::note(bits(31, 24), size, width),
            Meaning::note(bits(23, 0), bit, format!("= {}", place(bit, size > 0))),
        ];
        let short = if size == 0 { format!("bit {bit}") } else { format!("bit {bit}, bitfield size {size}") };
        return Decoded { value: format!("{raw:#010x}"), short, meaning };
    }
    let mut meaning = vec![Meaning::note(bits(31, 0), raw, format!("= {}", place(raw, false)))];
    let mut short = format!("bit {raw}");
    let found = m.bits();
    if let Some(width) = found.bitfield {
        let first = found.offset;
        let last = u64::from(first) + u64::from(width.saturating_sub(1));
        let text = format!("by its INT: bits {first} to {last}, from {}", place(first, true));
        meaning.push(Meaning::note("bitfield size", width, text));
        short = format!("bit {first}, bitfield size {width}");
    }
    Decoded { value: format!("{raw:#x}"), short, meaning }
}

fn enum_value(t: &Type<'_>, item: MemberIndex, raw: u32) -> Decoded {
    let value = t.enumerators().from_index(item.0).next().map_or(i128::from(raw), |e| e.value());
    let negative = raw >> 31 != 0;
    let decoded = signed_value(format!("{raw:#x}"), value, negative, t.kind_flag());
    match t.size_or_type() {
        8 => decoded.and(Meaning::remark("32 bits, which readers extend with their sign to the 8 bytes of the enum")),
        _ => decoded,
    }
}

fn signed_value(raw: String, value: i128, top_bit: bool, signed: bool) -> Decoded {
    let decoded = Decoded::is(raw, value.to_string());
    match (top_bit, signed) {
        // The sign is mentioned only if the signed and the unsigned value differ.
        (true, true) => decoded.and(Meaning::remark("signed, as kind_flag says")),
        (true, false) => decoded.and(Meaning::remark("unsigned, as kind_flag says")),
        (false, _) => decoded,
    }
}

fn enum64_value(t: &Type<'_>, item: MemberIndex, name: FieldName, raw: u32) -> Decoded {
    let Some(e) = t.enumerators().from_index(item.0).next() else { return Decoded::plain(format!("{raw:#x}")) };
    let half = if name == FieldName::ValLo32 { "low 32 bits" } else { "high 32 bits" };
    let text = format!("{half} of {}", e.value());
    Decoded { value: format!("{raw:#x}"), short: text.clone(), meaning: vec![Meaning::remark(text)] }
}

/// The flags of a LOC_PARAM as of September 2026.
const LOC_FLAGS: [(u32, &str); 6] =
    [(1, "signed"), (2, "constant"), (4, "address"), (8, "register"), (0x10, "dereference"), (0x20, "offset")];

fn loc_flags(raw: u32) -> Decoded {
    let mut words: Vec<String> = LOC_FLAGS.iter().filter(|f| raw & f.0 != 0).map(|f| f.1.to_owned()).collect();
    let rest = raw & !0x3f;
    if rest != 0 {
        words.push(format!("{rest:#x} not known"));
    }
    let text = if words.is_empty() { "none".to_owned() } else { words.join(", ") };
    Decoded::is(format!("{raw:#x}"), text)
}

/// A word of a LOC_PARAM, which depends on the whole record: half of a number, a register, an offset.
fn loc_value(t: &Type<'_>, item: Option<MemberIndex>, raw: u32) -> Decoded {
    let value = format!("{raw:#x}");
    let index = item.map_or(0, |item| item.0);
    let half_of = |value: String, all: String, first: u32| {
        let half = if index == first { "low" } else { "high" };
        let text = format!("{half} 32 bits of {all}");
        Decoded { value, short: text.clone(), meaning: vec![Meaning::remark(text)] }
    };
    match Location::of(t) {
        Some(Location::Constant { value: all, signed }) if t.vlen() > 1 => {
            let all = if signed { all.cast_signed().to_string() } else { all.to_string() };
            half_of(value, all, 0)
        }
        Some(Location::Constant { signed: true, .. }) => Decoded::is(value, raw.cast_signed().to_string()),
        Some(Location::Address(all)) => half_of(value, format!("{all:#x}"), 0),
        Some(Location::Register { register, .. }) => Decoded::is(value, register_name(register)),
        Some(Location::Pair(first, second)) => {
            Decoded::is(value, register_name(if index == 0 { first } else { second }))
        }
        Some(Location::Offset { register, .. }) if index == 0 => Decoded::is(value, register_name(register)),
        Some(Location::Offset { offset, .. }) if t.vlen() > 2 => half_of(value, offset.to_string(), 1),
        Some(Location::Offset { offset, .. }) => Decoded::is(value, format!("offset {offset}")),
        _ => Decoded::is(value, raw.to_string()),
    }
}
