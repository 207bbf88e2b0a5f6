//! Files in a wrapping that are returned without BTF: ELF files with debug information, and texts. Types can be made
//! from them.

use std::fmt;

use crate::chunks::Chunks;
use crate::elf::read_elf;
use crate::elf_facts::ElfFacts;
use crate::error::OpenError;
use crate::opened::Layer;
use crate::source::Source;

/// A file that was taken out of its wrapping, and has not been opened as a file with BTF.
#[non_exhaustive]
pub struct InnerFile {
    /// Its name: that of the file, or of the entry of an archive.
    pub name: String,
    /// The layers that were taken off, outermost first.
    pub layers: Vec<Layer>,
    /// Notes for a person. Sentences without their full stop.
    pub notes: Vec<String>,
    /// Why it was not opened as a file with BTF.
    pub no_btf: OpenError,
    /// The damage of the compressed data or archive around it, if any: its bytes are those before the damage.
    pub damage: Option<Box<OpenError>>,
    pub(crate) bytes: Chunks,
}

impl InnerFile {
    pub(super) fn new(name: String, layers: Vec<Layer>, no_btf: OpenError, bytes: Chunks) -> InnerFile {
        InnerFile { name, layers, notes: Vec::new(), no_btf, damage: None, bytes }
    }

    /// Its bytes.
    pub fn source(&mut self) -> &mut dyn Source {
        &mut self.bytes
    }
}

impl fmt::Debug for InnerFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InnerFile").field("name", &self.name).field("len", &self.bytes.len()).finish_non_exhaustive()
    }
}

impl PartialEq for InnerFile {
    fn eq(&self, other: &InnerFile) -> bool {
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

/// Whether unpacked bytes are text.
pub(super) fn is_text(bytes: &mut Chunks) -> bool {
    let mut head = [0; 512];
    let count = bytes.read_at(0, &mut head).unwrap_or_default();
    crate::sniff::is_text(head.get(..count).unwrap_or_default())
}

/// Whether unpacked bytes are an ELF file with debug information.
pub(super) fn has_dwarf(bytes: &mut Chunks) -> bool {
    let mut magic = [0; 4];
    matches!(bytes.read_at(0, &mut magic), Ok(4))
        && magic == *b"\x7fELF"
        && read_elf(bytes, "").is_ok_and(|elf| elf.has_dwarf())
}
