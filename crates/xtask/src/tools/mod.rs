//! Every outside tool that the tests run, once: the names it goes by, the versions that are known to do, and the package it comes
//! from. `cargo xtask test` installs by this table where it may, the tests ask it and nothing else: what lies on `PATH` in another
//! version is reported as missing, not used.

mod look;
mod table;
mod words;

pub use look::{FoundTool, Missing, chromium, webkit};
pub use table::*;

/// The first two numbers of a version: 19.1.7 is `Version(19, 1)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version(pub u32, pub u32);

/// Versions from the first to the second, both included.
pub type VersionRange = (Version, Version);

/// No upper end.
const NEWEST: Version = Version(u32::MAX, u32::MAX);

/// Where a tool comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Packages of Debian 12, the first one with the tool itself.
    Debian(&'static [&'static str]),
    /// A program from crates.io in exactly this version, compiled into `.tools/bin`.
    Crate(&'static str),
    /// A package of npm's in exactly this version, in `.tools/npm`; the file of it that is used.
    Npm(&'static str, &'static str),
    /// A package of PyPI's by this name in exactly this version, in `.tools/python`: its Python is the program, or a program lies in the
    /// package's folder.
    Pypi(&'static str, &'static str),
}

/// An outside tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tool {
    /// What it is called, here and in messages.
    pub name: &'static str,
    /// The variable that may name its file.
    pub variable: Option<&'static str>,
    /// The names of its program, the one that `source` installs first. For a library: the program that knows of it.
    pub programs: &'static [&'static str],
    /// The arguments that make the program print its version.
    pub ask: &'static [&'static str],
    /// The versions that the tests pass with.
    pub versions: &'static [VersionRange],
    /// Where it comes from.
    pub source: Source,
    /// What it is for: "the layouts are compared with it".
    pub purpose: &'static str,
}
