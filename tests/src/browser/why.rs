//! Prints at once why a browser test failed. The summary at the end of all tests may be cut off, and comes much later.

use std::io::Write;
use std::sync::Once;
use std::{io, panic, thread};

/// The longest reason that is printed at once, in characters. The summary has the whole reason.
const MOST: usize = 1200;

/// From now on, prints the beginning of each panic's message to standard error, past the capture of tests' output.
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
