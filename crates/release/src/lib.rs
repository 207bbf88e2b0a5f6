//! The facts in a kernel's name: version, architecture, distribution, flavour. BTF itself holds no version.
//!
//! Every crate that compares kernels reads names here, so that an atlas, `check` and the page agree. The crate has no
//! dependencies.
//!
//! - [`Version`]: a version of Linux, and [`Named`]: a version in a condition (`6.1`, `6.1.192`).
//! - [`Release`]: the facts in a name ([`Release::parse`]).
//! - [`Series`]: 6.12 of 6.12.107, and [`places`]: several series in words (`6.1 to 6.16`).
//! - [`compare`]: compares any two texts with numbers in them, much as Debian orders versions.
//! - [`stem`]: a file's name without the endings of compression and of raw BTF.
//! - [`debian_arch`]: Debian's name for an architecture that has several names.

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
