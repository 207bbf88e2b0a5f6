//! Work that waits for the browser: a fetch, a file, what it keeps.

use std::cell::Cell;

use gloo::utils::document_element;
use wasm_bindgen_futures::spawn_local;

thread_local! {
    /// How many pieces of work are under way.
    static UNDER_WAY: Cell<u32> = const { Cell::new(0) };
}

/// The document has it while there is any: what is on the screen may be about to change. Tests wait for it.
const MARK: &str = "data-busy";

/// A piece of work that is under way for as long as this lives.
pub struct Busy(());

impl Busy {
    /// Its beginning.
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

/// Runs work that sends its outcome as a message before it ends.
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
    // A document that takes no attribute shows nothing either.
    let _ = match left {
        0 => document_element().remove_attribute(MARK),
        _ => document_element().set_attribute(MARK, "yes"),
    };
}
