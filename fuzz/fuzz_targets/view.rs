//! Opens a file in a session without a page, and shows its types in all views. Then shows the bytes of the input's
//! blob.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tests::exercise::{Digest, shown, shown_bytes};

fuzz_target!(|data: &[u8]| {
    let digest = &mut Digest::default();
    let file = if data.starts_with(b"\x7fELF") { data.to_vec() } else { btfscope_fuzz::blob(data) };
    shown("file", &file, digest);
    if let Some(btf) = btfscope_fuzz::btf(data) {
        shown_bytes(&btf, digest);
    }
});
