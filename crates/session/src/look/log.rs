//! A pasted log of a verifier or loader: its lines, and the places in the open program that they lead to.

use crate::Session;
use crate::list::step;
use crate::look::program::ProgramLook;
pub use crate::msg::LogMsg;
use crate::msg::{BrowserHistory, CoreMsg, Effect, Msg, Picked, ProgramMsg};
use crate::screen::Screen;
use crate::seen::Seen;
use std::rc::Rc;
use std::sync::Arc;

use desk::{AskLog, FileId, Problem};
use logs::{LogError, LogLink, LogReading, LogType, MAX_LINES, is_error, is_log, is_log_alone};
use model::focus::{BlobId, ByteFocus};
use model::kind::FileKind;
use model::path::Path;

use crate::ask::Ask;
use crate::feature::FileFeature;
use crate::file::OpenFile;
use crate::out::Out;
use crate::receive::Receives;

/// A log that was pasted for a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LogLook {
    /// Whether it is shown below the program.
    pub shown: bool,
    /// Its lines.
    pub lines: Rc<Vec<String>>,
    /// The picked line. The keys pick lines that lead to a place, errors that have an explanation, and the line to look
    /// at first. While a step of a lesson covers the explanations (`seeks`), the keys pick any line.
    pub picked: Option<usize>,
    /// The line that was chosen by a click, or by Enter in a covered log. The arrow keys only pick a line.
    chosen: Option<usize>,
    /// Whether a step of a lesson put it here.
    of_lesson: bool,
    /// Whether the step of the lesson covers the explanations of the log. Then no line is picked at first.
    seeks: bool,
    /// The text, until it is sent to the desk.
    unread: Option<Arc<str>>,
    /// The text, until the browser is asked to store it for a reload. Empty: the stored log is to be deleted.
    unstored: Option<Arc<str>>,
    /// Whether the browser was asked for the log that it stored before a reload.
    asked_stored: bool,
    turn: u32,
    ask: Ask<u32, LogReading>,
}

impl LogLook {
    /// The links, in the order of their lines, once the desk has found them.
    pub fn links(&self) -> Option<&[LogLink]> {
        self.ask.answer().map(|reading| reading.links.as_slice())
    }

    /// The line above the log: how much was found, or why nothing was.
    pub fn status(&self) -> &str {
        let found = self.ask.answer().map(|reading| reading.said.as_str());
        self.ask.problem().or(found).unwrap_or("Reading the log …")
    }

    /// The index of the link of a line.
    pub fn link_at(&self, line: usize) -> Option<usize> {
        let links = self.links()?;
        links.binary_search_by_key(&line, |l| l.line).ok()
    }

    /// Whether a line is an error.
    pub fn is_error_line(&self, line: usize) -> bool {
        let link = self.link_at(line).and_then(|at| self.links()?.get(at));
        link.is_some_and(|link| link.wrong)
            || self.error_at(line).is_some()
            || self.lines.get(line).is_some_and(|text| is_error(text))
    }

    /// The picked line, once the log is read.
    pub fn active(&self) -> Option<usize> {
        self.picked.filter(|_| self.ask.answer().is_some())
    }

    /// The line that was chosen by a click, or by Enter in a covered log.
    pub(crate) fn chosen(&self) -> Option<usize> {
        self.chosen
    }

    /// Whether a step of a lesson put the log here.
    pub fn is_of_lesson(&self) -> bool {
        self.of_lesson
    }

    /// The explanation of a line; none if the line is no error, or an error without an explanation.
    pub fn error_at(&self, line: usize) -> Option<&LogError> {
        self.ask.answer()?.error_at(line)
    }

    /// The error lines that have an explanation, in order and in full, each with its explanation.
    pub fn explained(&self) -> Vec<(&str, &LogError)> {
        let errors = self.ask.answer().map(|reading| reading.errors.as_slice()).unwrap_or_default();
        errors.iter().filter_map(|error| Some((self.lines.get(error.line)?.trim(), error))).collect()
    }

