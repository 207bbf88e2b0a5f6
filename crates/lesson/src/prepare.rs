//! Evaluates a step on the open files.

use std::sync::Arc;

use btf::{Btf, Ext, TypeId};
use text::counted;
use verdict::{Mode, Verdict, Version};

use crate::expr::Expr;
use crate::fact::Fact;
use crate::place::Place;
use crate::refer::MemberRef;
use crate::{Goal, LessonScreen, Mark, Plan, Ready, Show};
use model::elf::{ReloRow, relo_rows, relo_sections};
use model::focus::ByteFocus;
use model::kernel_lists::Listed;
use model::path::Path;
use model::program::Program;
use model::relocations::{Core, NamedKernel};
use model::verdict::{Case, Ruling};
use model::views::View;

/// An open file of a lesson.
pub trait GivenFile {
    /// Its types.
    fn btf(&self) -> &Arc<Btf>;

    /// Its `.BTF.ext`.
    fn ext(&self) -> Option<&Ext>;

    /// The program in it; none when there is none, or it is damaged.
    fn program(&self) -> Option<&Program>;

    /// Its types as those of a kernel.
    fn kernel(&self) -> &needs::Kernel;

    /// Its bytes: for a program the whole object, else the types.
    fn bytes(&self) -> Arc<[u8]>;

    /// Its lists besides the types, and the list with this index.
    fn lists(&self, at: u32) -> Listed;

    /// The kernels' verdicts on it, with the details of one of them, newest first; or why there are none.
    fn ruling(&self, at: u32) -> Result<Ruling, String>;
}

/// The files of a lesson, and the one that the step is about.
pub struct Given<'a> {
    /// All files: the lesson's name, and the file.
    pub files: &'a [(&'a str, &'a dyn GivenFile)],
    /// The index of the step's own file.
    pub at: usize,
}

impl std::fmt::Debug for Given<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Given").field("files", &self.files.len()).field("at", &self.at).finish()
    }
}

impl<'a> Given<'a> {
    /// The types of the step's file.
    pub(crate) fn btf(&self) -> &'a Arc<Btf> {
        self.files[self.at].1.btf()
    }

    /// Its `.BTF.ext`.
    pub(crate) fn ext(&self) -> Option<&'a Ext> {
        self.files[self.at].1.ext()
    }

    /// The index of a file among the lesson's.
    fn named(&self, name: &str) -> Result<usize, String> {
        let found = self.files.iter().position(|f| f.0 == name);
        found.ok_or_else(|| format!("{name:?} is not among the lesson's files"))
    }

    fn program(&self) -> Result<&'a Program, String> {
        let (name, file) = self.files[self.at];
        file.program().ok_or_else(|| format!("{name} is not a program"))
    }

    /// The step's own file.
    pub(crate) fn file(&self) -> &'a dyn GivenFile {
        self.files[self.at].1
    }

    /// The screen, if the step's file supports it.
    fn has(&self, screen: LessonScreen) -> Result<LessonScreen, String> {
        match &screen {
            LessonScreen::Verdict(_) => {}
            LessonScreen::Function(name) => return self.function(name).map(LessonScreen::Function),
            LessonScreen::Fits => {
                self.program()?;
            }
            LessonScreen::List(name) => {
                let listed = self.file().lists(0);
                if listed.find(name).is_none() {
                    let all: Vec<&str> = listed.entries.iter().map(|e| e.name.as_str()).collect();
                    return Err(format!("{name:?} is not among its lists: {}", all.join(", ")));
                }
            }
        }
        Ok(screen)
    }

    /// The number of CO-RE relocations of the step's program.
    pub(crate) fn relocations(&self) -> Result<u64, String> {
        Ok(self.program()?.records().len() as u64)
    }

    /// What a relocation of the step's program becomes on another file: its value, the verdict, and whether the program can load there.
    pub(crate) fn relocation(&self, index: usize, on: &str) -> Result<(u64, (relo::ReloVerdict, bool)), String> {
        let program = self.program()?;
        let kernels = [NamedKernel { name: on, on: self.files[self.named(on)?].1.kernel() }];
        let list = Core { program, kernels: &kernels }.list(&|_, _| {});
        let loads = list.heads.first().is_some_and(|head| head.cannot_load.is_none());
        let row = list.rows.get(index).ok_or_else(|| format!("the program has no relocation {index}"))?;
        let value = row.values.first().copied().unwrap_or_default();
        let verdict = row.verdicts.first().copied().unwrap_or(relo::ReloVerdict::Refused);
        Ok((value, (verdict, loads)))
    }

    /// The verdict of a kernel version on the step's types, loaded by a program or the kernel itself, by the kind of
    /// file.
    pub(crate) fn judged(&self, version: Version) -> Result<Verdict, String> {
        let btf = self.btf();
        let base = btf.base().map(|base| &**base);
        let object = self.files[self.at].1.program().map(Program::object);
        let mode = if base.is_some() { Mode::Kernel } else { Mode::Load };
        let case = Case { bytes: btf.bytes(), base, mode, object, lone_module: false };
        case.judge(version, None, false).map(|judged| judged.verdict).map_err(|e| e.to_string())
    }

    /// An ELF relocation of the step's program.
    pub(crate) fn elf(&self, section: &str, place: u32) -> Result<ReloRow, String> {
        let object = self.program()?.object();
        let of = relo_sections(object).into_iter().find(|of| of.name == section);
        let of = of.ok_or_else(|| format!("the program has no section {section:?} of relocations"))?;
        let rows = relo_rows(object, &of);
        rows.into_iter().nth(place as usize).ok_or_else(|| format!("{section} has {}", counted(of.count, "relocation")))
    }

    /// A function of the step's program, as in an address.
    fn function(&self, name: &str) -> Result<String, String> {
        let functions = self.program()?.functions();
        let found = functions.iter().find(|f| f.name == name);
        found
            .map(|f| format!("{}:{}", f.section, f.name))
            .ok_or_else(|| format!("the program has no function {name:?}"))
    }
}

