//! STRUCT and UNION.

use btf::Kind;

use super::reference::is_type;
use crate::blob::Record;
use crate::check::Check;
use crate::rule::Rule;

impl Check<'_> {
    pub(super) fn composite(&mut self, record: &Record) {
        self.may_have_name(record);
        self.say_type(record);
        let mut last = 0;
        for index in 0..record.vlen {
            let [name, type_id, offset] = self.blob.item(record, index);
            let bits = if record.flag { offset & 0x00ff_ffff } else { offset };
            let rule = match () {
                () if !self.blob.is_name(name) => Some(Rule::MemberNameOffset),
                () if name != 0 && !self.is_identifier(name) => Some(Rule::NotIdentifier),
                () if !is_type(type_id) => Some(Rule::TypeId),
                () if record.kind == Kind::Union && bits != 0 => Some(Rule::MemberOffset),
                () if bits < last => Some(Rule::MemberOffset),
                () if bits.div_ceil(8) > record.third => Some(Rule::MemberBehindEnd),
                () => None,
            };
            match rule {
                Some(rule) => self.member_fault(record, index, type_id, rule, &[name]),
                None => self.say_member(record, index),
            }
            last = bits;
        }
    }
}
