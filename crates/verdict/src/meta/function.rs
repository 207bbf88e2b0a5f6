//! FUNC and FUNC_PROTO.

use crate::blob::Record;
use crate::check::Check;
use crate::rule::Rule;

/// The linkage of global functions and variables; static is 0, extern 2.
pub(super) const GLOBAL: u32 = 1;

impl Check<'_> {
    pub(super) fn func(&mut self, record: &Record) {
        self.needs_name(record);
        if record.vlen > GLOBAL {
            self.type_fault(record, Rule::FuncLinkage, &[], record.info_field());
        }
        self.no_flag(record);
        self.say_type(record);
    }

    /// Parameters are checked later, when types are resolved.
    pub(super) fn func_proto(&mut self, record: &Record) {
        self.no_name(record);
        self.no_flag(record);
        self.say_type(record);
    }
}
