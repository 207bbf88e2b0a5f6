//! The step of a lesson: loading its files, showing its view, checking its task.

use std::sync::Arc;

use desk::{AskStep, FileId, Problem};
use lesson::{Cover, Goal, LessonScreen, PAD, Ready, Show};
use model::focus::ByteFocus;
use model::views::View;

use super::{Learn, open_file};
use crate::Session;
use crate::link::Link;
use crate::look::looks::Looks;
use crate::msg::{AtlasMsg, BrowserHistory, CoreMsg, Effect, FilesMsg, ListsMsg, LogMsg, Msg, Pane, VerdictMsg};
use crate::out::Out;
use crate::pad::Pad;
use crate::receive::Receives;
use crate::screen::Screen;
use crate::seen::Seen;

/// The step and files that the desk was asked about.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Asked {
    /// The number of the question. An answer is taken only if its question has the number of the last question.
    pub(super) turn: u32,
    /// The step, counted from 0.
    pub(super) at: usize,
    /// The open files of the lesson up to this step, and the pad's file if the step asks for types.
    pub(super) files: Vec<FileId>,
    /// The bytes that the person has written, in a step that asks for bytes.
    pub(super) written: Option<Arc<[u8]>>,
}

impl Learn {
    /// Loads the files of the step, asks the desk to resolve the step, and checks whether its task is done.
    pub(super) fn reconcile_step(&mut self, seen: &Seen, looks: &Looks, link: &Link, pad_of: &Pad) -> Vec<Out> {
        let Some(lesson) = self.lesson.clone().filter(|_| self.shown) else { return vec![] };
        if let Some(missing) = self.needs(seen).first().map(|f| (*f).clone()) {
            let asked = self.step.asked().cloned();
            if asked.as_ref().is_some_and(|asked| asked.files.iter().any(|id| seen.file_of(*id).is_none())) {
                // The person closed a file of the lesson: do not load it again.
                self.may_load = false;
                self.exporting = false;
            }
            if asked.is_some() {
                // When the missing file is open, show the step again.
                self.step.forget();
                self.just_entered = true;
                self.log_due = true;
            }
            // A link, or a reload, may be loading the same file already.
            if self.may_load
                && (missing.sample || missing.atlas)
                && self.loading.as_ref() != Some(&missing.name)
                && !link.is_loading_sample(&missing.name)
            {
                self.loading = Some(missing.name.clone());
                return match missing.atlas {
                    true => vec![Msg::Atlas(AtlasMsg::TakeOut(missing.name)).into()],
                    false => vec![Effect::LoadSample(missing.name).into()],
                };
            }
            return vec![];
        }
        let page = self.write_page(seen);
        // In a step that asks for types, the pad's file counts as one of the step's files. Each compilation gives
        // another file.
        let builds = lesson.steps.get(self.at).is_some_and(|step| !step.plan.builds.is_empty());
        let pad = seen.files().iter().find(|f| builds && f.origin.is_pad()).map(|f| f.id);
        let ids: Vec<FileId> = lesson.files_at(self.at).filter_map(|f| open_file(f, seen)).chain(pad).collect();
        let writes = lesson.steps.get(self.at).is_some_and(|step| step.plan.bytes.is_some());
        let written = pad_of.written().filter(|_| writes).cloned();
        let at = self.at;
        let mut out: Vec<Out> = page.into_iter().collect();
        if self.step.asked().is_none_or(|asked| asked.at != at || asked.files != ids || asked.written != written) {
            let Some(step) = lesson.steps.get(at) else { return vec![] };
            let names = lesson.files_at(at).map(|f| f.name.clone()).chain(pad.map(|_| PAD.to_owned()));
            let files = names.zip(ids.iter().copied()).collect();
            // A step without a file of its own uses the file that an earlier step named.
            let named = lesson.steps.iter().take(at + 1).rev().find_map(|s| s.plan.open.as_ref());
            let of = named.and_then(|said| lesson.files_at(at).position(|f| f.name == said.text));
            self.turn += 1;
            self.step.again(Asked { turn: self.turn, at, files: ids, written: written.clone() });
            let ask =
                AskStep { turn: self.turn, files, at: of.unwrap_or(0), plan: Box::new(step.plan.clone()), written };
            out.push(Out::ask(ask));
        }
        let goal = self.ready().filter(|_| !self.is_done()).and_then(|r| r.goal.clone());
        if goal.as_ref().is_some_and(|goal| self.is_met(goal, seen, looks, pad_of)) {
            self.task_done("Done.");
        } else if let Some(goal) = goal {
            self.judge_line(&goal, seen, looks);
        }
        out.extend(self.due_log(seen));
        out
    }

