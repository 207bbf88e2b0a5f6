//! [`unpack`]: opens any file that holds BTF, layer by layer. Long work, for a worker: it reports its progress and can
//! be cancelled.

mod content;
mod each;
mod inner;
mod listing;
mod report;
mod searched;
mod whole;
mod zipped;

use std::sync::Arc;

use crate::FileRange;
use crate::archive::{Archive, FileHead, Place, deb, rpm};
use crate::chunks::Chunks;
use crate::codec::Codec;
use crate::dump::{self, Spelled};
use crate::error::{OpenError, OpenErrorKind};
use crate::formats::{self, Reader};
use crate::image::{self, Image};
use crate::opened::{Layer, Opened, Role};
use crate::opener::{OpenStep, Opener, PROBE};
use crate::shape::Wrapping;
use crate::source::{Source, read_range, read_shared};
use crate::work::{DebugInfo, Limits, OnProgress, Stage, Work};
use content::Content;
pub use each::{OnKernel, unpack_each};
pub use inner::InnerFile;
pub use whole::open;

/// The result of [`unpack`].
#[derive(PartialEq, Debug)]
pub enum Unpacked {
    /// The file is open.
    File(Box<Opened>),
    /// The file is an archive, of which a file has to be chosen: see [`unpack_entry`].
    Archive(Box<Archive>),
    /// An ELF file in a wrapping, with debug information from which types can be made. Returned as
    /// [`Limits::debug_info`] says: never ([`DebugInfo::Ignored`]), only if the file has no BTF, or always
    /// ([`DebugInfo::First`]).
    Debug(Box<InnerFile>),
    /// A text without BTF that was compressed or in an archive. Only if [`Limits::texts`] allows it.
    Text(Box<InnerFile>),
}

/// The most layers that are taken off. A compressed module in a package has two: first its entry in the package, which
/// includes the package's compression and archive, then the module's own compression.
const MAX_DEPTH: usize = 6;

/// The most places that are tried as compressed data.
const MAX_TRIES: usize = 64;

/// A place counts as compressed data when it unpacks without a fault up to this many bytes of output, or to its end.
const TRY: usize = 64 << 10;

/// The longest text that is taken for a dump.
const MAX_TEXT: u64 = 256 << 20;

/// The longest text that is returned: more than any header of a kernel.
const MAX_KEPT_TEXT: u64 = 16 << 20;

/// Opens a file, taking off its wrappings: compression, a kernel image, a dump as text. For an archive or a package it
/// lists the content; if only one file in it may hold BTF, it opens that file ([`Limits::open_only`]). The name is for
/// messages; it decides nothing.
///
/// # Errors
/// When there is no BTF in it, when something is damaged or larger than `limits`, when `source` cannot be read, and
/// when `on_progress` breaks.
pub fn unpack(
    name: &str,
    source: &mut dyn Source,
    limits: &Limits,
    on_progress: &mut OnProgress<'_>,
) -> Result<Unpacked, OpenError> {
    run(Work::new(name, *limits, on_progress), source, None)
}

/// Opens a file of an archive, by its [`Entry::index`](crate::Entry::index).
///
/// # Errors
/// As [`unpack`], and when there is no such entry.
pub fn unpack_entry(
    name: &str,
    source: &mut dyn Source,
    entry: u32,
    limits: &Limits,
    on_progress: &mut OnProgress<'_>,
) -> Result<Unpacked, OpenError> {
    run(Work::new(name, *limits, on_progress), source, Some(entry))
}

fn run(work: Work<'_>, source: &mut dyn Source, want: Option<u32>) -> Result<Unpacked, OpenError> {
    let file_len = source.len();
    let mut unpacker = Unpacker { want, ..Unpacker::new(&work, work.name) };
    let found = unpacker.open(source);
    let kept = if found.is_err() { unpacker.debug.as_ref().and_then(|debug| debug.damage.as_ref()) } else { None };
    if let Some(error) = kept.or(unpacker.damage.as_ref()) {
        work.note(format!("{error}; what comes before was opened"));
    }
    let mut found = match (found, unpacker.debug.take(), unpacker.text.take()) {
        (Err(_), Some(mut debug), _) => {
            debug.notes.extend(work.notes.take());
            return Ok(Unpacked::Debug(debug));
        }
        (Err(e), None, Some(mut text)) if e.kind == OpenErrorKind::NotBtf => {
            text.notes.extend(work.notes.take());
            return Ok(Unpacked::Text(text));
        }
        (found, ..) => found?,
    };
    let (len, layers, notes) = match &mut found {
        Unpacked::File(opened) => (&mut opened.file_len, &mut opened.layers, &mut opened.notes),
        Unpacked::Archive(archive) => (&mut archive.file_len, &mut archive.layers, &mut archive.notes),
        Unpacked::Debug(_) | Unpacked::Text(_) => return Ok(found),
    };
    *len = file_len;
    *layers = unpacker.layers;
    notes.extend(work.notes.take());
    if let Unpacked::File(opened) = &mut found {
        opened.damage = unpacker.damage;
    }
    Ok(found)
}

