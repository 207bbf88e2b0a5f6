//! The results: the log up to the first fault, and all faults.

use btf::{BlobRange, Kind, Place};

use crate::log::{Line, escape};
use crate::rule::Rule;
use crate::{Mode, Options};
use open::Errno;

/// The most faults that are listed.
pub(crate) const MOST_FAULTS: usize = 500;

/// The most bytes of a line that is kept for a fault, or as the only line of a log.
const LONGEST_LINE: usize = 4096;

/// A rule that is broken, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The rule.
    pub rule: Rule,
    /// The part of the blob; for a fault of a type or an item, with its type id and index.
    pub place: Place,
    /// The kind of the faulty type; none if no type has the fault.
    pub kind: Option<Kind>,
    /// The bytes with the fault.
    pub range: BlobRange,
    /// The line that the kernel's log would end with if this were the first fault, without its newline, as [`escape`]
    /// writes it. Empty for a silent refusal; very long lines are cut.
    pub words: String,
}

impl Fault {
    /// The section of btf.rst with the rule.
    pub fn reference(&self) -> String {
        self.rule.reference(self.kind)
    }
}

/// A kernel's answer, and all faults.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verdict {
    /// The errno with which the kernel refuses the BTF; `None` if the kernel accepts it.
    pub errno: Option<Errno>,
    /// The kernel's log, or only the last line of a refusal if [`crate::Options::whole_log`] is not set. The last line
    /// may lack its newline.
    pub log: Vec<u8>,
    /// The faults: first the fault for which the kernel refuses the BTF, then the other faults. At most 500.
    pub faults: Vec<Fault>,
    /// How many more faults there are, which are not listed.
    pub left_out: u64,
    /// Whether kernels of this version may answer differently: because only special fields decide and the point release
    /// is not known, or because the answer depends on the running kernel.
    pub depends: bool,
    /// The names of structs in the blob that are special in any release, each once. Empty if the blob is refused before
    /// special fields are searched.
    pub special: Vec<&'static str>,
}

impl Verdict {
    /// Whether the kernel accepts it.
    pub fn is_accepted(&self) -> bool {
        self.errno.is_none()
    }

    /// The last line of the log, without its newline.
    pub fn last_line(&self) -> &[u8] {
        let log = self.log.strip_suffix(b"\n").unwrap_or(&self.log);
        let start = log.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        log.get(start..).unwrap_or_default()
    }
}

/// The place of a fault.
#[derive(Clone, Copy)]
pub(crate) struct At {
    pub(crate) place: Place,
    pub(crate) kind: Option<Kind>,
    pub(crate) range: BlobRange,
}

impl At {
    /// A place outside of the types.
    pub(crate) fn new(place: Place, range: BlobRange) -> At {
        At { place, kind: None, range }
    }
}

/// Collects the verdict.
pub(crate) struct Report {
    verdict: Verdict,
    kernel: bool,
    whole: bool,
    visible: bool,
}

impl Report {
    pub(crate) fn new(options: &Options<'_>) -> Report {
        Report {
            verdict: Verdict::default(),
            kernel: options.mode == Mode::Kernel,
            whole: options.whole_log,
            visible: options.visible_names,
        }
    }

    /// Whether there was no fault so far: the kernel is still reading.
    pub(crate) fn is_sound(&self) -> bool {
        self.verdict.errno.is_none()
    }

    /// How many faults there are.
    pub(crate) fn count(&self) -> u64 {
        self.verdict.faults.len() as u64 + self.verdict.left_out
    }

    /// Writes to the log, if the whole log is wanted, the BTF comes by `BPF_BTF_LOAD`, and there was no fault.
    pub(crate) fn say(&mut self, write: impl FnOnce(&mut Line<'_>)) {
        if self.whole && !self.kernel && self.is_sound() {
            write(&mut Line::new(&mut self.verdict.log, false, usize::MAX).visible(self.visible));
        }
    }

    /// Writes a message that is not a refusal and has no newline: the next line follows it directly.
    pub(crate) fn remark(&mut self, text: &str) {
        if !self.is_sound() {
            return;
        }
        if !self.whole {
            self.verdict.log.clear();
        }
        Line::new(&mut self.verdict.log, self.kernel, usize::MAX).visible(self.visible).piece(text.as_bytes());
    }

    /// Forgets a remark, when a newline follows and only the last line is kept.
    pub(crate) fn newline(&mut self) {
        if !self.whole && self.is_sound() {
            self.verdict.log.clear();
        }
    }

    /// Adds a fault. `write` writes its line; the first fault ends the log.
    pub(crate) fn fault(&mut self, rule: Rule, at: At, write: impl Fn(&mut Line<'_>)) {
        if self.verdict.faults.len() >= MOST_FAULTS {
            self.verdict.left_out += 1;
            return;
        }
        let mut words = Vec::new();
        if !rule.words().is_empty() {
            write(&mut Line::new(&mut words, false, LONGEST_LINE));
            words.truncate(LONGEST_LINE);
            if self.is_sound() {
                let limit = if self.whole { usize::MAX } else { LONGEST_LINE };
                write(&mut Line::new(&mut self.verdict.log, self.kernel, limit).visible(self.visible));
            }
        }
        let words = escape(words.strip_suffix(b"\n").unwrap_or(&words));
        self.verdict.errno.get_or_insert(rule.errno());
        self.verdict.faults.push(Fault { rule, place: at.place, kind: at.kind, range: at.range, words });
    }

    /// Marks the answer as uncertain.
    pub(crate) fn depends(&mut self) {
        self.verdict.depends = true;
    }

    /// Sets the structs that are special by their name.
    pub(crate) fn special(&mut self, names: Vec<&'static str>) {
        self.verdict.special = names;
    }

    pub(crate) fn finish(self) -> Verdict {
        self.verdict
    }
}
