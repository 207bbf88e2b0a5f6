//! BPF objects inside other files: in tools, in their object files and in static libraries. Skeletons of bpftool,
//! bpf2go and `include_bytes!` put them there.

use std::collections::BTreeSet;
use std::io;

use btf::Endian;

use crate::FileRange;
use crate::archive::{MAX_OBJECTS, ar};
use crate::elf::read_elf;
use crate::elf_facts::EM_BPF;
use crate::source::{Meter, Source, read_range};

/// Bytes of the header of a 64-bit ELF file; BPF objects are such files.
const HEADER: usize = 64;

/// Bytes that are searched at a time.
const WINDOW: u64 = 1 << 20;

/// The name of an object is looked for only if the object has no more bytes than this.
const NAMED: u64 = 16 << 20;

/// A BPF object within a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Embedded {
    /// Its bytes in the file.
    pub(crate) range: FileRange,
    /// Its place and its first program as a path: `0x2010/handle_exec.bpf.o`, or `0x2010.bpf.o` if no name was found.
    /// In an ar archive the name of the member comes first, and the place is counted from the member's start:
    /// `main.o/0x40/handle_exec.bpf.o`. If the member itself is the object, the path is the member's name.
    pub(crate) path: String,
}

/// Where the section table lies, from the start of the header, if a BPF object's header begins here.
fn section_table(head: &[u8]) -> Option<FileRange> {
    const REL: u16 = object::elf::ET_REL.0;
    // \x7fELF, 64 bits, the byte order, version 1.
    let order = match head.first_chunk::<7>()? {
        [0x7f, b'E', b'L', b'F', 2, 1, 1] => Endian::Little,
        [0x7f, b'E', b'L', b'F', 2, 2, 1] => Endian::Big,
        _ => return None,
    };
    let half = |at| order.u16_at(head, at);
    let word = |at| order.u32_at(head, at).map(u64::from);
    let at = order.u64_at(head, 40)?;
    let sound = half(16)? == REL && half(18)? == EM_BPF && word(20)? == 1 && half(52)? == 64 && half(58)? == 64;
    let count = u64::from(half(60)?);
    (sound && count > 0 && half(62)? < half(60)? && at >= HEADER as u64).then(|| FileRange::at(at, count * 64))
}

/// Whether a BPF object may begin with these bytes, which are at byte `at` of a file of `len` bytes. False at byte 0,
/// because a file is not an object inside of itself.
#[inline]
pub(crate) fn begins(bytes: &[u8], at: u64, len: u64) -> bool {
    bytes.first() == Some(&0x7f)
        && at > 0
        && bytes.get(..HEADER).and_then(section_table).is_some_and(|table| table.end <= len - at.min(len))
}

/// Where BPF objects may begin, for a file that is searched for nothing else.
fn starts(source: &mut dyn Source, work: &dyn Meter) -> io::Result<Vec<u64>> {
    let len = source.len();
    let (mut found, mut at) = (Vec::new(), 0);
    while at < len {
        work.tick(at, len)?;
        let range = FileRange::new(at, (at + WINDOW + HEADER as u64).min(len));
        let window = read_range(source, range).map_err(|e| work.failed_read(e))?;
        for i in window.iter().enumerate().take(WINDOW as usize).filter(|(_, b)| **b == 0x7f).map(|(i, _)| i) {
            if found.len() < MAX_OBJECTS && begins(&window[i..], at + i as u64, len) {
                found.push(at + i as u64);
            }
        }
        at += WINDOW;
    }
    Ok(found)
}

/// The BPF objects of a file.
pub(crate) fn search(source: &mut dyn Source, work: &dyn Meter) -> io::Result<Vec<Embedded>> {
    let starts = starts(source, work)?;
    objects(source, &starts, work)
}

