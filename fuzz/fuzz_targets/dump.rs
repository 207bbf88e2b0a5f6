//! Prints the types of a blob one by one, and the blob as whole files, in the forms of the crate `dump`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tests::exercise::{Digest, printed};

fuzz_target!(|data: &[u8]| {
    if let Some(btf) = btfscope_fuzz::btf(data) {
        printed(&btf, true, &mut Digest::default());
    }
});
