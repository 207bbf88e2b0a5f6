//! The page, without a page, used in any order.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tests::exercise::{Digest, scripted};

fuzz_target!(|data: &[u8]| scripted(data, &mut Digest::default()));
