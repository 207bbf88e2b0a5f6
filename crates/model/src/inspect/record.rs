//! A type's record, or a part of it.

use btf::{BlobRange, Btf, Field, FieldName, Kind, MemberIndex, Type};
use text::counted;

use super::text::{item_word, record_kind};
use super::words;
use super::{FieldView, Inspection, Names};
use crate::bytes::{ByteClass, Focus};

/// Bytes of the part that all records have: `struct btf_type`.
const HEAD: u32 = 12;

pub(crate) fn inspect_type(btf: &Btf, focus: Focus, names: Names<'_>) -> Inspection {
    let id = focus.id;
    if id.is_void() {
        let note = "The id 0 stands for void: there is no record of it.".to_owned();
        return Inspection { title: "void [0]".to_owned(), note: Some(note), ..Inspection::default() };
    }
    let title = format!("btf_type [{id}]");
    let Some(t) = btf.get(id) else {
        let problem = format!("there is no type {id}, the last is {}", btf.type_cnt().saturating_sub(1));
        return Inspection { title, problems: vec![problem], ..Inspection::default() };
    };
    let (title, range) = match focus.item {
        Some(i) => match t.item(i) {
            Some(range) => (item_title(&t, i), range),
            None => {
                let (word, all) = (item_word(t.kind()), t.item_count());
                let problem = format!("there is no {word} {}: the record has {}", i.0, counted(all, word));
                return Inspection { title: item_title(&t, i), problems: vec![problem], ..Inspection::default() };
            }
        },
        None => match focus.field.and_then(|f| once_title(t.kind(), f)) {
            Some(title) => (title.to_owned(), BlobRange::new(t.head().start.saturating_add(HEAD), t.head().end)),
            None => (title, t.head()),
        },
    };
    let fields = t.fields_in(range).map(|f| field_view(&t, f, names)).collect();
    Inspection { title, range, fields, ..Inspection::default() }.with_problems(t.btf().diagnostics())
}

/// The name in C of the struct that a field after the first 12 bytes belongs to, if there is one.
fn once_title(kind: Kind, field: FieldName) -> Option<&'static str> {
    match (kind, field) {
        (Kind::Array, FieldName::Type | FieldName::IndexType | FieldName::Nelems) => Some("btf_array"),
        (Kind::Var, FieldName::Linkage) => Some("btf_var"),
        (Kind::DeclTag, FieldName::ComponentIdx) => Some("btf_decl_tag"),
        _ => None,
    }
}

/// `btf_member[14]`: the struct's name in C and the item's index.
fn item_title(t: &Type<'_>, item: MemberIndex) -> String {
    let name = match t.kind() {
        Kind::Struct | Kind::Union => "btf_member",
        Kind::Enum => "btf_enum",
        Kind::Enum64 => "btf_enum64",
        Kind::FuncProto => "btf_param",
        Kind::DataSec => "btf_var_secinfo",
        kind => return format!("{} {}[{}]", record_kind(kind), item_word(kind), item.0),
    };
    format!("{name}[{}]", item.0)
}

/// A field of a record, decoded.
pub(crate) fn field_view(t: &Type<'_>, field: Field, names: Names<'_>) -> FieldView {
    let home = t.btf();
    let content = home.bytes().get(field.range.as_usize()).unwrap_or_default();
    let word = if field.range.len() == 4 { home.endian().u32_at(home.bytes(), field.range.start) } else { None };
    let decoded = match word {
        Some(raw) => words::word(t, field.part, raw, names),
        None => words::opaque(content),
    };
    decoded.view(field.part.name.as_str(), field.range, ByteClass::of_field(field.part.name))
}
