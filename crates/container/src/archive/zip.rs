//! zip (PKWARE's APPNOTE.TXT 6.3.10): the central directory at the end says where each file is, so a list of the files
//! needs nothing else. Own code, because the crate `zip` accepts files that overlap, and does not say at which byte a
//! fault is; the decompressors are this crate's anyway.

use btf::Endian;

use super::clean_path;
use crate::FileRange;
use crate::source::{Source, read_range};

const LE: Endian = Endian::Little;

/// The length in bytes of the record that ends the central directory, without its comment of at most 65,535 bytes
/// (section 4.3.16).
const END: u64 = 22;

/// The lengths in bytes of zip64's record that ends the directory (4.3.14), and of the locator of this record (4.3.15).
const END_64: u64 = 56;
const LOCATOR: u64 = 20;

/// The lengths in bytes of a file's header in the directory (4.3.12) and before the file's data (4.3.7), each without
/// the parts of variable length.
const HEADER: usize = 46;
const LOCAL: u64 = 30;

/// The largest directory that is read.
const MAX_DIRECTORY: u64 = 64 << 20;

/// A file, as the directory has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ZipFile {
    pub(crate) path: String,
    /// Bytes when unpacked.
    pub(crate) size: u64,
    /// Bytes in the archive.
    packed: u64,
    /// How it is packed (4.4.5).
    pub(crate) method: u16,
    pub(crate) encrypted: bool,
    pub(crate) crc: u32,
    /// Where its local header is.
    header: u64,
}

/// The bytes of a fault, and what was found there.
pub(crate) type Wrong = (FileRange, String);

fn read(source: &mut dyn Source, range: FileRange) -> Result<Vec<u8>, Wrong> {
    read_range(source, range).map_err(|e| (range, e))
}

/// Where the directory lies, and how many bytes precede the archive: the archive's offsets do not count these bytes.
fn find_directory(source: &mut dyn Source) -> Result<(FileRange, u64), Wrong> {
    let len = source.len();
    let last = FileRange::new(len.saturating_sub(END + 0xffff), len);
    let tail = read(source, last)?;
    let is_end = |&at: &usize| {
        let comment = LE.u16_at(&tail[at..], 20).map(usize::from);
        tail[at..].starts_with(b"PK\x05\x06")
            && comment.is_some_and(|comment| at + END as usize + comment <= tail.len())
    };
    let Some(at) = (0..tail.len()).rev().find(is_end) else {
        return Err((last, "no end of a zip archive: it is cut off".to_owned()));
    };
    let end_at = last.start + at as u64;
    let end = &tail[at..];
    let field = |at| LE.u32_at(end, at).map_or(0, u64::from);
    let (mut size, mut offset, mut end_of_directory) = (field(12), field(16), end_at);
    let locator = FileRange::new(end_at.saturating_sub(LOCATOR), end_at);
    let bytes = read(source, locator)?;
    if bytes.starts_with(b"PK\x06\x07") {
        // If bytes precede the archive, the locator's offset does not count them.
        let said = LE.u64_at(&bytes, 8).unwrap_or(u64::MAX);
        let nearest = locator.start.saturating_sub(END_64);
        let mut found = None;
        for at in [said, nearest].into_iter().filter(|&at| at < locator.start) {
            let bytes = read(source, FileRange::at(at, END_64))?;
            if bytes.starts_with(b"PK\x06\x06") {
                found = Some((at, bytes));
                break;
            }
        }
        let Some((at, bytes)) = found else {
            return Err((locator, "no end of the directory (zip64) where its locator says".to_owned()));
        };
        (size, offset) = (LE.u64_at(&bytes, 40).unwrap_or(0), LE.u64_at(&bytes, 48).unwrap_or(0));
        end_of_directory = at;
    }
    let end_range = FileRange::at(end_at, END);
    if LE.u16_at(end, 4).is_some_and(|disk| disk != 0 && disk != 0xffff) {
        return Err((end_range, "one part of an archive in several parts".to_owned()));
    }
    let start = end_of_directory.checked_sub(size).filter(|start| *start >= offset);
    let Some(start) = start else {
        return Err((
            end_range,
            format!("a directory of {size} bytes at {offset:#x}, which ends after byte {end_of_directory:#x}"),
        ));
    };
    if size > MAX_DIRECTORY {
        return Err((end_range, format!("a directory of {size} bytes, more than {MAX_DIRECTORY}")));
    }
    Ok((FileRange::at(start, size), start - offset))
}