struct Unpacker<'w, 'a> {
    work: &'w Work<'a>,
    /// The entry to open in the next archive.
    want: Option<u32>,
    /// The files to take out of the next archive, instead of opening one.
    each: Option<&'w each::Each<'w>>,
    /// Whether an entry was chosen before. If so, an archive inside that entry is opened without asking if only one of
    /// its files may hold BTF.
    chosen: bool,
    /// The layers taken off so far.
    layers: Vec<Layer>,
    /// The kernel image around the data that is being opened.
    image: Option<Image>,
    /// The name of the file that is being opened.
    name: String,
    /// The first ELF file with debug information that was not opened as a file with BTF.
    debug: Option<Box<InnerFile>>,
    /// The first text that holds no BTF.
    text: Option<Box<InnerFile>>,
    /// Whether places in a file of an unknown format are being tried: a text found at such a place is not the file's
    /// content.
    is_trying: bool,
    /// The fault after the content that was opened.
    damage: Option<Box<OpenError>>,
}

impl<'w, 'a> Unpacker<'w, 'a> {
    fn new(work: &'w Work<'a>, name: &str) -> Unpacker<'w, 'a> {
        Unpacker {
            work,
            want: None,
            each: None,
            chosen: false,
            layers: Vec::new(),
            image: None,
            name: name.to_owned(),
            debug: None,
            text: None,
            is_trying: false,
            damage: None,
        }
    }
}

impl Unpacker<'_, '_> {
    fn open(&mut self, source: &mut dyn Source) -> Result<Unpacked, OpenError> {
        if self.layers.len() > MAX_DEPTH {
            let found = format!("a further layer in {}", self.layers.last().map_or("", |layer| &layer.what));
            return Err(self.error(
                OpenErrorKind::TooLarge,
                FileRange::default(),
                format!("at most {MAX_DEPTH} layers"),
                found,
            ));
        }
        let mut opener = Opener::new(&self.name, source.len());
        if self.work.limits.bare_programs {
            opener = opener.with_bare_programs();
        }
        let mut step = opener.step(None);
        let wrapping = loop {
            match step.map_err(|e| self.inside(e))? {
                OpenStep::Need(range) => {
                    let bytes = self.read_shared(source, range)?;
                    step = opener.step_shared(Some((range, bytes)));
                }
                OpenStep::Done(opened) => return Ok(Unpacked::File(Box::new(self.finish(*opened)))),
                OpenStep::Unpack(wrapping) => break wrapping,
            }
        };
        let all = FileRange::new(0, source.len());
        match wrapping {
            Wrapping::Compressed(codec) => self.stream(source, all, Some(codec), true),
            Wrapping::KernelImage => self.kernel_image(source, opener),
            Wrapping::Deb => {
                let data = deb::data_member(source);
                let data = data.map_err(|(at, found)| self.damaged(at, "a member data.tar", found))?;
                self.member(source, data, Wrapping::Deb)
            }
            Wrapping::Rpm => {
                let data = rpm::payload(source);
                let data = data.map_err(|(at, found)| self.damaged(at, "the header of an RPM package", found))?;
                self.member(source, data, Wrapping::Rpm)
            }
            Wrapping::Tar | Wrapping::Cpio => self.stream(source, all, None, true),
            Wrapping::Zip => self.zip(source),
            Wrapping::Dump => self.dump(source, opener),
            Wrapping::Text => Err(self.inside(opener.nothing_found())),
            Wrapping::Unknown => self.search(source, opener, false),
            Wrapping::Binary => self.search(source, opener, true),
        }
    }

