//! Blobs, `.BTF.ext`, `.BTF_ids` and kernel headers, compared with values that were checked by
//! hand.
#![allow(clippy::unwrap_used, reason = "a test may panic anywhere")]

mod ext;
mod fixtures;
mod handmade;
mod headers;
mod ids;
mod inline;
mod owners;
