//! The log of a program that was refused: the lines that say why, and questions on them.

use logs::explain;

use crate::answer::Expected;

btf::named! {
    /// A question on the log that a step shows.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub(crate) enum OfLog {
        /// Why the program was refused, in the words of [`CAUSES`].
        Cause = "log cause";
        /// The number of the instruction that the verifier reached last.
        Instruction = "log instruction";
        /// The number of the source line of that instruction.
        Line = "log line";
        /// How many instructions the verifier processed.
        Processed = "log processed";
        /// The errno with which the load failed, by its name.
        Errno = "log errno";
    }
    /// All questions on a log.
    pub(crate) const ALL;
    /// The words by which the file of a lesson asks the question.
    pub(crate) fn word;
}

/// Causes in a few words, by the ids of messages (crate `messages`).
const CAUSES: &[(&str, &str)] = &[
    ("null-access", "a pointer that may be NULL is used"),
    ("unbounded-min", "an index without limits is added to a pointer"),
    ("map-value-bounds", "the access ends outside the map value"),
    ("packet-bounds", "no comparison proves that the packet is that long"),
    ("stack-calls", "the functions need too much stack together"),
    ("modified-pointer", "a number was added to the context pointer before the read"),
    ("variable-pointer", "a number that is not known was added to the context pointer"),
    ("helper-not-for-type", "programs of this type may not call the helper"),
    ("license", "the license of the program does not allow the call"),
    ("reference-leak", "on one path something is not given back"),
    ("core-relocation", "the kernel has no such member"),
    ("too-large", "the verifier would have to walk too many instructions"),
    ("scalar-access", "a number is used as a pointer"),
    ("context-access", "the context has nothing at that offset"),
    ("trusted-argument", "the function takes only a pointer that is trusted"),
    ("kfunc-not-for-type", "programs of this type may not call the kernel function"),
    ("argument-type", "an argument is of another type than the helper takes"),
];

/// The log of a refused program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Refusal<'t> {
    /// The lines that say why: the first, and one past the last, from 0. Both are equal if the verifier printed none.
    pub(crate) lines: (usize, usize),
    text: &'t str,
}

/// libbpf's last line about an object that it did not load.
const FAILED: &str = "libbpf: failed to load object ";

impl<'t> Refusal<'t> {
    /// Reads a log of libbpf; none if the program was accepted.
    pub(crate) fn read(text: &'t str) -> Option<Refusal<'t>> {
        let all: Vec<&str> = text.lines().collect();
        if !all.iter().any(|line| line.starts_with(FAILED)) {
            return None;
        }
        let end = all.iter().position(|line| line.starts_with("processed ")).unwrap_or(0);
        let start = all.iter().take(end).rposition(|line| is_step(line)).map_or(0, |at| at + 1);
        Some(Refusal { lines: (start.min(end), end), text })
    }

    /// The first line that says why; empty if there is none.
    pub(crate) fn says(&self) -> &'t str {
        let mut lines = self.text.lines().skip(self.lines.0).take(self.lines.1 - self.lines.0);
        // The line of an instruction that libbpf replaced says less than the line after it.
        lines.find(|line| !line.contains(": <invalid ")).unwrap_or_default()
    }

    /// Answers a question on the log.
    ///
    /// # Errors
    /// When the log does not have what the question asks for.
    pub(crate) fn answer(&self, asked: OfLog) -> Result<Expected, String> {
        let before = || self.text.lines().take(self.lines.1);
        let found = match asked {
            OfLog::Cause => {
                let errors = explain(self.text).errors;
                let mut here = errors.iter().filter(|e| (self.lines.0..self.lines.1).contains(&e.line));
                let cause = here.find_map(|error| CAUSES.iter().find(|(id, _)| *id == error.id));
                cause.map(|(_, words)| Expected::word(*words, &[]))
            }
            OfLog::Instruction => {
                let number = before().filter_map(|line| line.split_once(": ")?.0.parse().ok()).last();
                number.map(Expected::number)
            }
            OfLog::Line => {
                let source = before().filter(|line| line.starts_with(';')).last();
                source.and_then(|line| line.rsplit_once(':')?.1.trim().parse().ok()).map(Expected::number)
            }
            OfLog::Processed => {
                let line = self.text.lines().nth(self.lines.1);
                line.and_then(|line| line.split(' ').nth(1)?.parse().ok()).map(Expected::number)
            }
            OfLog::Errno => {
                let name = self.text.lines().find_map(|line| line.split_once("load failed: -"));
                name.map(|(_, name)| Expected::word(name.trim(), &[]).or(format!("-{}", name.trim())))
            }
        };
        found.ok_or_else(|| format!("the log has no answer to {}", asked.word()))
    }
}

