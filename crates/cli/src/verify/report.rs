//! For scripts: JSON.

use serde::Serialize;
use verdict::{Fault, Knowledge, prog};

use model::verdict::Judged;

use super::Subject;
use crate::out::Out;

/// Prints a verdict as JSON.
pub fn print(subject: &Subject, main: &Judged, others: &[Judged], programs: &[prog::Checked], out: &mut Out) {
    let libbpf = subject.case().libbpf().map(|found| LibbpfJson {
        errno: found.as_ref().err().map_or(0, |complaint| complaint.errno.0.unsigned_abs()),
        what: found.err().map(|complaint| complaint.to_string()),
    });
    let programs = programs.iter().map(|p| ProgramJson {
        name: &p.name,
        section: &p.section,
        func_info: p.func_info.as_ref().err().map(ToString::to_string),
        line_info: p.line_info.as_ref().err().map(ToString::to_string),
    });
    let all = AllJson {
        file: &subject.name,
        mode: subject.mode(),
        verdict: VerdictJson::new(main),
        changes: &main.changes,
        faults: main.verdict.faults.iter().map(FaultJson::new).collect(),
        left_out: main.verdict.left_out,
        libbpf,
        programs: programs.collect(),
        others: others.iter().map(VerdictJson::new).collect(),
        notes: subject.case().notes(main),
    };
    json::print(&all, out);
}

/// What `--json` prints.
#[derive(Serialize)]
struct AllJson<'a> {
    file: &'a str,
    mode: &'static str,
    #[serde(flatten)]
    verdict: VerdictJson<'a>,
    changes: &'a [String],
    faults: Vec<FaultJson<'a>>,
    left_out: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    libbpf: Option<LibbpfJson>,
    programs: Vec<ProgramJson<'a>>,
    others: Vec<VerdictJson<'a>>,
    notes: Vec<String>,
}

/// What one kernel says.
#[derive(Serialize)]
struct VerdictJson<'a> {
    kernel: String,
    complete: bool,
    accepted: bool,
    errno: u32,
    errno_name: Option<&'static str>,
    line: Option<&'a str>,
    depends: bool,
}

impl VerdictJson<'_> {
    fn new(judged: &Judged) -> VerdictJson<'_> {
        let Judged { version, verdict, .. } = judged;
        VerdictJson {
            kernel: version.to_string(),
            complete: version.knowledge() != Knowledge::Incomplete,
            accepted: verdict.is_accepted(),
            errno: verdict.errno.map_or(0, |errno| errno.0.unsigned_abs()),
            errno_name: verdict.errno.map(|errno| errno.name()),
            line: verdict.faults.first().map(|fault| fault.words.as_str()),
            depends: verdict.depends,
        }
    }
}

#[derive(Serialize)]
struct FaultJson<'a> {
    rule: &'static str,
    says: &'static str,
    reference: String,
    errno: u32,
    line: &'a str,
    place: String,
    type_id: Option<u32>,
    member: Option<u32>,
    /// Its bytes in the blob.
    start: u32,
    end: u32,
}

impl FaultJson<'_> {
    fn new(fault: &Fault) -> FaultJson<'_> {
        let (type_id, member) = match fault.place {
            btf::Place::Type(id) => (Some(id.0), None),
            btf::Place::Item(id, index) => (Some(id.0), Some(index.0)),
            _ => (None, None),
        };
        FaultJson {
            rule: fault.rule.as_str(),
            says: fault.rule.says(),
            reference: fault.reference(),
            errno: fault.rule.errno().0.unsigned_abs(),
            line: &fault.words,
            place: fault.place.to_string(),
            type_id,
            member,
            start: fault.range.start,
            end: fault.range.end,
        }
    }
}

#[derive(Serialize)]
struct LibbpfJson {
    errno: u32,
    what: Option<String>,
}

#[derive(Serialize)]
struct ProgramJson<'a> {
    name: &'a str,
    section: &'a str,
    func_info: Option<String>,
    line_info: Option<String>,
}
