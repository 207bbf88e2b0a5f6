//! Code shared by the tests of the whole project.

pub mod arguments;
pub mod blob;
pub mod broken;
#[cfg(feature = "browser")]
pub mod browser;
mod choices;
pub mod clock;
pub mod compare;
pub mod distilled;
pub mod document;
pub mod elf;
pub mod exercise;
pub mod ext_blob;
pub mod extended;
pub mod fixture;
pub mod generate;
pub mod golden;
pub mod handmade;
pub mod id_elf;
pub mod kernels;
pub mod large;
pub mod lessons;
pub mod mesh;
pub mod modules;
mod put;
pub mod records;
pub mod reference;
mod shared;
mod skip;
pub mod special_fields;
pub mod tangle;
pub mod walk;

pub use put::put;
pub use skip::skip;
