//! After a panic the wasm instance cannot be used any more: its memory is as it was in the middle of something. The call that panicked
//! throws an Error with the code `panic`, all calls after it one with the code `unusable`.

use std::sync::atomic::{AtomicBool, Ordering};

use json::ErrorCode;
use wasm_bindgen::prelude::*;

use crate::failure::Failure;

static PANICKED: AtomicBool = AtomicBool::new(false);

/// Makes panics throw.
pub fn install() {
    std::panic::set_hook(Box::new(|info| {
        if !PANICKED.swap(true, Ordering::Relaxed) {
            let message = format!("btfscope stopped, which is a mistake of ours; load it anew to go on. {info}");
            // Leaves all of our frames as they are. What follows a hook is an abort, so that nothing is lost by it.
            wasm_bindgen::throw_val(Failure::new(ErrorCode::Panic, message).into());
        }
    }));
}

/// Asks before every call whether there is anything to call.
///
/// # Errors
/// After a panic.
pub fn alive() -> Result<(), Failure> {
    match PANICKED.load(Ordering::Relaxed) {
        true => {
            Err(Failure::new(ErrorCode::Unusable, "btfscope stopped in a call before this one; load it anew to go on"))
        }
        false => Ok(()),
    }
}

/// Panics. The package's test of what happens then calls it; it is in no documentation.
#[wasm_bindgen(js_name = __panicForTests)]
pub fn panic_for_tests() -> Result<(), JsValue> {
    alive()?;
    panic!("asked for by a test");
}
