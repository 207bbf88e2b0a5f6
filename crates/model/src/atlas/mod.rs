//! What the page shows of an atlas: its kernels, names that were looked for, and the history of a type or a field.
//!
//! `build` and `history` ask an open [`atlas::Atlas`]; only the worker calls them. What they give is drawn by the page.

mod board;
mod history;

pub use ::atlas::is_atlas;
pub use board::{Board, NameRow, OnBoard, board, find_names, kernel_facts};
pub use history::{Asked, History, HistoryStep, Lane, Run, Seen, Shape, StepChange, history, of_modules};
