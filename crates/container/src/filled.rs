//! The words of `.BTF` and `.BTF.ext` that ELF relocations fill in: the offsets of variables and of instructions.

use crate::elf;
use crate::sparse::Sparse;

/// The two relocation types that fill in such words: `R_BPF_64_NODYLD32`, which loaders ignore, and `R_BPF_64_ABS32`,
/// for variables in read-only sections.
const TYPES: [u32; 2] = [4, 3];

/// The offsets of the 32-bit words in a BPF object's `section` (`.BTF` or `.BTF.ext`) that relocations fill in. They
/// are in bytes from the section's start, ascending. Empty for files that cannot be read.
pub fn filled_words(object: &[u8], section: &str) -> Vec<u32> {
    let data = Sparse::whole(object);
    let Ok(table) = elf::table(&data, "") else { return Vec::new() };
    let name = format!(".rel{section}");
    let relocations = table.facts.sections.iter().find(|s| s.name == name && !s.file_range.is_empty());
    let records = relocations.and_then(|s| data.get(s.file_range).ok()).unwrap_or_default();
    let endian = table.facts.endian;
    let (records, _) = records.as_chunks::<16>();
    let filled = records.iter().filter_map(|record| {
        let (offset, info) = (endian.u64_at(record, 0)?, endian.u64_at(record, 8)?);
        TYPES.contains(&(info as u32)).then(|| u32::try_from(offset).ok())?
    });
    let mut filled: Vec<u32> = filled.collect();
    filled.sort_unstable();
    filled
}
