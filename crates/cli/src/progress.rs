//! Progress of long work, in one line of a terminal.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Progress of work that takes less time is not shown.
const SOON: Duration = Duration::from_millis(500);

/// Shows progress in a line on stderr, if that is a terminal. Dropping this value clears the line.
pub struct Shown {
    terminal: bool,
    since: Instant,
    percent: Option<u64>,
}

impl Shown {
    /// Begins the work. Nothing is shown yet.
    pub fn new() -> Shown {
        Shown { terminal: io::stderr().is_terminal(), since: Instant::now(), percent: None }
    }

    /// Shows how much of `total` is done, in percent, if this number has changed. `what` stands before the number.
    pub fn update(&mut self, what: &str, done: u64, total: u64) {
        if !self.terminal {
            return;
        }
        let percent = u64::try_from(u128::from(done) * 100 / u128::from(total.max(1))).unwrap_or(100);
        if self.percent != Some(percent) && self.since.elapsed() >= SOON {
            self.percent = Some(percent);
            write!(io::stderr(), "\r\x1b[K{what}: {percent} %").ok();
        }
    }

    /// Clears the line.
    pub fn clear(&mut self) {
        if self.percent.take().is_some() {
            write!(io::stderr(), "\r\x1b[K").ok();
        }
    }
}

impl Drop for Shown {
    fn drop(&mut self) {
        self.clear();
    }
}
