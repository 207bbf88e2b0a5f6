//! Reads any input as a text of bytes, in every form of such texts.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tests::exercise::pasted(data, &mut Default::default()));
