//! The assembler listing of the selected type, in the Record view.

use std::rc::Rc;

use desk::{Problem, ReadSymbols};
use model::kind::FileKind;
use model::listing::Symbols;

use crate::ask::Ask;
use crate::file::OpenFile;
use crate::hear::Hears;
use crate::state::Out;
use crate::{Effect, Session};

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
        self.symbols.want(()).map(|()| Out::ask(ReadSymbols { file: file.id })).into_iter().collect()
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

impl Hears<ReadSymbols> for Session {
    fn heard(&mut self, ask: ReadSymbols, said: Result<Symbols, Problem>, _: &mut Vec<Effect>) {
        self.in_look(ask.file, |look| match said {
            Ok(found) => look.listing.answered(found),
            Err(problem) => look.listing.failed(problem.message),
        });
    }
}
