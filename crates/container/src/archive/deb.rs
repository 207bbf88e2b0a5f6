//! Debian packages (deb(5)): an ar archive whose member `data.tar`, compressed or not, has the files.

use super::ar;
use crate::FileRange;
use crate::source::Source;

/// The most members that are searched. A package has `debian-binary`, `control.tar` and `data.tar`; the rest is room
/// for later versions of the format.
const MAX_MEMBERS: usize = 64;

/// Where `data.tar` lies. An error gives the bytes and what was found there.
pub(crate) fn data_member(source: &mut dyn Source) -> Result<FileRange, (FileRange, String)> {
    member(source, b"data.tar")
}

/// Where `control.tar` lies; it has the facts about the package.
pub(crate) fn control_member(source: &mut dyn Source) -> Result<FileRange, (FileRange, String)> {
    member(source, b"control.tar")
}

fn member(source: &mut dyn Source, name: &[u8]) -> Result<FileRange, (FileRange, String)> {
    let mut at = ar::MAGIC.len() as u64;
    for _ in 0..MAX_MEMBERS {
        let Some(head) = ar::head_at(source, at)? else {
            return Err((FileRange::at(source.len(), 0), "the end of the package".to_owned()));
        };
        if head.name.starts_with(name) {
            // A member that is cut off is read up to the cut.
            let content = head.content;
            return Ok(FileRange::new(content.start, content.end.min(source.len())));
        }
        at = head.next();
    }
    Err((FileRange::at(at, 0), "more members than a package has".to_owned()))
}
