//! Compiles declarations to types, prints the types as C, and compiles this C: the types must be the same.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| tests::exercise::c_again(text));
