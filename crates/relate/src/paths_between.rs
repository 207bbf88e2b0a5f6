//! Member paths from one type to another: the shortest first.
//!
//! First, the distance to the goal is found for every type that leads to it, backwards over the index of users
//! (Dijkstra). These exact distances then guide a search from the start (A*), so that paths are completed in the order
//! of their length: the first k are the k shortest.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use btf::{Btf, Budget, Kind, MAX_RESOLVE_STEPS, MemberIndex, TypeId};

use crate::users::{Through, Usage, Users};

/// One member of a path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PathStep {
    /// The struct or union that has the member.
    pub parent: TypeId,
    /// The index of that member.
    pub member: MemberIndex,
    /// The number of pointers that are followed from the member to the next step's parent, or to the goal.
    pub pointers: u32,
}

/// A path from one type to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemberPath {
    /// The members, in order from the start.
    pub steps: Vec<PathStep>,
    /// The number of pointers on the path, including pointers of the last member. A read starts after each of them.
    /// Exception: a last member that points to the goal needs no further read, because its value is the goal's
    /// address.
    pub pointers: u32,
}

impl MemberPath {
    /// The indices of the members alone, as in trees and links. From one member to the next, pointers are followed
    /// and element 0 of arrays is taken.
    pub fn indices(&self) -> Vec<u32> {
        self.steps.iter().map(|s| s.member.0).collect()
    }
}

/// The limits of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PathOptions {
    /// The most paths.
    pub most: usize,
    /// The most members in a path, anonymous ones included.
    pub longest: usize,
    /// True if paths also follow pointers, not only embedded members.
    pub pointers: bool,
}

impl Default for PathOptions {
    fn default() -> Self {
        PathOptions { most: 10, longest: 16, pointers: true }
    }
}

/// Why no path can be searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PathError {
    /// The start is not a struct or union.
    #[error("[{0}] has no members to follow")]
    NoMembers(TypeId),
    /// The goal has no type record.
    #[error("there is no type [{0}]")]
    NoGoal(TypeId),
}

/// The budget for an unfinished path, in bytes: its last link, and its place in the queue.
const EACH: u64 = 128;

/// The length of a path. The first number that differs decides between two paths.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Cost {
    /// Members with a name.
    named: u32,
    /// Pointers.
    pointers: u32,
    /// Members without a name. They are counted, so that a circle of them is not free.
    anonymous: u32,
}

impl Cost {
    /// The cost of one member, and of the pointers behind it.
    fn of(named: bool, pointers: u32) -> Cost {
        Cost { named: named.into(), pointers, anonymous: (!named).into() }
    }

    fn and(self, other: Cost) -> Cost {
        Cost {
            named: self.named.saturating_add(other.named),
            pointers: self.pointers.saturating_add(other.pointers),
            anonymous: self.anonymous.saturating_add(other.anonymous),
        }
    }
}

/// The shortest member paths from the struct or union `from` (through typedefs and qualifiers) to `to`, which may be
/// any type. A typedef `to` is reached only by members of that typedef, not by members of its target.
/// Paths are ordered by the number of named members, then of pointers, then of anonymous members, then in file order.
/// No path contains a type twice; if the goal is the start itself, a path may return to it. If the budget is spent
/// ([`Budget::check`]), paths are missing, and some of these may be shorter than those that were found.
///
/// # Errors
/// `from` has no members, or there is no type `to`.
pub fn paths_between(
    btf: &Btf,
    users: &Users,
    from: TypeId,
    to: TypeId,
    options: &PathOptions,
    budget: &Budget,
) -> Result<Vec<MemberPath>, PathError> {
    let start = btf.resolve(from);
    if !btf.kind(start).is_some_and(Kind::is_composite) {
        return Err(PathError::NoMembers(from));
    }
    let to = btf.skip_qualifiers(to);
    if btf.get(to).is_none() {
        return Err(PathError::NoGoal(to));
    }
    let far = distances(btf, users, to, options.pointers);
    let mut walk = Walk { btf, to, far: &far, options, budget, steps: Vec::new(), open: BinaryHeap::new() };
    Ok(walk.run(start))
}

