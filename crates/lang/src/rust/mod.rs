//! Prints types as Rust declarations.

mod bits;
mod types;

use btf::{Btf, Kind, Type, TypeId};
use dump::Sink;

use crate::Options;
use crate::names::{Scope, Spelling};
use crate::plan::{Item, Wants};
use crate::printer::{Declare, Printer};
use crate::scalar::{Scalar, enumerator, scalar};
use crate::shape::{Field, Part, Shape};

const KEYWORDS: &[&str] = &[
    "as", "async", "await", "box", "break", "const", "continue", "crate", "do", "dyn", "else", "enum", "extern",
    "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut",
    "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super", "trait", "true", "try", "type",
    "typeof", "union", "unsafe", "unsized", "use", "virtual", "where", "while", "yield", "abstract", "become", "Self",
];

/// Names that are changed instead of written raw (`r#`): those without a raw form, `union`, and the language's own
/// types.
const RENAMED: &[&str] = &[
    "self", "Self", "super", "crate", "union", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64",
    "i128", "isize", "f32", "f64", "bool", "char", "str",
];

const WANTS: Wants = Wants {
    spelling: Spelling {
        exported: false,
        reserved: |name| KEYWORDS.contains(&name) || RENAMED.contains(&name),
        escape: |name| (!RENAMED.contains(&name)).then(|| format!("r#{name}")),
    },
    pointees: true,
    taken: &["Packed4", "Ptr32", "Words2", "symbols", "core", "Option", "Clone", "Copy", "PartialEq", "Eq"],
    is_primitive: |name, number| name == number.name(),
};

/// Prints Rust declarations of `roots` and of the types they need; for Rust 1.82 and later, without dependencies,
/// `no_std`.
pub fn rust<S: Sink + ?Sized>(btf: &Btf, roots: &[TypeId], options: &Options, sink: &mut S) {
    Rust::print(btf, roots, options, (WANTS, KEYWORDS), sink);
}

/// The language, as the printer's parameter.
struct Language;

type Rust<'a, 's, S> = Printer<'a, 's, S, Language>;

impl<S: Sink + ?Sized> Declare for Rust<'_, '_, S> {
    fn head(&mut self) {
        self.made_from("Types that are only behind pointers are opaque.");
        self.w.attribute(
            "#![allow(dead_code, non_camel_case_types, non_snake_case, non_upper_case_globals, \
             improper_ctypes_definitions, clippy::all)]\n",
        );
        if self.btf.pointer_size() == 4 {
            self.w.code("\n");
            self.w.comment("/// A value of 8 bytes that lies at multiples of 4 on this machine.\n");
            self.w.attribute("#[repr(C, packed(4))]\n#[derive(Clone, Copy)]\n");
            self.w.code("pub struct Packed4<T>(pub T);\n\n");
            self.w.comment(
                "/// A pointer of 4 bytes: an address on the machine of the BTF, not on the one that reads.\n",
            );
            self.w.attribute("#[repr(C)]\n");
            self.w.code(
                "pub struct Ptr32<T> {\n    pub address: u32,\n    to: core::marker::PhantomData<*const T>,\n}\n\
                 impl<T> Clone for Ptr32<T> {\n    fn clone(&self) -> Self {\n        *self\n    }\n}\n\
                 impl<T> Copy for Ptr32<T> {}\n",
            );
        }
    }

    fn composite(&mut self, id: TypeId) {
        let (Some(t), Some(shape)) = (self.btf.get(id), self.shapes.shape(id)) else {
            let size = self.btf.get(id).map_or(0, |t| t.size_or_type());
            self.derives();
            self.w.comment("// It holds itself.\n");
            return self.declared("pub struct ", id, &format!("(pub [u8; {size}]);\n"));
        };
        let union = t.kind() == Kind::Union;
        self.w.code("\n");
        self.hint(&shape);
        self.w.attribute(if shape.is_packed() { "#[repr(C, packed)]\n" } else { "#[repr(C)]\n" });
        self.w.attribute("#[derive(Clone, Copy)]\n");
        self.declared(if union { "pub union " } else { "pub struct " }, id, " {\n");
        let mut scope = Scope::default();
        let (fields, shared) = self.parts(&t, &shape, &mut scope);
        self.left_out(&t, &shape, "    ");
        self.w.code("}\n");
        self.bit_fields(&t, &shape, &shared);
        if self.options.assertions {
            self.assertions(&t, &shape, &fields);
        }
    }

    fn opaque(&mut self, id: TypeId) {
        self.derives();
        self.declared("pub struct ", id, " {\n    _opaque: [u8; 0],\n}\n");
    }

