//! What a person looks at in each part of the page.

pub mod changes;
pub mod compare;
pub mod fields;
pub mod lists;
pub mod paths;
pub mod program;
pub mod relocations;
pub mod used_by;
