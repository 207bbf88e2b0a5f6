//! The formats in which a type is printed as code: C in three forms, and other languages.

use btf::{Btf, TypeId};
use dump::{CFileOptions, PaholeOptions, Sink};

btf::named! {
    /// A format of the view Code.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum CodeFormat {
        /// C of this type alone, nearly as libbpf prints it.
        #[default]
        C = "C", ".h", "c";
        /// C with all types that the type needs: it compiles.
        CWithNeeds = "C with dependencies", ".h", "c-needs";
        /// C with offsets, sizes and holes, as pahole prints it.
        Pahole = "C with offsets (pahole)", ".pahole.txt", "pahole";
        /// Rust.
        Rust = "Rust", ".rs", "rust";
        /// Zig.
        Zig = "Zig", ".zig", "zig";
        /// Go.
        Go = "Go", ".go", "go";
    }
    /// All formats, in the order of the menu.
    pub const ALL;
    /// Its name.
    pub fn title;
    /// The ending of file names.
    pub fn end;
    /// The word in settings.
    pub fn word;
}

impl CodeFormat {
    /// The format with this word.
    pub fn from_word(word: &str) -> Option<CodeFormat> {
        CodeFormat::ALL.into_iter().find(|f| f.word() == word)
    }

    /// Whether declarations in this format can have assertions of sizes and offsets.
    pub fn has_assertions(self) -> bool {
        matches!(self, CodeFormat::Rust | CodeFormat::Zig | CodeFormat::Go)
    }

    /// The type to print for a selected type: for pahole the type behind typedefs, qualifiers, variables, functions and
    /// declaration tags, else the type itself.
    pub fn subject(self, btf: &Btf, id: TypeId) -> TypeId {
        if self == CodeFormat::Pahole { crate::table::table_type(btf, id) } else { id }
    }

    /// Prints a type. The formats [`CodeFormat::C`] and [`CodeFormat::CWithNeeds`] are portable
    /// ([`dump::COptions::portable`]): they are correct C even where libbpf's C is not. The other languages also
    /// declare the types that the type contains.
    ///
    /// # Errors
    /// The struct has no layout that pahole could print; the error says why.
    pub fn print<S: Sink + ?Sized>(self, btf: &Btf, id: TypeId, assertions: bool, sink: &mut S) -> Result<(), String> {
        let options = lang::Options { assertions };
        match self {
            CodeFormat::C => dump::c_type(btf, id, sink, &dump::COptions { portable: true, ..Default::default() }),
            CodeFormat::CWithNeeds => {
                let options = CFileOptions { portable: true, ..CFileOptions::default() };
                dump::c_with_dependencies(btf, &[id], sink, &options);
            }
            CodeFormat::Pahole => {
                dump::pahole(btf, id, sink, &PaholeOptions::default()).map_err(|e| e.to_string())?;
            }
            CodeFormat::Rust => lang::rust(btf, &[id], &options, sink),
            CodeFormat::Zig => lang::zig(btf, &[id], &options, sink),
            CodeFormat::Go => lang::go(btf, &[id], &options, sink),
        }
        Ok(())
    }
}
