//! Types of what `typeof` takes of expressions (C17, 6.5.2, 6.5.3).

use super::{Known, Lower};
use crate::syntax::{Basic, Operand, OperandRoot, OperandStep};
use crate::types::{Id, Proto, Shape};

impl<'s> Lower<'s> {
    /// The type of an operand.
    pub(super) fn operand(&mut self, of: &Operand<'s>) -> Known<Id> {
        let mut id = match &of.root {
            OperandRoot::Cast(to) => self.type_name(to)?,
            OperandRoot::Name(name) => match self.symbols.get(name.text) {
                Some(&id) => self.without_names(id),
                None if self.constants.contains_key(name.text) => self.types.add(Shape::Basic(Basic::Int)),
                None => {
                    return self
                        .error(&name.range, format!("no variable or function `{}` is declared above", name.text));
                }
            },
        };
        for (step, range) in &of.steps {
            id = match step {
                OperandStep::AddressOf => self.types.add(Shape::Ptr(id)),
                OperandStep::Deref => match *self.types.shape(self.types.plain(id)) {
                    Shape::Ptr(to) => to,
                    Shape::Array(element, _) => self.as_qualified_as(element, id),
                    // A function is the pointer to itself.
                    Shape::Proto(_) => id,
                    _ => return self.error(range, "only pointers and arrays lead on by *, -> and [ ]"),
                },
                OperandStep::Member(name) => match self.find_member(id, name.text, 0) {
                    Some((_, _, true)) => {
                        return self.error(&name.range, format!("`{}` is a bitfield: typeof takes none", name.text));
                    }
                    Some((_, of, false)) => self.as_qualified_as(of, id),
                    None => return self.error(&name.range, format!("there is no member `{}` in that", name.text)),
                },
            };
        }
        Ok(id)
    }

    /// A member or element of something const is const, of something volatile volatile (C17, 6.5.2.3). A member that is an array is written
    /// as clang writes it: CONST of the ARRAY.
    fn as_qualified_as(&mut self, member: Id, of: Id) -> Id {
        let (is_const, is_volatile) = self.qualifiers(of);
        let (has_const, has_volatile) = self.qualifiers(member);
        let member = match is_volatile && !has_volatile {
            true => self.types.add(Shape::Volatile(member)),
            false => member,
        };
        match is_const && !has_const {
            true => self.types.add(Shape::Const(member)),
            false => member,
        }
    }

    fn qualifiers(&self, mut id: Id) -> (bool, bool) {
        let (mut is_const, mut is_volatile) = (false, false);
        loop {
            id = match self.types.shape(id) {
                Shape::Const(of) => {
                    is_const = true;
                    *of
                }
                Shape::Volatile(of) => {
                    is_volatile = true;
                    *of
                }
                Shape::Restrict(of) | Shape::TypeTag(of, _) => *of,
                Shape::Typedef(i) => match self.types.typedefs.get(*i as usize) {
                    Some(typedef) => typedef.of,
                    None => return (is_const, is_volatile),
                },
                _ => return (is_const, is_volatile),
            };
        }
    }

    /// A function's type as pointers to it have it: without names of parameters.
    fn without_names(&mut self, id: Id) -> Id {
        let Shape::Proto(proto) = self.types.shape(id) else { return id };
        let params = proto.params.iter().map(|(_, of)| (String::new(), *of)).collect();
        let proto = Proto { returns: proto.returns, params, variadic: proto.variadic };
        self.types.add(Shape::Proto(proto))
    }
}
