//! The bytes for long work: [`Source`], and [`Input`], which reads a source and reports the progress to a [`Meter`].

use std::hint::black_box;
use std::io::{self, BufRead, Read, Seek, SeekFrom};
use std::sync::Arc;

use crate::FileRange;

/// A file that can be read at any place: a slice, a [`Seekable`], or, in a web worker, a `Blob` that `FileReaderSync`
/// reads.
pub trait Source {
    /// How many bytes it has.
    fn len(&self) -> u64;

    /// Whether it has none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Reads some bytes from byte `at` on into `buf` and returns how many: 0 only at the end.
    ///
    /// # Errors
    /// When the file cannot be read; the message is shown.
    fn read_at(&mut self, at: u64, buf: &mut [u8]) -> Result<usize, String>;

    /// Reads from byte `start` on until `buf` is full or the file ends; returns the number of bytes read.
    ///
    /// # Errors
    /// As [`Source::read_at`].
    fn fill_from(&mut self, start: u64, buf: &mut [u8]) -> Result<usize, String> {
        let mut done = 0;
        while let Some(rest) = buf.get_mut(done..).filter(|rest| !rest.is_empty()) {
            match self.read_at(start.saturating_add(done as u64), rest)? {
                0 => break,
                count => done += count,
            }
        }
        Ok(done)
    }
}

impl Source for &[u8] {
    fn len(&self) -> u64 {
        <[u8]>::len(self) as u64
    }

    fn read_at(&mut self, at: u64, buf: &mut [u8]) -> Result<usize, String> {
        let rest = usize::try_from(at).ok().and_then(|at| self.get(at..)).unwrap_or_default();
        let count = rest.len().min(buf.len());
        buf[..count].copy_from_slice(&rest[..count]);
        Ok(count)
    }
}

/// A [`Source`] of anything that reads and seeks, such as a [`std::fs::File`].
#[derive(Debug)]
pub struct Seekable<R> {
    inner: R,
    len: u64,
    at: Option<u64>,
}

impl<R: Read + Seek> Seekable<R> {
    /// Asks `inner` for its length.
    ///
    /// # Errors
    /// When it cannot seek.
    pub fn new(mut inner: R) -> io::Result<Seekable<R>> {
        let len = inner.seek(SeekFrom::End(0))?;
        Ok(Seekable { inner, len, at: Some(len) })
    }
}

impl<R: Read + Seek> Source for Seekable<R> {
    fn len(&self) -> u64 {
        self.len
    }

    fn read_at(&mut self, at: u64, buf: &mut [u8]) -> Result<usize, String> {
        if self.at.take() != Some(at) {
            self.inner.seek(SeekFrom::Start(at)).map_err(|e| e.to_string())?;
        }
        let count = self.inner.read(buf).map_err(|e| e.to_string())?;
        self.at = Some(at + count as u64);
        Ok(count)
    }
}

/// Reads all of a range. Fewer bytes are returned only if the file ends within the range.
pub(crate) fn read_range(source: &mut dyn Source, range: FileRange) -> Result<Vec<u8>, String> {
    let len = room(range)?;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(len).map_err(|_| format!("no memory for {len} bytes"))?;
    bytes.resize(len, 0);
    let done = source.fill_from(range.start, &mut bytes)?;
    bytes.truncate(done);
    Ok(bytes)
}

/// Like [`read_range`], into shared bytes without a copy: converting a vector would hold the bytes twice for a moment,
/// and they are most of the memory that opening a kernel takes.
pub(crate) fn read_shared(source: &mut dyn Source, range: FileRange) -> Result<Arc<[u8]>, String> {
    let len = room(range)?;
    // Allocating shared bytes aborts the program when there is no memory, so the same amount is allocated as a vector
    // first. Shared bytes have two counters before them.
    let with_counters = len.saturating_add(2 * size_of::<usize>());
    let mut room = Vec::<u8>::new();
    room.try_reserve_exact(with_counters).map_err(|_| format!("no memory for {len} bytes"))?;
    // Keeps the compiler from removing the unused allocation.
    drop(black_box(room));
    let mut bytes: Arc<[u8]> = std::iter::repeat_n(0, len).collect();
    let done = match Arc::get_mut(&mut bytes) {
        Some(buf) => source.fill_from(range.start, buf)?,
        None => 0,
    };
    Ok(if done == len { bytes } else { Arc::from(bytes.get(..done).unwrap_or_default()) })
}

