//! Links to kernels of an atlas.

use model::address::{Address, Source};

use super::{Link, Wanted};
use crate::Session;
use crate::source::is;
use crate::state::Out;

/// Whether a link waits for this kernel.
pub(super) fn waits_for(wanted: &Wanted, kernel: &str) -> bool {
    matches!(wanted.address.main_file(), Some(Source::Atlas(name)) if name == kernel)
}

impl Link {
    /// This kernel is the current file: a link that waits for it is shown.
    pub(super) fn taken_out(&mut self, kernel: &str, session: &Session) -> Vec<Out> {
        match (self.wanted.as_ref().is_some_and(|wanted| waits_for(wanted, kernel)), session.current()) {
            (true, Some(id)) => return self.settled(id, session),
            (true, None) => self.wanted = None,
            (false, _) => {}
        }
        vec![]
    }

    /// Follows the link in the address bar again, when no atlas had its kernel.
    pub(super) fn ask_again(&mut self, session: &Session) -> Vec<Out> {
        let address = Address::parse(&self.shown).ok().filter(|_| self.wanted.is_none());
        match address.as_ref().and_then(Address::main_file) {
            Some(main @ Source::Atlas(_)) if !session.files().iter().any(|file| is(file, main)) => {
                self.arrive(self.shown.clone(), session)
            }
            _ => vec![],
        }
    }
}
