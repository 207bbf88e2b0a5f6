//! Tests that need something this machine may lack.

use std::env;
use std::io::{Write, stderr};

/// Reports that a test does not run, and why. The test must then return.
///
/// The line begins with `SKIPPED` and goes to stderr, bypassing libtest's capture, so that `cargo xtask test` can count
/// it. Print one line for each test.
///
/// # Panics
/// When `BTFSCOPE_CI` is set: there a skipped test is a failure.
pub fn skip(why: &str) {
    assert!(env::var_os("BTFSCOPE_CI").is_none(), "{} may not be skipped here: {why}", test());
    say("SKIPPED", why);
}

/// Prints a line about the running test, bypassing libtest's capture.
pub(crate) fn say(word: &str, what: &str) {
    // Written in one piece, since tests run at the same time. A closed stderr is ignored.
    stderr().write_all(format!("{word} {}: {what}\n", test()).as_bytes()).ok();
}

fn test() -> String {
    std::thread::current().name().unwrap_or("a test").to_owned()
}
