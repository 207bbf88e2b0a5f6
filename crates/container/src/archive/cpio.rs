//! cpio in the "new ASCII" form (kernel, `Documentation/driver-api/early-userspace/buffer-format.rst`): the payload of
//! RPM packages.

use std::io::{self, Read};

use super::{FileHead, OnFile, clean_path};
use crate::codec::damaged;
use crate::formats::{self, Reader};
use crate::source::skip;

const HEADER: u64 = 110;

/// The longest name that is accepted.
const MAX_NAME: u64 = 64 << 10;

/// `S_IFMT` and `S_IFREG` of the mode.
const FORMAT: u64 = 0o17_0000;
const REGULAR: u64 = 0o10_0000;

/// Whether an archive has RPM's own form, for packages with files of 4 GB and more: the archive has only a number for
/// each file, and the package's header has the file's name and size.
fn is_stripped(head: &[u8]) -> bool {
    head.starts_with(b"07070X")
}

/// Calls `on_file` for each regular file of an archive, in order.
pub(crate) fn walk(reader: &mut dyn Read, on_file: &mut OnFile<'_>) -> io::Result<()> {
    loop {
        let mut header = [0; HEADER as usize];
        reader.read_exact(&mut header)?;
        if is_stripped(&header) {
            return Err(damaged("an RPM package with files of 4 GB and more, whose names are not in the archive"));
        }
        if formats::detect(&header).is_none_or(|format| format.reader != Reader::Cpio) {
            return Err(damaged("a cpio header was expected"));
        }
        let field = |i: usize| number(header.get(6 + i * 8..14 + i * 8).unwrap_or_default());
        let (Some(mode), Some(size), Some(name_len)) = (field(1), field(6), field(11)) else {
            return Err(damaged("a number in a cpio header is wrong"));
        };
        if name_len > MAX_NAME {
            return Err(damaged("a name in the cpio archive is too long"));
        }
        let mut name = vec![0; name_len as usize];
        reader.read_exact(&mut name)?;
        skip(reader, padding(HEADER + name_len))?;
        let name = name.split(|&b| b == 0).next().unwrap_or_default();
        if name == b"TRAILER!!!" {
            return Ok(());
        }
        if mode & FORMAT == REGULAR {
            let mut content = reader.take(size);
            if on_file(&FileHead { path: clean_path(name), size }, &mut content)?.is_break() {
                return Ok(());
            }
            let left = content.limit();
            skip(reader, left)?;
        } else {
            skip(reader, size)?;
        }
        skip(reader, padding(size))?;
    }
}

fn padding(len: u64) -> u64 {
    (4 - len % 4) % 4
}

fn number(field: &[u8]) -> Option<u64> {
    u64::from_str_radix(std::str::from_utf8(field).ok()?, 16).ok()
}
