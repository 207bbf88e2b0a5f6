//! The verdicts of kernels on a file's BTF.

use model::verdict::{Case, Judged};
use serde::Serialize;
use verdict::{Fault, Knowledge, Mode, Version, prog};

use crate::Count;
use crate::made::made;

/// The verdict of one kernel, and the answers of others.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct Verdict {
    file: String,
    /// Who loads the BTF: `BPF_BTF_LOAD` for the BTF of a program, `kernel` for the BTF of a kernel or a module.
    mode: &'static str,
    kernel: String,
    /// Whether all rules of this version are known.
    complete: bool,
    /// The version whose rules were applied: the kernel's own, if the rules were checked against its source.
    judged_as: String,
    accepted: bool,
    /// The error number; 0 if the BTF is accepted.
    errno: u32,
    errno_name: Option<&'static str>,
    /// The last line of the kernel's log.
    line: Option<String>,
    /// Whether kernels of this version may answer differently.
    depends: bool,
    /// The changes that libbpf makes before the kernel sees the BTF.
    changes: Vec<String>,
    /// The faults; the kernel refuses the BTF for the first one.
    faults: Vec<FaultJson>,
    /// The number of further faults.
    left_out: Count,
    /// libbpf's own answer; left out for split BTF.
    #[serde(skip_serializing_if = "Option::is_none")]
    libbpf: Option<Libbpf>,
    programs: Vec<Program>,
    others: Vec<Answer>,
    notes: Vec<String>,
}

made! {
    /// The answer of another kernel.
    pub struct Answer(judged: &Judged) with {
            let Judged { version, verdict, .. } = judged;
    } {
        kernel: String = version.to_string(),
        complete: bool = version.knowledge() != Knowledge::Incomplete,
        judged_as: String = version.judged_as().0.to_string(),
        accepted: bool = verdict.is_accepted(),
        errno: u32 = verdict.errno.map_or(0, |errno| errno.0.unsigned_abs()),
        errno_name: Option<&'static str> = verdict.errno.map(|errno| errno.name()),
        line: Option<String> = verdict.faults.first().map(|fault| fault.words.clone()),
        depends: bool = verdict.depends,
    }

    struct FaultJson(fault: &Fault) with {
            let (type_id, member) = match fault.place {
                btf::Place::Type(id) => (Some(id.0), None),
                btf::Place::Item(id, index) => (Some(id.0), Some(index.0)),
                _ => (None, None),
            };
    } {
        rule: &'static str = fault.rule.as_str(),
        says: &'static str = fault.rule.says(),
        reference: String = fault.reference(),
        errno: u32 = fault.rule.errno().0.unsigned_abs(),
        line: String = fault.words.clone(),
        place: String = fault.place.to_string(),
        type_id: Option<u32> = type_id,
        member: Option<u32> = member,
        /// The offset of its first byte in the blob.
        start: u32 = fault.range.start,
        /// The offset one past its last byte.
        end: u32 = fault.range.end,
    }
}

#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
struct Libbpf {
    errno: u32,
    what: Option<String>,
    /// Why libbpf does not open the object.
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<RefusalJson>,
}

made! {
    struct RefusalJson(refusal: &open::Refusal) {
        rule: &'static str = refusal.rule.id,
        says: &'static str = refusal.rule.says,
        source: &'static str = refusal.rule.source,
        errno: u32 = refusal.errno.0.unsigned_abs(),
        errno_name: &'static str = refusal.errno.name(),
        line: Option<String> = refusal.line.clone(),
        about: String = refusal.about.clone(),
        /// The offset of its first byte in the file.
        start: Count = Count(refusal.range.start),
        /// The offset one past its last byte.
        end: Count = Count(refusal.range.end),
    }

    struct Program(p: &prog::Checked) {
        name: String = p.name.clone(),
        section: String = p.section.clone(),
        func_info: Option<String> = p.func_info.as_ref().err().map(ToString::to_string),
        line_info: Option<String> = p.line_info.as_ref().err().map(ToString::to_string),
        core_relo: Option<String> = p.core_relo.as_ref().err().map(ToString::to_string),
    }
}

fn mode(case: &Case<'_>) -> &'static str {
    match case.mode {
        Mode::Load => "BPF_BTF_LOAD",
        Mode::Kernel => "kernel",
    }
}

/// The verdict of one kernel on a file, and the answers of the kernels `others`. `programs`: the programs of an
/// object, with the problems of their records.
pub fn verdict(file: &str, case: &Case<'_>, main: &Judged, others: &[Judged], programs: &[prog::Checked]) -> Verdict {
    let libbpf = case.libbpf().map(|found| Libbpf {
        errno: found.as_ref().err().map_or(0, |complaint| complaint.errno.0.unsigned_abs()),
        what: found.err().map(|complaint| complaint.to_string()),
        refusal: None,
    });
    let Answer { kernel, complete, judged_as, accepted, errno, errno_name, line, depends } = Answer::of(main);
    Verdict {
        file: file.to_owned(),
        mode: mode(case),
        kernel,
        complete,
        judged_as,
        accepted,
        errno,
        errno_name,
        line,
        depends,
        changes: main.changes.clone(),
        faults: main.verdict.faults.iter().map(FaultJson::of).collect(),
        left_out: Count(main.verdict.left_out),
        libbpf,
        programs: programs.iter().map(Program::of).collect(),
        others: others.iter().map(Answer::of).collect(),
        notes: case.notes(main),
    }
}

/// The verdict on an object that libbpf does not open: no kernel is asked, so the errno and the line are libbpf's.
pub fn does_not_open(file: &str, case: &Case<'_>, version: Version, refusal: &open::Refusal) -> Verdict {
    let errno = refusal.errno.0.unsigned_abs();
    Verdict {
        file: file.to_owned(),
        mode: mode(case),
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
        libbpf: Some(Libbpf { errno, what: Some(refusal.why()), refusal: Some(RefusalJson::of(refusal)) }),
        programs: Vec::new(),
        others: Vec::new(),
        notes: vec!["libbpf does not open the object, so no kernel is asked".to_owned()],
    }
}
