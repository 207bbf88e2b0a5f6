//! Checks that a step ends. It finds hangs, and does not measure speed (benchmarks do).

use std::fmt::Display;
use std::fs;
use std::time::{Duration, Instant};

/// The processor time that counts as a hang. A step takes a few seconds at most, in a debug build on a slow machine. A
/// test uses input for which an unbounded loop would take hours.
const HANG: Duration = Duration::from_secs(300);

/// Runs a step on this thread to its end, and then checks that it did not take as long as a hang.
///
/// # Panics
/// When the step took longer. `what` names it.
#[track_caller]
pub fn ends<T>(what: impl Display, step: impl FnOnce() -> T) -> T {
    let clock = Clock::start();
    let result = step();
    let took = clock.elapsed();
    assert!(took < HANG, "{what} took {took:?}");
    result
}

/// Measures the processor time of its thread, which other work on the machine does not change.
#[derive(Debug)]
struct Clock {
    started: Instant,
    worked: Option<Duration>,
}

impl Clock {
    /// Starts now, on this thread.
    fn start() -> Clock {
        Clock { started: Instant::now(), worked: worked() }
    }

    /// The processor time of the thread since the start, or the time that passed where the system does not tell it.
    fn elapsed(&self) -> Duration {
        match (self.worked, worked()) {
            (Some(then), Some(now)) => now.saturating_sub(then),
            _ => self.started.elapsed(),
        }
    }
}

/// The processor time of this thread: `utime` and `stime` of `/proc/thread-self/stat`, in hundredths of a second
/// (proc(5)).
fn worked() -> Option<Duration> {
    let stat = fs::read_to_string("/proc/thread-self/stat").ok()?;
    // The thread's name, in parentheses, may contain any character. `utime` is the 12th field after it.
    let (_, rest) = stat.rsplit_once(") ")?;
    let mut ticks = rest.split(' ').skip(11).map(|field| field.parse::<u64>().ok());
    Some(Duration::from_millis((ticks.next()?? + ticks.next()??).checked_mul(10)?))
}

#[cfg(test)]
mod tests {
    use std::hint::black_box;

    use super::*;

    #[test]
    fn counts_work_and_not_sleep() {
        if worked().is_none() {
            return;
        }
        let clock = Clock::start();
        std::thread::sleep(Duration::from_millis(200));
        assert!(clock.elapsed() < Duration::from_millis(100), "{:?}", clock.elapsed());
        // This loop ends as soon as the clock has counted 50 ms of work.
        let mut sum = 0u64;
        while clock.elapsed() < Duration::from_millis(50) {
            sum = (0..100_000).fold(sum, |sum, n| black_box(sum.wrapping_add(n)));
        }
    }
}
