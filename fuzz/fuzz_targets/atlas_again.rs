//! Compiles declarations to types, puts the types into an atlas, and takes them out again: they must give the same C.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| tests::exercise::atlas_again(text));
