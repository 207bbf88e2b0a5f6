//! After a panic the wasm instance must not be used any more: its memory may be inconsistent. The call that panicked
//! throws an Error of the kind `panic`, all later calls throw one of the kind `unusable`.

use std::sync::atomic::{AtomicBool, Ordering};

use json::ErrorCode;
use wasm_bindgen::prelude::*;

use crate::failure::Failure;

static PANICKED: AtomicBool = AtomicBool::new(false);

/// Makes the first panic throw an error. No call runs after it ([`alive`]).
pub fn install() {
    std::panic::set_hook(Box::new(|info| {
        if !PANICKED.swap(true, Ordering::Relaxed) {
            let message = format!("btfscope stopped because of a bug in it; load it again to continue. {info}");
            // Skips all destructors. That loses nothing: the panic would abort the program after this hook anyway.
            wasm_bindgen::throw_val(Failure::new(ErrorCode::Panic, message).into());
        }
    }));
}

/// Checks before every call that there was no panic.
///
/// # Errors
/// After a panic.
pub fn alive() -> Result<(), Failure> {
    match PANICKED.load(Ordering::Relaxed) {
        true => {
            Err(Failure::new(ErrorCode::Unusable, "btfscope stopped in an earlier call; load it again to continue"))
        }
        false => Ok(()),
    }
}

/// Panics. For the package's test of panics only; not documented.
#[wasm_bindgen(js_name = __panicForTests)]
pub fn panic_for_tests() -> Result<(), JsValue> {
    alive()?;
    panic!("asked for by a test");
}
