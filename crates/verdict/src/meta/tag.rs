//! DECL_TAG, and the text of both kinds of tags.

use crate::blob::Record;
use crate::check::Check;
use crate::rule::Rule;

impl Check<'_> {
    pub(super) fn decl_tag(&mut self, record: &Record) {
        self.needs_text(record, Rule::DeclTagEmpty);
        self.no_vlen(record);
        if !self.version.has_attribute_tags() {
            self.no_flag(record);
        }
        let component = record.word(0);
        if (self.blob.field(component) as i32) < -1 {
            self.type_fault(record, Rule::Component, &[], component);
        }
        self.say_type(record);
    }

    /// A tag must have some text; any bytes are allowed.
    pub(super) fn needs_text(&mut self, record: &Record, rule: Rule) {
        if self.name(record.name).is_empty() {
            self.name_fault(record, rule);
        }
    }
}
