//! Many names in one buffer, and texts looked for in all of them: what a key in the search box waits for.
//!
//! It is a crate of its own so that it can be built for speed in a page that is otherwise built for size. For that its functions must
//! not be generic over what callers do with a hit: such code would be built in the caller's way.

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
