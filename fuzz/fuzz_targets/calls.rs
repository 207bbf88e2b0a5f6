//! Asks for the bpf() calls of any bytes as a program object.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tests::exercise::called(data, &mut Default::default()));
