//! Prints types as Zig declarations.

mod bits;
mod types;

use btf::{Btf, Kind, Type, TypeId};
use dump::Sink;

use crate::Options;
use crate::names::{Scope, Spelling};
use crate::plan::{Item, Wants};
use crate::printer::{Declare, Printer};
use crate::scalar::{enumerator, scalar};
use crate::shape::{Field, Part, Shape};
use crate::writer::plain;

const KEYWORDS: &[&str] = &[
    "addrspace",
    "align",
    "allowzero",
    "and",
    "anyframe",
    "anytype",
    "asm",
    "async",
    "await",
    "break",
    "callconv",
    "catch",
    "comptime",
    "const",
    "continue",
    "defer",
    "else",
    "enum",
    "errdefer",
    "error",
    "export",
    "extern",
    "fn",
    "for",
    "if",
    "inline",
    "linksection",
    "noalias",
    "noinline",
    "nosuspend",
    "opaque",
    "or",
    "orelse",
    "packed",
    "pub",
    "resume",
    "return",
    "struct",
    "suspend",
    "switch",
    "test",
    "threadlocal",
    "try",
    "union",
    "unreachable",
    "usingnamespace",
    "var",
    "volatile",
    "while",
];

/// Whether a name is one of the language's own values and types: `u7`, `c_int`, `null`.
fn is_own(name: &str) -> bool {
    let bits = name.strip_prefix(['u', 'i']).is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    bits || name.starts_with("c_")
        || matches!(
            name,
            "f16"
                | "f32"
                | "f64"
                | "f80"
                | "f128"
                | "bool"
                | "void"
                | "noreturn"
                | "type"
                | "anyerror"
                | "anyopaque"
                | "isize"
                | "usize"
                | "comptime_int"
                | "comptime_float"
                | "true"
                | "false"
                | "null"
                | "undefined"
                | "_"
        )
}

const WANTS: Wants = Wants {
    spelling: Spelling {
        exported: false,
        reserved: |name| KEYWORDS.contains(&name) || is_own(name),
        escape: |name| Some(format!("@\"{name}\"")),
    },
    pointees: true,
    taken: &["Ptr32", "symbols", "self_", "value_", "b_", "word_", "mask_", "bits_", "Pointee_"],
    is_primitive: |name, number| name == number.name(),
};

/// Prints Zig declarations of `roots` and of the types they need; for Zig 0.14 and later.
pub fn zig<S: Sink + ?Sized>(btf: &Btf, roots: &[TypeId], options: &Options, sink: &mut S) {
    Zig::print(btf, roots, options, (WANTS, KEYWORDS), sink);
}

/// The language, as the printer's parameter.
struct Language;

type Zig<'a, 's, S> = Printer<'a, 's, S, Language>;

impl<S: Sink + ?Sized> Declare for Zig<'_, '_, S> {
    fn head(&mut self) {
        self.made_from("Types that are only behind pointers are opaque.");
        if self.btf.pointer_size() == 4 {
            self.w.code("\n");
            self.w.comment(
                "/// A pointer of 4 bytes: an address on the machine of the BTF, not on the one that reads.\n",
            );
            self.w.code(
                "pub fn Ptr32(comptime To: type) type {\n    return extern struct {\n        address: u32,\n        \
                 pub const Pointee_ = To;\n    };\n}\n",
            );
        }
    }

    fn composite(&mut self, id: TypeId) {
        let (Some(t), Some(shape)) = (self.btf.get(id), self.shapes.shape(id)) else {
            let size = self.btf.get(id).map_or(0, |t| t.size_or_type());
            return self.declare(id, &format!("extern struct {{ holds_itself: [{size}]u8 }};\n"));
        };
        self.w.code("\n");
        self.hint(&shape);
        let union = t.kind() == Kind::Union;
        self.declared("pub const ", id, if union { " = extern union {\n" } else { " = extern struct {\n" });
        let mut scope = Scope::default();
        let (fields, shared) = self.parts(&t, &shape, &mut scope);
        self.left_out(&t, &shape, "    ");
        self.bit_fields(&t, &shape, &mut scope, &shared);
        self.w.code("};\n");
        if self.options.assertions {
            self.assertions(&t, &shape, &fields);
        }
    }

