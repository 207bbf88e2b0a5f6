//! Lessons: which one is walked, at which step, whether its task is done.

use std::rc::Rc;

use desk::FileId;
use desk::Problem;
use desk::{AskStep, Job};
use model::address;
use model::address::{Source, web_address};
use model::lesson::{Goal, Lesson, LessonFile, Ready, Show, Step, entry};

use super::relocations::CoreMsg;
use super::{Effect, Msg, Session, Way};

/// What happens in Learn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LearnMsg {
    /// Show the panel, or hide it.
    Show(bool),
    /// Back to the list of lessons.
    List,
    /// Begin one of the page's lessons, at a step from 0. Its file and its samples are loaded: a click asked for it.
    Start(String, usize),
    /// A lesson's file was read: its name, and its text.
    Text(String, String),
    /// Load the samples that the lesson needs.
    Load,
    /// Go to a step, from 0.
    Step(usize),
    /// An answer was given.
    Answer(String),
    /// A hint is wanted.
    Hint,
    /// Do it for me.
    Reveal,
}

/// What is learnt.
#[derive(Debug, Default)]
pub struct Learn {
    /// The panel is shown.
    pub shown: bool,
    /// The name of the page's lesson, or the address of one on the web; empty for one from a file.
    pub name: String,
    /// The lesson; none while the list is shown.
    pub lesson: Option<Rc<Lesson>>,
    /// The step, from 0.
    pub at: usize,
    /// The step, worked out on the open files.
    pub ready: Option<Rc<Ready>>,
    /// Which tasks are done.
    pub done: Vec<bool>,
    /// What was said of the task last, and whether it is good news.
    pub said: Option<(bool, String)>,
    /// How many hints were asked for.
    pub hints: usize,
    /// A lesson that a link or a click wants and that is not there: its name, and the step.
    pub wanted: Option<(String, usize)>,
    /// The lessons of the page that were walked to their end.
    pub finished: Vec<String>,
    /// The person asked for the samples.
    load: bool,
    /// The sample that is being loaded.
    loading: Option<String>,
    /// The link that wants the lesson says itself what is shown.
    keep: bool,
    /// The step was just entered: what it shows is to be shown.
    enter: bool,
    /// For which step and files the desk was asked, and the number of the request.
    asked: Option<(usize, Vec<FileId>)>,
    turn: u32,
}

impl Learn {
    /// The open file at a place among the lesson's.
    pub fn file(&self, at: usize) -> Option<FileId> {
        self.asked.as_ref()?.1.get(at).copied()
    }

    /// The step.
    pub fn step(&self) -> Option<&Step> {
        self.lesson.as_ref()?.steps.get(self.at)
    }

    /// Whether the step's task is done.
    pub fn is_done(&self) -> bool {
        self.done.get(self.at).copied().unwrap_or_default()
    }

    /// What an address says of it: the lesson, and the step from 1.
    pub fn key(&self) -> String {
        match (&self.wanted, self.shown) {
            (Some((name, at)), true) => format!("{name}:{}", at + 1),
            (None, true) if !self.name.is_empty() => format!("{}:{}", self.name, self.at + 1),
            _ => String::new(),
        }
    }

    fn begin(&mut self, at: usize) {
        let last = self.lesson.as_ref().map_or(0, |l| l.steps.len().saturating_sub(1));
        self.at = at.min(last);
        self.ready = None;
        self.asked = None;
        self.said = None;
        self.hints = 0;
        self.enter = true;
    }
}

impl Session {
    /// The marks of the lesson, when they are in this file.
    pub fn lesson_marks(&self, file: FileId) -> Option<&Ready> {
        self.learn.ready.as_deref().filter(|ready| self.learn.shown && self.learn.file(ready.file) == Some(file))
    }

    /// The files of the lesson that are not open.
    pub fn lesson_needs(&self) -> Vec<&LessonFile> {
        let files = self.learn.lesson.iter().flat_map(|l| &l.files);
        files.filter(|f| self.lesson_file(f).is_none()).collect()
    }

