//! Which files of an archive are worth choosing.

use super::{EntryKind, FileHead};
use crate::formats::{self, Reader};

/// Bytes of a file that [`kind`] looks at.
pub(crate) const HEAD: usize = 64;

/// What a file seems to be, by its path and first bytes; none when it is not worth listing.
pub(crate) fn kind(file: &FileHead, head: &[u8]) -> Option<EntryKind> {
    let name = file.name();
    let plain =
        [".xz", ".zst", ".gz", ".bz2", ".lz4", ".lzma"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
    if plain.ends_with(".ko") {
        return Some(EntryKind::Module);
    }
    match formats::detect(head).map(|format| format.reader) {
        // The version, which few other bytes have there.
        Some(Reader::Btf) if head.get(2) == Some(&1) => return Some(EntryKind::Btf),
        // e_machine, in either byte order: BPF.
        Some(Reader::Elf) if matches!(head.get(18..20), Some([247, 0] | [0, 247])) => return Some(EntryKind::Program),
        _ => {}
    }
    if plain.ends_with(".btf") {
        return Some(EntryKind::Btf);
    }
    // The names of kernel images, alone or with a release after them; scripts and lists of symbols have them, too.
    let is_image = ["vmlinux", "vmlinuz", "bzImage", "zImage", "uImage", "Image", "kernel"].iter().any(|image| {
        plain.strip_prefix(image).is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '.', '_']))
    });
    let is_text =
        [".py", ".sh", ".txt", ".h", ".lds", ".conf", ".hmac", ".sha256"].iter().any(|end| plain.ends_with(end));
    let is_large = file.size >= 256 << 10;
    (is_image && !is_text && is_large).then_some(EntryKind::Kernel)
}
