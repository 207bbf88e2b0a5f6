//! Atlases: how they are opened, the kernels of one that are meant, and what is known of a kernel that is given as a file.

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
