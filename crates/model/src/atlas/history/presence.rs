//! A sentence that says on which kernels a name or field is.

use std::collections::BTreeSet;

use atlas::AtlasKernel;
use release::{Series, Version, places};
use text::{counted, grouped, many};

/// The sentence: `On all 298 kernels, in 3 places.`, `On 6.12 to 7.3 (214 of 298 kernels).`
///
/// `has` says of each kernel whether it has the name; it is none for a kernel that was not asked. `forms` is the number
/// of different forms of the name. If there are several, the sentence also says how many: `in 3 places`. `form` gives
/// the words before and after that number, the second in the singular: `("in", "place")`.
///
/// A series is named as a whole only if all its asked kernels have the name. If only some kernels of a series have it,
/// the sentence gives their number; several such series are only counted. If no series is whole, the sentence names
/// none.
pub fn presence(kernels: &[AtlasKernel], has: &[Option<bool>], forms: usize, form: (&str, &str)) -> String {
    let asked = || kernels.iter().zip(has).filter_map(|(kernel, has)| Some((kernel, (*has)?)));
    let (all, with) = (asked().count(), asked().filter(|(_, has)| *has).count());
    let forms = if forms > 1 { format!(", {} {}", form.0, counted(forms, form.1)) } else { String::new() };
    let all_words = many(all as u64, "kernel");
    if with == 0 {
        return format!("On none of {all_words}.");
    }
    if with == all {
        return if all == 1 { format!("On its one kernel{forms}.") } else { format!("On all {all_words}{forms}.") };
    }
    let series: Vec<Option<Series>> = asked().map(|(kernel, _)| Some(kernel.linux()?.series())).collect();
    let of = |series_of: Series| {
        series.iter().zip(asked()).filter(move |(s, _)| **s == Some(series_of)).map(|(_, (_, has))| has)
    };
    let at_hand = ascending(series.iter().flatten().copied());
    let whole = |s: &Series| of(*s).all(|has| has);
    let count = format!("{} of {all_words}", grouped(with as u64));
    let named = places(&at_hand, whole);
    let partly: Vec<&Series> = at_hand.iter().filter(|s| !whole(s) && of(**s).any(|has| has)).collect();
    match (named.is_empty(), partly.as_slice()) {
        (true, _) => format!("On {count}{forms}."),
        (false, []) => format!("On {named} ({count}){forms}."),
        (false, [one]) => {
            let some = of(**one).filter(|has| *has).count();
            let kernels = many(of(**one).count() as u64, "kernel");
            format!("On {named} and {some} of the {kernels} of {one} ({count}){forms}.")
        }
        (false, several) => format!("On {named} and parts of {} other series ({count}){forms}.", several.len()),
    }
}

/// As [`presence`], for a member with several names: `On all 298 kernels: state on 5.10, __state from 6.1.` `names`:
/// the member's name on each kernel.
///
/// The sentence says "from" a series only if there are later series, and the member has that name in all of them.
pub fn presence_by_name(kernels: &[AtlasKernel], has: &[Option<bool>], names: &[&str]) -> String {
    // Reads each release once, because the code below looks at every series for every name.
    let asked: Vec<(Option<Series>, bool, &str)> = kernels
        .iter()
        .zip(has)
        .zip(names)
        .filter_map(|((kernel, has), name)| Some((kernel.linux().map(Version::series), (*has)?, *name)))
        .collect();
    let mut distinct: Vec<&str> = Vec::new();
    for &(_, has, name) in &asked {
        if has && !distinct.contains(&name) {
            distinct.push(name);
        }
    }
    let said = presence(kernels, has, 1, ("", ""));
    if distinct.len() < 2 {
        return said;
    }
    let at_hand = ascending(asked.iter().filter_map(|(series, ..)| *series));
    let part = |wanted: &&str| {
        let of = |wanted: Series| asked.iter().filter(move |(series, has, _)| *has && *series == Some(wanted));
        let any = |series: &Series| of(*series).any(|(.., name)| *name == *wanted);
        let whole = |series: &Series| any(series) && of(*series).all(|(.., name)| *name == *wanted);
        let goes_on: Vec<&Series> = at_hand.iter().rev().take_while(|series| whole(series)).collect();
        let count = at_hand.iter().filter(|series| whole(series)).count();
        let mut parts: Vec<String> = Vec::new();
        match goes_on.last() {
            Some(first) if count > 1 && goes_on.len() == count => parts.push(format!("from {first}")),
            _ if count > 0 => parts.push(format!("on {}", places(&at_hand, whole))),
            _ => {}
        }
        parts.extend(at_hand.iter().filter(|s| any(s) && !whole(s)).map(|series| format!("on part of {series}")));
        format!("{wanted} {}", parts.join(" and "))
    };
    format!("{}: {}.", said.trim_end_matches('.'), distinct.iter().map(part).collect::<Vec<_>>().join(", "))
}