    fn enumeration(&mut self, id: TypeId) {
        let Some(t) = self.btf.get(id) else { return };
        let number = scalar(self.btf, id);
        let inner = match number {
            Some(s) => s.name().to_owned(),
            None => format!("[u8; {}]", t.size_or_type()),
        };
        let low = self.btf.pointer_size() == 4 && t.size_or_type() == 8;
        self.w.code("\n");
        let repr = if low { "C, packed(4)" } else { "transparent" };
        self.w.attribute(&format!("#[repr({repr})]\n#[derive(Clone, Copy, PartialEq, Eq)]\n"));
        self.declared("pub struct ", id, &format!("(pub {inner});\n"));
        let Some(number) = number.filter(|_| t.item_count() > 0) else { return };
        self.declared("impl ", id, " {\n");
        let mut scope = Scope::default();
        for e in t.enumerators() {
            let value = enumerator(e.raw, e.wide, number.size, number.signed);
            let name = scope.name(&WANTS.spelling, e.name());
            self.w.code("    pub const ");
            self.w.member(id, e.index, &name);
            self.w.code(&format!(": Self = Self({value});\n"));
        }
        self.w.code("}\n");
    }

    fn alias(&mut self, id: TypeId) {
        let Some(t) = self.btf.get(id) else { return };
        self.declared("\npub type ", id, " = ");
        self.ty(TypeId(t.size_or_type()), 0);
        self.w.code(";\n");
    }

    /// Functions and variables: in a module of their own, so that a type may have the same name.
    fn tail(&mut self, items: &[Item]) {
        let symbols = self.symbols(items);
        if symbols.is_empty() {
            return;
        }
        self.w.code("\n");
        self.w.comment("/// Functions and variables.\n");
        self.w.code("pub mod symbols {\n    use super::*;\n    unsafe extern \"C\" {\n");
        let mut scope = Scope::default();
        for t in symbols {
            let name = scope.name(&WANTS.spelling, t.name());
            let to = TypeId(t.size_or_type());
            if name.trim_start_matches("r#") != t.name() {
                self.w.attribute(&format!("        #[link_name = {:?}]\n", t.name()));
            }
            match self.btf.resolved(to).filter(|p| t.kind() == Kind::Func && p.kind() == Kind::FuncProto) {
                Some(proto) => {
                    self.w.code("        pub fn ");
                    self.w.ty(t.id(), &name);
                    self.prototype(&proto, 0);
                }
                None => {
                    self.w.code("        pub static mut ");
                    self.w.ty(t.id(), &name);
                    self.w.code(": ");
                    self.ty(to, 0);
                }
            }
            self.w.code(";\n");
        }
        self.w.code("    }\n}\n");
    }
}

impl<S: Sink + ?Sized> Rust<'_, '_, S> {
    fn derives(&mut self) {
        self.w.code("\n");
        self.w.attribute("#[repr(C)]\n#[derive(Clone, Copy)]\n");
    }

    /// Writes the fields. Returns the members that are fields, with their names, and for each part the name of the
    /// bytes that bitfields share; empty for other parts.
    fn parts<'p>(
        &mut self,
        t: &Type<'_>,
        shape: &'p Shape,
        scope: &mut Scope,
    ) -> (Vec<(&'p Field, String)>, Vec<String>) {
        let spelling = &WANTS.spelling;
        // Members are named first, so that made-up names do not take a member's name.
        let fields = Self::named(t, shape, scope, (spelling, "__bindgen_anon_"));
        let mut names = fields.iter().map(|(_, name)| name);
        let mut shared = vec![String::new(); shape.parts.len()];
        for (i, part) in shape.parts.iter().enumerate() {
            match part {
                Part::Field(f) => {
                    self.w.code("    pub ");
                    self.w.member(t.id(), f.member, names.next().map_or("", |name| name));
                    self.w.code(": ");
                    self.ty(f.type_id, 0);
                    self.w.code(",");
                    if f.flexible {
                        self.w.code(" ");
                        self.w.comment("// as many as there are");
                    }
                    self.w.code("\n");
                }
                Part::Pad { offset, bytes } => {
                    let name = scope.name(spelling, &format!("_padding_{offset}"));
                    self.w.code(&format!("    pub {name}: [u8; {bytes}],\n"));
                }
                Part::Bits(bits) => {
                    let name = scope.name(spelling, &format!("_bits_{}", bits.offset));
                    self.w.code(&format!("    pub {name}: [u8; {}],\n", bits.bytes));
                    shared[i] = name;
                }
            }
        }
        if shape.natural < shape.align {
            let name = scope.name(spelling, "_align");
            let aligned = Scalar { size: shape.align.min(8), signed: false, float: false };
            self.w.code(&format!("    pub {name}: [{}; 0],\n", aligned.name()));
        }
        (fields, shared)
    }

    fn assertions(&mut self, t: &Type<'_>, shape: &Shape, fields: &[(&Field, String)]) {
        self.w.code("const _: () = {\n");
        self.declared("    assert!(core::mem::size_of::<", t.id(), &format!(">() == {});\n", shape.size));
        self.declared("    assert!(core::mem::align_of::<", t.id(), &format!(">() == {});\n", shape.align));
        for (f, field) in fields {
            self.declared("    assert!(core::mem::offset_of!(", t.id(), ", ");
            self.w.member(t.id(), f.member, field);
            self.w.code(&format!(") == {});\n", f.offset));
        }
        self.w.code("};\n");
    }
}
