//! BTF, decoded: bytes in; header, strings, types and ids out.
//!
//! A kernel's types are in `/sys/kernel/btf/vmlinux`: read that file and give its bytes to [`Btf::parse`]. Here the
//! blob is made by hand.
//!
//! ```
//! use btf::{Btf, Kind, NameIndex, TypeId};
//!
//! let types: [u32; 13] = [
//!     1, 1 << 24, 4, 1 << 24 | 32, // [1] INT "int": 4 bytes, signed, 32 bits
//!     5, 4 << 24 | 2, 8,           // [2] STRUCT "point": 2 members, 8 bytes
//!     11, 1, 0,                    //     "x": type [1], from bit 0
//!     13, 1, 32,                   //     "y": type [1], from bit 32
//! ];
//! let strings = b"\0int\0point\0x\0y\0";
//! let mut blob = vec![0x9f, 0xeb, 1, 0]; // magic, version, flags
//! // The header's length, then offset and length of the types and of the strings.
//! for word in [24, 0, 52, 52, 15].into_iter().chain(types) {
//!     blob.extend_from_slice(&u32::to_le_bytes(word));
//! }
//! blob.extend_from_slice(strings);
//!
//! let btf = Btf::parse(blob, None)?;
//! assert!(btf.diagnostics().is_empty());
//! assert_eq!(btf.kind(TypeId(1)), Some(Kind::Int));
//!
//! let names = NameIndex::new(&btf);
//! let point = names.find(&btf, "point").next().expect("there is a struct point");
//! assert_eq!((point.id(), point.size()), (TypeId(2), Some(8)));
//! for member in point.members() {
//!     println!("{} is {:?}, from bit {}", member.name(), member.type_id, member.bit_offset());
//! }
//! // Where a record stands in the blob: behind the header and the 16 bytes of the INT.
//! assert_eq!((point.record().start, point.record().end), (40, 76));
//! # Ok::<(), btf::Error>(())
//! ```
//!
//! The layers, bottom up:
//!
//! 1. [`Endian`]: integers at a checked offset, in the producer's byte order.
//! 2. [`Header`]: where the sections lie ([btf.rst, "BTF_Type and String Encoding"]).
//! 3. [`Btf`]: one linear pass over the type section, which notes where each record starts and
//!    checks every reference in it. No record is copied: beyond the blob, it takes 4 bytes a type.
//! 4. [`Type`]: a view of one record, read on demand; [`Members`], [`Enumerators`], [`Params`],
//!    [`SecVars`] walk the items that follow it. Each item knows its [`BlobRange`].
//! 5. Questions about the whole blob: [`NameIndex`], [`DeclTags`], [`Btf::owner`] (which field does this byte belong
//!    to).
//! 6. [`Ext`]: the `.BTF.ext` section.
//!
//! Invariants: decoding never panics, is linear in the input and never trusts a length. If the header cannot be read,
//! there is an [`Error`]; any other fault is a diagnostic ([`Btf::diagnostics`]) beside the records that could be
//! read. The crate has no dependencies and no unsafe code.
//!
//! [btf.rst, "BTF_Type and String Encoding"]: https://docs.kernel.org/bpf/btf.html
#![forbid(unsafe_code)]

mod bitfield;
mod blob;
mod budget;
mod bytes;
mod chains;
mod error;
mod ext;
mod ext_field;
mod ext_owner;
mod file_range;
mod header;
mod ids;
mod item_lists;
mod items;
mod kind;
mod layouts;
mod location;
mod lookup;
mod named;
mod names;
mod owner;
mod parse;
mod parts;
mod record;
mod resolve;
mod rules;
mod scan;
mod schema;
mod sections;
mod tags;
mod validate;
mod visible;

pub use bitfield::MemberBits;
pub use blob::Btf;
pub use budget::{Budget, Spent, Stopped};
pub use bytes::{Endian, LONGEST_STRING};
pub use error::{Error, ErrorKind, Place};
pub use ext::{CoreRelo, Ext, ExtHeader, ExtSection, FuncInfo, LineInfo, SubSection, SubSectionKind};
pub use ext_field::ExtField;
pub use ext_owner::{ExtOwned, ExtOwner};
pub use file_range::FileRange;
pub use header::{Header, HeaderField, MAGIC};
pub use ids::{BitOffset, BlobRange, InsnOffset, MemberIndex, StringOffset, TypeId};
pub use item_lists::{Enumerators, Members, Params, SecVars, Words};
pub use items::{Enumerator, Member, Param, SecVar};
pub use kind::Kind;
pub use location::{Location, Register};
pub use lookup::Types;
pub use names::NameIndex;
pub use owner::{Owned, Owner, Owners};
pub use parts::{Array, Int, Linkage};
pub use record::Type;
pub use resolve::{MAX_RESOLVE_STEPS, ResolveError};
pub use schema::{Field, FieldName, Fields, LayoutEntry, Part, RecordFields};
pub use sections::{Section, SectionKind};
pub use tags::{DeclTag, DeclTags};
#[doc(hidden)]
pub use visible::{alters_text, source_line, unescaped, visible};

/// Has the README as its documentation, so that its example is compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
