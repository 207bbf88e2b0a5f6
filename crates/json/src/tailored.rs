//! BTF that was cut down to what programs read: `tailor --json`.

use serde::Serialize;

use crate::Count;

/// The files that were written.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct Tailored<'a> {
    /// The files, one for each distinct result.
    pub files: Vec<TailoredFile<'a>>,
    /// The kernels for which no file can be made.
    pub refused: &'a [Refused],
}

/// A file with the types that programs read on some kernels.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct TailoredFile<'a> {
    /// Its path.
    pub file: String,
    /// How many types it has.
    pub types: u32,
    /// The size of the file, in bytes.
    pub bytes: Count,
    /// The kernels that the file is for.
    pub kernels: &'a [String],
}

/// A kernel for which no file can be made.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct Refused {
    /// Its name.
    pub kernel: String,
    /// The reason, in words.
    pub why: String,
}
