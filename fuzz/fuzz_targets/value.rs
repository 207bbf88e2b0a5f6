//! Reads bytes as the types of a blob, and the whole input as a text of bytes in every form.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tests::exercise::{Digest, pasted, valued};

fuzz_target!(|data: &[u8]| {
    let digest = &mut Digest::default();
    pasted(data, digest);
    // The last 64 bytes are the values; the bytes before give the types.
    let (blob, bytes) = data.split_at(data.len().saturating_sub(64));
    if let Some(btf) = btfscope_fuzz::btf(blob) {
        valued(&btf, bytes, digest);
    }
});