/// Whether a line is a step of the verifier's walk: an instruction (`7: (85) call`), a state (`0: R1=ctx()`), a source
/// line, or the line that begins the log.
fn is_step(line: &str) -> bool {
    let walks = |rest: &str| rest.starts_with(['(', 'R']);
    let number = line.split_once(": ").filter(|(number, _)| number.parse::<u32>().is_ok());
    line.starts_with(';') || line.contains("BEGIN PROG LOAD LOG") || number.is_some_and(|(_, rest)| walks(rest))
}

/// The kernel's line on how many instructions of an accepted program were processed; empty if there is none.
pub(crate) fn accepted_line(text: &str) -> &str {
    text.lines().find(|line| line.starts_with("processed ")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "libbpf: prog 'count': BPF program load failed: -EACCES\n\
                       libbpf: prog 'count': -- BEGIN PROG LOAD LOG --\n\
                       0: R1=ctx() R10=fp0\n\
                       ; *calls += 1; @ null.bpf.c:19\n\
                       8: (79) r1 = *(u64 *)(r0 +0)\n\
                       R0 invalid mem access 'map_value_or_null'\n\
                       processed 8 insns (limit 1000000) max_states_per_insn 0\n\
                       -- END PROG LOAD LOG --\n\
                       libbpf: failed to load object 'null.bpf.o'\n";

    #[test]
    fn a_refusal_has_its_line_its_cause_and_its_numbers() {
        let refusal = Refusal::read(LOG).expect("a refusal");
        assert_eq!((refusal.lines, refusal.says()), ((5, 6), "R0 invalid mem access 'map_value_or_null'"));
        for (asked, right) in [
            (OfLog::Cause, "a pointer that may be NULL is used"),
            (OfLog::Instruction, "8"),
            (OfLog::Line, "19"),
            (OfLog::Processed, "8"),
            (OfLog::Errno, "EACCES"),
        ] {
            let expected = refusal.answer(asked).expect("an answer");
            assert!(expected.is(right), "{}: {}", asked.word(), expected.text);
        }
    }

    #[test]
    fn libbpfs_replacement_of_an_instruction_belongs_to_the_reason() {
        let text = LOG.replace("8: (79) r1 = *(u64 *)(r0 +0)", "8: <invalid CO-RE relocation>").replace(
            "R0 invalid mem access 'map_value_or_null'",
            "failed to resolve CO-RE relocation <byte_off> [7] struct task_struct.state (0:0 @ offset 0)",
        );
        let refusal = Refusal::read(&text).expect("a refusal");
        assert_eq!(refusal.lines, (4, 6));
        assert!(refusal.says().starts_with("failed to resolve"), "{}", refusal.says());
        assert!(refusal.answer(OfLog::Cause).unwrap().is("the kernel has no such member"));
        assert!(refusal.answer(OfLog::Instruction).unwrap().is("8"));
    }

    #[test]
    fn an_accepted_program_has_no_refusal() {
        let text = "libbpf: prog 'a': -- BEGIN PROG LOAD LOG --\nprocessed 15 insns (limit 1000000)\n";
        assert_eq!((Refusal::read(text), accepted_line(text)), (None, "processed 15 insns (limit 1000000)"));
        let damaged = "libbpf: failed to load object 'x'\n";
        let refusal = Refusal::read(damaged).expect("a refusal");
        assert_eq!((refusal.lines, refusal.says()), ((0, 0), ""));
        assert!(OfLog::ALL.into_iter().all(|asked| refusal.answer(asked).is_err()));
    }

    #[test]
    fn causes_are_found_by_the_ids_of_messages() {
        let known = |line: &str| explain(line).errors.first().map(|error| error.id.clone());
        assert_eq!(known("R0 invalid mem access 'map_value_or_null'").as_deref(), Some(CAUSES[0].0));
        assert_eq!(known("R1 invalid mem access 'scalar'").as_deref(), Some("scalar-access"));
    }
}
