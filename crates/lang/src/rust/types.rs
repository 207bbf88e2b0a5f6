//! How a type is spelt where it is used.

use btf::{Kind, Type, TypeId};
use dump::Sink;

use super::{Rust, WANTS};
use crate::names::Scope;
use crate::scalar::{Used, is_const, scalar, used};

/// The depth from which a pointer's target is written as `c_void`. Pointers, prototypes, arrays and typedefs count.
/// Once the writer's work is spent, every target is written as `c_void`.
const MAX_DEPTH: u32 = 12;

/// The depth from which any type is written as `c_void`: arrays and typedefs behind the last pointer may go on to this
/// depth.
const MAX_CHAIN: u32 = MAX_DEPTH + 32;

impl<S: Sink + ?Sized> Rust<'_, '_, S> {
    /// Writes a type where it is used: by its name, or in full if it has none.
    pub(super) fn ty(&mut self, id: TypeId, depth: u32) {
        let id = self.btf.skip_qualifiers(id);
        if let Some(name) = self.plan.name(id).map(str::to_owned) {
            return self.w.ty(id, &name);
        }
        let Some(t) = self.btf.get(id).filter(|_| depth < MAX_CHAIN) else {
            return self.w.code("core::ffi::c_void");
        };
        match used(&t) {
            Used::As(to) => self.ty(to, depth + 1),
            Used::Pointer => self.pointer(&t, depth),
            Used::Array(element, n) => {
                self.w.code("[");
                self.ty(element, depth + 1);
                self.w.code(&format!("; {n}]"));
            }
            Used::Value => match scalar(self.btf, id) {
                Some(s) => self.w.code(&self.number(s.name(), s.size)),
                None => match t.size() {
                    Some(size) => self.w.code(&format!("[u8; {size}]")),
                    None => self.w.code("core::ffi::c_void"),
                },
            },
        }
    }

    /// The type of a number, with the alignment that libbpf assumes (`btf__align_of`): the number's size, but at most a
    /// pointer's. Compilers align `__int128` to more than that, and on arm also 64-bit numbers.
    fn number(&self, name: &str, size: u32) -> String {
        match (size, self.btf.pointer_size()) {
            (16, 4) => "[u32; 4]".to_owned(),
            (16, _) => "[u64; 2]".to_owned(),
            (8, 4) => format!("Packed4<{name}>"),
            _ => name.to_owned(),
        }
    }

    fn pointer(&mut self, t: &Type<'_>, depth: u32) {
        let to = TypeId(t.size_or_type());
        let narrow = self.btf.pointer_size() == 4;
        let proto = self.btf.resolved(to).filter(|t| t.kind() == Kind::FuncProto);
        let deep = depth >= MAX_DEPTH || !self.w.spend();
        if let Some(proto) = proto.filter(|_| !deep) {
            self.w.code(if narrow { "Ptr32<" } else { "Option<" });
            self.w.code("unsafe extern \"C\" fn");
            self.prototype(&proto, depth + 1);
            return self.w.code(">");
        }
        self.w.code(match narrow {
            true => "Ptr32<",
            false if is_const(self.btf, to) => "*const ",
            false => "*mut ",
        });
        match deep {
            true => self.w.code("core::ffi::c_void"),
            false => self.ty(to, depth + 1),
        }
        if narrow {
            self.w.code(">");
        }
    }

    /// Parameters and return type.
    pub(super) fn prototype(&mut self, proto: &Type<'_>, depth: u32) {
        let mut scope = Scope::default();
        self.w.code("(");
        let count = proto.params().len();
        for (i, p) in proto.params().enumerate() {
            if i > 0 {
                self.w.code(", ");
            }
            // `...` may only be the last parameter; elsewhere a parameter without name and type is damage, and is
            // written as a parameter.
            if p.is_variadic() && i + 1 == count {
                self.w.code("...");
                continue;
            }
            if !p.name().is_empty() {
                let name = scope.name(&WANTS.spelling, p.name());
                self.w.member(proto.id(), p.index, &name);
                self.w.code(": ");
            } else {
                self.w.code("_: ");
            }
            self.ty(p.type_id, depth + 1);
        }
        self.w.code(")");
        let returned = TypeId(proto.size_or_type());
        if !self.btf.resolve(returned).is_void() {
            self.w.code(" -> ");
            self.ty(returned, depth + 1);
        }
    }
}
