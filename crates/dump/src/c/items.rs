//! The contents of a file of C, item by item: the definitions, and before each the forward declarations that it needs
//! (the walk of libbpf's `btf_dump_emit_type`). No item depends on the printed text, so one thread can find them while
//! another prints.

use btf::Kind::*;
use btf::{Btf, TypeId};

use super::order::{Order, Progress, Unsatisfiable, work};

/// The most levels of references that are followed to find forward declarations.
const MAX_DEPTH: u32 = 400;

/// An item of a file of C.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CItem {
    /// The definition of a struct, union, enum or typedef; a FWD; for an INT, the typedef that some compilers lack.
    Define(TypeId),
    /// A forward declaration of a struct or union.
    Declare(TypeId),
    /// A comment in place of the type `root`, because no order is possible.
    LeftOut {
        /// The type that should have been defined.
        root: TypeId,
        /// The type that contains itself, or is nested too deeply.
        within: TypeId,
    },
}

/// Finds the items for one root after another.
pub(crate) struct Items<'a> {
    order: Order<'a>,
    found: Found<'a>,
}

impl<'a> Items<'a> {
    pub(crate) fn new(btf: &'a Btf) -> Items<'a> {
        let mut states = vec![State::default(); btf.type_cnt().max(1) as usize];
        if let Some(void) = states.first_mut() {
            void.progress = Progress::Done;
        }
        Items { order: Order::new(btf), found: Found { btf, states, items: Vec::new(), visits: work(btf) } }
    }

    /// The items for a type and the types it needs, except those found for earlier roots.
    pub(crate) fn of(&mut self, root: TypeId) -> &[CItem] {
        self.found.items.clear();
        match self.order.of(root) {
            Ok(ids) => ids.iter().for_each(|&id| self.found.add(id, TypeId::VOID, 0)),
            // libbpf stops here; the other types may still be useful.
            Err(Unsatisfiable(within)) => self.found.items.push(CItem::LeftOut { root, within }),
        }
        &self.found.items
    }

    /// Whether a type refers only to defined types, so that [`Self::of`] will find nothing for it. May be false where a
    /// complete walk would give true.
    pub(crate) fn is_settled(&mut self, id: TypeId) -> bool {
        self.order.is_settled(id)
    }
}

/// The declarations of one type that are among the items so far.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    progress: Progress,
    /// Whether a forward declaration is among the items; for a typedef, whether its definition is.
    forward: bool,
}

/// The results so far.
struct Found<'a> {
    btf: &'a Btf,
    states: Vec<State>,
    /// The items for the current root.
    items: Vec<CItem>,
    /// How many more visits may be made.
    visits: u64,
}

impl Found<'_> {
    fn set(&mut self, id: TypeId, progress: Progress) {
        if let Some(s) = self.states.get_mut(id.0 as usize) {
            s.progress = progress;
        }
    }

    /// Adds an item that serves as a forward declaration of its type, once.
    fn forward(&mut self, item: CItem, id: TypeId) {
        if self.states.get_mut(id.0 as usize).is_some_and(|s| !std::mem::replace(&mut s.forward, true)) {
            self.items.push(item);
        }
    }

    /// Makes a type usable inside the type `container`; without a container, defines it.
    fn add(&mut self, id: TypeId, container: TypeId, depth: u32) {
        let (Some(t), Some(state)) = (self.btf.get(id), self.states.get(id.0 as usize).copied()) else { return };
        if state.progress == Progress::Done || depth > MAX_DEPTH {
            return;
        }
        let Some(left) = self.visits.checked_sub(1) else { return };
        self.visits = left;
        let depth = depth + 1;
        let anonymous = t.name_offset().0 == 0;
        if state.progress == Progress::Under {
            // The type is used within its own definition.
            match t.kind() {
                Struct | Union if id != container && !anonymous => self.forward(CItem::Declare(id), id),
                Typedef => self.forward(CItem::Define(id), id),
                _ => {}
            }
            return;
        }
        let top_level = container.is_void();
        match t.kind() {
            Int | Fwd => {
                self.items.push(CItem::Define(id));
                self.set(id, Progress::Done);
            }
            Enum | Enum64 => {
                if top_level {
                    self.items.push(CItem::Define(id));
                }
                self.set(id, Progress::Done);
            }
            Ptr | Volatile | Const | Restrict | TypeTag => {
                self.add(TypeId(t.size_or_type()), container, depth);
            }
            Array => self.add(t.array().map_or(TypeId::VOID, |a| a.element), container, depth),
            Typedef => {
                self.set(id, Progress::Under);
                self.add(TypeId(t.size_or_type()), id, depth);
                self.forward(CItem::Define(id), id);
                self.set(id, Progress::Done);
            }
            Struct | Union => {
                self.set(id, Progress::Under);
                if top_level || anonymous {
                    let container = if anonymous { container } else { id };
                    for m in t.members() {
                        self.add(m.type_id, container, depth);
                    }
                } else if id != container {
                    self.forward(CItem::Declare(id), id);
                }
                if top_level {
                    self.items.push(CItem::Define(id));
                    self.set(id, Progress::Done);
                } else {
                    self.set(id, Progress::NotYet);
                }
            }
            FuncProto => {
                self.add(TypeId(t.size_or_type()), container, depth);
                for p in t.params() {
                    self.add(p.type_id, container, depth);
                }
            }
            Func | Var | DataSec | Float | DeclTag | LocParam | LocProto | LocSec | Unknown(_) => {}
        }
    }
}
