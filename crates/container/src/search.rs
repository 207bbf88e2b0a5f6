//! The last resort: a search for BTF headers and for compressed data in a file whose format does not say where they
//! are.

use std::io;

use btf::{Btf, ErrorKind, Header};
use object::elf::{SHF_ALLOC, SHT_REL, SHT_RELA, SHT_STRTAB, SHT_SYMTAB};

use crate::FileRange;
use crate::archive::MAX_OBJECTS;
use crate::codec::Codec;
use crate::elf::read_elf;
use crate::elf_facts::{ElfFacts, ElfSection};
use crate::embedded;
use crate::formats::{self, Reader};
use crate::image;
use crate::opened::Role;
use crate::role::detect_role;
use crate::source::{Meter, Source, read_range};
use crate::work::{Stage, Work};

/// The results of a search.
#[derive(Debug, Default)]
pub(crate) struct Finds {
    /// BTF headers whose sections fit into the file.
    pub(crate) headers: Vec<FileRange>,
    /// Where BPF objects may begin.
    pub(crate) objects: Vec<u64>,
    /// Where compressed data seems to start.
    pub(crate) packed: Vec<(u64, Codec)>,
    /// The release in the kernel's banner, "Linux version ...".
    pub(crate) release: Option<String>,
}

/// Bytes that are searched at a time; then the window moves on by this number minus [`OVERLAP`].
const WINDOW: usize = 1 << 20;

/// By how many bytes windows overlap, so that each header, magic and banner lies whole in one window: the longest
/// header that [`header_fits`] accepts has this many bytes.
const OVERLAP: usize = 256;

/// The largest alignment of debug sections and tables. A gap of at most this many bytes between two of them is too
/// small to hold a BTF.
const ALIGNMENT: u64 = 16;

/// The most headers that are kept, and the most starts of compressed data. A kernel image has a handful of each.
const MAX_FINDS: usize = 1024;

const BANNER: &[u8] = b"Linux version ";

/// Searches a source, except for sections that hold no BTF: these are most of a kernel with debug information.
pub(crate) fn search(source: &mut dyn Source, work: &Work<'_>) -> io::Result<Finds> {
    work.start(Stage::Searching);
    let len = source.len();
    let mut found = Finds::default();
    let mut start = 0;
    // Without a sound section table everything is searched.
    for passed in read_elf(source, "").map(|elf| elf.without_btf(len)).unwrap_or_default() {
        search_part(source, FileRange::new(start, passed.start), work, &mut found)?;
        start = passed.end;
    }
    search_part(source, FileRange::new(start, len), work, &mut found)?;
    Ok(found)
}

/// Searches a part of a source.
fn search_part(source: &mut dyn Source, part: FileRange, work: &Work<'_>, found: &mut Finds) -> io::Result<()> {
    let len = source.len();
    let mut window: Vec<u8> = Vec::new();
    let mut start = part.start;
    loop {
        work.tick(start, len)?;
        let have = window.len() as u64;
        let more = FileRange::new((start + have).min(part.end), (start + WINDOW as u64).min(part.end));
        let bytes = read_range(source, more).map_err(|e| work.failed_read(e))?;
        let at_end = bytes.is_empty() || more.end == part.end;
        window.extend_from_slice(&bytes);
        // A find that starts in the overlap is left to the next window.
        let end = if at_end { window.len() } else { window.len().saturating_sub(OVERLAP) };
        look(&window, end, start, len, found);
        if at_end {
            return Ok(());
        }
        window.drain(..end);
        start += end as u64;
    }
}

impl ElfFacts {
    /// The large parts of a file of `len` bytes that need no search, ascending and disjoint: debug information,
    /// symbols, relocations and strings, which no program reads when it runs. Small parts are not listed: searching
    /// them is faster than skipping.
    fn without_btf(&self, len: u64) -> Vec<FileRange> {
        let tables = [SHT_SYMTAB, SHT_STRTAB, SHT_REL, SHT_RELA].map(|kind| kind.0);
        let is_passed = |section: &&ElfSection| {
            let is_debug = section.name.starts_with(".debug_") || section.name.starts_with(".zdebug_");
            section.flags & SHF_ALLOC.0 == 0 && (is_debug || tables.contains(&section.section_type))
        };
        let ranges = self.sections.iter().filter(is_passed).map(|section| section.file_range);
        let mut ranges: Vec<FileRange> = ranges.filter(|range| range.end <= len && !range.is_empty()).collect();
        ranges.sort_by_key(|range| (range.start, range.end));
        let mut joined: Vec<FileRange> = Vec::new();
        for range in ranges {
            match joined.last_mut() {
                // Bytes between two sections only align the second.
                Some(last) if range.start <= last.end.saturating_add(ALIGNMENT) => last.end = last.end.max(range.end),
                _ => joined.push(range),
            }
        }
        joined.retain(|range| range.len() >= WINDOW as u64);
        joined
    }
}

/// Adds the finds that begin before byte `end` of a window. The window begins at byte `start` of a source, which has
/// `len` bytes.
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
        if byte == 0x7f && found.objects.len() < MAX_OBJECTS && embedded::begins(&window[i..], start + i as u64, len) {
            found.objects.push(start + i as u64);
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
            // Compressed data at the start of the file was tried before.
            Some(Reader::Codec(codec)) if at > 0 && found.packed.len() < MAX_FINDS => found.packed.push((at, codec)),
            _ => {}
        }
    }
}

/// The bytes that a BTF header at this place claims; none when its fields make no sense, or the file ends before them.
fn header_fits(bytes: &[u8], at: u64, len: u64) -> Option<FileRange> {
    let head = bytes.get(..Header::KNOWN as usize).unwrap_or(bytes);
    // The length is checked before the header is parsed: the end of a window may cut a header longer than `OVERLAP`.
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

/// A BTF that was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Found {
    /// Its bytes in the file.
    pub(crate) range: FileRange,
    /// Whether it is a kernel's.
    pub(crate) kernel: bool,
}

/// The BTFs at these headers that can be decoded to the last record, except those within another BTF that was found.
pub(crate) fn sound(source: &mut dyn Source, headers: &[FileRange], work: &Work<'_>) -> io::Result<Vec<Found>> {
    // Limited, because bytes that only look like headers may each claim the whole file.
    let mut budget = source.len().saturating_mul(2).saturating_add(1 << 20);
    let mut sound: Vec<Found> = Vec::new();
    for &range in headers {
        if sound.iter().any(|other| other.range.covers(range)) || range.len() > budget {
            continue;
        }
        budget -= range.len();
        work.tick(range.start, source.len())?;
        let bytes = read_range(source, range).map_err(|e| work.failed_read(e))?;
        if is_sound(&bytes) {
            let kernel = detect_role(&bytes).is_ok_and(|detected| detected.role == Role::Kernel);
            sound.push(Found { range, kernel });
        }
    }
    Ok(sound)
}

/// The best of the BTFs found: the largest BTF of a kernel, or else the largest BTF.
pub(crate) fn best(sound: &[Found]) -> Option<Found> {
    sound.iter().max_by_key(|found| (found.kernel, found.range.len())).copied()
}

/// Whether a BTF has types that can all be read, sections that do not overlap, strings that end with a NUL, and zeros
/// in the bytes of its header that have no known meaning. References are not checked, because those of a module lead
/// into its base.
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
