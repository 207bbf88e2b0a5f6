//! The declarations to make: all that the roots need, ordered so that types used by value come first, each with a
//! unique name.

use std::collections::HashMap;

use btf::Kind::*;
use btf::{Btf, Kind, Type, TypeId};

use crate::names::{Scope, Spelling};
use crate::scalar::{Scalar, scalar};

/// An anonymous type is named after its parent, the type that holds it, if the parent's name has at most this many
/// bytes.
const LONGEST_NESTED: usize = 120;

/// Something to declare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Item {
    /// A STRUCT or UNION, whole.
    Composite(TypeId),
    /// A STRUCT, UNION or FWD that is only used behind pointers.
    Opaque(TypeId),
    /// An ENUM or ENUM64.
    Enum(TypeId),
    /// A TYPEDEF.
    Alias(TypeId),
    /// A FUNC or VAR.
    Symbol(TypeId),
}

/// The requirements of a language.
#[derive(Clone, Copy)]
pub(crate) struct Wants {
    /// How it spells names.
    pub(crate) spelling: Spelling,
    /// Whether pointers name their targets, so that these must be declared.
    pub(crate) pointees: bool,
    /// Names that are used in the file already.
    pub(crate) taken: &'static [&'static str],
    /// Whether the language already has this number under this name (`u32`), so that no alias is needed.
    pub(crate) is_primitive: fn(&str, Scalar) -> bool,
}

/// How much of a type is needed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
enum Need {
    #[default]
    Nothing,
    /// Behind a pointer.
    Name,
    /// By value.
    Whole,
}

/// The declarations and their names.
pub(crate) struct Plan<'a> {
    pub(crate) btf: &'a Btf,
    pub(crate) items: Vec<Item>,
    names: HashMap<TypeId, String>,
    /// The names of the file.
    pub(crate) scope: Scope,
    wants: Wants,
    needs: Vec<Need>,
    /// How many anonymous types were named after each type so far. An anonymous type without a parent, or whose parent
    /// has a long name, counts under `VOID`.
    anonymous: HashMap<TypeId, u32>,
    /// The structs, unions and forward declarations, in the order in which the walk meets them.
    met: Vec<TypeId>,
}

enum Step {
    Visit { id: TypeId, need: Need, parent: TypeId },
    Done(Item),
}

