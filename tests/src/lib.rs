//! What the tests of the whole project share.

#[cfg(feature = "browser")]
pub mod browser;
mod skip;

pub use skip::skip;
