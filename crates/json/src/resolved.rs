//! The relocations of a program and their results, with reasons: `relocs --json`, and `open --json` of a link that
//! carries a relocation.

use serde::Serialize;

use crate::relocations::{Made, Relocation};

/// The relocations of an object.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct Resolved<'a> {
    /// The object's name.
    pub object: &'a str,
    /// The byte order of the object: `little` or `big`.
    pub byte_order: &'static str,
    /// The targets.
    pub targets: Vec<ResolvedOn<'a>>,
    /// The relocations, in file order.
    pub relocations: Vec<Relocation<'a, Became<'a>>>,
}

/// A target, and whether the object's relocations let it load there.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct ResolvedOn<'a> {
    /// Its name.
    pub target: &'a str,
    /// The byte order of the target: `little` or `big`.
    pub byte_order: &'static str,
    /// Whether the object loads, as far as its relocations decide.
    pub loads: bool,
    /// Why the relocations are not applied; null if they are applied.
    pub error: Option<String>,
}

/// The result of a relocation on a target, and the reason.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct Became<'a> {
    /// The result.
    #[serde(flatten)]
    pub made: Made,
    /// The status in a word.
    pub status: String,
    /// Why the verifier does or does not reach the instruction.
    pub reached_because: Option<&'a str>,
    /// Why nothing was found.
    pub why: Option<String>,
    /// Fields and types of the target with similar names.
    pub near: Vec<NearPath>,
}

/// A path on the target that is similar to the path that was not found.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct NearPath {
    /// The path.
    pub path: String,
    /// Why it counts as similar.
    pub because: String,
}
