//! Pairs the types of two whole BTFs.

use std::ops::ControlFlow;

use btf::Kind::*;
use btf::{Btf, Budget, Stopped, Type, TypeId};

use super::detail::between;
use super::effect::ChangeEffect;
use super::signature::{Hash, Signatures};

btf::named! {
    /// The class of a named type. A type is compared with types of the same class and name.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Class {
        /// STRUCT.
        Struct = "struct";
        /// UNION.
        Union = "union";
        /// ENUM and ENUM64. An anonymous enum is named by its first enumerator.
        Enum = "enum";
        /// TYPEDEF.
        Typedef = "typedef";
        /// FUNC.
        Func = "function";
        /// VAR.
        Var = "variable";
        /// INT and FLOAT.
        Number = "number";
    }
    /// All, in the order in which they are shown.
    pub const ALL;
    /// Its word: the keyword of C, or `function`, `variable`, `number`.
    pub fn as_str;
}

impl Class {
    /// The class of a type. None for types that are compared as parts of others, for forward declarations, which have
    /// no content, and for sections, whose content depends on the linker.
    pub fn of(t: &Type<'_>) -> Option<Class> {
        match t.kind() {
            Struct => Some(Class::Struct),
            Union => Some(Class::Union),
            Enum | Enum64 => Some(Class::Enum),
            Typedef => Some(Class::Typedef),
            Func => Some(Class::Func),
            Var => Some(Class::Var),
            Int | Float => Some(Class::Number),
            Ptr | Array | Fwd | Volatile | Const | Restrict | FuncProto | DataSec | DeclTag | TypeTag | LocParam
            | LocProto | LocSec | Unknown(_) => None,
        }
    }
}

/// The choice of types to compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CompareOptions {
    /// Compare only the types of the two BTFs themselves, not of their bases.
    pub own_only: bool,
}

/// A type that only one side has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Only {
    /// The class of the type.
    pub class: Class,
    /// The id in the BTF that has the type.
    pub id: TypeId,
    /// True if the other side has types of this name, too, but fewer of them.
    pub spare: bool,
}

/// A pair that differs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Changed {
    /// The class of both types.
    pub class: Class,
    /// The id in the old BTF.
    pub old: TypeId,
    /// The id in the new BTF.
    pub new: TypeId,
    /// How many parts differ.
    pub changes: u32,
    /// The worst effect of these differences on a CO-RE program.
    pub effect: ChangeEffect,
}

/// The differences of two BTFs. Each list is in the order of ids: `removed` by the old ids, `added` and `changed` by
/// the new ones.
///
/// A flavour (`task_struct___old`) that only the old BTF has counts as no difference if the new BTF has the type
/// without the suffix: a flavour describes one of several forms of that type, and a loader looks for the type without
/// the suffix (libbpf `bpf_core_essential_name_len`).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Comparison {
    /// Types that only the new BTF has.
    pub added: Vec<Only>,
    /// Types that only the old BTF has.
    pub removed: Vec<Only>,
    /// Pairs that differ.
    pub changed: Vec<Changed>,
    /// How many pairs do not differ.
    pub same: u32,
}

impl Comparison {
    /// True if nothing differs.
    pub fn is_same(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.changed.is_empty()
    }
}

/// A type that needs a counterpart: a hash of class and name, a hash of its content, and its id.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    key: u64,
    body: u64,
    id: TypeId,
}

/// A hash of a type's class and name. None for a type that is not compared by name.
fn key(t: &Type<'_>) -> Option<u64> {
    let class = Class::of(t)?;
    let hash = Hash::new(class as u64);
    if !t.is_anonymous() {
        return Some(hash.name(t.btf(), t.name_offset()).value());
    }
    let first = t.enumerators().next().filter(|_| class == Class::Enum)?;
    Some(hash.with(1).name(t.btf(), first.name_offset).value())
}

