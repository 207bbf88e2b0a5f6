//! FUNC and FUNC_PROTO: prototypes, parameters and their names (the kernel's `btf_func_check`, `btf_func_proto_check`).

use btf::Kind;

use super::{Step, Walk};
use crate::blob::Record;
use crate::check::Check;
use crate::rule::Rule;

impl Check<'_> {
    /// Checks that a FUNC has a prototype whose parameters have names.
    pub(super) fn func_row(&mut self, walk: &mut Walk, record: &Record) -> Step {
        let Some(proto) = self.get(record.third).filter(|proto| proto.kind == Kind::FuncProto) else {
            self.type_fault(record, Rule::Target, &[], record.third_field());
            return Step::Broken;
        };
        // Many functions can share one prototype.
        let nameless = *walk.nameless.entry(proto.id).or_insert_with(|| {
            let is_nameless = |index: &u32| {
                let [name, type_id, _] = self.blob.item(&proto, *index);
                name == 0 && type_id != 0
            };
            (0..proto.vlen).find(is_nameless).map(|index| index + 1)
        });
        if let Some(number) = nameless {
            self.type_fault(record, Rule::FuncArgument, &[number], record.third_field());
            return Step::Broken;
        }
        Step::Done(proto.id, 0)
    }

    /// Checks a prototype's return type and parameters.
    pub(super) fn proto(&mut self, walk: &mut Walk, record: &Record) {
        if record.third != 0 && !self.has_size(walk, record.third) {
            self.type_fault(record, Rule::Return, &[], record.third_field());
        }
        let mut count = record.vlen;
        if let Some(last) = count.checked_sub(1) {
            let [name, type_id, _] = self.blob.item(record, last);
            if type_id == 0 {
                // A parameter without a type is "...", which has no name.
                if name != 0 {
                    self.argument_fault(record, last);
                }
                count = last;
            }
        }
        for index in 0..count {
            let [name, type_id, _] = self.blob.item(record, index);
            let named = name == 0 || (self.blob.is_name(name) && self.is_identifier(name));
            let reachable = !self.is_out_of_reach(type_id);
            if !(reachable && named && self.has_size(walk, type_id)) {
                self.argument_fault(record, index);
            }
        }
    }

    fn argument_fault(&mut self, record: &Record, index: u32) {
        self.type_fault(record, Rule::Argument, &[index + 1], record.item(index));
    }

    /// Whether a type has a size. A type that is not resolved yet is resolved first. A broken type counts as one with a
    /// size, because its fault was already reported. An id that no type may refer to has no size.
    fn has_size(&mut self, walk: &mut Walk, id: u32) -> bool {
        if self.is_out_of_reach(id) {
            return false;
        }
        if let Some(record) = self.get(id)
            && self.is_walkable(record.kind)
            && !self.state(id).resolved
            && !self.is_broken(id)
        {
            self.walk(walk, &record);
        }
        self.is_broken(id) || self.sized(id).is_some()
    }
}
