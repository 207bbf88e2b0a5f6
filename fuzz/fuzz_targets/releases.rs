//! Reads any text as names of releases, and compares them.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| tests::exercise::released(text, &mut Default::default()));
