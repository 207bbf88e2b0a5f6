//! The compiler that made an ELF file, as the file itself gives it.

use crate::FileRange;
use crate::elf::Table;
use crate::sparse::{Sparse, Stop};

/// The most bytes of a compiler's name.
const MAX_NAME: usize = 160;

/// A kernel's constants are searched for its banner only if they have no more bytes than this.
const MAX_CONSTANTS: u64 = 32 << 20;

/// How a kernel's banner begins (kernel, `linux_banner` of `init/version-timestamp.c`).
const BANNER: &[u8] = b"Linux version ";

/// The compiler: the first string of `.comment`. A kernel image has no such section, so with `is_kernel`, the banner in
/// `.rodata` is searched for.
pub(crate) fn compiler(data: &Sparse<'_>, table: &Table, is_kernel: bool) -> Result<Option<String>, Stop> {
    let find = |name: &str| table.facts.sections.iter().find(|s| s.name == name && !s.file_range.is_empty());
    if let Some(comment) = find(".comment") {
        let range = FileRange::at(comment.file_range.start, comment.file_range.len().min(MAX_NAME as u64));
        let first = data.get(range)?.split(|&b| b == 0).find(|text| !text.is_empty());
        return Ok(first.map(shown));
    }
    let constants = find(".rodata").filter(|s| is_kernel && s.file_range.len() <= MAX_CONSTANTS);
    let Some(constants) = constants else { return Ok(None) };
    let bytes = data.get(constants.file_range)?;
    let banner = bytes.windows(BANNER.len()).position(|window| window == BANNER).and_then(|at| bytes.get(at..));
    Ok(banner.and_then(in_banner).map(shown))
}

fn shown(text: &[u8]) -> String {
    btf::visible(text.get(..MAX_NAME).unwrap_or(text)).into_owned()
}

/// The compiler in `Linux version RELEASE (WHO@WHERE) (COMPILER, LINKER) ..`, or before Linux 5.11 in
/// `.. (COMPILER) ..`: the text in the second pair of brackets, up to a comma outside of inner brackets.
fn in_banner(banner: &[u8]) -> Option<&[u8]> {
    let line = banner.get(..1024).unwrap_or(banner);
    let line = line.split(|&b| b == b'\n' || b == 0).next()?;
    let (mut depth, mut opened, mut start) = (0_u32, 0, 0);
    for (at, &byte) in line.iter().enumerate() {
        match byte {
            b'(' => {
                depth += 1;
                opened += u32::from(depth == 1);
                if depth == 1 && opened == 2 {
                    start = at + 1;
                }
            }
            b',' | b')' if depth == 1 && opened == 2 => return line.get(start..at).filter(|text| !text.is_empty()),
            b')' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::in_banner;

    fn compiler(banner: &str) -> Option<String> {
        in_banner(banner.as_bytes()).map(|text| String::from_utf8_lossy(text).into_owned())
    }

    #[test]
    fn banners_of_kernels() {
        let debian = "Linux version 6.1.0-50-amd64 (debian-kernel@lists.debian.org) (gcc-12 (Debian 12.2.0-14+deb12u1) 12.2.0, GNU ld (GNU Binutils for Debian) 2.40) #1 SMP\n";
        assert_eq!(compiler(debian).as_deref(), Some("gcc-12 (Debian 12.2.0-14+deb12u1) 12.2.0"));
        let old = "Linux version 5.4.0-42-generic (buildd@lgw01-amd64-038) (gcc version 9.3.0 (Ubuntu 9.3.0-10ubuntu2)) #46-Ubuntu SMP";
        assert_eq!(compiler(old).as_deref(), Some("gcc version 9.3.0 (Ubuntu 9.3.0-10ubuntu2)"));
        for none in [
            "Linux version %s (%s)",
            "Linux version 6.1 (a@b)) (c)",
            "Linux version 6.1 (a@b) (gcc",
            "Linux version 6.1 (a) ()",
        ] {
            assert_eq!(compiler(none), None, "{none}");
        }
    }
}
