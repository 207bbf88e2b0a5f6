//! The page's side of the desk: which files it has, what is asked and what waits.

use std::collections::VecDeque;

use crate::Amount;
use crate::Answer;
use crate::FileId;
use crate::FromDesk;
use crate::Job;
use crate::Keep;
use crate::Lane;
use crate::Problem;
use crate::ToDesk;

/// Why there is no answer when a message between page and worker cannot be read.
pub const UNREADABLE: &str =
    "A message between the page and its worker cannot be read. Reload the page if this comes again.";

/// How often a [`Line`] with a desk says [`FromDesk::Tick`], in milliseconds.
pub const TICK_MS: u32 = 1000;

/// A job that gives no sign, neither an answer nor how far it is, from one tick to the one after so many: 15 to 16 seconds. Loading the
/// worker over a slow line takes less, and work that takes longer says how far it is.
pub const SILENT_TICKS: u32 = 16;

/// A job that has not ended from one tick to the one after so many, 1 to 2 seconds, is waited for: the person can cancel it. One that nobody
/// wants any more is broken off then, when something else waits.
pub const SLOW_TICKS: u32 = 2;

/// Why there is no answer to what a person cancelled.
pub const CANCELLED: &str = "It was cancelled.";

/// Why there is no answer of a desk that gave no sign and was ended.
pub const ENDED: &str = "The worker gave no sign any more and was ended. What it was asked can be asked again.";

/// Bases below each other, at most: records of a module's, the module, its kernel.
const MOST_BASES: u32 = 8;

/// What carries messages to a desk. While there is one, it gives the page a [`FromDesk::Tick`] every [`TICK_MS`].
pub trait Line {
    /// Sends a message, to a new desk when there is none. Whether it can be sent: not where the browser has no workers.
    fn send(&mut self, message: &ToDesk) -> bool;

    /// Ends the desk, whatever it does, with all that it has.
    fn end(&mut self);
}

/// The open files of the page.
pub trait Files {
    /// The open file that is the base of this one. An error when the file is not open.
    fn base_of(&self, id: FileId) -> Result<Option<FileId>, NotOpen>;

    /// What the desk needs of a file whose base on the desk is `base`. Without that, its base goes along.
    fn keep(&self, id: FileId, base: Option<FileId>) -> Option<Keep>;
}

/// A file is not open, or not any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotOpen;

/// What the desk said that is of interest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// How far work in this lane is: what is done, how much, of how much (0: not known).
    Progress(Lane, String, Amount),
    /// What was asked, and the answer.
    Done(Box<Job>, Answer),
    /// There will be no answer to this request.
    Failed(Box<Job>, Problem),
    /// There will be no answer to this request: a person cancelled it.
    Cancelled(Box<Job>),
    /// Which work takes long enough to be waited for; none when what did so has ended.
    Slow(Option<Lane>),
    /// Whether the desk has work and gives no sign: it may be busy, or have vanished, of which browsers say nothing.
    Silent(bool),
}

/// What is asked, one job at a time; the others wait here, so that they can be superseded and cancelled.
#[derive(Debug)]
pub struct Book<L> {
    line: L,
    /// Files that the desk has.
    held: Vec<FileId>,
    running: Option<Running>,
    waiting: VecDeque<Job>,
    next: u32,
    /// Ticks since the desk gave a sign.
    ticks: u32,
}

#[derive(Debug)]
struct Running {
    ask: u32,
    job: Job,
    /// A newer one waits: nobody wants the answer.
    stale: bool,
    /// Ticks since it was sent.
    age: u32,
}

impl<L: Line> Book<L> {
    /// Nothing is asked; the desk is not started.
    pub fn new(line: L) -> Book<L> {
        Book { line, held: Vec::new(), running: None, waiting: VecDeque::new(), next: 0, ticks: 0 }
    }

