//! Many names in one buffer, and searches in all of them. Each key press in the search box waits for such a search.
//!
//! A crate of its own, so that it can be optimised for speed in a page that is otherwise optimised for size. Its
//! functions must not be generic over the caller's code: they would then be compiled with the caller's options.

mod needle;
mod rank;
mod scan;
mod sort;
mod text;

pub use needle::Needle;
pub use rank::{RANKS, Rank, best};
pub use scan::{Hit, hits};
pub use sort::sorted;
pub use text::{Names, utf8};
