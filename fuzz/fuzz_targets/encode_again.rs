//! Converts debug information to types twice, the second time with the same file beside it: both results must print the
//! same lines.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tests::exercise::encoded_again(data));
