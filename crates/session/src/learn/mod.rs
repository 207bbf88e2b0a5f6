//! Lessons: the current one, its step, and whether its task is done.

use std::collections::BTreeMap;
use std::rc::Rc;

use desk::{FileId, Problem, ReadLesson};
use lesson::{Cover, Entry, Goal, LESSONS, Lesson, LessonFile, LessonStep, Ready, Show, Span, entry};
use model::address::Address;
use model::focus::BlobId;
use model::views::View;

use crate::Session;
use crate::ask::Ask;
use crate::feature::Feature;
use crate::file::OpenFile;
use crate::link::Link;
use crate::list::step;
use crate::look::looks::Looks;
pub use crate::msg::LearnMsg;
use crate::msg::{AtlasMsg, BrowserHistory, Effect, Msg};
use crate::out::Out;
use crate::pad::Pad;
use crate::seen::Seen;

mod begin;
mod deck;
mod export;
mod fix;
mod hold;
mod progress;
mod results;
mod task;

use crate::receive::Receives;
use begin::open_file;
pub use deck::DeckPanes;
pub use progress::{LessonMarks, NOT_KEPT, Progress, StepMark};
use results::results;
use task::Asked;

/// The state of the lessons.
#[derive(Debug, Default)]
pub struct Learn {
    /// Whether the panel is shown.
    pub shown: bool,
    /// The name of a lesson of the page, or the address of a lesson on the web; empty for a lesson from a file.
    pub name: String,
    /// The lesson; none while the list is shown.
    pub lesson: Option<Rc<Lesson>>,
    /// The step, counted from 0.
    pub at: usize,
    /// The progress in this lesson.
    pub marks: LessonMarks,
    /// The last message about the task, and whether it is good news.
    pub message: Option<(bool, String)>,
    /// The last answer, if it is one of the wrong answers for which the step gives a reason: its index among them. The
    /// page shows the reason after `message`.
    reason: Option<usize>,
    /// The text in the field of each step, by the number of the step from 0, so that it is still there when the
    /// person comes back.
    drafts: BTreeMap<usize, String>,
    /// Whether the parts that the step covers were uncovered since the person came to the step.
    uncovered: bool,
    /// How many hints are shown.
    pub hints: usize,
    /// The lesson that a link or click asked for and that is not read yet: its name, and the step counted from 0.
    pub wanted: Option<(String, usize)>,
    /// The progress in all lessons.
    pub progress: Progress,
    /// Whether the page asks the person to confirm the deletion of the progress.
    pub asks_forget: bool,
    /// Whether the presentation is on.
    pub deck: bool,
    /// The view that the step showed at first; none if the step neither names a view nor shows a type.
    shown_view: Option<View>,
    /// The fixes that were chosen in this step, by index; the last one is shown.
    chosen: Vec<usize>,
    /// The right answer that the person gave.
    accepted: String,
    /// The chosen line of the log, counted from 0, if the task asks for another line.
    wrong_line: Option<usize>,
    /// The text of the lesson.
    source: String,
    /// Whether the lesson is exported as soon as all its files are open.
    exporting: bool,
    /// Whether the lesson's files may be loaded: it is one of the page's lessons, or the person agreed.
    may_load: bool,
    /// The sample, or the kernel of an atlas, that is being loaded.
    loading: Option<String>,
    /// Whether the link to the lesson also names a file, and so a view to show.
    link_has_view: bool,
    /// Whether the step was entered just now, so that its view must be shown.
    just_entered: bool,
    /// Whether the step's own log must still be put below its program. This is done even if the link named the view.
    log_due: bool,
    /// The number of the last question to the desk about a step.
    turn: u32,
    /// The step, resolved by the desk on the open files.
    step: Ask<Asked, Ready>,
}

impl Learn {
    /// The step as the desk resolved it on the open files.
    pub fn ready(&self) -> Option<&Rc<Ready>> {
        self.step.answer()
    }

    /// Whether the desk is resolving the step.
    pub fn waits(&self) -> bool {
        self.step.waits()
    }

    /// The open file at this index of the lesson's files.
    pub fn file(&self, at: usize) -> Option<FileId> {
        self.step.asked()?.files.get(at).copied()
    }

    /// The current step.
    pub fn step(&self) -> Option<&LessonStep> {
        self.lesson.as_ref()?.steps.get(self.at)
    }

