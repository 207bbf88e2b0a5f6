//! SARIF 2.1.0 output, for tools that show findings beside the source. Lines come from `.BTF.ext`.

use needs::{Load, NeedKind};
use serde::Serialize;

use super::ranges::{Group, groups};
use super::{AskedKernel, Checked};
use crate::out::Out;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// A log of one run. Keys are those of the standard (SARIF 2.1.0, section 3).
#[derive(Serialize)]
struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run; 1],
}

#[derive(Serialize)]
struct Run {
    tool: Tool,
    results: Vec<Finding>,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
struct Driver {
    name: &'static str,
    version: &'static str,
    rules: Vec<Rule>,
}

#[derive(Serialize)]
struct Rule {
    id: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Finding {
    rule_id: &'static str,
    level: &'static str,
    message: Message,
    locations: [Location; 1],
}

#[derive(Serialize)]
struct Message {
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    physical_location: Place,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Place {
    artifact_location: Artifact,
    region: Region,
}

#[derive(Serialize)]
struct Artifact {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
}

/// Prints what does not simply load on the required kernels: one result for each program and reason.
pub fn print(all: &[Checked], kernels: &[AskedKernel], out: &mut Out) {
    let of = |checked: &Checked| -> Vec<Finding> {
        let groups = checked.shown.iter().flat_map(|&p| groups(checked, kernels, p).into_iter().map(move |g| (p, g)));
        groups.filter(|(_, g)| g.required).filter_map(|(p, group)| finding(checked, p, &group, kernels)).collect()
    };
    let driver = Driver {
        name: "btfscope",
        version: env!("CARGO_PKG_VERSION"),
        rules: NeedKind::ALL.into_iter().map(|kind| Rule { id: kind.as_str() }).collect(),
    };
    let run = Run { tool: Tool { driver }, results: all.iter().flat_map(of).collect() };
    json::print(&Log { schema: SCHEMA, version: "2.1.0", runs: [run] }, out);
}

fn finding(checked: &Checked, p: usize, group: &Group, kernels: &[AskedKernel]) -> Option<Finding> {
    let (program, range) = (checked.needs.programs().get(p)?, group.ranges.first()?);
    let &kernel = range.kernels.first()?;
    let foreign = checked.reports.get(kernel).and_then(|r| r.foreign?.words());
    if range.reason.is_none() && foreign.is_none() {
        return None;
    }
    let level = match range.load {
        Load::Unrelocated | Load::Fails | Load::DoesNotOpen => "error",
        Load::CannotTell => "warning",
        Load::Fallback | Load::Loads => "note",
    };
    let said = range.reason.map(|need| checked.said(kernel, need));
    let need = said.as_ref().and_then(|s| s.need);
    let why = match (foreign, &said) {
        (Some(words), _) => words.to_owned(),
        (None, Some(s)) => format!("{}: {}", s.what(), s.why.or(s.words).unwrap_or_default()),
        (None, None) => String::new(),
    };
    let text = format!("{} {} on {}: {why}", program.name, range.load_words, group.kernels(kernels).join(", "));
    let at = range.reason.and_then(|need| checked.reports.get(kernel)?.answers.get(need)?.at);
    let slot = at.or_else(|| need.and_then(|n| n.slots.first().copied()));
    let start = program.functions.first().map(|&f| checked.needs.code().slots_of(f).start);
    let found = slot.or(start).and_then(|slot| checked.needs.source_line(slot));
    let (file, line) = found.unwrap_or_else(|| (checked.name.clone(), 1));
    Some(Finding {
        rule_id: need.map_or(NeedKind::Core, |n| n.kind).as_str(),
        level,
        message: Message { text: text.trim_end_matches([':', ' ']).to_owned() },
        locations: [Location {
            physical_location: Place {
                artifact_location: Artifact { uri: uri(&file) },
                region: Region { start_line: line.max(1) },
            },
        }],
    })
}

/// A path as a URI reference for SARIF: all bytes except unreserved characters and `/` are escaped.
fn uri(path: &str) -> String {
    let one = |b: u8| match b {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' | b'+' => char::from(b).to_string(),
        b => format!("%{b:02X}"),
    };
    path.bytes().map(one).collect()
}
