//! Debug information to types, twice: the same lines.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tests::exercise::encoded_again(data));