/// The files of an archive, in the order of its directory. Files that overlap, as in zip bombs, are refused.
pub(crate) fn directory(source: &mut dyn Source) -> Result<Vec<ZipFile>, Wrong> {
    let (range, moved) = find_directory(source)?;
    let bytes = read(source, range)?;
    let (mut files, mut at) = (Vec::new(), 0usize);
    while at < bytes.len() {
        let here = FileRange::at(range.start + at as u64, HEADER as u64);
        let broken = || (here, "a damaged header in the directory of the zip archive".to_owned());
        let head = bytes.get(at..).filter(|b| b.starts_with(b"PK\x01\x02")).ok_or_else(broken)?;
        let half = |at| LE.u16_at(head, at).map(usize::from).ok_or_else(broken);
        let word = |at| LE.u32_at(head, at).ok_or_else(broken);
        let (name, extra, comment) = (half(28)?, half(30)?, half(32)?);
        let whole = HEADER + name + extra + comment;
        let path = head.get(HEADER..HEADER + name).ok_or_else(broken)?;
        let extra = head.get(HEADER + name..HEADER + name + extra).ok_or_else(broken)?;
        let mut more = zip64(extra);
        let mut number = |at| -> Result<u64, Wrong> {
            match word(at)? {
                u32::MAX => more.next().ok_or_else(broken),
                small => Ok(small.into()),
            }
        };
        let (size, packed, header) = (number(24)?, number(20)?, number(42)?);
        let file = ZipFile {
            path: clean_path(path),
            size,
            packed,
            method: LE.u16_at(head, 10).ok_or_else(broken)?,
            encrypted: half(8)? & 1 != 0,
            crc: word(16)?,
            header: header.saturating_add(moved),
        };
        // A folder has no content.
        if !path.ends_with(b"/") {
            files.push(file);
        }
        at += whole;
    }
    let mut places: Vec<FileRange> =
        files.iter().map(|f| FileRange::at(f.header, LOCAL.saturating_add(f.packed))).collect();
    places.sort_by_key(|place| place.start);
    for (place, next) in places.iter().zip(places.iter().skip(1).map(|next| next.start).chain([range.start])) {
        if place.end > next {
            return Err((
                *place,
                format!("a file up to byte {:#x}, which overlaps what begins at {next:#x}", place.end),
            ));
        }
    }
    Ok(files)
}

/// The 64-bit numbers of the zip64 extra field (4.5.3), in this order: size, packed size, place of the local header.
/// The field has only the numbers that do not fit into the header.
fn zip64(mut extra: &[u8]) -> impl Iterator<Item = u64> + use<> {
    let mut numbers = Vec::new();
    while let (Some(id), Some(len)) = (LE.u16_at(extra, 0), LE.u16_at(extra, 2)) {
        let content = extra.get(4..4 + usize::from(len)).unwrap_or_default();
        if id == 1 {
            numbers = content.as_chunks::<8>().0.iter().map(|b| u64::from_le_bytes(*b)).collect();
            break;
        }
        extra = extra.get(4 + usize::from(len)..).unwrap_or_default();
    }
    numbers.into_iter()
}

/// Where the packed bytes of a file are: behind its local header.
pub(crate) fn content(source: &mut dyn Source, file: &ZipFile) -> Result<FileRange, Wrong> {
    let here = FileRange::at(file.header, LOCAL);
    let head = read(source, here)?;
    let len = |at| LE.u16_at(&head, at).map(u64::from);
    let (Some(name), Some(extra)) = (len(26).filter(|_| head.starts_with(b"PK\x03\x04")), len(28)) else {
        return Err((here, "no header of a file where the directory of the zip archive says".to_owned()));
    };
    let range = FileRange::at(file.header.saturating_add(LOCAL + name + extra), file.packed);
    if range.end > source.len() {
        return Err((
            range,
            format!("a file up to byte {:#x}, but the archive ends at {:#x}", range.end, source.len()),
        ));
    }
    Ok(range)
}

/// The name of a method that cannot be read (4.4.5).
pub(crate) fn method_name(method: u16) -> String {
    let name = match method {
        1 => "Shrink",
        2..=5 => "Reduce",
        6 => "Implode",
        9 => "Deflate64",
        14 => "LZMA",
        96 => "JPEG",
        97 => "WavPack",
        98 => "PPMd",
        99 => "AES encryption",
        _ => return format!("a method that is not known ({method})"),
    };
    format!("{name} (method {method})")
}