/// Parses `2 of .rel.text`.
pub(crate) fn elf_place(text: &str) -> Result<(u32, String), String> {
    let found =
        text.split_once(" of ").and_then(|(n, section)| Some((n.trim().parse().ok()?, section.trim().to_owned())));
    found.ok_or_else(|| format!("{text:?}: write NUMBER of SECTION, such as 0 of .rel.text"))
}

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
    /// Parses it.
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
}

impl Action {
    /// Parses it.
    pub(crate) fn parse(text: &str) -> Result<Action, String> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let rest = rest.trim();
        match word {
            "select" => Shown::parse(rest).map(Action::Select),
            "view" => View::from_word(rest).map(Action::View).ok_or_else(|| format!("{rest:?} is no view")),
            "open" if !rest.is_empty() => Ok(Action::Open(rest.into())),
            "kernel" if !rest.is_empty() => Ok(Action::Kernel(rest.into())),
            _ => Err(format!("{text:?} is not one of select …, view …, open FILE, kernel FILE")),
        }
    }

    fn find(&self, given: &Given<'_>) -> Result<Goal, String> {
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
    let mut keep = |line: u32, why: String| problems.push(format!("line {line}: {why}"));
    for said in &plan.marks {
        match Place::parse(&said.text).and_then(|place| place.find(given.btf(), given.ext())) {
            Ok(mark) => ready.marks.push(mark),
            Err(why) => keep(said.line, why),
        }
    }
    if let Some(said) = &plan.show {
        match Shown::parse(&said.text).and_then(|shown| shown.find(given)) {
            Ok(show) => ready.show = Some(show),
            Err(why) => keep(said.line, why),
        }
    } else {
        // The first mark is scrolled to, and inspected.
        ready.show = ready.marks.first().map(|mark| match mark.member {
            Some((id, index)) => Show::Type(id, Path::root().child(index)),
            None => whole_type(given, mark).unwrap_or_else(|| Show::Byte(first(mark))),
        });
    }
    ready.view = plan.view.as_ref().and_then(|said| View::from_word(&said.text));
    if let Some(said) = &plan.screen {
        match LessonScreen::parse(&said.text).and_then(|screen| given.has(screen)) {
            Ok(screen) => ready.screen = Some(screen),
            Err(why) => keep(said.line, why),
        }
    }
    if let Some(said) = &plan.act {
        match Action::parse(&said.text).and_then(|action| action.find(given)) {
            Ok(goal) => {
                // The kernel to choose must not be chosen from the start.
                if let Goal::Kernel(wanted) = goal {
                    let other =
                        |(i, (_, file)): &(usize, &(&str, &dyn GivenFile))| *i != wanted && file.program().is_none();
                    ready.kernel = given.files.iter().enumerate().find(other).map(|(i, _)| i);
                }
                ready.goal = Some(goal);
            }
            Err(why) => keep(said.line, why),
        }
    }
    if let Some(said) = &plan.answer {
        let expr = Expr::parse(&said.text);
        ready.kernel = expr.as_ref().ok().and_then(Expr::kernel).and_then(|on| given.named(on).ok());
        match expr.and_then(|expr| expr.ask(given)) {
            Ok(expected) => ready.goal = Some(Goal::Answer(expected)),
            Err(why) => keep(said.line, why),
        }
    }
    for said in &plan.facts {
        if let Err(why) = Fact::parse(&said.text).and_then(|fact| fact.check(given)) {
            keep(said.line, why);
        }
    }
    ready.problems = problems;
    ready
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
