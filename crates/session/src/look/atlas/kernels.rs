//! Taking kernels out of an atlas, one after the other, to open them like files.

use std::sync::Arc;

use desk::{Amount, FileId, KeptAtlas, Lane, Origin, Problem, TakeKernel, TakenOut, Topic};

use super::{AtlasLook, Dropped};
use crate::Session;
use crate::incoming::{Reading, Work};
use crate::msg::{FilesMsg, LinkMsg, Msg};
use crate::out::Out;
use crate::receive::Receives;

/// The work of taking a kernel out of an atlas, for its bar.
pub(crate) const KERNEL: Work = Work::Desk(Lane { topic: Topic::TakeKernel, file: None, part: None });

/// The end of the names of samples that are atlases. The name of the atlas's kernel stands before it.
const SAMPLE: &str = ".atlas";

impl AtlasLook {
    /// Takes an atlas that came as a sample, and opens the kernel that the sample is named after.
    pub(super) fn take_sample(&mut self, id: FileId, name: String, bytes: Arc<[u8]>) -> Vec<Out> {
        let kernel = name.strip_suffix(SAMPLE).unwrap_or(&name).to_owned();
        let bytes = KeptAtlas::Bytes(bytes);
        self.dropped.retain(|atlas| atlas.bytes != bytes);
        self.dropped.push(Dropped { id, name, about: None, bytes });
        (self.atlas_id, self.lesson, self.all) = (Some(id), Some(id), false);
        self.take_out(kernel)
    }

    /// A lesson began, or ended. `sample`: the name of the sample that is the lesson's atlas; none if the lesson has no
    /// atlas, or at the end. This atlas is searched while the lesson is open. Afterwards the page's atlas is searched
    /// again, if the page has one and the person did not choose another atlas.
    pub(super) fn lesson_began(&mut self, sample: Option<&str>) {
        let own = sample.and_then(|name| self.dropped.iter().find(|atlas| atlas.name == name)).map(|atlas| atlas.id);
        let before = std::mem::replace(&mut self.lesson, own);
        match own {
            Some(_) => (self.atlas_id, self.all) = (own, false),
            None => {
                self.atlas_id.take_if(|id| self.own.is_some() && Some(*id) == before);
            }
        }
    }

    /// The origin of the kernel after which a lesson's atlas is named: the sample. None for other kernels.
    fn sample_of(&self, atlas: &Dropped, kernel: &str) -> Option<Origin> {
        let is_it = self.lesson == Some(atlas.id) && atlas.name.strip_suffix(SAMPLE) == Some(kernel);
        is_it.then(|| Origin::Sample(atlas.name.clone()))
    }

    /// Takes this kernel out of an atlas, after the kernels that already wait.
    pub(super) fn take_out(&mut self, name: String) -> Vec<Out> {
        if self.taking.as_ref() != Some(&name) && !self.queue.contains(&name) {
            self.queue.push_back(name);
        }
        self.next()
    }

    /// Drops the link that named the kernel, because the person cancelled, and takes the next kernel out.
    pub(super) fn cancelled(&mut self) -> Vec<Out> {
        self.taking = None;
        let forget = LinkMsg::Forget.into();
        [forget].into_iter().chain(self.next()).collect()
    }

    /// Takes the kernel that is being taken out from the atlases that are left, because one that was asked is closed.
    fn take_again(&mut self) -> Vec<Out> {
        if let Some(name) = self.taking.take() {
            self.queue.push_front(name);
        }
        self.next()
    }

    /// Opens a kernel that was taken out of an atlas.
    pub(crate) fn taken_out(&mut self, taken: TakenOut) -> Vec<Out> {
        let from = taken.atlas_id.and_then(|id| self.dropped.iter().find(|atlas| atlas.id == id));
        let mut input = desk::atlas::input(taken);
        if let Some(atlas) = from {
            input.in_atlas = input.in_atlas.map(|facts| format!("{facts}, from {}", atlas.name));
        }
        let sample = from.and_then(|atlas| self.sample_of(atlas, self.taking.as_deref()?));
        let name = self.taking.take().unwrap_or_default();
        // Keep the name that was asked for: a link may name the kernel by its full name or by its digest.
        input.origin = sample.unwrap_or_else(|| Origin::Atlas(name.as_str().into()));
        let opened = Msg::Files(FilesMsg::Opened(Box::new(input))).into();
        [opened, LinkMsg::TakenOut(name).into()].into_iter().chain(self.next()).collect()
    }

    /// The kernel could not be taken out: tells the link that waits for the kernel, and shows the problem.
    pub(crate) fn not_taken_out(&mut self, problem: Problem) -> Vec<Out> {
        let link = self.taking.take().map(|name| LinkMsg::NotTakenOut(name).into());
        let failed = Msg::Files(FilesMsg::Failed(problem)).into();
        link.into_iter().chain([failed]).chain(self.next()).collect()
    }

    /// Whether this answer is about the kernel that is being taken out; other answers are too late.
    pub(crate) fn takes(&self, ask: &TakeKernel) -> bool {
        self.taking.as_ref() == Some(&ask.name)
    }

    /// Takes the next kernel out, if none is being taken out.
    fn next(&mut self) -> Vec<Out> {
        if self.taking.is_some() {
            return vec![];
        }
        let Some(name) = self.queue.pop_front() else { return vec![] };
        self.taking = Some(name.clone());
        let reading = Reading {
            work: KERNEL,
            name: name.clone(),
            what: "opening the atlas".to_owned(),
            amount: Amount::default(),
        };
        // The chosen atlas is asked first, then the page's own (as the default, it may be chosen), then the others.
        let all = std::iter::once(None).chain(self.dropped.iter().map(|atlas| Some(atlas.id)));
        let others = all.filter(|atlas_id| *atlas_id != self.atlas_id).collect();
        let ask = TakeKernel { atlas_id: self.atlas_id, name, others };
        vec![Msg::Files(FilesMsg::Reading(reading)).into(), Out::ask(ask)]
    }
}

impl Receives<TakeKernel> for Session {
    fn receive(&mut self, ask: TakeKernel, result: Result<TakenOut, Problem>) {
        if !self.atlas.takes(&ask) {
            return;
        }
        self.intake.bars.end(KERNEL);
        let out = match result {
            Ok(taken) => self.atlas.taken_out(taken),
            Err(problem) => self.atlas.not_taken_out(problem),
        };
        self.apply_out(out);
    }

    fn file_closed(&mut self, ask: TakeKernel) {
        if !self.atlas.takes(&ask) {
            return;
        }
        self.intake.bars.end(KERNEL);
        let out = self.atlas.take_again();
        self.apply_out(out);
    }
}
