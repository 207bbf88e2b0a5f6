//! Finds the kernels of an atlas that a module fits, if only the module's BTF is known.

use std::collections::BTreeMap;

use ::atlas::{Atlas, AtlasKernel, Error, Partial, Ranges};
use btf::Btf;
use container::Continued;
use relate::{Unmapped, relocate_base};
use text::{grouped, many};

use super::{Whose, kernels_in_words};

/// The most reasons that are given.
const MOST_REASONS: usize = 3;

/// How many neighbouring counts of kernel types are tried on each side of a count that fits. If the ids fit one of
/// these counts, too, they do not prove which count is right.
const BESIDE: u32 = 64;

/// The most counts of the atlas's kernels that may fit: if the ids fit more of them, they prove nothing.
const FEW: usize = 4;

/// The kernels that a split BTF may continue, judged by their number of types, among those for which `among` is true.
/// References into the kernel are not checked, because an atlas has the kernel's types under other ids.
pub fn which_continued<R: Ranges>(atlas: &Atlas<R>, split: &[u8], among: &dyn Fn(&AtlasKernel) -> bool) -> Whose {
    let Ok(split) = Continued::parse(split) else { return Whose::default() };
    // For each count of kernel types: how many references lead to the module's own types; none if the ids do not fit
    // this count.
    let mut counts: BTreeMap<u32, Option<u32>> = BTreeMap::new();
    let (mut fitting, mut asked) = (Vec::new(), Vec::new());
    // A kernel that is known from a header may have types that the header lacks, so its count may be wrong.
    let is_asked = |kernel: &AtlasKernel| among(kernel) && !kernel.from_header && kernel.endian == split.endian();
    for (k, kernel) in (0u32..).zip(atlas.kernels()).filter(|(_, kernel)| is_asked(kernel)) {
        asked.push(k);
        let count = counts.entry(kernel.types).or_insert_with(|| split.fits(kernel.types).ok());
        if count.is_some_and(|count| count > 0) {
            fitting.push(k);
        }
    }
    let tells_nothing = counts.values().any(|count| *count == Some(0));
    let some = |(types, count): (u32, Option<u32>)| Some((types, count.filter(|count| *count > 0)?));
    let references: BTreeMap<u32, u32> = counts.into_iter().filter_map(some).collect();
    let names = names(atlas, &fitting);
    let mut sentences = vec![match (references.keys().next(), names.as_slice()) {
        _ if asked.is_empty() => "No kernel that was asked has its byte order.".to_owned(),
        (None, _) if tells_nothing => "Nothing in it tells how many types its kernel has.".to_owned(),
        (None, _) => {
            let asked = many(asked.len() as u64, "kernel");
            format!("It continues the types of a kernel, but of none of the {asked} with its byte order.")
        }
        (Some(count), [name]) => {
            let others = if asked.len() > 1 { ", and no other kernel that was asked" } else { "" };
            format!("Its ids continue {}, as many as {name} has{others}.", many((*count).into(), "type"))
        }
        _ => format!("Its ids fit on {}.", kernels_in_words(atlas.kernels(), &fitting)),
    }];
    if let Some(most) = references.values().max() {
        sentences.push(format!("This follows from {} to its own types.", many((*most).into(), "reference")));
    }
    let is_told = |count: &u32| {
        let beside = (1..=BESIDE).flat_map(|by| [count.checked_sub(by), count.checked_add(by)]).flatten();
        beside.into_iter().all(|other| split.fits(other).unwrap_or(0) == 0)
    };
    if references.len() > FEW || !references.keys().all(is_told) {
        sentences.push(
            "That is not enough to exclude a kernel outside the atlas with slightly more or fewer types.".to_owned(),
        );
    }
    Whose { sentences, fits: names, ..Whose::default() }
}