/// The objects that begin at these bytes, which must ascend, if their sections fit into the file. Linear: headers may
/// claim tables that overlap, so all reads together are limited to twice the file's length plus 1 MiB.
pub(crate) fn objects(source: &mut dyn Source, starts: &[u64], work: &dyn Meter) -> io::Result<Vec<Embedded>> {
    let len = source.len();
    let mut budget = len.saturating_mul(2).saturating_add(1 << 20);
    let mut found: Vec<Embedded> = Vec::new();
    for &start in starts {
        if found.last().is_some_and(|last| start < last.range.end) {
            continue;
        }
        work.tick(start, len)?;
        let mut read = |range: FileRange| -> io::Result<Option<Vec<u8>>> {
            if range.len() > budget || range.end > len {
                return Ok(None);
            }
            budget -= range.len();
            read_range(source, range).map(Some).map_err(|e| work.failed_read(e))
        };
        let Some(head) = read(FileRange::at(start, HEADER as u64))? else { continue };
        let Some(table) = section_table(&head) else { continue };
        let Some(sections) = read(FileRange::at(start.saturating_add(table.start), table.len()))? else { continue };
        let order = if head.get(5) == Some(&2) { Endian::Big } else { Endian::Little };
        let Some(end) = end_of(&sections, order, table.end).filter(|end| *end <= len - start) else { continue };
        let range = FileRange::at(start, end);
        let name = if end <= NAMED { read(range)?.and_then(|bytes| first_function(&bytes, order)) } else { None };
        let path = match name {
            Some(name) => format!("{start:#x}/{name}.bpf.o"),
            None => format!("{start:#x}.bpf.o"),
        };
        found.push(Embedded { range, path });
    }
    if !found.is_empty() {
        name_by_members(source, &mut found).map_err(|e| work.failed_read(e))?;
    }
    Ok(found)
}

/// Names objects in an ar archive after the members that they are in.
fn name_by_members(source: &mut dyn Source, objects: &mut [Embedded]) -> Result<(), String> {
    let mut members = ar::members(source)?.into_iter().peekable();
    let mut used = BTreeSet::new();
    for object in objects {
        while members.next_if(|member| member.content.end <= object.range.start).is_some() {}
        let Some(member) = members.peek().filter(|member| member.content.covers(object.range)) else { continue };
        let within = object.range.start - member.content.start;
        let named = match within {
            0 => member.name.clone(),
            // The place in the member, so that it is the same when the member is opened alone.
            _ => {
                let name = object.path.split_once('/').map_or(".bpf.o".to_owned(), |(_, name)| format!("/{name}"));
                format!("{}/{within:#x}{name}", member.name)
            }
        };
        // Members of the same name are told apart by their place in the archive.
        object.path = if used.insert(named.clone()) { named } else { format!("{}/{}", object.path, member.name) };
    }
    Ok(())
}

/// The end of an object, in bytes from its start: the end of its last section, or of the section table if this is
/// later.
fn end_of(sections: &[u8], order: Endian, table_end: u64) -> Option<u64> {
    let mut end = table_end;
    for section in sections.as_chunks::<64>().0 {
        let kind = order.u32_at(section, 4)?;
        if kind == object::elf::SHT_NOBITS.0 || kind == object::elf::SHT_NULL.0 {
            continue;
        }
        end = end.max(order.u64_at(section, 24)?.checked_add(order.u64_at(section, 32)?)?);
    }
    Some(end)
}

/// The name of the first global function outside of `.text`: programs have sections of their own, subprograms are in
/// `.text`.
fn first_function(mut object: &[u8], order: Endian) -> Option<String> {
    const SYMBOL: usize = 24;
    const GLOBAL_FUNCTION: u8 = 1 << 4 | 2;
    let bytes = object;
    let facts = read_elf(&mut object, "").ok()?;
    let table = facts.sections.iter().find(|s| s.section_type == object::elf::SHT_SYMTAB.0)?;
    let strings = facts.sections.iter().find(|s| s.index == table.link)?;
    let part = |range: FileRange| {
        bytes.get(usize::try_from(range.start).ok()?..usize::try_from(range.end).ok()?.min(bytes.len()))
    };
    let (symbols, strings) = (part(table.file_range)?, part(strings.file_range)?);
    let text = facts.sections.iter().find(|s| s.name == ".text").map_or(0, |s| s.index);
    let is_program = |symbol: &&[u8; SYMBOL]| {
        symbol[4] == GLOBAL_FUNCTION
            && order.u16_at(*symbol, 6).is_some_and(|index| u32::from(index) != text && index != 0)
    };
    let symbol = symbols.as_chunks::<SYMBOL>().0.iter().find(is_program)?;
    let name = strings.get(order.u32_at(symbol, 0)? as usize..)?.split(|b| *b == 0).next()?;
    let plain = name.iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.'));
    (plain && !name.is_empty() && name.len() <= 128).then(|| String::from_utf8_lossy(name).into_owned())
}