    fn opaque(&mut self, id: TypeId) {
        self.declare(id, "opaque {};\n");
    }

    fn enumeration(&mut self, id: TypeId) {
        let Some(t) = self.btf.get(id) else { return };
        let Some(number) = scalar(self.btf, id) else {
            return self.declare(id, &format!("extern struct {{ bytes: [{}]u8 }};\n", t.size_or_type()));
        };
        self.declare(id, &format!("enum({}) {{\n", number.name()));
        let mut scope = Scope::default();
        let mut first = std::collections::HashMap::new();
        let mut again = Vec::new();
        for e in t.enumerators() {
            let value = enumerator(e.raw, e.wide, number.size, number.signed);
            let name = scope.name(&WANTS.spelling, e.name());
            if let Some(other) = first.get(&value) {
                again.push((e.index, name, String::clone(other)));
                continue;
            }
            self.w.code("    ");
            self.w.member(id, e.index, &name);
            self.w.code(&format!(" = {value},\n"));
            first.insert(value, name);
        }
        // Zig rejects `_` when no value is left for it.
        if number.size > 2 || first.len() < 1 << (8 * number.size) {
            self.w.code("    _,\n");
        }
        for (index, name, other) in again {
            self.w.code("    pub const ");
            self.w.member(id, index, &name);
            self.w.code(&format!(" = @This().{other};\n"));
        }
        self.w.code("};\n");
    }

    fn alias(&mut self, id: TypeId) {
        let to = self.btf.get(id).map_or(TypeId::VOID, |t| TypeId(t.size_or_type()));
        self.declare(id, "");
        self.ty(to, 0);
        self.w.code(";\n");
    }

    /// Functions and variables: in a name space of their own, so that a type may have the same name.
    fn tail(&mut self, items: &[Item]) {
        let symbols = self.symbols(items);
        if symbols.is_empty() {
            return;
        }
        self.w.code("\n");
        self.w.comment("/// Functions and variables.\n");
        self.w.code("pub const symbols = struct {\n");
        let mut scope = Scope::default();
        for t in symbols {
            // A symbol with the name of a type would be ambiguous in this name space, so it gets another name.
            let name = scope.name_unless(&WANTS.spelling, t.name(), &|name| self.plan.scope.has(name));
            let to = TypeId(t.size_or_type());
            let proto = self.btf.resolved(to).filter(|p| t.kind() == Kind::Func && p.kind() == Kind::FuncProto);
            if quoted(&name) != t.name() {
                let is_types = self.plan.scope.has(t.name()) && !WANTS.taken.contains(&t.name());
                let why = if is_types { "its name is a type's" } else { "it has another name here" };
                self.w.comment(&format!("    // `{}`: {why}.\n", plain(t.name())));
                self.w.code("    pub const ");
                self.w.ty(t.id(), &name);
                match proto {
                    Some(proto) => {
                        self.w.code(" = @extern(*const fn");
                        self.prototype(&proto, 0);
                    }
                    None => {
                        self.w.code(" = @extern(*");
                        self.ty(to, 0);
                    }
                }
                self.w.code(&format!(", .{{ .name = \"{}\" }});\n", t.name().escape_default()));
                continue;
            }
            match proto {
                Some(proto) => {
                    self.w.code("    pub extern fn ");
                    self.w.ty(t.id(), &name);
                    self.declaration(&proto);
                }
                None => {
                    self.w.code("    pub extern var ");
                    self.w.ty(t.id(), &name);
                    self.w.code(": ");
                    self.ty(to, 0);
                }
            }
            self.w.code(";\n");
        }
        self.w.code("};\n");
    }
}

