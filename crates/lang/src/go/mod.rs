//! Prints types as Go declarations.

mod bits;
mod fields;

use btf::{Btf, Endian, Kind, MAX_RESOLVE_STEPS, Type, TypeId};
use dump::Sink;

use crate::Options;
use crate::names::{Scope, Spelling};
use crate::plan::Wants;
use crate::printer::{Declare, Printer};
use crate::scalar::{Scalar, Used, enumerator, scalar, used};
use crate::shape::Shape;

const KEYWORDS: &[&str] = &[
    "break",
    "case",
    "chan",
    "const",
    "continue",
    "default",
    "defer",
    "else",
    "fallthrough",
    "for",
    "func",
    "go",
    "goto",
    "if",
    "import",
    "interface",
    "map",
    "package",
    "range",
    "return",
    "select",
    "struct",
    "switch",
    "type",
    "var",
];

const WANTS: Wants = Wants {
    // Keywords begin with a small letter, and exported names with a capital, so no name is reserved.
    spelling: Spelling { exported: true, reserved: |_| false, escape: |_| None },
    pointees: false,
    taken: &["Word64"],
    is_primitive: |_, _| false,
};

/// Prints Go declarations of `roots` and of the types they need; for Go 1.17 and later, without dependencies, as a file
/// of package `types`.
pub fn go<S: Sink + ?Sized>(btf: &Btf, roots: &[TypeId], options: &Options, sink: &mut S) {
    Go::print(btf, roots, options, (WANTS, KEYWORDS), sink);
}

/// The Go type of a number.
fn primitive(s: Scalar) -> &'static str {
    match (s.float, s.signed, s.size) {
        (true, _, 4) => "float32",
        (true, ..) => "float64",
        (_, false, 1) => "uint8",
        (_, true, 1) => "int8",
        (_, false, 2) => "uint16",
        (_, true, 2) => "int16",
        (_, false, 4) => "uint32",
        (_, true, 4) => "int32",
        (_, false, _) => "uint64",
        (_, true, _) => "int64",
    }
}

