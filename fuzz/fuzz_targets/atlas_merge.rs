//! Puts blobs into atlases in several orders, takes them out, and puts them in again.
#![no_main]

use btfscope_fuzz::blob;
use libfuzzer_sys::fuzz_target;
use tests::exercise::merged;

fuzz_target!(|data: &[u8]| {
    // Three blobs, made from the whole input, from its first third, and from the rest.
    let third = data.len() / 3;
    let (a, b) = data.split_at(third);
    let blobs = [blob(data), blob(a), blob(b)];
    merged(&blobs);
});
