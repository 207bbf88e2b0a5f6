//! tar (POSIX ustar, GNU, pax): headers of 512 bytes, contents padded to a multiple of 512. Own code, because the crate
//! `tar` reads names of any length into memory, and skips content for links, although links have none.

use std::io::{self, Read};

use super::sparse::{Filled, Map, Records};
use super::{FileHead, OnFile, clean_path};
use crate::codec::damaged;
use crate::source::{read_full, skip};
use crate::tar_header::{BLOCK, checksum_is_right, number};

/// The most bytes of a long name, or of the pax records of a file, that are accepted.
const MAX_NAME: u64 = 64 << 10;

/// Facts about the next file, from the headers before its own.
#[derive(Default)]
struct Next {
    path: Option<String>,
    size: Option<u64>,
    sparse: Records,
}

impl Next {
    /// Reads the pax records of a header: `length key=value\n` each.
    fn read(&mut self, records: &[u8]) -> io::Result<()> {
        let list = pax(records).ok_or_else(|| damaged("the pax records in a tar header are wrong"))?;
        for (key, value) in list {
            match key {
                b"path" => self.path = Some(clean_path(value)),
                b"size" => self.size = std::str::from_utf8(value).ok().and_then(|v| v.parse().ok()),
                _ => {
                    if let Some(key) = key.strip_prefix(b"GNU.sparse.") {
                        self.sparse.read(key, value)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Calls `on_file` for each regular file of an archive, in order.
pub(crate) fn walk(reader: &mut dyn Read, on_file: &mut OnFile<'_>) -> io::Result<()> {
    let mut next = Next::default();
    loop {
        let mut header = [0; BLOCK];
        match read_full(reader, &mut header)? {
            0 => return Ok(()),
            BLOCK => {}
            _ => return Err(io::ErrorKind::UnexpectedEof.into()),
        }
        if header.iter().all(|&b| b == 0) {
            return Ok(());
        }
        if !checksum_is_right(&header) {
            return Err(damaged("the checksum of a tar header is wrong"));
        }
        let own_size = number(&header[124..136]).ok_or_else(|| damaged("the size in a tar header is wrong"))?;
        let kind = header[156];
        match kind {
            // GNU: the next file's name.
            b'L' => {
                let name = text(reader, own_size)?;
                next.path = Some(clean_path(until_nul(&name)));
            }
            b'x' => next.read(&text(reader, own_size)?)?,
            // Records about all files that follow, and the target of a GNU link. What was read about the next file stays.
            b'g' | b'K' => skip(reader, own_size.saturating_add(padding(own_size)))?,
            b'0' | 0 | b'7' | b'S' => {
                let Next { path, size, mut sparse } = std::mem::take(&mut next);
                let stored = size.unwrap_or(own_size);
                let name = sparse.name.take().map(|name| clean_path(&name));
                let path = name.or(path).unwrap_or_else(|| ustar_path(&header));
                let (map, taken) = match kind {
                    b'S' => (Some(Map::gnu(&header, stored, reader)?), 0),
                    _ => sparse.map(stored, reader)?.map_or((None, 0), |(map, taken)| (Some(map), taken)),
                };
                let mut content = reader.take(stored - taken);
                let flow = match map {
                    Some(map) => {
                        let file = FileHead { path, size: map.size };
                        on_file(&file, &mut Filled::new(&mut content, map))?
                    }
                    None => on_file(&FileHead { path, size: stored }, &mut content)?,
                };
                if flow.is_break() {
                    return Ok(());
                }
                let left = content.limit();
                skip(reader, left)?;
                skip(reader, padding(stored))?;
            }
            // Links, devices, folders and pipes have no content, whatever their size field says; files of unknown types
            // have content.
            b'1'..=b'6' => next = Next::default(),
            _ => {
                let size = std::mem::take(&mut next).size.unwrap_or(own_size);
                skip(reader, size)?;
                skip(reader, padding(size))?;
            }
        }
    }
}

fn padding(size: u64) -> u64 {
    (BLOCK as u64 - size % BLOCK as u64) % BLOCK as u64
}

/// A name or pax records, read with their padding.
fn text(reader: &mut dyn Read, size: u64) -> io::Result<Vec<u8>> {
    if size > MAX_NAME {
        return Err(damaged("a name in the tar archive is too long"));
    }
    let mut bytes = vec![0; size as usize];
    reader.read_exact(&mut bytes)?;
    skip(reader, padding(size))?;
    Ok(bytes)
}

/// The pax records, each as key and value; none if one is damaged. As in GNU tar (`decode_record` of xheader.c), a NUL
/// byte ends them.
fn pax(mut records: &[u8]) -> Option<Vec<(&[u8], &[u8])>> {
    let mut list = Vec::new();
    while records.first().is_some_and(|&b| b != 0) {
        let space = records.iter().position(|&b| b == b' ')?;
        let len: usize = std::str::from_utf8(&records[..space]).ok()?.parse().ok()?;
        let record = records.get(space + 1..len)?.strip_suffix(b"\n")?;
        let equals = record.iter().position(|&b| b == b'=')?;
        list.push((&record[..equals], &record[equals + 1..]));
        records = &records[len..];
    }
    Some(list)
}

fn until_nul(bytes: &[u8]) -> &[u8] {
    bytes.split(|&b| b == 0).next().unwrap_or_default()
}

/// The name; in ustar archives with the prefix before it.
fn ustar_path(header: &[u8; BLOCK]) -> String {
    let name = until_nul(&header[..100]);
    let prefix = if header[257..263] == *b"ustar\0" { until_nul(&header[345..500]) } else { &[] };
    if prefix.is_empty() { clean_path(name) } else { clean_path(&[prefix, b"/", name].concat()) }
}

impl FileHead {
    /// The last part of the path.
    pub(crate) fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }
}
