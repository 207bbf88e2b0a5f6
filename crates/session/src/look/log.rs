//! A pasted log: its lines, and where they lead in the open program.

use crate::list::step;
use crate::look::program::ProgramLook;
use std::rc::Rc;
use std::sync::Arc;

use desk::{AskLog, FileId, Problem};
use model::focus::{BlobId, ByteFocus};
use model::kind::FileKind;
use model::log::{LogError, LogLink, LogReading, LogType, MAX_LINES, is_error, is_log, is_log_alone};
use model::path::Path;

use super::program::{Picked, ProgramMsg};
use super::relocations::CoreMsg;
use crate::ask::Ask;
use crate::file::OpenFile;
use crate::hear::Hears;
use crate::state::{FileFeature, Out, Seen};
use crate::{Effect, History, Msg, Screen, Session};

/// What happens with a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LogMsg {
    /// Show it below the program, or take it away.
    Show(bool),
    /// A log was pasted or typed; an empty one makes room for the next.
    Text(String),
    /// Move from line to line that leads somewhere or says what went wrong.
    Step(i64),
    /// Go to where the line leads that is picked.
    Follow,
    /// Go to where a link leads, by its place: to its relocation, or else to its instruction.
    Go(usize, bool),
}

/// A log that was pasted for a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LogLook {
    /// It is shown below the program.
    pub shown: bool,
    /// Its lines.
    pub lines: Rc<Vec<String>>,
    /// The line that is picked: one that leads somewhere or says what went wrong.
    pub picked: Option<usize>,
    /// It was pasted, and the desk is to read it.
    unread: Option<Arc<str>>,
    turn: u32,
    ask: Ask<u32, LogReading>,
}

impl LogLook {
    /// The lines that lead somewhere, once the desk found them, in order.
    pub fn links(&self) -> Option<&[LogLink]> {
        self.ask.answer().map(|reading| reading.links.as_slice())
    }

    /// How much was found, or why nothing.
    pub fn said(&self) -> &str {
        let found = self.ask.answer().map(|reading| reading.said.as_str());
        self.ask.problem().or(found).unwrap_or("Reading the log …")
    }

    /// The link of a line, by its place among the links.
    pub fn link_at(&self, line: usize) -> Option<usize> {
        let links = self.links()?;
        links.binary_search_by_key(&line, |l| l.line).ok()
    }

    /// Whether a line says what went wrong.
    pub fn is_wrong(&self, line: usize) -> bool {
        let link = self.link_at(line).and_then(|at| self.links()?.get(at));
        link.is_some_and(|link| link.wrong)
            || self.error_at(line).is_some()
            || self.lines.get(line).is_some_and(|text| is_error(text))
    }

    /// The line that is picked, once the log was read.
    pub fn active(&self) -> Option<usize> {
        self.picked.filter(|_| self.ask.answer().is_some())
    }

    /// What a line means, if it says what went wrong and is known.
    pub fn error_at(&self, line: usize) -> Option<&LogError> {
        self.ask.answer()?.error_at(line)
    }

    /// The lines that say what went wrong and are known, whole, with what they mean, in order.
    pub fn explained(&self) -> Vec<(&str, &LogError)> {
        let errors = self.ask.answer().map(|reading| reading.errors.as_slice()).unwrap_or_default();
        errors.iter().filter_map(|error| Some((self.lines.get(error.line)?.trim(), error))).collect()
    }

    /// The line that says first what went wrong, where nothing is known of it.
    pub fn unexplained(&self) -> Option<&str> {
        let first = self.ask.answer()?.first.filter(|&line| self.error_at(line).is_none())?;
        self.lines.get(first).map(|line| line.trim())
    }

    /// The line that is picked, whole, and what it means: of one that says what went wrong.
    pub fn whole(&self) -> Option<(&str, Option<&LogError>)> {
        let line = self.picked.filter(|&line| self.is_wrong(line))?;
        Some((self.lines.get(line)?.trim(), self.error_at(line)))
    }

    /// The lines at which one stops on the way through the log, in order.
    fn stops(&self) -> Vec<usize> {
        let Some(reading) = self.ask.answer() else { return Vec::new() };
        let links = reading.links.iter().map(|link| link.line);
        let mut stops: Vec<usize> = links.chain(reading.errors.iter().map(|e| e.line)).chain(reading.first).collect();
        stops.sort_unstable();
        stops.dedup();
        stops
    }
}

impl FileFeature for LogLook {
    type Msg = LogMsg;
    type Reads<'a> = (&'a Seen, &'a ProgramLook);

    fn is_of(file: &OpenFile) -> bool {
        file.kind == FileKind::Program
    }

