//! Compiles declarations to types, prints these as C, and compiles that: the types must be the same.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| tests::exercise::c_again(text));
