//! Prints a blob in all forms.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tests::exercise::{Digest, printed};

fuzz_target!(|data: &[u8]| {
    if let Some(btf) = btfscope_fuzz::btf(data) {
        printed(&btf, true, &mut Digest::default());
    }
});
