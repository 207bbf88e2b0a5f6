//! The limits of long work and its reports: [`Limits`], [`Progress`], and [`Work`], shared within a whole call.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::io;
use std::ops::ControlFlow;

use crate::codec::Codec;
use crate::source::Meter;

/// The limits of long work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The most bytes that are unpacked into memory at once, over all layers.
    pub output: u64,
    /// The most bytes that may come out for each byte read. Compressed kernels reach 10.
    pub ratio: u64,
    /// The ratio is checked only from this many bytes of output on, because small files may be mostly zeros.
    pub ratio_from: u64,
    /// The most bytes that one decompressor may take for its dictionary.
    pub dictionary: u64,
    /// The most bytes that are read without being kept: in an archive, and in a file that is searched for BTF.
    pub archive: u64,
    /// Whether BPF program objects without BTF are opened, too: see [`crate::Opener::with_bare_programs`].
    pub bare_programs: bool,
    /// For an archive of which only one file may hold BTF: whether this file is opened; if not, the list is returned.
    pub open_only: bool,
    /// How to treat files with debug information.
    pub debug_info: DebugInfo,
    /// Whether unpacked text without BTF, up to 16 MiB, is returned ([`crate::Unpacked::Text`]) instead of an error: it
    /// may be C.
    pub texts: bool,
}

impl Default for Limits {
    /// 1 GiB of output, a ratio of 100 from 64 MiB on, dictionaries of 256 MiB, archives of 32 GiB.
    fn default() -> Limits {
        Limits {
            output: 1 << 30,
            ratio: 100,
            ratio_from: 64 << 20,
            dictionary: 256 << 20,
            archive: 32 << 30,
            bare_programs: false,
            open_only: true,
            debug_info: DebugInfo::Ignored,
            texts: false,
        }
    }
}

/// How to treat an ELF file with debug information (DWARF) that is in a wrapping: compressed, or in an archive.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum DebugInfo {
    /// Ignore it: only BTF is opened.
    #[default]
    Ignored,
    /// Return it when there is no BTF.
    WithoutBtf,
    /// Return it, whether there is BTF or not.
    First,
}

/// The stage of unpacking that is running.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Stage {
    /// Compressed data is being unpacked.
    Unpacking(Codec),
    /// An archive is being looked through.
    Listing,
    /// The file is being searched for BTF.
    Searching,
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stage::Unpacking(codec) => write!(f, "unpacking {}", codec.as_str()),
            Stage::Listing => write!(f, "looking through the archive"),
            Stage::Searching => write!(f, "searching for BTF"),
        }
    }
}

/// The progress of long work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// The current stage.
    pub stage: Stage,
    /// Bytes of the stage's input that were read.
    pub done: u64,
    /// Bytes of the stage's input.
    pub total: u64,
}

/// Called as work goes on; a break ends the work with [`crate::OpenErrorKind::Cancelled`].
pub type OnProgress<'a> = dyn FnMut(Progress) -> ControlFlow<()> + 'a;

/// Why a reader stopped although the data is sound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Stopped {
    /// The caller cancelled.
    Cancelled,
    /// The file could not be read.
    Read(String),
}

/// One call's limits and progress, shared by all its readers.
pub(crate) struct Work<'a> {
    pub(crate) name: &'a str,
    pub(crate) limits: Limits,
    on_progress: RefCell<&'a mut OnProgress<'a>>,
    stage: Cell<Stage>,
    consumed: Cell<u64>,
    last: Cell<(u64, u64)>,
    /// Bytes of output that are kept in memory.
    kept: Cell<u64>,
    /// How many bytes may still come out of the archives within an archive; none for all other work.
    nested: Option<&'a Cell<u64>>,
    stopped: RefCell<Option<Stopped>>,
    /// Sentences for [`crate::Opened::notes`].
    pub(crate) notes: RefCell<Vec<String>>,
}

impl<'a> Work<'a> {
    pub(crate) fn new(name: &'a str, limits: Limits, on_progress: &'a mut OnProgress<'a>) -> Work<'a> {
        Work {
            name,
            limits,
            on_progress: RefCell::new(on_progress),
            stage: Cell::new(Stage::Searching),
            consumed: Cell::new(0),
            last: Cell::new((0, 0)),
            kept: Cell::new(0),
            nested: None,
            stopped: RefCell::new(None),
            notes: RefCell::new(Vec::new()),
        }
    }

    /// Counts output in `left`, too, which the work on all archives within an archive shares.
    pub(crate) fn within(self, left: Option<&'a Cell<u64>>) -> Work<'a> {
        Work { nested: left, ..self }
    }

    /// Counts output, whether it is kept or not. False if archives within an archive gave too much.
    pub(crate) fn came_out(&self, count: u64) -> bool {
        let Some(left) = self.nested else { return true };
        let rest = left.get().checked_sub(count);
        left.set(rest.unwrap_or(0));
        rest.is_some()
    }

    /// Starts a stage. [`Limits::ratio`] compares output with the input that was read since then.
    pub(crate) fn start(&self, stage: Stage) {
        self.stage.set(stage);
        self.consumed.set(0);
    }

    /// Reports unchanged progress: output may grow for long without new input.
    pub(crate) fn again(&self) -> io::Result<()> {
        let (done, total) = self.last.get();
        self.tick(done, total)
    }

    pub(crate) fn stopped(&self) -> Option<Stopped> {
        self.stopped.borrow().clone()
    }

    /// Whether `output` bytes are more than sound data could give for the input read so far.
    pub(crate) fn is_bomb(&self, output: u64) -> bool {
        output > self.limits.ratio_from && output / self.limits.ratio.max(1) > self.consumed.get()
    }

    /// Accounts for bytes that are kept. False, and nothing is accounted for, if they would exceed the limit.
    pub(crate) fn keep(&self, count: u64) -> bool {
        let all = self.kept.get().saturating_add(count);
        let fits = all <= self.limits.output;
        if fits {
            self.kept.set(all);
        }
        fits
    }

    /// Accounts for kept bytes that were freed.
    pub(crate) fn release(&self, count: u64) {
        self.kept.set(self.kept.get().saturating_sub(count));
    }

    pub(crate) fn note(&self, text: String) {
        self.notes.borrow_mut().push(text);
    }
}

impl Meter for Work<'_> {
    fn tick(&self, done: u64, total: u64) -> io::Result<()> {
        self.last.set((done, total));
        let progress = Progress { stage: self.stage.get(), done, total };
        // The callback is already running, so this call came from within it: nothing to report.
        let Ok(mut on_progress) = self.on_progress.try_borrow_mut() else { return Ok(()) };
        match (*on_progress)(progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => {
                self.stopped.replace(Some(Stopped::Cancelled));
                Err(io::Error::other("cancelled"))
            }
        }
    }

    fn failed_read(&self, message: String) -> io::Error {
        let error = io::Error::other(message.clone());
        self.stopped.replace(Some(Stopped::Read(message)));
        error
    }

    fn consumed(&self, count: u64) {
        self.consumed.set(self.consumed.get().saturating_add(count));
    }
}
