//! Types from specifiers and declarators.

use std::collections::HashSet;

use super::{Known, Lower, Tag};
use crate::syntax::{Attr, AttrKind, Base, Basic, Declarator, Params, Part, Quals, Specs, TypeName};
use crate::types::{Id, MAX_SIZE, Proto, Shape};
use text::counted;

impl<'s> Lower<'s> {
    /// The type of the specifiers, with their qualifiers.
    pub(super) fn base(&mut self, specs: &Specs<'s>) -> Known<Id> {
        let base = match &specs.base {
            Base::Basic(basic) => {
                if self.types.target.word() == 4 && matches!(basic, Basic::Int128 | Basic::UnsignedInt128) {
                    return self.error(&specs.range, "32-bit machines have no __int128");
                }
                self.types.add(Shape::Basic(*basic))
            }
            Base::Typedef(name) => match self.typedefs.get(name.text) {
                Some(&id) => id,
                None => {
                    return self
                        .error(&name.range, format!("`{}` is not known, because its typedef has an error", name.text));
                }
            },
            Base::Record(record) => self.record(record)?,
            Base::Enum(item) => self.enumeration(item)?,
            Base::TypeOf(of) => self.type_name(of)?,
            Base::TypeOfExpr(of) => {
                self.no_bitfield(of, "typeof")?;
                self.type_of(of)?
            }
            // A placeholder: the initial value of each name gives its type.
            Base::Auto => self.types.add(Shape::Basic(Basic::Void)),
        };
        if specs.quals.is_restrict && !matches!(self.types.shape(self.types.plain(base)), Shape::Ptr(_)) {
            return self.error(&specs.range, "only pointers can be restrict");
        }
        Ok(self.qualified(base, specs.quals))
    }

    /// Adds qualifiers to a type, in the order in which clang nests them: const outermost.
    pub(super) fn qualified(&mut self, mut id: Id, quals: Quals) -> Id {
        if quals.is_restrict {
            id = self.types.add(Shape::Restrict(id));
        }
        if quals.is_volatile {
            id = self.types.add(Shape::Volatile(id));
        }
        if quals.is_const {
            id = self.types.add(Shape::Const(id));
        }
        id
    }

