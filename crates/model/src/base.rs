//! Whether a split BTF continues a kernel's.

use std::sync::Arc;

use btf::Btf;

/// Whether the blob `split` can continue `base`; or why it cannot, in words. The rule is the container's.
pub fn fits(split: &[u8], base: &Arc<Btf>) -> Result<(), String> {
    container::fits_base(split, base).map_err(|misfit| misfit.to_string())
}
