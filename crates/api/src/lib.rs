//! The core for JavaScript: what the npm package `btfscope` is made of.
//!
//! [`file`] is the class that JavaScript sees; [`open`] brings bytes and a base to it; [`argument`] reads what a caller gives, [`answer`]
//! makes objects of what is found, and a file each has their shapes: [`types`], [`layouts`], [`owner`], [`relocations`], [`facts`].
//! [`failure`] is how calls fail, [`panicked`] what happens when we do. `npm/index.d.ts` tells all of it in TypeScript and is the
//! contract; the tests in `tests/` compile against it and compare what comes with what the reference tools say.
//!
//! Nothing here knows more of BTF than how to ask the crates below.
#![forbid(unsafe_code)]

mod answer;
mod argument;
mod facts;
mod failure;
mod file;
mod layouts;
mod open;
mod owner;
mod panicked;
mod printed;
mod relocations;
mod types;

use wasm_bindgen::prelude::wasm_bindgen;

/// Runs when the module is loaded.
#[wasm_bindgen(start)]
pub fn start() {
    panicked::install();
}