    fn lesson_file(&self, file: &LessonFile) -> Option<FileId> {
        let fits = |open: &&crate::file::OpenFile| match file.sample {
            true => open.sample.as_ref() == Some(&file.name),
            false => open.name == file.name,
        };
        self.files.iter().find(fits).map(|f| f.id)
    }

    pub(super) fn learn_msg(&mut self, msg: LearnMsg, effects: &mut Vec<Effect>) {
        let learn = &mut self.learn;
        match msg {
            LearnMsg::Show(on) => {
                learn.shown = on;
                effects.push(if on { Effect::FocusLesson } else { Effect::FocusView });
                self.show_address(Way::Push, effects);
            }
            LearnMsg::List => {
                *learn = Learn {
                    shown: true,
                    finished: std::mem::take(&mut learn.finished),
                    turn: learn.turn,
                    ..Learn::default()
                };
                effects.push(Effect::FocusLesson);
                self.show_address(Way::Push, effects);
            }
            LearnMsg::Start(name, at) => {
                learn.shown = true;
                if learn.lesson.is_some() && learn.name == name {
                    learn.load = true;
                    return self.learn_msg(LearnMsg::Step(at), effects);
                }
                let wanted = Some((name.clone(), at));
                learn.keep &= learn.wanted == wanted;
                learn.wanted = wanted;
                match web_address(&name) {
                    Some(_) => self.load_url(name, effects),
                    None => effects.push(Effect::LoadLesson(name)),
                }
            }
            LearnMsg::Text(name, text) => effects.push(Effect::Ask(Job::Lesson(name, text))),
            LearnMsg::Load => {
                learn.load = true;
                learn.loading = None;
            }
            LearnMsg::Step(at) => {
                learn.begin(at);
                effects.push(Effect::FocusLesson);
                self.show_address(Way::Push, effects);
            }
            LearnMsg::Answer(typed) => {
                let goal = learn.ready.as_ref().and_then(|r| r.goal.as_ref());
                let Some(Goal::Answer(expected)) = goal.filter(|_| !typed.trim().is_empty()) else { return };
                match expected.is(&typed) {
                    true => self.task_done("Right."),
                    false => learn.said = Some((false, format!("Not {}. Try again.", typed.trim()))),
                }
            }
            LearnMsg::Hint => {
                let all = learn.step().map_or(0, |s| s.plan.hints.len());
                learn.hints = (learn.hints + 1).min(all);
            }
            LearnMsg::Reveal => self.reveal_task(effects),
        }
    }

    /// The desk has read a lesson.
    pub(super) fn lesson_read(&mut self, file: &str, lesson: Lesson, effects: &mut Vec<Effect>) {
        let is_it = |name: &str| match web_address(name) {
            Some(address) => address::file_name(address) == file,
            None => file.strip_suffix(".md") == Some(name),
        };
        let mut wanted = self.learn.wanted.take().filter(|(name, _)| is_it(name));
        // It was loaded from the web: there is nothing to ask for any more.
        if let Some(Source::Url(address)) = self.wanted.as_ref().and_then(|w| w.address.main_file())
            && is_it(address)
        {
            wanted = Some((address.clone(), 0));
            self.wanted = None;
        }
        let (name, at) = wanted.unwrap_or_default();
        let learn = &mut self.learn;
        // One of somebody else's loads nothing until it is asked to.
        learn.load = entry(&name).is_some();
        learn.name = name;
        learn.shown = true;
        learn.done = vec![false; lesson.steps.len()];
        learn.lesson = Some(Rc::new(lesson));
        learn.loading = None;
        learn.begin(at);
        // A link that says what it shows goes before the step.
        learn.enter = !std::mem::take(&mut learn.keep);
        effects.push(Effect::FocusLesson);
        self.show_address(Way::Push, effects);
    }

