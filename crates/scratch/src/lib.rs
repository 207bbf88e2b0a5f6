//! Compiles C declarations into BTF, for the scratch pad of the web page and for `btfscope scratch`.
//!
//! [`compile`] takes the text through these layers:
//!
//! 1. `token`, `macros`, `nest`: tokens, with macros replaced and brackets checked.
//! 2. `grammar`: declarations, as they are written (`syntax`).
//! 3. `lower`: their meaning: types with sizes and offsets (`types`, `record`, `value`).
//! 4. `order`, `write`: records in the order of clang, as a blob.
//!
//! The language is C as the kernel writes its types: structs, unions, enums, bitfields, arrays, vectors, pointers,
//! functions, variables with their initial values, typedefs, qualifiers, typed expressions (`typeof`, `sizeof`,
//! `__auto_type`), the attributes packed, aligned, vector_size, mode (for enums), btf_type_tag, btf_decl_tag and
//! section, `#pragma pack`, static assertions, and macros with `#`, `##` and variable arguments. Declarations of one
//! name are merged as C does. The BTF leaves out `_Atomic`, as that of newer clangs does (clang 19 writes void). The
//! names of `linux/types.h`, of map types, of locks (as x86-64 has them without debugging) and of usual macros are
//! known (`prelude/`). Layouts are as clang makes them for the [`Target`].
//!
//! Invariants: no text makes the compiler panic, and its time is bounded ([`MAX_SOURCE`], 200,000 tokens, 48 nested
//! brackets). A declaration or member that cannot be compiled is marked at its place, and the others stay. The blob is
//! valid BTF.
//!
//! [`Pieces`] are the declarations of a struct as they stand in the source, to put its members in another order.
//!
//! [`compile_header`] compiles a whole `vmlinux.h`. Its limits are larger, and it knows no kernel types in advance. A
//! struct with a member that cannot be compiled is only declared, because its other members would lie at wrong places.
#![forbid(unsafe_code)]

mod grammar;
mod lower;
mod macros;
mod mark;
mod nest;
mod order;
mod pieces;
mod record;
mod syntax;
mod target;
mod token;
mod types;
mod value;
mod write;

use std::collections::HashSet;
use std::ops::Range;

use btf::{Endian, TypeId};

pub use mark::{Mark, Severity};
pub use pieces::{NoPieces, Pieces};
pub use target::{Bits, Target};

use lower::Lower;
use macros::Macros;
use mark::Marks;

/// The most bytes of a source.
pub const MAX_SOURCE: usize = 256 << 10;

/// The most bytes of a header: three times the largest `vmlinux.h` that is known.
pub const MAX_HEADER: usize = 16 << 20;

/// Names of basic types with the same meaning on every kernel (`linux/types.h`, `stdint.h`).
const TYPES: &str = include_str!("prelude/types.h");
/// Types of kernels, as x86-64 has them without debugging.
const KERNEL: &str = include_str!("prelude/kernel.h");
/// The kernel's names of attributes.
const ATTRIBUTES: &str = include_str!("prelude/attributes.h");
/// The macros of BPF programs and kernel headers: of maps, of bitmaps.
const PROGRAMS: &str = include_str!("prelude/programs.h");
const PRELUDE_64: &str =
    "typedef unsigned long __kernel_size_t; typedef long __kernel_ssize_t;\n#define BITS_PER_LONG 64\n";
const PRELUDE_32: &str =
    "typedef unsigned int __kernel_size_t; typedef int __kernel_ssize_t;\n#define BITS_PER_LONG 32\n";

/// The result of compiling a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compiled {
    /// The BTF blob; `None` when the whole source is unreadable, because its brackets do not match or a limit is
    /// exceeded.
    pub blob: Option<Vec<u8>>,
    /// Errors and notes, in the order of the source: at most a hundred, of a header at most a thousand.
    pub marks: Vec<Mark>,
    /// How many errors there are, including errors that are not in [`Compiled::marks`].
    pub errors: u32,
    /// Where the types of the blob are declared, by type and part.
    pub declared: Vec<Declared>,
}

/// Where a type of the blob, or a part of it, is declared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declared {
    /// The type.
    pub id: TypeId,
    /// The part of the type.
    pub part: Part,
    /// The name, or the whole declaration where there is no name. In bytes of the source.
    pub range: Range<u32>,
}

