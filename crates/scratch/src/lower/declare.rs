//! What a declaration of a file declares: types, functions, variables.

use super::attrs::Attrs;
use super::{Known, Linkage, Lower, Root, Symbol};
use crate::syntax::{AttrKind, Base, Declaration, Declarator, Init, InitItem, Name, Part, Specs, Storage};
use crate::types::{Id, MAX_SIZE, Proto, Shape, Typedef};

impl<'s> Lower<'s> {
    pub(super) fn declaration(&mut self, d: &Declaration<'s>) -> Known<()> {
        let base = self.base(&d.specs)?;
        // What is declared comes before what was defined on the way, as in the order in which clang meets them.
        let defined = std::mem::take(&mut self.defined);
        if d.names.is_empty() && !matches!(d.specs.base, Base::Record(_) | Base::Enum(_)) {
            return self.error(&d.specs.range, "this declares nothing: a name is missing");
        }
        for declarator in &d.names {
            // What went wrong is marked; the other names stay.
            let _ = self.one(d, base, declarator);
        }
        self.defined.splice(0..0, defined);
        Ok(())
    }

    fn one(&mut self, d: &Declaration<'s>, base: Id, declarator: &Declarator<'s>) -> Known<()> {
        let Some(name) = &declarator.name else { return Ok(()) };
        let of = self.declared(base, &d.specs.attrs, declarator)?;
        let of = self.with_length(of, declarator.init.as_ref())?;
        let attrs = self.attrs(&[d.specs.attrs.as_slice(), declarator.attrs.as_slice()])?;
        self.no_mode(&attrs, &declarator.range)?;
        if d.specs.storage == Storage::Typedef {
            return self.typedef(name, of, attrs, declarator);
        }
        match self.types.shape(self.types.plain(of)).clone() {
            Shape::Proto(proto) => self.named_function(d, name, proto, attrs, declarator),
            _ => self.variable(&d.specs, name, of, attrs, declarator),
        }
    }

    fn typedef(&mut self, name: &Name<'s>, of: Id, attrs: Attrs, d: &Declarator<'s>) -> Known<()> {
        self.without_effect(&d.attrs, &|kind| matches!(kind, AttrKind::Aligned(_) | AttrKind::DeclTag(_)));
        if let Some(&old) = self.typedefs.get(name.text)
            && let Shape::Typedef(i) = *self.types.shape(old)
            && i >= self.known.0
        {
            let same =
                self.types.typedefs.get(i as usize).is_some_and(|old| old.of == of && old.align == attrs.aligned);
            return match same || self.from_start {
                true => Ok(()),
                false => self.error(&name.range, format!("`{}` is another type above", name.text)),
            };
        }
        let i = self.types.typedefs.len() as u32;
        let place = self.place(&name.range);
        let tags = attrs.decl_tags;
        self.types.typedefs.push(Typedef { name: name.text.to_owned(), of, align: attrs.aligned, tags, place });
        let id = self.types.add(Shape::Typedef(i));
        self.typedefs.insert(name.text, id);
        self.roots.push(Root::Type(id));
        Ok(())
    }

    /// A prototype with the names of its parameters.
    fn named_function(
        &mut self,
        d: &Declaration<'s>,
        name: &Name<'s>,
        mut proto: Proto,
        attrs: Attrs,
        declarator: &Declarator<'s>,
    ) -> Known<()> {
        let mut param_tags = Vec::new();
        if let Some(Part::Function(params)) = declarator.parts.first() {
            for (i, ((specs, d), param)) in params.list.iter().zip(&mut proto.params).enumerate() {
                param.0 = d.name.as_ref().map_or(String::new(), |n| n.text.to_owned());
                let attrs = self.attrs(&[specs.attrs.as_slice(), d.attrs.as_slice()])?;
                param_tags.extend(attrs.decl_tags.into_iter().map(|says| (i as u32, says)));
            }
        }
        let of = self.types.add(Shape::Proto(proto));
        if self.symbols.contains_key(name.text) {
            return match d.has_body {
                true => Ok(()),
                false => self.declared_again(name, of),
            };
        }
        let linkage = match d.specs.storage {
            Storage::Static => Linkage::Static,
            _ if d.has_body => Linkage::Global,
            _ => Linkage::Extern,
        };
        let place = self.place(&name.range);
        self.symbols.insert(name.text, of);
        // clang lists functions of the kernel (`__ksym`) in their section as it does variables; code is in no DATASEC.
        let section = attrs.section.filter(|_| linkage == Linkage::Extern).map(|section| (section, 1));
        let (name, tags) = (name.text.to_owned(), attrs.decl_tags);
        let symbol = Symbol { name, of, linkage, section, tags, param_tags, place };
        self.roots.push(Root::Function(symbol));
        Ok(())
    }

