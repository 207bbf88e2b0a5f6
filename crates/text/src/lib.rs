//! Text as commands, views and files write it: counted words, grouped digits, cells of tables, escapes.
//!
//! ```
//! assert_eq!([text::counted(1, "type"), text::many(12_345, "entry")], ["1 type", "12,345 entries"]);
//! assert_eq!(text::csv_row(["a", "b, c", "=1+1"]), "a,\"b, c\",'=1+1\n");
//! assert_eq!(text::cut("task_struct", 5), "task…");
//! ```
#![forbid(unsafe_code)]

mod cell;
mod cut;
mod markup;
mod number;

pub use cell::{csv_row, markdown_cell, tsv_cell};
pub use cut::cut;
pub use markup::markup;
pub use number::{counted, grouped, many, plural};