    /// The type of a declarator over `base`, whose specifiers had `attrs`.
    pub(super) fn declared(&mut self, base: Id, attrs: &[Attr<'s>], d: &Declarator<'s>) -> Known<Id> {
        self.declared_as(base, attrs, d, false)
    }

    /// As [`Self::declared`]. In a parameter, the count of an outermost array does not matter, and may be another
    /// parameter.
    fn declared_as(&mut self, base: Id, attrs: &[Attr<'s>], d: &Declarator<'s>, parameter: bool) -> Known<Id> {
        let mut id = base;
        // Type tags for `id`: they take effect when a pointer points to it.
        let mut tags = Self::type_tags(attrs);
        // GCC's tags are on the pointer itself, the outermost pointer included. BTF has no tags for types that are not
        // pointers.
        let behind = self.gcc_tags;
        if behind && !tags.is_empty() {
            self.without_effect(attrs, &|kind| !matches!(kind, AttrKind::TypeTag(_)));
            tags.clear();
        }
        let last = d.parts.iter().position(|part| matches!(part, Part::Pointer(..)));
        if !is_pointer(d.parts.last()) {
            self.without_effect(attrs, &|kind| !matches!(kind, AttrKind::TypeTag(_)));
            tags.clear();
        }
        self.without_effect(&d.attrs, &|kind| !matches!(kind, AttrKind::TypeTag(_)));
        for (i, part) in d.parts.iter().enumerate().rev() {
            match part {
                Part::Pointer(quals, attrs) => {
                    if behind {
                        tags = Self::type_tags(attrs);
                    }
                    for says in std::mem::take(&mut tags) {
                        id = self.types.add(Shape::TypeTag(id, says));
                    }
                    id = self.types.add(Shape::Ptr(id));
                    id = self.qualified(id, *quals);
                    // Nothing points to the outermost pointer.
                    let pointed =
                        behind || last != Some(i) && i.checked_sub(1).is_some_and(|i| is_pointer(d.parts.get(i)));
                    self.without_effect(attrs, &|kind| pointed && matches!(kind, AttrKind::TypeTag(_)));
                    tags = if pointed && !behind { Self::type_tags(attrs) } else { Vec::new() };
                }
                Part::Array(count, range) => {
                    let count = match count {
                        Some(_) if parameter && i == 0 => None,
                        None => None,
                        Some(count) => {
                            let value = self.constant(count)?.value;
                            let Ok(value) = u32::try_from(value) else {
                                return self
                                    .error(&count.range, format!("an array of {value} elements is not possible"));
                            };
                            Some(value)
                        }
                    };
                    let Some(size) = self.types.size(id) else {
                        let what = self.without_size(id);
                        return self.error(&d.range, format!("an array of {what} is not possible"));
                    };
                    if self.is_flexible(id) {
                        let inner = match d.parts.get(i + 1) {
                            Some(Part::Array(_, inner)) => inner,
                            _ => range,
                        };
                        return self.error(inner, "only the first dimension of an array may be without a count");
                    }
                    if size % self.types.align(id) != 0 {
                        let align = self.types.align(id);
                        let message =
                            format!("elements of {} cannot be aligned to {align} in an array", counted(size, "byte"));
                        return self.error(&d.range, message);
                    }
                    if size.saturating_mul(count.unwrap_or(0).into()) > MAX_SIZE {
                        return self.error(range, "an array of more bytes than BTF can say (4 GB)");
                    }
                    id = self.types.add(Shape::Array(id, count));
                }
                Part::Function(params) => id = self.function(id, params, d)?,
                Part::Tags(list) if behind => self.without_effect(list, &|_| false),
                // If there are tags inside the parentheses, clang ignores those before the parentheses.
                Part::Tags(list) => tags = Self::type_tags(list),
            }
        }
        Ok(id)
    }

    fn function(&mut self, returns: Id, params: &Params<'s>, d: &Declarator<'s>) -> Known<Id> {
        if matches!(self.types.shape(self.types.plain(returns)), Shape::Array(..) | Shape::Proto(_)) {
            return self.error(&d.range, "a function returns neither arrays nor functions");
        }
        let mut list = Vec::new();
        let mut names = HashSet::new();
        for (specs, d) in &params.list {
            if let Some(name) = d.name.as_ref().filter(|name| !names.insert(name.text)) {
                return self.error(&name.range, format!("there is a parameter `{}` already", name.text));
            }
            let base = self.base(specs)?;
            let id = self.declared_as(base, &specs.attrs, d, true)?;
            // Array and function parameters become pointers (C17, 6.7.6.3).
            let id = match self.types.shape(id).clone() {
                Shape::Array(of, _) => self.types.add(Shape::Ptr(of)),
                Shape::Proto(_) => self.types.add(Shape::Ptr(id)),
                _ => id,
            };
            if matches!(self.types.shape(self.types.plain(id)), Shape::Basic(Basic::Void)) {
                return self.error(&specs.range, "a parameter of type void");
            }
            list.push((String::new(), id));
        }
        if list.len() > usize::from(u16::MAX) {
            return self.error(&d.range, "more parameters than BTF can say");
        }
        Ok(self.types.add(Shape::Proto(Proto { returns, params: list, variadic: params.variadic })))
    }

    /// A type that is written without a name.
    pub(super) fn type_name(&mut self, name: &TypeName<'s>) -> Known<Id> {
        let base = self.base(&name.specs)?;
        self.declared(base, &name.specs.attrs, &name.declarator)
    }

    /// True if it is an array without a length, `[]`.
    pub(super) fn is_flexible(&self, id: Id) -> bool {
        matches!(self.types.shape(self.types.plain(id)), Shape::Array(_, None))
    }

    /// Names a type without a size, for messages.
    pub(super) fn without_size(&self, id: Id) -> String {
        match self.types.shape(self.types.plain(id)) {
            Shape::Basic(_) => "void".to_owned(),
            Shape::Proto(_) => "functions".to_owned(),
            Shape::Record(i) => {
                let record = self.types.records.get(*i as usize);
                let (word, name) = record.map_or(("struct", ""), |r| (word(r.is_union), r.name.as_str()));
                format!("`{word} {name}`, which is not defined above,")
            }
            Shape::Enum(i) => {
                let name = self.types.enums.get(*i as usize).map_or("", |e| e.name.as_str());
                format!("`enum {name}`, which is not defined above,")
            }
            _ => "this type".to_owned(),
        }
    }

    /// The type of a tag.
    pub(super) fn of_tag(&mut self, tag: Tag) -> Id {
        self.types.add(match tag {
            Tag::Record(i) => Shape::Record(i),
            Tag::Enum(i) => Shape::Enum(i),
        })
    }
}

/// True if the part is a pointer: tags in parentheses come with their pointer.
fn is_pointer(part: Option<&Part<'_>>) -> bool {
    matches!(part, Some(Part::Pointer(..) | Part::Tags(_)))
}

/// `union` or `struct`.
pub(super) fn word(is_union: bool) -> &'static str {
    if is_union { "union" } else { "struct" }
}
