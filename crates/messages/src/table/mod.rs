//! The table: every message that is explained, a file for each part of the work on which a message can stop it.
//!
//! The first wording that fits a line counts, in the order of the files and of the entries in them: one that is a case of another
//! stands before it.

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
