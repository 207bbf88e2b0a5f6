//! Files: all that are read, and all that are written.
//!
//! [`open`](given::open) opens what is read and notes which file it is; [`save`](one::save) writes a file, [`Folder`] several at once. What
//! is written appears as a whole or not at all: whatever ends the run before (a full disk, a limit, a signal), the old file is as it
//! was. A file that was given is never written over; only [`rewrite`](one::rewrite), for `atlas add` and `atlas remove`, does that.
//!
//! [`target`] is what a command writes to, [`fresh`] the new file until it has its name, [`leftover`] what a run that was killed left
//! behind, [`lock`] how two writers of an atlas take turns.

mod folder;
mod fresh;
mod given;
mod leftover;
mod lock;
mod one;
mod target;

pub use folder::Folder;
pub use given::{note_typed, open};
pub use lock::{Lock, Wait};
pub use one::{rewrite, save, save_and_say};
pub use target::Target;
