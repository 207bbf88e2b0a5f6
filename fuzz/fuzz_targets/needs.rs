//! What a program object needs, and what kernels have of it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tests::exercise::{Digest, needed};

fuzz_target!(|data: &[u8]| needed(data, &mut Digest::default()));
