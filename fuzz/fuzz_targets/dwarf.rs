//! Converts any bytes as an object with debug information: alone, with itself as a second file, and on a kernel.
#![no_main]

use std::sync::Arc;

use btfscope_fuzz::KERNEL;
use tests::exercise::encoded;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let alone = encoded(data, &[], None);
    // A second conversion gives the same bytes.
    assert_eq!(alone, encoded(data, &[], None));
    if alone.is_some() {
        encoded(data, &[data], None);
        encoded(data, &[], Some(Arc::clone(&KERNEL)));
    }
});
