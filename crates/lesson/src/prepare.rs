//! Evaluates a step on the open files.

use btf::{Btf, TypeId};
use model::focus::ByteFocus;
use model::path::Path;
use model::views::View;
use text::counted;

use crate::build::{Build, PAD};
use crate::expr::Expr;
use crate::fact::Fact;
use crate::fault;
use crate::fix::refused;
use crate::given::{Given, GivenFile};
use crate::place::Place;
use crate::refer::{MemberRef, elf_place};
use crate::refusal::{Refusal, accepted_line};
use crate::{BuildCondition, Fix, Goal, LessonLog, LessonScreen, Mark, Plan, Ready, ReadyFix, Said, Show};

/// The selection when a step begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Shown {
    /// `struct task.mm`.
    Member(MemberRef),
    /// `byte hdr_len of header`.
    Byte(Place),
    /// `relocation 2`.
    Relocation(usize),
    /// `function on_connect`.
    Function(String),
    /// `elf 2 of .rel.text`.
    Elf(u32, String),
}

impl Shown {
    /// Parses a selection.
    pub(crate) fn parse(text: &str) -> Result<Shown, String> {
        if let Some(place) = text.strip_prefix("byte ") {
            return Place::parse(place).map(Shown::Byte);
        }
        if let Some(number) = text.strip_prefix("relocation ") {
            let number = number.trim().parse();
            return number
                .map(Shown::Relocation)
                .map_err(|_| format!("{text:?}: expected the number of a relocation, from 0"));
        }
        if let Some(rest) = text.strip_prefix("elf ") {
            return elf_place(rest).map(|(place, section)| Shown::Elf(place, section));
        }
        match text.strip_prefix("function ") {
            Some(name) => Ok(Shown::Function(name.trim().into())),
            None => MemberRef::parse(text).map(Shown::Member),
        }
    }

    fn find(&self, given: &Given<'_>) -> Result<Show, String> {
        Ok(match self {
            Shown::Member(member) => {
                let (id, path) = member.find(given.btf())?;
                Show::Type(id, path)
            }
            Shown::Byte(place) => Show::Byte(first(&place.find(given.btf(), given.ext())?)),
            Shown::Relocation(index) => {
                let count = given.relocations()?;
                if *index as u64 >= count {
                    return Err(format!("the program has {}", counted(count, "relocation")));
                }
                Show::Relocation(*index)
            }
            Shown::Function(name) => Show::Function(given.function(name)?),
            Shown::Elf(place, section) => {
                given.elf(section, *place)?;
                Show::Elf(section.clone(), *place)
            }
        })
    }
}

/// An action to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    /// `select struct task.mm`, `select byte strings`, `select relocation 2`, `select function on_connect`.
    Select(Shown),
    /// `view tree`.
    View(View),
    /// `open module.btf`.
    Open(String),
    /// `kernel new.btf`.
    Kernel(String),
    /// `log line`: a line of the step's log that says why the program was refused.
    LogLine,
}

impl Action {
    /// Parses an action.
    pub(crate) fn parse(text: &str) -> Result<Action, String> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let rest = rest.trim();
        match word {
            "select" => Shown::parse(rest).map(Action::Select),
            "view" => View::from_word(rest).map(Action::View).ok_or_else(|| format!("{rest:?} is no view")),
            "open" if !rest.is_empty() => Ok(Action::Open(rest.into())),
            "log" if rest == "line" => Ok(Action::LogLine),
            "kernel" if !rest.is_empty() => Ok(Action::Kernel(rest.into())),
            _ => Err(format!("{text:?} is not one of select …, view …, open FILE, kernel FILE, log line")),
        }
    }

    fn find(&self, given: &Given<'_>, log: Option<&LessonLog>) -> Result<Goal, String> {
        Ok(match self {
            Action::Select(Shown::Byte(place)) => {
                let mark = place.find(given.btf(), given.ext())?;
                Goal::Byte(mark.blob, mark.range)
            }
            Action::Select(shown) => match shown.find(given)? {
                Show::Type(id, path) => Goal::Select(id, path),
                Show::Relocation(index) => Goal::Relocation(index),
                Show::Function(key) => Goal::Function(key),
                Show::Elf(..) => return Err("an ELF relocation is shown, not asked for".to_owned()),
                Show::Byte(at) => Goal::Byte(at.blob, btf::BlobRange::at(at.at, 1)),
            },
            Action::View(view) => Goal::View(*view),
            Action::Open(name) => Goal::Open(given.named(name)?),
            Action::Kernel(name) => Goal::Kernel(given.named(name)?),
            Action::LogLine => {
                let (start, end) = refused(log)?.lines;
                if start == end {
                    return Err("no line of the log says why the program was refused".to_owned());
                }
                Goal::LogLine(start, end)
            }
        })
    }
}

fn first(mark: &Mark) -> ByteFocus {
    ByteFocus { blob: mark.blob, at: mark.range.start }
}

