//! Printers of BTF: C, the raw listing, JSON, pahole's layout text, an assembler listing, and the names of types.
//!
//! ```
//! use btf::{Btf, NameIndex};
//! use dump::{CFileOptions, TokenKind, Tokens, c_with_dependencies, type_name};
//!
//! // The blob of these declarations, or the bytes of /sys/kernel/btf/vmlinux.
//! # let source = "struct list { struct list *next; }; struct job { int id; struct list all; };";
//! # let blob = scratch::compile(source, scratch::Target::default()).blob.expect("a blob");
//! let btf = Btf::parse(blob, None)?;
//! let job = NameIndex::new(&btf).find(&btf, "job").next().expect("there is a struct job").id();
//! assert_eq!(type_name(&btf, job), "struct job");
//!
//! // A String is a sink: it keeps the text.
//! let mut text = String::new();
//! c_with_dependencies(&btf, &[job], &mut text, &CFileOptions::default());
//! let (list, job_at) = (text.find("struct list {"), text.find("struct job {"));
//! assert!(list.is_some() && list < job_at, "the embedded struct comes first");
//!
//! // Tokens keep the meaning of each piece of the text.
//! let mut tokens = Tokens::new();
//! dump::c_type(&btf, job, &mut tokens, &Default::default());
//! let types = tokens.iter().filter(|(kind, _)| matches!(kind, TokenKind::TypeName(_)));
//! println!("{} names of types could be links", types.count());
//! # Ok::<(), btf::Error>(())
//! ```
//!
//! A printer writes tokens into a [`Sink`]. A token's text is always the exact bytes to print, and its [`TokenKind`]
//! says what they mean: the terminal and the tests put the texts together, the page makes links of the type names. One
//! printer serves all.
//!
//! The layers, bottom up:
//!
//! 1. [`Sink`], [`TokenKind`], [`Tokens`]: the output, piece by piece.
//! 2. [`raw`] and [`raw_line`]: records as `bpftool btf dump` lists them; [`json`], [`json_of`] and [`json_type`]: the
//!    same as JSON; [`Pieces`]: both in pieces, for several threads.
//! 3. [`type_name`], [`declaration`], [`c_type`]: C of one type, found by its id.
//! 4. [`c_with_dependencies`], [`c_of`] and [`c`]: C of many types, in an order that a compiler accepts, with forward
//!    declarations and unique names, as libbpf's `btf_dump` chooses them; [`CItems`] and [`CPrinter`]: the same for two
//!    threads.
//! 5. [`pahole`]: structs with offsets, holes and cache lines, as pahole comments on them; [`reorganize`] and
//!    [`pahole_reorganized`]: with their members in an order that leaves fewer holes.
//! 6. [`asm`]: the blob as an assembler listing, a line for each field, as `clang -S` writes it.
//!
//! Invariants: output is identical to the reference tools' on blobs that they accept, but for the differences below.
//! Every printer ends on every blob: recursion is bounded, and so is the output for a small blob. `btf` cuts names
//! to 4096 bytes; a LOC_PARAM, which is printed in each LOC_PROTO that has it, is cut to a few words.
//!
//! # Where the reference tools err
//!
//! Output is identical to bpftool 7.8's (libbpf 1.8), pahole 1.31's and clang's, but for this:
//!
//! | tool | what it does | here |
//! |---|---|---|
//! | bpftool, C sorted | leaves out the type that comes first, taking it for void; later versions print it | the same, but not when `portable` |
//! | libbpf, C | `intconst  __attribute__((btf_type_tag(...)))` for a qualifier outside a tag | the same, but not when `portable` |
//! | libbpf, C | no bitfields of before 2019; `packed` by alignments of at most a pointer, never on unions; no alignment of unions; padding in packed structs as if it were aligned; members that are named structs without a name (`-fms-extensions`); `long` as padding for other machines' types | the same, but not when `portable`: then a compiler for the kernel's machine gets the same layout |
//! | bpftool, JSON | writes values of an unsigned ENUM from 2^31 on as sign-extended 64-bit numbers | the same |
//! | bpftool, JSON | writes `\n` for a backslash, and control characters as they are, which is not JSON | `\\`, `\u0001`; the same for characters that are not seen or that change the direction of writing |
//! | bpftool, C | names and texts of tags as they are, whatever they do to the C around them | spelled as identifiers and string literals; the same with `raw_names` |
//! | bpftool, raw and JSON | names as they are, control characters and bytes that are no UTF-8 among them | as text ([`btf::visible`]) in the listing, as a string of JSON in JSON; the same through [`RawNames`] |
//! | bpftool, all | stops at the first type that no order satisfies | goes on, with a comment |
//! | pahole | writes dimensions of arrays of arrays in reverse | as C has them |
//! | pahole | writes `single` before the name of every floating-point type, `single double` too | the name |
//! | pahole, whole files | marks a struct as packed because of how other structs of the file embed it | looks at each struct by itself, as `pahole -C` |
//! | pahole | forgets the name of a member that is a `const` anonymous struct | prints it |
#![forbid(unsafe_code)]

mod asm;
mod c;
mod json;
mod limited;
mod location;
mod pahole;
mod pieces;
mod raw;
mod raw_names;
mod strings;
mod token;

pub use asm::{
    AsmLine, AsmNames, AsmOptions, asm, asm_ext_line_at, asm_ext_lines, asm_line_at, asm_object, asm_type,
    asm_type_lines,
};
pub use c::{
    CFileOptions, CItem, CItems, COptions, CPrinter, UnfitNames, c, c_of, c_type, c_with_dependencies, declaration,
    tagged_declaration, type_name, unfit_names,
};
pub use json::{JsonOptions, json, json_of, json_type};
pub use limited::Limited;
pub use pahole::{Move, PaholeOptions, Reorganized, pahole, pahole_reorganized, reorganize};
pub use pieces::{Pieces, Printer};
pub use raw::{raw, raw_line};
pub use raw_names::RawNames;
pub use token::{Sink, Token, TokenKind, Tokens};

/// Has the README as its documentation, so that its example is compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
