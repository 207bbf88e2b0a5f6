//! Member paths: from a type to an item in it; paths as people and CO-RE write them.

use btf::Kind::*;
use btf::{Btf, Type, TypeId};
use wire::Wire;

pub use relate::{Crossing, cross};

/// A path into a type. Each step is the index of a member (or enumerator, parameter, variable) in the type to which
/// the step before leads. Qualifiers, typedefs, pointers and arrays between two steps need no step; of an array,
/// element 0 is taken.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Wire)]
pub struct Path(pub Vec<u32>);

impl Path {
    /// The path to the type itself.
    pub fn root() -> Path {
        Path::default()
    }

    /// The path with one more step.
    pub fn child(&self, index: u32) -> Path {
        let mut steps = self.0.clone();
        steps.push(index);
        Path(steps)
    }

    /// The path without its last step; none for the root.
    pub fn parent(&self) -> Option<Path> {
        let (_, rest) = self.0.split_last()?;
        Some(Path(rest.to_vec()))
    }

    /// True if it leads to the type itself.
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// How many steps.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The same as [`Path::is_root`].
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The most steps of a path: through pointers, trees are endless.
pub const MAX_STEPS: usize = 64;

/// An item of a type: a member, an enumerator, a parameter, a variable.
#[derive(Clone, Copy, Debug)]
pub struct Item<'a> {
    /// Its index, from 0.
    pub index: u32,
    /// Its name; empty when anonymous.
    pub name: &'a str,
    /// Its type; void for an enumerator.
    pub type_id: TypeId,
    /// Its offset in bits in its parent; none for enumerators and parameters.
    pub offset: Option<u64>,
    /// Bits of a bitfield.
    pub bitfield: Option<u32>,
    /// An enumerator's value.
    pub value: Option<i128>,
}

/// The items of a type, from item `first` on. Empty for kinds without items.
pub fn items<'a>(t: &Type<'a>, first: u32) -> Box<dyn Iterator<Item = Item<'a>> + 'a> {
    let plain = |index, name, type_id| Item { index, name, type_id, offset: None, bitfield: None, value: None };
    match t.kind() {
        Struct | Union => Box::new(t.members().from_index(first).map(move |m| {
            let bits = m.bits();
            Item {
                offset: Some(u64::from(bits.offset)),
                bitfield: bits.bitfield,
                ..plain(m.index.0, m.name(), m.type_id)
            }
        })),
        Enum | Enum64 => Box::new(
            t.enumerators()
                .from_index(first)
                .map(move |e| Item { value: Some(e.value()), ..plain(e.index.0, e.name(), TypeId::VOID) }),
        ),
        FuncProto => Box::new(t.params().from_index(first).map(move |p| {
            let name = if p.is_variadic() { "..." } else { p.name() };
            plain(p.index.0, name, p.type_id)
        })),
        DataSec => {
            let btf = t.btf();
            Box::new(t.vars().from_index(first).map(move |v| {
                let name = btf.get(v.type_id).map_or("", |t| t.name());
                Item { offset: Some(u64::from(v.offset) * 8), ..plain(v.index.0, name, v.type_id) }
            }))
        }
        Int | Ptr | Array | Fwd | Typedef | Volatile | Const | Restrict | Func | Var | Float | DeclTag | TypeTag
        | LocParam | LocProto | LocSec | Unknown(_) => Box::new(std::iter::empty()),
    }
}

/// One step of a path, resolved.
#[derive(Clone, Debug)]
pub struct Step<'a> {
    /// The type with the item.
    pub parent: Type<'a>,
    /// The pointers and arrays between the item before (or the root) and `parent`.
    pub crossing: Crossing,
    /// The item.
    pub item: Item<'a>,
    /// Bits from the start of the struct that the last pointer leads to, or of the root if there is no pointer. None
    /// where items have no offset.
    pub offset: Option<u64>,
}

/// The steps of a path; none when the path is not valid.
pub fn walk<'a>(btf: &'a Btf, root: TypeId, path: &Path) -> Option<Vec<Step<'a>>> {
    if path.len() > MAX_STEPS {
        return None;
    }
    let mut steps: Vec<Step<'a>> = Vec::with_capacity(path.len());
    let mut at = root;
    let mut offset = Some(0u64);
    for &index in &path.0 {
        let crossing = cross(btf, at);
        let parent = btf.get(crossing.target)?;
        let item = items(&parent, index).next()?;
        if crossing.pointers > 0 {
            offset = Some(0);
        }
        offset = offset.zip(item.offset).map(|(a, b)| a + b);
        at = item.type_id;
        steps.push(Step { parent, crossing, item, offset });
    }
    Some(steps)
}

