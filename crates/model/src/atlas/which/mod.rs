//! Finds the kernel of an atlas that has the types of a file, or the kernels with the most similar types.

mod arch;
mod module;
mod words;

use std::cmp::Ordering;

use ::atlas::{Alike, Atlas, AtlasKernel, Error, Has, Likened, Likeness, Ranges, Unfit};
use btf::{Btf, Kind};
use release::Release;

use super::{board, kernel_facts};
pub use module::{which_continued, which_relocated};
pub use words::kernels_in_words;

/// A file counts as between two kernels only if the second kernel has at least one in `SHARE` of those types of the
/// file that the nearest kernel lacks. Measured: if the file is a kernel with another configuration (rt, cloud),
/// kernels of other series have at most 1 in 23 of these types. If it is a header of 5.11, 5.15 or 6.19, which lie
/// between kernels of the atlas, the second kernel has at least 1 in 6.
const SHARE: usize = 6;

/// A file counts as between two series only if the nearest kernel lacks at least one in `APART` of the file's types.
/// Measured with kernels that the asked atlas did not have: if the atlas had other kernels of their series, the nearest
/// kernel lacked at most 1 in 47 of their types. The nearest kernel to 7.3.4, whose series was new, lacked 1 in 23.
const APART: usize = 40;

/// Facts about a file that its types do not give.
#[derive(Clone, Copy, Default, Debug)]
pub struct Told<'a> {
    /// The release that the file or its name says; may be any text.
    pub name: &'a str,
    /// The SHA-256 of its `.BTF`, in hex; empty if the file does not have a kernel's own `.BTF`.
    pub sha256: &'a str,
    /// Whether the types come from a C header, which does not tell the byte order of the machine.
    pub from_c: bool,
}

/// The answer: the kernels that have the types of a file, or that a module fits.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Whose {
    /// The sentences, the answer first.
    pub sentences: Vec<String>,
    /// The name of the kernel whose `.BTF` has the same bytes.
    pub exact: Option<String>,
    /// The architecture, by Debian's name; none if the registers in the types do not tell.
    pub arch: Option<&'static str>,
    /// How many named structs, unions, enums and functions the file has.
    pub types: u32,
    /// How many of these no kernel of the atlas has, by kind and name.
    pub unknown: u32,
    /// The kernels that have the most of these types; several if they have equally many.
    pub nearest: Vec<Near>,
    /// The two versions between which the file's kernel is; none if the types do not tell, or the nearest kernels are
    /// of several kinds.
    pub between: Option<[String; 2]>,
    /// The types that the nearest kernel lacks, or has with another content. Types that no kernel has are left out.
    pub differ: Vec<Differing>,
    /// The kernel that the file's name says, if the atlas does not have that kernel.
    pub named: Option<SaidByName>,
    /// For a module without its kernel: the names of the kernels that the module can be loaded on.
    pub fits: Vec<String>,
}

/// One of the nearest kernels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Near {
    /// Its name.
    pub name: String,
    /// The facts about it, in one line.
    pub facts: String,
    /// How many of the file's types the kernel has with the same content.
    pub same: u32,
    /// How many of the file's types the kernel has with all members that they have in the file, and also with further
    /// members or other targets of pointers. A file that was cut down has such types.
    pub more: u32,
}

/// A type of the file that the nearest kernel lacks or has with another content.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Differing {
    /// Its kind.
    pub kind: Kind,
    /// Its name, made visible.
    pub name: String,
    /// Whether the nearest kernel has a type by this name.
    pub there: bool,
}

/// A kernel that the name of a file says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SaidByName {
    /// Its release: `5.11.0-1023-gcp`.
    pub release: String,
    /// The distribution, if the name says it; else empty.
    pub distribution: String,
    /// Whether the atlas has a kernel of that distribution.
    pub on_board: bool,
    /// The nearest series of the atlas below and above this kernel. A text is empty if there is no such series. Both
    /// are the kernel's own series if the atlas has other kernels of it.
    pub series: [String; 2],
}

/// The answer for a file that has all or some types of one kernel. Only the kernels for which `among` is true are
/// asked. Reads the whole atlas, unless the file is one of its kernels.
///
/// # Errors
/// [`Unfit`] if the BTF is split or damaged; [`Error`] if the atlas is damaged or cannot be read.
pub fn which<R: Ranges>(
    atlas: &Atlas<R>,
    btf: &Btf,
    told: Told<'_>,
    among: &dyn Fn(&AtlasKernel) -> bool,
) -> Result<Result<Whose, Error>, Unfit> {
    let is_asked =
        |name: &str| atlas.kernel_called(name).is_ok_and(|i| atlas.kernels().get(i as usize).is_some_and(among));
    if let Some(kernel) = board(atlas).same(told.sha256).filter(|kernel| is_asked(&kernel.name)) {
        return Ok(Ok(words::exact(kernel, btf.own_type_count())));
    }
    let likened = Likened::of(btf)?;
    Ok(atlas.liken(&likened).map(|likeness| whose(atlas, btf, told, &likened, &likeness, among)))
}

