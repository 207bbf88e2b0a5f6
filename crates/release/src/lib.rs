//! The facts in a kernel's name: version, architecture, distribution, flavour. BTF itself holds no version.
//!
//! Every crate that compares kernels reads names here, so that an atlas, `check` and the page agree. The crate has no
//! dependencies.
//!
//! - [`Version`]: a version of Linux, and [`Named`]: one as a condition names it (`6.1`, `6.1.192`).
//! - [`Release`]: what a name says ([`Release::parse`]).
//! - [`Series`]: 6.12 of 6.12.107, and [`places`]: several in words, without those that are not at hand.
//! - [`compare`]: any two texts with numbers in them, as Debian orders versions.
//! - [`stem`]: a file without the endings of compression and of raw BTF.
//! - [`debian_arch`]: one word for an architecture that goes by several.

mod arch;
mod compare;
mod file;
mod form;
mod mark;
mod name;
mod series;
mod version;
mod words;

#[doc = include_str!("forms.md")]
pub mod forms {
    #[allow(unused_imports, reason = "the text above refers to it")]
    use crate::Release;
}

pub use arch::debian_arch;
pub use compare::compare;
pub use file::{stem, without_packing};
pub use mark::of_vendor;
pub use name::Release;
pub use series::{Place, Series, joined, missing, not_among, places};
pub use version::{Named, Version};
