//! Finds BTF in what people have, and tells what it is.
//!
//! The layers, bottom up:
//!
//! 1. [`FileRange`], [`OpenError`]: bytes of a file (not of a BTF blob), and what was expected and found there.
//! 2. A sparse file: the parts that were read so far. What is missing becomes a demand, and parsing starts over.
//! 3. ELF by its section table alone, through the `object` crate; raw BTF by its header.
//! 4. [`detect_role`], [`fits_base`]: what a BTF describes and whether a module belongs to a kernel, by content.
//! 5. [`Opener`], which asks for ranges of plain files, and says when there is long work to do.
//! 6. That work: [`Codec`]s, kernel images, archives and packages, dumps as text, and the search for BTF as the last resort.
//! 7. [`unpack`], which takes off one layer after the other, within [`Limits`], with [`Progress`]; and [`open`], for all at once.
//!
//! Nothing here is decoded for showing: the bytes go to [`btf::Btf::parse`] and [`btf::Ext::parse`]. Nothing panics on any
//! input, and no length is trusted: memory stays within what the file has.
#![forbid(unsafe_code)]

mod archive;
mod chunks;
mod codec;
mod dump;
mod elf;
mod elf_facts;
mod error;
mod fit;
mod id_symbols;
mod image;
mod notes;
mod opened;
mod opener;
mod references;
mod role;
mod search;
mod shape;
mod sniff;
mod source;
mod sparse;
mod unpack;
mod work;

pub use archive::{Archive, Entry, EntryError, EntryKind};
pub use btf::FileRange;
pub use codec::Codec;
pub use elf_facts::{ElfFacts, ElfSection, ModInfo};
pub use error::{OpenError, OpenErrorKind};
pub use fit::{Misfit, MisfitKind, fits_base};
pub use id_symbols::IdSymbol;
pub use image::ImageFacts;
pub use opened::{BaseNeed, Format, Layer, Opened, Piece, Role};
pub use opener::{Opener, Step, open};
pub use role::{Detected, detect_role};
pub use shape::Wrapping;
pub use source::{Seekable, Source};
pub use unpack::{Found, unpack, unpack_entry};
pub use work::{Limits, OnProgress, Progress, Stage};
