//! Decides which files of an archive are listed.

use std::io::{self, Read};

use super::{EntryKind, FileHead};
use crate::formats::{self, Reader};
use crate::source::read_full;

/// Bytes of a file that [`kind`] looks at.
pub(crate) const HEAD: usize = 64;

/// The kind of a file, by its path, size and first bytes; none when these give no reason to list it.
pub(crate) fn kind(file: &FileHead, head: &[u8]) -> Option<EntryKind> {
    let name = file.name();
    let plain =
        [".xz", ".zst", ".gz", ".bz2", ".lz4", ".lzma"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
    if plain.ends_with(".ko") {
        return Some(EntryKind::Module);
    }
    match formats::detect(head).map(|format| format.reader) {
        // Byte 2 is the version, which is 1. Few other files with the same magic have a 1 there.
        Some(Reader::Btf) if head.get(2) == Some(&1) => return Some(EntryKind::Btf),
        _ if head.starts_with(b"ANDROID!") => return Some(EntryKind::Kernel),
        // e_machine, in either byte order: BPF.
        Some(Reader::Elf) if matches!(head.get(18..20), Some([247, 0] | [0, 247])) => return Some(EntryKind::Program),
        _ => {}
    }
    if plain.ends_with(".debug") {
        return Some(EntryKind::Debug);
    }
    // BTFHub packs the BTF of each kernel into an archive of its own.
    if plain.ends_with(".btf") || plain.ends_with(".btf.tar") {
        return Some(EntryKind::Btf);
    }
    // Kernel images have these names, alone or with a release after them. Scripts and lists of symbols have such names,
    // too, so texts and small files are left out.
    let is_image = ["vmlinux", "vmlinuz", "bzImage", "zImage", "uImage", "Image", "kernel"].iter().any(|image| {
        plain.strip_prefix(image).is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '.', '_']))
    });
    let is_text =
        [".py", ".sh", ".txt", ".h", ".lds", ".conf", ".hmac", ".sha256"].iter().any(|end| plain.ends_with(end));
    let is_large = file.size >= 256 << 10;
    (is_image && !is_text && is_large).then_some(EntryKind::Kernel)
}

/// Whether a file may carry BPF objects: an ELF file for another machine than BPF, linked or not, or a static library.
pub(crate) fn may_carry(head: &[u8]) -> bool {
    let is_machines = formats::is_elf(head)
        && matches!(head.get(16..18), Some([1..=3, 0] | [0, 1..=3]))
        && !matches!(head.get(18..20), Some([247, 0] | [0, 247]));
    is_machines || head.starts_with(super::ar::MAGIC)
}

/// Whether the rest of an ELF file, after its first bytes, contains the name of the section of debug information. The
/// file is scanned, not kept, so this text elsewhere in the file counts, too.
pub(crate) fn has_dwarf(head: &[u8], content: &mut dyn Read) -> io::Result<bool> {
    const NAME: &[u8] = b"debug_info\0";
    if !formats::is_elf(head) {
        return Ok(false);
    }
    let mut window = vec![0; 64 << 10];
    let mut have = 0;
    loop {
        let count = read_full(content, &mut window[have..])?;
        let filled = &window[..have + count];
        let found = |(at, &byte): (usize, &u8)| {
            byte == b'.' && filled[at + 1..].strip_prefix(b"z").unwrap_or(&filled[at + 1..]).starts_with(NAME)
        };
        if filled.iter().enumerate().any(found) {
            return Ok(true);
        }
        if count == 0 {
            return Ok(false);
        }
        // The name may cross the end of the buffer.
        let keep = filled.len().min(NAME.len() + 1);
        let start = filled.len() - keep;
        window.copy_within(start..start + keep, 0);
        have = keep;
    }
}

#[cfg(test)]
mod tests {
    use super::has_dwarf;

    #[test]
    fn the_name_of_the_section_is_found_wherever_it_lies() {
        let elf = b"\x7fELF";
        for at in [0, 5, (64 << 10) - 12, (64 << 10) - 5, (64 << 10) - 1, 64 << 10, 200_000] {
            for name in [&b".debug_info\0"[..], b".zdebug_info\0"] {
                let mut bytes = vec![1; at];
                bytes.extend(name);
                bytes.extend([1; 100]);
                assert!(has_dwarf(elf, &mut bytes.as_slice()).unwrap(), "{at}");
                // In a text file the name proves nothing.
                assert!(!has_dwarf(b"#!/b", &mut bytes.as_slice()).unwrap());
            }
        }
        let without = [&[1; 70_000][..], b".debug_infos\0.debug_info.dwo\0debug_info\0", &[1; 70_000]].concat();
        assert!(!has_dwarf(elf, &mut without.as_slice()).unwrap());
    }
}
