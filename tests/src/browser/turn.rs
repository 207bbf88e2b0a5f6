//! Limits how many browsers run at a time.

use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;

/// A permit to run a browser. There is one permit more than processors, since a page waits about as long as it works.
#[derive(Debug)]
pub(super) struct Turn;

static RUNNING: Mutex<u32> = Mutex::new(0);
static FREE: Condvar = Condvar::new();

impl Turn {
    /// Waits for a permit.
    pub(super) fn take() -> Turn {
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let most = thread::available_parallelism().map_or(2, |cores| cores.get() as u32 + 1);
        while *running >= most {
            // Blocking is fine here: each test has its own thread and runtime.
            running = FREE.wait(running).unwrap_or_else(PoisonError::into_inner);
        }
        *running += 1;
        Turn
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        FREE.notify_one();
    }
}
