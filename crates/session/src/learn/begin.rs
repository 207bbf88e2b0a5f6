//! Starting a lesson or a step: by a click, an address, or a file that was read.

use std::rc::Rc;

use desk::{FileId, Origin, Problem};
use lesson::{Lesson, LessonFile, entry};
use model::address;
use model::address::{Source, web_address};
use model::kind::FileKind;

use super::{Learn, LessonMarks, StepMark};
use crate::link::Link;
use crate::msg::{AtlasMsg, BrowserHistory, Effect, FilesMsg, LinkMsg, Msg};
use crate::out::Out;
use crate::seen::Seen;

impl Learn {
    pub(super) fn enter_step(&mut self, at: usize, seen: &Seen) {
        let last = self.lesson.as_ref().map_or(0, |l| l.steps.len().saturating_sub(1));
        self.at = at.min(last);
        self.step.forget();
        self.message = None;
        self.reason = None;
        self.hints = 0;
        self.uncovered = false;
        self.accepted.clear();
        self.chosen.clear();
        self.just_entered = true;
        self.log_due = true;
        self.marks.at = self.at;
        seen.today().clone_into(&mut self.marks.date);
        if let Some(mark) = self.marks.steps.get_mut(self.at) {
            mark.seen = true;
        }
        self.progress.put(&self.marks);
    }

    pub(super) fn start(&mut self, name: String, at: usize, seen: &Seen) -> Vec<Out> {
        self.shown = true;
        if self.lesson.is_some() && self.name == name {
            self.may_load = true;
            return self.step_to(at, seen);
        }
        let wanted = Some((name.clone(), at));
        self.link_has_view &= self.wanted == wanted;
        self.wanted = wanted;
        vec![match web_address(&name) {
            Some(_) => Msg::Files(FilesMsg::LoadUrl(name)).into(),
            None => Effect::LoadLesson(name).into(),
        }]
    }

    /// Starts a lesson that the desk has parsed.
    pub(crate) fn start_parsed(&mut self, file: &str, lesson: Lesson, seen: &Seen, link: &Link) -> Vec<Out> {
        let is_it = |name: &str| match web_address(name) {
            Some(address) => address::file_name(address) == file,
            None => file.strip_suffix(".md") == Some(name),
        };
        let mut out = vec![Msg::Files(FilesMsg::Settled(file.to_owned())).into()];
        let mut wanted = self.wanted.take().filter(|(name, _)| is_it(name));
        // If a link to the address of the lesson waits, the lesson is its file, and the link no longer waits.
        if let Some(Source::Url(address)) = link.wanted().and_then(|w| w.address.main_file())
            && is_it(address)
        {
            wanted = Some((address.clone(), 0));
            out.push(LinkMsg::Drop.into());
        }
        let (name, at) = wanted.unwrap_or_default();
        // Only the page's own lessons load their files without a click.
        self.may_load = entry(&name).is_some();
        self.shown = true;
        let tasks: Vec<bool> = lesson.steps.iter().map(|s| !s.plan.task.is_empty()).collect();
        let same = |kept: &&LessonMarks| kept.steps.iter().map(|s| s.task).eq(tasks.iter().copied());
        let atlas = lesson.files.iter().find(|f| f.sample && f.name.ends_with(".atlas")).map(|f| f.name.clone());
        out.push(Msg::Atlas(AtlasMsg::Lesson(atlas)).into());
        // If the tasks of the lesson have changed since the progress was stored, the progress does not fit and is not
        // used.
        self.marks = self.progress.of(&name).filter(same).cloned().unwrap_or_else(|| {
            let steps = tasks.iter().map(|&task| StepMark { task, ..StepMark::default() }).collect();
            LessonMarks { name: name.clone(), steps, ..LessonMarks::default() }
        });
        self.name = name;
        self.lesson = Some(Rc::new(lesson));
        self.loading = None;
        self.drafts.clear();
        self.enter_step(at, seen);
        // If the link names a view, that view is shown and not the view of the step.
        self.just_entered = !std::mem::take(&mut self.link_has_view);
        out.extend([Effect::FocusLesson.into(), Out::Address(BrowserHistory::Push)]);
        out
    }

    /// The desk could not parse a lesson.
    pub(crate) fn parse_failed(&mut self, problem: Problem) -> Vec<Out> {
        self.wanted = None;
        vec![Msg::Files(FilesMsg::Problem(problem)).into()]
    }

    /// Takes the lesson and step of an address. Files are loaded only after a click. `shows`: whether the address also
    /// names a file, and so a view to show.
    pub(super) fn apply_address(&mut self, key: &str, shows: bool, seen: &Seen) -> Vec<Out> {
        if key.is_empty() {
            // The address is from before the lesson was opened. A lesson from a file stays, because no address names
            // it.
            self.shown &= self.name.is_empty() && self.wanted.is_none();
            return vec![];
        }
        // Split at the last colon: a web address has colons, too.
        let (name, at) = key.rsplit_once(':').and_then(|(n, step)| Some((n, step.parse().ok()?))).unwrap_or((key, 1));
        let at = usize::saturating_sub(at, 1);
        self.shown = true;
        if self.lesson.is_some() && self.name == name {
            self.wanted = None;
            if self.at == at {
                return vec![];
            }
            self.enter_step(at, seen);
            self.just_entered = !shows;
        } else if entry(name).is_some() || web_address(name).is_some() {
            self.wanted = Some((name.to_string(), at));
            self.link_has_view = shows;
            self.lesson = None;
            self.step.forget();
        } else {
            let shown: String = name.chars().take(40).collect();
            return vec![Msg::Notice(format!("There is no lesson {shown} here")).into()];
        }
        vec![Effect::FocusLesson.into()]
    }
}

/// The open file that stands for a file of a lesson.
pub(super) fn open_file(file: &LessonFile, seen: &Seen) -> Option<FileId> {
    let fits = |open: &&crate::file::OpenFile| match (file.sample, file.atlas) {
        (true, _) => open.origin.sample() == Some(&file.name),
        (_, true) => open.origin.atlas() == Some(&file.name),
        // The person's kernel, whatever name its file has.
        _ if file.name == "vmlinux" => {
            let is_brought = !matches!(open.origin, Origin::Pad { .. } | Origin::Sample(_) | Origin::Atlas(_));
            is_brought && matches!(open.kind, FileKind::Kernel | FileKind::Raw)
        }
        _ => open.given_name == file.name,
    };
    seen.files().iter().find(fits).map(|f| f.id)
}
