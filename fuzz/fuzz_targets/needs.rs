//! Checks the needs of a program object on kernels.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tests::exercise::{Digest, needed};

fuzz_target!(|data: &[u8]| needed(data, &mut Digest::default()));
