//! The search language and the type list, without the user interface. Also the parts that these use: member paths
//! ([`path`]), members at an offset ([`at`]), kinds and numbers as text ([`words`]).
//!
//! [`Columns`] is made for each open file and costs nothing until it is used. [`Query::parse`] parses the typed text:
//! plain text, `/regex/`, and words with a key (`kind:`, `size:`, `member:`, `value:`, `type:`, `tag:`, `holes:`,
//! `flexible:`, `id:`). [`Columns::run`] returns [`Results`]: ids, best first, and a count for each chip.
//! [`Columns::goto`] completes the text in the command box. [`kind_info`] is the table of badges and chips.
//!
//! The data that is kept for a file, each part built on first use:
//!
//! 1. rows: the ids in the order of the list without a search, from the heads of the records and the first byte of each
//!    name;
//! 2. names: the text of all names in one buffer, so that a search is one pass over it;
//! 3. columns for the words: sizes, holes, and the recent answers to `member:`, `value:`, `type:` and `tag:`;
//! 4. made-up names for types without one, for the chip "+ derived".
//!
//! Work and memory are linear in any blob: names may overlap (an offset may point into another string), so at most a
//! fixed length of each name is read.

#![forbid(unsafe_code)]

pub mod at;
mod called;
mod columns;
mod conditions;
mod derived;
mod filter;
mod fuzzy;
mod glob;
mod goto;
mod holes;
mod inside;
mod kinds;
mod near;
mod number;
mod offsets;
pub mod path;
mod query;
mod regex;
mod relation;
mod rows;
mod scan;
mod spelling;
mod strings;
mod type_row;
pub mod words;

pub use called::{called, id_digits};
pub use columns::{ChipCount, Columns, Options, Order, Results};
pub use conditions::WORDS;
pub use fuzzy::{Fit, Fuzzy};
pub use goto::Target;
pub use holes::{HolesColumn, layout_holes};
pub use kinds::{Chip, KindInfo, kind_info, place};
pub use offsets::AtTargets;
pub use query::{Query, QueryProblem};
pub use regex::PATTERNS;
pub use type_row::TypeRow;
