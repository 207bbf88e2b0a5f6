//! Opens any text as a kernel's header.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| tests::exercise::declared(text, &mut Default::default()));
