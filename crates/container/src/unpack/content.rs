//! The output of a reader: bytes to keep, an archive's list, or the entry asked for.

use std::io::{self, Read};
use std::ops::ControlFlow;

use text::counted;

use super::Unpacker;
use super::listing::Listing;
use crate::FileRange;
use crate::archive::{Archive, FileHead, Place, cpio, tar};
use crate::chunks::Chunks;
use crate::codec::{Codec, OfHead, damaged};
use crate::error::{OpenError, OpenErrorKind};
use crate::formats::{self, Reader};
use crate::shape::Wrapping;
use crate::source::{Input, Source, read_full};
use crate::work::Work;

/// Progress is reported after this many bytes of output, even when no more input was read.
const REPORT: u64 = 4 << 20;

/// The fault of archives within an archive that give too many bytes ([`Work::came_out`]).
const TOO_MUCH: &str =
    "the archives in the file unpack to more than many times its size: this looks like a compression bomb";

/// The output of a reader.
pub(super) enum Content {
    /// Bytes, and the fault after them, if any.
    Plain(Chunks, Option<io::Error>),
    /// The list of an archive.
    Listing(Box<Archive>),
    /// The entry asked for.
    Entry(FileHead, Chunks),
}

impl Unpacker<'_, '_> {
    /// Reads a part of the source, through a decompressor if it is compressed. `alone` says that the part has nothing
    /// but this data, so all members of compressed data are read.
    pub(super) fn content(
        &self,
        source: &mut dyn Source,
        range: FileRange,
        codec: Option<Codec>,
        alone: bool,
    ) -> Result<Content, OpenError> {
        let input = Input::new(source, range, self.work);
        let mut reader: Box<dyn Read + '_> = match codec {
            None => Box::new(input),
            Some(codec) => {
                let of_head = alone.then_some(Codec::detect as OfHead);
                let reader = codec.reader(input, of_head, self.work.limits.dictionary);
                reader.map_err(|e| self.data_error(range, Some(codec), &e))?
            }
        };
        let mut head = [0; 1024];
        let count = read_full(&mut reader, &mut head).map_err(|e| self.data_error(range, codec, &e))?;
        let head = head.get(..count).unwrap_or_default();
        let what = match formats::detect(head).map(|format| format.reader) {
            Some(Reader::Tar) => Wrapping::Tar,
            Some(Reader::Cpio) => Wrapping::Cpio,
            _ => {
                let mut chunks = Chunks::default();
                let problem = self.collect(&mut head.chain(reader), &mut chunks, range)?;
                return Ok(Content::Plain(chunks, problem));
            }
        };
        self.archive(&mut head.chain(reader), what, range, codec)
    }

    /// Keeps all output of a reader. Damage is returned beside the output before it.
    pub(super) fn collect(
        &self,
        reader: &mut dyn Read,
        chunks: &mut Chunks,
        range: FileRange,
    ) -> Result<Option<io::Error>, OpenError> {
        let mut buffer = vec![0; 256 << 10];
        let mut reported = 0;
        loop {
            if chunks.len() - reported > REPORT {
                reported = chunks.len();
                self.work.again().map_err(|e| self.data_error(range, None, &e))?;
            }
            let count = match reader.read(&mut buffer) {
                Ok(0) => return Ok(None),
                Ok(count) => count,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                Err(e) => match self.work.stopped() {
                    Some(_) => return Err(self.data_error(range, None, &e)),
                    None => return Ok(Some(e)),
                },
            };
            self.bound(chunks.len() + count as u64, self.work.keep(count as u64), range)?;
            if !self.work.came_out(count as u64) {
                let expected = "a file that unpacks to less".to_owned();
                return Err(self.error(OpenErrorKind::TooLarge, range, expected, TOO_MUCH.to_owned()));
            }
            chunks.push(buffer.get(..count).unwrap_or_default());
        }
    }

    /// Fails when the output exceeds its limit.
    fn bound(&self, output: u64, fits: bool, range: FileRange) -> Result<(), OpenError> {
        let limits = &self.work.limits;
        if !fits {
            let expected = format!("at most {} bytes unpacked", limits.output);
            return Err(self.error(OpenErrorKind::TooLarge, range, expected, "more bytes than that".to_owned()));
        }
        if self.work.is_bomb(output) {
            let expected = format!("data that unpacks to at most {} times its size", limits.ratio);
            let found = format!("{output} bytes and more: this looks like a compression bomb");
            return Err(self.error(OpenErrorKind::TooLarge, range, expected, found));
        }
        Ok(())
    }

    /// Lists an archive, or takes the entry asked for out of it.
    fn archive(
        &self,
        reader: &mut dyn Read,
        what: Wrapping,
        range: FileRange,
        codec: Option<Codec>,
    ) -> Result<Content, OpenError> {
        let want = self.want.map(|want| Place::of_index(want).file);
        let mut listing = Listing::new(self.work);
        let mut index = 0u32;
        let mut taken: Option<(FileHead, Chunks)> = None;
        let mut failed: Option<OpenError> = None;
        let mut on_file = |file: &FileHead, content: &mut dyn Read| -> io::Result<ControlFlow<()>> {
            let at = index;
            index = index.saturating_add(1);
            match (want, self.each) {
                (None, Some(each)) if each.wants(at) => {
                    let mut chunks = Chunks::default();
                    match self.collect(content, &mut chunks, range) {
                        Ok(None) => {}
                        Ok(Some(e)) => return Err(e),
                        Err(e) => {
                            failed = Some(e);
                            return Ok(ControlFlow::Break(()));
                        }
                    }
                    self.work.release(chunks.len());
                    each.take(file, chunks);
                    match self.work.stopped() {
                        Some(_) => Err(io::Error::other("cancelled")),
                        None => Ok(ControlFlow::Continue(())),
                    }
                }
                (None, Some(_)) => Ok(ControlFlow::Continue(())),
                (Some(want), _) if want == at => {
                    let mut chunks = Chunks::default();
                    match self.collect(content, &mut chunks, range) {
                        Ok(None) => taken = Some((file.clone(), chunks)),
                        Ok(Some(e)) => return Err(e),
                        Err(e) => failed = Some(e),
                    }
                    Ok(ControlFlow::Break(()))
                }
                (Some(_), _) => Ok(ControlFlow::Continue(())),
                (None, None) => listing.look(file, content).map(ControlFlow::Continue),
            }
        };
        let mut reader = Bounded { inner: reader, work: self.work, output: 0, failed: false };
        let walked = match what {
            Wrapping::Cpio => cpio::walk(&mut reader, &mut on_file),
            _ => tar::walk(&mut reader, &mut on_file),
        };
        // The checksum of compressed data is at its end, so the data is read to the end.
        let walked = match (walked, codec, want) {
            (Ok(()), Some(_), None) => io::copy(&mut reader, &mut io::sink()).map(|_| ()),
            (walked, ..) => walked,
        };
        // A fault of the decompressor is reported for the compressed data, any other for the archive.
        let codec = codec.filter(|_| reader.failed);
        if let Some(error) = failed {
            return Err(error);
        }
        if let Some((file, chunks)) = taken {
            return Ok(Content::Entry(file, chunks));
        }
        match (walked, want) {
            (Ok(()), Some(want)) => {
                let found = format!("{} in the archive", counted(index, "file"));
                Err(self.error(OpenErrorKind::NoEntry, range, format!("a file number {want}"), found))
            }
            // A package that is cut off may have its kernel before the cut.
            (Err(e), None) if !listing.entries.is_empty() && self.work.stopped().is_none() => {
                let damage = self.data_error(range, codec, &e);
                self.work.note(format!("{damage}; the files before were listed"));
                Ok(Content::Listing(listing.finish(&self.name, what, Some(damage))))
            }
            (Err(e), _) => Err(self.data_error(range, codec, &e)),
            (Ok(()), None) => Ok(Content::Listing(listing.finish(&self.name, what, None))),
        }
    }
}

/// Limits the bytes of an archive that is read without being kept.
pub(super) struct Bounded<'r, 'a> {
    pub(super) inner: &'r mut dyn Read,
    pub(super) work: &'r Work<'a>,
    /// Bytes of output so far, of the whole archive.
    pub(super) output: u64,
    /// Whether the decompressor failed.
    pub(super) failed: bool,
}

impl Read for Bounded<'_, '_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buf).inspect_err(|_| self.failed = true)?;
        let before = self.output / REPORT;
        self.output = self.output.saturating_add(count as u64);
        if self.output / REPORT > before {
            self.work.again()?;
        }
        let limits = &self.work.limits;
        if !self.work.came_out(count as u64) {
            return Err(damaged(TOO_MUCH));
        }
        if self.work.is_bomb(self.output) {
            let most = limits.ratio;
            return Err(damaged(&format!(
                "it unpacks to more than {most} times its size: this looks like a compression bomb"
            )));
        }
        if self.output > limits.archive {
            let most = limits.archive;
            return Err(damaged(&format!("it has more than {most} bytes, the most that are read of an archive")));
        }
        Ok(count)
    }
}
