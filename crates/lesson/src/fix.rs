//! Logs that a lesson contains, and the fixes of a program that a step offers. Each fix has the log that a kernel gave
//! for the changed program.

use wire::Wire;

use crate::error::LessonError;
use crate::markdown::spans;
use crate::refusal::Refusal;
use crate::{LessonStep, Plan, Said, Span};

/// How a block of a log begins: ```` ```log NAME ````.
const FENCE: &str = "```log ";

/// The most logs of a lesson.
const MAX_LOGS: usize = 100;

/// The most bytes of all logs together, each counted once for each step and fix that names it.
const MAX_NAMED: usize = 1 << 20;

/// A log that a lesson contains: what libbpf and the kernel printed when a program was loaded.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct LessonLog {
    /// The program that it is about, by the name of its function, with the line of the lesson.
    pub of: Said,
    /// Its lines. A step names its logs: in the step, this is empty until [`fill`].
    pub text: String,
}

impl LessonLog {
    /// Whether the program was accepted: no line says that the object was not loaded.
    pub fn is_accepted(&self) -> bool {
        Refusal::read(&self.text).is_none()
    }
}

/// A change of a program that a step offers.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Fix {
    /// The change, in words.
    pub text: Vec<Span>,
    /// Why it helps, or does not: shown when it was chosen.
    pub why: Vec<Span>,
    /// Whether the kernel accepts the program, and the program still does not do what is meant.
    pub is_trap: bool,
    /// The log of libbpf and the kernel for the changed program.
    pub log: LessonLog,
}

impl Fix {
    /// Parses `count_tested = Compare the pointer with 0 before it is used.`
    pub(crate) fn parse(text: &str, line: u32, is_trap: bool) -> Result<Fix, LessonError> {
        match text.split_once(" = ").map(|(of, text)| (of.trim(), text.trim())) {
            Some((of, text)) if !of.is_empty() && !text.is_empty() => {
                let log = LessonLog { of: Said { line, text: of.to_owned() }, text: String::new() };
                Ok(Fix { text: spans(text, line)?, why: Vec::new(), is_trap, log })
            }
            _ => Err(LessonError::new(
                line,
                format!("{text:?}: write FUNCTION = TEXT, such as read_checked = Check it."),
            )),
        }
    }

    /// Whether it is a solution: the kernel accepts it, and it does what is meant.
    pub fn is_right(&self) -> bool {
        !self.is_trap && self.log.is_accepted()
    }
}

/// Appends the logs in the lines of a step's text to `logs`, and returns the other lines.
pub(crate) fn take<'a>(
    lines: &[(u32, &'a str)],
    logs: &mut Vec<LessonLog>,
) -> Result<Vec<(u32, &'a str)>, LessonError> {
    let mut rest = Vec::with_capacity(lines.len());
    let mut lines = lines.iter();
    while let Some(&(number, line)) = lines.next() {
        let Some(name) = line.trim().strip_prefix(FENCE) else {
            rest.push((number, line));
            continue;
        };
        let mut text = String::new();
        loop {
            match lines.next() {
                Some((_, line)) if line.trim() == "```" => break,
                Some((_, line)) => {
                    text.push_str(line);
                    text.push('\n');
                }
                None => return Err(LessonError::new(number, format!("the log of {name} has no end: ``` is missing"))),
            }
        }
        let of = Said { line: number, text: name.trim().to_owned() };
        if logs.iter().any(|log| log.of.text == of.text) || logs.len() >= MAX_LOGS {
            return Err(LessonError::new(
                number,
                format!("{}: a lesson has at most one log of a program, and at most {MAX_LOGS} logs", of.text),
            ));
        }
        logs.push(LessonLog { of, text });
    }
    Ok(rest)
}

/// Checks that a step with fixes has the other parts that it needs. `asks`: whether the step has another task.
pub(crate) fn check(plan: &Plan, asks: bool) -> Result<(), LessonError> {
    let Some(first) = plan.fixes.first() else { return Ok(()) };
    let bad = |message: &str| Err(LessonError::new(first.log.of.line, message));
    match () {
        () if asks => bad("a step has one task: fix, or build, or do, or ask and answer"),
        () if plan.task.is_empty() => bad("the step does not say what to choose: task: Choose …"),
        () if plan.fixes.len() < 3 => {
            bad("a step offers three fixes at least: with two, the second try is always right")
        }
        () => match plan.fixes.iter().find(|fix| fix.why.is_empty()) {
            Some(fix) => Err(LessonError::new(fix.log.of.line, "the reason why this helps or not is missing: why: …")),
            None => Ok(()),
        },
    }
}

/// Gives each step the logs that it names, wherever in the lesson they are. Checks that the kernel accepts each trap,
/// and that a step with fixes has a right one.
pub(crate) fn fill(steps: &mut [LessonStep], logs: &[LessonLog]) -> Result<(), LessonError> {
    let mut named = 0_usize;
    for step in steps {
        let fixes = step.plan.fixes.iter_mut().map(|fix| &mut fix.log);
        for log in step.plan.log.iter_mut().chain(fixes) {
            let found = logs.iter().find(|given| given.of.text == log.of.text);
            let found = found.ok_or_else(|| {
                LessonError::new(
                    log.of.line,
                    format!("the lesson has no log of {}: ```log {}", log.of.text, log.of.text),
                )
            })?;
            named = named.saturating_add(found.text.len());
            if named > MAX_NAMED {
                let message = format!("the logs that the steps name have more than {MAX_NAMED} bytes together");
                return Err(LessonError::new(log.of.line, message));
            }
            log.text.clone_from(&found.text);
        }
        if let Some(trap) = step.plan.fixes.iter().find(|fix| fix.is_trap && !fix.log.is_accepted()) {
            return Err(LessonError::new(trap.log.of.line, "by its log, the kernel refuses it: that is no trap"));
        }
        if let (Some(first), false) = (step.plan.fixes.first(), step.plan.fixes.iter().any(Fix::is_right)) {
            return Err(LessonError::new(first.log.of.line, "by their logs, none of the fixes is right"));
        }
    }
    Ok(())
}

/// The refusal that the step's log is about.
pub(crate) fn refused(log: Option<&LessonLog>) -> Result<Refusal<'_>, String> {
    let log = log.ok_or("the step shows no log (log: FUNCTION)")?;
    Refusal::read(&log.text).ok_or_else(|| format!("{} was accepted", log.of.text))
}

