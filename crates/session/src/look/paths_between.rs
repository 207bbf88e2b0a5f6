//! Member paths from the selected type to another one.

use std::rc::Rc;

use desk::{AskPaths, Problem};
use model::path::Path;
use model::paths_between::FoundPaths;
use model::views::View;

use crate::Session;
use crate::ask::Ask;
use crate::feature::Feature;
pub use crate::msg::PathsMsg;
use crate::msg::{BrowserHistory, Effect, Msg};
use crate::out::Out;
use crate::receive::Receives;
use crate::seen::Seen;

/// The state of the panel.
#[derive(Debug, Default)]
pub struct PathsLook {
    /// The name of the other type, as it was typed.
    pub to: String,
    /// Whether only embedded members are followed, no pointers.
    pub embedded: bool,
    /// A search that was started and is not sent yet.
    unsent: Option<AskPaths>,
    ask: Ask<AskPaths, FoundPaths>,
}

impl PathsLook {
    /// Whether a search was started.
    pub fn is_asked(&self) -> bool {
        self.ask.asked().is_some()
    }

    /// The paths, once they are found.
    pub fn found(&self) -> Option<&Rc<FoundPaths>> {
        self.ask.answer()
    }

    /// Why there is no answer.
    pub fn problem(&self) -> Option<&str> {
        self.ask.problem()
    }

    fn find(&mut self, seen: &Seen) {
        let to = self.to.trim();
        let here = seen.file().map(|f| f.id).zip(seen.selection().map(|s| s.id));
        let Some((file, from)) = here.filter(|_| !to.is_empty()) else { return };
        self.unsent = Some(AskPaths { file, from, to: to.to_owned(), embedded: self.embedded });
    }
}

impl Feature for PathsLook {
    type Msg = PathsMsg;
    type Reads<'a> = &'a Seen;

    fn update(&mut self, msg: PathsMsg, seen: &Seen) -> Vec<Out> {
        match msg {
            PathsMsg::To(text) => self.to = text,
            PathsMsg::Embedded(on) => {
                self.embedded = on;
                if self.is_asked() {
                    self.find(seen);
                }
            }
            PathsMsg::Find => self.find(seen),
            PathsMsg::Close => {
                self.unsent = None;
                self.ask.forget();
                return vec![Effect::FocusBack.into()];
            }
            PathsMsg::Open(i) => {
                let path = self.found().and_then(|f| f.paths.get(i)).map(|p| Path(p.indices.clone()));
                let from = self.ask.asked().map(|ask| ask.from);
                if let Some((path, from)) = path.zip(from) {
                    let go = Msg::GoTo(from, path, BrowserHistory::Push);
                    return vec![Out::View(View::Tree), go.into(), Effect::FocusView.into()];
                }
            }
        }
        vec![]
    }

    /// Sends a search to the desk. Drops the paths if another type is selected than the type at which they start.
    fn reconcile(&mut self, seen: &Seen) -> Vec<Out> {
        let here = seen.file().map(|f| f.id).zip(seen.selection().map(|s| s.id));
        if self.ask.asked().is_some_and(|ask| Some((ask.file, ask.from)) != here) {
            self.ask.forget();
        }
        let unsent = self.unsent.take().filter(|ask| Some((ask.file, ask.from)) == here);
        unsent.map(|ask| Out::ask(self.ask.again(ask))).into_iter().collect()
    }
}

impl Receives<AskPaths> for Session {
    fn receive(&mut self, ask: AskPaths, result: Result<FoundPaths, Problem>) {
        self.paths.ask.receive(&ask, result);
    }
}
