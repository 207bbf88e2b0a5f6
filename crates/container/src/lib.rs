//! Finds BTF in files of many formats, and says what each file is.
//!
//! ```
//! use btf::Btf;
//! use container::{Format, Role, open};
//!
//! // The bytes of a file: an ELF, a raw blob, a kernel image, a package, a module, packed or not.
//! # let blob = scratch::compile("struct job { int id; };", scratch::Target::default()).blob.expect("a blob");
//! # let file = {
//! #     use flate2::write::GzEncoder;
//! #     use std::io::Write;
//! #     let mut packed = GzEncoder::new(Vec::new(), flate2::Compression::default());
//! #     packed.write_all(&blob)?;
//! #     packed.finish()?
//! # };
//! let opened = open("job.btf.gz", &file)?;
//! assert_eq!(opened.layers.len(), 1, "gzip was taken off");
//! assert!(matches!(opened.format, Format::Raw));
//!
//! let btf = Btf::parse(opened.btf.bytes, None)?;
//! assert_eq!(btf.own_type_count(), 2);
//!
//! // For a file without BTF, the error says what was found.
//! assert!(open("notes.txt", b"no types here").is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`open`] has the whole file in memory. [`Opener`] asks for the ranges that it needs, so that a vmlinux of 1 GB is
//! not read as a whole.
//!
//! The layers, bottom up:
//!
//! 1. [`FileRange`], [`OpenError`]: bytes of a file (not of a BTF blob), and what was found and expected there.
//! 2. A sparse file: the parts that were read so far. When a missing part is needed, it is asked for, and parsing
//!    starts over.
//! 3. ELF by its section table alone, through the `object` crate; raw BTF by its header.
//! 4. [`detect_role`], [`fits_base`]: what a BTF describes and whether a module belongs to a kernel, by content.
//! 5. [`Opener`], which asks for ranges of plain files, and says when there is long work to do.
//! 6. That work: [`Codec`]s, kernel images, archives and packages, dumps as text, and the search for BTF as the last
//!    resort.
//! 7. [`unpack`], which takes off one layer after the other, within [`Limits`], with [`Progress`]; and [`open`], which
//!    does the same for a file in memory.
//!
//! BTF is found but not decoded here: its bytes go to [`btf::Btf::parse`] and [`btf::Ext::parse`]. Nothing panics on
//! any input, and no length is trusted: the bytes that are there and [`Limits`] bound the memory.
#![forbid(unsafe_code)]

mod archive;
mod chunks;
mod codec;
mod compiler;
mod continued;
mod dump;
mod elf;
mod elf_facts;
mod elf_file;
mod elf_symbol;
mod embedded;
mod error;
mod filled;
mod fit;
mod formats;
mod id_symbols;
mod image;
mod image_form;
mod notes;
mod opened;
mod opener;
mod package;
mod piece;
mod references;
mod role;
mod search;
mod shape;
mod sniff;
mod source;
mod sparse;
mod tar_header;
mod unpack;
mod work;

pub use archive::{Archive, Entry, EntryError, EntryKind};
pub use btf::FileRange;
pub use codec::Codec;
pub use continued::Continued;
pub use elf::read_elf;
pub use elf_facts::{ElfFacts, ElfSection, ModInfo};
pub use elf_symbol::ElfSymbol;
pub use error::{OpenError, OpenErrorKind};
pub use filled::filled_words;
pub use fit::{Misfit, MisfitKind, fits_base};
pub use formats::is_elf;
pub use id_symbols::{IdSection, IdSymbol, read_elf_and_ids};
pub use image::ImageFacts;
pub use opened::{BaseNeed, Format, Layer, Opened, Role};
pub use opener::{OpenStep, Opener};
pub use package::{PackageFacts, PackageKind, package_facts};
pub use piece::Piece;
pub use role::{Detected, detect_role};
pub use shape::Wrapping;
pub use source::{Seekable, Source};
pub use unpack::{InnerFile, OnKernel, Unpacked, open, unpack, unpack_each, unpack_entry};
pub use work::{DebugInfo, Limits, OnProgress, Progress, Stage};

/// Has the README as its documentation, so that its example is compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
