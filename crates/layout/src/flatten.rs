//! The members of embedded members, all the way down, with offsets from the root.

use btf::{Btf, MemberIndex, TypeId};

use crate::align::element;
use crate::error::LayoutError;
use crate::facts::Layouts;
use crate::model::{Layout, MemberLayout, Options};

/// How far [`flatten`] goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FlattenLimits {
    /// How many levels of members, at least 1.
    pub depth: u32,
    /// How many members in all.
    pub count: usize,
    /// Whether to go into arrays of structs: the first element stands for all.
    pub arrays: bool,
}

impl Default for FlattenLimits {
    fn default() -> Self {
        FlattenLimits { depth: 64, count: 100_000, arrays: false }
    }
}

/// A member of the root, or of a struct or union inside of the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FlatMember {
    /// The index of the member around it, in [`Flattened::members`]; none for the root's own members.
    pub parent: Option<u32>,
    /// 0 for the root's own members.
    pub depth: u32,
    /// The struct or union that it is a member of.
    pub container: TypeId,
    /// Where that struct or union starts, in bits from the root's start.
    pub base: u64,
    /// The member in its struct or union: its offsets and units count from [`FlatMember::base`].
    pub layout: MemberLayout,
    /// How many nested arrays were entered, each at its first element, to reach the members of this member. 0 if it is
    /// no array of structs, or if its members are not listed.
    pub array_levels: u32,
}

impl FlatMember {
    /// The first bit, from the root's start, in the byte order's own numbering.
    pub fn offset(&self) -> u64 {
        self.base.saturating_add(self.layout.offset)
    }
}

/// The members of a type and of all types that it embeds, in the order of their rows. The members inside of a member
/// follow directly behind it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Flattened {
    /// The members.
    pub members: Vec<FlatMember>,
    /// Whether a limit cut something off.
    pub truncated: bool,
}

impl Flattened {
    /// The member indices from the root to a member, without steps through arrays.
    pub fn path(&self, at: usize) -> Vec<MemberIndex> {
        let mut path = Vec::new();
        let mut next = self.members.get(at);
        while let Some(m) = next {
            path.push(m.layout.index);
            // Parents come first, so this ends.
            next = m.parent.and_then(|p| self.members.get(p as usize));
        }
        path.reverse();
        path
    }
}

/// A struct or union that is being walked.
struct Level {
    layout: Layout,
    /// The row to look at next.
    next: usize,
    parent: Option<u32>,
    base: u64,
}

/// Lists the members of a STRUCT or UNION and of the structs and unions that it embeds. Pointers are not followed. If a
/// type holds itself by value, the member that leads back to the type is listed, but the type is not entered again.
pub fn flatten(btf: &Btf, id: TypeId, limits: &FlattenLimits) -> Result<Flattened, LayoutError> {
    let mut layouts = Layouts::new(btf, Options::default());
    let root = layouts.layout(id)?;
    let mut flat = Flattened::default();
    let mut stack = vec![Level { layout: root, next: 0, parent: None, base: 0 }];
    while let Some(top) = stack.last_mut() {
        let Some(row) = top.layout.rows.get(top.next) else {
            stack.pop();
            continue;
        };
        top.next += 1;
        let crate::LayoutRow::Member(m) = row else { continue };
        let (layout, container, base, parent) = (*m, top.layout.id, top.base, top.parent);
        let Ok(place) = u32::try_from(flat.members.len()) else { break };
        if flat.members.len() >= limits.count {
            flat.truncated = true;
            break;
        }
        let depth = stack.len() as u32 - 1;
        let mut member = FlatMember { parent, depth, container, base, layout, array_levels: 0 };
        let found = element(btf, layout.type_id);
        let inner = found.ty.filter(|t| t.kind().is_composite() && (limits.arrays || found.array.is_none()));
        if let Some(inner) = inner
            && !stack.iter().any(|level| level.layout.id == inner.id())
        {
            if depth + 1 >= limits.depth {
                flat.truncated = true;
            } else if let Ok(inner) = layouts.layout(inner.id()) {
                member.array_levels = array_levels(btf, layout.type_id);
                stack.push(Level { layout: inner, next: 0, parent: Some(place), base: member.offset() });
            }
        }
        flat.members.push(member);
    }
    Ok(flat)
}

/// How many arrays are nested in a type, through typedefs and qualifiers.
fn array_levels(btf: &Btf, id: TypeId) -> u32 {
    let mut at = id;
    let mut levels = 0;
    for _ in 0..btf::MAX_RESOLVE_STEPS {
        let Some(array) = btf.resolved(at).and_then(|t| t.array()) else { break };
        levels += 1;
        at = array.element;
    }
    levels
}