/// The path that a field's access string stands for (`numbers` as in `relo::Spec::raw`), up to the first invalid
/// number. The first number is skipped, because it is an index at the pointer; indices into arrays have no step here.
pub fn from_access(btf: &Btf, root: TypeId, numbers: &[i32]) -> Path {
    let mut path = Path::root();
    let mut at = root;
    for &number in numbers.iter().skip(1) {
        let Some(t) = btf.resolved(at) else { break };
        if let Some(array) = t.array() {
            at = array.element;
            continue;
        }
        let member = u32::try_from(number).ok().filter(|_| t.kind().is_composite());
        let Some(item) = member.and_then(|n| items(&t, n).next()) else { break };
        path.0.push(item.index);
        at = item.type_id;
    }
    path
}

/// The type at the end of a path: an item's own type, or the root.
pub fn type_at(btf: &Btf, root: TypeId, path: &Path) -> Option<TypeId> {
    Some(walk(btf, root, path)?.last().map_or(root, |step| step.item.type_id))
}

/// A path by names, for addresses: `mm.pgd`. A step whose name is empty or would be misread is written as its index:
/// `#0.next`. None when the path is not valid.
pub fn to_names(btf: &Btf, root: TypeId, path: &Path) -> Option<String> {
    let mut out = String::new();
    for step in walk(btf, root, path)? {
        if !out.is_empty() {
            out.push('.');
        }
        // A name that [`from_names`] would misread is replaced by the index: a name with a dot or `#`, and a name that
        // an earlier item has, too.
        let first = items(&step.parent, 0).find(|i| i.name == step.item.name).map(|i| i.index);
        if step.item.name.is_empty() || step.item.name.contains(['.', '#']) || first != Some(step.item.index) {
            out.push_str(&format!("#{}", step.item.index));
        } else {
            out.push_str(step.item.name);
        }
    }
    Some(out)
}

/// The path that these names lead to. They may be written as [`to_names`] does, or as people do: without the names of
/// anonymous structs and unions (`task_struct.rcu_users`). None if there is no such name, or the path would be too
/// long.
pub fn from_names(btf: &Btf, root: TypeId, names: &str) -> Option<Path> {
    let mut path = Path::root();
    let mut at = root;
    for name in names.split('.').filter(|n| !n.is_empty()) {
        if path.len() >= MAX_STEPS {
            return None;
        }
        let parent = btf.get(cross(btf, at).target)?;
        if let Some(index) = name.strip_prefix('#') {
            let item = items(&parent, index.parse().ok()?).next()?;
            path.0.push(item.index);
            at = item.type_id;
            continue;
        }
        let mut left = MAX_SEARCHED;
        let found = find_named(btf, parent, name, &mut left, 0)?;
        for index in found {
            let parent = btf.get(cross(btf, at).target)?;
            at = items(&parent, index).next()?.type_id;
            path.0.push(index);
        }
    }
    Some(path)
}

/// The most members that are searched for one name: in a damaged file anonymous types may contain each other in
/// circles.
const MAX_SEARCHED: u32 = 1 << 20;
/// The most levels of anonymous members.
const MAX_ANONYMOUS: u32 = 16;

/// The path to a member of this name, in the type or in its anonymous members. `left`: how many more members may be
/// searched.
fn find_named(btf: &Btf, parent: Type<'_>, name: &str, left: &mut u32, depth: u32) -> Option<Vec<u32>> {
    *left = left.checked_sub(parent.item_count().max(1))?;
    if let Some(item) = items(&parent, 0).find(|i| i.name == name) {
        return Some(vec![item.index]);
    }
    if depth >= MAX_ANONYMOUS {
        return None;
    }
    for item in items(&parent, 0).filter(|i| i.name.is_empty()) {
        let Some(inner) = btf.resolved(item.type_id).filter(|t| t.kind().is_composite()) else { continue };
        if let Some(mut rest) = find_named(btf, inner, name, left, depth + 1) {
            rest.insert(0, item.index);
            return Some(rest);
        }
        if *left == 0 {
            return None;
        }
    }
    None
}

/// The type to which the Enter key on a type leads: the type that it refers to, through pointers, arrays and
/// qualifiers. If `from_itself` is false, the key was pressed on a member of type `id`, and the answer may be `id`
/// itself. None if there is no such type.
pub fn follow_target(btf: &Btf, id: TypeId, from_itself: bool) -> Option<TypeId> {
    let mut at = id;
    for step in 0..btf::MAX_RESOLVE_STEPS {
        let t = btf.get(at)?;
        let Some(next) = t.array().map(|array| array.element).or(t.type_ref()) else { break };
        let stop = matches!(t.kind(), Typedef | Func | FuncProto);
        if stop && (step > 0 || !from_itself) || next.is_void() {
            break;
        }
        at = next;
    }
    (!from_itself || at != id).then_some(at)
}
