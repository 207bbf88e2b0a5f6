//! The assembler listing of the selected type, in the Record view.

use std::rc::Rc;

use desk::{Problem, ReadSymbols};
use model::kind::FileKind;
use model::listing::Symbols;

use crate::Session;
use crate::ask::Ask;
use crate::feature::{FileFeature, NoMsg};
use crate::file::OpenFile;
use crate::out::Out;
use crate::receive::Receives;
use crate::seen::Seen;

/// The state of the listings of a file's types.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ListingLook {
    symbols: Ask<(), Symbols>,
}

impl ListingLook {
    /// The symbols of the program; none until the desk has read them. Until then the listing shows numbers in their
    /// place.
    pub fn symbols(&self) -> Option<Rc<Symbols>> {
        self.symbols.last().cloned()
    }
}

impl FileFeature for ListingLook {
    type Msg = NoMsg;
    type Reads<'a> = &'a Seen;

    fn update(&mut self, msg: NoMsg, _: &OpenFile, _: &Seen) -> Vec<Out> {
        match msg {}
    }

    /// Asks for the symbols of a program while a listing is shown.
    fn reconcile(&mut self, file: &OpenFile, seen: &Seen) -> Vec<Out> {
        let shown = seen.shows_listing() && file.look.selection.is_some();
        if !shown || file.kind != FileKind::Program {
            return vec![];
        }
        self.symbols.want(()).map(|()| Out::ask(ReadSymbols { file: file.id })).into_iter().collect()
    }
}

impl Receives<ReadSymbols> for Session {
    fn receive(&mut self, ask: ReadSymbols, result: Result<Symbols, Problem>) {
        // If there are no symbols, the listing shows numbers.
        if let Some((_, look)) = self.file_and_look(ask.file) {
            look.listing.symbols.receive(&(), result);
        }
    }
}
