//! Limits how often the address is replaced. Browsers limit the number of changes (Chromium to 200 in 30 seconds, older
//! Safari to 100), and ignore all further changes, even the last one. So during fast typing the address is written less
//! often, but its last state is always written.

/// How many changes are allowed in a row without a pause.
const BURST: f64 = 60.0;
/// The time after which one change no longer counts, in milliseconds.
const MS_PER_CHANGE: f64 = 1000.0;
/// How long a change that is not allowed at once waits, in milliseconds. Of several changes that wait, only the latest
/// is made.
pub const PAUSE: u32 = 1000;

/// Counts changes as a leaky bucket.
#[derive(Clone, Copy, Default, Debug)]
pub struct Pace {
    level: f64,
    at: f64,
}

impl Pace {
    /// Whether a change may be made at the time `now`, in milliseconds.
    pub fn allows(&mut self, now: f64) -> bool {
        self.level = (self.level - (now - self.at) / MS_PER_CHANGE).max(0.0);
        self.at = now;
        self.level < BURST
    }

    /// Counts a change.
    pub fn count(&mut self) {
        self.level += 1.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The times, in milliseconds, at which the address is written, if a change comes every `each` milliseconds for a
    /// minute.
    fn written(each: u32) -> Vec<u32> {
        let (mut pace, mut waits, mut written) = (Pace::default(), None, Vec::new());
        for now in 0..60_000 + PAUSE {
            if waits.is_some_and(|until| until <= now) {
                (waits, _) = (None, pace.count());
                written.push(now);
            }
            if now < 60_000 && now.is_multiple_of(each) {
                if pace.allows(now.into()) {
                    (waits, _) = (None, pace.count());
                    written.push(now);
                } else if waits.is_none() {
                    waits = Some(now + PAUSE);
                }
            }
        }
        written
    }

    #[test]
    fn fast_changes_stay_below_the_limit_of_browsers() {
        for each in [1, 7, 30, 100, 400, 900, 1500] {
            let written = written(each);
            let most = (0..written.len()).map(|i| written[i..].partition_point(|at| *at < written[i] + 30_000)).max();
            assert!(most < Some(100), "every {each} ms: {most:?} in 30 seconds");
            // The last change is written, and no change waits longer than the pause.
            assert!(written.last() >= Some(&(59_999 / each * each)), "every {each} ms: {:?}", written.last());
            assert!(written.windows(2).all(|w| w[1] - w[0] <= PAUSE + each), "every {each} ms");
        }
    }

    #[test]
    fn slow_changes_are_written_at_once() {
        // Two changes a second are written at once for half a minute and longer; one change a second is written at
        // once for ever.
        assert_eq!(written(500).iter().filter(|at| **at < 30_000).count(), 60);
        assert_eq!(written(1000).len(), 60);
    }
}
