//! The atlas of Debian's kernels that comes with btfscope, as bytes. README.md says which kernels these are, kernels.tsv
//! where each came from; docs/atlas.md of btfscope describes both files to the byte.
#![no_std]
#![forbid(unsafe_code)]

/// The types of the kernels: `debian.atlas`.
pub static ATLAS: &[u8] = include_bytes!("debian.atlas");

/// The names that modules of these kernels bring: `debian-modules.atlas`.
pub static MODULES: &[u8] = include_bytes!("debian-modules.atlas");
