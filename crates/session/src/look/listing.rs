//! The assembler listing of the selected type, in the Record view.

use std::rc::Rc;

use desk::Job;
use model::kind::FileKind;
use model::listing::Symbols;

use crate::Session;
use crate::ask::Ask;
use crate::file::OpenFile;
use crate::state::Out;

/// What is known for the listings of a file's types.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ListingLook {
    symbols: Ask<(), Symbols>,
}

impl ListingLook {
    /// The symbols in its program; none until the desk has them. Then numbers stand there.
    pub fn symbols(&self) -> Option<Rc<Symbols>> {
        self.symbols.last().cloned()
    }

    /// Asks for the symbols of a program when its listing is shown.
    pub(crate) fn reconcile(&mut self, file: &OpenFile, session: &Session) -> Vec<Out> {
        let shown = session.shows_listing() && file.look.selection.is_some();
        if !shown || file.kind != FileKind::Program {
            return vec![];
        }
        self.symbols.want(()).map(|()| Job::Symbols(file.id).into()).into_iter().collect()
    }

    /// The desk's answer.
    pub(crate) fn answered(&mut self, symbols: Symbols) {
        self.symbols.take(&(), symbols);
    }

    /// The desk has none: the listing has numbers.
    pub(crate) fn failed(&mut self, why: String) {
        self.symbols.fail(&(), why);
    }
}