    /// Whether the step's task is done.
    pub fn is_done(&self) -> bool {
        self.mark().done
    }

    /// The progress of the step.
    pub fn mark(&self) -> StepMark {
        self.marks.steps.get(self.at).copied().unwrap_or_default()
    }

    /// Whether the page shows the task as done. In the presentation, each step looks as if it had not been done,
    /// until it is uncovered.
    pub fn looks_done(&self) -> bool {
        self.is_done() && (self.uncovered || !self.in_deck())
    }

    /// Whether the person knows the answer, because it was given or shown; in the presentation, whether the step is
    /// uncovered.
    fn is_known(&self) -> bool {
        let mark = self.mark();
        self.uncovered || !self.in_deck() && (mark.done || mark.shown)
    }

    /// The decoder's message about the damaged blob that the step shows; empty until the answer is known.
    pub fn fault(&self) -> &str {
        self.ready().filter(|_| self.is_known()).map_or("", |ready| &ready.fault)
    }

    /// The parts of the page that are covered now, because they would give the answer away. Only a question covers
    /// parts, until it is answered or its answer is shown. In the presentation, it covers them again whenever the step
    /// is entered, until they are uncovered by a key or click.
    pub fn covered(&self) -> &[Cover] {
        // A fix that was chosen is shown with its own log, in full.
        let known = self.is_known() || !self.chosen.is_empty();
        // A question that does not fit the files has no answer. It covers nothing, because the parts would stay covered
        // for ever.
        let asks = self.ready().is_none_or(|ready| ready.goal.is_some());
        match self.step() {
            Some(step) if self.shown && asks && !known => &step.plan.hide,
            _ => &[],
        }
    }

    /// Whether [`LearnMsg::Uncover`] would show something.
    pub fn can_uncover(&self) -> bool {
        !self.covered().is_empty() || self.is_done() && !self.looks_done()
    }

    /// The message about the task, and whether it is good news. It is about the last answer, or says that the task
    /// was done before.
    pub fn task_message(&self) -> (bool, String) {
        let unmet = self.ready().is_some_and(|ready| ready.built.iter().any(|condition| !condition.met));
        if self.is_done() && unmet {
            return (false, "Done before. What is in the pad now does not meet all conditions.".to_owned());
        }
        let mark = if self.is_done() && !self.looks_done() { StepMark::default() } else { self.mark() };
        let before = match (mark.done, mark.is_answered()) {
            (false, _) => "",
            (true, true) => "Done.",
            (true, false) => "Done, after the answer was shown.",
        };
        self.message.clone().unwrap_or((mark.done, before.to_owned()))
    }

    /// The text about a link that leads to a step (counted from 0) of a lesson that is not read yet.
    pub fn wanted_words(at: usize) -> String {
        format!("This link leads to step {} of this lesson.", at + 1)
    }

    /// Why the last answer is wrong, in the words of the lesson; empty if the lesson gives no reason.
    pub fn reason(&self) -> &[Span] {
        let wrong = self.reason.and_then(|at| self.step()?.plan.wrong.get(at));
        wrong.map_or(&[], |wrong| &wrong.why)
    }

    /// The text typed into the step's field.
    pub fn draft(&self) -> &str {
        self.drafts.get(&self.at).map_or("", String::as_str)
    }

    /// Whether the presentation is shown.
    pub fn in_deck(&self) -> bool {
        self.deck && self.shown && self.lesson.is_some()
    }