/// A part of a type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Part {
    /// The type itself.
    Whole,
    /// A member, from 0.
    Member(u32),
    /// An enumerator, from 0.
    Enumerator(u32),
}

impl Compiled {
    /// True if something could not be compiled, and is missing in the blob.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }
}

/// How a source is read.
struct How<'a> {
    /// The maximum number of its bytes.
    bytes: usize,
    /// The maximum number of its tokens, after macros.
    tokens: usize,
    /// How many marks are kept.
    marks: usize,
    /// Declarations and macros that the source may use without writing them.
    prelude: &'a [&'a str],
    /// If true, a struct with an error is only declared.
    whole: bool,
}

/// Compiles declarations.
pub fn compile(source: &str, target: Target) -> Compiled {
    let prelude = [TYPES, KERNEL, ATTRIBUTES, PROGRAMS];
    let how = How { bytes: MAX_SOURCE, tokens: 200_000, marks: 100, prelude: &prelude, whole: false };
    run(source, target, &how)
}

/// Compiles a `vmlinux.h`, or a part of one. Nothing is guessed: a struct with a member that cannot be compiled is only
/// declared, and of the kernel's types only those in the header are known.
///
/// `va_list` is a C declaration of `__builtin_va_list`, whose layout depends on the machine (`typedef void
/// *__builtin_va_list;`); it may be empty.
pub fn compile_header(source: &str, target: Target, va_list: &str) -> Compiled {
    let prelude = [TYPES, ATTRIBUTES, va_list];
    let how = How { bytes: MAX_HEADER, tokens: 8_000_000, marks: 1000, prelude: &prelude, whole: true };
    run(source, target, &how)
}

fn run(source: &str, target: Target, how: &How<'_>) -> Compiled {
    let mut marks = Marks::new(how.marks);
    if source.len() > how.bytes {
        marks.error(0..0, format!("the source has {} bytes; up to {} are taken", source.len(), how.bytes));
        return marks.finish(source, None, Vec::new());
    }
    let texts = bumpalo::Bump::new();
    let mut macros = Macros::new(&texts, how.tokens);
    let mut lower = Lower::new(target);
    let mut types = HashSet::new();
    let order =
        if target.endian == Endian::Big { "#define __BIG_ENDIAN 4321\n" } else { "#define __LITTLE_ENDIAN 1234\n" };
    let widths = if target.word() == 8 { PRELUDE_64 } else { PRELUDE_32 };
    for text in [order, widths].into_iter().chain(how.prelude.iter().copied()) {
        let tokens = macros.expand(token::tokens(text, 0, &mut marks), &mut marks).unwrap_or_default();
        types = lower.file(&tokens, types);
    }
    lower.start();
    lower.whole = how.whole;

    let Some(tokens) = macros.expand(token::tokens(source, 0, &mut marks), &mut marks) else {
        return marks.finish(source, None, Vec::new());
    };
    if let Err((range, message)) = nest::check(&tokens) {
        marks.error(range, message);
        return marks.finish(source, None, Vec::new());
    }
    lower.marks = marks;
    lower.gcc_tags = macros.gcc_tags;
    lower.packs = macros.packs;
    lower.file(&tokens, types);
    drop(tokens);
    let (blob, declared) = write::write(&mut lower.types, &lower.roots);
    lower.marks.finish(source, Some(blob), declared)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prelude_has_no_faults() {
        for text in [PRELUDE_64, PRELUDE_32] {
            let all = [text, TYPES, KERNEL, ATTRIBUTES, PROGRAMS].concat();
            let compiled = compile(&all, Target::default());
            assert_eq!(compiled.marks, []);
        }
        assert_eq!(compile("", Target::default()).marks, []);
    }

    /// Found by fuzzing: reading it had no end (`fuzz/seeds/c_again`).
    #[test]
    fn a_brace_behind_a_broken_initial_value_is_passed() {
        let compiled = compile("SEC(\"\")struct s r={()(());}(){} struct t { int a; };", Target::default());
        assert!(compiled.errors > 0 && compiled.errors < 10, "{:?}", compiled.marks);
        let last = compiled.marks.iter().map(|mark| mark.range.end).max();
        assert!(last.is_some_and(|end| end > 10), "{:?}", compiled.marks);
    }
}
