//! [`Report`]: how much was read, and the parts that were left out, with the reasons.

use std::collections::BTreeMap;

/// The most places named for each reason; all are counted.
pub const PLACES: usize = 200;

/// How much was read, and the parts that were left out, with the reasons.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Compilation units, type units and partial units, without damaged ones. Includes [`Report::units_elsewhere`].
    pub units: u32,
    /// Units whose types are in .dwo files that were not given.
    pub units_elsewhere: u32,
    /// Entries (DIEs) that were read.
    pub entries: u64,
    /// Records before deduplication.
    pub records: u64,
    /// Types in the blob, without those of the base.
    pub types: u32,
    /// Source languages (`DW_AT_language`), each with its number of units.
    pub languages: Vec<(String, u32)>,
    /// Missing files: .dwo files and the supplementary file; the first 1000.
    pub missing_files: Vec<String>,
    /// Functions that were left out, by reason.
    pub functions: Vec<Counted>,
    /// Variables that were left out, by reason.
    pub variables: Vec<Counted>,
    /// Damaged parts, and parts that BTF cannot express, by reason.
    pub diagnostics: Vec<Counted>,
}

/// A reason, how often it was counted, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counted {
    /// The reason, in words.
    pub reason: String,
    /// How often the reason was counted.
    pub count: u64,
    /// The first [`PLACES`] places: names, or sections and offsets of entries.
    pub places: Vec<String>,
}

/// Counts reasons.
#[derive(Debug, Default)]
pub(crate) struct Counter(BTreeMap<String, (u64, Vec<String>)>);

impl Counter {
    /// Counts a reason; `place` is called only for the first [`PLACES`] places.
    pub(crate) fn add(&mut self, reason: &str, place: impl FnOnce() -> String) {
        if !self.0.contains_key(reason) {
            self.0.insert(reason.to_owned(), (0, Vec::new()));
        }
        let Some((count, places)) = self.0.get_mut(reason) else { return };
        *count += 1;
        if places.len() < PLACES {
            places.push(place());
        }
    }

    /// A place: the first one of the reason that comes first in the alphabet.
    pub(crate) fn first_place(&self) -> Option<&str> {
        self.0.values().find_map(|(_, places)| places.first()).map(String::as_str)
    }

    /// The reasons, the most frequent first.
    pub(crate) fn finish(self) -> Vec<Counted> {
        let mut all: Vec<Counted> =
            self.0.into_iter().map(|(reason, (count, places))| Counted { reason, count, places }).collect();
        all.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.reason.cmp(&b.reason)));
        all
    }
}

/// All counters.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) functions: Counter,
    pub(crate) variables: Counter,
    pub(crate) diagnostics: Counter,
    pub(crate) languages: BTreeMap<u16, u32>,
    pub(crate) missing_files: Vec<String>,
    pub(crate) entries: u64,
    pub(crate) units: u32,
    pub(crate) units_elsewhere: u32,
    pub(crate) records: u64,
}

/// A place in the debug information, to be found with readelf: `.debug_info+0x1f2`.
pub(crate) fn place(section: &str, offset: u64) -> String {
    format!("{section}+{offset:#x}")
}
