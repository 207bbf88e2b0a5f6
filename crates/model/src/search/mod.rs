//! The type list and its search, without a screen.
//!
//! [`Columns`] is made for each open file and costs nothing until it is asked. [`Query::parse`] reads what is typed: plain text,
//! `/regex/`, and words that narrow (`kind:`, `size:`, `member:`, `value:`, `type:`, `tag:`, `holes:`, `flexible:`, `id:`).
//! [`Columns::run`] answers with [`Results`]: ids, best first, and a count for each chip. [`Columns::goto`] completes what is typed
//! into the command box. [`kind_info`] is the one table of badges and chips.
//!
//! What is kept, each built when it is first needed:
//!
//! 1. rows: the ids in the order of the unsearched list, from the records' heads alone;
//! 2. names: the text of all names in one buffer, so that a search is one pass over it;
//! 3. columns of the words: sizes, holes, and for each `member:`, `value:`, `type:` or `tag:` that was asked lately, its answer;
//! 4. names made up for types that have none, for the chip "+ derived".
//!
//! Whatever the blob, work and memory are linear in it: names that overlap (an offset may point into another string) are read up
//! to a bounded length.

mod columns;
mod derived;
mod filter;
mod glob;
mod goto;
mod holes;
mod inside;
mod kinds;
mod near;
mod number;
mod offsets;
mod query;
mod regex;
mod relation;
mod rows;
mod scan;
mod strings;
mod type_row;
mod words;

pub use columns::{ChipCount, Columns, Options, Order, Results};
pub use goto::Target;
pub use holes::{HolesColumn, layout_holes};
pub(crate) use kinds::place;
pub use kinds::{Chip, KindInfo, kind_info};
pub use offsets::AtTargets;
pub use query::{Query, QueryProblem};
pub use regex::PATTERNS;
pub use type_row::TypeRow;
pub use words::WORDS;
