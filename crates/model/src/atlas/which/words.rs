//! The answer in sentences.

use std::collections::BTreeMap;

use ::atlas::AtlasKernel;
use btf::Kind;
use text::{counted, grouped, many};

use super::super::OnBoard;
use super::{SaidByName, Whose};

/// The most types that a sentence names.
const NAMED: usize = 12;

/// The answer for a file whose `.BTF` has the same bytes as a kernel's.
pub(super) fn exact(kernel: &OnBoard, types: u32) -> Whose {
    let sentence = format!("All {} are those of {}.", many(types.into(), "type"), kernel.name);
    Whose { sentences: vec![sentence], exact: Some(kernel.name.clone()), ..Whose::default() }
}

/// The sentences of the answer. `any`: whether a kernel of the file's architecture was asked. `whole`: whether one of
/// the nearest kernels has exactly as many types as the file. `kernels`: how many kernels were asked. `list`: the
/// nearest kernels, in words.
pub(super) fn sentences(of: &Whose, any: bool, whole: bool, kernels: usize, list: &str) -> Vec<String> {
    let mut out = Vec::new();
    let known = of.types - of.unknown;
    match of.nearest.as_slice() {
        [] => out.push(match of.types {
            0 => "It has no struct, union, enum or function with a name.".to_owned(),
            all => format!(
                "None of {} has one of its {} with this content.",
                many(kernels as u64, "kernel"),
                many(all.into(), "named type")
            ),
        }),
        [first, rest @ ..] => {
            let where_ = match rest {
                [] if first.facts == first.name => first.name.clone(),
                [] => format!("{} ({})", first.name, first.facts),
                _ => list.to_owned(),
            };
            let has = first.same + first.more;
            if has == known {
                let types = match (has, of.unknown) {
                    (1, 0) => "Its one named type is".to_owned(),
                    (_, 0) => format!("All its {} are", many(has.into(), "named type")),
                    _ => format!("{} of its {} are", grouped(has.into()), many(of.types.into(), "named type")),
                };
                let end = if whole && of.unknown == 0 && first.more == 0 { ", which has no others" } else { "" };
                out.push(match rest.is_empty() {
                    true => format!("{types} those of {where_}{end}."),
                    false => {
                        format!("{types} the same on several kernels, which the types do not tell apart: {where_}.")
                    }
                });
            } else {
                if let Some([a, b]) = &of.between {
                    let arch = of.arch.map(|arch| format!(" of {arch}")).unwrap_or_default();
                    out.push(format!("Between {a} and {b}{arch}."));
                }
                out.push(format!(
                    "Nearest of {}: {where_}, with {} of its {}; {}.",
                    many(kernels as u64, "kernel"),
                    grouped(has.into()),
                    many(known.into(), "named type"),
                    differing(of)
                ));
            }
            if first.more > 0 {
                out.push(format!(
                    "{} are there with more members than in the file, or with other targets of pointers.",
                    grouped(first.more.into())
                ));
            }
        }
    }
    if of.unknown > 0 && !of.nearest.is_empty() {
        out.push(format!("No kernel of the atlas has {} of its types by kind and name.", grouped(of.unknown.into())));
    }
    match of.arch {
        Some(arch) if !any => out.insert(0, format!("It is of {arch}, of which there is no kernel to compare with.")),
        Some(_) => {}
        None => out.push("Its architecture is unknown: no type has registers of one architecture only.".to_owned()),
    }
    out.extend(of.named.as_ref().map(by_name));
    out
}

/// How many types the nearest kernel lacks or has with another content, and the first of their names:
/// `12 types differ: struct a, struct b, ..`.
fn differing(of: &Whose) -> String {
    let functions = of.differ.iter().filter(|d| d.kind == Kind::Func).count() as u64;
    let types = of.differ.len() as u64 - functions;
    let counts: Vec<String> = [(types, "type"), (functions, "function")]
        .into_iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, what)| many(n, what))
        .collect();
    let verb = if of.differ.len() == 1 { "differs" } else { "differ" };
    let name = |d: &super::Differing| {
        let missing = if d.there { "" } else { " (not there)" };
        format!("{} {}{missing}", d.kind.as_str().to_lowercase(), d.name)
    };
    let named: Vec<String> = of.differ.iter().take(NAMED).map(name).collect();
    let more = if of.differ.len() > NAMED { ", .." } else { "" };
    format!("{} {verb}: {}{more}", counts.join(" and "), named.join(", "))
}

/// A sentence about the kernel that the file's name says, if the atlas does not have it.
fn by_name(said: &SaidByName) -> String {
    let [below, above] = &said.series;
    let place = match (below.as_str(), above.as_str()) {
        (a, b) if a == b => format!("the atlas has other kernels of {a}"),
        ("", b) => format!("before {b}, the first of the atlas"),
        (a, "") => format!("after {a}, the last of the atlas"),
        (a, b) => format!("between {a} and {b}"),
    };
    let distribution = match (said.distribution.as_str(), said.on_board) {
        (_, true) | ("", _) => String::new(),
        (name, false) => format!(", of a distribution that the atlas does not have ({name})"),
    };
    format!("Its name says {}: {place}{distribution}.", said.release)
}

/// Kernels in words, by architecture and flavour: `amd64 6.1.9 to 6.1.20 (3 kernels)`. Kernels are one range if the
/// atlas has no other kernel of this architecture and flavour between them. `kernels`: ascending indices into `all`.
pub fn kernels_in_words(all: &[AtlasKernel], kernels: &[u32]) -> String {
    let mut lanes: BTreeMap<(&str, &str), Vec<(u32, &AtlasKernel)>> = BTreeMap::new();
    for (i, kernel) in all.iter().enumerate() {
        lanes.entry((kernel.arch.as_str(), kernel.special_flavour())).or_default().push((i as u32, kernel));
    }
    let mut parts = Vec::new();
    for ((arch, flavour), lane) in lanes {
        let mut runs: Vec<String> = Vec::new();
        let has = |(k, _): &(u32, &AtlasKernel)| kernels.binary_search(k).is_ok();
        for run in lane.chunk_by(|a, b| has(a) == has(b)).filter(|run| run.first().is_some_and(has)) {
            let (Some((_, first)), Some((_, last))) = (run.first(), run.last()) else { continue };
            let to = if first.version() == last.version() { String::new() } else { format!(" to {}", last.version()) };
            runs.push(format!("{}{to}", first.version()));
        }
        if !runs.is_empty() {
            runs.dedup();
            let lane: Vec<&str> = [arch, flavour].into_iter().filter(|word| !word.is_empty()).collect();
            parts.push(format!("{} {}", lane.join(" "), runs.join(", ")).trim_start().to_owned());
        }
    }
    format!("{} ({})", parts.join("; "), counted(kernels.len(), "kernel"))
}
