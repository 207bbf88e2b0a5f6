//! A program object for a link: without its debug information. Loaders do not read it, and in many objects it takes
//! most of the bytes.

use bpf::{Object, Section};
use btf::Endian;

/// The byte offset of `e_shoff` in the header of a 64-bit ELF file.
const SECTIONS_AT: usize = 0x28;
/// The byte offset of `sh_type` in the header of a section.
const TYPE_AT: usize = 4;
/// The byte offset of `sh_size` in the header of a section.
const SIZE_AT: usize = 32;
/// The size of a section's header in bytes.
const SECTION: usize = 64;

/// The object, with zeros in place of its debug information and of the relocations of the debug information; zeros take
/// almost no room once packed. The zeroed sections become inactive (`SHT_NULL`, size 0); nothing moves, so all offsets
/// and indices stay.
pub fn program(object: &Object) -> Vec<u8> {
    let mut bytes = object.bytes().to_vec();
    let Some(table) = bytes.get(SECTIONS_AT..SECTIONS_AT + 8).and_then(|b| <[u8; 8]>::try_from(b).ok()) else {
        return bytes;
    };
    let table = match object.endian() {
        Endian::Little => u64::from_le_bytes(table),
        Endian::Big => u64::from_be_bytes(table),
    };
    let others: Vec<&Section> = object.sections().iter().filter(|s| !is_debug(s)).collect();
    for section in object.sections().iter().filter(|s| is_debug(s)) {
        let range = section.file_range;
        let overlaps = |s: &&Section| s.file_range.start < range.end && range.start < s.file_range.end;
        // In a damaged file, a section that is needed may overlap with this section.
        if others.iter().any(overlaps) {
            continue;
        }
        let header = usize::try_from(table).ok().and_then(|at| at.checked_add(SECTION * section.index as usize));
        let Some(header) = header.and_then(|at| bytes.get_mut(at..at.checked_add(SECTION)?)) else { continue };
        header.iter_mut().skip(TYPE_AT).take(4).for_each(|b| *b = 0);
        header.iter_mut().skip(SIZE_AT).take(8).for_each(|b| *b = 0);
        // Sections' ranges end within the file.
        if let Some(part) = bytes.get_mut(range.start as usize..range.end as usize) {
            part.fill(0);
        }
    }
    bytes
}

fn is_debug(section: &Section) -> bool {
    let name = section.name.as_str();
    let name = name.strip_prefix(".rela").or_else(|| name.strip_prefix(".rel")).unwrap_or(name);
    name.starts_with(".debug_")
}