/// The least cost from each struct and union to the goal.
fn distances(btf: &Btf, users: &Users, to: TypeId, pointers: bool) -> HashMap<TypeId, Cost> {
    let through = Through { pointers, ..Through::EVERYTHING };
    let mut far: HashMap<TypeId, Cost> = HashMap::new();
    let mut open = BinaryHeap::new();
    let relax =
        |id: TypeId, so_far: Cost, far: &mut HashMap<TypeId, Cost>, open: &mut BinaryHeap<Reverse<(Cost, TypeId)>>| {
            users.each(btf, id, through, |user| {
                let holds = match user.usage {
                    Usage::Embedded => true,
                    Usage::Pointed => btf.kind(user.from).is_some_and(Kind::is_composite),
                    _ => false,
                };
                if holds {
                    let named = user.member(btf).is_some_and(|m| !anonymous(btf, m.name_offset));
                    let there = so_far.and(Cost::of(named, user.pointers));
                    if far.get(&user.from).is_none_or(|best| there < *best) {
                        far.insert(user.from, there);
                        open.push(Reverse((there, user.from)));
                    }
                }
                true
            });
        };
    relax(to, Cost::default(), &mut far, &mut open);
    while let Some(Reverse((so_far, id))) = open.pop() {
        if far.get(&id) == Some(&so_far) {
            relax(id, so_far, &mut far, &mut open);
        }
    }
    far
}

fn anonymous(btf: &Btf, name: btf::StringOffset) -> bool {
    btf.string_bytes_up_to(name, 0).is_some()
}

/// A member of an unfinished path, and the link to the member before.
#[derive(Clone, Copy)]
struct Link {
    step: PathStep,
    before: Option<u32>,
    length: u32,
    cost: Cost,
    /// The type behind the member.
    at: TypeId,
}

/// An unfinished path: the least total cost it can have, and its last link. Links are numbered in file order, which
/// decides between equal costs.
type Open = Reverse<(Cost, u32)>;

struct Walk<'a> {
    btf: &'a Btf,
    to: TypeId,
    far: &'a HashMap<TypeId, Cost>,
    options: &'a PathOptions,
    budget: &'a Budget,
    steps: Vec<Link>,
    open: BinaryHeap<Open>,
}

impl Walk<'_> {
    fn run(&mut self, start: TypeId) -> Vec<MemberPath> {
        let mut found = Vec::new();
        if self.options.most == 0 || self.options.longest == 0 {
            return found;
        }
        self.extend(start, start, None);
        while let Some(Reverse((_, at))) = self.open.pop() {
            let Some(&link) = self.steps.get(at as usize) else { break };
            if link.at == self.to {
                found.push(self.path(at));
                if found.len() >= self.options.most {
                    break;
                }
            } else if (link.length as usize) < self.options.longest && self.budget.check().is_ok() {
                self.extend(start, link.at, Some(at));
            }
        }
        found
    }

    /// Adds the members of `parent` that can lead to the goal.
    fn extend(&mut self, start: TypeId, parent: TypeId, before: Option<u32>) {
        let Some(t) = self.btf.get(parent) else { return };
        let so_far = before.and_then(|b| self.steps.get(b as usize).copied());
        let passed: Vec<TypeId> = std::iter::once(start).chain(self.back(before).map(|link| link.at)).collect();
        for m in t.members() {
            if self.budget.step().is_err() {
                break;
            }
            let step = |pointers| PathStep { parent, member: m.index, pointers };
            let named = !anonymous(self.btf, m.name_offset);
            let mut at = m.type_id;
            let mut pointers = 0u32;
            // The goal may be a type between the member and the struct behind it: a typedef, or a pointer type.
            for _ in 0..=MAX_RESOLVE_STEPS * 2 {
                let arrived = at == self.to;
                let Some(next) = self.btf.get(at) else { break };
                let kind = next.kind();
                if arrived || kind.is_composite() {
                    let far = || self.far.get(&at).copied().filter(|_| !passed.contains(&at));
                    if let Some(rest) = if arrived { Some(Cost::default()) } else { far() } {
                        let cost = so_far.map(|l| l.cost).unwrap_or_default().and(Cost::of(named, pointers));
                        let length = so_far.map_or(0, |l| l.length) + 1;
                        let index = self.steps.len() as u32;
                        self.budget.bytes(EACH).ok();
                        self.steps.push(Link { step: step(pointers), before, length, cost, at });
                        self.open.push(Reverse((cost.and(rest), index)));
                    }
                    break;
                }
                at = match kind {
                    Kind::Ptr if self.options.pointers => {
                        pointers += 1;
                        TypeId(next.size_or_type())
                    }
                    Kind::Array => next.array().map_or(TypeId::VOID, |a| a.element),
                    kind if kind == Kind::Typedef || kind.is_qualifier() => TypeId(next.size_or_type()),
                    _ => break,
                };
            }
        }
    }

    /// The links of a path, from the last one back to the start.
    fn back(&self, last: Option<u32>) -> impl Iterator<Item = &Link> {
        let link = |at: Option<u32>| self.steps.get(at? as usize);
        std::iter::successors(link(last), move |last| link(last.before))
    }

    fn path(&self, last: u32) -> MemberPath {
        let mut steps: Vec<PathStep> = self.back(Some(last)).map(|link| link.step).collect();
        steps.reverse();
        let pointers = steps.iter().map(|s| s.pointers).sum();
        MemberPath { steps, pointers }
    }
}