impl<S: Sink + ?Sized> Zig<'_, '_, S> {
    /// `pub const NAME = VALUE`
    fn declare(&mut self, id: TypeId, value: &str) {
        self.declared("\npub const ", id, &format!(" = {value}"));
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
        let fields = Self::named(t, shape, scope, (spelling, "__bindgen_anon_"));
        let mut names = fields.iter().map(|(_, name)| name);
        let mut shared = vec![String::new(); shape.parts.len()];
        // An alignment at the first field raises the alignment of the whole type.
        let mut raise = (shape.natural < shape.align).then(|| format!(" align({})", shape.align));
        for (i, part) in shape.parts.iter().enumerate() {
            self.w.code("    ");
            match part {
                Part::Field(f) => {
                    self.w.member(t.id(), f.member, names.next().map_or("", |name| name));
                    self.w.code(": ");
                    self.ty(f.type_id, 0);
                    let align = raise.take().or_else(|| self.align_of(f, shape));
                    self.w.code(&format!("{},", align.unwrap_or_default()));
                    if f.flexible {
                        self.w.code(" ");
                        self.w.comment("// as many as there are");
                    }
                    self.w.code("\n");
                }
                Part::Pad { offset, bytes } => {
                    let name = scope.name(spelling, &format!("_padding_{offset}"));
                    self.w.code(&format!("{name}: [{bytes}]u8{},\n", raise.take().unwrap_or_default()));
                }
                Part::Bits(bits) => {
                    let name = scope.name(spelling, &format!("_bits_{}", bits.offset));
                    self.w.code(&format!("{name}: [{}]u8{},\n", bits.bytes, raise.take().unwrap_or_default()));
                    shared[i] = name;
                }
            }
        }
        if let Some(raise) = raise {
            let name = scope.name(spelling, "_align");
            self.w.code(&format!("    {name}: [0]u8{raise},\n"));
        }
        (fields, shared)
    }

    /// The alignment to write at a field: needed in packed types, and where Zig's own alignment differs from that on
    /// the machine of the BTF. None if nothing must be written.
    fn align_of(&self, f: &Field, shape: &Shape) -> Option<String> {
        let pointer = self.btf.pointer_size();
        match shape.is_packed() {
            true if f.align > 1 => Some(" align(1)".to_owned()),
            // Numbers of 16 bytes need it on all machines. On 32-bit machines numbers of 8 bytes need it, and each
            // field with the alignment of a pointer gets it.
            _ if f.align == pointer && (pointer == 4 || self.is_wide(f.type_id)) => Some(format!(" align({pointer})")),
            _ => None,
        }
    }

    /// Whether a type is a number of 16 bytes, or an array of such numbers.
    fn is_wide(&self, id: TypeId) -> bool {
        let mut at = id;
        for _ in 0..btf::MAX_RESOLVE_STEPS {
            match self.btf.resolved(at).and_then(|t| t.array()) {
                Some(array) => at = array.element,
                None => break,
            }
        }
        scalar(self.btf, at).is_some_and(|s| s.size == 16)
    }

    fn assertions(&mut self, t: &Type<'_>, shape: &Shape, fields: &[(&Field, String)]) {
        let own = self.own_name(t.id());
        let name = quoted(&own);
        self.w.code("comptime {\n");
        for (what, figure) in [("size", shape.size), ("align", shape.align)] {
            let behind = format!(") != {figure}) @compileError(\"{what} of {name}\");\n");
            self.declared(&format!("    if (@{what}Of("), t.id(), &behind);
        }
        // Zig gives no offsets of a union's fields, which are all 0.
        let structure = t.kind() == Kind::Struct;
        for (f, field) in fields.iter().filter(|_| structure) {
            let plain = quoted(field);
            self.declared("    if (@offsetOf(", t.id(), ", \"");
            self.w.member(t.id(), f.member, plain);
            self.w.code(&format!("\") != {}) @compileError(\"offset of {name}.{plain}\");\n", f.offset));
        }
        self.w.code("}\n");
    }
}

/// A name without `@"…"`.
fn quoted(name: &str) -> &str {
    name.strip_prefix("@\"").and_then(|name| name.strip_suffix('"')).unwrap_or(name)
}
