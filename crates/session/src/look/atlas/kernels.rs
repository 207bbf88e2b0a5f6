//! Kernels that are taken out of an atlas, one after the other, and open like files.

use desk::{Amount, Lane, Origin, Problem, TakeKernel, TakenOut, Topic};

use super::AtlasLook;
use crate::hear::Hears;
use crate::state::Out;
use crate::{FilesMsg, LinkMsg, Msg, Reading, Session, Work};

/// The work of taking a kernel out.
pub(crate) const KERNEL: Work = Work::Desk(Lane { topic: Topic::TakeKernel, file: None, part: 0 });

impl AtlasLook {
    /// Takes this kernel out, after those that are asked for already.
    pub(super) fn take_out(&mut self, name: String) -> Vec<Out> {
        if self.taking.as_ref() != Some(&name) && !self.queue.contains(&name) {
            self.queue.push_back(name);
        }
        self.next()
    }

    /// The person does not wait for the kernel any longer: the link that named it is forgotten, the next kernel comes.
    pub(super) fn cancelled(&mut self) -> Vec<Out> {
        self.taking = None;
        let forget = LinkMsg::Forget.into();
        [forget].into_iter().chain(self.next()).collect()
    }

    /// A kernel was taken out: it opens like a file. It may have been open, by another name.
    pub(crate) fn taken_out(&mut self, taken: TakenOut) -> Vec<Out> {
        let from = taken.shelf.and_then(|id| self.dropped.iter().find(|atlas| atlas.id == id));
        let mut input = desk::atlas::input(taken);
        if let Some(atlas) = from {
            input.version = input.version.map(|facts| format!("{facts}, from {}", atlas.name));
        }
        let name = self.taking.take().unwrap_or_default();
        // A link may call it by its full name, or by its digest.
        input.origin = Origin::Atlas(name.as_str().into());
        let opened = Msg::Files(FilesMsg::Opened(Box::new(input))).into();
        [opened, LinkMsg::TakenOut(name).into()].into_iter().chain(self.next()).collect()
    }

    /// There is no such kernel, or no such atlas: whoever followed a link gets a message.
    pub(crate) fn not_taken_out(&mut self, problem: Problem) -> Vec<Out> {
        let link = self.taking.take().map(|name| LinkMsg::NotTakenOut(name).into());
        let failed = Msg::Files(FilesMsg::Failed(problem)).into();
        link.into_iter().chain([failed]).chain(self.next()).collect()
    }

    /// Whether this is what is being taken out: what is said of another kernel came too late.
    pub(crate) fn takes(&self, ask: &TakeKernel) -> bool {
        self.taking.as_ref() == Some(&ask.name)
    }

    /// Takes the next kernel out, when none is being taken out.
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
        // Names go to the atlas of the page first, unless another one is looked at.
        let others = self.dropped.iter().map(|atlas| atlas.id).filter(|id| Some(*id) != self.shelf);
        let ask = TakeKernel { shelf: self.shelf, name, others: others.collect() };
        vec![Msg::Files(FilesMsg::Reading(reading)).into(), Out::ask(ask)]
    }
}

impl Hears<TakeKernel> for Session {
    fn heard(&mut self, ask: TakeKernel, said: Result<TakenOut, Problem>) {
        if !self.atlas.takes(&ask) {
            return;
        }
        self.intake.bars.end(KERNEL);
        let out = match said {
            Ok(taken) => self.atlas.taken_out(taken),
            Err(problem) => self.atlas.not_taken_out(problem),
        };
        self.apply_out(out);
    }
}
