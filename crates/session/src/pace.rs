//! How often the address may be replaced. Browsers take some hundred changes in a while (Chromium 200 in 30 seconds, older Safari 100) and
//! ignore the rest, also the last one: what somebody types fast has to be written less often, and in the end.

/// Changes in a row that need no pause.
const AT_ONCE: f64 = 60.0;
/// What a change costs is forgotten within this time, in milliseconds.
const FORGOTTEN: f64 = 1000.0;
/// How long a change waits that may not be made at once, in milliseconds: what comes meanwhile takes its place.
pub const PAUSE: u32 = 1000;

/// Counts changes.
#[derive(Clone, Copy, Default, Debug)]
pub struct Pace {
    level: f64,
    at: f64,
}

impl Pace {
    /// Whether a change may be made now, at `now` milliseconds.
    pub fn has_room(&mut self, now: f64) -> bool {
        self.level = (self.level - (now - self.at) / FORGOTTEN).max(0.0);
        self.at = now;
        self.level < AT_ONCE
    }

    /// A change is made.
    pub fn count(&mut self) {
        self.level += 1.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Changes for a minute, one every `each` milliseconds; when they are written.
    fn written(each: u32) -> Vec<u32> {
        let (mut pace, mut waits, mut written) = (Pace::default(), None, Vec::new());
        for now in 0..60_000 + PAUSE {
            if waits.is_some_and(|until| until <= now) {
                (waits, _) = (None, pace.count());
                written.push(now);
            }
            if now < 60_000 && now.is_multiple_of(each) {
                if pace.has_room(now.into()) {
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
    fn no_browser_is_asked_too_often() {
        for each in [1, 7, 30, 100, 400, 900, 1500] {
            let written = written(each);
            let most = (0..written.len()).map(|i| written[i..].partition_point(|at| *at < written[i] + 30_000)).max();
            assert!(most < Some(100), "every {each} ms: {most:?} in 30 seconds");
            // The last one is written, and nobody waits longer than the pause.
            assert!(written.last() >= Some(&(59_999 / each * each)), "every {each} ms: {:?}", written.last());
            assert!(written.windows(2).all(|w| w[1] - w[0] <= PAUSE + each), "every {each} ms");
        }
    }

    #[test]
    fn what_people_do_is_written_at_once() {
        // Two changes a second for the first half minute, and one a second for ever.
        assert_eq!(written(500).iter().filter(|at| **at < 30_000).count(), 60);
        assert_eq!(written(1000).len(), 60);
    }
}
