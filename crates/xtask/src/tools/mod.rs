//! Every external tool that the tests and `lint` run: its names, the supported versions, and its package. `cargo xtask
//! test` installs from this table where it may. Tests look for these tools through the table: a tool on `PATH` in
//! another version is reported as missing, not used.

mod look;
mod shells;
mod table;
mod words;

pub use look::{FoundTool, Missing, chromium, headless_shell, webkit};
pub use shells::*;
pub use table::*;

/// The first two numbers of a version: 19.1.7 is `Version(19, 1)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version(pub u32, pub u32);

/// The first and the last version, both included.
pub type VersionRange = (Version, Version);

/// The end of a range that also takes all newer versions.
const NEWEST: Version = Version(u32::MAX, u32::MAX);

/// The package that a tool comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Packages of Debian 12; the first contains the tool itself.
    Debian(&'static [&'static str]),
    /// A program from crates.io in exactly this version, compiled into `.tools/bin`.
    Crate(&'static str),
    /// A package of npm's in exactly this version, in `.tools/npm`, and the file that is used.
    Npm(&'static str, &'static str),
    /// A package of PyPI in exactly this version, in `.tools/python`. The program is the Python in that folder, or lies
    /// in its `bin` or in the package's folder.
    Pypi(&'static str, &'static str),
}

/// An external tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tool {
    /// Its name, in the table and in messages.
    pub name: &'static str,
    /// The variable that may name its file.
    pub variable: Option<&'static str>,
    /// The names of its program; `source` installs the first. For a library, the program that reports its version.
    /// Empty for npm's packages.
    pub programs: &'static [&'static str],
    /// The arguments that make the program print its version.
    pub ask: &'static [&'static str],
    /// The versions that the tests pass with.
    pub versions: &'static [VersionRange],
    /// Where it comes from.
    pub source: Source,
    /// Its purpose, as the end of a sentence: "the layouts are compared with it".
    pub purpose: &'static str,
}
