//! Opens atlases, finds the kernels in them that the options ask for, and the facts about kernels that are given as
//! files.

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