    /// Asks. An older request in the same lane is superseded. `files` are the open files.
    pub fn ask(&mut self, job: Job, files: &(impl Files + ?Sized)) -> Vec<Outcome> {
        let lane = job.lane();
        let was = self.running.as_ref().filter(|running| running.job.lane() == lane && !running.stale).and_then(ended);
        self.drop_lane(lane);
        match job.is_first() {
            true => self.waiting.push_front(job),
            false => self.waiting.push_back(job),
        }
        was.into_iter().chain(self.next_job(files)).collect()
    }

    /// A person cancelled work in this lane: what waits is dropped, what runs is broken off, whatever it is.
    pub fn cancel(&mut self, lane: Lane, files: &(impl Files + ?Sized)) -> Vec<Outcome> {
        let (dropped, kept) = self.waiting.drain(..).partition(|job: &Job| job.lane() == lane);
        self.waiting = kept;
        let mut dropped: VecDeque<Job> = dropped;
        let mut out = Vec::new();
        if let Some(running) = self.running.take_if(|running| running.job.lane() == lane) {
            self.end();
            out.extend(self.sign());
            out.extend(ended(&running));
            if !running.stale {
                dropped.push_front(running.job);
            }
        }
        out.extend(dropped.into_iter().map(|job| Outcome::Cancelled(Box::new(job))));
        out.extend(self.next_job(files));
        out
    }

    /// A file was closed.
    pub fn close(&mut self, id: FileId) -> Vec<Outcome> {
        self.waiting.retain(|job| !job.files().contains(&id));
        if let Some(at) = self.held.iter().position(|held| *held == id) {
            self.held.remove(at);
            self.line.send(&ToDesk::Forget(id));
        }
        if self.held.is_empty() && self.waiting.is_empty() {
            // A wasm memory never shrinks: all of it is given back.
            let was = self.running.as_ref().and_then(ended);
            self.end();
            return self.sign().into_iter().chain(was).collect();
        }
        vec![]
    }

    /// Whether work in this lane is asked or waits.
    pub fn has(&self, lane: Lane) -> bool {
        self.running.as_ref().is_some_and(|r| r.job.lane() == lane && !r.stale)
            || self.waiting.iter().any(|j| j.lane() == lane)
    }

    /// Whether anything is asked or waits, wanted or not.
    pub fn is_busy(&self) -> bool {
        self.running.is_some() || !self.waiting.is_empty()
    }

    /// The desk said something.
    pub fn take(&mut self, message: FromDesk, files: &(impl Files + ?Sized)) -> Vec<Outcome> {
        if matches!(message, FromDesk::Tick) {
            return self.tick(files);
        }
        let mut out = self.sign();
        out.extend(self.said(message, files));
        out
    }

    /// Time has gone by.
    fn tick(&mut self, files: &(impl Files + ?Sized)) -> Vec<Outcome> {
        let Some(running) = &mut self.running else { return self.sign() };
        self.ticks += 1;
        running.age = running.age.saturating_add(1);
        let mut out = Vec::new();
        if running.age >= SLOW_TICKS && running.stale && !self.waiting.is_empty() {
            self.end();
            out.extend(self.sign());
            out.extend(self.next_job(files));
            return out;
        }
        if running.age == SLOW_TICKS && !running.stale {
            out.push(Outcome::Slow(Some(running.job.lane())));
        }
        if self.ticks == SILENT_TICKS {
            out.push(Outcome::Silent(true));
        }
        out
    }

    /// The desk lives, or has nothing to do.
    fn sign(&mut self) -> Vec<Outcome> {
        let ticks = std::mem::take(&mut self.ticks);
        if ticks >= SILENT_TICKS { vec![Outcome::Silent(false)] } else { vec![] }
    }

