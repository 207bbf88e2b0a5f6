//! Reads the output of test programs: counts results, adds progress, and measures the time of each group (a test
//! program, or the tests in a crate's documentation).

use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::time::{Duration, Instant};

/// Results of test programs.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Tests that passed, including [`Tally::skipped`].
    pub passed: u64,
    /// Tests that failed.
    pub failed: u64,
    /// Tests that their runner ignored.
    pub ignored: u64,
    /// Tests that passed only because something they need was missing, and printed SKIPPED.
    pub skipped: u64,
}

impl Tally {
    /// Adds the counts of another run.
    pub fn add(&mut self, other: &Tally) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.ignored += other.ignored;
        self.skipped += other.skipped;
    }

    /// Counts one line of output.
    fn read(&mut self, line: &str) {
        if line.starts_with("SKIPPED") {
            self.skipped += 1;
        }
        // Node prints its results in TAP: `# pass 12`.
        if let Some((what, number)) = line.strip_prefix("# ").and_then(|rest| rest.split_once(' '))
            && let Ok(number) = number.parse::<u64>()
        {
            match what {
                "pass" => self.passed += number,
                "fail" | "cancelled" => self.failed += number,
                "skipped" | "todo" => self.ignored += number,
                _ => {}
            }
        }
        let Some((_, counts)) = line.strip_prefix("test result: ").and_then(|rest| rest.split_once(". ")) else {
            return;
        };
        for count in counts.split("; ") {
            let Some((number, what)) = count.split_once(' ') else { continue };
            let number = number.parse().unwrap_or(0);
            match what {
                "passed" => self.passed += number,
                "failed" => self.failed += number,
                "ignored" => self.ignored += number,
                _ => {}
            }
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let passed = self.passed.saturating_sub(self.skipped);
        write!(f, "{passed} passed, {} failed, {} skipped", self.failed, self.ignored + self.skipped)
    }
}

/// The state of a run of test programs, from its output.
#[derive(Debug)]
pub struct Watch {
    /// The results so far.
    pub tally: Tally,
    /// How long each group took.
    pub took: Vec<(String, Duration)>,
    /// The number of groups, without the tests in documentation; 0 if unknown.
    groups: usize,
    /// The running group, and when it began.
    running: Option<(String, Instant)>,
    /// How many groups have begun.
    begun: usize,
    /// How many tests of the running group have ended.
    done: u64,
    /// How many tests the running group has; 0 if unknown.
    of: u64,
}

impl Watch {
    /// Watches a run with this many groups.
    pub fn new(groups: usize) -> Watch {
        let tally = Tally::default();
        Watch { tally, took: vec![], groups, running: None, begun: 0, done: 0, of: 0 }
    }

    /// Passes output on, line by line as it comes, and adds the progress behind lines that begin a test program or end
    /// a test.
    pub fn hand_on(&mut self, from: impl Read, mut to: impl Write) {
        let mut from = BufReader::new(from);
        let mut line = vec![];
        while from.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
            let text = String::from_utf8_lossy(&line);
            if let Some(progress) = self.read(&text) {
                line.truncate(line.trim_ascii_end().len());
                line.extend(format!("  ({progress})\n").bytes());
            }
            // The output may be closed; the tests go on.
            to.write_all(&line).and_then(|()| to.flush()).ok();
            line.clear();
        }
        self.end_group();
    }

    /// Counts one line. Returns the progress if the line begins a test program or ends a test, and the total is known.
    fn read(&mut self, line: &str) -> Option<String> {
        let line = without_colours(line);
        self.tally.read(&line);
        if let Some(group) = group_of(&line) {
            self.end_group();
            self.running = Some((group, Instant::now()));
            (self.done, self.of) = (0, 0);
            if line.trim_start().starts_with("Running") {
                self.begun += 1;
                return (self.groups > 0).then(|| format!("group {} of {}", self.begun, self.groups));
            }
        } else if let Some(count) = line.strip_prefix("running ").and_then(|rest| rest.split_once(" test")) {
            self.of = count.0.parse().unwrap_or(0);
        } else if line.starts_with("test ") && line.contains(" ... ") && self.of > 0 {
            self.done += 1;
            return Some(format!("{} of {}", self.done, self.of));
        }
        None
    }

    fn end_group(&mut self) {
        if let Some((group, since)) = self.running.take() {
            self.took.push((group, since.elapsed()));
        }
    }
}

