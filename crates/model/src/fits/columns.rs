//! Groups kernels into columns. Each open kernel has a column of its own. Kernels of an atlas share a column if they
//! give the same answers and are of the same series or of neighbouring ones, whatever their architecture. The kernels
//! of another architecture than the object's are one column.

use std::collections::{BTreeMap, BTreeSet};

use needs::{Release, Version, in_order};
use release::Series;

use super::KernelReport;

/// Kernels with the same answers, by their indices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Members {
    /// The indices of the kernels, by ascending version.
    pub(super) kernels: Vec<usize>,
    /// The versions.
    pub(super) title: String,
    /// The architectures and flavours of these kernels; for kernels of an atlas only if other kernels have the same
    /// versions.
    pub(super) group: String,
}

/// The columns. First come the open kernels, by ascending version. Then come the kernels of an atlas, by ascending
/// first series; of the same first series, the column with the most kernels comes first. The last column has all
/// kernels of the atlas that have another architecture than the object.
pub(super) fn columns(
    kernels: &[KernelReport],
    alike: &dyn Fn(usize, usize) -> bool,
    foreign: &dyn Fn(usize) -> bool,
) -> Vec<Members> {
    let (open, of_atlas): (Vec<usize>, Vec<usize>) = (0..kernels.len()).partition(|&i| kernels[i].open);
    let (others, own): (Vec<usize>, Vec<usize>) = of_atlas.iter().copied().partition(|&i| foreign(i));
    let mut columns = one_by_one(kernels, &open);
    columns.extend(of_series(kernels, &own, alike));
    columns.extend(as_one(kernels, &others, &of_atlas));
    columns
}

/// One column with the kernels `places`. Its group is their architectures and flavours, if these are not the same as
/// those of `all`.
fn as_one(kernels: &[KernelReport], places: &[usize], all: &[usize]) -> Option<Members> {
    let release = |i: &usize| &kernels[*i].release;
    let own: Vec<&Release> = places.iter().map(release).collect();
    let all: Vec<&Release> = all.iter().map(release).collect();
    let mut known: Vec<_> = own.iter().filter_map(|r| r.version).collect();
    known.sort_unstable();
    let title = match (own.as_slice(), known.first(), known.last()) {
        ([], ..) => return None,
        ([one], ..) => title(one),
        (_, Some(first), Some(last)) if first.series() != last.series() => {
            format!("{} – {}", first.series(), last.series())
        }
        (_, Some(first), _) => first.series().to_string(),
        ([first, ..], ..) => title(first),
    };
    let kernels = in_order(&own).iter().filter_map(|&at| places.get(at).copied()).collect();
    Some(Members { group: which(&own, &all), title, kernels })
}

/// The columns of open kernels, one each.
fn one_by_one(kernels: &[KernelReport], open: &[usize]) -> Vec<Members> {
    let releases: Vec<&Release> = open.iter().map(|&i| &kernels[i].release).collect();
    let one =
        |&i: &usize| Members { kernels: vec![i], title: title(&kernels[i].release), group: kernels[i].release.group() };
    in_order(&releases).iter().filter_map(|&at| open.get(at)).map(one).collect()
}

/// A kernel's version; its name if the version is not known.
fn title(release: &Release) -> String {
    release.version.map_or_else(|| super::short(&release.name).to_owned(), |v| v.to_string())
}

/// A column under construction.
struct Range {
    class: usize,
    /// The first and the last series; none if the version is not known.
    first: Option<Series>,
    last: Option<Series>,
    kernels: Vec<usize>,
}

fn of_series(kernels: &[KernelReport], places: &[usize], alike: &dyn Fn(usize, usize) -> bool) -> Vec<Members> {
    let series = |i: usize| kernels[i].release.version.map(Version::series);
    let mut firsts: Vec<usize> = Vec::new();
    let mut by_series: BTreeMap<Option<Series>, BTreeMap<usize, Vec<usize>>> = BTreeMap::new();
    let releases: Vec<&Release> = places.iter().map(|&i| &kernels[i].release).collect();
    for &i in in_order(&releases).iter().filter_map(|&at| places.get(at)) {
        let class = firsts.iter().position(|&first| alike(first, i)).unwrap_or_else(|| {
            firsts.push(i);
            firsts.len() - 1
        });
        by_series.entry(series(i)).or_default().entry(class).or_default().push(i);
    }
    let mut ranges: Vec<Range> = Vec::new();
    let mut before = None;
    for (series, classes) in &by_series {
        for (&class, members) in classes {
            let goes_on = ranges.iter_mut().find(|r| r.class == class && before == Some(r.last));
            match goes_on {
                Some(range) => {
                    range.last = *series;
                    range.kernels.extend(members);
                }
                None => ranges.push(Range { class, first: *series, last: *series, kernels: members.clone() }),
            }
        }
        before = Some(*series);
    }
    ranges.sort_by_key(|r| (r.first, std::cmp::Reverse(r.kernels.len()), r.last));
    let members = |range: Range| {
        let within = |i: &&usize| (range.first..=range.last).contains(&series(**i));
        let all: Vec<&Release> = places.iter().filter(within).map(|&i| &kernels[i].release).collect();
        let own: Vec<&Release> = range.kernels.iter().map(|&i| &kernels[i].release).collect();
        Members { title: versions(&own, &all), group: which(&own, &all), kernels: range.kernels }
    };
    ranges.into_iter().map(members).collect()
}

