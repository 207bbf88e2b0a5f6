//! Tells whether a verifier surely refuses a program for its reads, writes or return values ([`relo::followed`]), and
//! gives the reason in words.

use relo::followed::{self, Hook, Why, refused};
use relo::reach::{Facts, Reach};
use text::counted;

use crate::answer::{Answer, KernelHas, Load, Sure};
use crate::args::{arguments, hook};
use crate::kernel::Kernel;
use crate::object::Needs;
use crate::origin::Origins;

/// A program on a kernel.
#[derive(Clone, Copy)]
struct OnProgram<'a> {
    needs: &'a Needs,
    kernel: &'a Kernel,
    program: usize,
    reach: &'a Reach,
    facts: &'a Facts,
}

/// Whether a verifier surely refuses a program, by the rules of the kernel's version. If the version or its rules are
/// not known, only accesses that every version refuses count as failures; accesses that only some versions refuse count
/// as unknown.
pub(crate) fn answer(needs: &Needs, kernel: &Kernel, program: usize, reach: &Reach, facts: &Facts) -> Answer {
    let on = OnProgram { needs, kernel, program, reach, facts };
    let version = kernel.release().version.filter(|_| !kernel.release().backports_bpf()).map(|v| (v.major, v.minor));
    let surely = on.refused(version);
    if !surely.is_empty() {
        let (at, words, reason) = on.said(&surely, version);
        let answer = Answer::new(KernelHas::Forbids, Sure::Proved).load(Load::Fails).because(reason).at(at);
        return on.with_words(answer, words, &surely);
    }
    if version.is_some_and(followed::knows) {
        return Answer::new(KernelHas::Allows, Sure::Suggested);
    }
    let found =
        followed::COMPARED.into_iter().map(|of| (of, on.refused(Some(of)))).find(|(_, found)| !found.is_empty());
    let Some((of, found)) = found else { return Answer::new(KernelHas::Allows, Sure::Suggested) };
    let (at, words, reason) = on.said(&found, Some(of));
    let unknown = match version {
        Some(_) => "the rules of this one are not known",
        None => kernel.version_unknown(),
    };
    let reason = format!("{reason}; Linux {}.{} refuses that, and {unknown}", of.0, of.1);
    let answer = Answer::unknown(&reason).load(Load::CannotTell).at(at);
    on.with_words(answer, words, &found)
}

