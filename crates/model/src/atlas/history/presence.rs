//! A sentence that says on which kernels a name or field is.

use std::collections::{BTreeMap, BTreeSet};

use release::{Series, places};
use text::{counted, grouped, many};

/// The sentence: `On all 298 kernels, in 3 places.`, `On 6.12 to 7.3 (214 of 298 kernels).`
///
/// `series` and `has`: for each kernel, its series (none if its version is not known), and whether it has the name.
/// `forms` is the number of different forms of the name. If there are several, the sentence also says how many: `in 3
/// places`. `form` gives the words before and after that number, the second in the singular: `("in", "place")`.
///
/// A series is named as a whole only if all its kernels have the name. If only some kernels of a series have it, the
/// sentence gives their number; several such series are only counted. If no series is whole, the sentence names none.
pub fn presence(series: &[Option<Series>], has: &[bool], forms: usize, form: (&str, &str)) -> String {
    let (all, with) = (has.len(), has.iter().filter(|has| **has).count());
    let forms = if forms > 1 { format!(", {} {}", form.0, counted(forms, form.1)) } else { String::new() };
    let all_words = many(all as u64, "kernel");
    if with == 0 {
        return format!("On none of {all_words}.");
    }
    if with == all {
        return if all == 1 { format!("On its one kernel{forms}.") } else { format!("On all {all_words}{forms}.") };
    }
    // For each series, how many of its kernels have the name, and how many kernels it has.
    let mut counts: BTreeMap<Series, (u64, u64)> = BTreeMap::new();
    for (of, has) in series.iter().zip(has) {
        if let Some(of) = of {
            let count = counts.entry(*of).or_default();
            *count = (count.0 + u64::from(*has), count.1 + 1);
        }
    }
    let at_hand: Vec<Series> = counts.keys().copied().collect();
    let count = format!("{} of {all_words}", grouped(with as u64));
    let named = places(&at_hand, |of| counts.get(of).is_some_and(|(with, all)| with == all));
    let partly: Vec<_> = counts.iter().filter(|(_, (with, all))| (1..*all).contains(with)).collect();
    match (named.is_empty(), partly.as_slice()) {
        (true, _) => format!("On {count}{forms}."),
        (false, []) => format!("On {named} ({count}){forms}."),
        (false, [(one, (some, kernels))]) => {
            let kernels = many(*kernels, "kernel");
            format!("On {named} and {some} of the {kernels} of {one} ({count}){forms}.")
        }
        (false, several) => format!("On {named} and parts of {} other series ({count}){forms}.", several.len()),
    }
}

/// As [`presence`], for a member with several names: `On all 298 kernels: state on 5.10, __state from 6.1.` `names`:
/// the member's name on each kernel.
///
/// The sentence says "from" a series only if there are later series, and the member has that name in all of them.
pub fn presence_by_name(series: &[Option<Series>], has: &[bool], names: &[&str]) -> String {
    let mut distinct: Vec<&str> = Vec::new();
    // For each series, the names that the member has there, each with the number of kernels.
    let mut by_series: BTreeMap<Series, BTreeMap<&str, u32>> = BTreeMap::new();
    for ((of, has), name) in series.iter().zip(has).zip(names) {
        let counts = of.map(|of| by_series.entry(of).or_default());
        if !*has {
            continue;
        }
        if !distinct.contains(name) {
            distinct.push(name);
        }
        if let Some(counts) = counts {
            *counts.entry(name).or_default() += 1;
        }
    }
    let said = presence(series, has, 1, ("", ""));
    if distinct.len() < 2 {
        return said;
    }
    let at_hand: Vec<Series> = by_series.keys().copied().collect();
    let part = |wanted: &&str| {
        let any = |series: &Series| by_series.get(series).is_some_and(|names| names.contains_key(wanted));
        let whole = |series: &Series| any(series) && by_series.get(series).is_some_and(|names| names.len() == 1);
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

/// A sentence that names the series that lie between the first and the last series of the kernels and have no kernel
/// ([`release::not_among`]). Empty if all kernels have the name or none has, because [`presence`] then names no series.
pub(super) fn not_among(series: &[Option<Series>], has: &[bool]) -> String {
    if has.iter().all(|has| *has) || !has.contains(&true) {
        return String::new();
    }
    let at_hand: BTreeSet<Series> = series.iter().flatten().copied().collect();
    release::not_among(&at_hand.into_iter().collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn series_are_named_only_as_a_whole() {
        let kernels = ["5.10", "6.1", "6.1", "6.12", "6.16", "7.3"]
            .map(|of| release::Version::parse(of).map(release::Version::series));
        let of = |marks: &str, forms| {
            let has: Vec<bool> = marks.chars().map(|c| c == 'y').collect();
            presence(&kernels, &has, forms, ("in", "place"))
        };
        assert_eq!(of("yyyyyy", 3), "On all 6 kernels, in 3 places.");
        assert_eq!(of("nnnyyy", 1), "On 6.12 to 7.3 (3 of 6 kernels).");
        assert_eq!(of("ynnyyy", 2), "On 5.10 and 6.12 to 7.3 (4 of 6 kernels), in 2 places.");
        assert_eq!(of("nynyyy", 1), "On 6.12 to 7.3 and 1 of the 2 kernels of 6.1 (4 of 6 kernels).");
        assert_eq!(of("nynnnn", 1), "On 1 of 6 kernels.");
        assert_eq!(of("nnnnnn", 0), "On none of 6 kernels.");
        let line = "Not among them: 5.11 to 6.0, 6.2 to 6.11, 6.13 to 6.15 and 6.17 to 7.2.";
        let has = |marks: &str| marks.chars().map(|c| c == 'y').collect::<Vec<_>>();
        assert_eq!(not_among(&kernels, &has("nnnyyy")), line);
        assert_eq!(not_among(&kernels, &has("yyyyyy")), "");
        let named = |marks: &str| {
            let names: Vec<&str> = marks.chars().map(|c| if c == 's' { "state" } else { "__state" }).collect();
            let has: Vec<bool> = marks.chars().map(|c| c != '-').collect();
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
