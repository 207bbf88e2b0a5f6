//! Types, functions and variables that a file declares.

use super::attrs::Attrs;
use super::merge::Declared;
use super::{Known, Linkage, Lower, Root, Symbol};
use crate::syntax::{AttrKind, Base, Basic, Declaration, Declarator, InitValue, Name, Part, Specs, Storage};
use crate::types::{Id, Proto, Shape, Typedef};

impl<'s> Lower<'s> {
    pub(super) fn declaration(&mut self, d: &Declaration<'s>) -> Known<()> {
        let base = self.base(&d.specs)?;
        if d.names.is_empty() && !matches!(d.specs.base, Base::Record(_) | Base::Enum(_)) {
            self.defined.clear();
            return self.error(&d.specs.range, "this declares nothing: a name is missing");
        }
        for declarator in &d.names {
            // An error is already marked; the other names stay.
            let _ = self.one(d, base, declarator);
        }
        Ok(())
    }

    fn one(&mut self, d: &Declaration<'s>, base: Id, declarator: &Declarator<'s>) -> Known<()> {
        let Some(name) = &declarator.name else { return Ok(()) };
        let of = match d.specs.base {
            Base::Auto => self.auto(d, declarator)?,
            _ => self.declared(base, &d.specs.attrs, declarator)?,
        };
        let attrs = self.attrs(&[d.specs.attrs.as_slice(), declarator.attrs.as_slice()])?;
        self.no_mode(&attrs, &declarator.range)?;
        let of = self.as_vector(of, &attrs, &declarator.range)?;
        let is_function = matches!(self.types.shape(self.types.plain(of)), Shape::Proto(_));
        if let Some(init) = declarator.init.as_ref().filter(|_| is_function || d.specs.storage == Storage::Typedef) {
            return self.error(&init.range, "only variables have initial values");
        }
        if d.specs.for_function && !is_function {
            return self.error(&declarator.range, "only functions can be inline");
        }
        if d.specs.storage == Storage::Typedef {
            return self.typedef(name, of, attrs, declarator);
        }
        let of = self.with_length(of, declarator.init.as_ref())?;
        match self.types.shape(self.types.plain(of)).clone() {
            Shape::Proto(proto) => self.named_function(d, name, proto, attrs, declarator),
            _ => self.variable(&d.specs, name, of, attrs, declarator),
        }
    }

    /// The type of an `__auto_type`: the type of its initial value.
    fn auto(&mut self, d: &Declaration<'s>, declarator: &Declarator<'s>) -> Known<Id> {
        let init = declarator.init.as_ref().filter(|_| declarator.parts.is_empty());
        match init.map(|init| &init.value) {
            Some(InitValue::Other(Some(of))) => {
                let of = self.value_type(of)?;
                Ok(self.qualified(of, d.specs.quals))
            }
            Some(InitValue::Text(_)) => {
                let char = self.types.add(Shape::Basic(Basic::Char));
                let of = self.types.add(Shape::Ptr(char));
                Ok(self.qualified(of, d.specs.quals))
            }
            _ => self.error(&declarator.range, "`__auto_type` takes a name and an initial value without braces"),
        }
    }

    fn typedef(&mut self, name: &Name<'s>, of: Id, attrs: Attrs, d: &Declarator<'s>) -> Known<()> {
        let is_enumerator = self.constants.contains_key(name.text) && !self.given.contains(name.text);
        if self.symbols.contains_key(name.text) || is_enumerator && !self.from_start {
            return self.error(&name.range, format!("`{}` is something else above", name.text));
        }
        self.without_effect(&d.attrs, &|kind| {
            matches!(kind, AttrKind::Aligned(_) | AttrKind::DeclTag(_) | AttrKind::Vector(_))
        });
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

    /// Adds a function, whose prototype gets the names of the parameters.
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
        let linkage = match d.specs.storage {
            Storage::Static => Linkage::Static,
            _ if d.has_body => Linkage::Global,
            _ => Linkage::Extern,
        };
        let place = self.place(&name.range);
        // clang lists the kernel's functions (`__ksym`) in their section, like variables; no DATASEC lists code.
        let named_section = attrs.section.filter(|_| linkage == Linkage::Extern);
        let symbol = Symbol {
            name: name.text.to_owned(),
            of,
            linkage,
            named_section,
            usual_section: None,
            aligned: None,
            tags: attrs.decl_tags,
            param_tags,
            place,
        };
        self.symbol(name, Declared { symbol, is_function: true, storage: d.specs.storage, is_defined: d.has_body })
    }

    /// True if a type is const; for an array, true if its elements are const.
    fn is_const(&self, id: Id) -> bool {
        match self.types.shape(id) {
            Shape::Const(_) => true,
            Shape::Array(of, _) | Shape::Volatile(of) => self.is_const(*of),
            _ => false,
        }
    }

    fn variable(&mut self, specs: &Specs<'s>, name: &Name<'s>, of: Id, attrs: Attrs, d: &Declarator<'s>) -> Known<()> {
        let is_extern = specs.storage == Storage::Extern && d.init.is_none();
        if self.types.size(of).is_none() && !is_extern {
            // C lets a struct be defined later in the file than a variable of its type.
            let is_declared = matches!(self.types.shape(self.types.plain(of)), Shape::Record(_) | Shape::Enum(_));
            if !is_declared || d.init.is_some() {
                let what = self.without_size(of);
                return self.error(&d.range, format!("a variable of {what} is not possible"));
            }
            self.unfinished.push((of, d.range.clone()));
        }
        let linkage = match specs.storage {
            Storage::Static => Linkage::Static,
            _ if is_extern => Linkage::Extern,
            _ => Linkage::Global,
        };
        let usual_section = match d.init.as_ref().is_none_or(|init| init.is_zero) {
            _ if is_extern => None,
            _ if self.is_const(of) => Some(".rodata"),
            true => Some(".bss"),
            false => Some(".data"),
        };
        let place = self.place(&name.range);
        let symbol = Symbol {
            name: name.text.to_owned(),
            of,
            linkage,
            named_section: attrs.section,
            usual_section,
            aligned: attrs.aligned,
            tags: attrs.decl_tags,
            param_tags: vec![],
            place,
        };
        let (storage, is_defined) = (specs.storage, d.init.is_some());
        self.symbol(name, Declared { symbol, is_function: false, storage, is_defined })
    }
}