    /// The message that puts the step's log (or no log) in place of the log of an earlier step. The message is returned
    /// once, when the step is resolved and its file is shown, even if a link named the view.
    fn due_log(&mut self, seen: &Seen) -> Option<Out> {
        let file = self.ready().filter(|_| self.log_due).and_then(|ready| self.file(ready.file))?;
        seen.file().filter(|shown| shown.id == file)?;
        self.log_due = false;
        self.chosen.clear();
        let log = self.step().and_then(|step| step.plan.log.as_ref()).map(|log| log.text.clone());
        let seeks = self.covered().contains(&Cover::Log);
        Some(Msg::Log(LogMsg::OfLesson(log.unwrap_or_default(), seeks)).into())
    }

    /// Takes the resolved step, and shows its view if the step was just entered.
    pub(crate) fn answered(&mut self, turn: u32, ready: Ready, seen: &Seen) -> Vec<Out> {
        let asked = self.step.asked().filter(|asked| asked.turn == turn).cloned();
        let is_it = asked.is_some_and(|asked| self.step.take(&asked, ready));
        if !is_it || !std::mem::take(&mut self.just_entered) {
            return vec![];
        }
        let Some(ready) = self.ready().cloned() else { return vec![] };
        let mut out: Vec<Out> = self.file(ready.file).map(Out::MakeCurrent).into_iter().collect();
        // Leave the list that an earlier step showed beside the types.
        if seen.screen().has_type() {
            out.push(Out::Screen(Screen::Types));
        }
        // Layout is empty for a type without members (an int, say). Show Record in its place, unless the step asks
        // for Layout.
        let empty = ready.view.is_none() && self.has_no_layout(&ready, seen);
        let view = self.view_of_step(&ready);
        self.shown_view = view.map(|view| if view == View::Layout && empty { View::Record } else { view });
        out.extend(self.shown_view.map(Out::View));
        out.extend(ready.view.map(|_| Effect::Pane(Pane::View).into()));
        match (&ready.screen, &ready.show) {
            // The step has a function and a byte: the function goes into the view, and the byte into the Bytes pane.
            (Some(LessonScreen::Function(key)), Some(Show::Byte(at))) => {
                out.push(Out::Show(Show::Function(key.clone()), BrowserHistory::Replace));
                out.extend([Out::Byte(Some(*at)), Effect::Pane(Pane::Bytes).into()]);
            }
            (_, show) => out.extend(show.clone().map(|show| Out::Show(show, BrowserHistory::Replace))),
        }
        // Choose the first mark: the word of the relocation's record that the step is about. It may be in a later row
        // than the first byte of the record.
        if let (Some(Show::Relocation(_)), Some(mark)) = (&ready.show, ready.marks.first()) {
            out.push(Out::Byte(Some(ByteFocus { blob: mark.blob, at: mark.range.start })));
        }
        let kernel = ready.kernel.and_then(|at| self.file(at));
        out.extend(kernel.map(|id| Msg::Core(CoreMsg::Kernel(id)).into()));
        match &ready.screen {
            Some(LessonScreen::Verdict(at)) => {
                out.extend([Msg::Verdict(VerdictMsg::Kernel(*at)).into(), Out::Screen(Screen::Verdict)]);
                out.push(Effect::Pane(Pane::List).into());
            }
            Some(LessonScreen::List(name)) => {
                out.extend([Msg::Lists(ListsMsg::ShowNamed(name.clone())).into(), Effect::Pane(Pane::View).into()]);
            }
            Some(LessonScreen::Fits) => out.extend([Out::Screen(Screen::Fits), Effect::Pane(Pane::View).into()]),
            Some(LessonScreen::Steps(step)) => {
                out.extend([Msg::Core(CoreMsg::Walk(Some(*step))).into(), Effect::Pane(Pane::View).into()]);
            }
            Some(LessonScreen::Register) => out.push(Effect::Pane(Pane::Bytes).into()),
            Some(LessonScreen::Function(_)) | None => {
                // Leave the steps of the relocation, which an earlier step of the lesson may have shown.
                if matches!(ready.show, Some(Show::Relocation(_))) {
                    out.push(Msg::Core(CoreMsg::Walk(None)).into());
                }
            }
        }
        // A chosen fix is no longer shown. The log of the step follows later, by `due_log`.
        self.chosen.clear();
        out.push(Out::Address(BrowserHistory::Replace));
        out
    }

