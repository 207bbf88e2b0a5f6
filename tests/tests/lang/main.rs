//! Declarations in other languages: compiled with their assertions, run on known bytes, compared with golden files, and
//! printed for damaged blobs.

mod compile;
mod damage;
mod golden;
mod support;
mod values;
