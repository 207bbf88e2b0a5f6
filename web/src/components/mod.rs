//! The pieces of the page. They show what `view` says and send messages; they decide nothing.
//! What needs neither state nor a life of its own is a plain function: every component costs kilobytes of wasm.

pub mod alerts;
pub mod bit_read;
pub mod bytes_pane;
pub mod code;
pub mod codebar;
pub mod compare_view;
pub mod core_list;
pub mod core_matrix;
pub mod core_view;
pub mod detail;
pub mod dialog;
pub mod goto;
pub mod header;
pub mod help;
pub mod insn_pane;
pub mod landing;
pub mod layout_view;
pub mod list_keys;
pub mod members;
pub mod offset;
pub mod overview;
pub mod printed;
pub mod problems;
pub mod program_data;
pub mod program_view;
pub mod programs;
pub mod reading;
pub mod rows;
pub mod share;
pub mod splitter;
pub mod status;
pub mod strip_view;
pub mod tree_view;
pub mod types;
pub mod used_by;
