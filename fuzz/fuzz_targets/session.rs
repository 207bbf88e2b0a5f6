//! Takes steps of the page's session in any order, without a page.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tests::exercise::{Digest, scripted};

fuzz_target!(|data: &[u8]| scripted(data, &mut Digest::default()));
