//! For scripts: JSON.

use needs::{Answer, Kernel, Need, Release, Report, fold};

use super::Checked;
use crate::json::Json;
use crate::out::Out;

/// Prints an object for each object, in an array if there are several.
pub fn print(all: &[Checked], kernels: &[Kernel], out: &mut Out) {
    match all {
        [one] => Json::object(out, |json| object(one, kernels, json)),
        _ => Json::array(out, |list| all.iter().for_each(|one| list.item(|json| object(one, kernels, json)))),
    }
}

fn numbers(json: &mut Json<'_>, key: &str, all: impl IntoIterator<Item = usize>) {
    json.numbers(key, all.into_iter().filter_map(|n| u32::try_from(n).ok()));
}

fn object(checked: &Checked, kernels: &[Kernel], json: &mut Json<'_>) {
    json.text("object", &checked.name);
    json.maybe_text("license", checked.needs.object().license().as_deref());
    json.list("kernels", |list| {
        for kernel in kernels {
            list.item(|item| {
                let release = kernel.release();
                item.text("name", &release.name);
                item.maybe_text("version", release.version.map(|v| v.to_string()).as_deref());
                item.maybe_text("arch", release.arch.as_deref());
                item.text("distribution", &release.distribution);
                item.text("flavour", &release.flavour);
                item.text(
                    "modules",
                    if !kernel.modules_known() {
                        "unknown"
                    } else if kernel.module_names().next().is_some() {
                        "given"
                    } else {
                        "none"
                    },
                );
            });
        }
    });
    json.list("programs", |list| {
        for &p in &checked.shown {
            list.item(|item| program(checked, p, item));
        }
    });
    json.list("needs", |list| {
        for (i, need) in checked.needs.needs().iter().enumerate() {
            if need.program.is_none_or(|p| checked.shown.contains(&p)) {
                list.item(|item| one_need(checked, i, need, item));
            }
        }
    });
    json.list("assumptions", |list| {
        for (sort, name) in checked.needs.assumptions() {
            list.item(|item| {
                item.text("kind", sort);
                item.text("name", name);
            });
        }
    });
    json.list("ranges", |list| ranges(checked, kernels, list));
}

fn program(checked: &Checked, p: usize, item: &mut Json<'_>) {
    let Some(program) = checked.needs.programs().get(p) else { return };
    item.text("name", &program.name);
    item.text("section", &program.section);
    item.maybe_text("type", program.program_type);
    item.maybe_text("attach_type", Some(program.attach_type).filter(|t| !t.is_empty()));
    item.maybe_text("target", program.target.as_deref());
    item.flag("sleepable", program.sleepable);
    item.flag("autoload", program.autoload);
    item.list("verdicts", |verdicts| {
        let of = |r: &Report| r.programs.get(p).cloned();
        for (kernels, v) in alike(checked.reports.iter().map(of)) {
            let Some(v) = v else { continue };
            verdicts.item(|item| {
                numbers(item, "kernels", kernels);
                item.text("load", v.load.as_str());
                item.text("attach", v.attach.as_str());
                numbers(item, "reasons", v.reasons.iter().map(|r| r.need));
            });
        }
    });
}

fn one_need(checked: &Checked, i: usize, need: &Need, item: &mut Json<'_>) {
    item.number("id", i as u64);
    let program = need.program.and_then(|p| checked.needs.programs().get(p));
    item.maybe_text("program", program.map(|p| p.name.as_str()));
    item.text("kind", need.kind.as_str());
    item.text("name", &need.name);
    item.maybe_text("detail", need.weak.then_some("weak"));
    item.maybe_text("since", need.since.map(|v| v.to_string()).as_deref());
    let at = need.slots.first().and_then(|&slot| checked.needs.place(slot));
    item.maybe_number("insn", at.map(|(_, insn)| insn));
    item.list("answers", |answers| {
        let of = |r: &Report| r.answers.get(i).cloned();
        for (kernels, a) in alike(checked.reports.iter().map(of)) {
            let Some(a) = a else { continue };
            answers.item(|item| answer(&a, kernels, item));
        }
    });
}

fn answer(a: &Answer, kernels: Vec<usize>, item: &mut Json<'_>) {
    numbers(item, "kernels", kernels);
    item.text("answer", a.found.as_str());
    item.text("sure", a.sure.as_str());
    item.text("effect", a.load.as_str());
    item.maybe_text("attach", a.attach.map(|a| a.as_str()));
    item.maybe_text("reached", a.reached.map(|r| r.as_str()));
    item.maybe_text("words", a.words.as_deref());
    item.maybe_text("reason", a.reason.as_deref());
    item.maybe_text("way_out", a.way_out.as_deref());
}

/// The kernels that have equal things, with these, in the order of the first of each.
fn alike<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<(Vec<usize>, T)> {
    let mut groups: Vec<(Vec<usize>, T)> = Vec::new();
    for (i, one) in all.enumerate() {
        match groups.iter_mut().find(|(_, known)| *known == one) {
            Some((kernels, _)) => kernels.push(i),
            None => groups.push((vec![i], one)),
        }
    }
    groups
}

fn ranges(checked: &Checked, kernels: &[Kernel], list: &mut Json<'_>) {
    let releases: Vec<&Release> = kernels.iter().map(Kernel::release).collect();
    for &p in &checked.shown {
        let name = checked.needs.programs().get(p).map_or("", |p| p.name.as_str());
        for range in fold(&releases, &checked.reports, p) {
            let release = |i: Option<&usize>| i.and_then(|&i| releases.get(i));
            let (first, last) = (release(range.kernels.first()), release(range.kernels.last()));
            list.item(|item| {
                item.text("program", name);
                let group = |r: &&&Release| {
                    let parts = [r.distribution.as_str(), r.arch.as_deref().unwrap_or_default(), r.flavour.as_str()];
                    parts.into_iter().filter(|p| !p.is_empty()).collect::<Vec<_>>().join(" ")
                };
                item.text("group", &first.as_ref().map(group).unwrap_or_default());
                item.text("from", first.map_or("", |r| r.name.as_str()));
                item.text("to", last.map_or("", |r| r.name.as_str()));
                item.number("count", range.kernels.len() as u64);
                item.text("load", range.load.as_str());
                item.text("attach", range.attach.as_str());
                match range.reason {
                    Some(need) => item.number("reason", need as u64),
                    None => item.null("reason"),
                }
            });
        }
    }
}
