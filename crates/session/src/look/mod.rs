//! Features: the state of each view and panel of the page.

pub mod atlas;
pub mod changes;
pub mod compare;
pub mod core_walk;
pub mod fields;
pub mod fits;
pub mod graph;
pub mod kernel_lists;
pub mod listing;
pub mod log;
pub mod log_alone;
pub mod looks;
pub mod paths_between;
pub mod picture;
pub mod probe;
pub mod program;
pub mod recent;
pub mod relocations;
pub mod rows;
pub mod search;
pub mod settings;
pub mod share;
pub mod slide;
pub mod used_by;
mod uses;
pub mod values;
pub mod verdict;