    /// It could not read it.
    pub(super) fn lesson_unread(&mut self, problem: Problem, effects: &mut Vec<Effect>) {
        self.learn.wanted = None;
        self.apply(Msg::Failed(problem), effects);
    }

    /// What has to be done for the step: load its files, ask the desk, see whether its task is done.
    pub(super) fn learn_on(&mut self, effects: &mut Vec<Effect>) {
        if !self.learn.shown {
            return;
        }
        let Some(lesson) = self.learn.lesson.clone() else { return };
        if let Some(missing) = self.lesson_needs().first().map(|f| (*f).clone()) {
            let learn = &mut self.learn;
            if learn.asked.take().is_some() {
                // It was there, and was closed: not against the person's will.
                learn.load = false;
                learn.ready = None;
            }
            if learn.load && missing.sample && learn.loading.as_ref() != Some(&missing.name) {
                learn.loading = Some(missing.name.clone());
                effects.push(Effect::LoadSample(missing.name));
            }
            return;
        }
        let ids: Vec<FileId> = lesson.files.iter().filter_map(|f| self.lesson_file(f)).collect();
        let at = self.learn.at;
        let wanted = (at, ids);
        if self.learn.asked.as_ref() != Some(&wanted) {
            let Some(step) = lesson.steps.get(at) else { return };
            let names = lesson.files.iter().map(|f| f.name.clone());
            let files = names.zip(wanted.1.iter().copied()).collect();
            // The file that was named last is still the one.
            let named = lesson.steps.iter().take(at + 1).rev().find_map(|s| s.plan.open.as_ref());
            let of = named.and_then(|said| lesson.files.iter().position(|f| f.name == said.text));
            self.learn.turn += 1;
            let ask = AskStep { turn: self.learn.turn, files, at: of.unwrap_or(0), plan: step.plan.clone() };
            self.learn.asked = Some(wanted);
            self.learn.ready = None;
            effects.push(Effect::Ask(Job::Step(Box::new(ask))));
        }
        let goal = self.learn.ready.as_ref().filter(|_| !self.learn.is_done()).and_then(|r| r.goal.clone());
        if goal.is_some_and(|goal| self.is_met(&goal)) {
            self.task_done("Done.");
        }
    }

    /// The desk has worked out the step.
    pub(super) fn step_ready(&mut self, turn: u32, ready: Ready, effects: &mut Vec<Effect>) {
        if turn != self.learn.turn {
            return;
        }
        let ready = Rc::new(ready);
        self.learn.ready = Some(Rc::clone(&ready));
        if !std::mem::take(&mut self.learn.enter) {
            return;
        }
        self.current = self.learn.file(ready.file).or(self.current);
        if let Some(view) = ready.view {
            self.view = view;
        }
        if let Some(show) = &ready.show {
            self.show_me(show, Way::Replace, effects);
        }
        self.show_address(Way::Replace, effects);
    }

    fn show_me(&mut self, show: &Show, way: Way, effects: &mut Vec<Effect>) {
        match show {
            Show::Type(id, path) => self.go_to(*id, path.clone(), way, effects),
            Show::Byte(focus) => {
                self.leave_programs(effects);
                if let Some(file) = self.file_mut() {
                    file.look.byte = Some(*focus);
                }
            }
            Show::Relocation(index) => self.pick_relocation(*index, way, effects),
            Show::Function(key) => {
                if let Some(file) = self.file_mut() {
                    file.look.core.shown = false;
                }
                self.show_program(key, effects);
                self.show_address(way, effects);
            }
        }
    }

