//! Declarations to types, to C, to types: the same.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| tests::exercise::c_again(text));
