//! The type before a value, as libbpf writes it (`btf_dump_emit_type_cast`): without qualifiers and tags, and without
//! the bodies of anonymous types.

use std::collections::HashMap;

use btf::{Btf, Budget, Kind, Type, TypeId};

/// The most links of a chain of pointers, arrays, prototypes, qualifiers and type tags, and the most levels of
/// prototypes.
const LONGEST_CHAIN: usize = 64;
/// The most bytes that the texts of all types in one printing may have, unless half of the printing's budget is less.
/// Without a limit these texts could be endless in a hostile blob.
const LONGEST: u64 = 8 << 20;

/// Makes names unique in one printing (`btf_dump_resolve_name`): the second struct, union or enum of a name gets
/// `___2`, and so does the second typedef of a name.
pub(crate) struct Names<'a> {
    btf: &'a Btf,
    tags: HashMap<&'a str, u32>,
    typedefs: HashMap<&'a str, u32>,
    numbers: HashMap<TypeId, u32>,
    left: usize,
}

impl<'a> Names<'a> {
    pub(crate) fn new(btf: &'a Btf, budget: &Budget) -> Names<'a> {
        let left = (budget.most() / 2).min(LONGEST) as usize;
        Names { btf, tags: HashMap::new(), typedefs: HashMap::new(), numbers: HashMap::new(), left }
    }

    /// The text of a type, without a declared name.
    pub(crate) fn cast(&mut self, id: TypeId) -> String {
        let mut out = String::new();
        self.declare(id, "", &mut out, 0);
        self.left = self.left.saturating_sub(out.len());
        out
    }

    fn push_name(&mut self, t: &Type<'a>, out: &mut String) {
        let name = t.name();
        out.push_str(name);
        let forward = t.kind() == Kind::Fwd || t.kind() == Kind::Enum && t.vlen() == 0;
        if t.name_offset().0 == 0 || forward {
            return;
        }
        let counts = if t.kind() == Kind::Typedef { &mut self.typedefs } else { &mut self.tags };
        let number = *self.numbers.entry(t.id()).or_insert_with(|| {
            let count = counts.entry(name).or_default();
            *count += 1;
            *count
        });
        if number > 1 {
            out.push_str(&format!("___{number}"));
        }
    }

    /// `btf_dump_emit_type_decl`, without qualifiers: collects the chain from the outside in.
    fn declare(&mut self, id: TypeId, name: &str, out: &mut String, depth: usize) {
        if depth > LONGEST_CHAIN || out.len() > self.left {
            return;
        }
        let mut chain = Vec::new();
        let mut at = id;
        for _ in 0..LONGEST_CHAIN {
            let t = self.btf.get(at);
            let kind = t.map(|t| t.kind());
            if !kind.is_some_and(Kind::is_qualifier) {
                chain.push(at);
            }
            let Some(t) = t else { break };
            at = match t.kind() {
                Kind::Ptr | Kind::Volatile | Kind::Const | Kind::Restrict | Kind::FuncProto | Kind::TypeTag => {
                    TypeId(t.size_or_type())
                }
                Kind::Array => t.array().map_or(TypeId::VOID, |a| a.element),
                _ => break,
            };
        }
        self.unwind(&mut chain, name, out, depth);
    }

    /// `btf_dump_emit_type_chain`: prints the chain from the inside out.
    fn unwind(&mut self, chain: &mut Vec<TypeId>, name: &str, out: &mut String, depth: usize) {
        let mut after_pointer = true;
        while let Some(id) = chain.pop() {
            let Some(t) = self.btf.get(id) else {
                out.push_str("void");
                after_pointer = false;
                continue;
            };
            match t.kind() {
                Kind::Int | Kind::Float => out.push_str(t.name()),
                Kind::Struct | Kind::Union => {
                    out.push_str(if t.kind() == Kind::Struct { "struct" } else { "union" });
                    if t.name_offset().0 != 0 {
                        out.push(' ');
                    }
                    self.push_name(&t, out);
                }
                Kind::Enum | Kind::Enum64 => {
                    out.push_str("enum ");
                    self.push_name(&t, out);
                }
                Kind::Fwd => {
                    out.push_str(if t.is_union_fwd() { "union " } else { "struct " });
                    self.push_name(&t, out);
                }
                Kind::Typedef => self.push_name(&t, out),
                Kind::Ptr => out.push_str(if after_pointer { "*" } else { " *" }),
                Kind::Array => return self.array(&t, chain, name, out, (depth, after_pointer)),
                Kind::FuncProto => return self.prototype(&t, chain, name, out, (depth, after_pointer)),
                _ => return,
            }
            after_pointer = t.kind() == Kind::Ptr;
        }
        declared(name, after_pointer, out);
    }

    fn array(&mut self, t: &Type<'a>, chain: &mut Vec<TypeId>, name: &str, out: &mut String, at: (usize, bool)) {
        let (depth, after_pointer) = at;
        match chain.last() {
            None => declared(name, after_pointer, out),
            Some(&next) => {
                let parentheses = self.btf.kind(next) != Some(Kind::Array);
                if !name.is_empty() && !after_pointer {
                    out.push(' ');
                }
                if parentheses {
                    out.push('(');
                }
                self.unwind(chain, name, out, depth);
                if parentheses {
                    out.push(')');
                }
            }
        }
        out.push_str(&format!("[{}]", t.array().map_or(0, |a| a.nelems)));
    }

    fn prototype(&mut self, t: &Type<'a>, chain: &mut Vec<TypeId>, name: &str, out: &mut String, at: (usize, bool)) {
        let (depth, after_pointer) = at;
        if chain.is_empty() {
            declared(name, after_pointer, out);
        } else {
            out.push_str(" (");
            self.unwind(chain, name, out, depth);
            out.push(')');
        }
        out.push('(');
        let last = t.vlen().saturating_sub(1);
        if t.params().len() == 0 || last == 0 && t.params().next().is_some_and(|p| p.type_id.is_void()) {
            out.push_str("void");
        } else {
            for p in t.params() {
                if p.index.0 > 0 {
                    out.push_str(", ");
                }
                if out.len() > self.left {
                    break;
                }
                if p.index.0 == last && p.type_id.is_void() {
                    out.push_str("...");
                    break;
                }
                self.declare(p.type_id, p.name(), out, depth + 1);
            }
        }
        out.push(')');
    }
}

/// `btf_dump_emit_name`.
fn declared(name: &str, after_pointer: bool, out: &mut String) {
    if !name.is_empty() && !after_pointer {
        out.push(' ');
    }
    out.push_str(name);
}
