//! The types of a base as records, to deduplicate converted types against them.

use btf::{Btf, FieldName, TypeId};

use crate::records::{Records, WHOLE};
use crate::strings::Strings;

/// Adds all types of the base, those of its own base included. Each keeps its id, so a type that cannot be read is
/// added as an empty record.
pub(crate) fn load(base: &Btf, records: &mut Records, strings: &mut Strings) {
    for id in 1..base.type_cnt() {
        let mut words = Vec::new();
        if let Some(t) = base.get(TypeId(id)) {
            let of = t.btf();
            for field in t.fields() {
                let word = of.endian().u32_at(of.bytes(), field.range.start).unwrap_or_default();
                let word = match field.part.name {
                    FieldName::NameOff => {
                        strings.intern(base.string_bytes(btf::StringOffset(word)).unwrap_or_default())
                    }
                    _ => word,
                };
                words.push(word);
            }
        }
        match words.as_slice() {
            [name, info, third, rest @ ..] => records.push(*name, *info & !WHOLE, *third, rest),
            _ => records.push(0, 0, 0, &[]),
        };
    }
}
