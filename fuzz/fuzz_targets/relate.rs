//! Relates the types of a blob to each other, and compares them with the types of another blob or of a kernel.
#![no_main]

use std::sync::Arc;

use btf::Btf;
use libfuzzer_sys::fuzz_target;
use tests::exercise::{Digest, related};

fuzz_target!(|data: &[u8]| {
    let digest = &mut Digest::default();
    // Two more blobs from the input: its second half gives a split BTF, its first half the base.
    let (first, second) = data.split_at(data.len() / 2);
    let Some(btf) = btfscope_fuzz::btf(data) else { return };
    let other = btfscope_fuzz::btf(second);
    related(&btf, other.as_ref().unwrap_or(&btfscope_fuzz::KERNEL), digest);
    if let Some(base) = btfscope_fuzz::btf(first).map(Arc::new)
        && let Ok(split) = Btf::parse(btfscope_fuzz::blob(second), Some(Arc::clone(&base)))
    {
        related(&split, &btf, digest);
    }
});
