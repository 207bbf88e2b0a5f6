//! The page's side of the desk: which files the worker has, which question it works on, and which questions wait.

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

/// The problem if a message between page and worker cannot be read.
pub const UNREADABLE: &str =
    "A message between the page and its worker cannot be read. Reload the page if this happens again.";

/// The interval, in milliseconds, in which a [`Line`] with a desk reports [`FromDesk::Tick`].
pub const TICK_MS: u32 = 1000;

/// A desk that sends neither an answer nor progress for this many ticks (15 to 16 seconds) counts as silent. The time
/// is meant to suffice for loading the worker over a slow line; longer work reports progress.
pub const SILENT_TICKS: u32 = 16;

/// A job that takes this many ticks (1 to 2 seconds) counts as slow: a bar lets the person cancel it. If its answer is
/// no longer wanted and another job waits, it is ended.
pub const SLOW_TICKS: u32 = 2;

/// The problem of a question that the person cancelled.
pub const CANCELLED: &str = "It was cancelled.";

/// The problem of a question that was lost because its desk was silent and was ended.
pub const ENDED: &str = "The worker stopped responding and was ended. You can ask for the same again.";

/// The most bases below a file, so that a circle of bases ends. Real files have at most two bases (`.BTF.inline` on a
/// module on its kernel).
const MOST_BASES: u32 = 8;

/// Carries messages to a desk, and starts it. While a desk exists, it reports [`FromDesk::Tick`] every [`TICK_MS`].
pub trait Line {
    /// Sends a message, after starting a desk if there is none. False if the browser has no workers.
    fn send(&mut self, message: &ToDesk) -> bool;

    /// Ends the desk, with its current work and all its files.
    fn end(&mut self);
}

/// The open files of the page.
pub trait Files {
    /// The open file that is the base of the given one; `None` if it has no base or its base is not an open file.
    ///
    /// # Errors
    /// The file is not open.
    fn base_of(&self, id: FileId) -> Result<Option<FileId>, NotOpen>;

    /// The message that gives a file to the desk; `None` if the file is not open. `base`: the file's base, if the desk
    /// has it; if none, the message carries the bytes of the base, too.
    fn keep(&self, id: FileId, base: Option<FileId>) -> Option<Keep>;
}

/// A file is not open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotOpen;

/// News from the desk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Progress of the work in this lane: the current step, and how much of it is done.
    Progress(Lane, String, Amount),
    /// A question and its answer.
    Done(Box<Job>, Answer),
    /// A question that has no answer, and why.
    Failed(Box<Job>, Problem),
    /// A question that the person cancelled.
    Cancelled(Box<Job>),
    /// A question that is given up because a file that it is about was closed.
    Closed(Box<Job>),
    /// The lane of work that became slow ([`SLOW_TICKS`]); none when slow work has ended or its answer is no longer
    /// wanted.
    Slow(Option<Lane>),
    /// Whether the desk is silent ([`SILENT_TICKS`]): it may be busy, or it may have died without a report from the
    /// browser.
    Silent(bool),
}

/// The book of questions. One job is sent at a time; the others wait in the book, so that they can be superseded and
/// cancelled.
#[derive(Debug)]
pub struct Book<L> {
    line: L,
    /// The files that the desk has.
    held: Vec<FileId>,
    running: Option<Running>,
    waiting: VecDeque<Job>,
    next: u32,
    /// Ticks since the desk last sent a message.
    ticks: u32,
}

#[derive(Debug)]
struct Running {
    ask: u32,
    job: Job,
    /// Whether a newer question superseded this one, so that its answer will be dropped.
    stale: bool,
    /// Ticks since the job was sent.
    age: u32,
}

impl<L: Line> Book<L> {
    /// An empty book. The desk is started by the first question.
    pub fn new(line: L) -> Book<L> {
        Book { line, held: Vec::new(), running: None, waiting: VecDeque::new(), next: 0, ticks: 0 }
    }

    /// Asks a question, which supersedes an older one in its lane. `files`: the open files.
    pub fn ask(&mut self, job: Job, files: &(impl Files + ?Sized)) -> Vec<Outcome> {
        let lane = job.lane();
        let was =
            self.running.as_ref().filter(|running| running.job.lane() == lane && !running.stale).and_then(bar_off);
        self.drop_lane(lane);
        match job.is_first() {
            true => self.waiting.push_front(job),
            false => self.waiting.push_back(job),
        }
        was.into_iter().chain(self.next_job(files)).collect()
    }

    /// Cancels the work in this lane, as the person asked: waiting jobs of the lane are dropped, and the desk is ended
    /// if it works on a job of the lane.
    pub fn cancel(&mut self, lane: Lane, files: &(impl Files + ?Sized)) -> Vec<Outcome> {
        let (dropped, kept) = self.waiting.drain(..).partition(|job: &Job| job.lane() == lane);
        self.waiting = kept;
        let mut dropped: VecDeque<Job> = dropped;
        let mut out = Vec::new();
        if let Some(running) = self.running.take_if(|running| running.job.lane() == lane) {
            self.end();
            out.extend(self.end_silence());
            out.extend(bar_off(&running));
            if !running.stale {
                dropped.push_front(running.job);
            }
        }
        out.extend(dropped.into_iter().map(|job| Outcome::Cancelled(Box::new(job))));
        out.extend(self.next_job(files));
        out
    }