    /// Opens the archive, compressed or not, at `range` of a package. `what` is the package's format.
    fn member(&mut self, source: &mut dyn Source, range: FileRange, what: Wrapping) -> Result<Unpacked, OpenError> {
        let head = self.read(source, FileRange::new(range.start, range.end.min(range.start + 512)))?;
        let codec = match formats::detect(&head).map(|format| format.reader) {
            Some(Reader::Codec(codec)) => Some(codec),
            Some(Reader::Tar | Reader::Cpio) => None,
            _ => {
                let found = crate::sniff::describe(&head);
                return Err(self.damaged(range, "a compressed archive in the package", found));
            }
        };
        match self.stream(source, range, codec, true)? {
            Unpacked::Archive(archive) => Ok(Unpacked::Archive(Box::new(Archive { what, ..*archive }))),
            other => Ok(other),
        }
    }

    fn kernel_image(&mut self, source: &mut dyn Source, opener: Opener) -> Result<Unpacked, OpenError> {
        let start = FileRange::new(0, source.len().min(PROBE));
        let head = self.read(source, start)?;
        let image = image::parse(&head);
        let payload = image.as_ref().and_then(|image| image.payload);
        self.image = image.or(self.image.take());
        let Some(payload) = payload else { return self.search(source, opener, false) };
        let what = self.image.as_ref().map_or("kernel image", |image| image.facts.what);
        if payload.end > source.len() {
            let found = format!("a payload up to byte {:#x}, but the file ends at {:#x}", payload.end, source.len());
            return Err(self.damaged(payload, &format!("the payload of the {what} in the file"), found));
        }
        let head = self.read(source, FileRange::new(payload.start, payload.end.min(payload.start + 64)))?;
        match formats::detect(&head).map(|format| format.reader) {
            Some(Reader::Codec(codec)) => self.stream(source, payload, Some(codec), false),
            Some(Reader::Elf) => self.stream(source, payload, None, false),
            _ => {
                let found = crate::sniff::describe(&head);
                let expected = format!(
                    "the payload of the {what} as an ELF file, or compressed by gzip, xz, lzma, zstd, bzip2 or lz4"
                );
                Err(self.damaged(FileRange::at(payload.start, head.len() as u64), &expected, found))
            }
        }
    }

    /// Unpacks a part of the source, or takes it as it is, and opens the result. `alone` is as in
    /// [`Unpacker::content`].
    fn stream(
        &mut self,
        source: &mut dyn Source,
        range: FileRange,
        codec: Option<Codec>,
        alone: bool,
    ) -> Result<Unpacked, OpenError> {
        self.work.start(codec.map_or(Stage::Listing, Stage::Unpacking));
        let what = codec.map_or("payload", Codec::as_str);
        let content = self.content(source, range, codec, alone)?;
        let (chunks, problem) = match content {
            Content::Plain(chunks, problem) => (chunks, problem),
            Content::Listing(archive) => {
                let Some(only) = self.only(&archive) else { return Ok(Unpacked::Archive(archive)) };
                self.want = Some(only);
                return self.stream(source, range, codec, alone);
            }
            Content::Entry(file, chunks) => {
                let place = Place::of_index(self.want.unwrap_or_default());
                return self.taken(file, chunks, place, range, None);
            }
        };
        if chunks.is_empty() {
            let found = problem.map_or("nothing in the data".to_owned(), |e| e.to_string());
            return Err(self.damaged(range, &format!("{what} data"), found));
        }
        // Data that is cut off may have its BTF before the cut: if the part opens, a note says so.
        let error = problem.map(|e| self.data_error(range, codec, &e));
        self.open_before(chunks, what.to_owned(), range, error)
    }

    /// Opens unpacked bytes. `error` is the fault behind them, if any.
    fn open_before(
        &mut self,
        chunks: Chunks,
        what: String,
        range: FileRange,
        error: Option<OpenError>,
    ) -> Result<Unpacked, OpenError> {
        let mark = self.layers.len();
        let had_debug = self.debug.is_some();
        let result = self.open_unpacked(chunks, what, range);
        let Some(error) = error else { return result };
        match result {
            Ok(found) => {
                self.damage = Some(Box::new(error));
                Ok(found)
            }
            Err(_) => {
                self.layers.truncate(mark);
                if let Some(debug) = self.debug.as_mut().filter(|_| !had_debug) {
                    debug.damage = Some(Box::new(error.clone()));
                }
                Err(error)
            }
        }
    }

    /// The file of an archive to open without asking: the only one that may hold BTF, if the archive is sound, and if
    /// [`Limits::open_only`] is set or an entry was chosen before. None while all kernels are taken out (`each`).
    fn only(&self, archive: &Archive) -> Option<u32> {
        let asked = (self.work.limits.open_only || self.chosen) && self.each.is_none();
        let [only] = &*archive.entries else { return None };
        (asked && archive.damage.is_none()).then_some(only.index)
    }

