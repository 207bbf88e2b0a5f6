//! `crates/container` against real files, files made by hand, and files that are damaged.

mod corpus;
mod damaged;
mod elf;
mod fit;
mod ranges;
