//! VAR and DATASEC.

use super::function::GLOBAL;
use super::reference::is_type;
use crate::blob::Record;
use crate::check::Check;
use crate::name::is_printable;
use crate::rule::Rule;

impl Check<'_> {
    pub(super) fn var(&mut self, record: &Record) {
        self.no_vlen(record);
        self.no_flag(record);
        self.needs_name(record);
        if !is_type(record.third) {
            self.type_fault(record, Rule::TypeId, &[], record.third_field());
        }
        let linkage = record.word(0);
        if self.blob.field(linkage) > GLOBAL {
            self.type_fault(record, Rule::VarLinkage, &[], linkage);
        }
        self.say_type(record);
    }

    pub(super) fn data_section(&mut self, record: &Record) {
        if record.vlen == 0 && !self.version.has_empty_sections() {
            self.type_fault(record, Rule::NoEntries, &[], record.info_field());
        }
        let size = record.third;
        if size == 0 {
            self.type_fault(record, Rule::SectionSize, &[], record.third_field());
        }
        self.no_flag(record);
        if record.name == 0 {
            self.name_fault(record, Rule::NameMissing);
        } else if !self.is_section_name(record.name) {
            self.name_fault(record, Rule::SectionName);
        }
        self.say_type(record);
        let (mut end, mut sum) = (0, 0u64);
        for index in 0..record.vlen {
            let [type_id, offset, len] = self.blob.item(record, index);
            let rule = match () {
                () if !is_type(type_id) => Some(Rule::TypeId),
                // A section of 0 bytes was reported above. That its entries lie outside of it is not another fault.
                () if size == 0 => None,
                () if offset < end || offset >= size => Some(Rule::EntryOffset),
                () if len == 0 || len > size => Some(Rule::EntrySize),
                () if offset.wrapping_add(len) > size => Some(Rule::EntryEnd),
                () => None,
            };
            match rule {
                Some(rule) => self.member_fault(record, index, type_id, rule, &[]),
                None => self.say_member(record, index),
            }
            end = offset.wrapping_add(len);
            sum += u64::from(len);
        }
        if sum > size.into() && size != 0 {
            self.type_fault(record, Rule::EntriesSum, &[], record.third_field());
        }
    }

    fn is_section_name(&self, name: u32) -> bool {
        let longest = self.version.longest_name();
        if self.version.has_printable_sections() {
            return is_printable(self.name(name), longest);
        }
        let rest = self.name(name).strip_prefix(b"?").filter(|_| self.version.has_optional_sections());
        crate::name::is_identifier(rest.unwrap_or(self.name(name)), longest)
    }
}