    /// The lesson that follows this one in the page's list.
    pub fn next_lesson(&self) -> Option<&'static Entry> {
        LESSONS.iter().skip_while(|e| e.name != self.name).nth(1)
    }

    /// The results of all lessons, as text to paste.
    pub fn results(&self, today: &str) -> String {
        results(&self.progress, today)
    }

    /// Where to continue: the lesson of the page and the step (from 0) that were open last; if that lesson is finished,
    /// the next lesson that is not finished. None if no lesson was opened yet, or if all are finished.
    pub fn go_on(&self) -> Option<(&'static Entry, usize)> {
        let last = self.progress.lessons().iter().find(|l| entry(&l.name).is_some())?;
        if !last.is_finished() {
            return Some((entry(&last.name)?, last.at));
        }
        let from = LESSONS.iter().position(|e| e.name == last.name)? + 1;
        let open = |e: &&Entry| self.progress.of(e.name).is_none_or(|l| !l.is_finished());
        let next = LESSONS.iter().cycle().skip(from).take(LESSONS.len()).find(open)?;
        Some((next, self.progress.of(next.name).map_or(0, |l| l.at)))
    }

    /// The lesson and step for an address: `name:step`, the step counted from 1. Empty if no lesson is shown, or if the
    /// lesson is from a file.
    pub fn key(&self) -> String {
        match (&self.wanted, self.shown) {
            (Some((name, at)), true) => format!("{name}:{}", at + 1),
            (None, true) if !self.name.is_empty() => format!("{}:{}", self.name, self.at + 1),
            _ => String::new(),
        }
    }

    /// A link to this step, as a fragment; none for a lesson from a file, because other people do not have the file.
    pub fn link(&self) -> Option<String> {
        let learn = self.key();
        (!learn.is_empty()).then(|| Address { learn, ..Address::default() }.to_fragment())
    }
}

impl Session {
    /// The resolved step, if the lessons are shown and the step is about this file.
    pub fn lesson_marks(&self, file: FileId) -> Option<&Ready> {
        let learn = self.learn();
        learn.ready().map(|ready| &**ready).filter(|ready| learn.shown && learn.file(ready.file) == Some(file))
    }

    /// The byte to scroll to. If the step's own type is selected and no byte is chosen, it is the first byte that the
    /// step marks: the step may mark the record of a member's type, which may be far from the member.
    pub fn byte_in_sight(&self, file: &OpenFile, blob: BlobId) -> Option<u32> {
        let shown = |ready: &&Ready| match (&ready.show, &file.look.selection) {
            (Some(Show::Type(id, path)), Some(selected)) => selected.id == *id && selected.path == *path,
            _ => false,
        };
        let ready = self.lesson_marks(file.id).filter(shown).filter(|_| file.look.byte.is_none());
        let mark = ready.and_then(|ready| ready.in_blob(blob).first().map(|range| range.start));
        mark.or_else(|| file.byte_in_sight(blob))
    }

    /// The files that the lesson needs up to this step, or for the export, and that are not open.
    pub fn lesson_needs(&self) -> Vec<&LessonFile> {
        self.learn().needs(self)
    }
}

impl Learn {
    /// The files that the lesson needs up to this step, or for the export, and that are not open.
    fn needs(&self, seen: &Seen) -> Vec<&LessonFile> {
        let at = if self.exporting { usize::MAX } else { self.at };
        let files = self.lesson.iter().flat_map(|l| l.files_at(at));
        files.filter(|f| open_file(f, seen).is_none()).collect()
    }

    fn show(&mut self, on: bool) -> Vec<Out> {
        self.shown = on;
        let focus = if on { Effect::FocusLesson } else { Effect::FocusView };
        vec![focus.into(), Out::Address(BrowserHistory::Push)]
    }

    pub(super) fn step_to(&mut self, at: usize, seen: &Seen) -> Vec<Out> {
        self.enter_step(at, seen);
        vec![Effect::FocusLesson.into(), Out::Address(BrowserHistory::Push)]
    }

    /// Goes this many steps forward or back, within the lesson. If the panel is hidden, or no lesson is open, shows the
    /// panel instead.
    fn turn_by(&mut self, by: i64, seen: &Seen) -> Vec<Out> {
        let Some(lesson) = self.lesson.as_ref().filter(|_| self.shown) else {
            return self.show(true);
        };
        let to = step(Some(self.at), by, lesson.steps.len()).unwrap_or(self.at);
        if to == self.at { vec![] } else { self.step_to(to, seen) }
    }

    /// Checks an answer. Sending the right answer again goes to the next step.
    fn answer(&mut self, typed: String, seen: &Seen) -> Vec<Out> {
        let goal = self.ready().and_then(|r| r.goal.as_ref());
        let Some(Goal::Answer(expected)) = goal else { return vec![] };
        if self.is_done() && typed == self.accepted && !typed.is_empty() {
            return self.turn_by(1, seen);
        }
        let checked = expected.check(&typed).map(|()| expected.right_words());
        self.drafts.insert(self.at, typed.clone());
        self.reason = None;
        if let Some(mark) = self.marks.steps.get_mut(self.at).filter(|mark| !mark.done && !typed.trim().is_empty()) {
            mark.tries = mark.tries.saturating_add(1);
        }
        match checked {
            Ok(said) => {
                self.accepted = typed;
                self.task_done(&said);
            }
            Err(reply) => {
                self.message = Some((false, reply.text));
                self.reason = reply.wrong;
            }
        }
        self.progress.put(&self.marks);
        vec![]
    }
}

