//! Progress of work on many files.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use crate::fail::say;

/// The least time between two lines in a log.
const IN_LOG: Duration = Duration::from_secs(60);

/// The least time between two changes on a terminal.
const ON_TERMINAL: Duration = Duration::from_millis(200);

/// Shows on stderr how many files are done, the rate, and the time that is left at this rate. A terminal has one line,
/// which changes; a log gets a new line a minute at most.
pub struct Several {
    all: usize,
    done: usize,
    since: Instant,
    last: Instant,
    terminal: bool,
    shown: bool,
}

impl Several {
    /// Begins work on `all` files.
    pub fn new(all: usize) -> Several {
        let now = Instant::now();
        Several { all, done: 0, since: now, last: now, terminal: io::stderr().is_terminal(), shown: false }
    }

    /// Counts a file as done. Shows the progress when it is time.
    pub fn one(&mut self, name: &str) {
        self.done += 1;
        if self.last.elapsed() < if self.terminal { ON_TERMINAL } else { IN_LOG } {
            return;
        }
        self.last = Instant::now();
        let words = words(self.done, self.all, self.since.elapsed());
        if self.terminal {
            let name = crate::fail::harmless(name).replace('\n', " ");
            write!(io::stderr(), "\r\x1b[K{words}: {name}").ok();
            self.shown = true;
        } else {
            say(&words);
        }
    }

    /// Clears the line on a terminal, before another message is printed.
    pub fn clear(&mut self) {
        if std::mem::take(&mut self.shown) {
            write!(io::stderr(), "\r\x1b[K").ok();
        }
    }
}

/// `120 of 15000 files, 4.0 a second, 1 h 2 min left`.
fn words(done: usize, all: usize, elapsed: Duration) -> String {
    let rate = done as f64 / elapsed.as_secs_f64().max(0.001);
    let left = (all.saturating_sub(done) as f64 / rate.max(0.001)).round() as u64;
    let left = match left {
        0..60 => format!("{left} s"),
        60..3600 => format!("{} min", left.div_ceil(60)),
        _ => format!("{} h {} min", left / 3600, left % 3600 / 60),
    };
    format!("{done} of {all} files, {rate:.1} a second, {left} left")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rate_and_time_left() {
        let of = |done, all, seconds| words(done, all, Duration::from_secs(seconds));
        assert_eq!(of(120, 15_000, 30), "120 of 15000 files, 4.0 a second, 1 h 2 min left");
        assert_eq!(of(50, 100, 100), "50 of 100 files, 0.5 a second, 2 min left");
        assert_eq!(of(9, 10, 9), "9 of 10 files, 1.0 a second, 1 s left");
    }
}
