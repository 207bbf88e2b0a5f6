//! The order in which types must be defined (libbpf `btf_dump_order_type`).
//!
//! A struct needs the full definition of each type that it holds by value, and of anonymous types, whose bodies are
//! inside it even behind a pointer. A named type behind a pointer needs only a forward declaration. So the walk goes
//! depth first through strong links, and stops at weak ones.

use btf::Kind::*;
use btf::{Btf, Kind, TypeId};

/// The most levels of the walk. In kernels it needs about 60.
const MAX_DEPTH: u32 = 400;

/// The most levels of the search for settled types. They are enough for function pointers that take function pointers.
const MAX_LOOK: u32 = 16;

/// How far a walk got with a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Progress {
    #[default]
    NotYet,
    Under,
    Done,
}

/// The state of one type during the walk.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    progress: Progress,
    /// Whether another type refers to it.
    referenced: bool,
}

/// How one type needs another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Link {
    /// A forward declaration is enough.
    Weak,
    /// The other type must be defined first.
    Strong,
}

/// No order is possible: the type contains itself, or is nested too deeply, or the blob needs more work than any sound
/// one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Unsatisfiable(pub(crate) TypeId);

/// Finds the order for one root after another, skipping types that are done.
pub(crate) struct Order<'a> {
    btf: &'a Btf,
    states: Vec<State>,
    /// The types to define for the current root, in order.
    queue: Vec<TypeId>,
    /// How many more visits may be made. A type is visited once for each path to it, unless the path is weak or the
    /// type is done. Kernels need about two visits for each reference, but a made-up blob can have exponentially many
    /// paths.
    visits: u64,
    /// How many more visits [`Self::is_settled`] may make.
    looks: u64,
}

