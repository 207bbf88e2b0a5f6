//! Lesson files: front matter, steps, directives.

use crate::build::Build;
use crate::cover::{self, Cover};
use crate::error::LessonError;
use crate::expr::Expr;
use crate::fact::Fact;
use crate::fault;
use crate::fix::{self, Fix, LessonLog};
use crate::markdown::{blocks, spans};
use crate::place::Place;
use crate::prepare::{Action, Shown};
use crate::written;
use crate::{Block, BuildCondition, Lesson, LessonFile, LessonScreen, LessonStep, Plan, Said, Wrong};
use model::views::View;

/// The most bytes of a lesson.
pub const MAX_LESSON: usize = 128 << 10;
/// The most steps.
const MAX_STEPS: usize = 100;
/// The most files of a lesson, and the most marks, hints, facts, wrong answers, conditions or fixes of a step.
const MAX_LIST: usize = 16;

fn bad<T>(line: u32, message: impl Into<String>) -> Result<T, LessonError> {
    Err(LessonError::new(line, message))
}

/// Parses a lesson.
///
/// # Errors
/// When a line does not follow `docs/lessons/README.md`; the error names it.
pub fn parse(text: &str) -> Result<Lesson, LessonError> {
    if text.len() > MAX_LESSON {
        return bad(1, format!("a lesson has {MAX_LESSON} bytes at most, and this has {}", text.len()));
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines: Vec<(u32, &str)> = (1..).zip(text.lines()).collect();
    let (mut lesson, body) = front_matter(&lines)?;
    let mut rest = lines.get(body..).unwrap_or_default();
    let mut logs = Vec::new();
    while let Some(&(number, line)) = rest.first() {
        rest = rest.get(1..).unwrap_or_default();
        if line.trim().is_empty() {
            continue;
        }
        let Some(title) = line.strip_prefix("## ") else {
            return bad(number, "a step begins here, with a heading: ## What it is called");
        };
        let len = next_step(rest);
        let (lines, later) = rest.split_at(len);
        lesson.steps.push(step(title.trim(), number, lines, &lesson.files, &mut logs)?);
        if lesson.steps.len() > MAX_STEPS {
            return bad(number, format!("a lesson has {MAX_STEPS} steps at most"));
        }
        rest = later;
    }
    fix::fill(&mut lesson.steps, &logs)?;
    match lesson.steps.is_empty() {
        true => {
            bad(lines.len().max(1) as u32, "the lesson has no step: each begins with a heading, ## What it is called")
        }
        false => Ok(lesson),
    }
}

/// The number of lines before the next step; headings in code do not count.
fn next_step(lines: &[(u32, &str)]) -> usize {
    let mut code = false;
    let ends = |(_, line): &(u32, &str)| {
        code ^= line.trim().starts_with("```");
        !code && line.starts_with("## ")
    };
    lines.iter().position(ends).unwrap_or(lines.len())
}

/// `key: value`.
fn pair(number: u32, line: &str) -> Result<(&str, &str), LessonError> {
    match line.split_once(':') {
        Some((key, value)) if !value.trim().is_empty() => Ok((key.trim(), value.trim())),
        Some((key, _)) => bad(number, format!("{} has no value", key.trim())),
        None => bad(number, format!("{:?} is not of the form key: value", line.trim())),
    }
}

/// Whether a text is the name of a file, without a folder.
fn is_name(name: &str) -> bool {
    !name.starts_with('.') && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.+".contains(&b))
}

fn front_matter(lines: &[(u32, &str)]) -> Result<(Lesson, usize), LessonError> {
    if lines.first().map(|(_, line)| line.trim()) != Some("---") {
        return bad(1, "a lesson begins with a line of three dashes, and then its title: ---, then title: …");
    }
    let mut lesson = Lesson::default();
    for (at, &(number, line)) in lines.iter().enumerate().skip(1) {
        match line.trim() {
            "" => continue,
            "---" if lesson.title.is_empty() => return bad(number, "the lesson has no title"),
            "---" if lesson.files.is_empty() => {
                return bad(
                    number,
                    "the lesson names no file: sample: NAME for one of the page's, file: NAME for yours",
                );
            }
            "---" => return Ok((lesson, at + 1)),
            _ => {}
        }
        let (key, value) = pair(number, line)?;
        let count = || value.parse::<u32>().map_err(|_| LessonError::new(number, format!("{value:?} is no number")));
        match key {
            "title" => lesson.title = value.into(),
            "about" => lesson.about = value.into(),
            "order" => lesson.order = count()?,
            "minutes" => lesson.minutes = count()?,
            "sample" | "file" | "kernel" => {
                let (name, from) = value.split_once(" from ").unwrap_or((value, "1"));
                let from = from.trim().parse::<u32>().ok().and_then(|from| from.checked_sub(1));
                let Some(from) = from else {
                    return bad(number, format!("{value:?}: write NAME from STEP, with the step's number from 1"));
                };
                if lesson.files.len() >= MAX_LIST {
                    return bad(number, format!("a lesson has {MAX_LIST} files at most"));
                }
                if !is_name(name) {
                    return bad(number, format!("{name:?} is no file name of letters, digits, - _ + and ."));
                }
                let (sample, atlas) = (key == "sample", key == "kernel");
                lesson.files.push(LessonFile { name: name.into(), sample, atlas, from });
            }
            _ => {
                return bad(
                    number,
                    format!("{key:?} is not one of title, about, order, minutes, sample, kernel, file"),
                );
            }
        }
    }
    bad(1, "the lines between the dashes have no end: --- is missing")
}

fn step(
    title: &str,
    number: u32,
    lines: &[(u32, &str)],
    files: &[LessonFile],
    logs: &mut Vec<LessonLog>,
) -> Result<LessonStep, LessonError> {
    if title.is_empty() {
        return bad(number, "the step's heading is empty");
    }
    let lines = &fix::take(lines, logs)?[..];
    let fence = |(_, line): &(u32, &str)| line.trim() == "```lesson";
    let Some(start) = lines.iter().position(fence) else {
        return Ok(LessonStep { title: title.into(), text: blocks(lines)?, plan: Plan::default() });
    };
    let (text, rest) = lines.split_at(start);
    let inside = rest.get(1..).unwrap_or_default();
    let opened = rest.first().map_or(number, |l| l.0);
    let Some(end) = inside.iter().position(|(_, line)| line.trim() == "```") else {
        return bad(opened, "the lesson's block has no end: ``` is missing");
    };
    if let Some((number, _)) = inside.iter().skip(end + 1).find(|(_, line)| !line.trim().is_empty()) {
        return bad(*number, "the ```lesson block must be the last part of its step");
    }
    let plan = plan(inside.get(..end).unwrap_or_default(), files)?;
    let mut text = blocks(text)?;
    // `plan` has checked the bytes already.
    let shown = plan.hex.as_ref().and_then(|said| fault::bytes(&said.text).ok());
    text.extend(shown.map(|bytes| Block::Code(fault::dump(&bytes))));
    Ok(LessonStep { title: title.into(), text, plan })
}

/// The value of a directive, if it could be read.
fn checked<T>(said: Said, read: Result<T, String>) -> Result<Said, LessonError> {
    match read {
        Ok(_) => Ok(said),
        Err(message) => bad(said.line, message),
    }
}

fn plan(lines: &[(u32, &str)], files: &[LessonFile]) -> Result<Plan, LessonError> {
    let mut plan = Plan::default();
    let mut ask: Option<(u32, &str)> = None;
    for &(number, line) in lines.iter().filter(|(_, line)| !line.trim().is_empty()) {
        let (key, value) = pair(number, line)?;
        let said = Said { line: number, text: value.into() };
        match key {
            "open" if files.iter().any(|f| f.name == value) => plan.open = Some(said),
            "open" => return bad(number, format!("{value:?} is not among the lesson's files")),
            "show" => plan.show = Some(checked(said, Shown::parse(value))?),
            "view" if View::from_word(value).is_some() => plan.view = Some(said),
            "view" => return bad(number, format!("{value:?} is no view: {}", views())),
            "screen" => plan.screen = Some(checked(said, LessonScreen::parse(value))?),
            "mark" => plan.marks.push(checked(said, Place::parse(value))?),
            "do" => plan.act = Some(checked(said, Action::parse(value))?),
            "build" => {
                let (condition, words) = value.split_once(" // ").unwrap_or((value, ""));
                let of = checked(Said { text: condition.trim_end().to_owned(), ..said }, Build::parse(condition))?;
                plan.builds.push(BuildCondition { of, words: spans(words.trim(), number)? });
            }
            "bytes" => plan.bytes = Some(checked(said, written::wanted(value))?),
            "hex" => plan.hex = Some(checked(said, fault::bytes(value))?),
            "log" => plan.log = Some(LessonLog { of: said, text: String::new() }),
            "fix" | "trap" => plan.fixes.push(Fix::parse(value, number, key == "trap")?),
            "why" => match plan.fixes.last_mut() {
                Some(fix) => fix.why = spans(value, number)?,
                None => return bad(number, "a reason belongs to a fix: fix: FUNCTION = TEXT, and then why: …"),
            },
            "task" => plan.task = spans(value, number)?,
            "ask" => ask = Some((number, value)),
            "answer" => plan.answer = Some(checked(said, Expr::parse(value))?),
            "fact" => plan.facts.push(checked(said, Fact::parse(value))?),
            "hide" => plan.hide = cover::parse(value).map_err(|message| LessonError::new(number, message))?,
            "wrong" | "choice" => plan.wrong.push(wrong(value, number, key == "choice")?),
            "hint" => plan.hints.push(spans(value, number)?),
            "done" => plan.done = spans(value, number)?,
            _ => {
                return bad(
                    number,
                    format!(
                        "{key:?} is not one of open, show, view, screen, mark, do, build, bytes, hex, log, fix, trap, why, task, ask, answer, fact, hide, wrong, choice, hint, done"
                    ),
                );
            }
        }
        let lists = [
            plan.marks.len(),
            plan.hints.len(),
            plan.facts.len(),
            plan.wrong.len(),
            plan.builds.len(),
            plan.fixes.len(),
        ];
        if lists.iter().any(|n| *n > MAX_LIST) {
            return bad(
                number,
                format!("a step has {MAX_LIST} marks, facts, wrong answers, conditions, fixes and hints each, at most"),
            );
        }
    }
    if let Some(BuildCondition { of: said, .. }) = plan.builds.first() {
        if plan.act.is_some() || ask.is_some() || plan.answer.is_some() {
            return bad(said.line, "a step has one task: build, or do, or ask and answer");
        }
        if plan.task.is_empty() {
            return bad(said.line, "the step does not say what to build: task: Write a struct …");
        }
    }
    if let (Some(said), true) = (&plan.bytes, plan.builds.is_empty()) {
        return bad(said.line, "the step does not say when the bytes are right: build: errno on 6.12 = 0");
    }
    let other = plan.act.is_some() || ask.is_some() || plan.answer.is_some() || !plan.builds.is_empty();
    fix::check(&plan, other)?;
    match (&plan.act, ask, &plan.answer) {
        (None, None, None) => {}
        (Some(said), None, None) if plan.task.is_empty() => {
            return bad(said.line, "the step does not say what to do: task: Select …");
        }
        (Some(_), None, None) => {}
        (None, Some((line, question)), Some(_)) => plan.task = spans(question, line)?,
        (None, Some((line, _)), None) => return bad(line, "the question has no answer: answer: size struct x"),
        (None, None, Some(said)) => return bad(said.line, "the answer has no question: ask: …"),
        (Some(said), ..) => return bad(said.line, "a step has one task: do, or ask and answer"),
    }
    // A step in which the person looks for a line of the log, or chooses a fix, may cover the log's explanations, but
    // not its lines.
    let seeks = plan.act.as_ref().is_some_and(|said| Action::parse(&said.text) == Ok(Action::LogLine));
    let seeks = seeks || !plan.fixes.is_empty();
    let may_hide = plan.answer.is_some() || seeks && plan.hide.iter().all(|cover| *cover == Cover::Log);
    if let (false, false, Some((number, _))) = (may_hide, plan.hide.is_empty(), lines.first()) {
        return bad(*number, "only a question covers something (hide): in other steps, every part must stay in sight");
    }
    if let (None, Some(wrong)) = (&plan.answer, plan.wrong.first()) {
        return bad(wrong.value.line, "a step with wrong: needs a question: ask: …");
    }
    Ok(plan)
}

/// `8 = That is the size of one member.`
fn wrong(text: &str, line: u32, offered: bool) -> Result<Wrong, LessonError> {
    match text.split_once(" = ").map(|(value, why)| (value.trim(), why.trim())) {
        Some((value, why)) if !value.is_empty() && !why.is_empty() => {
            Ok(Wrong { value: Said { line, text: value.into() }, why: spans(why, line)?, offered })
        }
        _ => bad(line, format!("{text:?}: write VALUE = REASON, such as 8 = That is one member only.")),
    }
}

/// The words for views, for messages.
fn views() -> String {
    View::ALL.map(View::word).join(", ")
}