    fn declared_again(&mut self, name: &Name<'s>, of: Id) -> Known<()> {
        match self.symbols.get(name.text) == Some(&of) {
            true => Ok(()),
            false => self.error(&name.range, format!("`{}` is declared otherwise above", name.text)),
        }
    }

    /// An array without a length has that of its initial value (C17, 6.7.9).
    fn with_length(&mut self, of: Id, init: Option<&Init<'s>>) -> Known<Id> {
        let (Some(init), Shape::Array(element, None)) = (init, self.types.shape(of).clone()) else { return Ok(of) };
        let mut length = init.text.map(|bytes| u64::from(bytes) + 1).unwrap_or(0);
        let mut next = 0u64;
        // A string may stand in braces of its own.
        for item in init.items.iter().flatten() {
            if let InitItem::At(at) = item {
                let value = self.constant(at)?.value;
                next = match u64::try_from(value) {
                    Ok(value) => value,
                    Err(_) => return self.error(&at.range, format!("there is no element {value}")),
                };
            }
            next = next.saturating_add(1);
            length = length.max(next);
        }
        let bytes = self.types.size(element).unwrap_or(0).saturating_mul(length);
        match u32::try_from(length).ok().filter(|_| bytes <= MAX_SIZE && length > 0) {
            Some(length) => Ok(self.types.add(Shape::Array(element, Some(length)))),
            None => Ok(of),
        }
    }

    /// Whether it must not be changed: of an array, its elements.
    fn is_const(&self, id: Id) -> bool {
        match self.types.shape(id) {
            Shape::Const(_) => true,
            Shape::Array(of, _) | Shape::Volatile(of) => self.is_const(*of),
            _ => false,
        }
    }

    fn variable(&mut self, specs: &Specs<'s>, name: &Name<'s>, of: Id, attrs: Attrs, d: &Declarator<'s>) -> Known<()> {
        if self.symbols.contains_key(name.text) {
            return self.declared_again(name, of);
        }
        let is_extern = specs.storage == Storage::Extern;
        if self.types.size(of).is_none() && !is_extern {
            let what = self.without_size(of);
            return self.error(&d.range, format!("a variable of {what} is not possible"));
        }
        let linkage = match specs.storage {
            Storage::Static => Linkage::Static,
            Storage::Extern => Linkage::Extern,
            _ => Linkage::Global,
        };
        let usual = match d.init.as_ref().is_none_or(|init| init.is_zero) {
            _ if is_extern => None,
            _ if self.is_const(of) => Some(".rodata"),
            true => Some(".bss"),
            false => Some(".data"),
        };
        let align = attrs.aligned.unwrap_or(1).max(self.types.align(of));
        let section = attrs.section.or(usual.map(str::to_owned)).map(|name| (name, align));
        let place = self.place(&name.range);
        self.symbols.insert(name.text, of);
        let symbol = Symbol {
            name: name.text.to_owned(),
            of,
            linkage,
            section,
            tags: attrs.decl_tags,
            param_tags: vec![],
            place,
        };
        self.roots.push(Root::Variable(symbol));
        Ok(())
    }
}
