//! BTF, decoded: bytes in; header, strings, types and ids out.
//!
//! The layers, bottom up:
//!
//! 1. [`Endian`] and the crate's readers: integers at a checked offset, in the producer's byte order.
//! 2. [`Header`]: where the sections lie ([btf.rst, "BTF_Type and String Encoding"]).
//! 3. [`Btf`]: one linear pass over the type section, which notes where each record starts and
//!    checks every reference in it. Nothing is copied: 4 bytes a type beyond the blob.
//! 4. [`Type`]: a view of one record, read on demand; [`Members`], [`Enumerators`], [`Params`],
//!    [`SecVars`] walk what follows it. Everything knows its [`BlobRange`].
//! 5. Questions over the whole: [`NameIndex`], [`DeclTags`], [`Btf::owner`] (which field does this
//!    byte belong to).
//! 6. [`Ext`]: the `.BTF.ext` section.
//!
//! Invariants: decoding never panics, is linear in the input and never trusts a length. A bad header is an
//! [`Error`]; whatever is wrong later is a diagnostic beside a partial model ([`Btf::diagnostics`]).
//! The crate has no dependencies and no unsafe code.
//!
//! [btf.rst, "BTF_Type and String Encoding"]: https://docs.kernel.org/bpf/btf.html
#![forbid(unsafe_code)]

mod bitfield;
mod blob;
mod bytes;
mod chains;
mod error;
mod ext;
mod ext_owner;
mod file_range;
mod header;
mod ids;
mod items;
mod kind;
mod names;
mod owner;
mod record;
mod resolve;
mod rules;
mod scan;
mod schema;
mod sections;
mod tags;
mod validate;

pub use bitfield::MemberBits;
pub use blob::{Btf, LONGEST_STRING, Types};
pub use bytes::Endian;
pub use error::{Error, ErrorKind, Place};
pub use ext::{CoreRelo, Ext, ExtHeader, ExtSection, FuncInfo, LineInfo, SubSection, SubSectionKind};
pub use ext_owner::{ExtOwned, ExtOwner};
pub use file_range::FileRange;
pub use header::{Header, HeaderField, LayoutEntry, MAGIC};
pub use ids::{BitOffset, BlobRange, InsnOffset, MemberIndex, StringOffset, TypeId};
pub use items::{Array, Enumerator, Enumerators, Int, Linkage, Member, Members, Param, Params, SecVar, SecVars, Words};
pub use kind::Kind;
pub use names::NameIndex;
pub use owner::{Owned, Owner, Owners};
pub use record::Type;
pub use resolve::{MAX_RESOLVE_STEPS, ResolveError};
pub use schema::{Field, FieldName, Fields, Part, RecordFields};
pub use sections::{Section, SectionKind};
pub use tags::{DeclTag, DeclTags};
