//! C declarations into BTF: what the scratch pad of the page and `btfscope scratch` compile.
//!
//! [`compile`] takes the text through these layers:
//!
//! 1. `token`, `macros`, `nest`: tokens, with macros replaced and brackets checked.
//! 2. `grammar`: declarations, as they are written (`syntax`).
//! 3. `lower`: what they mean: types with sizes and offsets (`types`, `record`, `value`).
//! 4. `order`, `write`: records in the order of clang, as a blob.
//!
//! What is read is C as the kernel writes its types: structs, unions, enums, bitfields, arrays, vectors, pointers, functions,
//! variables with their initial values, typedefs, qualifiers, typed expressions (`typeof`, `sizeof`, `__auto_type`), the attributes
//! packed, aligned, vector_size, btf_type_tag, btf_decl_tag and section, `#pragma pack`, static assertions, and macros with `#`, `##`
//! and variable arguments. Declarations of one name are merged as C does. `_Atomic` is left out of the types, as newer clangs do:
//! clang 19 writes void. The names of `linux/types.h`, of map types, of locks (as x86-64 has them without debugging) and of usual
//! macros are known (`prelude.h`). Layouts are those of clang for the [`Target`].
//!
//! Invariants: no text makes it panic, and the time is bounded ([`MAX_SOURCE`], 200,000 tokens, 48 brackets in each other). What
//! cannot be taken is marked at its place, and the other declarations, or the other members, stay. The blob is valid BTF.
#![forbid(unsafe_code)]

mod grammar;
mod lower;
mod macros;
mod mark;
mod nest;
mod order;
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
pub use target::{Bits, Target};

use lower::Lower;
use macros::Macros;
use mark::Marks;

/// The most bytes of a source.
pub const MAX_SOURCE: usize = 256 << 10;

/// The kernel's names for basic types and attributes, which every source may use.
const PRELUDE: &str = include_str!("prelude.h");
const PRELUDE_64: &str =
    "typedef unsigned long __kernel_size_t; typedef long __kernel_ssize_t;\n#define BITS_PER_LONG 64\n";
const PRELUDE_32: &str =
    "typedef unsigned int __kernel_size_t; typedef int __kernel_ssize_t;\n#define BITS_PER_LONG 32\n";

/// The result of compiling a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compiled {
    /// The BTF blob; `None` when the whole source is unreadable, because a bracket is open or it is too large.
    pub blob: Option<Vec<u8>>,
    /// Errors and notes, in the order of the source.
    pub marks: Vec<Mark>,
    /// Where the types of the blob are declared, by type and part.
    pub declared: Vec<Declared>,
}

/// Where a type of the blob, or a part of it, is declared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declared {
    /// The type.
    pub id: TypeId,
    /// Which part of the type.
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
    /// Whether something could not be compiled, and is missing in the blob.
    pub fn has_errors(&self) -> bool {
        self.marks.iter().any(|m| m.severity == Severity::Error)
    }
}

/// Compiles declarations.
pub fn compile(source: &str, target: Target) -> Compiled {
    let mut marks = Marks::default();
    let failed = |marks: Marks| Compiled { blob: None, marks: marks.finish(source), declared: Vec::new() };
    if source.len() > MAX_SOURCE {
        marks.error(0..0, format!("the source has {} bytes; up to {MAX_SOURCE} are taken", source.len()));
        return failed(marks);
    }
    let texts = bumpalo::Bump::new();
    let mut macros = Macros::new(&texts);
    let mut lower = Lower::new(target);
    let mut types = HashSet::new();
    let order =
        if target.endian == Endian::Big { "#define __BIG_ENDIAN 4321\n" } else { "#define __LITTLE_ENDIAN 1234\n" };
    for text in [order, if target.word() == 8 { PRELUDE_64 } else { PRELUDE_32 }, PRELUDE] {
        let tokens = macros.expand(token::tokens(text, 0, &mut marks), &mut marks).unwrap_or_default();
        let (items, state) = grammar::file(&tokens, std::mem::take(&mut marks), types);
        (marks, types) = state.parts();
        lower.items(&items);
    }
    lower.start();

    let Some(tokens) = macros.expand(token::tokens(source, 0, &mut marks), &mut marks) else { return failed(marks) };
    if let Err((range, message)) = nest::check(&tokens) {
        marks.error(range, message);
        return failed(marks);
    }
    let (items, state) = grammar::file(&tokens, marks, types);
    lower.marks = state.parts().0;
    lower.gcc_tags = macros.gcc_tags;
    lower.packs = macros.packs;
    lower.items(&items);
    let (blob, declared) = write::write(&mut lower.types, &lower.roots);
    Compiled { blob: Some(blob), marks: lower.marks.finish(source), declared }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_from_the_start_has_no_faults() {
        for text in [PRELUDE_64, PRELUDE_32] {
            let compiled = compile(&format!("{text}{PRELUDE}"), Target::default());
            assert_eq!(compiled.marks, []);
        }
        assert_eq!(compile("", Target::default()).marks, []);
    }
}
