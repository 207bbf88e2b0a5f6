//! Compiles any text as C declarations.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| tests::exercise::compiled(text));
