//! An atlas: the bytes as a file, or as changes of the unpacked parts of a small one, whose checksums are right.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tests::exercise::{SmallAtlas, asked};

static SMALL: LazyLock<SmallAtlas> = LazyLock::new(SmallAtlas::new);

fuzz_target!(|data: &[u8]| {
    // That it is damaged is an answer, too.
    let _ = match data {
        [0x89, b'A', ..] => asked(data),
        _ => asked(&SMALL.changed(data)),
    };
});
