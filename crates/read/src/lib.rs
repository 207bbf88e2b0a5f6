//! Writes C that reads a field on every kernel of an atlas: a flavour of the types for each form that the field had,
//! guards, and the right macro for its value. Also writes programs for each prototype that a function had, tests for a
//! type, and code for the value of an enumerator.
//!
//! The rules are the CO-RE rules of libbpf: a field is found by its names and the kind of its type
//! (`bpf_core_fields_are_compat`), offsets, sizes and bits come from relocations. The code is not trusted but checked
//! ([`Code::checked`]): its relocations are resolved on each kernel, and compared with the place that the field has in
//! the kernel's types.
//!
//! Layers, bottom up: `form` (one way to read the field), `kernels` (kernels in words), `declare` (flavours), `text`
//! (C), `plan` (functions and how they tell forms apart), `targets` and `check` (the proof), `said` (sentences about
//! the code), `field` (the code as a whole). Beside them: `known` (a table of names), `function` with `prototype` and
//! `loading`, `named` (types and enumerators). `asked` chooses between them.
#![forbid(unsafe_code)]

mod asked;
mod check;
mod declare;
mod field;
mod form;
mod function;
mod kernels;
mod known;
mod loading;
mod named;
mod plan;
mod prototype;
mod said;
mod targets;
mod text;
mod unreadable;

use ::text::{grouped, many};
use wire::Wire;

pub use asked::code;
pub use check::Checked;
pub use field::field;
pub use function::function;
pub use named::{type_there, value};
pub use unreadable::Unreadable;

/// How the code is to be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// True if the code also reads kernels that have the field under a name that is not similar to the one asked for.
    pub follow: bool,
    /// True if other names may be taken for names of the field.
    pub renames: bool,
    /// True if there is a guard before the last form, too. Without it, kernels that have none of the forms refuse the
    /// program.
    pub guard: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { follow: false, renames: true, guard: true }
    }
}

/// The code, with the remarks about it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Wire)]
pub struct Code {
    /// The field (`task_struct.__state`), enumerator, function or type that was asked for.
    pub title: String,
    /// The comment above the code: on which kernels the field is, names that are taken for the same field, and all of
    /// [`Code::said`].
    pub comment: String,
    /// The declarations of the types through which the functions read; empty if the kernel's own types are used.
    pub types: String,
    /// The functions, and before them the values that say "not known".
    pub functions: String,
    /// The application's code that chooses which of a function's programs to load. Empty if no loader was named, there
    /// is no choice, or nothing in BTF tells the prototypes apart.
    pub loader: String,
    /// The lines that come first when the code is a file of its own.
    pub includes: String,
    /// A sentence that says on which kernels nothing can be read; empty if there are none.
    pub nothing: String,
    /// Further sentences about what the code cannot do, or what BTF does not tell.
    pub limits: Vec<String>,
    /// How many forms the code tells apart.
    pub forms: u32,
    /// For how many kernels the code was asked.
    pub kernels: u32,
    /// How many of these kernels are big-endian.
    pub big_endian: u32,
    /// The proof; none if it was not asked for, and for all code that does not read a field.
    pub checked: Option<Checked>,
}

impl Code {
    /// The comment, the types and the functions: all of the code but [`Code::includes`] and [`Code::loader`].
    pub fn text(&self) -> String {
        format!("{}{}{}", self.comment, self.types, self.functions)
    }

    /// The sentences about what the code cannot do: [`Code::nothing`], then [`Code::limits`].
    pub fn said(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.nothing.as_str())
            .chain(self.limits.iter().map(String::as_str))
            .filter(|line| !line.is_empty())
    }

    /// The line about the proof: `Checked on 298 kernels.`. None if there is no proof, or if it failed on a kernel;
    /// then [`Code::limits`] has a sentence about this kernel.
    pub fn proof(&self) -> Option<String> {
        let checked = self.checked.as_ref().filter(|checked| checked.wrong.is_empty())?;
        let kernels = many(u64::from(checked.right) + u64::from(checked.not_known), "kernel");
        let not_known = match checked.not_known {
            0 => String::new(),
            n => format!("; on {} of them it says “not known”", grouped(n.into())),
        };
        let big = match self.big_endian {
            0 => String::new(),
            n => format!("; {} of them are big-endian: -target bpfeb", grouped(n.into())),
        };
        Some(format!("Checked on {kernels}{not_known}{big}."))
    }
}

/// Lines as a comment of C.
fn comment<'a>(lines: impl IntoIterator<Item = &'a str>) -> String {
    match lines.into_iter().collect::<Vec<_>>().as_slice() {
        [one] => format!("/* {one} */\n"),
        several => {
            let body: String = several.iter().map(|line| format!(" * {line}\n")).collect();
            format!("/*\n{body} */\n")
        }
    }
}

/// A library that loads programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Loader {
    /// libbpf, in C.
    Libbpf,
    /// cilium/ebpf, in Go.
    EbpfGo,
    /// Aya, in Rust.
    Aya,
}

/// The lines that come first when the code is a file of its own.
pub const INCLUDES: &str = "#include \"vmlinux.h\"\n#include <bpf/bpf_helpers.h>\n#include <bpf/bpf_core_read.h>\n";

/// Why there is no code.
#[derive(Debug)]
pub enum Failed {
    /// No kernel has a type or function of that name.
    NoType,
    /// Kernels have the type; none has the field.
    NoField,
    /// Kernels have the field, but no code can read it.
    Unreadable(Unreadable),
    /// The atlas is damaged, or bytes of it are not at hand.
    Atlas(atlas::Error),
}

impl From<Unreadable> for Failed {
    fn from(why: Unreadable) -> Failed {
        Failed::Unreadable(why)
    }
}

impl From<atlas::Error> for Failed {
    fn from(why: atlas::Error) -> Failed {
        Failed::Atlas(why)
    }
}
