//! Counts the work that waits for the browser: fetching, reading files, using its storage.

use std::cell::Cell;

use gloo::utils::document_element;
use wasm_bindgen_futures::spawn_local;

thread_local! {
    /// How many pieces of work are running.
    static UNDER_WAY: Cell<u32> = const { Cell::new(0) };
}

/// An attribute of the document while work is running. Tests wait until it is gone, because the screen may still
/// change.
const MARK: &str = "data-busy";

/// Counts as one piece of work while it exists.
pub struct Busy(());

impl Busy {
    /// Begins a piece of work.
    pub fn new() -> Busy {
        count(1);
        Busy(())
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        count(-1);
    }
}

/// Runs `work`, and counts it as running. `work` must send its result before it ends, so that tests do not continue
/// too early.
pub fn spawn(work: impl Future<Output = ()> + 'static) {
    let busy = Busy::new();
    spawn_local(async move {
        work.await;
        drop(busy);
    });
}

fn count(more: i32) {
    let left = UNDER_WAY.get().saturating_add_signed(more);
    UNDER_WAY.set(left);
    // If the attribute cannot be set, only tests are affected.
    let _ = match left {
        0 => document_element().remove_attribute(MARK),
        _ => document_element().set_attribute(MARK, "yes"),
    };
}
