//! Zip archives: listed by their directory, each file read from its own place.

use std::io::{self, Read};

use flate2::Crc;
use flate2::bufread::DeflateDecoder;
use text::counted;

use super::content::Bounded;
use super::listing::Listing;
use super::{Unpacked, Unpacker};
use crate::FileRange;
use crate::archive::zip::{self, Wrong, ZipFile};
use crate::archive::{FileHead, Place};
use crate::chunks::Chunks;
use crate::codec::{Codec, damaged};
use crate::error::{OpenError, OpenErrorKind};
use crate::shape::Wrapping;
use crate::source::{Input, Source};
use crate::work::{Stage, Work};

impl Unpacker<'_, '_> {
    /// Lists a zip archive, or opens the entry asked for.
    pub(super) fn zip(&mut self, source: &mut dyn Source) -> Result<Unpacked, OpenError> {
        self.work.start(Stage::Listing);
        let wrong = |(at, found): Wrong| self.damaged(at, "the directory of a zip archive", found);
        let files = zip::directory(source).map_err(wrong)?;
        if let Some(each) = self.each {
            for number in each.files() {
                let (head, chunks, range, problem) = self.zip_file(source, &files, number)?;
                if let Some(e) = problem {
                    return Err(self.data_error(range, None, &e));
                }
                self.work.release(chunks.len());
                each.take(&head, chunks);
                if self.work.stopped().is_some() {
                    return Err(self.data_error(range, None, &io::Error::other("cancelled")));
                }
            }
            return Ok(Unpacked::Archive(Listing::new(self.work).finish(&self.name, Wrapping::Zip, None)));
        }
        let archive = match self.want {
            Some(want) => return self.zip_entry(source, &files, want),
            None => self.zip_listing(source, &files)?,
        };
        match self.only(&archive) {
            Some(only) => self.zip_entry(source, &files, only),
            None => Ok(Unpacked::Archive(archive)),
        }
    }

    fn zip_entry(&mut self, source: &mut dyn Source, files: &[ZipFile], want: u32) -> Result<Unpacked, OpenError> {
        let place = Place::of_index(want);
        let (head, chunks, range, problem) = self.zip_file(source, files, place.file)?;
        let error = problem.map(|e| self.data_error(range, None, &e));
        self.taken(head, chunks, place, range, error)
    }

    /// A file of the archive, where it lies, and the fault after its bytes, if any.
    fn zip_file(
        &self,
        source: &mut dyn Source,
        files: &[ZipFile],
        number: u32,
    ) -> Result<(FileHead, Chunks, FileRange, Option<io::Error>), OpenError> {
        let Some(file) = files.get(number as usize) else {
            let found = format!("{} in the archive", counted(files.len(), "file"));
            let all = FileRange::new(0, source.len());
            return Err(self.error(OpenErrorKind::NoEntry, all, format!("a file number {number}"), found));
        };
        let range =
            zip::content(source, file).map_err(|(at, found)| self.damaged(at, "a file of a zip archive", found))?;
        if let Some(found) = unreadable(file) {
            let expected = "a file that is stored or packed by deflate, bzip2, xz or zstd".to_owned();
            return Err(self.error(OpenErrorKind::Damaged, range, expected, found));
        }
        let mut chunks = Chunks::default();
        let mut reader = unpacking(source, range, file, self.work).map_err(|e| self.data_error(range, None, &e))?;
        let problem = self.collect(&mut reader, &mut chunks, range)?;
        drop(reader);
        Ok((FileHead { path: file.path.clone(), size: file.size }, chunks, range, problem))
    }

    fn zip_listing(
        &self,
        source: &mut dyn Source,
        files: &[ZipFile],
    ) -> Result<Box<crate::archive::Archive>, OpenError> {
        let mut listing = Listing::new(self.work);
        let mut passed_over: Vec<String> = Vec::new();
        let mut output = 0;
        for file in files {
            let head = FileHead { path: file.path.clone(), size: file.size };
            let content = zip::content(source, file);
            let range = content.as_ref().map_or_else(|(at, _)| *at, |range| *range);
            let result = match (content, unreadable(file)) {
                (Err((_, found)), _) => Err(damaged(&found)),
                // The file is listed all the same; opening it reports why it cannot be read.
                (Ok(_), Some(why)) => {
                    passed_over.push(why);
                    listing.look(&head, &mut io::empty())
                }
                (Ok(range), None) => unpacking(source, range, file, self.work).and_then(|mut inner| {
                    let mut reader = Bounded { inner: &mut inner, work: self.work, output, failed: false };
                    let result = listing.look(&head, &mut reader);
                    output = reader.output;
                    result
                }),
            };
            match result {
                Err(e) if self.work.stopped().is_some() => return Err(self.data_error(range, None, &e)),
                Err(e) if self.work.is_bomb(output) || output > self.work.limits.archive => {
                    return Err(self.data_error(range, None, &e));
                }
                Err(e) => {
                    listing.pass_over();
                    self.work.note(self.data_error(range, None, &e).to_string());
                }
                Ok(()) => {}
            }
        }
        if let Some(why) = passed_over.first() {
            self.work.note(format!("{} listed by name alone: {why}", counted(passed_over.len(), "file")));
        }
        Ok(listing.finish(&self.name, Wrapping::Zip, None))
    }
}

/// Why a file cannot be unpacked; none when it can.
fn unreadable(file: &ZipFile) -> Option<String> {
    match file.method {
        _ if file.encrypted => Some("encrypted data".to_owned()),
        0 | 8 | 12 | 93 | 95 => None,
        method => Some(format!("data packed by {}", zip::method_name(method))),
    }
}

/// A reader of a file's bytes, which are checked at their end.
fn unpacking<'s>(
    source: &'s mut dyn Source,
    range: FileRange,
    file: &ZipFile,
    work: &'s Work<'_>,
) -> io::Result<Checked<'s>> {
    let input = Input::new(source, range, work);
    let dictionary = work.limits.dictionary;
    let inner: Box<dyn Read + 's> = match file.method {
        8 => Box::new(DeflateDecoder::new(input)),
        12 => Codec::Bzip2.reader(input, None, dictionary)?,
        93 => Codec::Zstd.reader(input, None, dictionary)?,
        95 => Codec::Xz.reader(input, None, dictionary)?,
        _ => Box::new(input),
    };
    Ok(Checked { inner, left: file.size, crc: Crc::new(), wanted: file.crc })
}

/// Gives as many bytes as the directory says, and fails at the end when they do not match the directory's checksum.
struct Checked<'s> {
    inner: Box<dyn Read + 's>,
    left: u64,
    crc: Crc,
    wanted: u32,
}

impl Read for Checked<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        if buf.is_empty() {
            return Ok(0);
        }
        let count = self.inner.read(buf)?;
        let bytes = &buf[..count];
        match self.left.checked_sub(count as u64) {
            Some(left) => self.left = left,
            None => return Err(damaged("more bytes than the directory of the zip archive says")),
        }
        self.crc.update(bytes);
        match count {
            0 if self.left > 0 => Err(io::ErrorKind::UnexpectedEof.into()),
            0 if self.crc.sum() != self.wanted => Err(damaged("the CRC-32 of the file is wrong")),
            count => Ok(count),
        }
    }
}
