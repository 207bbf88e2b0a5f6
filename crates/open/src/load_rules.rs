//! The checks of CO-RE records and jump tables that libbpf makes when it loads an object
//! (`bpf_object__relocate_core`, `create_jt_map`).

use crate::errno::Errno;
use crate::load::{Checks, LoadRefusal};
use crate::programs::{Program, Relo, SLOT};
use crate::rule;
use crate::state::{Refusal, State};

/// Bytes of an entry of a jump table.
const ENTRY: u64 = 8;

impl<'a> State<'a> {
    /// The refusal of the first CO-RE record whose section has no name or whose offset is no multiple of 8. One such
    /// record stops the load of the object.
    pub(crate) fn core_records(&self) -> Option<LoadRefusal> {
        let (ext, btf) = (self.ext.as_ref()?, self.btf.as_ref()?);
        let about = ext.lists.get(2)?.iter().find_map(|records| {
            let name = btf.string(records.name);
            if name.is_empty() {
                return Some("records of a section without a name".to_owned());
            }
            let odd = records.offsets.iter().find(|&&offset| !u64::from(offset).is_multiple_of(SLOT))?;
            Some(format!("the record for byte {odd:#x} of {name}"))
        })?;
        let line = "failed to perform CO-RE relocations: -EINVAL".to_owned();
        let range = self.ext_section.map(|index| self.range_of(index)).unwrap_or_default();
        let refusal = self.no(rule::L_CORE, Errno::EINVAL, None, line);
        Some(LoadRefusal { program: None, refusal: Refusal { about, range, ..refusal } })
    }

    /// The first jump table of these functions that is not valid. Checks that depend on the program's size in the
    /// kernel, or on whether the kernel has maps for jump tables, are not made.
    pub(crate) fn jump_table(&self, functions: &[&Program<'a>], checks: &Checks<'a>) -> Option<Refusal> {
        let (section, size) = self.jump_tables?;
        let bytes = self.elf.bytes_of(section);
        let tables = functions.iter().flat_map(|program| program.relos.iter().map(move |(_, relo)| (*program, *relo)));
        tables.take_while(|_| checks.step(1)).find_map(|(program, relo)| {
            let Relo::JumpTable(start, len) = relo else { return None };
            // libbpf keeps the start and the length in 32 bits each.
            let (start, len) = (start & u64::from(u32::MAX), len & u64::from(u32::MAX));
            let line = if !start.is_multiple_of(ENTRY) {
                format!("jumptable start {start} should be multiple of {ENTRY}")
            } else if !len.is_multiple_of(ENTRY) {
                format!("jumptable size {} should be multiple of {ENTRY}", len as u32 as i32)
            } else if (start + len) & u64::from(u32::MAX) > size {
                format!("jumptables_data size is {size}, trying to access {}", (start + len) as u32 as i32)
            } else {
                // An address before the program wraps around. libbpf moves functions of .text, so their addresses are
                // not checked.
                let table = bytes.get(start as usize..(start + len) as usize).unwrap_or_default();
                if !checks.step(len / ENTRY) {
                    return None;
                }
                let entries = table.as_chunks::<8>().0.iter().map(|entry| u64::from_le_bytes(*entry));
                let (at, value) = entries.enumerate().find(|(_, value)| {
                    let slot = (value / SLOT).wrapping_sub(program.first);
                    program.section != self.text && slot > u64::from(u32::MAX)
                })?;
                format!("invalid jump table value {value:#x} at offset {}", start + at as u64 * ENTRY)
            };
            let refusal = self.no(rule::L_JUMP_TABLE, Errno::EINVAL, None, format!("map '.jumptables': {line}"));
            let about = format!("program {}", program.name);
            Some(Refusal { about, range: self.range_of(section), ..refusal })
        })
    }
}
