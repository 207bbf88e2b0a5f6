//! Merges declarations of the same function or variable (C17, 6.2.2, 6.2.7, 6.9).

use super::{Known, Linkage, Lower, Named, Root, Symbol};
use crate::syntax::{Name, Storage};
use crate::types::{Id, Proto, Shape};

/// A declaration of a function or variable.
pub(super) struct Declared {
    pub symbol: Symbol,
    pub is_function: bool,
    pub storage: Storage,
    /// True if it has a body or an initial value.
    pub is_defined: bool,
}

impl<'s> Lower<'s> {
    /// Adds a declaration, merged with earlier ones of the same name.
    pub(super) fn symbol(&mut self, name: &Name<'s>, new: Declared) -> Known<()> {
        let is_enumerator = self.constants.contains_key(name.text) && !self.given.contains(name.text);
        if self.own_typedef(name.text).is_some() || is_enumerator && !self.from_start {
            return self.error(&name.range, format!("`{}` is something else above", name.text));
        }
        let Some(old) = self.symbols.get(name.text).copied() else {
            let Declared { symbol, is_function, is_defined, .. } = new;
            let root = self.roots.len();
            let (of, linkage) = (symbol.of, symbol.linkage);
            self.symbols.insert(name.text, Named { of, root, is_function, is_defined, linkage });
            self.roots.push(if is_function { Root::Function(symbol) } else { Root::Variable(symbol) });
            return Ok(());
        };
        let of = match self.composite(old.of, new.symbol.of) {
            Some(of) if old.is_function == new.is_function => of,
            _ => return self.error(&name.range, format!("`{}` is declared otherwise above", name.text)),
        };
        if old.is_defined && new.is_defined {
            return self.error(&name.range, format!("`{}` is defined above already", name.text));
        }
        let linkage = match (old.linkage, new.storage, new.is_function) {
            (Linkage::Static, Storage::Static | Storage::Extern, _) | (Linkage::Static, _, true) => Linkage::Static,
            (Linkage::Static, ..) => {
                return self.error(&name.range, format!("`{}` is static above, and not here", name.text));
            }
            (_, Storage::Static, _) => {
                return self.error(&name.range, format!("`{}` is static here, and not above", name.text));
            }
            (Linkage::Global, ..) => Linkage::Global,
            (Linkage::Extern, ..) => new.symbol.linkage,
        };
        let is_defined = old.is_defined || new.is_defined;
        self.symbols.insert(name.text, Named { of, is_defined, linkage, ..old });
        let Some(Root::Function(symbol) | Root::Variable(symbol)) = self.roots.get_mut(old.root) else {
            return Ok(());
        };
        let Symbol { named_section, usual_section, aligned, tags, param_tags, place, .. } = new.symbol;
        symbol.of = of;
        symbol.linkage = linkage;
        symbol.named_section = named_section.or(symbol.named_section.take());
        symbol.usual_section = match (new.is_defined, old.is_defined) {
            (true, _) => usual_section,
            (false, true) => symbol.usual_section,
            (false, false) => symbol.usual_section.or(usual_section),
        };
        // `__ksym` names a section only for functions of the kernel. If the source also defines the function or
        // declares it static, it is not in that section.
        if new.is_function && linkage != Linkage::Extern {
            symbol.named_section = None;
        }
        symbol.aligned = symbol.aligned.max(aligned);
        let more: Vec<String> = tags.into_iter().filter(|tag| !symbol.tags.contains(tag)).collect();
        symbol.tags.extend(more);
        for tag in param_tags {
            if !symbol.param_tags.contains(&tag) {
                symbol.param_tags.push(tag);
            }
        }
        if new.is_defined {
            symbol.place = place;
        }
        Ok(())
    }

    /// The type of two declarations of one name; `None` when they conflict (C17, 6.2.7).
    fn composite(&mut self, old: Id, new: Id) -> Option<Id> {
        if old == new {
            return Some(new);
        }
        match (self.types.shape(old).clone(), self.types.shape(new).clone()) {
            (Shape::Array(a, count), Shape::Array(b, None)) if a == b => Some(if count.is_some() { old } else { new }),
            (Shape::Array(a, None), Shape::Array(b, _)) if a == b => Some(new),
            (Shape::Const(a), Shape::Const(b)) | (Shape::Volatile(a), Shape::Volatile(b)) => {
                let inner = self.composite(a, b)?;
                Some(if inner == a { old } else { new })
            }
            (Shape::Proto(a), Shape::Proto(b)) => {
                // Empty parentheses, `f()`, say nothing about the parameters.
                let is_unsaid = |proto: &Proto| proto.params.is_empty() && proto.variadic;
                if is_unsaid(&a) && a.returns == b.returns {
                    return Some(new);
                }
                if is_unsaid(&b) && a.returns == b.returns {
                    return Some(old);
                }
                if self.bare(&a) != self.bare(&b) {
                    return None;
                }
                // The parameters' names come from the later declaration; if it has no names, from the earlier
                // declaration.
                let has_names = b.params.iter().any(|(name, _)| !name.is_empty()) || b.params.is_empty();
                Some(if has_names { new } else { old })
            }
            _ => None,
        }
    }

    /// A prototype reduced to what must agree: no names, and no qualifiers of the parameters themselves.
    fn bare(&self, proto: &Proto) -> Proto {
        let params = proto.params.iter().map(|(_, of)| (String::new(), self.unqualified(*of))).collect();
        Proto { returns: proto.returns, params, variadic: proto.variadic }
    }

    /// The index of the source's own typedef of that name.
    pub(super) fn own_typedef(&self, name: &str) -> Option<u32> {
        match self.types.shape(*self.typedefs.get(name)?) {
            Shape::Typedef(i) if *i >= self.known.0 && !self.from_start => Some(*i),
            _ => None,
        }
    }
}
