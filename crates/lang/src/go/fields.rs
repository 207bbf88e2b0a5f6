//! Fields, and functions for members that cannot be Go fields.

use btf::{Kind, MemberIndex, Type, TypeId};
use dump::Sink;

use super::{Go, WANTS};
use crate::names::Scope;
use crate::shape::{self, Part, Shape};

/// A member.
pub(super) struct Field<'a> {
    pub(super) field: &'a shape::Field,
    /// The name of the field, or of the function that replaces it.
    pub(super) name: String,
    form: Form,
    /// Whether it is a field in Go.
    pub(super) is_field: bool,
}

/// How a member is declared in Go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// A field of its type.
    Field,
    /// A field of bytes, or in a union no field at all, with functions that read and write the value.
    Bytes,
    /// A function that returns a pointer: for members of unions, and for members of 0 bytes, because Go enlarges a
    /// struct that ends in such a field.
    Pointer,
}

impl<S: Sink + ?Sized> Go<'_, '_, S> {
    fn form(f: &shape::Field, shape: &Shape, union: bool) -> Form {
        match f.size == 0 {
            false if shape.is_packed() && f.align > 1 => Form::Bytes,
            false if !union => Form::Field,
            _ => Form::Pointer,
        }
    }

    /// The members with their names.
    fn members<'p>(&self, t: &Type<'_>, shape: &'p Shape, scope: &mut Scope) -> Vec<Field<'p>> {
        let union = t.kind() == Kind::Union;
        let named = Self::named(t, shape, scope, (&WANTS.spelling, "Anon_")).into_iter();
        let members = named.map(|(field, name)| {
            let form = Self::form(field, shape, union);
            Field { field, name, form, is_field: form != Form::Pointer && !union }
        });
        members.collect()
    }

    /// The fields of a struct, with padding and the bytes of bitfields.
    pub(super) fn fields<'p>(&mut self, t: &Type<'_>, shape: &'p Shape, scope: &mut Scope) -> Vec<Field<'p>> {
        let named = self.members(t, shape, scope);
        let fields = named.iter().filter(|f| f.form == Form::Field).map(|f| f.field.align);
        self.raise(fields.max().unwrap_or(1), shape);
        let mut names = named.iter();
        for part in &shape.parts {
            match part {
                Part::Field(f) => {
                    let Some(own) = names.next().filter(|own| own.is_field) else { continue };
                    self.w.code("\t");
                    self.w.member(t.id(), f.member, &own.name);
                    self.w.code(" ");
                    match own.form {
                        Form::Bytes => self.w.code(&format!("[{}]byte", f.size)),
                        _ => {
                            self.ty(f.type_id, 0);
                            self.pointee(f.type_id);
                        }
                    }
                    self.w.code("\n");
                }
                Part::Pad { bytes, .. } => self.w.code(&format!("\t_ [{bytes}]byte\n")),
                Part::Bits(bits) => self.w.code(&format!("\tbits_{} [{}]byte\n", bits.offset, bits.bytes)),
            }
        }
        named
    }

    /// A union as its bytes.
    pub(super) fn union_fields<'p>(&mut self, t: &Type<'_>, shape: &'p Shape, scope: &mut Scope) -> Vec<Field<'p>> {
        let named = self.members(t, shape, scope);
        self.raise(1, shape);
        self.w.code(&format!("\tbytes [{}]byte\n", shape.size));
        named
    }

    /// Writes a field of 0 bytes that raises the type's alignment to the shape's, if the other fields give only the
    /// alignment `natural`.
    fn raise(&mut self, natural: u32, shape: &Shape) {
        if natural < shape.align {
            self.w.code(&format!("\t_ [0]uint{}\n", shape.align.min(8) * 8));
        }
    }

    /// `func (s *TYPE) NAME`, and the text behind it.
    pub(super) fn function(&mut self, t: &Type<'_>, member: MemberIndex, name: &str, behind: &str) {
        self.declared("\nfunc (s *", t.id(), ") ");
        self.w.member(t.id(), member, name);
        self.w.code(behind);
    }

    /// The functions for members that are not fields.
    pub(super) fn functions(&mut self, t: &Type<'_>, fields: &[Field<'_>], scope: &mut Scope) {
        let union = t.kind() == Kind::Union;
        for f in fields {
            let (member, offset, size) = (f.field.member, f.field.offset, f.field.size);
            match f.form {
                Form::Field => {}
                Form::Pointer => {
                    let to = self.element(f.field);
                    self.function(t, member, &f.name, "() *");
                    self.ty(to, 0);
                    self.w.code(" {\n\treturn (*");
                    self.ty(to, 0);
                    match offset {
                        0 => self.w.code(")(unsafe.Pointer(s))\n}\n"),
                        _ => self.w.code(&format!(")(unsafe.Add(unsafe.Pointer(s), {offset}))\n}}\n")),
                    }
                }
                Form::Bytes => {
                    let place = match union {
                        true => format!("*(*[{size}]byte)(unsafe.Pointer(s))"),
                        false => format!("s.{}", f.name),
                    };
                    let get = scope.name(&WANTS.spelling, &format!("Get_{}", f.name));
                    self.function(t, member, &get, "() (v ");
                    self.ty(f.field.type_id, 0);
                    self.w.code(&format!(") {{\n\t*(*[{size}]byte)(unsafe.Pointer(&v)) = {place}\n\treturn\n}}\n"));
                    let set = scope.name(&WANTS.spelling, &format!("Set_{}", f.name));
                    self.function(t, member, &set, "(v ");
                    self.ty(f.field.type_id, 0);
                    self.w.code(&format!(") {{\n\t{place} = *(*[{size}]byte)(unsafe.Pointer(&v))\n}}\n"));
                }
            }
        }
    }

    /// The type that a pointer to a member points to: for a flexible array the type of its elements, else the member's
    /// type.
    fn element(&self, f: &shape::Field) -> TypeId {
        match self.btf.resolved(f.type_id).and_then(|t| t.array()).filter(|_| f.flexible) {
            Some(array) => array.element,
            None => f.type_id,
        }
    }
}
