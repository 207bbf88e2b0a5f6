//! The records of the blob, in the order in which clang writes them (`BTFDebug.cpp`): a type before its parts, in the
//! order of the source; array elements before the array, type tags before their pointer.

use std::collections::HashMap;

use crate::lower::{Root, Symbol};
use crate::syntax::Basic;
use crate::types::{Id, Shape, Types};

/// A record of the blob.
#[derive(Clone, Debug)]
pub(crate) enum Entry {
    Type(Id),
    /// A tag on the record with this number, or on one of its members or parameters.
    DeclTag(u32, Option<u32>, String),
    Function(Symbol),
    Variable(Symbol),
    Section(String, Vec<InSection>),
}

/// A variable, or a function of the kernel, in a section: its number, its offset and size in bytes.
pub(crate) type InSection = [u32; 3];

/// The records in order; the first has the number 1.
#[derive(Debug, Default)]
pub(crate) struct Order {
    pub entries: Vec<Entry>,
    ids: HashMap<Id, u32>,
    /// The number of the INT that is the index type of arrays; 0 if there are no arrays.
    pub index: u32,
}

enum Step {
    Visit(Id),
    /// Write the array; its elements were visited.
    Array(Id),
    Tag(u32, Option<u32>, String),
}

/// Puts a symbol at the end of its section, if it has one. `size` is in bytes; a function has none, and clang writes 0
/// for its offset and size.
fn put_in(sections: &mut Vec<(String, Vec<InSection>, u64)>, symbol: &Symbol, at: u32, size: Option<u64>, align: u64) {
    let Some(name) = symbol.section() else { return };
    let align = symbol.aligned.unwrap_or(1).max(align);
    let found = sections.iter().position(|s| s.0 == name);
    let i = found.unwrap_or(sections.len());
    if found.is_none() {
        sections.push((name.to_owned(), Vec::new(), 0));
    }
    // `end` is the end of the last symbol in the section.
    let Some((_, list, end)) = sections.get_mut(i) else { return };
    let offset = if size.is_some() { end.next_multiple_of(align.max(1)) } else { 0 };
    // BTF has 32 bits for offset and size. No real section is larger.
    if let (Ok(offset), Ok(size)) = (u32::try_from(offset), u32::try_from(size.unwrap_or(0))) {
        list.push([at, offset, size]);
        *end = (*end).max(u64::from(offset) + u64::from(size));
    }
}

impl Order {
    pub fn new(types: &mut Types, roots: &[Root]) -> Order {
        let index = types.add(Shape::IndexInt);
        let mut order = Order::default();
        let mut sections = Vec::new();
        for root in roots {
            match root {
                Root::Type(id) => order.visit(types, *id, index),
                Root::Function(symbol) => {
                    order.visit(types, symbol.of, index);
                    let at = order.push(Entry::Function(symbol.clone()));
                    for (param, says) in &symbol.param_tags {
                        order.push(Entry::DeclTag(at, Some(*param), says.clone()));
                    }
                    order.tags(at, &symbol.tags);
                    put_in(&mut sections, symbol, at, None, 1);
                }
                Root::Variable(symbol) => {
                    order.visit(types, symbol.of, index);
                    let at = order.push(Entry::Variable(symbol.clone()));
                    order.tags(at, &symbol.tags);
                    // clang gives a void variable the size of a byte: `extern const void init_task __ksym`.
                    let is_void = || matches!(types.shape(types.plain(symbol.of)), Shape::Basic(Basic::Void));
                    let size = types.size(symbol.of).unwrap_or_else(|| is_void().into());
                    put_in(&mut sections, symbol, at, Some(size), types.align(symbol.of));
                }
            }
        }
        for (name, vars, _) in sections {
            order.push(Entry::Section(name, vars));
        }
        order.index = order.of(index);
        order
    }

    /// The number of a type; 0 for void.
    pub fn of(&self, id: Id) -> u32 {
        self.ids.get(&id).copied().unwrap_or(0)
    }

    fn push(&mut self, entry: Entry) -> u32 {
        self.entries.push(entry);
        self.entries.len() as u32
    }

    fn tags(&mut self, at: u32, tags: &[String]) {
        for says in tags {
            self.push(Entry::DeclTag(at, None, says.clone()));
        }
    }

    /// Gives a type its number, unless it has one.
    fn number(&mut self, id: Id) -> Option<u32> {
        if self.ids.contains_key(&id) {
            return None;
        }
        let at = self.push(Entry::Type(id));
        self.ids.insert(id, at);
        Some(at)
    }

    fn visit(&mut self, types: &Types, root: Id, index: Id) {
        let mut stack = vec![Step::Visit(root)];
        while let Some(step) = stack.pop() {
            let id = match step {
                Step::Visit(id) => id,
                Step::Array(id) => {
                    self.number(id);
                    self.number(index);
                    continue;
                }
                Step::Tag(at, component, says) => {
                    self.push(Entry::DeclTag(at, component, says));
                    continue;
                }
            };
            if self.ids.contains_key(&id) {
                continue;
            }
            let from = stack.len();
            match types.shape(id) {
                Shape::Basic(Basic::Void) => continue,
                Shape::Array(of, _) | Shape::Vector(of, _) => {
                    stack.push(Step::Visit(*of));
                    stack.push(Step::Array(id));
                }
                Shape::Ptr(of) => {
                    let (mut of, mut tags) = (*of, Vec::new());
                    while let Shape::TypeTag(inner, _) = types.shape(of) {
                        tags.push(of);
                        of = *inner;
                    }
                    for tag in tags.into_iter().rev() {
                        self.number(tag);
                    }
                    self.number(id);
                    stack.push(Step::Visit(of));
                }
                shape => {
                    let Some(at) = self.number(id) else { continue };
                    parts(types, shape, at, &mut stack);
                }
            }
            // The stack is popped from its end, so the new steps are reversed.
            if let Some(new) = stack.get_mut(from..) {
                new.reverse();
            }
        }
    }
}

/// The steps for the parts of a type, in order.
fn parts(types: &Types, shape: &Shape, at: u32, into: &mut Vec<Step>) {
    let tags = |tags: &[String], into: &mut Vec<Step>| {
        into.extend(tags.iter().map(|says| Step::Tag(at, None, says.clone())));
    };
    match shape {
        Shape::Const(of) | Shape::Volatile(of) | Shape::Restrict(of) | Shape::TypeTag(of, _) => {
            into.push(Step::Visit(*of))
        }
        Shape::Typedef(i) => {
            if let Some(typedef) = types.typedefs.get(*i as usize) {
                tags(&typedef.tags, into);
                into.push(Step::Visit(typedef.of));
            }
        }
        Shape::Record(i) => {
            let Some(record) = types.records.get(*i as usize) else { return };
            tags(&record.tags, into);
            for (i, m) in record.body.iter().flat_map(|body| &body.members).enumerate() {
                into.push(Step::Visit(m.of));
                into.extend(m.tags.iter().map(|says| Step::Tag(at, Some(i as u32), says.clone())));
            }
        }
        Shape::Enum(i) => {
            if let Some(e) = types.enums.get(*i as usize) {
                tags(&e.tags, into);
            }
        }
        Shape::Proto(proto) => {
            into.push(Step::Visit(proto.returns));
            into.extend(proto.params.iter().map(|(_, of)| Step::Visit(*of)));
        }
        Shape::Basic(_) | Shape::IndexInt | Shape::Ptr(_) | Shape::Array(..) | Shape::Vector(..) => {}
    }
}
