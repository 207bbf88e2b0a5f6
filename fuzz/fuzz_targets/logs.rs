//! Reads any text as a log, alone and for a program.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tests::exercise::logged(data, &mut Default::default()));
