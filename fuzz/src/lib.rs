//! The parts that the fuzz targets share. The work on a blob is in `tests/src/exercise`, which tests also use for
//! damaged blobs.

use std::sync::{Arc, LazyLock};

use btf::Btf;
use tests::{fixture, generate};

/// The BTF of a kernel, used as the base of split blobs.
pub static KERNEL: LazyLock<Arc<Btf>> = LazyLock::new(|| {
    let kernel = Btf::parse(fixture::read("kernel.x86_64.btf"), None);
    Arc::new(kernel.unwrap_or_else(|e| panic!("kernel.x86_64.btf: {e}")))
});

/// The blob of an input: the input itself if it starts with the magic, otherwise a blob that the generator makes from
/// it.
pub fn blob(data: &[u8]) -> Vec<u8> {
    match data {
        [0x9f, 0xeb, ..] | [0xeb, 0x9f, ..] => data.to_vec(),
        _ => generate::blob(data),
    }
}

/// The BTF of an input; `None` if the header of its blob cannot be read.
pub fn btf(data: &[u8]) -> Option<Btf> {
    Btf::parse(blob(data), None).ok()
}