fn whose<R: Ranges>(
    atlas: &Atlas<R>,
    btf: &Btf,
    told: Told<'_>,
    likened: &Likened,
    likeness: &Likeness,
    among: &dyn Fn(&AtlasKernel) -> bool,
) -> Whose {
    let kernels = atlas.kernels();
    // C does not tell which byte order of PowerPC is meant.
    let arch = arch::arch_of(btf).filter(|arch| !(told.from_c && arch.starts_with("ppc64")));
    let types = likened.len() as u32 - likened.functions() as u32;
    let of_arch = |kernel: &AtlasKernel| {
        arch.is_none_or(|arch| kernel.arch == arch) && (told.from_c || kernel.endian == btf.endian())
    };
    let any = kernels.iter().any(|k| among(k) && of_arch(k));
    let candidates: Vec<usize> =
        kernels.iter().enumerate().filter(|(_, k)| among(k) && (!any || of_arch(k))).map(|(i, _)| i).collect();
    let asked = kernels.iter().filter(|k| among(k)).count();
    let tied = nearest(&candidates, &likeness.kernels, types);
    let names = atlas.kernel_names();
    let near = |&i: &usize| {
        let alike = likeness.kernels.get(i).copied().unwrap_or_default();
        let facts = kernels.get(i).map(kernel_facts).unwrap_or_default();
        Near { name: names.get(i).cloned().unwrap_or_default(), facts, same: alike.same, more: alike.more }
    };
    let structs: Vec<usize> =
        likened.names().enumerate().filter(|(_, (kind, _))| *kind != Kind::Func).map(|(of, _)| of).collect();
    let mut differ: Vec<Differing> = Vec::new();
    if let Some(&first) = tied.first() {
        for (of, (kind, name)) in likened.names().enumerate() {
            let has = likeness.has(of, first);
            let elsewhere = || (0..kernels.len()).any(|kernel| likeness.has(of, kernel) != Has::Not);
            if has == Has::Other || has == Has::Not && elsewhere() {
                differ.push(Differing { kind, name: btf::visible(name).into_owned(), there: has == Has::Other });
            }
        }
    }
    // Types come before functions; types that exist with another content come before missing ones; then by name.
    differ.sort_by(|a, b| (a.kind == Kind::Func, !a.there, &a.name).cmp(&(b.kind == Kind::Func, !b.there, &b.name)));
    let mut whose = Whose {
        arch,
        types: likened.len() as u32,
        unknown: likeness.unknown,
        nearest: tied.iter().map(near).collect(),
        between: between(kernels, &candidates, &tied, &structs, likeness),
        differ,
        named: said_by_name(kernels, told.name),
        ..Whose::default()
    };
    let indices: Vec<u32> = tied.iter().map(|i| *i as u32).collect();
    let whole = tied.iter().any(|i| likeness.kernels.get(*i).is_some_and(|alike| alike.types == types));
    let list = kernels_in_words(kernels, &indices);
    whose.sentences = words::sentences(&whose, any, whole, asked, &list);
    whose
}

/// The kernels that have the most of the file's types. If several have equally many, those with the most of its
/// functions; then those with the most types and functions of exactly the same content. If one of these kernels has
/// less than twice as many types as the file, only those kernels are returned that differ least from the file in their
/// number of types. Empty if no kernel has any type of the file.
fn nearest(candidates: &[usize], of: &[Alike], types: u32) -> Vec<usize> {
    let alike = |i: &usize| of.get(*i).copied().unwrap_or_default();
    let key = |i: &usize| (alike(i).has_types, alike(i).has(), alike(i).same);
    let Some(best) = candidates.iter().map(key).max().filter(|(_, has, _)| *has > 0) else { return Vec::new() };
    let mut tied: Vec<usize> = candidates.iter().copied().filter(|i| key(i) == best).collect();
    let is_whole = |i: &usize| types.saturating_mul(2) > alike(i).types;
    if tied.iter().any(is_whole) {
        let others = |i: &usize| alike(i).types.abs_diff(types);
        let fewest = tied.iter().map(others).min();
        tied.retain(|i| Some(others(i)) == fewest);
    }
    tied
}

