//! The page's side of the worker, which is a wasm module of its own (`worker/`): what takes long or is rare is not a part of the first
//! load, the page stays responsive, Cancel ends the worker, and the memory that it took goes with it (wasm memory never shrinks).

mod desk;
mod open;
mod start;

pub use desk::DeskLine;
pub use open::Opening;
pub use start::Said;