    /// The first error line, if it has no explanation.
    pub fn unexplained(&self) -> Option<&str> {
        let first = self.ask.answer()?.first.filter(|&line| self.error_at(line).is_none())?;
        self.lines.get(first).map(|line| line.trim())
    }

    /// The picked line in full, if it is an error, and its explanation.
    pub fn picked_error(&self) -> Option<(&str, Option<&LogError>)> {
        let line = self.picked.filter(|&line| self.is_error_line(line))?;
        Some((self.lines.get(line)?.trim(), self.error_at(line)))
    }

    /// The full text of the picked line; in its row, a long line is cut.
    pub fn picked_line(&self) -> Option<&str> {
        let line = self.active()?;
        self.lines.get(line).map(|line| line.trim())
    }

    /// The lines at which the keys stop, in order.
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
    const OF_PROGRAMS: bool = true;

    fn update(&mut self, msg: LogMsg, file: &OpenFile, (seen, _): (&Seen, &ProgramLook)) -> Vec<Out> {
        // While a lesson asks the person to find a line, the keys must not lead to the explained lines.
        let covered = self.seeks;
        match msg {
            LogMsg::Show(true) => return self.show(seen),
            LogMsg::Show(false) => {
                self.shown = false;
                return vec![Effect::FocusView.into()];
            }
            LogMsg::Text(text) => return self.paste(text.into(), seen),
            LogMsg::OfLesson(text, _) if text.is_empty() => {
                // The person's own log stays.
                if self.of_lesson {
                    let asked_stored = self.asked_stored;
                    *self = LogLook { turn: self.turn, asked_stored, ..LogLook::default() };
                }
            }
            LogMsg::OfLesson(text, seeks) => {
                self.put(text.into());
                (self.shown, self.of_lesson, self.seeks) = (true, true, seeks);
            }
            LogMsg::Pick(line) => {
                self.picked = Some(line).filter(|line| *line < self.lines.len());
                self.chosen = self.picked;
            }
            LogMsg::Step(delta) if covered => self.picked = step(self.picked, delta, self.lines.len()),
            LogMsg::Step(delta) => {
                let stops = self.stops();
                let found = self.picked.map(|line| stops.binary_search(&line));
                // From a line between two stops, the first step leads to the stop below or above it.
                let (at, delta) = match found {
                    Some(Err(below)) if delta > 0 && below == stops.len() => return vec![],
                    Some(Err(below)) if delta > 0 => (Some(below), delta - 1),
                    Some(Ok(at) | Err(at)) => (Some(at), delta),
                    None => (None, delta),
                };
                self.picked = step(at, delta, stops.len()).and_then(|to| stops.get(to).copied());
            }
            LogMsg::Follow if covered && self.chosen != self.picked => self.chosen = self.picked,
            LogMsg::Follow => {
                let index = self.picked.and_then(|line| self.link_at(line));
                let link = index.and_then(|index| Some((index, self.links()?.get(index)?.is_relocation())));
                return link.map(|(index, to)| self.go(index, to)).unwrap_or_default();
            }
            LogMsg::Go(index, to_relocation) => return self.go(index, to_relocation),
            LogMsg::Stored(digest, text) => {
                let is_free = self.lines.is_empty() && self.unstored.is_none() && !self.of_lesson;
                if file.digest.as_ref() == Some(&digest) && is_free {
                    self.put(text.into());
                    self.shown = true;
                }
            }
            LogMsg::NotStored => {
                return vec![
                    Msg::Notice("This browser has no room for the log: a reload of the page loses it".into()).into(),
                ];
            }
        }
        vec![]
    }

