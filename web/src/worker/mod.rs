//! The page's side of its workers. Their program is a wasm module of its own (`worker/`), so long and rare work neither delays the
//! first load nor blocks the page. Ending a worker cancels its work and frees its memory, which a wasm instance never does.

mod desk;
mod open;
mod start;

pub use desk::DeskLine;
pub use open::Opening;
pub use start::Said;
