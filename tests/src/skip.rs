//! Tests that need something this machine may lack.

use std::env;
use std::io::{Write, stderr};

/// Says loudly that a test did not run, and why; the test then returns.
///
/// The line begins with `SKIPPED` and goes straight to stderr, past the capture of libtest, so that `cargo xtask test` can count
/// it. One line a test.
///
/// # Panics
/// When `BTFSCOPE_CI` is set: there a skipped test is a failure.
pub fn skip(why: &str) {
    let test = std::thread::current().name().unwrap_or("a test").to_owned();
    assert!(env::var_os("BTFSCOPE_CI").is_none(), "{test} may not be skipped here: {why}");
    // In one piece, since tests run side by side. Nothing better can be done about a stderr that is closed.
    stderr().write_all(format!("SKIPPED {test}: {why}\n").as_bytes()).ok();
}