/// C text for a `//` comment: on one line, of at most 400 characters.
fn plain_line(text: &str) -> String {
    text.chars().take(400).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// The language, as the printer's parameter.
struct Language;

type Go<'a, 's, S> = Printer<'a, 's, S, Language>;

impl<S: Sink + ?Sized> Declare for Go<'_, '_, S> {
    fn head(&mut self) {
        self.made_from("Pointers are numbers.");
        self.w.code("package types\n\nimport \"unsafe\"\n\nvar _ unsafe.Pointer\n");
        if self.btf.pointer_size() == 4 {
            let (low, high) = if self.btf.endian() == Endian::Big { (1, 0) } else { (0, 1) };
            self.w.code("\n");
            self.w.comment(
                "// Word64 has 8 bytes, and lies at multiples of 4 on this machine. Get and Set take it as a number.\n",
            );
            self.w.code(&format!(
                "type Word64 [2]uint32\n\nfunc (s *Word64) Get() uint64 {{\n\treturn uint64(s[{low}]) | uint64(s[{high}])<<32\n}}\n\n\
                 func (s *Word64) Set(v uint64) {{\n\ts[{low}], s[{high}] = uint32(v), uint32(v>>32)\n}}\n"
            ));
        }
    }

    fn composite(&mut self, id: TypeId) {
        let (Some(t), Some(shape)) = (self.btf.get(id), self.shapes.shape(id)) else {
            let size = self.btf.get(id).map_or(0, |t| t.size_or_type());
            return self.declared("\ntype ", id, &format!(" [{size}]byte\n"));
        };
        self.w.code("\n");
        self.hint(&shape);
        if shape.is_packed() {
            self.w.comment("// Packed, which Go cannot say: fields that would be aligned are bytes with functions.\n");
        }
        self.declared("type ", id, " struct {\n");
        let mut scope = Scope::default();
        let fields = match t.kind() {
            Kind::Union => self.union_fields(&t, &shape, &mut scope),
            _ => self.fields(&t, &shape, &mut scope),
        };
        self.left_out(&t, &shape, "\t");
        self.w.code("}\n");
        self.functions(&t, &fields, &mut scope);
        self.bit_fields(&t, &shape, &mut scope);
        if self.options.assertions {
            self.assertions(&t, &shape, &fields);
        }
    }

    /// Declares an empty struct, because the content of the type is not needed or not known.
    fn opaque(&mut self, id: TypeId) {
        self.declared("\ntype ", id, " struct{}\n");
    }

    fn enumeration(&mut self, id: TypeId) {
        let Some(t) = self.btf.get(id) else { return };
        let own = self.own_name(id);
        let narrow = self.btf.pointer_size() == 4 && t.size_or_type() == 8;
        let Some(number) = scalar(self.btf, id) else {
            return self.declared("\ntype ", id, &format!(" [{}]byte\n", t.size_or_type()));
        };
        let value = if narrow { "struct{ Word64 }" } else { primitive(number) };
        self.declared("\ntype ", id, &format!(" {value}\n"));
        if t.item_count() == 0 {
            return;
        }
        self.w.code("\nconst (\n");
        for e in t.enumerators() {
            let value = enumerator(e.raw, e.wide, number.size, number.signed);
            let name = self.plan.scope.name(&WANTS.spelling, e.name());
            self.w.code("\t");
            self.w.member(id, e.index, &name);
            if !narrow {
                self.w.code(" ");
                self.w.ty(id, &own);
            }
            self.w.code(&format!(" = {value}\n"));
        }
        self.w.code(")\n");
    }

    fn alias(&mut self, id: TypeId) {
        let to = self.btf.get(id).map_or(TypeId::VOID, |t| TypeId(t.size_or_type()));
        self.declared("\ntype ", id, " = ");
        self.ty(to, 0);
        self.pointee(to);
        self.w.code("\n");
    }

    fn symbol(&mut self, id: TypeId) {
        let mut declaration = String::new();
        dump::declaration(self.btf, id, "", &mut declaration);
        let declaration = plain_line(&declaration);
        self.w.code("\n");
        self.w.comment(&format!("// In C: {declaration}\n"));
    }
}

impl<S: Sink + ?Sized> Go<'_, '_, S> {
    /// Writes a type where it is used: by its name, or in full if it has none.
    fn ty(&mut self, id: TypeId, depth: u32) {
        let id = self.btf.skip_qualifiers(id);
        if let Some(name) = self.plan.name(id).map(str::to_owned) {
            return self.w.ty(id, &name);
        }
        let pointer = self.btf.pointer_size();
        let Some(t) = self.btf.get(id).filter(|_| depth < MAX_RESOLVE_STEPS) else {
            return self.w.code("struct{}");
        };
        match used(&t) {
            Used::As(to) => self.ty(to, depth + 1),
            Used::Pointer => self.w.code(if pointer == 4 { "uint32" } else { "uint64" }),
            Used::Array(element, n) => {
                self.w.code(&format!("[{n}]"));
                self.ty(element, depth + 1);
            }
            Used::Value => match (scalar(self.btf, id), t.size()) {
                (Some(Scalar { size: 16, .. }), _) => self.w.code(if pointer == 4 { "[4]uint32" } else { "[2]uint64" }),
                (Some(Scalar { size: 8, .. }), _) if pointer == 4 => self.w.code("Word64"),
                (Some(s), _) => self.w.code(primitive(s)),
                (None, Some(size)) => self.w.code(&format!("[{size}]byte")),
                (None, None) => self.w.code("struct{}"),
            },
        }
    }

    /// For a pointer or an array of pointers, adds the pointer's C type as a comment at the end of the line, because a
    /// pointer is a number in Go.
    fn pointee(&mut self, id: TypeId) {
        let mut at = id;
        for _ in 0..MAX_RESOLVE_STEPS {
            let Some(t) = self.btf.get(self.btf.skip_qualifiers(at)) else { return };
            match t.kind() {
                Kind::Array => at = t.array().map_or(TypeId::VOID, |a| a.element),
                Kind::Ptr if self.w.spend() => {
                    let c = plain_line(&dump::type_name(self.btf, t.id()));
                    self.w.code(" ");
                    self.w.comment("// ");
                    return self.w.ty(TypeId(t.size_or_type()), &c);
                }
                _ => return,
            }
        }
    }

    /// Writes variables whose types are arrays of the expected length, each set to an array of the real length. If the
    /// lengths differ, the compiler reports both.
    fn assertions(&mut self, t: &Type<'_>, shape: &Shape, fields: &[fields::Field<'_>]) {
        self.w.code("\n");
        for (what, figure) in [("Sizeof", shape.size), ("Alignof", shape.align)] {
            self.declared(&format!("var _ [{figure}]struct{{}} = [unsafe.{what}("), t.id(), "{})]struct{}{}\n");
        }
        for f in fields.iter().filter(|f| f.is_field) {
            self.declared(&format!("var _ [{}]struct{{}} = [unsafe.Offsetof(", f.field.offset), t.id(), "{}.");
            self.w.member(t.id(), f.field.member, &f.name);
            self.w.code(")]struct{}{}\n");
        }
    }
}
