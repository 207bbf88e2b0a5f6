//! The checks of each kind on the types that it refers to (the `resolve` of each kind).

use btf::Kind;

use super::{Purpose, Step, Walk};
use crate::blob::Record;
use crate::check::Check;
use crate::rule::Rule;

impl Check<'_> {
    fn broken(&mut self, record: &Record, rule: Rule, range: btf::BlobRange) -> Step {
        self.type_fault(record, rule, &[], range);
        Step::Broken
    }

    /// The step that a record's target makes necessary before all others: a fault, or entering the target. With
    /// `behind`, this can also be entering a pointer behind modifiers.
    fn first_to_target(&mut self, walk: &Walk, record: &Record, behind: bool) -> Option<Step> {
        let target = record.third;
        if self.is_out_of_reach(target) {
            return Some(self.broken(record, Rule::Target, record.third_field()));
        }
        if self.must_enter(walk.purpose, target) {
            return Some(Step::Enter(target));
        }
        let pointer = if behind { self.pointer_behind(walk.purpose, target) } else { None };
        pointer.map(Step::Enter)
    }

    pub(super) fn modifier_row(&mut self, walk: &Walk, record: &Record) -> Step {
        self.first_to_target(walk, record, false).unwrap_or_else(|| self.record_target(record))
    }

    pub(super) fn pointer_row(&mut self, walk: &Walk, record: &Record) -> Step {
        if let Some(step) = self.first_to_target(walk, record, true) {
            return step;
        }
        if self.is_broken(record.third) {
            // A pointer's size does not depend on its target.
            return Step::Done(0, 0);
        }
        self.record_target(record)
    }

    /// The pointer behind a modifier, if the walk has to enter it, to find loops of pointers.
    fn pointer_behind(&self, purpose: Purpose, target: u32) -> Option<u32> {
        self.kind_of(target).filter(|kind| kind.is_modifier())?;
        let behind = self.state(target).target;
        let is_pointer = self.kind_of(behind) == Some(Kind::Ptr);
        (is_pointer && self.must_enter(purpose, behind)).then_some(behind)
    }

    fn record_target(&mut self, record: &Record) -> Step {
        let target = record.third;
        if self.is_broken(target) {
            return Step::Broken;
        }
        if let Some((sized, _)) = self.sized(target) {
            return Step::Done(sized.id, 0);
        }
        if self.state(target).resolved {
            return Step::Done(self.state(target).target, 0);
        }
        match self.kind_of(target) {
            None | Some(Kind::Fwd | Kind::FuncProto) => Step::Done(target, 0),
            Some(_) => self.broken(record, Rule::Target, record.third_field()),
        }
    }

    pub(super) fn var_row(&mut self, walk: &Walk, record: &Record) -> Step {
        if let Some(step) = self.first_to_target(walk, record, true) {
            return step;
        }
        if self.is_broken(record.third) {
            return Step::Broken;
        }
        match self.sized(record.third) {
            Some((sized, _)) => Step::Done(sized.id, 0),
            None => self.broken(record, Rule::Target, record.third_field()),
        }
    }

    pub(super) fn array_row(&mut self, walk: &Walk, record: &Record) -> Step {
        let [element, index, count] = [0, 1, 2].map(|word| self.blob.field(record.word(word)));
        if self.is_sizeless(index) || self.is_out_of_reach(index) {
            return self.broken(record, Rule::Index, record.word(1));
        }
        if self.must_enter(walk.purpose, index) {
            return Step::Enter(index);
        }
        let regular = self.sized(index).is_some_and(|(int, _)| int.kind == Kind::Int && !self.is_irregular_int(&int));
        if !regular && !self.is_broken(index) {
            return self.broken(record, Rule::Index, record.word(1));
        }
        if self.is_sizeless(element) || self.is_out_of_reach(element) {
            return self.broken(record, Rule::Element, record.word(0));
        }
        if self.must_enter(walk.purpose, element) {
            return Step::Enter(element);
        }
        if self.is_broken(element) {
            return Step::Broken;
        }
        let Some((sized, size)) = self.sized(element) else {
            return self.broken(record, Rule::Element, record.word(0));
        };
        if self.is_irregular_int(&sized) {
            return self.broken(record, Rule::BitArray, record.word(0));
        }
        match size.checked_mul(count) {
            Some(size) => Step::Done(sized.id, size),
            None => self.broken(record, Rule::ArrayOverflow, record.word(2)),
        }
    }

    pub(super) fn composite_row(&mut self, walk: &mut Walk, record: &Record, from: u32) -> Step {
        for index in from..record.vlen {
            let [_, member, _] = self.blob.item(record, index);
            if self.is_faulty(record, index) {
                continue;
            }
            if self.is_sizeless(member) || self.is_out_of_reach(member) {
                self.say_type(record);
                self.member_fault(record, index, member, Rule::MemberType, &[]);
                continue;
            }
            if self.must_enter(walk.purpose, member) {
                if let Some(frame) = walk.stack.last_mut() {
                    frame.next = index;
                }
                return Step::Enter(member);
            }
            if !self.is_broken(member) {
                self.member(record, index);
            }
        }
        Step::Done(0, 0)
    }

    pub(super) fn section_row(&mut self, walk: &mut Walk, record: &Record, from: u32) -> Step {
        walk.purpose = Purpose::Open;
        for index in from..record.vlen {
            let [entry, _, size] = self.blob.item(record, index);
            if self.is_faulty(record, index) {
                continue;
            }
            let Some(var) = self.get(entry).filter(|entry| entry.kind == Kind::Var) else {
                self.say_type(record);
                self.member_fault(record, index, entry, Rule::NotVar, &[]);
                continue;
            };
            if self.must_enter(walk.purpose, entry) {
                // The kernel continues with the next entry, so the size of this one goes unchecked.
                if let Some(frame) = walk.stack.last_mut() {
                    frame.next = index + 1;
                }
                return Step::Enter(entry);
            }
            if self.is_broken(entry) || self.is_broken(var.third) {
                continue;
            }
            let rule = match self.sized(var.third) {
                None => Rule::EntryType,
                Some((_, needed)) if size < needed => Rule::EntrySize,
                Some(_) => continue,
            };
            // If the section has no size yet, its entries' sizes cannot be judged.
            if rule == Rule::EntryType || record.third != 0 {
                self.say_type(record);
                self.member_fault(record, index, entry, rule, &[]);
            }
        }
        Step::Done(0, 0)
    }

    pub(super) fn tag_row(&mut self, walk: &Walk, record: &Record) -> Step {
        let target = match self.get(record.third) {
            Some(t) if matches!(t.kind, Kind::Struct | Kind::Union | Kind::Func | Kind::Var | Kind::Typedef) => t,
            _ => return self.broken(record, Rule::Target, record.third_field()),
        };
        if self.must_enter(walk.purpose, target.id) {
            return Step::Enter(target.id);
        }
        let component = record.word(0);
        let index = self.blob.field(component);
        if index == u32::MAX || self.is_broken(target.id) {
            return Step::Done(0, 0);
        }
        let count = match target.kind {
            Kind::Var | Kind::Typedef => 0,
            Kind::Func => self.get(target.third).map_or(0, |proto| proto.vlen),
            _ => target.vlen,
        };
        if index >= count {
            return self.broken(record, Rule::Component, component);
        }
        Step::Done(0, 0)
    }
}