fn room(range: FileRange) -> Result<usize, String> {
    usize::try_from(range.len()).map_err(|_| "more bytes than there is memory".to_owned())
}

/// Reads until `buf` is full or the reader is at its end, and returns the number of bytes read.
pub(crate) fn read_full(reader: &mut dyn Read, buf: &mut [u8]) -> io::Result<usize> {
    let mut done = 0;
    while let Some(rest) = buf.get_mut(done..).filter(|rest| !rest.is_empty()) {
        match reader.read(rest) {
            Ok(0) => break,
            Ok(count) => done += count,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    Ok(done)
}

/// Skips bytes.
pub(crate) fn skip(reader: &mut dyn Read, count: u64) -> io::Result<()> {
    let skipped = io::copy(&mut reader.take(count), &mut io::sink())?;
    if skipped == count { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}

/// Receives the progress and the failures of reads, and can cancel them.
pub(crate) trait Meter {
    /// Reports progress; an error means that the caller cancelled.
    fn tick(&self, done: u64, total: u64) -> io::Result<()>;

    /// Says that `count` more bytes were read.
    fn consumed(&self, count: u64);

    /// Says that the file could not be read; returns the error to pass on.
    fn failed_read(&self, message: String) -> io::Error;
}

/// Bytes that are read at a time.
const BUFFER: usize = 256 << 10;

/// A part of a source, read from its start to its end. The decompressors read from it.
pub(crate) struct Input<'a> {
    source: &'a mut dyn Source,
    work: &'a dyn Meter,
    range: FileRange,
    /// The byte of the source that follows the buffer.
    at: u64,
    buffer: Vec<u8>,
    from: usize,
}

impl<'a> Input<'a> {
    pub(crate) fn new(source: &'a mut dyn Source, range: FileRange, work: &'a dyn Meter) -> Input<'a> {
        Input { source, work, range, at: range.start, buffer: Vec::new(), from: 0 }
    }

    fn rest(&self) -> &[u8] {
        self.buffer.get(self.from..).unwrap_or_default()
    }

    /// The next `count` bytes without taking them; fewer at the end. `count` must be at most [`BUFFER`].
    pub(crate) fn peek(&mut self, count: usize) -> io::Result<&[u8]> {
        while self.rest().len() < count.min(BUFFER) {
            self.buffer.drain(..self.from);
            self.from = 0;
            if !self.read_more()? {
                break;
            }
        }
        let rest = self.rest();
        Ok(&rest[..rest.len().min(count)])
    }

    /// Reads more into the buffer. False at the end.
    fn read_more(&mut self) -> io::Result<bool> {
        let total = self.range.len();
        self.work.tick(self.at - self.range.start, total)?;
        let want = (self.range.end - self.at).min(BUFFER as u64) as usize;
        let old = self.buffer.len();
        self.buffer.resize(old + want, 0);
        let got = match self.buffer.get_mut(old..) {
            Some(buf) if want > 0 => self.source.read_at(self.at, buf).map_err(|e| self.work.failed_read(e))?,
            _ => 0,
        };
        self.buffer.truncate(old + got);
        self.at += got as u64;
        self.work.consumed(got as u64);
        Ok(got > 0)
    }
}

impl BufRead for Input<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.rest().is_empty() {
            self.buffer.clear();
            self.from = 0;
            self.read_more()?;
        }
        Ok(self.rest())
    }

    fn consume(&mut self, count: usize) {
        self.from = self.from.saturating_add(count).min(self.buffer.len());
    }
}

impl Read for Input<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let mut rest = self.fill_buf()?;
        let count = rest.read(buf)?;
        self.consume(count);
        Ok(count)
    }
}