    /// Whether a step shows a type without members, which has no layout.
    fn has_no_layout(&self, ready: &Ready, seen: &Seen) -> bool {
        let Some(Show::Type(id, path)) = &ready.show else { return false };
        let Some(file) = self.file(ready.file).and_then(|id| seen.file_of(id)) else { return false };
        let table = file.btf.get(model::table::table_type(&file.btf, *id));
        path.is_root() && table.is_some_and(|t| t.item_count() == 0)
    }

    /// The desk could not resolve the step.
    pub(crate) fn failed(&mut self, turn: u32, why: String) {
        let asked = self.step.asked().filter(|asked| asked.turn == turn).cloned();
        if asked.is_some_and(|asked| self.step.fail(&asked, why.clone())) {
            self.message = Some((false, why));
        }
    }

    fn is_met(&self, goal: &Goal, seen: &Seen, looks: &Looks, pad: &Pad) -> bool {
        let Some(file) = seen.file() else { return false };
        if let Goal::Open(id) = goal {
            return self.file(*id) == Some(file.id);
        }
        if *goal == Goal::Build {
            // If the source has errors, the pad shows only the types that could be read.
            let is_whole = pad.first_error().is_none();
            let built = self.ready().map(|r| &*r.built).unwrap_or_default();
            return is_whole && !built.is_empty() && built.iter().all(|condition| condition.met);
        }
        if self.ready().is_none_or(|r| self.file(r.file) != Some(file.id)) {
            return false;
        }
        let (look, features) = (&file.look, &looks[file.id]);
        let (programs, core) = (seen.program().is_some(), seen.core().is_some());
        let types = !programs && !core;
        match goal {
            Goal::Select(id, path) => types && look.selection.as_ref().is_some_and(|s| s.id == *id && s.path == *path),
            Goal::View(view) => types && look.selection.is_some() && seen.view() == *view,
            Goal::Byte(blob, range) => look.byte.is_some_and(|b| b.blob == *blob && range.contains(b.at)),
            Goal::Relocation(index) => core && features.core.picked == Some(*index),
            Goal::Kernel(id) => core && features.core.kernel.is_some() && features.core.kernel == self.file(*id),
            Goal::LogLine(start, end) => {
                // The log of an earlier step, or one that the person pasted, has other lines.
                let log = &features.log;
                let is_it = !self.log_due && log.shown && log.is_of_lesson();
                is_it && log.chosen().is_some_and(|at| (*start..*end).contains(&at))
            }
            Goal::Function(key) => programs && features.program.key().split('@').next() == Some(key),
            Goal::Open(_) | Goal::Build | Goal::Fix | Goal::Answer(_) => false,
        }
    }

