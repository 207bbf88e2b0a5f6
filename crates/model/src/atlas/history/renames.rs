//! Follows a member that was renamed: a kernel that lacks the member may have it under an older or newer name.

use std::collections::BTreeSet;

use atlas::{Atlas, Error, FieldIn, Ranges};
use btf::{Btf, Kind, MAX_RESOLVE_STEPS, TypeId};
use relate::{FieldAbsent, FieldPath, renamed};
use wire::Wire;

/// The most rounds in which another name is looked for. Each round also starts from the names that the rounds before
/// found.
const MOST_ROUNDS: usize = 4;
/// The most pairs of types that are searched for a rename.
const MOST_TRIES: usize = 64;

/// Two names that a history takes for names of the same member. BTF does not record renames, so this is a guess
/// ([`relate::renamed`]), and the reasons are given.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Followed {
    /// A name: `__state`.
    pub name: String,
    /// The name on other kernels: `state`.
    pub other: String,
    /// The reasons: `the same name but for underscores`.
    pub because: String,
    /// True if the guess rests on the type and the neighbours, too. False if the names suffice: they differ only in
    /// underscores, or the member has the same name inside another member.
    pub is_doubtful: bool,
}

impl Followed {
    /// The pair and the reasons in a sentence.
    pub fn words(&self) -> String {
        format!("{} and {} are taken for one member: {}.", self.other, self.name, self.because)
    }
}

/// Kernels on which a member has the same name and place, or on which it is missing.
#[derive(Debug)]
pub struct Place {
    /// The path, with the name that the member has on these kernels.
    pub path: FieldPath,
    /// The types on the path, with the place of the member or the reason why it is missing.
    pub found: FieldIn,
    /// The kernels, by their indices in the atlas, in ascending order.
    pub kernels: Vec<u32>,
}

/// The places of a field, and the pairs of names that were followed. With `follow`, on kernels that lack the last
/// member, this member is looked up under the names that it has on other kernels.
///
/// # Errors
/// A block of the atlas is damaged or cannot be read.
pub fn places<R: Ranges>(
    atlas: &Atlas<R>,
    path: &FieldPath,
    follow: bool,
) -> Result<(Vec<Place>, Vec<Followed>), Error> {
    let one = |found: FieldIn| Place { path: path.clone(), kernels: found.kernels.iter().collect(), found };
    let mut all: Vec<Place> = atlas.members(path)?.into_iter().map(one).collect();
    let mut followed: Vec<Followed> = Vec::new();
    let (mut tries, mut known) = (0, vec![path.as_str().to_owned()]);
    for _ in 0..if follow { MOST_ROUNDS } else { 0 } {
        let mut proposals: Vec<FieldPath> = Vec::new();
        for lacking in all.iter().filter(|place| lacks(place, path) && !place.kernels.is_empty()) {
            tries += 1;
            let Some(near) = nearest(atlas, &all, &lacking.kernels).filter(|_| tries <= MOST_TRIES) else { continue };
            let first = lacking.found.kernels.iter().next().unwrap_or(0);
            let Some((other, rename)) = other_name(atlas, near, (lacking, first))? else { continue };
            if known.iter().any(|path| path == other.as_str()) {
                continue;
            }
            if !followed.contains(&rename) {
                followed.push(rename);
            }
            if !proposals.iter().any(|path| path.as_str() == other.as_str()) {
                proposals.push(other);
            }
        }
        if proposals.is_empty() {
            break;
        }
        for other in proposals {
            // Look up the other name on all kernels that lack the member, not only where the rename was found, because
            // the same name is taken for the same member.
            let lacking = all.iter().filter(|place| lacks(place, path)).flat_map(|place| place.kernels.iter().copied());
            let wanted: BTreeSet<u32> = lacking.collect();
            known.push(other.as_str().to_owned());
            for found in atlas.members(&other)?.into_iter().filter(|found| found.place.is_ok()) {
                let here: Vec<u32> = found.kernels.iter().filter(|k| wanted.contains(k)).collect();
                for place in all.iter_mut().filter(|place| place.found.place.is_err()) {
                    place.kernels.retain(|k| here.binary_search(k).is_err());
                }
                all.push(Place { path: other.clone(), found, kernels: here });
            }
        }
    }
    all.retain(|place| !place.kernels.is_empty());
    Ok((all, followed))
}

