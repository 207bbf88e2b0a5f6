//! Puts blobs into atlases in several orders, takes them out, and puts them in again.
#![no_main]

use btfscope_fuzz::blob;
use libfuzzer_sys::fuzz_target;
use tests::exercise::merged;

fuzz_target!(|data: &[u8]| {
    // Up to three blobs with a common beginning.
    let third = data.len() / 3;
    let (a, b) = data.split_at(third);
    let blobs = [blob(data), blob(a), blob(b)];
    merged(&blobs);
});
