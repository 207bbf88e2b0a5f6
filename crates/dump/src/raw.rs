//! Records as lines of text: `bpftool btf dump file X format raw` (bpftool `btf.c`, `dump_btf_type`).

use btf::{Btf, Kind, Linkage, MemberIndex, StringOffset, Type, TypeId};

use crate::strings::Strings;
use crate::token::{Print, Sink, TokenKind};

/// Prints all own types of `btf` (not those of its base), one record a line, items on lines of their own.
pub fn raw<S: Sink + ?Sized>(btf: &Btf, sink: &mut S) {
    records(btf.types(), &Strings::whole(btf), sink);
}

/// Prints these types.
pub(crate) fn records<'a, S: Sink + ?Sized>(
    types: impl Iterator<Item = Type<'a>>,
    strings: &Strings<'a>,
    sink: &mut S,
) {
    for t in types {
        record(&t, strings, sink);
    }
}

/// Prints one record with its items, each line ended by a newline. Prints nothing for void and for an id without a
/// type.
pub fn raw_line<S: Sink + ?Sized>(btf: &Btf, id: TypeId, sink: &mut S) {
    if let Some(t) = btf.get(id) {
        record(&t, &Strings::few(btf), sink);
    }
}

/// The name as bpftool shows it: `(anon)` for offset 0, `(invalid)` beyond the strings.
#[inline]
pub(crate) fn shown_name<'a>(strings: &Strings<'a>, offset: StringOffset) -> &'a str {
    match offset.0 {
        0 => "(anon)",
        _ => strings.get(offset).unwrap_or("(invalid)"),
    }
}

/// The encoding of an INT in words; a combination of flags has no name.
pub(crate) fn encoding_name(encoding: u8) -> &'static str {
    match encoding {
        0 => "(none)",
        1 => "SIGNED",
        2 => "CHAR",
        4 => "BOOL",
        _ => "UNKN",
    }
}

pub(crate) fn linkage_name(linkage: Option<Linkage>) -> &'static str {
    match linkage {
        Some(Linkage::Unknown(_)) | None => "(unknown)",
        Some(linkage) => linkage.as_str(),
    }
}

fn record<S: Sink + ?Sized>(t: &Type<'_>, strings: &Strings<'_>, sink: &mut S) {
    sink.punct("[");
    sink.id(t.id());
    sink.punct("] ");
    sink.keyword(t.kind().as_str());
    sink.punct(" '");
    sink.token(TokenKind::Name, shown_name(strings, t.name_offset()));
    sink.punct("'");
    match t.kind() {
        Kind::Int => {
            let Some(int) = t.int() else { return };
            field(sink, " size=", int.size);
            field(sink, " bits_offset=", int.offset.into());
            field(sink, " nr_bits=", int.bits.into());
            sink.text(" encoding=");
            sink.keyword(encoding_name(int.encoding));
        }
        Kind::Ptr | Kind::Const | Kind::Volatile | Kind::Restrict | Kind::Typedef | Kind::TypeTag => {
            reference(sink, " type_id=", t.size_or_type());
        }
        Kind::Array => {
            let Some(array) = t.array() else { return };
            reference(sink, " type_id=", array.element.0);
            reference(sink, " index_type_id=", array.index.0);
            field(sink, " nr_elems=", array.nelems);
        }
        Kind::Struct | Kind::Union => {
            field(sink, " size=", t.size_or_type());
            field(sink, " vlen=", t.vlen());
            for m in t.members() {
                item_name(t.id(), m.index, shown_name(strings, m.name_offset), sink);
                reference(sink, "' type_id=", m.type_id.0);
                field(sink, " bits_offset=", m.bit_offset());
                if m.bitfield_size() != 0 {
                    field(sink, " bitfield_size=", m.bitfield_size());
                }
            }
        }
        Kind::Enum | Kind::Enum64 => {
            sink.text(" encoding=");
            sink.keyword(if t.is_signed_enum() { "SIGNED" } else { "UNSIGNED" });
            field(sink, " size=", t.size_or_type());
            field(sink, " vlen=", t.vlen());
            for e in t.enumerators() {
                item_name(t.id(), e.index, shown_name(strings, e.name_offset), sink);
                sink.text("' val=");
                match e.signed {
                    true => sink.signed(e.value() as i64),
                    false => sink.number(e.value() as u64),
                }
                if e.wide {
                    sink.token(TokenKind::Number, if e.signed { "LL" } else { "ULL" });
                }
            }
        }
        Kind::Fwd => {
            sink.text(" fwd_kind=");
            sink.keyword(t.tag_keyword().unwrap_or_default());
        }
        Kind::Func => {
            reference(sink, " type_id=", t.size_or_type());
            sink.text(" linkage=");
            sink.keyword(linkage_name(t.linkage()));
        }
        Kind::FuncProto => {
            reference(sink, " ret_type_id=", t.size_or_type());
            field(sink, " vlen=", t.vlen());
            for p in t.params() {
                item_name(t.id(), p.index, shown_name(strings, p.name_offset), sink);
                reference(sink, "' type_id=", p.type_id.0);
            }
        }
        Kind::Var => {
            reference(sink, " type_id=", t.size_or_type());
            sink.text(", linkage=");
            sink.keyword(linkage_name(t.linkage()));
        }
        Kind::DataSec => {
            field(sink, " size=", t.size_or_type());
            field(sink, " vlen=", t.vlen());
            for v in t.vars() {
                reference(sink, "\n\ttype_id=", v.type_id.0);
                field(sink, " offset=", v.offset);
                field(sink, " size=", v.size);
                if let Some(var) = t.btf().get(v.type_id) {
                    sink.punct(" (");
                    sink.keyword(var.kind().as_str());
                    sink.punct(" '");
                    sink.token(TokenKind::Member(t.id(), v.index), shown_name(strings, var.name_offset()));
                    sink.punct("')");
                }
            }
        }
        Kind::Float => field(sink, " size=", t.size_or_type()),
        Kind::DeclTag => {
            reference(sink, " type_id=", t.size_or_type());
            sink.text(" component_idx=");
            sink.signed(t.component_index().unwrap_or_default().into());
        }
        Kind::LocParam | Kind::LocProto | Kind::LocSec => location(t, strings, sink),
        Kind::Unknown(_) => {}
    }
    sink.text("\n");
}

