//! Reads any bytes as a program object, and lists the bpf() calls that would load it.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tests::exercise::called(data, &mut Default::default()));
