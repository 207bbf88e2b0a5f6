//! Lessons: which one is walked, at which step, whether its task is done.

use std::rc::Rc;

use desk::{FileId, Job, Problem};
use model::address;
use model::address::{Address, Source, web_address};
use model::lesson::{Goal, Lesson, LessonFile, LessonStep, Ready, entry};

use crate::ask::Ask;
use crate::link::LinkMsg;
use crate::state::Out;
use crate::{Effect, FilesMsg, History, Msg, Session};

mod task;

/// What happens in Learn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LearnMsg {
    /// Show the panel, or hide it.
    Show(bool),
    /// Copy a link to the step.
    CopyLink,
    /// An address says this of a lesson, and whether it says itself what is shown.
    Arrive(String, bool),
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
    /// The number of the last request.
    turn: u32,
    /// The step, worked out on the open files.
    step: Ask<Asked, Ready>,
}

/// For which step and files the desk was asked.
#[derive(Clone, PartialEq, Debug)]
struct Asked {
    /// The number of the request, which comes back with the answer.
    turn: u32,
    /// The step, from 0.
    at: usize,
    /// The lesson's files.
    files: Vec<FileId>,
}

impl Learn {
    /// The step, worked out on the open files.
    pub fn ready(&self) -> Option<&Rc<Ready>> {
        self.step.answer()
    }

    /// Whether the step is being worked out.
    pub fn waits(&self) -> bool {
        self.step.waits()
    }

    /// The open file at a place among the lesson's.
    pub fn file(&self, at: usize) -> Option<FileId> {
        self.step.asked()?.files.get(at).copied()
    }

    /// The step.
    pub fn step(&self) -> Option<&LessonStep> {
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

    /// The address of the step alone, as a fragment; none of a lesson that was dropped: others do not have it.
    pub fn link(&self) -> Option<String> {
        let learn = self.key();
        (!learn.is_empty()).then(|| Address { learn, ..Address::default() }.to_fragment())
    }

    fn begin(&mut self, at: usize) {
        let last = self.lesson.as_ref().map_or(0, |l| l.steps.len().saturating_sub(1));
        self.at = at.min(last);
        self.step.forget();
        self.said = None;
        self.hints = 0;
        self.enter = true;
    }
}

impl Session {
    /// The marks of the lesson, when they are in this file.
    pub fn lesson_marks(&self, file: FileId) -> Option<&Ready> {
        let learn = self.learn();
        learn.ready().map(|ready| &**ready).filter(|ready| learn.shown && learn.file(ready.file) == Some(file))
    }

    /// The files of the lesson that are not open.
    pub fn lesson_needs(&self) -> Vec<&LessonFile> {
        self.learn().needs(self)
    }
}

impl Learn {
    /// The files of the lesson that are not open.
    fn needs(&self, session: &Session) -> Vec<&LessonFile> {
        let files = self.lesson.iter().flat_map(|l| &l.files);
        files.filter(|f| open_file(f, session).is_none()).collect()
    }

    #[inline(never)]
    pub(crate) fn update(&mut self, msg: LearnMsg, session: &Session) -> Vec<Out> {
        match msg {
            LearnMsg::Show(on) => {
                self.shown = on;
                let focus = if on { Effect::FocusLesson } else { Effect::FocusView };
                return vec![focus.into(), Out::Address(History::Push)];
            }
            LearnMsg::List => {
                *self = Learn {
                    shown: true,
                    finished: std::mem::take(&mut self.finished),
                    turn: self.turn,
                    ..Learn::default()
                };
                return vec![Effect::FocusLesson.into(), Out::Address(History::Push)];
            }
            LearnMsg::Arrive(key, shows) => return self.arrive(&key, shows),
            LearnMsg::Start(name, at) => return self.start(name, at, session),
            LearnMsg::Text(name, text) => return vec![Job::Lesson(name, text).into()],
            LearnMsg::Load => {
                self.load = true;
                self.loading = None;
            }
            LearnMsg::Step(at) => {
                self.begin(at);
                return vec![Effect::FocusLesson.into(), Out::Address(History::Push)];
            }
            LearnMsg::Answer(typed) => {
                let goal = self.ready().and_then(|r| r.goal.as_ref());
                let Some(Goal::Answer(expected)) = goal else { return vec![] };
                match expected.check(&typed) {
                    Ok(()) => self.task_done("Right."),
                    Err(why) => self.said = Some((false, why)),
                }
            }
            LearnMsg::CopyLink => {
                let said = "Link to this step copied.".to_owned();
                return self.link().map(|link| Effect::CopyLink(link, said).into()).into_iter().collect();
            }
            LearnMsg::Hint => {
                let all = self.step().map_or(0, |s| s.plan.hints.len());
                self.hints = (self.hints + 1).min(all);
            }
            LearnMsg::Reveal => return self.reveal_task(),
        }
        vec![]
    }