    fn said(&mut self, message: FromDesk, files: &(impl Files + ?Sized)) -> Vec<Outcome> {
        match message {
            FromDesk::Progress(what, amount) => {
                let running = self.running.as_ref().filter(|running| !running.stale);
                running.map(|running| Outcome::Progress(running.job.lane(), what, amount)).into_iter().collect()
            }
            FromDesk::Answered(ask, outcome) => {
                let Some(running) = self.running.take_if(|running| running.ask == ask) else { return Vec::new() };
                let mut out: Vec<Outcome> = ended(&running).into_iter().collect();
                let is_large = running.job.lane().topic.is_large();
                if !running.stale {
                    out.push(match outcome {
                        Ok(answer) => Outcome::Done(Box::new(running.job), answer),
                        Err(problem) => Outcome::Failed(Box::new(running.job), *problem),
                    });
                }
                if is_large {
                    self.end();
                }
                out.extend(self.next_job(files));
                out
            }
            FromDesk::Unreadable => self.died(UNREADABLE, files),
            FromDesk::Ready | FromDesk::Opened(_) | FromDesk::Listed(_) | FromDesk::Failed(_) | FromDesk::Tick => {
                Vec::new()
            }
        }
    }

    /// Ends a desk that gives no sign. What it was asked has failed; what waits is asked of a new one.
    pub fn restart(&mut self, files: &(impl Files + ?Sized)) -> Vec<Outcome> {
        self.died(ENDED, files)
    }

    /// The desk has died: by a panic, for want of memory, or because it could not be loaded.
    pub fn died(&mut self, why: &str, files: &(impl Files + ?Sized)) -> Vec<Outcome> {
        let running = self.running.take();
        self.end();
        let mut out = self.sign();
        out.extend(running.as_ref().and_then(ended));
        let running = running.filter(|running| !running.stale);
        out.extend(running.map(|r| Outcome::Failed(Box::new(r.job), Problem::new("", why))));
        out.extend(self.next_job(files));
        out
    }

    fn end(&mut self) {
        self.line.end();
        self.held.clear();
        self.running = None;
    }

    fn drop_lane(&mut self, lane: Lane) {
        self.waiting.retain(|job| job.lane() != lane);
        match &mut self.running {
            Some(running) if running.job.lane() == lane && lane.topic.is_long() => self.end(),
            Some(running) if running.job.lane() == lane => running.stale = true,
            _ => {}
        }
    }

    fn next_job(&mut self, files: &(impl Files + ?Sized)) -> Vec<Outcome> {
        // A desk that was ended owes no sign.
        let mut out = if self.running.is_none() { self.sign() } else { vec![] };
        while self.running.is_none()
            && let Some(job) = self.waiting.pop_front()
        {
            let ask = self.next;
            self.next = ask.wrapping_add(1);
            let there = job.files().into_iter().all(|id| self.keep(id, files, MOST_BASES));
            let message = ToDesk::Ask(ask, job);
            let sent = there && self.line.send(&message);
            // It is not cloned: whoever asked hears of a failure what it was.
            let ToDesk::Ask(_, job) = message else { continue };
            if sent {
                self.running = Some(Running { ask, job, stale: false, age: 0 });
            } else {
                let why = if there {
                    "This browser lets the page have no worker, and this needs one."
                } else {
                    "The file is not open any more."
                };
                out.push(Outcome::Failed(Box::new(job), Problem::new("", why)));
            }
        }
        out
    }

    /// Makes sure that the desk has a file, and its base. False when it is not open, or there is no desk.
    fn keep(&mut self, id: FileId, files: &(impl Files + ?Sized), bases: u32) -> bool {
        if self.held.contains(&id) {
            return true;
        }
        let Ok(base) = files.base_of(id) else { return false };
        // It may have been closed since.
        let base = base.filter(|&base| bases > 0 && self.keep(base, files, bases - 1));
        let Some(keep) = files.keep(id, base) else { return false };
        // Without a worker it is the job that fails.
        if self.line.send(&ToDesk::Keep(keep)) {
            self.held.push(id);
        }
        true
    }
}

/// That work was waited for, and is not any more.
fn ended(running: &Running) -> Option<Outcome> {
    (running.age >= SLOW_TICKS).then_some(Outcome::Slow(None))
}
