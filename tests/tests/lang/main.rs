//! Declarations in other languages: compiled with their assertions, run on known bytes, compared with what stands in files, and printed
//! of damaged blobs.

mod compile;
mod damage;
mod golden;
mod support;
mod values;