    fn start(&mut self, name: String, at: usize, session: &Session) -> Vec<Out> {
        self.shown = true;
        if self.lesson.is_some() && self.name == name {
            self.load = true;
            return self.update(LearnMsg::Step(at), session);
        }
        let wanted = Some((name.clone(), at));
        self.keep &= self.wanted == wanted;
        self.wanted = wanted;
        vec![match web_address(&name) {
            Some(_) => Msg::Files(FilesMsg::LoadUrl(name)).into(),
            None => Effect::LoadLesson(name).into(),
        }]
    }

    /// The desk has read a lesson.
    pub(crate) fn read(&mut self, file: &str, lesson: Lesson, session: &Session) -> Vec<Out> {
        let is_it = |name: &str| match web_address(name) {
            Some(address) => address::file_name(address) == file,
            None => file.strip_suffix(".md") == Some(name),
        };
        let mut out = Vec::new();
        let mut wanted = self.wanted.take().filter(|(name, _)| is_it(name));
        // It was loaded from the web: there is nothing to ask for any more.
        if let Some(Source::Url(address)) = session.wanted().and_then(|w| w.address.main_file())
            && is_it(address)
        {
            wanted = Some((address.clone(), 0));
            out.push(LinkMsg::Drop.into());
        }
        let (name, at) = wanted.unwrap_or_default();
        // One of somebody else's loads nothing until it is asked to.
        self.load = entry(&name).is_some();
        self.name = name;
        self.shown = true;
        self.done = vec![false; lesson.steps.len()];
        self.lesson = Some(Rc::new(lesson));
        self.loading = None;
        self.begin(at);
        // A link that says what it shows goes before the step.
        self.enter = !std::mem::take(&mut self.keep);
        out.extend([Effect::FocusLesson.into(), Out::Address(History::Push)]);
        out
    }

    /// It could not read it.
    pub(crate) fn unread(&mut self, problem: Problem) -> Vec<Out> {
        self.wanted = None;
        vec![Msg::Files(FilesMsg::Failed(problem)).into()]
    }

    /// What an address says of a lesson. Nothing is loaded before a click. `shows`: the address says itself what is shown.
    fn arrive(&mut self, key: &str, shows: bool) -> Vec<Out> {
        if key.is_empty() {
            // Back, to before the lesson. One from a file is in no address.
            self.shown &= self.name.is_empty() && self.wanted.is_none();
            return vec![];
        }
        // An address has colons of its own.
        let (name, at) = key.rsplit_once(':').and_then(|(n, step)| Some((n, step.parse().ok()?))).unwrap_or((key, 1));
        let at = usize::saturating_sub(at, 1);
        self.shown = true;
        if self.lesson.is_some() && self.name == name {
            self.wanted = None;
            if self.at == at {
                return vec![];
            }
            self.begin(at);
            self.enter = !shows;
        } else if entry(name).is_some() || web_address(name).is_some() {
            self.wanted = Some((name.to_string(), at));
            self.keep = shows;
            self.lesson = None;
            self.step.forget();
        } else {
            let shown: String = name.chars().take(40).collect();
            return vec![Msg::Notice(format!("There is no lesson {shown} here")).into()];
        }
        vec![Effect::FocusLesson.into()]
    }
}

/// The open file that is one of a lesson's.
fn open_file(file: &LessonFile, session: &Session) -> Option<FileId> {
    let fits = |open: &&crate::file::OpenFile| match file.sample {
        true => open.sample.as_ref() == Some(&file.name),
        false => open.given == file.name,
    };
    session.files().iter().find(fits).map(|f| f.id)
}
