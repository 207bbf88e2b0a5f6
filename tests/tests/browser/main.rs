//! The built site in a real Chromium.
#![allow(clippy::unwrap_used, reason = "a test may panic anywhere")]

mod harness;
mod start;
