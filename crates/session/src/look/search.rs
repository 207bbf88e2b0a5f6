//! The messages of the list of types and its search. The state is [`crate::type_list::TypeList`].

use desk::{CANCELLED, FileId, FoundTypes, Problem, Search};
use model::path::Path;

use crate::Session;
use crate::msg::{BrowserHistory, SearchMsg};
use crate::out::Out;
use crate::receive::Receives;
use crate::type_list::TypeList;

impl TypeList {
    /// Handles a message. `has_desk`: whether searches that take longer than a frame go to the desk.
    pub(crate) fn update(&mut self, msg: SearchMsg, has_desk: bool) -> Vec<Out> {
        self.has_desk = has_desk;
        match msg {
            SearchMsg::Query(text) => {
                self.search(&text);
                return vec![Out::Address(BrowserHistory::Replace)];
            }
            // A click on the chosen chip chooses "all".
            SearchMsg::Chip(chip) => self.options.chip = chip.filter(|_| chip != self.options.chip),
            SearchMsg::Derived(on) => {
                self.options.derived = on;
                // If types without a name are hidden, the chosen chip is dropped, because it may be a chip for them.
                self.options.chip = self.options.chip.filter(|_| on);
            }
            SearchMsg::OwnOnly(on) => self.options.own_only = on,
            SearchMsg::Sort(order) => self.sort = order,
            SearchMsg::Step(step) => {
                let id = self.step(step);
                return id.map(|id| Out::Go(id, Path::root(), BrowserHistory::Replace)).into_iter().collect();
            }
            SearchMsg::Choose(index) => {
                let id = self.choose(index);
                return id.map(|id| Out::Go(id, Path::root(), BrowserHistory::Push)).into_iter().collect();
            }
            SearchMsg::Took(ms) => {
                self.search_ms = ms;
                return vec![];
            }
        }
        self.run();
        vec![]
    }

    /// Sends a waiting search to the desk. `file`: the file of this list.
    pub(crate) fn reconcile(&mut self, file: FileId) -> Vec<Out> {
        self.request(file).map(Out::ask).into_iter().collect()
    }
}

impl Receives<Search> for Session {
    fn receive(&mut self, ask: Search, result: Result<FoundTypes, Problem>) {
        let Some(file) = self.seen.files.of_mut(ask.file) else { return };
        match result {
            Ok(found) => file.look.list.found(ask.turn, found.results, found.problem),
            // The page can do the search, only more slowly.
            Err(_) => file.look.list.search_here(ask.turn),
        }
    }

    fn cancelled(&mut self, ask: Search) {
        if let Some(file) = self.seen.files.of_mut(ask.file) {
            file.look.list.cancelled(ask.turn, CANCELLED);
        }
    }
}
