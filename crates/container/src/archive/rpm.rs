//! RPM packages (rpm.org, "RPM V4 Package format"): a lead of 96 bytes, the signature, the header, then a compressed
//! cpio archive.

use crate::FileRange;
use crate::source::{Source, read_range};

const LEAD: u64 = 96;

/// Bytes before the index of a header: magic, reserved, count, size.
const INTRO: u64 = 16;

/// Where the payload lies. An error gives the bytes and what was found there.
pub(crate) fn payload(source: &mut dyn Source) -> Result<FileRange, (FileRange, String)> {
    let (_, store) = header(source)?;
    Ok(FileRange::new(store.end.min(source.len()), source.len()))
}

/// Where the two parts of the header lie: the index, with 16 bytes for each entry, and the store, with the entries'
/// data.
pub(crate) fn header(source: &mut dyn Source) -> Result<(FileRange, FileRange), (FileRange, String)> {
    let (_, signature) = header_at(source, LEAD)?;
    header_at(source, signature.end.next_multiple_of(8))
}

/// Where index and store of the header at byte `at` lie.
fn header_at(source: &mut dyn Source, at: u64) -> Result<(FileRange, FileRange), (FileRange, String)> {
    let range = FileRange::at(at, INTRO);
    let intro = read_range(source, range).map_err(|e| (range, e))?;
    match *intro {
        [0x8e, 0xad, 0xe8, 1, _, _, _, _, a, b, c, d, e, f, g, h] => {
            let entries = u64::from(u32::from_be_bytes([a, b, c, d]));
            let store = u64::from(u32::from_be_bytes([e, f, g, h]));
            let index = FileRange::at(at + INTRO, entries * 16);
            Ok((index, FileRange::at(index.end, store)))
        }
        _ => Err((range, "no RPM header".to_owned())),
    }
}
