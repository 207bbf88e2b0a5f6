//! [`Sparse`]: the parts of a file that were read so far. A reader that needs another part returns a demand for it, and
//! is started over when the part is there. Starting over is cheap, because readers parse little, and it needs no state
//! machine.

use std::sync::Arc;

use object::read::ReadRef;

use crate::FileRange;
use crate::error::OpenError;
use crate::shape::Wrapping;

/// Why a reader could not go on.
#[derive(Debug)]
pub(crate) enum Stop {
    /// These bytes are needed first.
    Need(FileRange),
    /// The file cannot be opened.
    Fail(Box<OpenError>),
    /// A wrapping has to be taken off first. The error is reported if nothing is found inside.
    Unpack(Wrapping, Box<OpenError>),
}

impl From<OpenError> for Stop {
    fn from(error: OpenError) -> Stop {
        Stop::Fail(Box::new(error))
    }
}

/// A file of which some parts were read.
#[derive(Debug)]
pub(crate) struct Sparse<'a> {
    len: u64,
    parts: Vec<(u64, Part<'a>)>,
}

#[derive(Debug)]
enum Part<'a> {
    Borrowed(&'a [u8]),
    Shared(Arc<[u8]>),
}

impl Part<'_> {
    fn bytes(&self) -> &[u8] {
        match self {
            Part::Borrowed(bytes) => bytes,
            Part::Shared(bytes) => bytes,
        }
    }
}

impl<'a> Sparse<'a> {
    /// A file of `len` bytes of which nothing was read yet.
    pub(crate) fn new(len: u64) -> Sparse<'static> {
        Sparse { len, parts: Vec::new() }
    }

    /// A file that was read completely.
    pub(crate) fn whole(bytes: &'a [u8]) -> Sparse<'a> {
        Sparse { len: bytes.len() as u64, parts: vec![(0, Part::Borrowed(bytes))] }
    }

    /// Adds bytes that were read from byte `start` of the file on.
    pub(crate) fn add(&mut self, start: u64, bytes: Arc<[u8]>) {
        self.parts.push((start, Part::Shared(bytes)));
    }

    /// The length of the file in bytes.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// These bytes, or the demand for them. If the range ends beyond the file, the part in the file.
    pub(crate) fn get(&self, range: FileRange) -> Result<&[u8], Stop> {
        let range = FileRange::new(range.start.min(self.len), range.end.min(self.len));
        self.lookup(range.start, range.len()).ok_or(Stop::Need(range))
    }

    /// Like [`Sparse::get`], but shared, so that a caller can keep the bytes; without a copy if exactly this range was
    /// read. A kernel's BTF is megabytes, and the parsing starts over after each range.
    pub(crate) fn share(&self, range: FileRange) -> Result<Arc<[u8]>, Stop> {
        let bytes = self.get(range)?;
        let part = self.parts.iter().find_map(|(at, part)| match part {
            Part::Shared(part) if *at == range.start && part.len() == bytes.len() => Some(Arc::clone(part)),
            _ => None,
        });
        Ok(part.unwrap_or_else(|| Arc::from(bytes)))
    }

    fn lookup(&self, start: u64, len: u64) -> Option<&[u8]> {
        if len == 0 {
            return Some(&[]);
        }
        self.parts.iter().find_map(|(at, part)| {
            let from = usize::try_from(start.checked_sub(*at)?).ok()?;
            let to = from.checked_add(usize::try_from(len).ok()?)?;
            part.bytes().get(from..to)
        })
    }
}

/// For `object`: every byte it reads was demanded before through [`Sparse::get`], so a missing part is an error.
impl<'r> ReadRef<'r> for &'r Sparse<'_> {
    fn len(self) -> Result<u64, ()> {
        Ok(self.len)
    }

    fn read_bytes_at(self, offset: u64, size: u64) -> Result<&'r [u8], ()> {
        self.lookup(offset, size).ok_or(())
    }

    fn read_bytes_at_until(self, range: std::ops::Range<u64>, delimiter: u8) -> Result<&'r [u8], ()> {
        let size = range.end.checked_sub(range.start).ok_or(())?;
        let bytes = self.lookup(range.start, size).ok_or(())?;
        let end = bytes.iter().position(|&b| b == delimiter).ok_or(())?;
        bytes.get(..end).ok_or(())
    }
}
