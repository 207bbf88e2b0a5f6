//! Declarations to types, into an atlas, out of it: the same C.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| tests::exercise::atlas_again(text));
