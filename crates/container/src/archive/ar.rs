//! ar archives (ar(5)): static libraries, Rust's .rlib, Debian packages. Each file has a header of 60 bytes before it;
//! GNU and BSD keep long names in their own ways.

use crate::FileRange;
use crate::source::{Source, read_range};

/// The first bytes of an archive.
pub(crate) const MAGIC: &[u8] = b"!<arch>\n";

const HEADER: u64 = 60;

/// The most files that are read.
const MAX_MEMBERS: usize = 1 << 17;

/// The most bytes of GNU's table of long names that are read.
const MAX_NAMES: u64 = 16 << 20;

/// The most bytes of a file's name that are read.
const MAX_NAME: usize = 4096;

/// A file's header.
pub(crate) struct Head {
    /// The 16 characters of the name, without blanks at the end.
    pub(crate) name: Vec<u8>,
    /// The bytes of the file, by the size in the header; the archive may end earlier.
    pub(crate) content: FileRange,
}

impl Head {
    /// Where the next header is: content is filled up to an even number of bytes.
    pub(crate) fn next(&self) -> u64 {
        self.content.end.saturating_add(self.content.len() % 2)
    }
}

/// The header at a byte; none at the end of the archive. An error gives the bytes and what was found there.
pub(crate) fn head_at(source: &mut dyn Source, at: u64) -> Result<Option<Head>, (FileRange, String)> {
    let range = FileRange::at(at, HEADER);
    let header = read_range(source, range).map_err(|e| (range, e))?;
    if header.is_empty() {
        return Ok(None);
    }
    // The name is in bytes 0 to 15, the size in ten characters from byte 48; the header ends with "`\n".
    let size = header.get(48..58).and_then(|d| std::str::from_utf8(d).ok()).and_then(|d| d.trim().parse().ok());
    let (Some(size), Some(b"`\n")) = (size, header.get(58..60)) else {
        return Err((range, "a damaged ar header".to_owned()));
    };
    let name = header.get(..16).unwrap_or_default().trim_ascii_end().to_vec();
    Ok(Some(Head { name, content: FileRange::at(at + HEADER, size) }))
}

/// A file of an archive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Member {
    pub(crate) name: String,
    pub(crate) content: FileRange,
}

/// The files of an archive in their order, up to the first damage and at most [`MAX_MEMBERS`]; an empty list if the
/// source is not an archive. Linear: reads one header for each file, and the long names.
pub(crate) fn members(source: &mut dyn Source) -> Result<Vec<Member>, String> {
    let (mut found, mut names) = (Vec::new(), Vec::new());
    if read_range(source, FileRange::at(0, MAGIC.len() as u64))? != MAGIC {
        return Ok(found);
    }
    let mut at = MAGIC.len() as u64;
    while let Ok(Some(head)) = head_at(source, at) {
        if found.len() >= MAX_MEMBERS {
            break;
        }
        at = head.next();
        let content = FileRange::new(head.content.start, head.content.end.min(source.len()));
        match &*head.name {
            // GNU's table of names, and the tables of symbols of GNU and BSD.
            b"//" => {
                names = read_range(source, FileRange::new(content.start, content.end.min(content.start + MAX_NAMES)))?;
            }
            b"/" | b"/SYM64/" | b"__.SYMDEF" | b"__.SYMDEF SORTED" => {}
            name => {
                let (name, content) = long_name(source, name, content, &names)?;
                found.push(Member { name: super::clean_path(&name), content });
            }
        }
    }
    Ok(found)
}

/// The name of a file, which may be elsewhere: `/12` means byte 12 of GNU's table, `#1/12` the first 12 bytes of the
/// content.
fn long_name(
    source: &mut dyn Source,
    name: &[u8],
    content: FileRange,
    names: &[u8],
) -> Result<(Vec<u8>, FileRange), String> {
    let number = |digits: &[u8]| std::str::from_utf8(digits).ok().and_then(|digits| digits.parse::<u64>().ok());
    if let Some(len) = name.strip_prefix(b"#1/").and_then(number) {
        let end = content.start.saturating_add(len).min(content.end);
        let name = read_range(source, FileRange::new(content.start, end.min(content.start + MAX_NAME as u64)))?;
        let name = name.split(|&b| b == 0).next().unwrap_or_default().to_vec();
        return Ok((name, FileRange::new(end, content.end)));
    }
    let of_table = name.strip_prefix(b"/").and_then(number).and_then(|at| names.get(usize::try_from(at).ok()?..));
    let name = match of_table {
        // Names that are not ended by a line feed overlap: all of them go on to the end of the table.
        Some(rest) => rest.get(..MAX_NAME).unwrap_or(rest).split(|&b| b == b'\n').next().unwrap_or_default(),
        None => name,
    };
    // GNU ends names with a slash, so that they may contain blanks.
    Ok((name.strip_suffix(b"/").unwrap_or(name).to_vec(), content))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file's header: its name and its size.
    fn header(name: &str, size: usize) -> Vec<u8> {
        format!("{name:<16}{:<32}{size:<10}`\n", "").into_bytes()
    }

    /// A table of names without a line feed: each name is the rest of the table.
    #[test]
    fn long_names_have_a_limit() {
        let table = vec![b'n'; 1 << 20];
        let mut bytes = [MAGIC, &header("//", table.len()), &table].concat();
        for at in 0..2000 {
            bytes.extend(header(&format!("/{at}"), 0));
        }
        bytes.extend(header(&format!("/{}", table.len() - 5), 0));
        let all = members(&mut bytes.as_slice()).expect("the bytes can be read");
        assert_eq!(all.len(), 2001);
        assert!(all.iter().take(2000).all(|member| member.name.len() == MAX_NAME));
        assert_eq!(all[2000].name, "nnnnn");
    }
}
