//! Links: `link --json`, and `open --json` for types.

use serde::Serialize;

use crate::Count;

/// A link that was made.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct LinkOf<'a> {
    /// The link.
    pub link: &'a str,
    /// Its length in characters.
    pub characters: Count,
    /// The types or the relocation in it, in words.
    pub about: &'a str,
}

/// The types in a link, or the source of a scratch pad.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct Carried<'a> {
    /// The name of the file that the types come from.
    pub file: &'a str,
    /// The view or relocation that opens with the link, in words.
    pub shows: &'a str,
    /// How many types it carries.
    pub types: u32,
    /// The size of the BTF, in bytes.
    pub bytes: Count,
    /// The types as C, or the source of the pad as it was typed.
    pub c: &'a str,
}
