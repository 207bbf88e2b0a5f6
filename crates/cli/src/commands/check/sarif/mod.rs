//! SARIF 2.1.0 output, for tools that show findings beside the source. Lines come from `.BTF.ext`.
//!
//! [`rules`] has the rules, [`place`] says where files are. Both also give the properties that GitHub's code scanning
//! requires beyond the standard (docs.github.com, "SARIF support for code scanning").

mod place;
mod rules;

use std::collections::BTreeMap;

use needs::{Load, NeedKind};
use serde::Serialize;

use super::ranges::{Group, groups};
use super::{AskedKernel, Checked};
use crate::fail::Failure;
use crate::out::Out;
use place::Artifact;
use rules::Rule;

pub use place::Root;

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
#[serde(rename_all = "camelCase")]
struct Run {
    tool: Tool,
    invocations: [Invocation; 1],
    original_uri_base_ids: BTreeMap<&'static str, Base>,
    results: Vec<Finding>,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    version: &'static str,
    semantic_version: &'static str,
    information_uri: &'static str,
    rules: Vec<Rule>,
}

/// Whether the run could check the objects, and its exit status.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    execution_successful: bool,
    exit_code: u8,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_execution_notifications: Vec<Notification>,
}

#[derive(Serialize)]
struct Notification {
    level: &'static str,
    message: Message,
}

#[derive(Serialize)]
struct Base {
    description: Message,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Finding {
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: Message,
    locations: [Location; 1],
}

#[derive(Serialize)]
struct Message {
    text: String,
}

impl Message {
    fn new(text: impl Into<String>) -> Message {
        Message { text: text.into() }
    }
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
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
}

/// Prints the results for the kernels that count for the exit status: one for each program and each group of kernels on
/// which it does not simply load and attach, with the reason; and one for an object without programs that does not
/// open. `status` is the exit status.
pub fn print(all: &[Checked], kernels: &[AskedKernel], root: &Root, status: u8, out: &mut Out) {
    let of = |checked: &Checked| -> Vec<Finding> {
        let groups = checked.shown.iter().flat_map(|&p| groups(checked, kernels, p).into_iter().map(move |g| (p, g)));
        let found =
            groups.filter(|(_, g)| g.required).filter_map(|(p, group)| finding(checked, p, &group, kernels, root));
        found.chain(refused(checked, root)).collect()
    };
    let invocation =
        Invocation { execution_successful: true, exit_code: status, tool_execution_notifications: Vec::new() };
    write(invocation, all.iter().flat_map(of).collect(), out);
}

/// Prints a log that says why nothing could be checked: the tool that reads the log must not fail because of an empty
/// file.
pub fn print_failure(failure: &Failure, out: &mut Out) {
    let notification = Notification { level: "error", message: Message::new(sentence(failure.message())) };
    let invocation = Invocation {
        execution_successful: false,
        exit_code: failure.status(),
        tool_execution_notifications: vec![notification],
    };
    write(invocation, Vec::new(), out);
}

fn write(invocation: Invocation, results: Vec<Finding>, out: &mut Out) {
    let version = env!("CARGO_PKG_VERSION");
    let driver = Driver {
        name: "btfscope",
        version,
        semantic_version: version,
        information_uri: env!("CARGO_PKG_REPOSITORY"),
        rules: rules::all(),
    };
    let root = Base {
        description: Message::new("The root of the source: --root, the top of the checkout, or the workspace."),
    };
    let run = Run {
        tool: Tool { driver },
        invocations: [invocation],
        original_uri_base_ids: BTreeMap::from([(place::ROOT, root)]),
        results,
    };
    json::plain(&Log { schema: SCHEMA, version: "2.1.0", runs: [run] }, out);
}

fn finding(checked: &Checked, p: usize, group: &Group, kernels: &[AskedKernel], root: &Root) -> Option<Finding> {
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
    let need = range.reason.and_then(|need| checked.needs.needs().get(need));
    let (on, why) = (group.kernels(kernels).join(", "), checked.why(range));
    let text = format!("{} {} on {on}: {why}", program.name, range.load_words);
    let at = range.reason.and_then(|need| checked.reports.get(kernel)?.answers.get(need)?.at);
    let slot = at.or_else(|| need.and_then(|n| n.slots.first().copied()));
    let start = program.functions.first().map(|&f| checked.needs.code().slots_of(f).start);
    let rule = match need {
        Some(need) if foreign.is_none() => need.kind.as_str(),
        _ => rules::ARCHITECTURE,
    };
    let place = match slot.or(start).and_then(|slot| checked.needs.source_line(slot)) {
        Some((file, line)) => (root.source(&file, &checked.name), line),
        None => (root.object(&checked.name), 1),
    };
    Some(result(rule, level, &text, place))
}

/// The finding that libbpf does not open an object without programs. For an object with programs, their verdicts say
/// so.
fn refused(checked: &Checked, root: &Root) -> Option<Finding> {
    let refusal = checked.needs.opened().refusal.as_ref().filter(|_| checked.shown.is_empty())?;
    let text = format!("{} {}: {}", checked.name, Load::DoesNotOpen.as_str(), refusal.why());
    Some(result(NeedKind::Open.as_str(), "error", &text, (root.object(&checked.name), 1)))
}

fn result(rule: &'static str, level: &'static str, text: &str, (artifact_location, line): (Artifact, u32)) -> Finding {
    let region = Region { start_line: line.max(1) };
    Finding {
        rule_id: rule,
        rule_index: rules::index(rule),
        level,
        message: Message::new(sentence(text)),
        locations: [Location { physical_location: Place { artifact_location, region } }],
    }
}

/// The text, ended by one full stop in place of the colons, spaces and full stops at its end.
fn sentence(text: &str) -> String {
    let text = text.trim_end_matches([':', ' ', '.']);
    format!("{text}.")
}