/// Passes on what cargo prints while it builds tests, and counts the test programs.
pub fn count_programs(from: impl Read, mut to: impl Write) -> usize {
    let mut programs = 0;
    for line in BufReader::new(from).lines().map_while(Result::ok) {
        programs += usize::from(without_colours(&line).trim_start().starts_with("Executable "));
        writeln!(to, "{line}").ok();
    }
    programs
}

/// The group that begins with this line of cargo's: `Running tests/open.rs (target/debug/deps/open-1a2b)` begins
/// `open`.
fn group_of(line: &str) -> Option<String> {
    let line = line.trim_start();
    if let Some(name) = line.strip_prefix("Doc-tests ") {
        return Some(format!("{name} (in documentation)"));
    }
    let (_, file) = line.strip_prefix("Running ")?.split_once('(')?;
    let name = file.trim_end_matches(')').rsplit(['/', '\\']).next()?;
    Some(name.rsplit_once('-').map_or(name, |(name, _)| name).to_owned())
}

/// Drops terminal escapes like `ESC [ 3 2 m`.
fn without_colours(line: &str) -> String {
    let mut pieces = line.trim_end().split("\u{1b}[");
    let mut plain = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        plain.push_str(piece.split_once('m').map_or(piece, |(_, text)| text));
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watch(text: &str) -> (Watch, String) {
        let (mut watch, mut copy) = (Watch::new(2), vec![]);
        watch.hand_on(text.as_bytes(), &mut copy);
        (watch, String::from_utf8(copy).unwrap())
    }

    #[test]
    fn counts_what_node_prints() {
        let text = "TAP version 13\n# Subtest: opens\nok 1 - opens\n1..4\n# tests 4\n# suites 0\n# pass 2\n# fail 1\n\
                    # cancelled 0\n# skipped 1\n# todo 0\n# duration_ms 12.5\n";
        let (watch, copy) = watch(text);
        assert_eq!(copy, text);
        assert_eq!(watch.tally, Tally { passed: 2, failed: 1, ignored: 1, skipped: 0 });
        assert_eq!(watch.tally.to_string(), "2 passed, 1 failed, 1 skipped");
    }

    #[test]
    fn counts_what_cargo_test_prints() {
        let text = "running 3 tests\n\
                    test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s\n\
                    test result: \u{1b}[31mFAILED\u{1b}[m. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out\n";
        let (first, copy) = watch(text);
        assert_eq!(copy, text);
        let mut tally = first.tally;
        tally.add(&watch("SKIPPED corpus: no BTFSCOPE_CORPUS\nnot SKIPPED\n").0.tally);
        assert_eq!(tally, Tally { passed: 5, failed: 1, ignored: 1, skipped: 1 });
        assert_eq!(tally.to_string(), "4 passed, 1 failed, 2 skipped");
    }

    #[test]
    fn says_how_far_the_run_is() {
        let text = "     Running unittests src/lib.rs (target/debug/deps/btf-1f)\nrunning 2 tests\ntest a ... ok\ntest b ... FAILED\n\
                    \u{1b}[1m     Running\u{1b}[m tests/x-y/main.rs (target/debug/deps/x_y-2e)\nrunning 1 test\ntest a ... ok\n\
                    test result: ok. 1 passed; 0 failed\n   Doc-tests btf\nrunning 1 test\n";
        let (watch, copy) = watch(text);
        let copy: Vec<&str> = copy.lines().filter(|line| line.ends_with(')')).collect();
        let expected = [
            "     Running unittests src/lib.rs (target/debug/deps/btf-1f)  (group 1 of 2)",
            "test a ... ok  (1 of 2)",
            "test b ... FAILED  (2 of 2)",
            "\u{1b}[1m     Running\u{1b}[m tests/x-y/main.rs (target/debug/deps/x_y-2e)  (group 2 of 2)",
            "test a ... ok  (1 of 1)",
        ];
        assert_eq!(copy, expected);
        let groups: Vec<&str> = watch.took.iter().map(|(group, _)| &**group).collect();
        assert_eq!(groups, ["btf", "x_y", "btf (in documentation)"]);
    }
}