/// The kernels onto whose types a module can be moved from its distilled base (`.BTF.base`), among the kernels for
/// which `among` is true. On other kernels libbpf's `btf__relocate` and the kernel refuse the module. `split`: the
/// module's BTF, opened on that base.
///
/// # Errors
/// The atlas is damaged, or bytes of it cannot be read.
pub fn which_relocated<R: Ranges>(
    atlas: &Atlas<R>,
    split: &Btf,
    among: &dyn Fn(&AtlasKernel) -> bool,
) -> Result<Whose, Error> {
    let Some(base) = split.base() else { return Ok(Whose::default()) };
    let mut partial = Partial::new(atlas);
    for t in base.all_types().filter(|t| !t.is_anonymous()) {
        partial.want(t.name_bytes(), None, 0)?;
    }
    let (mut fitting, mut asked) = (Vec::new(), 0u32);
    // Results by the set of needed types, so that kernels with the same types are checked once.
    let mut results: BTreeMap<u32, Option<String>> = BTreeMap::new();
    let mut refused: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    // A kernel that is known from a header may have types that the header lacks.
    for (k, kernel) in (0u32..).zip(atlas.kernels()).filter(|(_, kernel)| among(kernel) && !kernel.from_header) {
        asked += 1;
        let why = match kernel.endian == split.endian() {
            true => {
                let part = partial.take(k)?;
                results.entry(part.number).or_insert_with(|| problem(split, base, &part.btf)).clone()
            }
            false => Some("its byte order differs".to_owned()),
        };
        match why {
            Some(why) => refused.entry(why).or_default().push(k),
            None => fitting.push(k),
        }
    }
    let distilled = many(base.all_types().count() as u64, "type");
    let mut sentences = vec![match fitting.len() {
        0 => format!("Its distilled base ({distilled}) fits on none of {}.", many(asked.into(), "kernel")),
        all if all as u32 == asked => {
            format!("Its distilled base ({distilled}) fits on all {}.", many(asked.into(), "kernel"))
        }
        _ => format!(
            "Its distilled base ({distilled}) fits on {}, of {}.",
            kernels_in_words(atlas.kernels(), &fitting),
            grouped(asked.into())
        ),
    }];
    let mut refused: Vec<(String, Vec<u32>)> = refused.into_iter().collect();
    refused.sort_by_key(|(_, kernels)| std::cmp::Reverse(kernels.len()));
    let more = refused.len().saturating_sub(MOST_REASONS);
    for (why, kernels) in refused.iter().take(MOST_REASONS) {
        sentences.push(format!("Not on {}: {why}.", kernels_in_words(atlas.kernels(), kernels)));
    }
    if more > 0 {
        sentences.push(format!("Others are refused for {}.", many(more as u64, "further reason")));
    }
    Ok(Whose { sentences, fits: names(atlas, &fitting), ..Whose::default() })
}

/// Why a kernel refuses the module, for the first type that does not fit; none if it accepts the module.
fn problem(split: &Btf, base: &Btf, kernel: &Btf) -> Option<String> {
    let Ok(relocated) = relocate_base(split, kernel) else { return Some("its byte order differs".to_owned()) };
    let first = relocated.table.iter().find_map(|mapping| Some((mapping.distilled, mapping.real.as_ref().err()?)));
    let (id, why) = first?;
    let name = dump::type_name(base, id);
    // `Several` and `OtherSize` also give ids. These are ids in the atlas, which mean nothing to people, so the texts
    // leave them out.
    Some(match why {
        Unmapped::None => format!("there is no {name}"),
        Unmapped::Several(_) => format!("there are several {name} of its size"),
        Unmapped::OtherSize(_) => format!("{name} has another size"),
        Unmapped::Foreign => format!("{name} should not be in a distilled base"),
    })
}

fn names<R: Ranges>(atlas: &Atlas<R>, kernels: &[u32]) -> Vec<String> {
    let all = atlas.kernel_names();
    kernels.iter().filter_map(|k| all.get(*k as usize).cloned()).collect()
}
