//! Reads the bytes as an atlas, or applies them as changes to the unpacked parts of a small atlas, with correct
//! checksums.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tests::exercise::{SmallAtlas, asked};

static SMALL: LazyLock<SmallAtlas> = LazyLock::new(SmallAtlas::new);

fuzz_target!(|data: &[u8]| {
    // The error for a damaged atlas is a correct answer.
    let _ = match data {
        [0x89, b'A', ..] => asked(data),
        _ => asked(&SMALL.changed(data)),
    };
});
