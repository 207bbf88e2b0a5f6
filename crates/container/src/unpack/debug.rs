//! Wrapped ELF files with debug information: types can be made from it when there is no BTF.

use std::fmt;

use crate::chunks::Chunks;
use crate::elf::read_elf;
use crate::elf_facts::ElfFacts;
use crate::error::OpenError;
use crate::opened::Layer;
use crate::source::Source;

/// An ELF file with debug information that was taken out of its wrapping.
#[non_exhaustive]
pub struct DebugElf {
    /// Its name: that of the file, or of the entry of an archive.
    pub name: String,
    /// The layers that were taken off, outermost first.
    pub layers: Vec<Layer>,
    /// Notes for a person. Sentences without their full stop.
    pub notes: Vec<String>,
    /// Why it was not opened by its BTF.
    pub no_btf: OpenError,
    pub(crate) bytes: Chunks,
}

impl DebugElf {
    /// Its bytes.
    pub fn source(&mut self) -> &mut dyn Source {
        &mut self.bytes
    }
}

impl fmt::Debug for DebugElf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DebugElf").field("name", &self.name).field("len", &self.bytes.len()).finish_non_exhaustive()
    }
}

impl PartialEq for DebugElf {
    fn eq(&self, other: &DebugElf) -> bool {
        (&self.name, &self.layers, self.bytes.len()) == (&other.name, &other.layers, other.bytes.len())
    }
}

impl ElfFacts {
    /// Whether it has debug information (DWARF): `.debug_info`, or `.zdebug_info`, the older compressed form.
    pub fn has_dwarf(&self) -> bool {
        let is_info = |name: &str| matches!(name, ".debug_info" | ".zdebug_info");
        self.sections.iter().any(|section| is_info(&section.name) && !section.file_range.is_empty())
    }
}

/// Whether unpacked bytes are an ELF file with debug information.
pub(super) fn has_dwarf(bytes: &mut Chunks) -> bool {
    let mut magic = [0; 4];
    matches!(bytes.read_at(0, &mut magic), Ok(4))
        && magic == *b"\x7fELF"
        && read_elf(bytes, "").is_ok_and(|elf| elf.has_dwarf())
}
