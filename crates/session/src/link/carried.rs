//! Opens the types and programs that links carry, one after the other; the desk unpacks them.

use desk::{Carried, Problem, Unpack};
use model::address::{Address, Role, Shown, Source};

use super::Link;
use crate::Session;
use crate::msg::{FilesMsg, Msg};
use crate::out::Out;
use crate::receive::Receives;
use crate::seen::Seen;
use crate::source::is;

impl Link {
    /// Queues the types of kernels that a link to a relocation carries, so that they are unpacked.
    pub(crate) fn unpack_targets(&mut self, address: &Address, seen: &Seen) {
        let here = |source: &Source| seen.files().iter().any(|f| is(f, source));
        let carried = address.files.iter().filter(|(role, source)| *role == Role::Target && !here(source));
        let carried = carried.filter_map(|(_, source)| match source {
            Source::Data { text, name } => Some((text.clone(), name.clone())),
            _ => None,
        });
        for (text, name) in carried.take(MOST_CARRIED) {
            self.unpack(text, name);
        }
    }

    /// Queues a carried text for opening, unless it is queued already.
    pub(super) fn unpack(&mut self, text: String, name: String) {
        let next = (text, name);
        let is_asked = self.unpacking.waits() && self.unpacking.asked() == Some(&next);
        if !is_asked && !self.to_unpack.contains(&next) {
            self.to_unpack.push_back(next);
        }
    }

    /// Sends the next carried text to the desk. Only one at a time, because a newer question supersedes an older one
    /// in the same lane.
    pub(super) fn unpack_next(&mut self) -> Vec<Out> {
        let next = if self.unpacking.waits() { None } else { self.to_unpack.pop_front() };
        next.map(|next| self.unpacking.again(next))
            .map(|(text, name)| Out::ask(Unpack { text, name }))
            .into_iter()
            .collect()
    }

    /// Opens a carried file like any other, unless the person has left the link.
    pub(crate) fn unpacked(&mut self, carried: Carried) -> Vec<Out> {
        let is_it = self.unpacking.take(&(carried.text.clone(), carried.name.clone()), ());
        let file = is_it.then(|| Msg::Files(FilesMsg::Opened(Box::new(desk::carried::input(carried)))));
        file.map(Out::Send).into_iter().collect()
    }

    /// Shows why a carried text cannot be read, and stops waiting for the link's file.
    pub(crate) fn not_unpacked(&mut self, text: String, name: String, problem: Problem) -> Vec<Out> {
        if !self.unpacking.fail(&(text, name), problem.message.clone()) {
            return vec![];
        }
        let of_program = self.wanted.as_ref().is_some_and(|wanted| matches!(wanted.address.shown, Shown::Fits { .. }));
        let problem = if of_program { desk::carried::for_program(problem) } else { problem };
        self.drop_carried(None);
        vec![Msg::Files(FilesMsg::Problem(problem)).into()]
    }
}

/// How many kernels that a link carries are opened, at most.
const MOST_CARRIED: usize = 16;

impl Receives<Unpack> for Session {
    fn receive(&mut self, ask: Unpack, result: Result<Carried, Problem>) {
        let out = match result {
            Ok(carried) => self.link.unpacked(carried),
            Err(problem) => self.link.not_unpacked(ask.text, ask.name, problem),
        };
        self.apply_out(out);
    }
}
