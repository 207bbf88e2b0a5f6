//! Files: all input and output.
//!
//! [`input`] opens inputs and limits how much is read of pipes and texts; [`given`] notes which files are inputs.
//! [`save`] writes a file, [`Folder`] writes several files at once. Output appears as a whole or not at all: if
//! something ends the run before that (a full disk, a limit, a signal), the old file is unchanged. Input files are
//! never overwritten, except by [`rewrite`], for `atlas add` and `atlas remove`.
//!
//! [`target`] is the path of an output, and [`prepared`] makes the folder of that path before the work. [`fresh`] is a
//! new file until it has its name. [`leftover`] removes files of killed runs. With [`lock`], two processes that write
//! the same atlas take turns.

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
