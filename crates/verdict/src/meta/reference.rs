//! PTR, TYPEDEF, the qualifiers, TYPE_TAG, ARRAY and FWD.

use btf::Kind;

use crate::blob::{MAX_TYPE, Record};
use crate::check::Check;
use crate::rule::Rule;

impl Check<'_> {
    pub(super) fn reference(&mut self, record: &Record) {
        self.no_vlen(record);
        if record.kind != Kind::TypeTag || !self.version.has_attribute_tags() {
            self.no_flag(record);
        }
        if record.third > MAX_TYPE {
            self.type_fault(record, Rule::TypeId, &[], record.third_field());
        }
        match record.kind {
            Kind::Typedef => self.needs_name(record),
            Kind::TypeTag => self.needs_text(record, Rule::TypeTagEmpty),
            _ => self.no_name(record),
        }
        self.say_type(record);
    }

    pub(super) fn array(&mut self, record: &Record) {
        self.no_name(record);
        self.no_vlen(record);
        self.no_flag(record);
        if record.third != 0 {
            self.type_fault(record, Rule::ArraySizeField, &[], record.third_field());
        }
        for (index, rule) in [(0, Rule::Element), (1, Rule::Index)] {
            let word = record.word(index);
            if !is_type(self.blob.field(word)) {
                self.type_fault(record, rule, &[], word);
            }
        }
        self.say_type(record);
    }

    pub(super) fn fwd(&mut self, record: &Record) {
        self.no_vlen(record);
        if record.third != 0 {
            self.type_fault(record, Rule::FwdType, &[], record.third_field());
        }
        self.needs_name(record);
        self.say_type(record);
    }
}

/// Whether a number may be the id of a type other than void.
pub(super) fn is_type(id: u32) -> bool {
    id != 0 && id <= MAX_TYPE
}
