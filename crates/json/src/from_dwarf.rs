//! Report on types made from debug information: `encode --json`, and `fromDwarf()` of the npm package.

use dwarf::{Counted, Report};
use serde::Serialize;

use crate::Count;

/// Which types were made and which were left out.
#[derive(Serialize, Clone, Debug)]
pub struct FromDwarf<'a> {
    units: u32,
    units_elsewhere: u32,
    entries: Count,
    records: Count,
    types: u32,
    languages: Vec<Language<'a>>,
    missing_files: &'a [String],
    functions: Vec<LeftOut<'a>>,
    variables: Vec<LeftOut<'a>>,
    notes: Vec<LeftOut<'a>>,
}

#[derive(Serialize, Clone, Debug)]
struct Language<'a> {
    name: &'a str,
    units: u32,
}

#[derive(Serialize, Clone, Debug)]
struct LeftOut<'a> {
    reason: &'a str,
    count: Count,
    /// The first few places.
    places: &'a [String],
}

impl<'a> From<&'a Report> for FromDwarf<'a> {
    fn from(report: &'a Report) -> FromDwarf<'a> {
        let counted = |list: &'a [Counted]| {
            list.iter().map(|c| LeftOut { reason: &c.reason, count: Count(c.count), places: &c.places }).collect()
        };
        let language = |(name, units): &'a (String, u32)| Language { name, units: *units };
        FromDwarf {
            units: report.units,
            units_elsewhere: report.units_elsewhere,
            entries: Count(report.entries),
            records: Count(report.records),
            types: report.types,
            languages: report.languages.iter().map(language).collect(),
            missing_files: &report.missing_files,
            functions: counted(&report.functions),
            variables: counted(&report.variables),
            notes: counted(&report.diagnostics),
        }
    }
}
