//! Files: all that are read, and all that are written.
//!
//! [`input`] opens all that is read, up to an end that all of it has, and notes which file it is; [`save`](one::save) writes a file, [`Folder`] several at once. What
//! is written appears as a whole or not at all: whatever ends the run before (a full disk, a limit, a signal), the old file is as it
//! was. A file that was given is never written over; only [`rewrite`](one::rewrite), for `atlas add` and `atlas remove`, does that.
//!
//! [`target`] is what a command writes to, [`fresh`] the new file until it has its name, [`leftover`] what a run that was killed left
//! behind, [`lock`] how two writers of an atlas take turns.

mod folder;
mod fresh;
mod given;
mod input;
mod leftover;
mod lock;
mod one;
mod shown;
mod target;

pub use folder::Folder;
pub use given::note_typed;
pub use input::{Input, at_most, at_places, first, is_stdin, source, text};
pub use lock::{Lock, Wait};
pub use one::{rewrite, save, save_and_say};
pub use shown::AsText;
pub use target::Target;
