//! libbpf, in this process, for tests that compare with it. Without the feature `libbpf` there is nothing here.

#[cfg(feature = "libbpf")]
pub mod beside;

#[cfg(feature = "libbpf")]
pub mod load;

#[cfg(feature = "libbpf")]
pub mod maps;

#[cfg(feature = "libbpf")]
mod reference;

#[cfg(feature = "libbpf")]
pub mod relocation;

#[cfg(feature = "libbpf")]
pub mod run;

#[cfg(feature = "libbpf")]
pub mod show;

#[cfg(feature = "libbpf")]
pub mod values;

#[cfg(feature = "libbpf")]
pub use reference::{LibbpfBtf, LibbpfType};
