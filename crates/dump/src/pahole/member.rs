//! One member: its declaration, and the comment with its place (`class_member__fprintf`, `type__fprintf`).

use btf::Kind::*;
use btf::{Kind, Member, Type, TypeId};
use layout::{Layout, MemberLayout};

use super::body::Body;
use super::names::{Piece, width};
use super::{MAX_DEPTH, Printer, Style};
use crate::token::{Sink, TokenKind};

/// The name that is declared with a type.
#[derive(Clone, Copy, Default)]
pub(super) struct Declared<'a> {
    /// The name; none for an anonymous member, and where the name is printed later.
    name: Option<Piece<'a>>,
    /// Whether an asterisk and a space precede it: an anonymous type behind a pointer.
    star: bool,
}

/// The attribute of a packed struct. The column of the comment behind the struct depends on its length.
const PACKED: &str = "__attribute__((__packed__))";

impl<'a, S: Sink + ?Sized> Printer<'a, '_, S> {
    /// Prints the member with the comment on its place, without indentation and line break. `in_union` says whether the
    /// member belongs to a union directly.
    pub(super) fn member(&mut self, body: &Body<'_, 'a>, m: &MemberLayout, in_union: bool, style: Style) {
        let Some(record) = self.record(body.layout, m) else { return };
        let mut inner = style;
        let mut offset = m.byte_offset();
        if !style.relative {
            offset += style.base;
            if !in_union {
                inner.base = offset;
            }
        }
        self.boundary(offset, style.indent);
        let start = self.printed;
        let named = || (TokenKind::Member(body.layout.id, m.index), self.strings.name(record.name_offset));
        let name = (record.name_offset.0 != 0).then(named);
        let own = self.btf.get(m.type_id).filter(|t| t.kind().is_composite() || t.kind().is_any_enum());
        let in_place = own.filter(|t| t.name_offset().0 == 0);
        let marked = m.unnatural && body.marks();
        let packed = match own {
            // The name is printed behind the type, and behind its body if it has one here.
            Some(t) => {
                let packed = self.typed(t.id(), Declared::default(), marked, inner);
                if let Some((kind, name)) = name {
                    if in_place.is_some() {
                        self.space(" ");
                    }
                    self.put(kind, name);
                }
                packed
            }
            None => self.typed(m.type_id, Declared { name, star: false }, marked, inner),
        };
        if let Some(bitfield) = m.bitfield {
            self.punct(":");
            self.number(TokenKind::Number, bitfield.bits.into());
        }
        let before = self.printed;
        if let Some(aligned) = m.aligned {
            self.aligned(aligned);
        }
        let attribute = (self.printed - before) as i64;
        self.punct(";");
        if in_place.is_some() {
            // pahole counts the name, the attribute and the packed mark here, and not the printed body.
            let name = name.map_or(-1, |(_, name)| name.len() as i64);
            let packed = if packed { PACKED.len() as i64 + 1 } else { 0 };
            let column = style.type_spacing + style.name_spacing - (name + attribute + packed) - 3;
            self.place(column.unsigned_abs(), offset, m);
        } else {
            let column = style.type_spacing + style.name_spacing - (self.printed - start) as i64;
            self.place(column.max(0) as u64, offset, m);
        }
    }

    fn record(&self, layout: &Layout, m: &MemberLayout) -> Option<Member<'a>> {
        self.btf.get(layout.id)?.members().from_index(m.index.0).next()
    }

    /// If a cache line that has no comment yet starts at or before `offset`, prints its comment and the indentation of
    /// the line after it.
    fn boundary(&mut self, offset: u64, indent: usize) {
        let line = offset / self.line;
        if line <= self.cache_line {
            return;
        }
        self.cache_line = line;
        self.comment("/* --- cacheline ");
        self.number(TokenKind::Comment, line);
        self.comment(" boundary (");
        self.number(TokenKind::Comment, line * self.line);
        self.comment(" bytes)");
        if !offset.is_multiple_of(self.line) {
            self.comment(" was ");
            self.count(offset % self.line, "byte");
            self.comment(" ago");
        }
        self.comment(" --- */");
        self.space("\n");
        self.tabs(indent);
    }

    /// ` /* offset:bit size */`, pushed to the right by `column` (at least one space).
    fn place(&mut self, column: u64, offset: u64, m: &MemberLayout) {
        self.spaces(column.max(1));
        self.comment("/* ");
        self.right(offset, 5);
        let mut width = 5;
        if let Some(bitfield) = m.bitfield {
            self.comment(":");
            self.right(bitfield.bit_in_unit.into(), 2);
            width = 2;
        }
        self.comment(" ");
        self.right(m.byte_size(), width);
        self.comment(" */");
    }

    pub(super) fn aligned(&mut self, bytes: u32) {
        self.put(TokenKind::Directive, " __attribute__((__aligned__(");
        self.number(TokenKind::Number, bytes.into());
        self.put(TokenKind::Directive, ")))");
    }

    pub(super) fn packed(&mut self) {
        self.space(" ");
        self.put(TokenKind::Directive, PACKED);
    }

    /// Prints a type with the name it declares; anonymous structs, unions and enums with their bodies. Returns whether
    /// it was a packed anonymous struct; `marked` says that it must be packed because of its offset or, in a union, because
    /// of the union's size.
    pub(super) fn typed(&mut self, id: TypeId, declared: Declared<'a>, marked: bool, mut style: Style) -> bool {
        if style.depth > MAX_DEPTH {
            self.comment("/* … */");
            return false;
        }
        style.depth += 1;
        let Some(t) = self.btf.get(id) else {
            self.plain(id, declared, style.type_spacing);
            return false;
        };
        let target = TypeId(t.size_or_type());
        let anonymous = t.name_offset().0 == 0;
        match t.kind() {
            Ptr => {
                let pointee = self.btf.get(self.skip_tags(target));
                match pointee {
                    Some(p) if p.kind() == Kind::FuncProto => self.function(&p, declared, true, style.type_spacing),
                    Some(p) if in_place(&p) && !declared.star => {
                        style.relative = true;
                        style.qualified = false;
                        style.type_spacing -= 8;
                        return self.typed(p.id(), Declared { star: true, ..declared }, false, style);
                    }
                    _ => self.plain(id, declared, style.type_spacing),
                }
            }
            FuncProto => self.function(&t, declared, false, style.type_spacing),
            Const => {
                self.put(TokenKind::Keyword, "const ");
                style.type_spacing -= 6;
                style.qualified = true;
                match self.btf.get(target) {
                    Some(_) => return self.typed(target, declared, marked, style),
                    None => self.plain(id, declared, style.type_spacing),
                }
            }
            TypeTag => {
                style.qualified = true;
                return self.typed(target, declared, marked, style);
            }
            Array => {
                style.qualified = false;
                return self.array(&t, declared, marked, style);
            }
            Struct | Union if anonymous => {
                style.type_spacing -= 8;
                let Ok(layout) = self.layouts.layout(id) else {
                    self.comment("/* holds itself */");
                    return false;
                };
                let packed = layout.kind == Kind::Struct && (layout.figures.packed || marked);
                self.body(&Body { layout: &layout, suffix: Some(declared), packed }, style);
                return packed;
            }
            Enum | Enum64 if anonymous => self.enumeration(&t, declared, style.indent),
            Struct | Union | Enum | Enum64 | Fwd => {
                let keyword = t.tag_keyword().unwrap_or_default();
                self.put(TokenKind::Keyword, keyword);
                self.space(" ");
                let name = self.strings.name(t.name_offset());
                self.put(TokenKind::TypeName(id), name);
                // pahole's width may be negative. C's printf then takes its absolute value: the text is at the left, and
                // blanks follow.
                let column = (style.type_spacing - keyword.len() as i64 - 1).unsigned_abs();
                self.spaces(column.saturating_sub(name.len() as u64));
                self.space(" ");
                self.declared(declared);
            }
            Int | Typedef | Volatile | Restrict | Func | Var | DataSec | Float | DeclTag | LocParam | LocProto
            | LocSec | Unknown(_) => self.plain(id, declared, style.type_spacing),
        }
        false
    }

    /// Prints an array with all its dimensions, in the order of C. pahole 1.31 writes them from the inside out, which is
    /// another type: `int a[2][3]` becomes `a[3][2]`. (pahole itself encodes only arrays of one dimension, so kernels have no
    /// others.)
    fn array(&mut self, t: &Type<'a>, declared: Declared<'a>, marked: bool, style: Style) -> bool {
        let mut dimensions = Vec::new();
        let mut element = t.id();
        while let Some(array) = self.btf.get(element).and_then(|t| t.array()) {
            dimensions.push(array.nelems);
            element = array.element;
            if dimensions.len() > MAX_DEPTH as usize {
                break;
            }
        }
        // If an array of `const` elements has the length 0, pahole drops the `const`.
        let constant = self.btf.get(element).filter(|e| e.kind() == Kind::Const && dimensions.last() == Some(&0));
        let packed = self.typed(constant.map_or(element, |c| TypeId(c.size_or_type())), declared, marked, style);
        let may_be_flexible = style.last && !style.first && !style.in_union;
        for nelems in dimensions {
            self.punct("[");
            if nelems != 0 || !may_be_flexible {
                self.number(TokenKind::Number, nelems.into());
            }
            self.punct("]");
        }
        packed
    }

    fn skip_tags(&self, id: TypeId) -> TypeId {
        let mut at = id;
        for _ in 0..btf::MAX_RESOLVE_STEPS {
            match self.btf.get(at) {
                Some(t) if t.kind() == Kind::TypeTag => at = TypeId(t.size_or_type()),
                _ => break,
            }
        }
        at
    }

    /// Prints a type by its name, in its column, and the name it declares.
    fn plain(&mut self, id: TypeId, declared: Declared<'a>, column: i64) {
        let name = self.name_of(id);
        self.pieces(&name);
        self.spaces(column.unsigned_abs().saturating_sub(width(&name)));
        self.space(" ");
        self.declared(declared);
    }

    /// A function, or a pointer to one.
    fn function(&mut self, t: &Type<'a>, declared: Declared<'a>, pointer: bool, column: i64) {
        let returns = self.name_of(TypeId(t.size_or_type()));
        self.pieces(&returns);
        self.spaces(column.unsigned_abs().saturating_sub(width(&returns)));
        self.punct(if pointer { " (*" } else { " (" });
        self.declared(declared);
        self.punct(")");
        let mut parameters = Vec::new();
        self.add_parameters(t, &mut parameters, 0);
        self.pieces(&parameters);
    }

    pub(super) fn declared(&mut self, declared: Declared<'_>) {
        if declared.star {
            self.punct("* ");
        }
        if let Some((kind, name)) = declared.name {
            self.put(kind, name);
        }
    }

    /// Prints the text behind the brace of an anonymous type: nothing, or a space and the name.
    pub(super) fn suffix(&mut self, declared: Declared<'_>) {
        if declared.star || declared.name.is_some() {
            self.space(" ");
            self.declared(declared);
        }
    }

    fn enumeration(&mut self, t: &Type<'a>, declared: Declared<'a>, indent: usize) {
        self.put(TokenKind::Keyword, "enum");
        if t.vlen() > 0 {
            self.punct(" {");
            self.space("\n");
            let names: Vec<&str> = t.enumerators().map(|e| self.strings.name(e.name_offset)).collect();
            let longest = names.iter().map(|name| name.len()).max().unwrap_or(0);
            for (e, name) in t.enumerators().zip(names) {
                let Some(left) = self.budget.checked_sub(1) else { break };
                self.budget = left;
                self.tabs(indent);
                self.space("\t");
                self.put(TokenKind::Member(t.id(), e.index), name);
                self.spaces((longest - name.len()) as u64);
                self.punct(" = ");
                let value = e.value();
                if value < 0 {
                    self.put(TokenKind::Number, "-");
                }
                self.number(TokenKind::Number, value.unsigned_abs() as u64);
                self.punct(",");
                self.space("\n");
            }
            self.tabs(indent);
            self.punct("}");
            if t.size_or_type() != 4 {
                self.packed();
            }
            self.suffix(declared);
        }
    }
}

/// Whether a type is an anonymous struct, union or enum, whose body is printed where the type is used.
fn in_place(t: &Type<'_>) -> bool {
    t.name_offset().0 == 0 && (t.kind().is_composite() || t.kind().is_any_enum())
}
