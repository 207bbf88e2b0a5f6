//! Draws the types of a blob.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Some(btf) = btfscope_fuzz::btf(data) {
        tests::exercise::drawn(&btf, &mut Default::default());
    }
});
