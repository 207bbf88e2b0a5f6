//! Lays out the structs and unions of a blob.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tests::exercise::{Digest, laid_out};

fuzz_target!(|data: &[u8]| {
    if let Some(btf) = btfscope_fuzz::btf(data) {
        laid_out(&btf, &mut Digest::default());
    }
});
