//! Reads any text as a table of kernels (`atlas build --meta`).
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| tests::exercise::tabled(text, &mut Default::default()));