/// The two versions between which the file lies. One is the version of its nearest kernel. The other is the version of
/// a second kernel of the same kind, which has types of the file that the nearest kernel lacks.
///
/// Candidates for the second kernel, below and above the nearest kernel, are the other versions of its series and the
/// next version of another series. On each side the candidate with the most of the missing types is taken; of several
/// candidates with equally many, the closest one. Then the side with more of the missing types is taken, if it has
/// enough of them ([`SHARE`]): if the file is a kernel with another configuration, kernels of other series have a few
/// of these types, too. None if both sides have equally many.
///
/// Functions do not count, because compilers decide which functions are in BTF. If the two versions are of different
/// series, the series are returned; this requires that the nearest kernel lacks enough types ([`APART`]).
fn between(
    kernels: &[AtlasKernel],
    candidates: &[usize],
    tied: &[usize],
    types: &[usize],
    likeness: &Likeness,
) -> Option<[String; 2]> {
    let (first, last) = (*tied.first()?, *tied.last()?);
    let kernel = kernels.get(first)?;
    let kind = |k: &AtlasKernel| (k.arch.clone(), k.flavour.clone(), k.distribution.clone());
    // If equally near kernels are of several kinds, the file has no single place between versions.
    if tied.iter().any(|i| kernels.get(*i).is_none_or(|k| kind(k) != kind(kernel))) {
        return None;
    }
    let version = |i: usize| kernels.get(i).map_or("", AtlasKernel::version);
    let series = |i: usize| kernels.get(i).and_then(AtlasKernel::linux).map(release::Version::series);
    let lane: Vec<usize> =
        candidates.iter().copied().filter(|i| kernels.get(*i).is_some_and(|k| kind(k) == kind(kernel))).collect();
    let has = |of: usize, kernel: usize| likeness.has(of, kernel) > Has::Other;
    let gained = |i: usize| types.iter().filter(|of| has(**of, i) && !has(**of, first)).count();
    let is_unknown = |of: usize| (0..kernels.len()).all(|kernel| likeness.has(of, kernel) == Has::Not);
    let missing = types.iter().filter(|of| !has(**of, first) && !is_unknown(**of)).count();
    let is_apart = missing.saturating_mul(APART) >= types.len();
    // For a side: how many types its best candidate has that the nearest kernel lacks, and the candidate. `side` begins
    // next to the nearest kernels.
    let best = |side: &mut dyn Iterator<Item = usize>, nearest: usize| {
        let mut best: Option<(usize, usize)> = None;
        for i in side.filter(|i| version(*i) != version(nearest)) {
            if series(i) != series(nearest) && !is_apart {
                break;
            }
            let gains = gained(i);
            if best.is_none_or(|(most, _)| gains > most) {
                best = Some((gains, i));
            }
            if series(i) != series(nearest) {
                break;
            }
        }
        best.filter(|(most, _)| *most > 0)
    };
    let below = best(&mut lane.iter().copied().rev().filter(|i| *i < first), first);
    let above = best(&mut lane.iter().copied().filter(|i| *i > last), last);
    let most = |side: Option<(usize, usize)>| side.map_or(0, |(most, _)| most);
    let side = match most(below).cmp(&most(above)) {
        Ordering::Less => above,
        Ordering::Equal => None,
        Ordering::Greater => below,
    };
    let (_, other) = side.filter(|(most, _)| most.saturating_mul(SHARE) >= missing)?;
    let (low, high) = if other < first { (other, first) } else { (last, other) };
    match (series(low), series(high)) {
        (Some(a), Some(b)) if a != b => Some([a.to_string(), b.to_string()]),
        _ => Some([version(low).to_owned(), version(high).to_owned()]),
    }
}

fn said_by_name(kernels: &[AtlasKernel], name: &str) -> Option<SaidByName> {
    let said = Release::parse(name);
    let series = said.version?.series();
    if kernels.iter().any(|kernel| kernel.release == said.release) {
        return None;
    }
    let of = |kernel: &AtlasKernel| kernel.linux().map(release::Version::series);
    let mut all: Vec<_> = kernels.iter().filter_map(of).collect();
    all.sort_unstable();
    let text = |series: Option<&release::Series>| series.map(ToString::to_string).unwrap_or_default();
    let series = match all.contains(&series) {
        true => [text(Some(&series)), text(Some(&series))],
        false => [text(all.iter().rfind(|s| **s < series)), text(all.iter().find(|s| **s > series))],
    };
    let on_board = kernels.iter().any(|kernel| kernel.distribution == said.distribution);
    Some(SaidByName { release: said.release, distribution: said.distribution, on_board, series })
}
