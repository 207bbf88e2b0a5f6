//! The meaning of a byte in one line. The page shows it while the mouse pointer is over the byte.

use btf::{BlobRange, Btf, Error, HeaderField, Type};

use super::text::{item_word, type_label};
use super::{Names, header, inspect, record};
use crate::bytes::{ByteTarget, Focus, owner_target};

/// The meaning of byte `at` in the blob of `btf` itself: `member 14 of struct sk_buff: offset = bit 1010, bitfield
/// size 2`. Empty beyond the end.
pub fn describe_byte(btf: &Btf, at: u32, names: Names<'_>) -> String {
    match owner_target(btf, at) {
        None => String::new(),
        Some(ByteTarget::Type(focus)) => describe_field(btf, focus, at, names),
        Some(ByteTarget::Header(field)) => describe_header(btf, field),
        Some(ByteTarget::String { offset, text, .. }) => format!("string {:#x}: {text:?}", offset.0),
        Some(target @ ByteTarget::Layout(_)) => {
            let inspection = inspect(btf, &target, names);
            match inspection.field_at(at) {
                Some(f) => format!("{}: {} = {}", inspection.title, f.name, f.short),
                None => inspection.title,
            }
        }
        Some(ByteTarget::Gap(range)) => format!("gap of {}", super::text::bytes(range.len())),
        Some(ByteTarget::Unreadable(range)) => unreadable(btf.diagnostics(), range),
    }
}

fn describe_field(btf: &Btf, focus: Focus, at: u32, names: Names<'_>) -> String {
    let Some((t, field)) = btf.get(focus.id).and_then(|t| Some((t, t.field_at(at)?))) else { return String::new() };
    let view = record::field_view(&t, field, names);
    format!("{}: {} = {}", place(btf, &t, focus), view.name, view.short)
}

/// The item or type that a field belongs to: `member 14 of struct sk_buff`, `struct sk_buff [873]`.
fn place(btf: &Btf, t: &Type<'_>, focus: Focus) -> String {
    let label = type_label(btf, t.id());
    match focus.item {
        Some(i) => format!("{} {} of {label}", item_word(t.kind()), i.0),
        None => {
            let id = format!("[{}]", t.id());
            // The label of an unnamed type has the id already.
            if label.ends_with(&id) { label } else { format!("{label} {id}") }
        }
    }
}

fn describe_header(btf: &Btf, field: HeaderField) -> String {
    match field.range(btf.header().hdr_len) {
        Some(range) => {
            let view = header::header_field(btf, field, range);
            format!("header: {} = {}", view.name, view.short)
        }
        None => format!("header: {}", field.as_str()),
    }
}

/// Why bytes cannot be read; or their number, if no diagnostic says why.
pub(super) fn unreadable(diagnostics: &[Error], range: BlobRange) -> String {
    let why = diagnostics.iter().find(|e| !e.range.intersect(range).is_empty());
    match why {
        Some(e) => format!("unreadable: {}", e.kind),
        None => format!("unreadable: {}", super::text::bytes(range.len())),
    }
}
