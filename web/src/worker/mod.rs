//! The page's side of its workers. The program of the workers is a wasm module of its own (`worker/`), so that long
//! and rare work neither delays the first load nor blocks the page. Ending a worker cancels its work and gives back
//! its memory, which a running wasm instance never does.

mod desk;
mod open;
mod start;

pub use desk::DeskLine;
pub use open::open;
pub use start::{Said, Started};
