//! Prints queued types, and before each the forward declarations that it needs (libbpf `btf_dump_emit_type`).

use btf::{Btf, Kind, Type, TypeId};

use super::align::Alignments;
use super::declarator::Declared;
use super::names::UniqueNames;
use super::order::{Order, Progress, Unsatisfiable, work};
use super::writer::Writer;
use crate::strings::Strings;
use crate::token::{Print, Sink, TokenKind};

/// How deep forward declarations are looked for.
const MAX_DEPTH: u32 = 400;

/// Prints C of many types into one file.
pub(crate) struct Emitter<'a, 's, S: ?Sized> {
    pub(crate) w: Writer<'a, 's, S>,
    order: Order<'a>,
    visits: u64,
}

impl<'a, 's, S: Sink + ?Sized> Emitter<'a, 's, S> {
    /// For a file with about `expected` names.
    pub(crate) fn new(btf: &'a Btf, sink: &'s mut S, portable: bool, expected: usize) -> Self {
        let mut w = Writer::new(btf, sink, work(btf));
        w.names = Some(UniqueNames::new(btf, expected));
        w.strings = Strings::whole(btf);
        w.portable = portable;
        w.alignments = Some(Alignments::all(btf, portable));
        Emitter { w, order: Order::new(btf), visits: work(btf) }
    }

    /// Prints a type and what it needs, as far as that was not printed before.
    pub(crate) fn add(&mut self, root: TypeId) {
        let found = self.order.add(root);
        let queue = std::mem::take(&mut self.order.queue);
        if let Err(Unsatisfiable(id)) = found {
            // libbpf ends here; what else there is may still be of use.
            self.w.sink.token(TokenKind::Comment, "/* left out, since [");
            self.w.sink.id(id);
            self.w.sink.token(TokenKind::Comment, "] contains itself: [");
            self.w.sink.id(root);
            self.w.sink.token(TokenKind::Comment, "] */");
            self.w.sink.text("\n\n");
        } else {
            for &id in &queue {
                self.emit(id, TypeId::VOID, 0);
            }
        }
        // The queue's memory serves the next root.
        self.order.queue = queue;
        self.order.queue.clear();
    }

    /// Whether nothing is printed for a type, now or later, because all that it needs is there.
    pub(crate) fn is_settled(&mut self, id: TypeId) -> bool {
        self.order.is_settled(id, 0)
    }

    fn set_emit(&mut self, id: TypeId, progress: Progress) {
        if let Some(s) = self.order.state(id) {
            s.emit = progress;
        }
    }

    /// Notes that a forward declaration of a type is there. Says whether it was not yet.
    fn set_forward(&mut self, id: TypeId) -> bool {
        self.order.state(id).is_some_and(|s| !std::mem::replace(&mut s.forward, true))
    }

    fn end(&mut self) {
        self.w.sink.punct(";");
        self.w.sink.text("\n\n");
    }

    /// Makes sure that a type may be used inside the type `container`; with no container, defines it.
    fn emit(&mut self, id: TypeId, container: TypeId, depth: u32) {
        let btf = self.w.btf;
        let (Some(t), Some(state)) = (btf.get(id), self.order.state(id).copied()) else { return };
        if state.emit == Progress::Done || depth > MAX_DEPTH {
            return;
        }
        let Some(left) = self.visits.checked_sub(1) else { return };
        self.visits = left;
        let depth = depth + 1;
        if state.emit == Progress::Under {
            self.emit_again(&t, container);
            return;
        }
        let top_level = container.is_void();
        match t.kind() {
            Kind::Int => {
                self.missing_alias(&t);
                self.set_emit(id, Progress::Done);
            }
            Kind::Enum | Kind::Enum64 => {
                if top_level {
                    self.w.enumeration(&t, 0);
                    self.end();
                }
                self.set_emit(id, Progress::Done);
            }
            Kind::Ptr | Kind::Volatile | Kind::Const | Kind::Restrict | Kind::TypeTag => {
                self.emit(TypeId(t.size_or_type()), container, depth);
            }
            Kind::Array => self.emit(t.array().map_or(TypeId::VOID, |a| a.element), container, depth),
            Kind::Fwd => {
                self.w.tag(&t);
                self.end();
                self.set_emit(id, Progress::Done);
            }
            Kind::Typedef => {
                self.set_emit(id, Progress::Under);
                self.emit(TypeId(t.size_or_type()), id, depth);
                self.typedef(&t);
                self.set_emit(id, Progress::Done);
            }
            Kind::Struct | Kind::Union => {
                let anonymous = t.name_offset().0 == 0;
                self.set_emit(id, Progress::Under);
                if top_level || anonymous {
                    let container = if anonymous { container } else { id };
                    for m in t.members() {
                        self.emit(m.type_id, container, depth);
                    }
                } else if id != container && self.set_forward(id) {
                    self.w.tag(&t);
                    self.end();
                }
                if top_level {
                    self.w.composite(&t, 0);
                    self.end();
                    self.set_emit(id, Progress::Done);
                } else {
                    self.set_emit(id, Progress::NotYet);
                }
            }
            Kind::FuncProto => {
                self.emit(TypeId(t.size_or_type()), container, depth);
                for p in t.params() {
                    self.emit(p.type_id, container, depth);
                }
            }
            _ => {}
        }
    }

    /// A type that is mentioned while its own definition is under way.
    fn emit_again(&mut self, t: &Type<'a>, container: TypeId) {
        match t.kind() {
            Kind::Struct | Kind::Union if t.id() != container && t.name_offset().0 != 0 && self.set_forward(t.id()) => {
                self.w.tag(t);
                self.end();
            }
            Kind::Typedef => self.typedef(t),
            _ => {}
        }
    }

    /// A typedef, once. It serves as a forward declaration of itself.
    fn typedef(&mut self, t: &Type<'a>) {
        let name = self.w.strings.name(t.name_offset());
        if !self.set_forward(t.id()) || name == "__builtin_va_list" {
            // The compiler has that one.
            return;
        }
        let number = self.w.names.as_mut().map_or(1, |names| names.number_of(t, name));
        self.w.sink.keyword("typedef ");
        let target = TypeId(t.size_or_type());
        if target.is_void() && name == "__gnuc_va_list" {
            // Old GCC loses what it is.
            self.w.sink.keyword("__builtin_va_list");
            self.w.sink.text(" ");
            self.w.sink.token(TokenKind::TypeName(t.id()), "__gnuc_va_list");
        } else {
            self.w.declare(target, Declared { name, kind: TokenKind::TypeName(t.id()), number }, 0);
        }
        self.end();
    }

    /// GCC's own types for Arm's vectors, which other compilers lack.
    fn missing_alias(&mut self, t: &Type<'a>) {
        let name = self.w.strings.name(t.name_offset());
        if let Some(names) = self.w.names.as_mut() {
            // It takes its name among the tags, as libbpf has it.
            names.number_of(t, name);
        }
        let means = match name {
            "__Poly8_t" => "unsigned char",
            "__Poly16_t" => "unsigned short",
            "__Poly64_t" => "unsigned long long",
            "__Poly128_t" => "unsigned __int128",
            _ => return,
        };
        self.w.sink.keyword("typedef ");
        self.w.sink.keyword(means);
        self.w.sink.text(" ");
        self.w.type_name(t);
        self.end();
    }
}