/// The LOC kinds, as the bpftool of Linux 7.4 prints them (its selftest `bpftool_btf_dump.c` has the expected lines).
fn location<S: Sink + ?Sized>(t: &Type<'_>, strings: &Strings<'_>, sink: &mut S) {
    if t.kind() == Kind::LocParam {
        field(sink, " size=", t.size_or_type());
        sink.text(" flags=");
        sink.token(TokenKind::Number, &format!("{:#x}", t.loc_flags().unwrap_or_default()));
    }
    field(sink, " vlen=", t.vlen());
    let mut words = t.words();
    match t.kind() {
        Kind::LocParam => location_text(t, " values='", sink),
        Kind::LocProto => {
            for id in words {
                reference(sink, "\n\ttype_id=", id);
                if let Some(param) = t.btf().get(TypeId(id)).filter(|param| param.kind() == Kind::LocParam) {
                    location_text(&param, " value='", sink);
                }
            }
        }
        _ => {
            while let Some(func) = words.next() {
                sink.text("\n\tname='");
                let name = t.btf().get(TypeId(func)).map_or(StringOffset(0), |func| func.name_offset());
                sink.token(TokenKind::Name, shown_name(strings, name));
                sink.punct("'");
                reference(sink, " func_type_id=", func);
                reference(sink, " loc_proto_type_id=", words.next().unwrap_or_default());
                field(sink, " offset=", words.next().unwrap_or_default());
            }
        }
    }
}

/// The text of a LOC_PARAM in quotes: `reg1`, `*(fbreg - 0x20)`.
fn location_text<S: Sink + ?Sized>(t: &Type<'_>, label: &str, sink: &mut S) {
    sink.text(label);
    sink.token(TokenKind::Number, &crate::location::bpftool_text(t));
    sink.punct("'");
}

fn field<S: Sink + ?Sized>(sink: &mut S, label: &str, value: u32) {
    sink.text(label);
    sink.number(value.into());
}

fn reference<S: Sink + ?Sized>(sink: &mut S, label: &str, id: u32) {
    sink.text(label);
    sink.id(TypeId(id));
}

fn item_name<S: Sink + ?Sized>(of: TypeId, index: MemberIndex, name: &str, sink: &mut S) {
    sink.text("\n\t'");
    sink.token(TokenKind::Member(of, index), name);
}
