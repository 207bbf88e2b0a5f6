//! The JSON of btfscope: one set of serde structs that the terminal prints and that the npm package gives to
//! JavaScript.
//!
//! One module for each subject, among them [`facts`] (a file), [`types`], [`layouts`], [`owner`] (a byte), [`search`],
//! [`relocations`], [`compare`], [`users`], [`paths_between`], [`fields`], [`fits`] (kernels), [`at`] (an offset),
//! [`tables`], [`programs`], [`elf`] (relocations and symbols), [`graphs`], [`values`], [`verdicts`], [`logs`],
//! [`from_dwarf`] (types made from debug information). [`print()`] writes a value to a printer's sink; [`Script`] gives
//! JavaScript the same values with names in camelCase. [`ErrorCode`] and [`options`] must agree with
//! `crates/api/npm/index.d.ts`; a test compares them. `schema` (a feature) makes the JSON Schemas of docs/schema. The
//! JSON of `dump --format json` is the same as bpftool's, and is in crate `dump`.
#![forbid(unsafe_code)]

pub mod at;
pub mod atlases;
pub mod calls;
mod code;
pub mod compare;
pub mod elf;
pub mod facts;
pub mod fields;
pub mod fits;
pub mod from_dwarf;
pub mod graphs;
pub mod histories;
pub mod layouts;
pub mod links;
pub mod logs;
mod made;
pub mod options;
pub mod owner;
pub mod paths_between;
mod print;
pub mod programs;
pub mod reads;
pub mod relocations;
pub mod resolved;
#[cfg(feature = "schema")]
pub mod schema;
mod script;
pub mod search;
pub mod tables;
pub mod tailored;
pub mod types;
pub mod users;
pub mod values;
pub mod verdicts;
pub mod whose;

use btf::BlobRange;
use container::FileRange;
use serde::Serialize;

pub use code::ErrorCode;
pub use print::{FORMAT_VERSION, line, plain, print, rows};
pub use script::{Count, Script, camel};

/// A range of bytes: the first, and one past the last.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bytes {
    start: Count,
    end: Count,
}

impl From<BlobRange> for Bytes {
    fn from(range: BlobRange) -> Bytes {
        Bytes { start: range.start.into(), end: range.end.into() }
    }
}

impl From<FileRange> for Bytes {
    fn from(range: FileRange) -> Bytes {
        Bytes { start: Count(range.start), end: Count(range.end) }
    }
}
