//! The table: every message that is explained, with a file for each subject.
//!
//! The first wording that matches a line counts, in the order of [`all`], so a special case must precede its general
//! form.

mod access;
mod arguments;
mod flow;
mod loader;
mod pointers;
mod stack;

use crate::entry::Entry;

/// All messages.
pub fn all() -> impl Iterator<Item = &'static Entry> {
    [loader::ENTRIES, access::ENTRIES, pointers::ENTRIES, stack::ENTRIES, arguments::ENTRIES, flow::ENTRIES]
        .into_iter()
        .flatten()
}