/// Evaluates a step. Parts that do not fit the files are listed in [`Ready::problems`], and left out.
pub fn prepare(given: &Given<'_>, plan: &Plan) -> Ready {
    let mut ready = Ready { file: given.at, ..Ready::default() };
    let mut problems = Vec::new();
    for said in &plan.marks {
        let mark = Place::parse(&said.text).and_then(|place| place.find(given.btf(), given.ext()));
        ready.marks.extend(fitting(mark, said.line, &mut problems));
    }
    if let Some(said) = &plan.show {
        let show = Shown::parse(&said.text).and_then(|shown| shown.find(given));
        ready.show = fitting(show, said.line, &mut problems);
    } else {
        // A step without a selection shows its first mark.
        ready.show = ready.marks.first().map(|mark| match mark.member {
            Some((id, index)) => Show::Type(id, Path::root().child(index)),
            None => whole_type(given, mark).unwrap_or_else(|| Show::Byte(first(mark))),
        });
    }
    ready.view = plan.view.as_ref().and_then(|said| View::from_word(&said.text));
    if let Some(said) = &plan.screen {
        let screen = LessonScreen::parse(&said.text).and_then(|screen| given.has(screen));
        ready.screen = fitting(screen, said.line, &mut problems);
    }
    if let Some(said) = &plan.act {
        let goal = Action::parse(&said.text).and_then(|action| action.find(given, plan.log.as_ref()));
        ready.goal = fitting(goal, said.line, &mut problems);
        // The kernel that the person has to choose must not be chosen at the start.
        if let Some(Goal::Kernel(wanted)) = ready.goal {
            let other = |(i, (_, file)): &(usize, &(&str, &dyn GivenFile))| *i != wanted && file.program().is_none();
            ready.kernel = given.files.iter().enumerate().find(other).map(|(i, _)| i);
        }
    }
    if let Some(said) = &plan.answer {
        let expr = Expr::parse(&said.text);
        ready.kernel = expr.as_ref().ok().and_then(Expr::kernel).and_then(|on| given.named(on).ok());
        let shown = fault::shown(plan);
        let ask = |expr: Expr| match (&expr, &shown) {
            (Expr::Fault(what), Some(fault)) => fault.as_ref().map_err(String::clone)?.answer(*what),
            (Expr::Log(what), _) => refused(plan.log.as_ref())?.answer(*what),
            _ => expr.ask(given),
        };
        ready.fault =
            shown.as_ref().and_then(|fault| fault.as_ref().ok()).map(|fault| fault.says()).unwrap_or_default();
        if let Some(expected) = fitting(expr.and_then(ask), said.line, &mut problems) {
            for Said { line, text } in plan.wrong.iter().map(|wrong| &wrong.value) {
                if expected.is(text) {
                    problems.push(format!("line {line}: {text} is the right answer"));
                }
            }
            ready.goal = Some(Goal::Answer(expected.with_wrong(&plan.wrong)));
        }
    }
    if !plan.builds.is_empty() {
        ready.goal = Some(Goal::Build);
        if let Ok(at) = given.named(PAD) {
            let pad = Given { files: given.files, at };
            let judged = |condition: &BuildCondition| {
                let build = Build::parse(&condition.of.text);
                build.map(|build| build.judge(&pad)).unwrap_or_default()
            };
            ready.built = plan.builds.iter().map(judged).collect();
        }
    }
    if !plan.fixes.is_empty() {
        ready.goal = Some(Goal::Fix);
        for fix in &plan.fixes {
            ready.fixes.extend(fitting(fixed(given, fix), fix.log.of.line, &mut problems));
        }
        if ready.fixes.len() < plan.fixes.len() {
            ready.goal = None;
        }
    }
    for said in &plan.facts {
        let checked = Fact::parse(&said.text).and_then(|fact| fact.check(given, plan.log.as_ref()));
        fitting(checked, said.line, &mut problems);
    }
    ready.problems = problems;
    ready
}

/// The part of a step, if it fits the files. If not, none; its problem is then added to `problems`.
fn fitting<T>(part: Result<T, String>, line: u32, problems: &mut Vec<String>) -> Option<T> {
    part.map_err(|why| problems.push(format!("line {line}: {why}"))).ok()
}

/// A fix with its function, which is in the step's file or in another file of the lesson.
fn fixed(given: &Given<'_>, fix: &Fix) -> Result<ReadyFix, String> {
    let name = &fix.log.of.text;
    let all = std::iter::once(given.at).chain(0..given.files.len());
    let mut found = all.filter_map(|at| Some((at, Given { files: given.files, at }.function(name).ok()?)));
    let (file, function) = found.next().ok_or_else(|| format!("no program has a function {name:?}"))?;
    let refusal = Refusal::read(&fix.log.text);
    let says = refusal.as_ref().map_or_else(|| accepted_line(&fix.log.text), Refusal::says).to_owned();
    Ok(ReadyFix { file, function, is_accepted: refusal.is_none(), says })
}

/// The type whose whole record is marked.
fn whole_type(given: &Given<'_>, mark: &Mark) -> Option<Show> {
    let holder: &Btf = match mark.blob {
        model::focus::BlobId::Own => given.btf(),
        model::focus::BlobId::Base(1) => given.btf().base()?,
        _ => return None,
    };
    let id: TypeId = holder.type_at(mark.range.start)?;
    (holder.get(id)?.record() == mark.range).then(|| Show::Type(id, Path::root()))
}
