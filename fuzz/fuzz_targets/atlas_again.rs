//! Compiles declarations to types, puts them into an atlas, and takes them out: they must give the same C.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| tests::exercise::atlas_again(text));
