//! Reads any text as a page's address, as a link's data, and as an address on the web.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| tests::exercise::linked(text, &mut Default::default()));
