//! For tools that show findings beside the source: SARIF 2.1.0, by the lines of `.BTF.ext`.

use btf::InsnOffset;
use needs::{Kernel, Kind, Load, Range, Release, fold};

use super::Checked;
use super::text::kernels_of;
use crate::json::Json;
use crate::out::Out;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// Prints what does not just load, a result a program and range.
pub fn print(all: &[Checked], kernels: &[Kernel], out: &mut Out) {
    let releases: Vec<&Release> = kernels.iter().map(Kernel::release).collect();
    Json::object(out, |json| {
        json.text("$schema", SCHEMA);
        json.text("version", "2.1.0");
        json.list("runs", |runs| {
            runs.item(|run| {
                run.group("tool", |tool| {
                    tool.group("driver", |driver| {
                        driver.text("name", "btfscope");
                        driver.text("version", env!("CARGO_PKG_VERSION"));
                        driver.list("rules", |rules| {
                            for kind in Kind::ALL {
                                rules.item(|rule| rule.text("id", kind.as_str()));
                            }
                        });
                    });
                });
                run.list("results", |results| {
                    for checked in all {
                        for &p in &checked.shown {
                            for range in fold(&releases, &checked.reports, p) {
                                result(checked, p, &range, &releases, results);
                            }
                        }
                    }
                });
            });
        });
    });
}

fn result(checked: &Checked, p: usize, range: &Range, releases: &[&Release], results: &mut Json<'_>) {
    let (Some(program), Some(&kernel)) = (checked.needs.programs().get(p), range.kernels.first()) else { return };
    let foreign = checked.reports.get(kernel).and_then(|r| r.foreign);
    if range.reason.is_none() && foreign.is_none() {
        return;
    }
    let level = match range.load {
        Load::Fails => "error",
        Load::CannotTell => "warning",
        Load::Fallback | Load::Loads => "note",
    };
    results.item(|item| {
        let said = range.reason.map(|need| checked.said(kernel, need));
        let kind = said.as_ref().and_then(|s| s.need).map_or(Kind::Core, |n| n.kind);
        item.text("ruleId", kind.as_str());
        item.text("level", level);
        let why = match (foreign, &said) {
            (Some(words), _) => words.to_owned(),
            (None, Some(s)) => format!("{}: {}", s.what(), s.why.or(s.words).unwrap_or_default()),
            (None, None) => String::new(),
        };
        let text = format!("{} {} on {}: {why}", program.name, range.load.as_str(), kernels_of(range, releases));
        item.group("message", |message| message.text("text", text.trim_end_matches([':', ' '])));
        let slot = said.as_ref().and_then(|s| s.need).and_then(|n| n.slots.first().copied());
        let start = program.functions.first().map(|&f| checked.needs.code().slots_of(f).start);
        item.list("locations", |locations| {
            locations.item(|location| {
                location.group("physicalLocation", |place| {
                    let found = slot.or(start).and_then(|slot| line_of(checked, slot));
                    let (file, line) = found.unwrap_or_else(|| (checked.name.clone(), 1));
                    place.group("artifactLocation", |file_at| file_at.text("uri", &uri(&file)));
                    place.group("region", |region| region.number("startLine", line.max(1)));
                });
            });
        });
    });
}

/// The source line of an instruction.
fn line_of(checked: &Checked, slot: u32) -> Option<(String, u32)> {
    let object = checked.needs.object();
    let (section, InsnOffset(at)) = checked.needs.code().place(slot)?;
    let lines = object.lines(object.section(section)?);
    let before = lines.partition_point(|l| l.offset <= at);
    let line = lines.get(before.checked_sub(1)?)?;
    (!line.file.is_empty()).then(|| (line.file.to_owned(), line.line))
}

/// A path as the reference that SARIF wants: all but unreserved characters and `/` by their bytes.
fn uri(path: &str) -> String {
    let one = |b: u8| match b {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' | b'+' => char::from(b).to_string(),
        b => format!("%{b:02X}"),
    };
    path.bytes().map(one).collect()
}
