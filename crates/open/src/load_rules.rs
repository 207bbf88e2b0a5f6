//! The checks of CO-RE records, exception callbacks and jump tables that libbpf makes when it loads an object
//! (`bpf_object__relocate_core`, `bpf_prog_assign_exc_cb`, `create_jt_map`).

use crate::btf::{DECL_TAG, FUNC, HEAD};
use crate::errno::Errno;
use crate::externs::GLOBAL;
use crate::load::LoadRefusal;
use crate::names::Name;
use crate::programs::{Program, Relo, SLOT};
use crate::rule;
use crate::state::{Refusal, State};

/// The prefix of the decl tag that names a program's exception callback.
const CALLBACK: &str = "exception_callback:";
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

    /// The exception callback of a program, if it names one.
    pub(crate) fn exception_callback(&self, program: &Program<'a>) -> Result<Option<&Program<'a>>, Box<Refusal>> {
        let Some(btf) = &self.btf else { return Ok(None) };
        let say = |errno, tag: u32, line: String| {
            let refusal = self.no(rule::L_CALLBACK, errno, None, format!("prog '{}': {line}", program.name));
            Err(Box::new(Refusal { range: btf.range(tag), ..refusal }))
        };
        let mut found = None;
        for tag in 1..btf.count() {
            let text = btf.name(tag);
            if btf.kind(tag) != DECL_TAG || btf.word(tag, HEAD) != u32::MAX || !text.starts(CALLBACK) {
                continue;
            }
            let of = btf.target(tag);
            if btf.kind(of) != FUNC || btf.vlen(of) != GLOBAL {
                let line = "exception_callback:<value> decl tag not applied to the main program";
                return say(Errno::EINVAL, tag, line.to_owned());
            }
            if !btf.name(of).same(program.name) {
                continue;
            }
            // The program has two tags with an exception callback: libbpf leaves this error to the verifier.
            if found.is_some() {
                return Ok(None);
            }
            let name = Name(text.0.get(CALLBACK.len()..).unwrap_or_default());
            if name.is_empty() {
                let line = "exception_callback:<value> decl tag contains empty value";
                return say(Errno::EINVAL, tag, line.to_owned());
            }
            let callback = self.programs.iter().find(|p| p.section == self.text && p.name.same(name));
            let Some(callback) = callback else {
                return say(Errno::ENOENT, tag, format!("cannot find exception callback '{name}'"));
            };
            if !callback.is_global || callback.is_hidden {
                let line = format!("exception callback {name} must be a global non-hidden function");
                return say(Errno::EINVAL, tag, line);
            }
            found = Some(callback);
        }
        Ok(found)
    }

    /// The first jump table of these functions that is not valid. Checks that depend on the program's size in the
    /// kernel, or on whether the kernel has maps for jump tables, are not made.
    pub(crate) fn jump_table(&self, functions: &[&Program<'a>]) -> Option<Refusal> {
        let (section, size) = self.jump_tables?;
        let bytes = self.elf.bytes_of(section);
        let tables = functions.iter().flat_map(|program| program.relos.iter().map(move |(_, relo)| (*program, *relo)));
        tables.into_iter().find_map(|(program, relo)| {
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
