//! Asks the crates about blobs, files and texts: for fuzzers, for damaged blobs, and to compare the answers of
//! different machines.
//!
//! Each part checks what must hold for any input, however damaged. Most parts add what they read to
//! a [`Digest`].

mod again;
mod atlases;
mod compiled;
mod decoded;
mod digest;
mod drawn;
mod encoded;
mod judged;
mod laid_out;
mod loaded;
mod needed;
mod printed;
mod related;
mod scripted;
mod shown;
mod valued;
mod written;

pub use again::{atlas_again, c_again, encoded_again};
pub use atlases::{SmallAtlas, asked, merged};
pub use compiled::compiled;
pub use decoded::{decoded, ext};
pub use digest::Digest;
pub use drawn::drawn;
pub use encoded::encoded;
pub use judged::{judged, judged_by};
pub use laid_out::laid_out;
pub use loaded::called;
pub use needed::needed;
pub use printed::printed;
pub use related::related;
pub use scripted::scripted;
pub use shown::{shown, shown_bytes, shown_ext};
pub use valued::{pasted, valued};
pub use written::{answered, declared, linked, logged, released, tabled, taught};