/// Whether only the last member of the path is missing.
fn lacks(place: &Place, path: &FieldPath) -> bool {
    matches!(&place.found.place, Err(FieldAbsent::NoMember(name)) if path.as_str().ends_with(&format!(".{name}"))
        || path.as_str().ends_with(&format!(">{name}")))
}

/// The kernel that has the member and is closest to the first or last of `kernels` in the atlas, with the [`Place`]
/// that the kernel is in. Kernels of the same architecture are preferred, then kernels of the same flavour.
fn nearest<'p, R: Ranges>(atlas: &Atlas<R>, all: &'p [Place], kernels: &[u32]) -> Option<(&'p Place, u32)> {
    let about = |k: u32| atlas.kernels().get(k as usize);
    let far = |a: u32, b: u32| {
        let (x, y) = (about(a), about(b));
        let same_arch = x.zip(y).is_some_and(|(x, y)| x.arch == y.arch);
        let same_flavour = x.zip(y).is_some_and(|(x, y)| x.flavour == y.flavour);
        (!same_arch, !same_flavour, a.abs_diff(b))
    };
    let ends: Vec<u32> = kernels.first().into_iter().chain(kernels.last()).copied().collect();
    let with = all.iter().filter(|place| place.found.place.is_ok());
    let all = with.flat_map(|place| place.kernels.iter().map(move |kernel| (place, *kernel)));
    all.min_by_key(|(_, kernel)| ends.iter().map(|end| far(*kernel, *end)).min())
}

/// The path of `near` with another last name: the name that the last member probably has on the kernels of `lacking`.
/// None if these kernels have no similar member.
///
/// # Errors
/// A block of the atlas is damaged or cannot be read.
fn other_name<R: Ranges>(
    atlas: &Atlas<R>,
    near: (&Place, u32),
    lacking: (&Place, u32),
) -> Result<Option<(FieldPath, Followed)>, Error> {
    let types = |(place, kernel): (&Place, u32)| atlas.path_types(&place.found, kernel);
    Ok(other_name_in(&types(near)?.btf, near.0, &types(lacking)?.btf))
}

fn other_name_in(old: &Btf, near: &Place, new: &Btf) -> Option<(FieldPath, Followed)> {
    let text = near.path.as_str();
    let start = text.rfind(['.', '>'])? + 1;
    let name = text.get(start..)?;
    let renamed = renamed(old, parent(old, &near.path)?, name, new, parent(new, &near.path)?)?;
    // `i_atime` is a struct, `i_atime_sec` a number of seconds: code that reads one does not understand the other.
    let before = relate::field(old, &near.path).ok()?.type_id;
    if old.resolved(before).map(|t| class(t.kind())) != new.resolved(renamed.type_id).map(|t| class(t.kind())) {
        return None;
    }
    let other = FieldPath::parse(&format!("{}{}", text.get(..start)?, renamed.path)).ok()?;
    let (because, is_doubtful) = (renamed.words(), !renamed.is_by_name());
    Some((other, Followed { name: name.to_owned(), other: renamed.path, because, is_doubtful }))
}

/// A kind that stands for all kinds with similar values: enums count as integers, unions as structs.
fn class(kind: Kind) -> Kind {
    match kind {
        Kind::Enum | Kind::Enum64 => Kind::Int,
        Kind::Union => Kind::Struct,
        kind => kind,
    }
}

/// The struct or union that has the last member of the path.
fn parent(btf: &Btf, path: &FieldPath) -> Option<TypeId> {
    let mut id = relate::field(btf, &path.prefix(path.steps().checked_sub(1)?)).ok()?.type_id;
    for _ in 0..MAX_RESOLVE_STEPS {
        let t = btf.resolved(id)?;
        match t.kind() {
            Kind::Ptr => id = t.type_ref()?,
            kind => return kind.is_composite().then_some(id),
        }
    }
    None
}
