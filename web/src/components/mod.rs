//! The pieces of the page. They show what `view` says and send messages; they decide nothing.

pub mod alerts;
pub mod bytes_pane;
pub mod c_view;
pub mod code;
pub mod codebar;
pub mod detail;
pub mod dialog;
pub mod goto;
pub mod header;
pub mod help;
pub mod landing;
pub mod layout_view;
pub mod members;
pub mod offset;
pub mod overview;
pub mod pahole_view;
pub mod problems;
pub mod reading;
pub mod record_view;
pub mod rows;
pub mod splitter;
pub mod status;
pub mod strip_view;
pub mod tree_view;
pub mod types;
