//! Makes the answers of the JavaScript package and of --json about a file.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let file = if data.starts_with(b"\x7fELF") { data.to_vec() } else { btfscope_fuzz::blob(data) };
    tests::exercise::answered(&file, &mut Default::default());
});
