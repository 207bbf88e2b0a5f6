//! Debian packages (deb(5)): an ar archive whose member `data.tar`, compressed in some way, has the files.

use crate::FileRange;
use crate::source::{Source, read_range};

const MAGIC: u64 = 8;
const HEADER: u64 = 60;

/// Members before the data: `debian-binary`, `control.tar`, and whatever a later version may add.
const MAX_MEMBERS: usize = 64;

/// Where `data.tar` lies. An error says what was found instead, and where.
pub(crate) fn data_member(source: &mut dyn Source) -> Result<FileRange, (FileRange, String)> {
    let mut at = MAGIC;
    for _ in 0..MAX_MEMBERS {
        let range = FileRange::at(at, HEADER);
        let header = read_range(source, range).map_err(|e| (range, e))?;
        if header.is_empty() {
            return Err((FileRange::at(source.len(), 0), "the end of the package".to_owned()));
        }
        // ar(5): the name in 16 characters, its size in ten digits at 48, "`\n" at the end.
        let size = header.get(48..58).and_then(|d| std::str::from_utf8(d).ok()).and_then(|d| d.trim().parse().ok());
        let (Some(size), Some(b"`\n")) = (size, header.get(58..60)) else {
            return Err((range, "a damaged ar header".to_owned()));
        };
        let content = FileRange::at(at + HEADER, size);
        if header.starts_with(b"data.tar") {
            // One that is cut off is read as far as it goes.
            return Ok(FileRange::new(content.start, content.end.min(source.len())));
        }
        at = content.end.saturating_add(size % 2);
    }
    Err((FileRange::at(at, HEADER), "more members than a package has".to_owned()))
}
