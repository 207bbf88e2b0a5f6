//! What the targets share. What they do with a blob is in `tests/src/exercise`: the same that tests do with damaged ones.

use std::sync::{Arc, LazyLock};

use btf::Btf;
use tests::{fixture, generate};

/// A kernel to stand on, for blobs that continue one.
pub static KERNEL: LazyLock<Arc<Btf>> = LazyLock::new(|| {
    let kernel = Btf::parse(fixture::read("kernel.x86_64.btf"), None);
    Arc::new(kernel.unwrap_or_else(|e| panic!("kernel.x86_64.btf: {e}")))
});

/// The blob of an input: the input itself where it starts with the magic, else one that the input's bytes decide on.
pub fn blob(data: &[u8]) -> Vec<u8> {
    match data {
        [0x9f, 0xeb, ..] | [0xeb, 0x9f, ..] => data.to_vec(),
        _ => generate::blob(data),
    }
}

/// The BTF of an input.
pub fn btf(data: &[u8]) -> Option<Btf> {
    Btf::parse(blob(data), None).ok()
}