impl<'a> Order<'a> {
    pub(crate) fn new(btf: &'a Btf) -> Order<'a> {
        let mut states = vec![State::default(); btf.type_cnt().max(1) as usize];
        if let Some(void) = states.first_mut() {
            void.progress = Progress::Done;
        }
        let mut order = Order { btf, states, queue: Vec::new(), visits: work(btf), looks: work(btf) };
        order.mark_referenced();
        order
    }

    /// Marks the types that others refer to. An anonymous enum that no type refers to is defined alone, for its
    /// constants; any other anonymous enum is defined inside the type that refers to it.
    fn mark_referenced(&mut self) {
        let states = &mut self.states;
        let mut mark = |id: TypeId| {
            if let Some(s) = states.get_mut(id.0 as usize) {
                s.referenced = true;
            }
        };
        for t in self.btf.all_types() {
            match t.kind() {
                Array => {
                    if let Some(a) = t.array() {
                        mark(a.element);
                        mark(a.index);
                    }
                }
                Struct | Union => t.members().for_each(|m| mark(m.type_id)),
                // Without the return type, which libbpf ignores here.
                FuncProto => t.params().for_each(|p| mark(p.type_id)),
                DataSec => t.vars().for_each(|v| mark(v.type_id)),
                Ptr | Typedef | Volatile | Const | Restrict | Func | Var | DeclTag | TypeTag => {
                    mark(TypeId(t.size_or_type()))
                }
                Int | Enum | Fwd | Float | Enum64 | LocParam | LocProto | LocSec | Unknown(_) => {}
            }
        }
    }

    fn set(&mut self, id: TypeId, progress: Progress) {
        if let Some(s) = self.states.get_mut(id.0 as usize) {
            s.progress = progress;
        }
    }

    fn done(&mut self, id: TypeId) {
        self.set(id, Progress::Done);
    }

    /// The types that `root` needs, and the root itself if it is to be defined, in the order in which a file must
    /// define them; without types that an earlier root needed.
    pub(crate) fn of(&mut self, root: TypeId) -> Result<&[TypeId], Unsatisfiable> {
        self.queue.clear();
        self.visit(root, false, 0)?;
        Ok(&self.queue)
    }

    /// Whether a type refers only to types that are done, so that [`Self::of`] will find nothing for it. May be false
    /// where a complete walk would give true.
    pub(crate) fn is_settled(&mut self, id: TypeId) -> bool {
        self.leads_to_done(id, 0)
    }

    fn leads_to_done(&mut self, id: TypeId, depth: u32) -> bool {
        let (Some(state), Some(t)) = (self.states.get(id.0 as usize), self.btf.get(id)) else { return true };
        if state.progress == Progress::Done {
            return true;
        }
        let Some(left) = self.looks.checked_sub(1).filter(|_| depth < MAX_LOOK) else { return false };
        self.looks = left;
        match t.kind() {
            kind if kind == Kind::Ptr || kind.is_qualifier() => self.leads_to_done(TypeId(t.size_or_type()), depth + 1),
            Array => t.array().is_some_and(|a| self.leads_to_done(a.element, depth + 1)),
            FuncProto => {
                self.leads_to_done(TypeId(t.size_or_type()), depth + 1)
                    && t.params().all(|p| self.leads_to_done(p.type_id, depth + 1))
            }
            _ => false,
        }
    }

    fn visit(&mut self, id: TypeId, through_ptr: bool, depth: u32) -> Result<Link, Unsatisfiable> {
        let (Some(state), Some(t)) = (self.states.get(id.0 as usize).copied(), self.btf.get(id)) else {
            return Ok(Link::Strong);
        };
        if state.progress == Progress::Done {
            return Ok(Link::Strong);
        }
        let named = t.name_offset().0 != 0;
        if state.progress == Progress::Under {
            return match t.kind().is_composite() && through_ptr && named {
                true => Ok(Link::Weak),
                false => Err(Unsatisfiable(id)),
            };
        }
        self.visits = self.visits.checked_sub(1).ok_or(Unsatisfiable(id))?;
        if depth > MAX_DEPTH {
            return Err(Unsatisfiable(id));
        }
        let depth = depth + 1;
        match t.kind() {
            Int | Float => {
                self.done(id);
                Ok(Link::Weak)
            }
            Ptr => {
                let link = self.visit(TypeId(t.size_or_type()), true, depth);
                self.done(id);
                link
            }
            Array => self.visit(t.array().map_or(TypeId::VOID, |a| a.element), false, depth),
            Struct | Union => {
                if through_ptr && named {
                    return Ok(Link::Weak);
                }
                self.set(id, Progress::Under);
                for m in t.members() {
                    self.visit(m.type_id, false, depth)?;
                }
                if named {
                    self.queue.push(id);
                }
                self.done(id);
                Ok(Link::Strong)
            }
            Enum | Enum64 | Fwd => {
                if named || !state.referenced {
                    self.queue.push(id);
                }
                self.done(id);
                Ok(Link::Strong)
            }
            Typedef => {
                let link = self.visit(TypeId(t.size_or_type()), through_ptr, depth)?;
                if through_ptr && link == Link::Weak {
                    return Ok(Link::Weak);
                }
                self.queue.push(id);
                self.done(id);
                Ok(Link::Strong)
            }
            Volatile | Const | Restrict | TypeTag => self.visit(TypeId(t.size_or_type()), through_ptr, depth),
            FuncProto => {
                let mut link = self.visit(TypeId(t.size_or_type()), through_ptr, depth)?;
                for p in t.params() {
                    if self.visit(p.type_id, through_ptr, depth)? == Link::Strong {
                        link = Link::Strong;
                    }
                }
                Ok(link)
            }
            Func | Var | DataSec | DeclTag | LocParam | LocProto | LocSec | Unknown(_) => {
                self.done(id);
                Ok(Link::Weak)
            }
        }
    }
}

/// The most work for a blob and its bases, in visits or printed items: proportional to their bytes.
pub(crate) fn work(btf: &Btf) -> u64 {
    let bytes: u64 = std::iter::successors(Some(btf), |b| b.base().map(|b| &**b)).map(|b| b.bytes().len() as u64).sum();
    bytes.saturating_mul(4) + (1 << 16)
}
