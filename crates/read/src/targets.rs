//! The types of each kernel on which relocations are resolved: only the types that a path meets, or whole types with
//! all types that they contain by value.

use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};
use std::sync::Arc;

use atlas::{Atlas, Class, Error, Part, Partial, Ranges, Sought};
use btf::{Btf, TypeId};
use relate::FieldPath;
use relo::{CoreKind, Options, Resolver, Target};

use crate::declare::{Types, expression};
use crate::form::Hop;
use crate::text::Branch;

/// The most names that a search for flavours may find: more than any atlas has.
const MOST_NAMES: usize = 1 << 24;

/// A relocation of the code.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Ask {
    pub kind: CoreKind,
    /// The declared type.
    pub id: TypeId,
    /// The access string in the declared type.
    pub access: String,
}

/// The kernels' types.
pub(crate) enum Targets<'a, R> {
    /// The types on the way to each field, by root and members. Enough for all relocations that ask for fields.
    OnTheWay(BTreeMap<(String, String), OnTheWay>),
    /// The whole types of all names that candidates have.
    Whole(Box<Whole<'a, R>>),
}

/// Whole types.
pub(crate) struct Whole<'a, R> {
    partial: Partial<'a, R>,
    /// The kernel that was asked last, and its types.
    last: Option<(u32, Part)>,
    /// By part and relocation, the results so far.
    results: BTreeMap<(u32, Ask), Option<u64>>,
}

/// The types on the way to a field.
pub(crate) struct OnTheWay {
    /// By kernel, an index of `targets`.
    of: BTreeMap<u32, usize>,
    targets: Vec<Target>,
    /// By target and relocation, the results so far.
    results: BTreeMap<(usize, Ask), Option<u64>>,
}

impl<'a, R: Ranges> Targets<'a, R> {
    /// The types that the relocations of these branches need.
    ///
    /// # Errors
    /// When the atlas is damaged, or bytes of it are not at hand.
    pub fn of(atlas: &'a Atlas<R>, branches: &[&Branch<'_>], types: &Types) -> Result<Targets<'a, R>, Error> {
        let roots: BTreeSet<&str> = types.all.iter().map(|t| t.of.as_str()).collect();
        // Types of the kernel with a flavour are candidates, too.
        let mut flavours = Vec::new();
        for root in &roots {
            flavours.extend(atlas.search(Class::Types, Sought::Prefix(format!("{root}___").as_bytes()), MOST_NAMES)?);
        }
        let hops = || branches.iter().flat_map(|branch| &branch.form.way.hops);
        let paths: Option<Vec<(&Hop, FieldPath)>> = hops().map(|hop| Some((hop, path(hop)?))).collect();
        if let Some(paths) = paths.filter(|_| flavours.is_empty() && !branches.iter().any(|branch| branch.matches)) {
            let mut on_the_way = BTreeMap::new();
            for (hop, path) in paths {
                if let Entry::Vacant(new) = on_the_way.entry(key(hop)) {
                    new.insert(OnTheWay::to(atlas, &path)?);
                }
            }
            return Ok(Targets::OnTheWay(on_the_way));
        }
        let mut partial = Partial::new(atlas);
        for root in &roots {
            partial.want(root.as_bytes(), None, 0)?;
        }
        for named in flavours {
            partial.want(&named.name, None, 0)?;
        }
        Ok(Targets::Whole(Box::new(Whole { partial, last: None, results: BTreeMap::new() })))
    }

    /// The value of a relocation on a kernel; none if it has no value. `hop` is the read that it belongs to, `local`
    /// the declared types in the kernel's byte order.
    pub fn ask(&mut self, kernel: u32, hop: &Hop, ask: &Ask, local: &Btf) -> Result<Option<u64>, Error> {
        match self {
            Targets::OnTheWay(all) => {
                let Some(way) = all.get_mut(&key(hop)) else { return Ok(None) };
                let Some(&at) = way.of.get(&kernel) else { return Ok(None) };
                let Some(target) = way.targets.get(at) else { return Ok(None) };
                let result = way.results.entry((at, ask.clone())).or_insert_with(|| resolve(local, target, ask));
                Ok(*result)
            }
            Targets::Whole(whole) => {
                let part = match &whole.last {
                    Some((of, part)) if *of == kernel => part.clone(),
                    _ => whole.last.insert((kernel, whole.partial.take(kernel)?)).1.clone(),
                };
                let result = || resolve(local, &Target::new(Arc::clone(&part.btf)), ask);
                Ok(*whole.results.entry((part.number, ask.clone())).or_insert_with(result))
            }
        }
    }
}

impl OnTheWay {
    fn to<R: Ranges>(atlas: &Atlas<R>, path: &FieldPath) -> Result<OnTheWay, Error> {
        let mut way = OnTheWay { of: BTreeMap::new(), targets: Vec::new(), results: BTreeMap::new() };
        for found in atlas.members(path)? {
            for kernels in found.alike() {
                let at = way.targets.len();
                way.of.extend(kernels.iter().map(|k| (*k, at)));
                let first = kernels.first().copied().unwrap_or(0);
                way.targets.push(Target::new(atlas.path_types(&found, first)?.btf));
            }
        }
        Ok(way)
    }
}

/// Resolves a relocation on a target. Kernels with the same target have the same byte order, so the result holds for
/// all of them.
fn resolve(local: &Btf, target: &Target, ask: &Ask) -> Option<u64> {
    let outcome = Resolver::new(local, target, Options::default()).resolve_path(ask.kind, ask.id, &ask.access);
    (outcome.error.is_none() && !outcome.values.poison).then_some(outcome.values.new)
}

fn key(hop: &Hop) -> (String, String) {
    (hop.root.clone(), expression(hop))
}

/// The field that a hop reads; none if its names cannot be written as a path.
fn path(hop: &Hop) -> Option<FieldPath> {
    let path = FieldPath::parse(&format!("{}.{}", hop.root, expression(hop))).ok()?;
    (path.root() == hop.root && path.parts() == hop.steps).then_some(path)
}
