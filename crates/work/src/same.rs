//! A desk without a worker, for tests.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use desk::{FromDesk, Line, ToDesk};
use wire::Packed;

use crate::Desk;

/// A line to a desk in the same thread. Messages are packed and unpacked as between page and worker. Answers wait until
/// [`SameThread::work`] is called, as they do in a browser.
#[derive(Clone, Debug, Default)]
pub struct SameThread {
    inner: Rc<RefCell<Inner>>,
}

#[derive(Debug, Default)]
struct Inner {
    desk: Option<Desk>,
    /// Messages to the desk that wait for [`SameThread::work`]; `None` stands for a message that cannot be read.
    sent: VecDeque<Option<ToDesk>>,
    damage: bool,
    damage_answer: bool,
    starts: u32,
    buffers: usize,
}

impl SameThread {
    /// Handles the next message. Returns the desk's messages; none if nothing was sent.
    pub fn work(&self) -> Option<Vec<FromDesk>> {
        let Some(message) = self.inner.borrow_mut().sent.pop_front()? else { return Some(vec![FromDesk::Unreadable]) };
        let said: Rc<RefCell<Vec<FromDesk>>> = Rc::default();
        let report = Rc::clone(&said);
        let mut inner = self.inner.borrow_mut();
        let desk = inner.desk.get_or_insert_with(|| Desk::new(Box::new(|_, _| ())));
        desk.report = Box::new(move |what, amount| report.borrow_mut().push(FromDesk::Progress(what.into(), amount)));
        let answer = desk.take(message);
        let mut said = said.take();
        if let Some(answer) = answer {
            let mut packed = Packed::new(&answer);
            if std::mem::take(&mut inner.damage_answer) {
                packed.bytes.pop();
            }
            said.push(packed.read().unwrap_or(FromDesk::Unreadable));
        }
        Some(said)
    }

    /// Cuts the last byte off the next message to the desk.
    pub fn damage_next(&self) {
        self.inner.borrow_mut().damage = true;
    }

    /// Cuts the last byte off the next answer.
    pub fn damage_next_answer(&self) {
        self.inner.borrow_mut().damage_answer = true;
    }

    /// How many times a desk was started.
    pub fn starts(&self) -> u32 {
        self.inner.borrow().starts
    }

    /// Whether a desk is running.
    pub fn is_on(&self) -> bool {
        self.inner.borrow().desk.is_some()
    }

    /// How many buffers were transferred to the desk so far.
    pub fn buffers(&self) -> usize {
        self.inner.borrow().buffers
    }
}

impl Line for SameThread {
    fn send(&mut self, message: &ToDesk) -> bool {
        let mut inner = self.inner.borrow_mut();
        if inner.desk.is_none() {
            inner.starts += 1;
            inner.desk = Some(Desk::new(Box::new(|_, _| ())));
        }
        let mut packed = Packed::new(message);
        inner.buffers += packed.buffers.len();
        if std::mem::take(&mut inner.damage) {
            packed.bytes.pop();
        }
        inner.sent.push_back(packed.read());
        true
    }

    fn end(&mut self) {
        let mut inner = self.inner.borrow_mut();
        inner.desk = None;
        inner.sent.clear();
    }
}
