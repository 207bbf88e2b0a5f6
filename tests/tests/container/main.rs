//! `crates/container` on real files, handmade files, and damaged files.

mod archives;
mod corpus;
mod damaged;
mod debug;
mod dumps;
mod elf;
mod embedded;
mod fit;
mod images;
mod kernels;
mod limits;
mod nested;
mod packed;
mod passed_over;
mod ranges;
mod sparse;
mod support;
mod zip;
