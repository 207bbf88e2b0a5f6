//! The code outside of components that uses browser interfaces: files, clipboard, address, theme, focus.

pub mod address;
pub mod atlas;
pub mod bars;
pub mod busy;
pub mod clipboard;
pub mod deck;
pub mod digest;
pub mod download;
pub mod files;
pub mod focus;
pub mod folders;
pub mod from_address;
pub mod keys;
pub mod marks;
pub mod pad_edit;
pub mod page;
pub mod panic;
pub mod picture;
pub mod remember;
pub mod rescue;
pub mod resize;
pub mod served;
pub mod store;
pub mod tab;
pub mod theme;
