//! Abbreviation tables: parsed by gimli, and cached by offset; and a cheap scan for their lengths and for references
//! between units.

use std::rc::Rc;

use gimli::{Abbreviations, DebugAbbrev, DebugAbbrevOffset, RunTimeEndian};

/// How many tables are kept.
const KEPT: usize = 16;

/// `DW_FORM_implicit_const`: a number follows in the table itself.
const IMPLICIT_CONST: u64 = 0x21;
/// Forms that refer outside of the unit: ref_addr, GNU_ref_alt, ref_sup4, ref_sup8, ref_sig8.
const OUTWARD: [u64; 5] = [0x10, 0x1f20, 0x1c, 0x24, 0x20];

/// The tables that were used last.
pub(crate) struct Tables {
    kept: Vec<(usize, u64, Rc<Abbreviations>)>,
    /// How many more bytes of tables may be parsed; limited, because many units could refer to many offsets in one long
    /// table.
    left: u64,
}

impl Tables {
    /// No tables yet. `len`: the bytes that the tables of all files have together.
    pub(crate) fn new(len: u64) -> Tables {
        Tables { kept: Vec::new(), left: len.saturating_mul(16).saturating_add(1 << 20) }
    }

    /// The table of a file at an offset.
    pub(crate) fn get(
        &mut self,
        file: usize,
        section: &[u8],
        endian: RunTimeEndian,
        at: u64,
    ) -> Result<Rc<Abbreviations>, String> {
        if let Some(i) = self.kept.iter().position(|(f, o, _)| (*f, *o) == (file, at)) {
            let found = self.kept.remove(i);
            let table = Rc::clone(&found.2);
            self.kept.push(found);
            return Ok(table);
        }
        let start = usize::try_from(at).ok().filter(|start| *start <= section.len());
        let start = start.ok_or_else(|| format!("abbreviations at {at:#x}, behind the end at {:#x}", section.len()))?;
        let mut walk = Walk { bytes: section, at: start };
        let end = walk.table(&mut |_| {}).map_or(section.len(), |()| walk.at);
        self.left = self.left.checked_sub((end - start) as u64).ok_or("too many tables of abbreviations overlap")?;
        let parsed = DebugAbbrev::new(section, endian).abbreviations(DebugAbbrevOffset(start));
        let table = Rc::new(parsed.map_err(|e| format!("abbreviations at {at:#x}: {e}"))?);
        if self.kept.len() == KEPT {
            self.kept.remove(0);
        }
        self.kept.push((file, at, Rc::clone(&table)));
        Ok(table)
    }
}

/// Whether units may refer to others; also true for a section that cannot be scanned.
pub(crate) fn refers_outward(section: &[u8]) -> bool {
    let mut walk = Walk { bytes: section, at: 0 };
    let mut outward = false;
    while walk.at < section.len() {
        if walk.table(&mut |form| outward |= OUTWARD.contains(&form)).is_none() {
            return true;
        }
    }
    outward
}

struct Walk<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl Walk<'_> {
    /// Skips to the end of the table that begins here.
    fn table(&mut self, form: &mut dyn FnMut(u64)) -> Option<()> {
        while self.leb()? != 0 {
            self.leb()?;
            self.at += 1;
            loop {
                let (name, number) = (self.leb()?, self.leb()?);
                if number == IMPLICIT_CONST {
                    self.leb()?;
                }
                if (name, number) == (0, 0) {
                    break;
                }
                form(number);
            }
        }
        Some(())
    }

    /// A LEB128 number; bits beyond the 64th are dropped.
    fn leb(&mut self) -> Option<u64> {
        let (mut value, mut shift) = (0_u64, 0_u32);
        loop {
            let byte = *self.bytes.get(self.at)?;
            self.at += 1;
            value |= u64::from(byte & 0x7f).checked_shl(shift).unwrap_or(0);
            shift = shift.saturating_add(7);
            if byte & 0x80 == 0 {
                return Some(value);
            }
        }
    }
}
