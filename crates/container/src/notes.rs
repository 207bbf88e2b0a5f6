//! ELF notes: the identity of the build, and the build salt, a text in which Debian puts the release of its kernels.

use btf::Endian;

/// The facts from the notes of a kernel, a module or a program. A missing fact is none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Notes {
    /// `NT_GNU_BUILD_ID` in hex digits.
    pub(crate) build_id: Option<String>,
    /// `LINUX_ELFNOTE_BUILD_SALT` (kernel, `include/linux/build-salt.h`): Debian puts the release there.
    pub(crate) build_salt: Option<String>,
}

/// Reads a section of notes: name size, description size, type; name and description padded to 4 bytes (gabi, "Note
/// Section").
pub(crate) fn parse(mut bytes: &[u8], endian: Endian) -> Notes {
    const GNU_BUILD_ID: u32 = 3;
    const LINUX_BUILD_SALT: u32 = 0x100;
    let mut notes = Notes::default();
    while let Some((name, kind, desc, rest)) = next(bytes, endian) {
        bytes = rest;
        match (name, kind) {
            (b"GNU\0", GNU_BUILD_ID) if !desc.is_empty() && desc.len() <= 64 => {
                notes.build_id = Some(desc.iter().map(|b| format!("{b:02x}")).collect());
            }
            (b"Linux\0", LINUX_BUILD_SALT) => {
                let text = desc.split(|&b| b == 0).next().and_then(|b| std::str::from_utf8(b).ok());
                notes.build_salt = text.filter(|t| !t.is_empty() && t.len() <= 128).map(str::to_owned);
            }
            _ => {}
        }
    }
    notes
}

type Note<'a> = (&'a [u8], u32, &'a [u8], &'a [u8]);

fn next(bytes: &[u8], endian: Endian) -> Option<Note<'_>> {
    let name_len = endian.u32_at(bytes, 0)? as usize;
    let desc_len = endian.u32_at(bytes, 4)? as usize;
    let kind = endian.u32_at(bytes, 8)?;
    let desc_at = 12usize.checked_add(name_len)?.checked_next_multiple_of(4)?;
    let end = desc_at.checked_add(desc_len)?;
    let name = bytes.get(12..12usize.checked_add(name_len)?)?;
    let desc = bytes.get(desc_at..end)?;
    let rest = bytes.get(end.checked_next_multiple_of(4)?..).unwrap_or_default();
    Some((name, kind, desc, rest))
}
