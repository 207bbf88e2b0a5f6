//! The core for JavaScript, in the npm package `btfscope`.
//!
//! [`file`] has the class of open files that JavaScript sees, and [`related`] more methods of it. [`open`] opens files,
//! each on its base if it needs one. [`argument`] reads arguments, and [`targets`] the kernels among them. [`answer`]
//! makes objects from the structs of crate `json`, which the command line prints, too. [`later`] has the methods whose
//! code is in the second part of the module; this code is in [`values`], [`verify`], [`program`], [`differ`],
//! [`explained`], and in [`atlas`], which has the class of atlases. [`printed`] prints types, [`parts`] holds the bytes
//! of a file that have been fetched. [`failure`] has the errors of calls, [`panicked`] handles panics.
//!
//! `npm/index.d.ts` is the contract, in TypeScript. The tests in `tests/` compile uses of it, and compare answers with
//! those of the reference tools. A test of crate `json` compares the names in the contract with those of the structs.
//!
//! This crate knows no rules of BTF: it asks the library crates of the workspace.
#![deny(unsafe_code)]

mod answer;
mod argument;
mod atlas;
mod differ;
mod explained;
mod failure;
mod file;
mod later;
mod open;
mod panicked;
mod parts;
mod printed;
mod program;
mod related;
mod targets;
mod values;
mod verify;

use wasm_bindgen::prelude::wasm_bindgen;

/// Runs when the module is loaded.
#[wasm_bindgen(start)]
pub fn start() {
    panicked::install();
}
