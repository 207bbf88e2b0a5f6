//! Reads all of a blob: alone, and as a split BTF on a kernel and on itself.
#![no_main]

use std::sync::Arc;

use btf::Btf;
use btfscope_fuzz::{KERNEL, blob};
use libfuzzer_sys::fuzz_target;
use tests::walk;

fuzz_target!(|data: &[u8]| {
    let bytes: Arc<[u8]> = blob(data).into();
    let Ok(btf) = Btf::parse(Arc::clone(&bytes), None) else { return };
    walk::everything(&btf);
    for base in [Arc::clone(&KERNEL), Arc::new(btf)] {
        if let Ok(split) = Btf::parse(Arc::clone(&bytes), Some(base)) {
            walk::everything(&split);
        }
    }
});
