//! Reads texts of bytes in every form.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tests::exercise::pasted(data, &mut Default::default()));
