//! Files: all input and output.
//!
//! [`input`] opens every input, reads at most up to a limit, and notes which file it is. [`save`] writes a file,
//! [`Folder`] several at once. Output appears as a whole or not at all: if something ends the run before (a full disk,
//! a limit, a signal), the old file is unchanged. Input files are never overwritten; only [`rewrite`], for `atlas add`
//! and `atlas remove`, does that.
//!
//! [`target`] is the output of a command, [`prepared`] makes its folder before the work, [`fresh`] a new file until it has its name. [`leftover`] removes files of
//! killed runs. With [`lock`], two writers of an atlas take turns.

mod folder;
mod fresh;
mod given;
mod input;
mod leftover;
mod lock;
mod one;
mod prepared;
mod shown;
mod target;

pub use folder::Folder;
pub use given::note_typed;
pub use input::{Input, at_most, at_places, first, is_stdin, own, source, text};
pub use lock::{Lock, Wait};
pub use one::{rewrite, save, save_and_say};
pub use prepared::tidy;
pub use shown::AsText;
pub use target::Target;
