//! Kernels that come out of an atlas.

use desk::{Problem, TakenOut};

use super::{Effect, Msg, Session};
use crate::FilesMsg;
use crate::look::atlas::KERNEL;

impl Session {
    /// A kernel was taken out: it opens like a file.
    pub(super) fn taken_out(&mut self, taken: TakenOut, effects: &mut Vec<Effect>) {
        self.intake.end(KERNEL);
        let (asked, next) = self.atlas.taken();
        let from = taken.shelf.and_then(|id| self.atlas.dropped().iter().find(|atlas| atlas.id == id));
        let from = from.map_or_else(|| "the atlas".to_owned(), |atlas| atlas.name.clone());
        let mut input = desk::atlas::input(taken);
        input.version = input.version.map(|facts| format!("{facts}, from {from}"));
        let name = asked.unwrap_or_default();
        // A link may call it by its full name, or by its digest.
        input.atlas = Some(name.as_str().into());
        self.apply(Msg::Files(FilesMsg::Opened(Box::new(input))), effects);
        // It may have been open, by another name.
        let current = self.current;
        let settled = self.with(|s| &mut s.link, |l, s| l.settle_kernel(&name, current, s));
        self.obey(settled, effects);
        self.obey(next, effects);
    }

    /// There is no such kernel, or no such atlas: whoever followed a link gets a message.
    pub(super) fn not_taken_out(&mut self, problem: Problem, effects: &mut Vec<Effect>) {
        self.intake.end(KERNEL);
        let (name, next) = self.atlas.taken();
        if let Some(name) = name {
            self.with(|s| &mut s.link, |l, s| l.settle_kernel(&name, None, s));
        }
        self.apply(Msg::Files(FilesMsg::Failed(problem)), effects);
        self.obey(next, effects);
    }
}
