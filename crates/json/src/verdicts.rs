//! Kernels' verdicts on a file's BTF.

use model::verdict::{Case, Judged};
use serde::Serialize;
use verdict::{Fault, Knowledge, Mode, Version, prog};

use crate::Count;

/// The verdict of one kernel, and the answers of others.
#[derive(Serialize, Clone, Debug)]
pub struct Verdict {
    file: String,
    /// Who loads it: `BPF_BTF_LOAD`, or `kernel` for its own or a module's BTF.
    mode: &'static str,
    kernel: String,
    /// Whether all rules of this version are known.
    complete: bool,
    /// The version whose rules were applied: its own, if these were checked against its source.
    judged_as: String,
    accepted: bool,
    /// 0 when it is accepted.
    errno: u32,
    errno_name: Option<&'static str>,
    /// The last line of the kernel's log.
    line: Option<String>,
    /// Whether kernels of this version may answer differently.
    depends: bool,
    /// The changes that libbpf makes first.
    changes: Vec<String>,
    /// The kernel refuses for the first one.
    faults: Vec<FaultJson>,
    /// Number of further faults.
    left_out: Count,
    /// libbpf's own answer; `None` for split BTF.
    #[serde(skip_serializing_if = "Option::is_none")]
    libbpf: Option<Libbpf>,
    programs: Vec<Program>,
    others: Vec<Answer>,
    notes: Vec<String>,
}

/// The answer of another kernel.
#[derive(Serialize, Clone, Debug)]
pub struct Answer {
    kernel: String,
    complete: bool,
    judged_as: String,
    accepted: bool,
    errno: u32,
    errno_name: Option<&'static str>,
    line: Option<String>,
    depends: bool,
}

#[derive(Serialize, Clone, Debug)]
struct FaultJson {
    rule: &'static str,
    says: &'static str,
    reference: String,
    errno: u32,
    line: String,
    place: String,
    type_id: Option<u32>,
    member: Option<u32>,
    /// Its first byte in the blob.
    start: u32,
    /// One past the last.
    end: u32,
}

#[derive(Serialize, Clone, Debug)]
struct Libbpf {
    errno: u32,
    what: Option<String>,
    /// Why libbpf does not open the object.
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<RefusalJson>,
}

#[derive(Serialize, Clone, Debug)]
struct RefusalJson {
    rule: &'static str,
    says: &'static str,
    source: &'static str,
    errno: u32,
    errno_name: &'static str,
    line: Option<String>,
    about: String,
    /// Its first byte in the file.
    start: Count,
    /// One past the last.
    end: Count,
}

impl RefusalJson {
    fn new(refusal: &open::Refusal) -> RefusalJson {
        RefusalJson {
            rule: refusal.rule.id,
            says: refusal.rule.says,
            source: refusal.rule.source,
            errno: refusal.errno.0.unsigned_abs(),
            errno_name: refusal.errno.name(),
            line: refusal.line.clone(),
            about: refusal.about.clone(),
            start: Count(refusal.range.start),
            end: Count(refusal.range.end),
        }
    }
}

#[derive(Serialize, Clone, Debug)]
struct Program {
    name: String,
    section: String,
    func_info: Option<String>,
    line_info: Option<String>,
    core_relo: Option<String>,
}

/// The verdict of a kernel on a file, with those of `others`. `programs` are the programs of an object with the
/// problems of their records.
pub fn verdict(file: &str, case: &Case<'_>, main: &Judged, others: &[Judged], programs: &[prog::Checked]) -> Verdict {
    let libbpf = case.libbpf().map(|found| Libbpf {
        errno: found.as_ref().err().map_or(0, |complaint| complaint.errno.0.unsigned_abs()),
        what: found.err().map(|complaint| complaint.to_string()),
        refusal: None,
    });
    let program = |p: &prog::Checked| Program {
        name: p.name.clone(),
        section: p.section.clone(),
        func_info: p.func_info.as_ref().err().map(ToString::to_string),
        line_info: p.line_info.as_ref().err().map(ToString::to_string),
        core_relo: p.core_relo.as_ref().err().map(ToString::to_string),
    };
    let Answer { kernel, complete, judged_as, accepted, errno, errno_name, line, depends } = Answer::new(main);
    Verdict {
        file: file.to_owned(),
        mode: match case.mode {
            Mode::Load => "BPF_BTF_LOAD",
            Mode::Kernel => "kernel",
        },
        kernel,
        complete,
        judged_as,
        accepted,
        errno,
        errno_name,
        line,
        depends,
        changes: main.changes.clone(),
        faults: main.verdict.faults.iter().map(FaultJson::new).collect(),
        left_out: Count(main.verdict.left_out),
        libbpf,
        programs: programs.iter().map(program).collect(),
        others: others.iter().map(Answer::new).collect(),
        notes: case.notes(main),
    }
}

/// The verdict on an object that libbpf does not open: no kernel is asked, so the errno and the line are libbpf's.
pub fn does_not_open(file: &str, case: &Case<'_>, version: Version, refusal: &open::Refusal) -> Verdict {
    let errno = refusal.errno.0.unsigned_abs();
    Verdict {
        file: file.to_owned(),
        mode: match case.mode {
            Mode::Load => "BPF_BTF_LOAD",
            Mode::Kernel => "kernel",
        },
        kernel: version.to_string(),
        complete: true,
        judged_as: version.judged_as().0.to_string(),
        accepted: false,
        errno,
        errno_name: Some(refusal.errno.name()),
        line: refusal.line.clone(),
        depends: false,
        changes: Vec::new(),
        faults: Vec::new(),
        left_out: Count(0),
        libbpf: Some(Libbpf { errno, what: Some(refusal.why()), refusal: Some(RefusalJson::new(refusal)) }),
        programs: Vec::new(),
        others: Vec::new(),
        notes: vec!["libbpf does not open the object, so no kernel is asked".to_owned()],
    }
}

impl Answer {
    fn new(judged: &Judged) -> Answer {
        let Judged { version, verdict, .. } = judged;
        Answer {
            kernel: version.to_string(),
            complete: version.knowledge() != Knowledge::Incomplete,
            judged_as: version.judged_as().0.to_string(),
            accepted: verdict.is_accepted(),
            errno: verdict.errno.map_or(0, |errno| errno.0.unsigned_abs()),
            errno_name: verdict.errno.map(|errno| errno.name()),
            line: verdict.faults.first().map(|fault| fault.words.clone()),
            depends: verdict.depends,
        }
    }
}

impl FaultJson {
    fn new(fault: &Fault) -> FaultJson {
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
            line: fault.words.clone(),
            place: fault.place.to_string(),
            type_id,
            member,
            start: fault.range.start,
            end: fault.range.end,
        }
    }
}
