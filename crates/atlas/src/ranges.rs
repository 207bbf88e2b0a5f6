//! [`Ranges`]: the source of an atlas's bytes.

use std::io::{Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, PoisonError};

use container::FileRange;

/// Why bytes of an atlas are not available.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoBytes {
    /// The bytes were not fetched yet: fetch them and ask again.
    Missing,
    /// The bytes cannot be read; the message is shown.
    Failed(String),
}

/// A file that is read by ranges: in memory, on a disk, or on a server.
///
/// A source that needs time, such as a fetch, returns [`NoBytes::Missing`], and the question fails with that range
/// ([`crate::Error::missing`]). Ask again when the range was added ([`Fetched::add`]).
pub trait Ranges {
    /// Bytes of the whole file.
    fn file_len(&self) -> u64;

    /// All bytes of a range, which must lie in the file.
    ///
    /// # Errors
    /// When they are not available.
    fn read(&self, range: FileRange) -> Result<Arc<[u8]>, NoBytes>;
}

fn slice(bytes: &[u8], range: FileRange) -> Option<&[u8]> {
    bytes.get(usize::try_from(range.start).ok()?..usize::try_from(range.end).ok()?)
}

/// A file that is in memory as a whole, such as one that is part of the program.
impl Ranges for [u8] {
    fn file_len(&self) -> u64 {
        self.len() as u64
    }

    fn read(&self, range: FileRange) -> Result<Arc<[u8]>, NoBytes> {
        slice(self, range).map(Arc::from).ok_or_else(|| NoBytes::Failed("it is shorter".to_owned()))
    }
}

impl Ranges for Arc<[u8]> {
    fn file_len(&self) -> u64 {
        (**self).file_len()
    }

    fn read(&self, range: FileRange) -> Result<Arc<[u8]>, NoBytes> {
        (**self).read(range)
    }
}

/// The bytes of a file that were fetched so far.
#[derive(Clone, Default, Debug)]
pub struct Fetched {
    len: u64,
    parts: Vec<(FileRange, Arc<[u8]>)>,
}

impl Fetched {
    /// A file of `len` bytes, none fetched yet.
    pub fn new(len: u64) -> Fetched {
        Fetched { len, parts: Vec::new() }
    }

    /// Adds bytes from byte `start` of the file on.
    pub fn add(&mut self, start: u64, bytes: Arc<[u8]>) {
        self.parts.push((FileRange::at(start, bytes.len() as u64), bytes));
    }
}

impl Ranges for Fetched {
    fn file_len(&self) -> u64 {
        self.len
    }

    fn read(&self, range: FileRange) -> Result<Arc<[u8]>, NoBytes> {
        let part = self.parts.iter().find(|(part, _)| part.covers(range)).ok_or(NoBytes::Missing)?;
        let within = FileRange::new(range.start - part.0.start, range.end - part.0.start);
        slice(&part.1, within).map(Arc::from).ok_or(NoBytes::Missing)
    }
}

/// A [`Ranges`] of anything that reads and seeks, such as a [`std::fs::File`].
#[derive(Debug)]
pub struct Seeking<R> {
    inner: Mutex<R>,
    len: u64,
}

impl<R: Read + Seek> Seeking<R> {
    /// Asks `inner` for its length.
    ///
    /// # Errors
    /// When it cannot seek.
    pub fn new(mut inner: R) -> std::io::Result<Seeking<R>> {
        let len = inner.seek(SeekFrom::End(0))?;
        Ok(Seeking { inner: Mutex::new(inner), len })
    }
}

impl<R: Read + Seek> Ranges for Seeking<R> {
    fn file_len(&self) -> u64 {
        self.len
    }

    fn read(&self, range: FileRange) -> Result<Arc<[u8]>, NoBytes> {
        let failed = |e: std::io::Error| NoBytes::Failed(e.to_string());
        let len = usize::try_from(range.len()).map_err(|e| NoBytes::Failed(e.to_string()))?;
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.seek(SeekFrom::Start(range.start)).map_err(failed)?;
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(len).map_err(|_| NoBytes::Failed(format!("there is no memory for {len} bytes")))?;
        bytes.resize(len, 0);
        inner.read_exact(&mut bytes).map_err(failed)?;
        Ok(bytes.into())
    }
}

impl<T: Ranges + ?Sized> Ranges for &T {
    fn file_len(&self) -> u64 {
        (**self).file_len()
    }

    fn read(&self, range: FileRange) -> Result<Arc<[u8]>, NoBytes> {
        (**self).read(range)
    }
}

impl<T: Ranges + ?Sized> Ranges for Box<T> {
    fn file_len(&self) -> u64 {
        (**self).file_len()
    }

    fn read(&self, range: FileRange) -> Result<Arc<[u8]>, NoBytes> {
        (**self).read(range)
    }
}