impl OnProgram<'_> {
    fn refused(&self, version: Option<(u8, u8)>) -> Vec<(u32, Why)> {
        let Some(program) = self.needs.programs().get(self.program) else { return Vec::new() };
        let (Some(program_type), Some(&function)) = (program.program_type, program.functions.first()) else {
            return Vec::new();
        };
        let arguments = arguments(&program.lookup, self.kernel);
        let is_x86_64 = matches!(self.kernel.arch(), Some("amd64" | "x86_64"));
        let hook = hook(&program.lookup, self.kernel);
        let returns = match hook {
            Hook::Returns(name) => Some(name.to_owned()),
            Hook::Unknown => None,
        };
        let on = (self.program, self.facts.clone(), version, is_x86_64, arguments, returns);
        self.needs.walked.get_or(on, |on| {
            let attach_type = program.attach_type;
            let asked = followed::Program { program_type, attach_type, version, is_x86_64, arguments: &on.4, hook };
            refused(&self.needs.object, &self.needs.code, function, self.facts, self.reach, asked)
        })
    }

    /// The first instruction that is refused, the verifier's message for it, and the reason as a sentence.
    fn said(&self, found: &[(u32, Why)], version: Option<(u8, u8)>) -> (u32, Option<String>, String) {
        let Some(&(slot, why)) = found.first() else { return (0, None, String::new()) };
        let origins = Origins { needs: self.needs, program: self.program, reach: self.reach };
        let what = self.what(&origins, slot, why);
        let place = match (self.needs.place(slot), self.needs.source_line(slot)) {
            (Some((f, at)), Some((file, line))) => format!("at instruction {at} of {f} ({file}:{line}) "),
            (Some((f, at)), None) => format!("at instruction {at} of {f} "),
            (None, _) => String::new(),
        };
        let others = match found.len() {
            0 | 1 => String::new(),
            n => format!(", and {} on other paths", counted(n - 1, "such instruction")),
        };
        let rule = match why {
            Why::Number { .. } | Why::Atomic { .. } => "check_mem_access",
            Why::Context { .. } => "check_ctx_access",
            Why::Return { .. } => "check_return_code",
        };
        let reason = format!(
            "{place}it {what}{others}; the kernel may refuse it for another reason first ({rule} in kernel/bpf/verifier.c)"
        );
        (slot, words(why, version), reason)
    }

    fn what(&self, origins: &Origins<'_>, slot: u32, why: Why) -> String {
        let program_type = self.needs.programs().get(self.program).and_then(|p| p.program_type).unwrap_or_default();
        match why {
            Why::Number { register, from, write } => {
                let verb = if write { "writes" } else { "reads" };
                format!("{verb} through {}, a number to the verifier", origins.of_number(slot, register, from))
            }
            Why::Atomic { register } => {
                let origin = origins.of_number(slot, register, None);
                format!("has an atomic operation through {origin}, a number to the verifier")
            }
            Why::Context { at, size, write, .. } => {
                let verb = if write { "writes" } else { "reads" };
                let named = origins.in_context(at).map(|name| format!(" ({name})")).unwrap_or_default();
                let bytes = counted(size, "byte");
                format!("{verb} {bytes} at offset {at} of its context{named}, which {program_type} programs may not")
            }
            Why::Return { value, from, to } => {
                let value =
                    value.map_or_else(|| "a number of which the verifier knows nothing".to_owned(), |v| v.to_string());
                let range = if from == to { format!("{from} only") } else { format!("{from} to {to}") };
                format!("returns {value}, where {program_type} programs that attach so may return {range}")
            }
        }
    }

    fn with_words(&self, answer: Answer, words: Option<String>, found: &[(u32, Why)]) -> Answer {
        let answer = Answer { words, ..answer };
        match found.first() {
            Some((_, Why::Number { write: false, .. })) => answer.way_out(
                "copy what is there with bpf_probe_read_kernel() or BPF_CORE_READ(), or with bpf_probe_read_user() if \
                 the address is of user space",
            ),
            Some((_, Why::Return { from, to, .. })) if from == to => answer.way_out(format!("return {from}")),
            Some((_, Why::Return { from, to, .. })) => {
                answer.way_out(format!("return a number from {from} to {to} on every path"))
            }
            _ => answer,
        }
    }
}

/// The last line of the verifier's log, if it is known for the version.
fn words(why: Why, version: Option<(u8, u8)>) -> Option<String> {
    match why {
        Why::Number { register, .. } => {
            let of = match version {
                Some(v) if v >= (5, 18) => "'scalar'",
                Some(_) => "'inv'",
                None => "'scalar' (before 5.18 'inv')",
            };
            Some(format!("R{register} invalid mem access {of}"))
        }
        Why::Context { at, size, folded: true, .. } => Some(format!("invalid bpf_context access off={at} size={size}")),
        Why::Return { value: Some(v), from, to } => {
            let head = "At program exit the register R0 has";
            match version? {
                v if v < (6, 1) => None,
                (6, 1) => Some(format!("{head} value ({v:#x}; 0x0) should have been in {}", tnum(from, to)?)),
                of if of >= (6, 12) => Some(format!("{head} smin={v} smax={v} should have been in [{from}, {to}]")),
                _ => None,
            }
        }
        // The message for atomics is about alignment; the messages for moved pointers and unknown numbers have values
        // that only the verifier knows.
        Why::Atomic { .. } | Why::Context { .. } | Why::Return { .. } => None,
    }
}

/// A range in the form of `struct tnum`, if it starts at 0 or is one number.
fn tnum(from: i64, to: i64) -> Option<String> {
    match (from, to) {
        _ if from == to => Some(format!("({from:#x}; 0x0)")),
        (0, _) => Some(format!("(0x0; {to:#x})")),
        _ => None,
    }
}
