//! Declarations of a type in C and other languages.

use btf::{Btf, TypeId};
use dump::Sink;

btf::named! {
    /// A language of declarations.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum Language {
        /// C, as libbpf prints it.
        #[default]
        C = "C", ".h", "c";
        /// Rust.
        Rust = "Rust", ".rs", "rust";
        /// Zig.
        Zig = "Zig", ".zig", "zig";
        /// Go.
        Go = "Go", ".go", "go";
    }
    /// All, in the order of the choice.
    pub const ALL;
    /// Its name.
    pub fn title;
    /// The ending of its files.
    pub fn end;
    /// The word in settings.
    pub fn word;
}

impl Language {
    /// The language of a word.
    pub fn from_word(word: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|l| l.word() == word)
    }

    /// Declares a type and the types that it contains. C is without further types, and has the right layout on every
    /// target. Other languages get assertions of sizes and offsets.
    pub fn declare<S: Sink + ?Sized>(self, btf: &Btf, id: TypeId, assertions: bool, sink: &mut S) {
        let options = lang::Options { assertions };
        match self {
            Language::C => dump::c_type(btf, id, sink, &dump::COptions { portable: true, ..Default::default() }),
            Language::Rust => lang::rust(btf, &[id], &options, sink),
            Language::Zig => lang::zig(btf, &[id], &options, sink),
            Language::Go => lang::go(btf, &[id], &options, sink),
        }
    }
}
