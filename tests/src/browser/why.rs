//! Says why a browser test fails when it does: the summary behind all tests may be cut off, and is an hour away.

use std::io::Write;
use std::sync::Once;
use std::{io, panic, thread};

/// Characters of a reason at most; the whole is in the summary.
const MOST: usize = 1200;

/// From now on the first lines of a panic go to standard error, past what holds back the output of tests that pass.
pub(super) fn say_at_once() {
    static SET: Once = Once::new();
    SET.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |about| {
            let thread = thread::current();
            let reason: String = about.to_string().chars().take(MOST).collect();
            // If stderr is closed, the message is lost.
            writeln!(io::stderr(), "{}: {reason}", thread.name().unwrap_or("a thread")).ok();
            before(about);
        }));
    });
}