impl Feature for Learn {
    type Msg = LearnMsg;
    type Reads<'a> = (&'a Seen, &'a Looks, &'a Link, &'a Pad);

    fn update(&mut self, msg: LearnMsg, (seen, ..): (&Seen, &Looks, &Link, &Pad)) -> Vec<Out> {
        match msg {
            LearnMsg::Show(on) => return self.show(on),
            LearnMsg::List => {
                *self = Learn {
                    shown: true,
                    progress: std::mem::take(&mut self.progress),
                    turn: self.turn,
                    ..Learn::default()
                };
                let ended = Msg::Atlas(AtlasMsg::Lesson(None)).into();
                return vec![ended, Effect::FocusLesson.into(), Out::Address(BrowserHistory::Push)];
            }
            LearnMsg::Start(name, at) => return self.start(name, at, seen),
            LearnMsg::Text(name, text) => {
                text.clone_into(&mut self.source);
                return vec![Out::ask(ReadLesson { name, text })];
            }
            LearnMsg::Load => {
                self.may_load = true;
                self.loading = None;
            }
            LearnMsg::Step(at) => return self.step_to(at, seen),
            LearnMsg::Turn(by) => return self.turn_by(by, seen),
            LearnMsg::Typed(text) => {
                self.drafts.insert(self.at, text);
            }
            LearnMsg::Answer(typed) => return self.answer(typed, seen),
            LearnMsg::Deck(_) if self.lesson.is_none() || !self.shown => return self.show(true),
            LearnMsg::Fix(at) => return self.fix(at),
            LearnMsg::Uncover => self.uncovered = true,
            LearnMsg::Again => return self.show_again(),
            LearnMsg::Deck(on) => {
                self.begin_deck(on);
                return vec![Effect::FocusLesson.into(), Out::Address(BrowserHistory::Push)];
            }
            LearnMsg::AskForget(on) => self.asks_forget = on,
            LearnMsg::Forget => {
                self.asks_forget = false;
                self.progress.clear();
                return vec![Effect::FocusLesson.into(), Msg::Notice("Your progress was deleted.".into()).into()];
            }
            LearnMsg::CopyResults => {
                let said = "Results copied: paste them where your teacher asks for them.".to_owned();
                return vec![Effect::Copy(self.results(seen.today()), said).into()];
            }
            LearnMsg::Export => return self.export(seen),
            LearnMsg::CopyLink => {
                let said = "Link to this step copied.".to_owned();
                return self.link().map(|link| Out::CopyLink(link, said)).into_iter().collect();
            }
            LearnMsg::Hint => {
                let all = self.step().map_or(0, |s| s.plan.hints.len());
                self.hints = (self.hints + 1).min(all);
            }
            LearnMsg::Reveal => return self.reveal_task(),
            LearnMsg::AddressNames(key, shows, deck) => {
                self.begin_deck(deck);
                return self.apply_address(&key, shows, seen);
            }
            LearnMsg::Kept(text) => self.progress.take(text),
            LearnMsg::Saved(saved) => self.progress.refused = !saved,
            LearnMsg::Reloaded => {
                if let Some((name, at)) = self.wanted.clone() {
                    return self.start(name, at, seen);
                }
            }
        }
        vec![]
    }

    /// Loads and resolves the step, and stores the progress.
    fn reconcile(&mut self, (seen, looks, link, pad): (&Seen, &Looks, &Link, &Pad)) -> Vec<Out> {
        let mut out = self.reconcile_step(seen, looks, link, pad);
        out.extend(self.progress.unsaved().map(|text| Effect::SaveProgress(text).into()));
        out
    }
}

impl Receives<ReadLesson> for Session {
    fn receive(&mut self, ask: ReadLesson, result: Result<Box<Lesson>, Problem>) {
        let out = match result {
            Ok(lesson) => self.learn.start_parsed(&ask.name, *lesson, &self.seen, &self.link),
            Err(problem) => self.learn.parse_failed(problem),
        };
        self.apply_out(out);
    }
}