/// The key of the type that a flavour describes, whose name has no suffix. None if the type is not a flavour.
fn essential_key(t: &Type<'_>) -> Option<u64> {
    let class =
        Class::of(t).filter(|class| matches!(class, Class::Struct | Class::Union | Class::Enum | Class::Typedef))?;
    let (name, essential) = (t.name_bytes(), relo::essential_name(t.name_bytes()));
    (essential.len() < name.len()).then(|| Hash::new(class as u64).bytes(essential).value())
}

/// Receives the progress of a comparison: how many steps are done, and how many there are.
type Progress<'p> = &'p mut dyn FnMut(u64, u64) -> ControlFlow<()>;

/// How many types are compared between two reports of the progress.
const STEP: u32 = 4096;

fn entries(
    signatures: &mut Signatures<'_>,
    own: bool,
    mut step: impl FnMut() -> ControlFlow<()>,
) -> Option<Vec<Entry>> {
    let btf = signatures.btf;
    let first = if own { btf.first_id().0 } else { 1 };
    let mut all = Vec::new();
    for id in first..btf.type_cnt() {
        if id % STEP == 0 && step().is_break() {
            return None;
        }
        let Some(t) = btf.get(TypeId(id)) else { continue };
        if let Some(key) = key(&t) {
            all.push(Entry { key, body: signatures.body(&t), id: TypeId(id) });
        }
    }
    all.sort_unstable();
    Some(all)
}

/// Compares all named types of two BTFs, and anonymous enums.
///
/// Types of the same class and name are paired: first those with equal content, then in the order of ids. The work is
/// linear in both BTFs, except for sorting, and except that the members of a shared anonymous type count wherever it
/// is used. `progress` is called with the progress and may stop the comparison; the result is then none.
///
/// # Errors
/// When the budget is spent.
pub fn compare(
    old: &Btf,
    new: &Btf,
    options: &CompareOptions,
    budget: &Budget,
    progress: Progress<'_>,
) -> Result<Option<Comparison>, Stopped> {
    let (mut a, mut b) = (Signatures::new(old), Signatures::new(new));
    let counts = [old, new].map(|btf| if options.own_only { btf.own_type_count() } else { btf.type_cnt() });
    // The signatures of both BTFs come first, then the differences, counted by the types of the new BTF.
    let total = u64::from(counts[0]) + u64::from(counts[1]) * 2;
    let mut done = 0u64;
    let mut step = |progress: &mut dyn FnMut(u64, u64) -> ControlFlow<()>| {
        done = done.saturating_add(STEP.into()).min(total);
        progress(done, total)
    };
    let Some(olds) = entries(&mut a, options.own_only, || step(progress)) else { return Ok(None) };
    let Some(news) = entries(&mut b, options.own_only, || step(progress)) else { return Ok(None) };
    let mut found = Comparison::default();
    let (mut i, mut j, mut since) = (0, 0, 0u32);
    while let Some(key) = olds.get(i).into_iter().chain(news.get(j)).map(|e| e.key).min() {
        let run = |list: &[Entry], from: usize| from + list.iter().skip(from).take_while(|e| e.key == key).count();
        let (i_end, j_end) = (run(&olds, i), run(&news, j));
        let (xs, ys) = (olds.get(i..i_end).unwrap_or_default(), news.get(j..j_end).unwrap_or_default());
        pair(&mut a, xs, &mut b, ys, &mut found, budget)?;
        since += ys.len() as u32;
        if since >= STEP {
            since = 0;
            if step(progress).is_break() {
                return Ok(None);
            }
        }
        (i, j) = (i_end, j_end);
    }
    let is_flavour = |only: &Only| {
        let key = old.get(only.id).and_then(|t| essential_key(&t));
        key.is_some_and(|key| news.binary_search_by_key(&key, |e| e.key).is_ok())
    };
    found.removed.retain(|only| !is_flavour(only));
    found.added.sort_unstable_by_key(|o| o.id);
    found.removed.sort_unstable_by_key(|o| o.id);
    found.changed.sort_unstable_by_key(|c| (c.new, c.old));
    Ok(Some(found))
}

