//! Reads any text as a lesson, takes its steps, and writes its page.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| tests::exercise::taught(text, &mut Default::default()));
