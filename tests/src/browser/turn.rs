//! How many browsers run at a time.

use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;

/// The right to run a browser. There is one more than processors: a page waits as long as it works.
#[derive(Debug)]
pub(super) struct Turn;

static RUNNING: Mutex<u32> = Mutex::new(0);
static FREE: Condvar = Condvar::new();

impl Turn {
    /// Waits until fewer browsers run than may.
    pub(super) fn take() -> Turn {
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let most = thread::available_parallelism().map_or(2, |cores| cores.get() as u32 + 1);
        while *running >= most {
            // Blocking is right: each test has a thread and a runtime of its own.
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
