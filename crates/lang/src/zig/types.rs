//! How a type is spelt where it is used.

use btf::{Kind, Type, TypeId};
use dump::Sink;

use super::Zig;
use crate::scalar::{Used, is_const, scalar, used};

/// The depth from which a pointer's target is written as `anyopaque`. Pointers, prototypes, arrays and typedefs count.
/// Once the writer's work is spent, every target is written as `anyopaque`.
const MAX_DEPTH: u32 = 12;

impl<S: Sink + ?Sized> Zig<'_, '_, S> {
    /// Writes a type where it is used: by its name, or in full if it has none.
    pub(super) fn ty(&mut self, id: TypeId, depth: u32) {
        let id = self.btf.skip_qualifiers(id);
        if let Some(name) = self.plan.name(id).map(str::to_owned) {
            return self.w.ty(id, &name);
        }
        let Some(t) = self.btf.get(id).filter(|_| depth < MAX_DEPTH + 32) else {
            return self.w.code("anyopaque");
        };
        match used(&t) {
            Used::As(to) => self.ty(to, depth + 1),
            Used::Pointer => self.pointer(&t, depth),
            Used::Array(element, n) => {
                self.w.code(&format!("[{n}]"));
                self.ty(element, depth + 1);
            }
            Used::Value => match (scalar(self.btf, id), t.size()) {
                (Some(s), _) => self.w.code(s.name()),
                (None, Some(size)) => self.w.code(&format!("[{size}]u8")),
                (None, None) => self.w.code("anyopaque"),
            },
        }
    }

    fn pointer(&mut self, t: &Type<'_>, depth: u32) {
        let to = TypeId(t.size_or_type());
        let narrow = self.btf.pointer_size() == 4;
        let proto = self.btf.resolved(to).filter(|t| t.kind() == Kind::FuncProto);
        let deep = depth >= MAX_DEPTH || !self.w.spend();
        self.w.code(match (narrow, proto.is_some() || is_const(self.btf, to)) {
            (true, _) => "Ptr32(",
            (false, true) => "?*const ",
            (false, false) => "?*",
        });
        match proto {
            _ if deep => self.w.code("anyopaque"),
            Some(proto) => {
                self.w.code("fn ");
                self.prototype(&proto, depth + 1);
            }
            None => self.ty(to, depth + 1),
        }
        if narrow {
            self.w.code(")");
        }
    }

    /// Parameters, calling convention and return type. The parameters get no names, because in Zig the name of a
    /// parameter must not be the name of a type.
    pub(super) fn prototype(&mut self, proto: &Type<'_>, depth: u32) {
        self.parameters(proto, depth);
        self.w.code(" callconv(.c) ");
        self.returned(proto, depth);
    }

    /// The declaration of an `extern fn`.
    pub(super) fn declaration(&mut self, proto: &Type<'_>) {
        self.parameters(proto, 0);
        self.w.code(" ");
        self.returned(proto, 0);
    }

    fn parameters(&mut self, proto: &Type<'_>, depth: u32) {
        self.w.code("(");
        let count = proto.params().len();
        for (i, p) in proto.params().enumerate() {
            if i > 0 {
                self.w.code(", ");
            }
            match p.is_variadic() && i + 1 == count {
                true => self.w.code("..."),
                false => self.ty(p.type_id, depth + 1),
            }
        }
        self.w.code(")");
    }

    fn returned(&mut self, proto: &Type<'_>, depth: u32) {
        let returned = TypeId(proto.size_or_type());
        match self.btf.resolve(returned).is_void() {
            true => self.w.code("void"),
            false => self.ty(returned, depth + 1),
        }
    }
}
