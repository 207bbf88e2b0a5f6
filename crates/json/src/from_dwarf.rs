//! Report on types made from debug information: `encode --json`, and `fromDwarf()` of the npm package.

use dwarf::{Counted, Report};
use serde::Serialize;

use crate::Count;
use crate::made::made;

/// A BTF that was written: `encode --json`.
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
pub struct Encoded<'a> {
    /// The name of the file with the debug information.
    pub file: &'a str,
    /// The path of the file that was written.
    pub out: String,
    /// The size of the BTF, in bytes.
    pub bytes: Count,
    /// The report on the debug information.
    #[serde(flatten)]
    pub from: FromDwarf<'a>,
}

made! {
    /// How much was read and made, and the parts that were left out.
    pub struct FromDwarf<'a>(report: &'a Report) with {
            let counted = |list: &'a [Counted]| list.iter().map(LeftOut::of).collect();
            let language = |(name, units): &'a (String, u32)| Language { name, units: *units };
    } {
        /// Compilation, type and partial units, without damaged ones; `units_elsewhere` is a part of them.
        units: u32,
        /// Units whose types are in .dwo files that were not given.
        units_elsewhere: u32,
        entries: Count,
        records: Count,
        types: u32,
        languages: Vec<Language<'a>> = report.languages.iter().map(language).collect(),
        missing_files: &'a [String] = &report.missing_files,
        functions: Vec<LeftOut<'a>> = counted(&report.functions),
        variables: Vec<LeftOut<'a>> = counted(&report.variables),
        notes: Vec<LeftOut<'a>> = counted(&report.diagnostics),
    }
}

#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(Serialize, Clone, Debug)]
struct Language<'a> {
    name: &'a str,
    units: u32,
}

made! {
    struct LeftOut<'a>(c: &'a Counted) {
        reason: &'a str = &c.reason,
        count: Count,
        /// The first few of the places.
        places: &'a [String] = &c.places,
    }
}
