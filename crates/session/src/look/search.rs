//! The messages of the list of types and its search. What is searched and found is in [`crate::type_list::TypeList`].

use desk::{CANCELLED, FileId, FoundTypes, Problem, Search};
use model::path::Path;
use model::search::{Chip, Order};

use crate::hear::Hears;
use crate::state::Out;
use crate::type_list::{Move, TypeList};
use crate::{History, Session};

/// What happens in the list of types.
#[derive(Clone, Debug)]
pub enum SearchMsg {
    /// Text was typed into the search.
    Query(String),
    /// A kind's chip was chosen; none for all.
    Chip(Option<Chip>),
    /// The chip "+ derived" was switched.
    Derived(bool),
    /// Only the module's own types, or all.
    OwnOnly(bool),
    /// In this order; none for that which fits the search.
    Sort(Option<Order>),
    /// The type list moved.
    Step(Move),
    /// A row of the type list was chosen.
    Choose(usize),
    /// How long the last search took, in milliseconds.
    Took(f64),
}

impl TypeList {
    /// `has_desk`: what takes longer than a frame can go there.
    pub(crate) fn update(&mut self, msg: SearchMsg, has_desk: bool) -> Vec<Out> {
        self.leave_slow(has_desk);
        match msg {
            SearchMsg::Query(text) => {
                self.search(&text);
                return vec![Out::Address(History::Replace)];
            }
            SearchMsg::Chip(chip) => self.choose_chip(chip),
            SearchMsg::Derived(on) => self.show_derived(on),
            SearchMsg::OwnOnly(on) => self.show_own(on),
            SearchMsg::Sort(order) => self.sort_by(order),
            SearchMsg::Step(step) => {
                let id = self.step(step);
                return id.map(|id| Out::Go(id, Path::root(), History::Replace)).into_iter().collect();
            }
            SearchMsg::Choose(index) => {
                let id = self.choose(index);
                return id.map(|id| Out::Go(id, Path::root(), History::Push)).into_iter().collect();
            }
            SearchMsg::Took(ms) => self.took(ms),
        }
        vec![]
    }

    /// Asks for what takes longer than a frame. `file` is the one that is listed.
    pub(crate) fn reconcile(&mut self, file: FileId) -> Vec<Out> {
        self.request(file).map(Out::ask).into_iter().collect()
    }
}

impl Hears<Search> for Session {
    fn heard(&mut self, ask: Search, said: Result<FoundTypes, Problem>) {
        let Some(file) = self.seen.files.of_mut(ask.file) else { return };
        match said {
            Ok(found) => file.look.list.found(ask.turn, found.results, found.problem),
            // It takes longer here, but it comes.
            Err(_) => file.look.list.search_here(ask.turn),
        }
    }

    fn cancelled(&mut self, ask: Search) {
        if let Some(file) = self.seen.files.of_mut(ask.file) {
            file.look.list.cancelled(ask.turn, CANCELLED);
        }
    }
}
