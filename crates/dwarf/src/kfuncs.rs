//! The kernel functions that programs may call, from the sets in `.BTF_ids`, as they are before the kernel's build
//! writes the ids (kernel, `include/linux/btf_ids.h`).

use std::collections::HashMap;

use container::FileRange;

use crate::elf::{Elf, Symbols};
use crate::error::Error;
use crate::strings::Strings;

/// Flag of a function: `KF_FASTCALL`.
pub(crate) const FASTCALL: u32 = 1 << 12;
/// Flag of a set: its functions are kfuncs (`BTF_SET8_KFUNCS`).
const SET_OF_KFUNCS: u32 = 1;

const SET: &[u8] = b"__BTF_ID__set8__";
const FUNCTION: &[u8] = b"__BTF_ID__func__";

/// The kfuncs, by name, with their flags.
#[derive(Debug, Default)]
pub(crate) struct Kfuncs(HashMap<u32, u32>);

impl Kfuncs {
    /// Reads the sets of a file.
    pub(crate) fn read(elf: &mut Elf<'_>, symbols: &Symbols, strings: &mut Strings) -> Result<Kfuncs, Error> {
        let Some(index) = elf.find(".BTF_ids") else { return Ok(Kfuncs::default()) };
        let (start, range) = elf.sections.get(index).map_or((0, FileRange::default()), |s| (s.address, s.range));
        let bytes = elf.read(range)?;
        let endian = elf.endian;
        let word = |offset: u64| {
            let at = usize::try_from(offset).ok()?;
            Some(endian.u32(*bytes.get(at..)?.first_chunk()?))
        };
        // The start and end of each set of kfuncs.
        let mut sets: Vec<(u64, u64)> = Vec::new();
        let mut slots: Vec<(u64, u32)> = Vec::new();
        for symbol in symbols.iter().filter(|s| s.section as usize == index) {
            let offset = symbol.address.wrapping_sub(start);
            if symbol.name.starts_with(SET) {
                let kfuncs = word(offset.saturating_add(4)).is_some_and(|flags| flags & SET_OF_KFUNCS != 0);
                if kfuncs {
                    sets.push((offset, offset.saturating_add(symbol.size)));
                }
            } else if let Some(name) = symbol.name.strip_prefix(FUNCTION) {
                // The name ends with `__` and a number that makes the symbol unique.
                let end = name.windows(2).rposition(|pair| pair == b"__").unwrap_or(name.len());
                slots.push((offset, strings.intern(name.get(..end).unwrap_or_default())));
            }
        }
        sets.sort_unstable();
        let mut found = HashMap::new();
        for (offset, name) in slots {
            let after = sets.partition_point(|set| set.0 <= offset);
            let inside = after.checked_sub(1).and_then(|i| sets.get(i)).is_some_and(|set| offset < set.1);
            if inside {
                *found.entry(name).or_insert(0) |= word(offset.saturating_add(4)).unwrap_or(0);
            }
        }
        Ok(Kfuncs(found))
    }

    /// The flags of a kfunc; none for another function.
    pub(crate) fn flags(&self, name: u32) -> Option<u32> {
        self.0.get(&name).copied()
    }
}