    fn is_met(&self, goal: &Goal) -> bool {
        let Some(file) = self.file() else { return false };
        if let Goal::Open(id) = goal {
            return self.learn.file(*id) == Some(file.id);
        }
        if self.learn.ready.as_ref().is_none_or(|r| self.learn.file(r.file) != Some(file.id)) {
            return false;
        }
        let look = &file.look;
        let types = !look.core.shown && !look.program.shown;
        match goal {
            Goal::Select(id, path) => types && look.selection.as_ref().is_some_and(|s| s.id == *id && s.path == *path),
            Goal::View(view) => types && look.selection.is_some() && self.view == *view,
            Goal::Byte(blob, range) => look.byte.is_some_and(|b| b.blob == *blob && range.contains(b.at)),
            Goal::Relocation(index) => look.core.shown && look.core.picked == Some(*index),
            Goal::Kernel(id) => {
                look.core.shown && look.core.kernel.is_some() && look.core.kernel == self.learn.file(*id)
            }
            Goal::Function(key) => look.program.shown && look.program.key().split('@').next() == Some(key),
            Goal::Open(_) | Goal::Answer(_) => false,
        }
    }

    fn task_done(&mut self, word: &str) {
        let learn = &mut self.learn;
        if let Some(done) = learn.done.get_mut(learn.at) {
            *done = true;
        }
        learn.said = Some((true, word.to_string()));
        let tasks = learn.lesson.iter().flat_map(|l| &l.steps).zip(&learn.done);
        let all = tasks.filter(|(step, _)| !step.plan.task.is_empty()).all(|(_, done)| *done);
        if all && !learn.name.is_empty() && !learn.finished.contains(&learn.name) {
            learn.finished.push(learn.name.clone());
        }
    }

    /// Does what the task asks for, or says the answer.
    fn reveal_task(&mut self, effects: &mut Vec<Effect>) {
        let Some(ready) = self.learn.ready.clone() else { return };
        let Some(goal) = &ready.goal else { return };
        if !matches!(goal, Goal::Open(_)) {
            self.current = self.learn.file(ready.file).or(self.current);
        }
        match goal {
            Goal::Open(at) => {
                if let Some(id) = self.learn.file(*at) {
                    self.apply(Msg::Switch(id), effects);
                }
            }
            Goal::Select(id, path) => self.go_to(*id, path.clone(), Way::Push, effects),
            Goal::View(view) => self.apply(Msg::View(*view), effects),
            Goal::Byte(blob, range) => {
                let focus = model::focus::ByteFocus { blob: *blob, at: range.start };
                self.show_me(&Show::Byte(focus), Way::Push, effects);
            }
            Goal::Relocation(index) => self.pick_relocation(*index, Way::Push, effects),
            Goal::Kernel(at) => {
                if let Some(id) = self.learn.file(*at) {
                    self.core_msg(CoreMsg::Kernel(id), effects);
                }
            }
            Goal::Function(key) => self.show_me(&Show::Function(key.clone()), Way::Push, effects),
            Goal::Answer(expected) => self.learn.said = Some((true, format!("The answer is {}.", expected.text))),
        }
    }

    /// What an address says of a lesson. Nothing is loaded before a click.
    pub(super) fn learn_arrive(&mut self, key: &str, shows: bool, effects: &mut Vec<Effect>) {
        let learn = &mut self.learn;
        if key.is_empty() {
            // Back, to before the lesson. One from a file is in no address.
            learn.shown &= learn.name.is_empty() && learn.wanted.is_none();
            return;
        }
        // An address has colons of its own.
        let (name, at) = key.rsplit_once(':').and_then(|(n, step)| Some((n, step.parse().ok()?))).unwrap_or((key, 1));
        let at = usize::saturating_sub(at, 1);
        learn.shown = true;
        if learn.lesson.is_some() && learn.name == name {
            learn.wanted = None;
            if learn.at != at {
                learn.begin(at);
                learn.enter = !shows;
                effects.push(Effect::FocusLesson);
            }
        } else if entry(name).is_some() || web_address(name).is_some() {
            learn.wanted = Some((name.to_string(), at));
            learn.keep = shows;
            learn.lesson = None;
            learn.ready = None;
            effects.push(Effect::FocusLesson);
        } else {
            let shown: String = name.chars().take(40).collect();
            self.notice = format!("There is no lesson {shown} here");
        }
    }
}