    fn update(&mut self, msg: LogMsg, _: &OpenFile, (seen, _): (&Seen, &ProgramLook)) -> Vec<Out> {
        match msg {
            LogMsg::Show(true) => return self.show(seen),
            LogMsg::Show(false) => {
                self.shown = false;
                return vec![Effect::FocusView.into()];
            }
            LogMsg::Text(text) => return self.paste(text.into(), seen),
            LogMsg::Step(delta) => {
                let stops = self.stops();
                let at = self.picked.map(|line| stops.partition_point(|&stop| stop < line));
                self.picked = step(at, delta, stops.len()).and_then(|to| stops.get(to).copied());
            }
            LogMsg::Follow => {
                let index = self.picked.and_then(|line| self.link_at(line));
                let link = index.and_then(|index| Some((index, self.links()?.get(index)?.is_relocation())));
                return link.map(|(index, to)| self.go(index, to)).unwrap_or_default();
            }
            LogMsg::Go(index, to_relocation) => return self.go(index, to_relocation),
        }
        vec![]
    }

    /// Asks where the lines of a log lead that was pasted.
    fn reconcile(&mut self, file: &OpenFile, (_, program): (&Seen, &ProgramLook)) -> Vec<Out> {
        let selected = match program.picked {
            Some(Picked::Function(function, _)) => Some(function),
            _ => None,
        };
        self.question(Some(file.id), selected).map(Out::ask).into_iter().collect()
    }
}

impl Session {
    /// The log that is shown below the program or its relocations.
    pub fn docked_log(&self) -> Option<&LogLook> {
        let file = self.program().or_else(|| self.core())?;
        Some(&self.looks[file.id].log).filter(|log| log.shown)
    }

    /// Whether text is to be read as a log: it looks like one. With no program open it has to look like one for sure.
    pub fn takes_log(&self, text: &str) -> bool {
        match self.file().is_some_and(|f| f.kind == FileKind::Program) {
            true => is_log(text),
            false => is_log_alone(text),
        }
    }
}

impl LogLook {
    /// It stands below code or relocations; whoever looks at something else goes to the code.
    fn show(&mut self, seen: &Seen) -> Vec<Out> {
        self.shown = true;
        let mut out = Vec::new();
        if seen.program().is_none() && seen.core().is_none() {
            out.extend([Out::Screen(Screen::Programs), Out::Address(History::Push)]);
        }
        out.push(Effect::FocusLog.into());
        out
    }

    fn paste(&mut self, text: Arc<str>, seen: &Seen) -> Vec<Out> {
        self.put(text);
        self.show(seen)
    }

    /// Another log is to be read.
    pub(super) fn put(&mut self, text: Arc<str>) {
        let lines = text.lines().take(MAX_LINES).map(str::to_owned).collect::<Vec<_>>();
        *self = LogLook { lines: Rc::new(lines), turn: self.turn, ..LogLook::default() };
        self.unread = Some(text).filter(|_| !self.lines.is_empty());
    }

    /// The question for the desk, once: a log of `file`, or alone.
    pub(super) fn question(&mut self, file: Option<FileId>, selected: Option<usize>) -> Option<AskLog> {
        let text = self.unread.take()?;
        self.turn = self.ask.again(self.turn + 1);
        Some(AskLog { file, turn: self.turn, text, selected })
    }

    fn go(&mut self, index: usize, to_relocation: bool) -> Vec<Out> {
        let Some(link) = self.links().and_then(|l| l.get(index).cloned()) else { return vec![] };
        self.picked = Some(link.line);
        if let Some(LogType { id, item, range }) = link.at {
            let path = item.map_or(Path::root(), |item| Path::root().child(item));
            let go = id.map(|id| Msg::GoTo(id, path, History::Push).into());
            let types = [Out::Screen(Screen::Types), Out::Address(History::Push)];
            let byte = Out::Byte(Some(ByteFocus { blob: BlobId::Own, at: range.start }));
            return types.into_iter().chain(go).chain([byte]).collect();
        }
        let goes = match (link.relocation.filter(|_| to_relocation), link.function) {
            (Some(relocation), _) => Some(Msg::Core(CoreMsg::Read(relocation))),
            (None, Some(function)) => Some(Msg::Program(ProgramMsg::Pick(Picked::Function(function, link.slot)))),
            (None, None) => None,
        };
        goes.map(Out::Send).into_iter().collect()
    }

    /// The desk has found where the lines lead.
    pub(crate) fn hear(&mut self, turn: u32, said: Result<LogReading, Problem>) {
        let Ok(mut reading) = said.map_err(|problem| self.ask.fail(&turn, problem.message)) else { return };
        let links = &reading.links;
        // The line that says what went wrong is what is looked for; else the first that is about a relocation.
        let of_relocation = || links.iter().find(|link| link.is_relocation()).or(links.first()).map(|link| link.line);
        let first = reading.first.or_else(of_relocation);
        let lines = std::mem::take(&mut reading.lines);
        if self.ask.take(&turn, reading) {
            self.picked = first;
            // It came in one line.
            if !lines.is_empty() {
                self.lines = Rc::new(lines);
            }
        }
    }
}

impl Hears<AskLog> for Session {
    fn heard(&mut self, ask: AskLog, said: Result<LogReading, Problem>) {
        match ask.file {
            None => self.log.look.hear(ask.turn, said),
            Some(file) => {
                if let Some((_, look)) = self.in_file(file) {
                    look.log.hear(ask.turn, said);
                }
            }
        }
    }
}
