//! Opens and makes atlases, chooses kernels in them by the options of a command, and looks up facts about kernels that
//! are given as files.

pub mod identity;
pub mod kernels;
pub mod known_modules;
pub mod ours;
pub mod part;
mod said;
pub mod same;
pub mod several;
pub mod store;
pub mod taking;
pub mod walk;
