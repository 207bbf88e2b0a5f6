//! The last resort: a search for BTF headers and for compressed data in a file that does not say where they are.

use std::io;

use btf::{Btf, ErrorKind, Header};

use crate::FileRange;
use crate::codec::Codec;
use crate::formats::{self, Reader};
use crate::image;
use crate::opened::Role;
use crate::role::detect_role;
use crate::source::{Source, read_range};
use crate::work::{Meter, Stage, Work};

/// What a search found.
#[derive(Debug, Default)]
pub(crate) struct Finds {
    /// Where BTF headers stand whose sections fit into the file.
    pub(crate) headers: Vec<FileRange>,
    /// Where compressed data seems to start.
    pub(crate) packed: Vec<(u64, Codec)>,
    /// The release in the kernel's banner, "Linux version ...".
    pub(crate) release: Option<String>,
}

/// Bytes that are looked at together; then the window moves on, but for [`OVERLAP`].
const WINDOW: usize = 1 << 20;

/// The most that a find needs to be seen whole: a header, a magic, the banner.
const OVERLAP: usize = 128;

/// Finds that are kept. A kernel image has a handful.
const MAX_FINDS: usize = 1024;

const BANNER: &[u8] = b"Linux version ";

/// Searches all of a source.
pub(crate) fn search(source: &mut dyn Source, work: &Work<'_>) -> io::Result<Finds> {
    work.start(Stage::Searching);
    let len = source.len();
    let mut found = Finds::default();
    let mut window: Vec<u8> = Vec::new();
    let mut start = 0u64;
    loop {
        work.tick(start, len)?;
        let have = window.len() as u64;
        let more = FileRange::new((start + have).min(len), (start + WINDOW as u64).min(len));
        let bytes = read_range(source, more).map_err(|e| work.failed_read(e))?;
        let at_end = bytes.is_empty() || more.end == len;
        window.extend_from_slice(&bytes);
        // What starts in the overlap is looked at when the window has moved.
        let end = if at_end { window.len() } else { window.len().saturating_sub(OVERLAP) };
        look(&window, end, start, len, &mut found);
        if at_end {
            return Ok(found);
        }
        window.drain(..end);
        start += end as u64;
    }
}

/// Looks at each byte of a window up to `end`.
fn look(window: &[u8], end: usize, start: u64, len: u64, found: &mut Finds) {
    for (i, &byte) in window.iter().enumerate().take(end) {
        if byte == BANNER[0] {
            if found.release.is_none()
                && let Some(text) = window[i..].strip_prefix(BANNER)
            {
                found.release = image::release(text);
            }
            continue;
        }
        if !formats::is_searched(byte) {
            continue;
        }
        let rest = &window[i..];
        let at = start + i as u64;
        match formats::search_at(rest) {
            Some(Reader::Btf) => {
                if let Some(range) = header_fits(rest, at, len)
                    && found.headers.len() < MAX_FINDS
                {
                    found.headers.push(range);
                }
            }
            // At the start of a file, compressed data was tried before.
            Some(Reader::Codec(codec)) if at > 0 && found.packed.len() < MAX_FINDS => found.packed.push((at, codec)),
            _ => {}
        }
    }
}

/// Whether a BTF header that makes sense stands here, and which bytes it says are BTF.
fn header_fits(bytes: &[u8], at: u64, len: u64) -> Option<FileRange> {
    let head = bytes.get(..Header::KNOWN as usize).unwrap_or(bytes);
    // The parser wants all of a longer header; its known part is enough here.
    let hdr_len = btf::Endian::of_magic(head)?.u32_at(head, 4)?;
    if !(Header::CLASSIC..=256).contains(&hdr_len) || !hdr_len.is_multiple_of(4) {
        return None;
    }
    let header = Header::parse(bytes.get(..(hdr_len as usize).min(bytes.len()))?).ok()?;
    let sane = header.flags == 0
        && header.type_off.is_multiple_of(4)
        && header.type_len.is_multiple_of(4)
        && header.layout_off.is_multiple_of(4)
        && header.layout_len.is_multiple_of(4)
        && header.type_len >= 12
        && header.str_len > 0;
    let end = end_of(&header);
    (sane && at + end <= len).then(|| FileRange::at(at, end))
}

/// The length of a BTF, as its header has it.
pub(crate) fn end_of(header: &Header) -> u64 {
    [(header.type_off, header.type_len), (header.str_off, header.str_len), (header.layout_off, header.layout_len)]
        .into_iter()
        .map(|(offset, len)| u64::from(header.hdr_len) + u64::from(offset) + u64::from(len))
        .max()
        .unwrap_or(0)
}

/// The best BTF among the headers that were found: it can be decoded to its last record; a kernel's comes before others, then
/// the largest. With it, how many others there are.
pub(crate) fn best(
    source: &mut dyn Source,
    headers: &[FileRange],
    work: &Work<'_>,
) -> io::Result<Option<(FileRange, usize)>> {
    // Bytes that only look like a header may claim the whole file, each of them.
    let mut budget = source.len().saturating_mul(2).saturating_add(1 << 20);
    let mut sound: Vec<(bool, u64, FileRange)> = Vec::new();
    for &range in headers {
        if sound.iter().any(|(_, _, other)| other.covers(range)) || range.len() > budget {
            continue;
        }
        budget -= range.len();
        work.tick(range.start, source.len())?;
        let bytes = read_range(source, range).map_err(|e| work.failed_read(e))?;
        if is_sound(&bytes) {
            let kernel = detect_role(&bytes).is_ok_and(|detected| detected.role == Role::Kernel);
            sound.push((kernel, range.len(), range));
        }
    }
    let others = sound.len().saturating_sub(1);
    Ok(sound.into_iter().max_by_key(|&(kernel, len, _)| (kernel, len)).map(|(_, _, range)| (range, others)))
}

/// Whether all records can be read and the strings end as they must. References are not asked for: a module's lead elsewhere.
fn is_sound(bytes: &[u8]) -> bool {
    let Ok(btf) = Btf::parse(bytes, None) else { return false };
    let fatal = |kind: &ErrorKind| {
        matches!(
            kind,
            ErrorKind::TruncatedRecord { .. }
                | ErrorKind::UnknownKind(_)
                | ErrorKind::StringsEnd
                | ErrorKind::Overlap { .. }
                | ErrorKind::HeaderExtra
        )
    };
    btf.own_type_count() > 0 && !btf.diagnostics().iter().any(|d| fatal(&d.kind))
}
