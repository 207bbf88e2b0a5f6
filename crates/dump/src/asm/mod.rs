//! The sections `.BTF` and `.BTF.ext` as an assembler listing, as `clang -S` writes them (LLVM's `BTFDebug.cpp`): a
//! directive for each field, with comments on the meaning. It assembles to the same bytes, so it is also a way to write
//! a BTF by hand.

mod blob;
mod ext;
mod line;
mod pieces;

pub use pieces::{AsmLine, asm_ext_line_at, asm_ext_lines, asm_line_at, asm_type_lines};

use std::collections::BTreeMap;

use btf::{Btf, Ext, TypeId};

use crate::strings::Strings;
use crate::token::{Print, Sink};
use line::Asm;

/// How an assembler listing is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AsmOptions {
    /// Whether to add the name of each field and the meaning of its value; clang comments on few of them.
    pub annotate: bool,
}

/// The symbols of an object file, printed instead of numbers where its sections have relocations.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AsmNames {
    /// In `.BTF`, by the first byte of the field: variables.
    pub in_btf: BTreeMap<u32, String>,
    /// In `.BTF.ext`: labels of instructions.
    pub in_ext: BTreeMap<u32, String>,
    /// Symbols that no line of the listing defines, each with its number from the object's bytes. They are defined at
    /// the end of the listing, because an assembler needs their values.
    pub values: Vec<(String, u32)>,
}

/// Prints all bytes of `btf` itself (not of its base), in file order.
///
/// Without [`AsmOptions::annotate`], identical to what `clang -S` writes for `.BTF`, except for the offsets of
/// variables in their sections: clang writes the variable's symbol, and this function the number. [`asm_object`] writes
/// symbols, too.
pub fn asm<S: Sink + ?Sized>(btf: &Btf, sink: &mut S, options: &AsmOptions) {
    asm_object(btf, None, &AsmNames::default(), sink, options);
}

/// Prints `btf` and its `.BTF.ext`, with the names of an object. Symbols that only the object has are defined at the
/// end; clang has labels among the instructions instead.
pub fn asm_object<S: Sink + ?Sized>(
    btf: &Btf,
    ext: Option<&Ext>,
    names: &AsmNames,
    sink: &mut S,
    options: &AsmOptions,
) {
    let mut w = Asm { btf, names, strings: Strings::whole(btf), sink, annotate: options.annotate, column: 0 };
    w.sink.directive("\t.section\t.BTF,\"\",@progbits\n");
    for owned in btf.owners_from(0) {
        w.owned(owned);
    }
    if let Some(ext) = ext {
        w.sink.directive("\t.section\t.BTF.ext,\"\",@progbits\n");
        w.ext(ext);
    }
    for (name, value) in &names.values {
        w.set(name, *value);
    }
}

/// Prints the record of one type; nothing for a type of the base.
pub fn asm_type<S: Sink + ?Sized>(btf: &Btf, id: TypeId, names: &AsmNames, sink: &mut S, options: &AsmOptions) {
    let Some(range) = btf.get(id).map(|t| t.record()).filter(|_| id >= btf.first_id()) else { return };
    let mut w = Asm { btf, names, strings: Strings::whole(btf), sink, annotate: options.annotate, column: 0 };
    for owned in btf.owners_from(range.start).take_while(|owned| owned.range.start < range.end) {
        w.owned(owned);
    }
}
