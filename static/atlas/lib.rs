//! The atlas of Debian's kernels that comes with btfscope, as bytes. README.md says which kernels these are, and
//! kernels.tsv where each came from. docs/atlas.md of btfscope describes the formats of both atlas files to the byte.
#![no_std]
#![forbid(unsafe_code)]

/// The types of the kernels: `debian.atlas`.
pub static ATLAS: &[u8] = include_bytes!("debian.atlas");

/// The names of functions, types and so on that modules of these kernels add: `debian-modules.atlas`.
pub static MODULES: &[u8] = include_bytes!("debian-modules.atlas");