    /// Sends a pasted log to the desk, and asks the browser to store it for a reload.
    fn reconcile(&mut self, file: &OpenFile, (_, program): (&Seen, &ProgramLook)) -> Vec<Out> {
        let selected = match program.picked {
            Some(Picked::Function(function, _)) => Some(function),
            _ => None,
        };
        let question = self.question(Some(file.id), selected).map(Out::ask);
        let stored = file.digest.as_ref().and_then(|digest| self.store(digest));
        question.into_iter().chain(stored.map(Out::from)).collect()
    }
}

impl Session {
    /// The log that is shown below the program or its relocations.
    pub fn docked_log(&self) -> Option<&LogLook> {
        let file = self.program().or_else(|| self.core())?;
        Some(&self.looks[file.id].log).filter(|log| log.shown)
    }

    /// Whether pasted text is taken for a log. If the current file is not a program, the text must look more clearly
    /// like a log.
    pub fn takes_log(&self, text: &str) -> bool {
        match self.file().is_some_and(|f| f.kind == FileKind::Program) {
            true => is_log(text),
            false => is_log_alone(text),
        }
    }
}

impl LogLook {
    /// Shows the log below code or relocations; from another screen, goes to the code.
    fn show(&mut self, seen: &Seen) -> Vec<Out> {
        self.shown = true;
        let mut out = Vec::new();
        if seen.program().is_none() && seen.core().is_none() {
            out.extend([Out::Screen(Screen::Programs), Out::Address(BrowserHistory::Push)]);
        }
        out.push(Effect::FocusLog.into());
        out
    }

    fn paste(&mut self, text: Arc<str>, seen: &Seen) -> Vec<Out> {
        self.put(text.clone());
        self.unstored = Some(text);
        self.show(seen)
    }

    /// The effect that stores the pasted log under its program's digest. Without a pasted log, the effect that reads
    /// the log stored before a reload; it is returned once.
    fn store(&mut self, digest: &str) -> Option<Effect> {
        let first = !std::mem::replace(&mut self.asked_stored, true);
        match self.unstored.take() {
            Some(text) => Some(Effect::StoreLog(digest.to_owned(), text)),
            None => first.then(|| Effect::ReadLog(digest.to_owned())),
        }
    }

    /// Replaces the log.
    pub(super) fn put(&mut self, text: Arc<str>) {
        let lines = text.lines().take(MAX_LINES).map(str::to_owned).collect::<Vec<_>>();
        let asked_stored = self.asked_stored;
        *self = LogLook { lines: Rc::new(lines), turn: self.turn, asked_stored, ..LogLook::default() };
        self.unread = Some(text).filter(|_| !self.lines.is_empty());
    }

    /// The question for the desk; it is returned once. `file`: the program that the log is about; none if it is not
    /// open.
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
            let go = id.map(|id| Msg::GoTo(id, path, BrowserHistory::Push).into());
            let types = [Out::Screen(Screen::Types), Out::Address(BrowserHistory::Push)];
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

    /// Takes the desk's answer.
    pub(crate) fn receive(&mut self, turn: u32, result: Result<LogReading, Problem>) {
        let Ok(mut reading) = result.map_err(|problem| self.ask.fail(&turn, problem.message)) else { return };
        let links = &reading.links;
        // Pick the first error; if there is none, the first line about a relocation, or else the first line that leads
        // to a place.
        let of_relocation = || links.iter().find(|link| link.is_relocation()).or(links.first()).map(|link| link.line);
        let first = reading.first.or_else(of_relocation);
        let lines = std::mem::take(&mut reading.lines);
        if self.ask.take(&turn, reading) {
            if !self.seeks {
                self.picked = first;
            }
            // If the log was pasted as one line, the desk has split it.
            if !lines.is_empty() {
                self.lines = Rc::new(lines);
            }
        }
    }
}

impl Receives<AskLog> for Session {
    fn receive(&mut self, ask: AskLog, result: Result<LogReading, Problem>) {
        match ask.file {
            None => self.log.look.receive(ask.turn, result),
            Some(file) => {
                if let Some((_, look)) = self.file_and_look(file) {
                    look.log.receive(ask.turn, result);
                }
            }
        }
    }
}
