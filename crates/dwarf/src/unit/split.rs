//! .dwp files: the place of each unit's part in the other sections (DWARF 5, 7.3.5).

use gimli::{DebugCuIndex, DebugTuIndex, EndianSlice, IndexSectionId, RunTimeEndian, UnitIndex};

use super::head::{Bases, Unit};
use crate::files::{Part, Sections};

/// Sets the places of a .dwp file's units in the other sections; in a .dwo file all are 0.
pub(crate) fn place_units(sections: &Sections, part: &Part, units: &mut [Unit]) {
    let mut rows: Vec<(u64, Bases)> = Vec::new();
    if let Ok(index) = DebugCuIndex::new(&sections.cu_index, sections.endian).index() {
        add(&index, part, &mut rows);
    }
    if let Ok(index) = DebugTuIndex::new(&sections.tu_index, sections.endian).index() {
        add(&index, part, &mut rows);
    }
    rows.sort_by_key(|row| row.0);
    for unit in units {
        let after = rows.partition_point(|row| row.0 <= unit.offset);
        if let Some((_, bases)) = after.checked_sub(1).and_then(|i| rows.get(i)) {
            unit.bases = *bases;
        }
    }
}

fn add(index: &UnitIndex<EndianSlice<'_, RunTimeEndian>>, part: &Part, rows: &mut Vec<(u64, Bases)>) {
    for row in 1..=index.unit_count() {
        let Ok(sections) = index.sections(row) else { return };
        let (mut start, mut bases) = (None, Bases::default());
        for section in sections {
            let offset = u64::from(section.offset);
            match section.section {
                IndexSectionId::DebugInfo if !part.types => start = Some(offset),
                IndexSectionId::DebugTypes if part.types => start = Some(offset),
                IndexSectionId::DebugAbbrev => bases.abbrev = offset,
                IndexSectionId::DebugStrOffsets => bases.string_offsets = offset,
                IndexSectionId::DebugLoc | IndexSectionId::DebugLocLists => bases.lists = offset,
                _ => {}
            }
        }
        rows.extend(start.map(|start| (start, bases)));
    }
}
