//! The core for JavaScript: what the npm package `btfscope` is made of.
//!
//! [`file`] is the class that JavaScript sees; [`open`] brings bytes and a base to it; [`argument`] reads what a caller gives,
//! [`targets`] the kernels that are meant; [`answer`] makes objects of the structs of crate `json`, which the command line prints, too.
//! [`failure`] is how calls fail, [`panicked`] what happens when we do. `npm/index.d.ts` is all of it in TypeScript and is the
//! contract; the tests in `tests/` compile against it and compare what comes with what the reference tools say, and a test of crate
//! `json` compares its names with those of the structs.
//!
//! Nothing here knows more of BTF than how to ask the crates below.
#![forbid(unsafe_code)]

mod answer;
mod argument;
mod failure;
mod file;
mod open;
mod panicked;
mod printed;
mod targets;
mod values;
mod verify;

use wasm_bindgen::prelude::wasm_bindgen;

/// Runs when the module is loaded.
#[wasm_bindgen(start)]
pub fn start() {
    panicked::install();
}