/// Pairs the types of one class and name; both lists are sorted by content.
fn pair(
    a: &mut Signatures<'_>,
    xs: &[Entry],
    b: &mut Signatures<'_>,
    ys: &[Entry],
    found: &mut Comparison,
    budget: &Budget,
) -> Result<(), Stopped> {
    let (mut olds, mut news) = (Vec::new(), Vec::new());
    let (mut i, mut j) = (0, 0);
    loop {
        match (xs.get(i), ys.get(j)) {
            (Some(x), Some(y)) if x.body == y.body => {
                found.same += 1;
                (i, j) = (i + 1, j + 1);
            }
            (Some(x), Some(y)) if x.body < y.body => (olds.push(x.id), i += 1).1,
            (_, Some(y)) => (news.push(y.id), j += 1).1,
            (Some(x), None) => (olds.push(x.id), i += 1).1,
            (None, None) => break,
        }
    }
    olds.sort_unstable();
    news.sort_unstable();
    let both = olds.len().min(news.len());
    for (&x, &y) in olds.iter().zip(&news) {
        let (Some(x), Some(y)) = (a.btf.get(x), b.btf.get(y)) else { continue };
        let Some(class) = Class::of(&y) else { continue };
        let d = between(a, &x, b, &y, false, budget)?;
        found.changed.push(Changed {
            class,
            old: x.id(),
            new: y.id(),
            changes: d.changes.len() as u32,
            effect: d.effect,
        });
    }
    let only = |btf: &Btf, id: TypeId, spare| {
        let class = btf.get(id).and_then(|t| Class::of(&t))?;
        Some(Only { class, id, spare })
    };
    found.removed.extend(olds.iter().skip(both).filter_map(|&id| only(a.btf, id, !ys.is_empty())));
    found.added.extend(news.iter().skip(both).filter_map(|&id| only(b.btf, id, !xs.is_empty())));
    Ok(())
}

/// The type of another BTF to compare a type with: a type of the same class and name. If there are several, a type with
/// equal content is taken; else the type with the same index among the types of this class and name; else the first.
/// `None` for types that are not compared by name.
pub fn counterpart(from: &Btf, id: TypeId, to: &Btf) -> Option<TypeId> {
    let t = from.get(id)?;
    let wanted = key(&t)?;
    let of =
        |btf: &Btf| -> Vec<TypeId> { btf.all_types().filter(|t| key(t) == Some(wanted)).map(|t| t.id()).collect() };
    let there = of(to);
    if there.len() > 1 {
        let (mut a, mut b) = (Signatures::new(from), Signatures::new(to));
        let body = a.body(&t);
        let equal = there.iter().find(|&&id| to.get(id).is_some_and(|t| b.body(&t) == body));
        let place = || there.get(of(from).iter().position(|&i| i == id)?);
        return equal.or_else(place).or(there.first()).copied();
    }
    there.first().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compiled(source: &str) -> Btf {
        let blob = scratch::compile(source, scratch::Target::default()).blob.expect("a blob");
        Btf::parse(blob, None).expect("a header")
    }

    /// The flavours of a program describe several kernels. A kernel that has the type without the suffix does not lack
    /// the flavour.
    #[test]
    fn a_flavour_counts_as_the_type_without_its_suffix() {
        let program = compiled(
            "struct task { int __state; }; struct task___old { int state; }; struct gone___v2 { int a; }; struct odd____name { int b; };",
        );
        let kernel = compiled("struct task { int __state; }; struct odd_ { int b; };");
        let budget = Budget::of([&program, &kernel]);
        let found =
            compare(&program, &kernel, &CompareOptions::default(), &budget, &mut |_, _| ControlFlow::Continue(()));
        let found = found.expect("enough of a budget").expect("a comparison");
        let names: Vec<_> =
            found.removed.iter().filter_map(|o| program.get(o.id)).map(|t| t.name().to_owned()).collect();
        assert_eq!(names, ["gone___v2", "odd____name"], "the first has no namesake, the second is no flavour");
        assert_eq!(found.changed, []);
    }
}