    /// Forgets a closed file, and gives up the questions about it that wait. Ends the desk if it then has no file and
    /// no question about another file; a question about this file that runs is then given up, too. Otherwise the
    /// running question is answered: the desk has the file until then.
    pub fn close(&mut self, id: FileId) -> Vec<Outcome> {
        let (lost, kept) = self.waiting.drain(..).partition(|job: &Job| job.files().contains(&id));
        self.waiting = kept;
        let mut lost: VecDeque<Job> = lost;
        if let Some(at) = self.held.iter().position(|held| *held == id) {
            self.held.remove(at);
            self.line.send(&ToDesk::Forget(id));
        }
        let mut out = Vec::new();
        let runs_on = self.running.as_ref().is_some_and(|r| !r.stale && !r.job.files().contains(&id));
        if self.held.is_empty() && self.waiting.is_empty() && !runs_on {
            let running = self.running.take();
            // The memory of a wasm instance never shrinks: ending the worker gives all of it back.
            self.end();
            out.extend(self.end_silence());
            out.extend(running.as_ref().and_then(bar_off));
            if let Some(running) = running.filter(|running| !running.stale) {
                lost.push_front(running.job);
            }
        }
        out.extend(lost.into_iter().map(|job| Outcome::Closed(Box::new(job))));
        out
    }

    /// Whether any job runs or waits, even one whose answer will be dropped.
    pub fn is_busy(&self) -> bool {
        self.running.is_some() || !self.waiting.is_empty()
    }

    /// Takes a message from the desk.
    pub fn take(&mut self, message: FromDesk, files: &(impl Files + ?Sized)) -> Vec<Outcome> {
        if matches!(message, FromDesk::Tick) {
            return self.tick(files);
        }
        let mut out = self.end_silence();
        out.extend(self.handle(message, files));
        out
    }

    /// Counts a tick.
    fn tick(&mut self, files: &(impl Files + ?Sized)) -> Vec<Outcome> {
        let Some(running) = &mut self.running else { return self.end_silence() };
        self.ticks += 1;
        running.age = running.age.saturating_add(1);
        if running.age >= SLOW_TICKS && running.stale && !self.waiting.is_empty() {
            self.end();
            let mut out = self.end_silence();
            out.extend(self.next_job(files));
            return out;
        }
        let mut out = Vec::new();
        if running.age == SLOW_TICKS && !running.stale {
            out.push(Outcome::Slow(Some(running.job.lane())));
        }
        if self.ticks == SILENT_TICKS {
            out.push(Outcome::Silent(true));
        }
        out
    }

    /// Resets the count of silent ticks. The outcome tells that the desk is no longer silent, if it was silent.
    fn end_silence(&mut self) -> Vec<Outcome> {
        let ticks = std::mem::take(&mut self.ticks);
        if ticks >= SILENT_TICKS { vec![Outcome::Silent(false)] } else { vec![] }
    }

    fn handle(&mut self, message: FromDesk, files: &(impl Files + ?Sized)) -> Vec<Outcome> {
        match message {
            FromDesk::Progress(what, amount) => {
                let running = self.running.as_ref().filter(|running| !running.stale);
                running.map(|running| Outcome::Progress(running.job.lane(), what, amount)).into_iter().collect()
            }
            FromDesk::Answered(ask, outcome) => {
                let Some(running) = self.running.take_if(|running| running.ask == ask) else { return Vec::new() };
                let mut out: Vec<Outcome> = bar_off(&running).into_iter().collect();
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

    /// Ends a silent desk. Its current question fails; the waiting questions are sent to a new desk.
    pub fn restart(&mut self, files: &(impl Files + ?Sized)) -> Vec<Outcome> {
        self.died(ENDED, files)
    }

    /// Ends a desk that has died: by a panic, out of memory, or because it could not be loaded. Its current question
    /// fails; the waiting questions are sent to a new desk.
    pub fn died(&mut self, why: &str, files: &(impl Files + ?Sized)) -> Vec<Outcome> {
        let running = self.running.take();
        self.end();
        let mut out = self.end_silence();
        out.extend(running.as_ref().and_then(bar_off));
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
        // A desk without a job sends nothing, so its silence means nothing: the count starts anew.
        let mut out = if self.running.is_none() { self.end_silence() } else { vec![] };
        while self.running.is_none()
            && let Some(job) = self.waiting.pop_front()
        {
            let ask = self.next;
            self.next = ask.wrapping_add(1);
            let there = job.files().into_iter().all(|id| self.keep(id, files, MOST_BASES));
            let message = ToDesk::Ask(ask, job);
            let sent = there && self.line.send(&message);
            // Take the job back instead of cloning it: a failure must name its question.
            let ToDesk::Ask(_, job) = message else { continue };
            if sent {
                self.running = Some(Running { ask, job, stale: false, age: 0 });
            } else {
                let why = if there {
                    "This browser does not let the page start a worker, which is needed here."
                } else {
                    "The file is not open any more."
                };
                out.push(Outcome::Failed(Box::new(job), Problem::new("", why)));
            }
        }
        out
    }

    /// Sends a file and its base to the desk, unless the desk has them. `bases`: how many bases may still follow.
    /// False if the file is not open.
    fn keep(&mut self, id: FileId, files: &(impl Files + ?Sized), bases: u32) -> bool {
        if self.held.contains(&id) {
            return true;
        }
        let Ok(base) = files.base_of(id) else { return false };
        // The base may have been closed.
        let base = base.filter(|&base| bases > 0 && self.keep(base, files, bases - 1));
        let Some(keep) = files.keep(id, base) else { return false };
        // If there is no worker, the job itself fails when it is sent.
        if self.line.send(&ToDesk::Keep(keep)) {
            self.held.push(id);
        }
        true
    }
}

/// The outcome that removes the bar of slow work; none if the work never had a bar.
fn bar_off(running: &Running) -> Option<Outcome> {
    (running.age >= SLOW_TICKS).then_some(Outcome::Slow(None))
}