/// The versions in words, as series: `5.10 – 6.1`. If only a part of a series is meant, or a single kernel, they have
/// patch levels: `6.12.43 – 6.12.90`.
fn versions(own: &[&Release], all: &[&Release]) -> String {
    let mut known: Vec<_> = own.iter().filter_map(|r| r.version).collect();
    known.sort_unstable();
    let (Some(first), Some(last)) = (known.first(), known.last()) else {
        return own.first().map_or(String::new(), |r| title(r));
    };
    let flavours: BTreeSet<_> = own.iter().map(|r| (&r.arch, &r.flavour)).collect();
    let whole = all.iter().filter(|r| flavours.contains(&(&r.arch, &r.flavour))).count() == own.len();
    let name = |v: &Version| if whole { v.series().to_string() } else { v.to_string() };
    let (first, last) = match own {
        [_] => (first.to_string(), last.to_string()),
        _ => (name(first), name(last)),
    };
    if first == last { first } else { format!("{first} – {last}") }
}

/// The architectures and flavours of `own` in words; empty if `all` has the same ones.
fn which(own: &[&Release], all: &[&Release]) -> String {
    fn flavours<'a>(list: &[&'a Release]) -> BTreeMap<&'a str, BTreeSet<&'a str>> {
        let mut out: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for r in list {
            out.entry(r.arch.as_deref().unwrap_or_default()).or_default().insert(&r.flavour);
        }
        out
    }
    let (own, all) = (flavours(own), flavours(all));
    if own == all {
        return String::new();
    }
    let of_arch = |(arch, some): (&&str, &BTreeSet<&str>)| -> Vec<String> {
        if all.get(*arch) == Some(some) {
            return vec![(*arch).to_owned()];
        }
        some.iter().map(|flavour| format!("{arch} {flavour}").trim().to_owned()).collect()
    };
    own.iter().flat_map(of_arch).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use needs::{Release, Report};

    use super::columns;
    use crate::fits::KernelReport;

    /// The columns for these kernels. Each kernel is given by its name, its answer (`!` for a kernel of another
    /// architecture), and whether it is an open file.
    fn folded(all: &[(&str, char, bool)]) -> Vec<String> {
        let kernel =
            |name: &str, open: bool| KernelReport { release: Release::parse(name), report: Report::default(), open };
        let kernels: Vec<KernelReport> = all.iter().map(|(name, _, open)| kernel(name, *open)).collect();
        let found = columns(&kernels, &|a, b| all[a].1 == all[b].1, &|i| all[i].1 == '!');
        found.iter().map(|c| format!("{} [{}] {}", c.title, c.group, c.kernels.len())).collect()
    }

    #[test]
    fn series_that_answer_alike_are_one_column() {
        let all = [
            ("5.10.0-1-amd64", 'a', false),
            ("5.10.0-1-arm64", 'a', false),
            ("6.1.5-amd64", 'a', false),
            ("6.1.5-arm64", 'a', false),
            ("6.12.1-amd64", 'b', false),
            ("6.12.9-amd64", 'b', false),
            ("6.12.9-cloud-amd64", 'c', false),
            ("6.12.9-arm64", 'b', false),
            ("6.18.2-amd64", 'a', false),
        ];
        // 6.18 gives the same answers as 6.1, but is not adjacent.
        assert_eq!(folded(&all), ["5.10 – 6.1 [] 4", "6.12 [amd64, arm64] 3", "6.12.9 [amd64 cloud] 1", "6.18.2 [] 1"]);
    }

    #[test]
    fn a_change_within_a_series_has_patch_levels() {
        let all = [("6.12.1-amd64", 'a', false), ("6.12.5-amd64", 'a', false), ("6.12.9-amd64", 'b', false)];
        assert_eq!(folded(&all), ["6.12.1 – 6.12.5 [] 2", "6.12.9 [] 1"]);
    }

    #[test]
    fn open_kernels_stand_for_themselves() {
        let all = [("6.12.1-amd64", 'a', false), ("6.12.3-amd64", 'a', true), ("6.13.3-amd64", 'a', true)];
        assert_eq!(folded(&all), ["6.12.3 [amd64] 1", "6.13.3 [amd64] 1", "6.12.1 [] 1"]);
    }
}