impl<'a> Plan<'a> {
    /// The plan for these roots.
    pub(crate) fn new(btf: &'a Btf, roots: &[TypeId], wants: Wants) -> Plan<'a> {
        let mut plan = Plan {
            btf,
            items: Vec::new(),
            names: HashMap::new(),
            scope: Scope::default(),
            wants,
            needs: vec![Need::Nothing; btf.type_cnt() as usize],
            anonymous: HashMap::new(),
            met: Vec::new(),
        };
        for name in wants.taken {
            plan.scope.name(&wants.spelling, name);
        }
        for &root in roots {
            plan.walk(root);
        }
        plan.opaque();
        plan
    }

    /// The name of a declared type.
    pub(crate) fn name(&self, id: TypeId) -> Option<&str> {
        self.names.get(&id).map(String::as_str)
    }

    /// Visits a root and all that it needs, depth first. The stack is on the heap, because types in damaged blobs may
    /// nest arbitrarily deep.
    fn walk(&mut self, root: TypeId) {
        let mut stack = vec![Step::Visit { id: root, need: Need::Whole, parent: TypeId::VOID }];
        while let Some(step) = stack.pop() {
            match step {
                Step::Visit { id, need, parent } => self.visit(id, need, parent, &mut stack),
                Step::Done(item) => self.items.push(item),
            }
        }
    }

    fn visit(&mut self, id: TypeId, need: Need, parent: TypeId, stack: &mut Vec<Step>) {
        let btf = self.btf;
        let Some(t) = btf.get(id) else { return };
        let Some(had) = self.needs.get_mut(id.0 as usize) else { return };
        let before = *had;
        if before >= need {
            return;
        }
        *had = need;
        let first = before == Need::Nothing;
        let from = stack.len();
        let mut go = |id: TypeId, need: Need, parent: TypeId| stack.push(Step::Visit { id, need, parent });
        match t.kind() {
            Const | Volatile | Restrict | TypeTag => go(TypeId(t.size_or_type()), need, parent),
            Ptr if self.wants.pointees => go(TypeId(t.size_or_type()), Need::Name, parent),
            // The elements of an array behind a pointer need a size.
            Array => t.array().into_iter().for_each(|a| go(a.element, Need::Whole, parent)),
            FuncProto if self.wants.pointees => {
                go(TypeId(t.size_or_type()), Need::Whole, parent);
                t.params().for_each(|p| go(p.type_id, Need::Whole, parent));
            }
            Typedef => {
                let to = TypeId(t.size_or_type());
                let declared = match first {
                    true => self.declare(&t),
                    false => self.names.contains_key(&id),
                };
                go(to, need, if declared { id } else { parent });
                if first && declared {
                    stack.insert(from, Step::Done(Item::Alias(id)));
                }
            }
            Struct | Union => {
                if first {
                    self.name_type(&t, parent);
                    self.met.push(id);
                }
                if need == Need::Whole {
                    stack.push(Step::Done(Item::Composite(id)));
                    t.members().for_each(|m| stack.push(Step::Visit { id: m.type_id, need, parent: id }));
                    stack[from + 1..].reverse();
                }
            }
            Enum | Enum64 if first => {
                self.name_type(&t, parent);
                self.items.push(Item::Enum(id));
            }
            Fwd if first => self.met.push(id),
            Func | Var => {
                go(TypeId(t.size_or_type()), need, id);
                stack.insert(from, Step::Done(Item::Symbol(id)));
            }
            DataSec => {
                t.vars().for_each(|v| go(v.type_id, need, parent));
                stack[from..].reverse();
            }
            Int | Float | Ptr | FuncProto | Enum | Enum64 | Fwd | DeclTag | LocParam | LocProto | LocSec
            | Unknown(_) => {}
        }
    }

    /// Returns whether a typedef is declared, and if so, names it. A typedef is not declared if it would only repeat
    /// its target: `typedef struct a a`, or `u32` if the language has this type. The first typedef of an anonymous type
    /// is not declared either, because the type itself gets its name. Nor is a typedef of a prototype, because the
    /// languages have only pointers to functions.
    fn declare(&mut self, t: &Type<'_>) -> bool {
        let to = TypeId(t.size_or_type());
        let Some(behind) = self.btf.get(self.btf.skip_qualifiers(to)) else {
            self.give_name(t.id(), t.name());
            return true;
        };
        let repeats = match behind.kind() {
            Struct | Union | Enum | Enum64 | Fwd if !behind.is_anonymous() => behind.name_bytes() == t.name_bytes(),
            Struct | Union | Enum | Enum64 => {
                let first = !self.names.contains_key(&behind.id());
                if first {
                    self.give_name(behind.id(), t.name());
                }
                first
            }
            Int | Ptr | Array | Fwd | Typedef | Volatile | Const | Restrict | Func | FuncProto | Var | DataSec
            | Float | DeclTag | TypeTag | LocParam | LocProto | LocSec | Unknown(_) => match scalar(self.btf, to) {
                Some(s) => (self.wants.is_primitive)(t.name(), s),
                None => self.btf.resolved(to).is_some_and(|t| t.kind() == Kind::FuncProto),
            },
        };
        if !repeats {
            self.give_name(t.id(), t.name());
        }
        !repeats
    }

    fn give_name(&mut self, id: TypeId, name: &str) {
        let name = self.scope.name(&self.wants.spelling, name);
        self.names.insert(id, name);
    }

    /// Names a struct, union or enum. A type without a name gets one as from bindgen: after its parent, with a number.
    fn name_type(&mut self, t: &Type<'_>, parent: TypeId) {
        if self.names.contains_key(&t.id()) {
            return;
        }
        if !t.is_anonymous() {
            return self.give_name(t.id(), t.name());
        }
        let outer = self.names.get(&parent).filter(|name| name.len() <= LONGEST_NESTED);
        let (parent, prefix) = match outer {
            Some(name) => (parent, format!("{}_", name.trim_start_matches("r#"))),
            None => (TypeId::VOID, String::new()),
        };
        let count = self.anonymous.entry(parent).or_default();
        *count += 1;
        let name = format!("{prefix}_bindgen_ty_{count}");
        self.give_name(t.id(), &name);
    }

    /// Adds the types that are only behind pointers. A FWD gets the name of a type of the same name and kind, if the
    /// plan has one.
    fn opaque(&mut self) {
        let mut by_name: HashMap<(&[u8], bool), TypeId> = HashMap::new();
        let met = std::mem::take(&mut self.met);
        let types: Vec<Type<'a>> = met.iter().filter_map(|&id| self.btf.get(id)).collect();
        for t in types.iter().filter(|t| t.kind() != Kind::Fwd && !t.is_anonymous()) {
            by_name.entry((t.name_bytes(), t.kind() == Kind::Union)).or_insert(t.id());
        }
        for t in &types {
            if t.kind() == Kind::Fwd {
                let same = *by_name.entry((t.name_bytes(), t.is_union_fwd())).or_insert(t.id());
                if let Some(name) = self.names.get(&same).cloned() {
                    self.names.insert(t.id(), name);
                    continue;
                }
                self.give_name(t.id(), t.name());
            }
            if self.needs.get(t.id().0 as usize) != Some(&Need::Whole) || t.kind() == Kind::Fwd {
                self.items.push(Item::Opaque(t.id()));
            }
        }
    }
}
