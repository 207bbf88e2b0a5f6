//! An atlas as the page shows it: the list of its kernels, names in it, and the history of a type or a field.
//!
//! Many functions here ask an open [`atlas::Atlas`]. In the browser, only the worker has one; the page draws the
//! results. The terminal and the npm package call the functions themselves.

mod board;
mod field_lines;
mod history;
mod strip;
mod which;

pub use ::atlas::is_atlas;
pub use board::{Board, NameRow, OnBoard, board, find_names, kernel_facts};
pub use field_lines::{FieldLine, field_lines};
pub use history::{
    Asked, Comparison, Fact, Followed, History, HistoryStep, KernelKind, Place, Seen, Shape, Side, Sides, StepChange,
    history, history_among, of_modules, places, presence, presence_by_name,
};
pub use strip::{
    Answer, DrawnHistory, EXAMPLES, FIRST, Strip, StripForm, StripLane, StripRun, StripTone, Strips, folded, wide,
    wide_and_narrow,
};
pub use which::{Differing, Near, SaidByName, Told, Whose, kernels_in_words, which, which_continued, which_relocated};
