//! The state of the page, without a page.
//!
//! [`Session`] is the state. [`Session::update`] is the only way to change it: it takes a message and returns effects; questions to the
//! desk are effects, too. The session holds the state of each open file's views ([`mod@file`], [`look`]), of the list of types
//! ([`type_list`]), and of scrolling ([`scroll`]).
//! [`commands`] has the table behind keys, help and command box.
//!
//! The crate depends neither on a browser nor on `work`, the worker's side.
#![forbid(unsafe_code)]

mod age;
mod alerts;
mod ask;
pub mod bytes;
pub mod chips;
pub mod commands;
mod empty;
pub mod file;
mod files;
pub mod graph;
mod intake;
pub mod learn;
mod link;
pub mod list;
pub mod look;
mod names;
pub mod pace;
pub mod pad;
mod pairing;
mod receive;
pub mod recent;
pub mod scroll;
pub mod settings;
pub mod side;
mod source;
mod state;
pub mod status;
pub mod theme;
pub mod type_list;

pub use alerts::{AlertButton, WantedAlert};
pub use ask::Ask;
pub use empty::Empty;
pub use intake::{BrowserFile, FilesMsg, NOT_THERE, ReadResult, Unpack};
pub use learn::{Learn, LearnMsg};
pub use link::{LinkMsg, Wanted};
pub use look::fits::{FitsFile, FitsMsg};
pub use look::log::LogMsg;
pub use look::probe::Probed;
pub use look::program::ProgramMsg;
pub use look::recent::RecentMsg;
pub use look::relocations::CoreMsg;
pub use look::rows::RowsMsg;
pub use look::search::SearchMsg;
pub use look::share::{Offer, ShareMsg, Sharing};
pub use look::values::ValuesMsg;
pub use pad::PadMsg;
pub use pairing::Partner;
pub use settings::{Settings, SettingsMsg};
pub use side::SideTab;
pub use state::*;
