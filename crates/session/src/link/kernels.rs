//! Links to kernels of an atlas.

use model::address::{Address, Source};

use super::Link;
use crate::look::recent::RecentFiles;
use crate::msg::Wanted;
use crate::out::Out;
use crate::seen::Seen;
use crate::source::is;

/// Whether a link waits for this kernel.
pub(super) fn waits_for(wanted: &Wanted, kernel: &str) -> bool {
    matches!(wanted.address.main_file(), Some(Source::Atlas(name)) if name == kernel)
}

impl Link {
    /// Shows the link that waits for this kernel, which was taken out of an atlas and is the current file. If no file
    /// is current, the kernel could not be opened, and the link no longer waits.
    pub(super) fn taken_out(&mut self, kernel: &str, seen: &Seen, recent: &RecentFiles) -> Vec<Out> {
        match (self.wanted.as_ref().is_some_and(|wanted| waits_for(wanted, kernel)), seen.current()) {
            (true, Some(id)) => return self.show_wanted(id, seen, recent),
            (true, None) => self.wanted = None,
            (false, _) => {}
        }
        vec![]
    }

    /// Called when an atlas was opened: follows the link in the address bar again, if the link names a kernel of an
    /// atlas, and this kernel is not open.
    pub(super) fn follow_again(&mut self, seen: &Seen) -> Vec<Out> {
        let address = Address::parse(&self.shown).ok().filter(|_| self.wanted.is_none());
        match address.as_ref().and_then(Address::main_file) {
            Some(main @ Source::Atlas(_)) if !seen.files().iter().any(|file| is(file, main)) => {
                self.apply_address(self.shown.clone(), seen)
            }
            _ => vec![],
        }
    }
}
