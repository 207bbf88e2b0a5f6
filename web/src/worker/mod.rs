//! Long work: a worker with the same wasm module as the page. The page stays responsive, Cancel ends the worker, and the memory
//! that unpacking took goes with it (wasm memory never shrinks).

mod message;
mod page;
pub mod scope;

pub use page::Worker;