#[cfg(test)]
mod tests {
    use crate::parse;

    const START: &str = "---\ntitle: Mine\nfile: a.bpf.o\n---\n## One\n";
    const LOGS: &str =
        "```log a\nprocessed 2 insns (limit 1000000)\n```\n```log b\nlibbpf: failed to load object 'a'\n```\n";

    fn steps(block: &str) -> Result<crate::Lesson, String> {
        parse(&format!("{START}Text.\n{LOGS}\n```lesson\ntask: Choose.\n{block}```\n")).map_err(|e| e.to_string())
    }

    #[test]
    fn fixes_are_right_where_their_log_says_so() {
        let block = "fix: a = One\nwhy: Yes.\nfix: b = Two\nwhy: No.\ntrap: a = Three\nwhy: It does nothing.\nlog: b\n";
        let lesson = steps(block).unwrap();
        let plan = &lesson.steps[0].plan;
        assert_eq!(plan.fixes.iter().map(super::Fix::is_right).collect::<Vec<_>>(), [true, false, false]);
        assert_eq!(plan.log.as_ref().map(|log| log.is_accepted()), Some(false));
        assert_eq!(lesson.steps[0].text.len(), 1, "a log is no text of the step");
    }

    #[test]
    fn fixes_that_do_not_fit_are_reported() {
        let three = "fix: a = One\nwhy: Yes.\nfix: b = Two\nwhy: No.\n";
        for (block, why) in [
            (three.to_owned(), "three fixes at least"),
            (format!("{three}fix: c = Three\nwhy: No.\n"), "no log of c"),
            (format!("{three}trap: b = Three\nwhy: No.\n"), "that is no trap"),
            (format!("{three}fix: b = Three\n"), "why this helps"),
            (format!("{three}fix: b = Three\nwhy: No.\ndo: view tree\n"), "one task"),
            ("fix: b = One\nwhy: No.\n".repeat(3), "none of the fixes"),
            ("why: No.\n".to_owned(), "belongs to a fix"),
            ("log: c\n".to_owned(), "no log of c"),
        ] {
            let said = steps(&block).map(|_| String::new()).unwrap_or_else(|e| e);
            assert!(said.contains(why), "{block}: {said}");
        }
    }

    #[test]
    fn a_choice_covers_the_log_only() {
        let block = "fix: a = One\nwhy: Yes.\nfix: b = Two\nwhy: No.\nfix: b = Three\nwhy: No.\nlog: b\nhide: ";
        assert!(steps(&format!("{block}log\n")).is_ok());
        let said = steps(&format!("{block}log, view\n")).map(|_| String::new()).unwrap_or_else(|e| e);
        assert!(said.contains("only a question covers"), "{said}");
    }

    #[test]
    fn a_long_log_is_not_named_without_end() {
        let log = format!("```log a\n{}```\n", "x\n".repeat(25_000));
        let named = |times: usize| {
            let steps = "## Two\n```lesson\nlog: a\n```\n".repeat(times);
            parse(&format!("{START}Text.\n{log}\n{steps}")).map(drop).map_err(|e| e.to_string())
        };
        assert_eq!(named(20), Ok(()));
        assert!(named(21).is_err_and(|said| said.contains("more than 1048576 bytes together")));
    }
}