    /// If the task asks for another line of the log than the chosen one, says so, once for each chosen line.
    fn judge_line(&mut self, goal: &Goal, seen: &Seen, looks: &Looks) {
        let (Goal::LogLine(start, end), Some(file)) = (goal, seen.file()) else { return };
        let log = &looks[file.id].log;
        let is_it = !self.log_due && log.shown && log.is_of_lesson();
        let wrong = log.chosen().filter(|at| is_it && !(*start..*end).contains(at));
        if std::mem::replace(&mut self.wrong_line, wrong) != wrong {
            self.message = wrong.map(|_| (false, "Not this line.".to_owned()));
        }
    }

    pub(super) fn task_done(&mut self, word: &str) {
        if let Some(mark) = self.marks.steps.get_mut(self.at) {
            mark.done = true;
        }
        self.uncovered = true;
        self.message = Some((true, word.to_string()));
        self.reason = None;
        self.progress.put(&self.marks);
    }

    /// Does the task, or tells the answer.
    pub(super) fn reveal_task(&mut self) -> Vec<Out> {
        let Some(ready) = self.ready().cloned() else { return vec![] };
        // A task to build types has no single answer.
        let Some(goal) = ready.goal.as_ref().filter(|goal| **goal != Goal::Build) else { return vec![] };
        if let Some(mark) = self.marks.steps.get_mut(self.at).filter(|mark| !mark.done) {
            mark.shown = true;
            self.progress.put(&self.marks);
        }
        self.uncovered = true;
        let mut out = Vec::new();
        if !matches!(goal, Goal::Open(_)) {
            out.extend(self.file(ready.file).map(Out::MakeCurrent));
        }
        match goal {
            Goal::Open(at) => out.extend(self.file(*at).map(|id| Msg::Files(FilesMsg::Switch(id)).into())),
            Goal::Select(id, path) => out.push(Out::Go(*id, path.clone(), BrowserHistory::Push)),
            Goal::View(view) => out.push(Msg::View(*view).into()),
            Goal::Byte(blob, range) => {
                let focus = ByteFocus { blob: *blob, at: range.start };
                out.push(Out::Show(Show::Byte(focus), BrowserHistory::Push));
            }
            Goal::Relocation(index) => out.push(Msg::Core(CoreMsg::Pick(*index)).into()),
            Goal::Kernel(at) => out.extend(self.file(*at).map(|id| Msg::Core(CoreMsg::Kernel(id)).into())),
            Goal::Function(key) => out.push(Out::Show(Show::Function(key.clone()), BrowserHistory::Push)),
            Goal::LogLine(start, _) => {
                // The person may have closed the log, pasted another one, or left the program.
                if let Some(show @ Show::Function(_)) = &ready.show {
                    out.push(Out::Show(show.clone(), BrowserHistory::Push));
                }
                let log = self.step().and_then(|step| step.plan.log.as_ref()).map(|log| log.text.clone());
                out.push(Msg::Log(LogMsg::OfLesson(log.unwrap_or_default(), true)).into());
                out.push(Msg::Log(LogMsg::Pick(*start)).into());
                self.log_due = false;
            }
            Goal::Fix => out.extend(self.right_fix().map(|at| self.fix(at)).unwrap_or_default()),
            Goal::Build => {}
            Goal::Answer(expected) => {
                self.message = Some((true, format!("The answer is {}.", expected.text)));
                self.reason = None;
            }
        }
        out
    }
}

impl Receives<AskStep> for Session {
    fn receive(&mut self, ask: AskStep, result: Result<Box<Ready>, Problem>) {
        match result {
            Ok(found) => {
                let out = self.learn.answered(ask.turn, *found, &self.seen);
                self.apply_out(out);
            }
            Err(problem) => self.learn.failed(ask.turn, problem.message),
        }
    }
}