/// A sentence that names the series that lie between the first and the last asked series and have no asked kernel
/// ([`release::not_among`]). Empty if all asked kernels have the name or none has, because [`presence`] then names no
/// series.
pub fn not_among(kernels: &[AtlasKernel], has: &[Option<bool>]) -> String {
    let with = has.iter().flatten().filter(|has| **has).count();
    if with == 0 || with == has.iter().flatten().count() {
        return String::new();
    }
    let asked = kernels.iter().zip(has).filter(|(_, has)| has.is_some());
    release::not_among(&ascending(asked.filter_map(|(kernel, _)| Some(kernel.linux()?.series()))))
}

/// Each series once, in ascending order.
fn ascending(series: impl Iterator<Item = Series>) -> Vec<Series> {
    series.collect::<BTreeSet<_>>().into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kernel(version: &str) -> AtlasKernel {
        AtlasKernel {
            distribution: "debian".to_owned(),
            suite: String::new(),
            package_version: String::new(),
            upstream: version.to_owned(),
            release: format!("{version}+deb13-amd64"),
            arch: "amd64".to_owned(),
            flavour: atlas::GENERIC.to_owned(),
            endian: btf::Endian::Little,
            pointer_size: 8,
            sha256: [0; 32],
            types: 1,
            size: 1,
            from_header: false,
        }
    }

    #[test]
    fn series_are_named_only_as_a_whole() {
        let kernels = ["5.10.1", "6.1.5", "6.1.6", "6.12.1", "6.16.1", "7.3.1"].map(kernel);
        let of = |marks: &str, forms| {
            let has: Vec<Option<bool>> = marks.chars().map(|c| if c == '.' { None } else { Some(c == 'y') }).collect();
            presence(&kernels, &has, forms, ("in", "place"))
        };
        assert_eq!(of("yyyyyy", 3), "On all 6 kernels, in 3 places.");
        assert_eq!(of("nnnyyy", 1), "On 6.12 to 7.3 (3 of 6 kernels).");
        assert_eq!(of("ynnyyy", 2), "On 5.10 and 6.12 to 7.3 (4 of 6 kernels), in 2 places.");
        assert_eq!(of("nynyyy", 1), "On 6.12 to 7.3 and 1 of the 2 kernels of 6.1 (4 of 6 kernels).");
        assert_eq!(of("nynnnn", 1), "On 1 of 6 kernels.");
        assert_eq!(of("...yyy", 1), "On all 3 kernels.");
        assert_eq!(of("nnnnnn", 0), "On none of 6 kernels.");
        let line = "Not among them: 5.11 to 6.0, 6.2 to 6.11, 6.13 to 6.15 and 6.17 to 7.2.";
        let has = |marks: &str| marks.chars().map(|c| Some(c == 'y')).collect::<Vec<_>>();
        assert_eq!(not_among(&kernels, &has("nnnyyy")), line);
        assert_eq!(not_among(&kernels, &has("yyyyyy")), "");
        let named = |marks: &str| {
            let names: Vec<&str> = marks.chars().map(|c| if c == 's' { "state" } else { "__state" }).collect();
            let has: Vec<Option<bool>> = marks.chars().map(|c| Some(c != '-')).collect();
            presence_by_name(&kernels, &has, &names)
        };
        assert_eq!(named("s_____"), "On all 6 kernels: state on 5.10, __state from 6.1.");
        assert_eq!(
            named("ss____"),
            "On all 6 kernels: state on 5.10 and on part of 6.1, __state from 6.12 and on part of 6.1."
        );
        assert_eq!(named("sss_--"), "On 5.10 to 6.12 (4 of 6 kernels): state on 5.10 and 6.1, __state on 6.12.");
        assert_eq!(named("ssssss"), "On all 6 kernels.");
    }
}
