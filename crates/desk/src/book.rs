//! The page's side of the desk: which files it has, what is asked and what waits.

use std::collections::VecDeque;

use crate::Answer;
use crate::FileId;
use crate::FromDesk;
use crate::Job;
use crate::Keep;
use crate::Problem;
use crate::Sort;
use crate::ToDesk;

/// What carries messages to a desk.
pub trait Line {
    /// Sends a message, to a new desk when there is none. Whether it can be sent: not where the browser has no workers.
    fn send(&mut self, message: &ToDesk) -> bool;

    /// Ends the desk, whatever it does, with all that it has.
    fn end(&mut self);
}

/// The open files of the page.
pub trait Files {
    /// The open file that is the base of this one, and was opened before it. An error when the file is not open.
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
    /// How far work of this sort is: what is done, how much, of how much (0: not known).
    Progress(Sort, String, u64, u64),
    /// An answer.
    Done(Answer),
    /// There will be no answer.
    Failed(Sort, Problem),
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
}

#[derive(Debug)]
struct Running {
    ask: u32,
    sort: Sort,
    /// A newer one waits, or it was cancelled: nobody wants the answer.
    stale: bool,
}

impl<L: Line> Book<L> {
    /// Nothing is asked; the desk is not started.
    pub fn new(line: L) -> Book<L> {
        Book { line, held: Vec::new(), running: None, waiting: VecDeque::new(), next: 0 }
    }

    /// Asks. An older request of the same sort is superseded. `files` are the open files.
    pub fn ask(&mut self, job: Job, files: &(impl Files + ?Sized)) -> Vec<Outcome> {
        let sort = job.sort();
        self.drop_sort(sort);
        // What somebody types does not wait for what takes long.
        match job {
            Job::Search(_) => self.waiting.push_front(job),
            _ => self.waiting.push_back(job),
        }
        self.next_job(files)
    }

    /// Nobody wants work of this sort any more: what waits is dropped, what runs and is long is broken off.
    pub fn cancel(&mut self, sort: Sort, files: &(impl Files + ?Sized)) -> Vec<Outcome> {
        self.drop_sort(sort);
        self.next_job(files)
    }

    /// A file was closed.
    pub fn close(&mut self, id: FileId) {
        self.waiting.retain(|job| !job.files().contains(&id));
        if let Some(at) = self.held.iter().position(|held| *held == id) {
            self.held.remove(at);
            self.line.send(&ToDesk::Forget(id));
        }
        if self.held.is_empty() && self.waiting.is_empty() {
            // A wasm memory never shrinks: all of it is given back.
            self.end();
        }
    }

    /// Whether work of this sort is asked or waits.
    pub fn has(&self, sort: Sort) -> bool {
        self.running.as_ref().is_some_and(|r| r.sort == sort && !r.stale)
            || self.waiting.iter().any(|j| j.sort() == sort)
    }

    /// Whether anything is asked or waits, wanted or not.
    pub fn is_busy(&self) -> bool {
        self.running.is_some() || !self.waiting.is_empty()
    }

    /// The desk said something.
    pub fn take(&mut self, message: FromDesk, files: &(impl Files + ?Sized)) -> Vec<Outcome> {
        match message {
            FromDesk::Progress(what, done, total) => {
                let running = self.running.as_ref().filter(|running| !running.stale);
                running.map(|running| Outcome::Progress(running.sort, what, done, total)).into_iter().collect()
            }
            FromDesk::Answered(ask, outcome) => {
                let Some(running) = self.running.take_if(|running| running.ask == ask) else { return Vec::new() };
                let mut out = Vec::new();
                if !running.stale {
                    out.push(match outcome {
                        Ok(answer) => Outcome::Done(answer),
                        Err(problem) => Outcome::Failed(running.sort, *problem),
                    });
                }
                if running.sort.is_large() {
                    self.end();
                }
                out.extend(self.next_job(files));
                out
            }
            _ => Vec::new(),
        }
    }

    /// The desk has died: by a panic, for want of memory, or because it could not be loaded.
    pub fn died(&mut self, why: &str, files: &(impl Files + ?Sized)) -> Vec<Outcome> {
        let running = self.running.take().filter(|running| !running.stale);
        self.end();
        let mut out: Vec<_> = running.map(|r| Outcome::Failed(r.sort, Problem::new("", why))).into_iter().collect();
        out.extend(self.next_job(files));
        out
    }

    fn end(&mut self) {
        self.line.end();
        self.held.clear();
        self.running = None;
    }

    fn drop_sort(&mut self, sort: Sort) {
        self.waiting.retain(|job| job.sort() != sort);
        match &mut self.running {
            Some(running) if running.sort == sort && sort.is_long() => self.end(),
            Some(running) if running.sort == sort => running.stale = true,
            _ => {}
        }
    }

    fn next_job(&mut self, files: &(impl Files + ?Sized)) -> Vec<Outcome> {
        let mut out = Vec::new();
        while self.running.is_none()
            && let Some(job) = self.waiting.pop_front()
        {
            let sort = job.sort();
            let ask = self.next;
            self.next = ask.wrapping_add(1);
            let there = job.files().into_iter().all(|id| self.keep(id, files));
            if there && self.line.send(&ToDesk::Ask(ask, job)) {
                self.running = Some(Running { ask, sort, stale: false });
            } else {
                let why = if there {
                    "This browser lets the page have no worker, and this needs one."
                } else {
                    "The file is not open any more."
                };
                out.push(Outcome::Failed(sort, Problem::new("", why)));
            }
        }
        out
    }

    /// Makes sure that the desk has a file, and its base. False when it is not open, or there is no desk.
    fn keep(&mut self, id: FileId, files: &(impl Files + ?Sized)) -> bool {
        if self.held.contains(&id) {
            return true;
        }
        let Ok(base) = files.base_of(id) else { return false };
        // A base is an older file than what stands on it, so this ends. It may have been closed since.
        let base = base.filter(|&base| base < id && self.keep(base, files));
        let Some(keep) = files.keep(id, base) else { return false };
        // Without a worker it is the job that fails.
        if self.line.send(&ToDesk::Keep(keep)) {
            self.held.push(id);
        }
        true
    }
}
