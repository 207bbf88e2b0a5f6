//! The parts of [`Session`](crate::Session) that concern several features: opening and closing files, going to a
//! type, commands, the address. Also the list of features.

mod address;
mod answers;
mod apply_out;
mod command;
mod features;
mod go;
mod keep;
mod list_msgs;
mod notice;
mod once;
mod open;
mod read;
mod screen;

pub(crate) use features::each_feature;
pub use go::{blob_of, focus_item, shown_blob};
pub(crate) use notice::Notice;
pub(crate) use once::is_once;