    /// Goes on with the chosen file of an archive.
    fn taken(
        &mut self,
        file: FileHead,
        chunks: Chunks,
        place: Place,
        range: FileRange,
        error: Option<OpenError>,
    ) -> Result<Unpacked, OpenError> {
        self.name = file.name().to_owned();
        (self.want, self.chosen) = (place.object, true);
        self.open_before(chunks, file.path, range, error)
    }

    fn open_unpacked(&mut self, mut chunks: Chunks, what: String, range: FileRange) -> Result<Unpacked, OpenError> {
        self.layers.push(Layer { what, file_range: range, len: chunks.len() });
        let wanted = self.work.limits.debug_info;
        let has_dwarf = wanted != DebugInfo::Ignored && self.debug.is_none() && inner::has_dwarf(&mut chunks);
        let result = match has_dwarf && wanted == DebugInfo::First {
            true => {
                let (expected, found) = ("to be read by its debug information", "an ELF file");
                Err(self.error(OpenErrorKind::NoBtf, FileRange::default(), expected.to_owned(), found.to_owned()))
            }
            false => self.open(&mut chunks),
        };
        match result {
            Err(no_btf) if has_dwarf && no_btf.kind == OpenErrorKind::NoBtf => {
                let (name, layers) = (self.name.clone(), self.layers.clone());
                let error = no_btf.clone();
                self.debug = Some(Box::new(InnerFile::new(name, layers, no_btf, chunks)));
                Err(error)
            }
            Err(no_btf) if self.is_wanted_text(&no_btf, &mut chunks) => {
                let (name, layers) = (self.name.clone(), self.layers.clone());
                let error = no_btf.clone();
                self.text = Some(Box::new(InnerFile::new(name, layers, no_btf, chunks)));
                Err(error)
            }
            result => {
                self.work.release(chunks.len());
                result
            }
        }
    }

    fn is_wanted_text(&self, why: &OpenError, chunks: &mut Chunks) -> bool {
        let is_asked = self.work.limits.texts && !self.is_trying && self.text.is_none();
        is_asked && why.kind == OpenErrorKind::NotBtf && chunks.len() <= MAX_KEPT_TEXT && inner::is_text(chunks)
    }

    fn dump(&mut self, source: &mut dyn Source, opener: Opener) -> Result<Unpacked, OpenError> {
        let range = FileRange::new(0, source.len());
        if range.len() > MAX_TEXT {
            let found = format!("{} characters", range.len());
            return Err(self.error(OpenErrorKind::TooLarge, range, format!("at most {MAX_TEXT} characters"), found));
        }
        let text = self.read(source, range)?;
        let Some(decoded) = dump::decode(&text) else { return Err(self.inside(opener.nothing_found())) };
        let spelled = decoded.map_err(|wrong| {
            let at = FileRange::at(wrong.at as u64, 1);
            if let Some(form) = wrong.form {
                return self.error(OpenErrorKind::NotBtf, at, wrong.expected.into_owned(), form.to_owned());
            }
            let rest = text.get(wrong.at..).unwrap_or_default();
            let found = match rest.is_empty() {
                true => "the end of the text".to_owned(),
                false => crate::sniff::describe(rest.get(..rest.len().min(64)).unwrap_or(rest)),
            };
            self.damaged(at, &wrong.expected, found)
        })?;
        let Spelled { bytes, what, notes } = spelled;
        notes.into_iter().for_each(|note| self.work.note(note));
        self.layers.push(Layer { what: what.to_owned(), file_range: range, len: bytes.len() as u64 });
        self.open(&mut bytes.as_slice())
    }

    fn read(&self, source: &mut dyn Source, range: FileRange) -> Result<Vec<u8>, OpenError> {
        read_range(source, range).map_err(|e| self.unreadable(range, e))
    }

    fn read_shared(&self, source: &mut dyn Source, range: FileRange) -> Result<Arc<[u8]>, OpenError> {
        read_shared(source, range).map_err(|e| self.unreadable(range, e))
    }

    fn unreadable(&self, range: FileRange, why: String) -> OpenError {
        self.error(OpenErrorKind::Unreadable, range, "a file that can be read".to_owned(), why)
    }

    /// Adds the release that a kernel image around the file gives, if the file is a kernel without one.
    fn finish(&self, mut opened: Opened) -> Opened {
        if opened.role == Role::Kernel && opened.kernel_release.is_none() {
            opened.kernel_release = self.image.as_ref().and_then(|image| image.release.clone());
        }
        opened
    }
}
