//! [`Opener`]: opens a file by ranges. It asks for a range at a time; the caller gets it from a slice, a file or an
//! asynchronous `Blob.slice`.

use std::sync::Arc;

use btf::Header;
use text::counted;

use crate::FileRange;
use crate::elf_file::elf_file;
use crate::error::{OpenError, OpenErrorKind};
use crate::formats::{self, Reader};
use crate::opened::{BaseNeed, Format, Opened};
use crate::piece::{Piece, piece};
use crate::role::{Detected, detect};
use crate::search::end_of;
use crate::shape::{Wrapping, shape};
use crate::sniff::describe;
use crate::sparse::{Sparse, Stop};

/// The next step of opening a file. The caller reads the bytes: the file may be on a disk, or behind JavaScript.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpenStep {
    /// Read these bytes of the file and call [`Opener::step`] with them.
    Need(FileRange),
    /// The file is open.
    Done(Box<Opened>),
    /// The BTF is wrapped, or has to be searched for. Both take long: give the file to [`crate::unpack`].
    Unpack(Wrapping),
}

/// A file that is being opened.
///
/// ```no_run
/// # fn read(range: container::FileRange) -> Vec<u8> { Vec::new() }
/// # fn demo() -> Result<(), container::OpenError> {
/// use container::{Opener, OpenStep};
/// let mut opener = Opener::new("vmlinux", 1 << 30);
/// let mut step = opener.step(None)?;
/// let opened = loop {
///     match step {
///         OpenStep::Need(range) => step = opener.step(Some((range, &read(range))))?,
///         OpenStep::Done(opened) => break Some(opened),
///         // A worker takes it from here, with `container::unpack`.
///         OpenStep::Unpack(_) => break None,
///     }
/// };
/// # Ok(()) }
/// ```
#[derive(Debug)]
pub struct Opener {
    name: String,
    data: Sparse<'static>,
    asked: Option<FileRange>,
    nothing: Option<Box<OpenError>>,
    bare_programs: bool,
}

/// Files up to this size, such as modules and the raw BTF of kernels, are read whole: a second read would take longer
/// than reading all bytes in the first one.
const SMALL: u64 = 8 << 20;

/// Bytes read first from the start of a larger file, to find out its format.
pub(crate) const PROBE: u64 = 64 << 10;

/// A raw BTF is kept with the bytes behind it if they are no more than this. Otherwise all bytes behind it are cut off,
/// and a note says so.
const MAX_TRAILING: u64 = 1 << 20;

impl Opener {
    /// Starts to open a file of `len` bytes. The name is for messages; it decides nothing.
    pub fn new(name: &str, len: u64) -> Opener {
        Opener { name: name.to_owned(), data: Sparse::new(len), asked: None, nothing: None, bare_programs: false }
    }

    /// Opens BPF program objects without BTF, too: see [`Opened::has_btf`].
    #[must_use]
    pub fn with_bare_programs(self) -> Opener {
        Opener { bare_programs: true, ..self }
    }

    /// The next step: call it with nothing the first time, then with the bytes that it asked for.
    ///
    /// # Errors
    /// When the file holds no BTF that can be taken out, or when the bytes are not those asked for.
    pub fn step(&mut self, supplied: Option<(FileRange, &[u8])>) -> Result<OpenStep, OpenError> {
        self.step_shared(supplied.map(|(range, bytes)| (range, Arc::from(bytes))))
    }

    /// Like [`Opener::step`], without a copy: bytes that are kept are shared with the caller.
    ///
    /// # Errors
    /// As [`Opener::step`].
    pub fn step_shared(&mut self, supplied: Option<(FileRange, Arc<[u8]>)>) -> Result<OpenStep, OpenError> {
        if let Some((range, bytes)) = supplied {
            self.check_supplied(range, &bytes)?;
            self.data.add(range.start, bytes);
        }
        match find(&self.data, &self.name, self.bare_programs) {
            Ok(opened) => Ok(OpenStep::Done(Box::new(opened))),
            Err(Stop::Fail(error)) => Err(*error),
            Err(Stop::Need(range)) => {
                self.asked = Some(range);
                Ok(OpenStep::Need(range))
            }
            Err(Stop::Unpack(wrapping, nothing)) => {
                self.nothing = Some(nothing);
                Ok(OpenStep::Unpack(wrapping))
            }
        }
    }

    /// The fault of an ELF file because of which the file must be searched; none for other files.
    pub(crate) fn damage(&self) -> Option<&OpenError> {
        self.nothing.as_deref().filter(|error| error.kind == OpenErrorKind::BadElf)
    }

    /// The error to report after [`OpenStep::Unpack`] when nothing was found.
    pub(crate) fn nothing_found(self) -> OpenError {
        match self.nothing {
            Some(error) => *error,
            None => not_btf(&self.name, &[]),
        }
    }

    fn check_supplied(&self, range: FileRange, bytes: &[u8]) -> Result<(), OpenError> {
        let asked = self.asked.unwrap_or(range);
        if range != asked || range.len() != bytes.len() as u64 {
            let found =
                format!("{} of {range}: the file may have changed while it was read", counted(bytes.len(), "byte"));
            let expected = counted(asked.len(), "byte");
            return Err(OpenError::new(OpenErrorKind::Changed, &self.name, asked, expected, found));
        }
        Ok(())
    }
}

/// Opens a plain file from the parts read so far, or returns the range needed next.
pub(crate) fn find(data: &Sparse<'_>, name: &str, bare_programs: bool) -> Result<Opened, Stop> {
    let first = if data.len() <= SMALL { data.len() } else { PROBE };
    let head = data.get(FileRange::new(0, first))?;
    if head.is_empty() {
        let kind = OpenErrorKind::Empty;
        return Err(OpenError::new(kind, name, FileRange::default(), EXPECTED, "an empty file").into());
    }
    match formats::detect(head).map(|format| format.reader) {
        Some(Reader::Btf) => raw(data, name, head),
        Some(Reader::Elf) => elf_file(data, name, bare_programs),
        _ => Err(match shape(head) {
            Some(wrapping) => Stop::Unpack(wrapping, Box::new(not_btf(name, head))),
            None => not_btf(name, head).into(),
        }),
    }
}

fn not_btf(name: &str, head: &[u8]) -> OpenError {
    let at = FileRange::new(0, head.len().min(8) as u64);
    OpenError::new(OpenErrorKind::NotBtf, name, at, EXPECTED, describe(head))
}

const EXPECTED: &str = "BTF (9f eb or eb 9f) or an ELF file (7f 45 4c 46) with a .BTF section";

/// A file that is a BTF blob.
fn raw(data: &Sparse<'_>, name: &str, head: &[u8]) -> Result<Opened, Stop> {
    let header = match Header::parse(head) {
        Ok(header) => header,
        // The header may be longer than the probe. That is absurd, but only the whole file shows whether it is an
        // error.
        Err(_) => {
            let whole = piece(data, name, FileRange::new(0, data.len()))?;
            Header::parse(&whole.bytes).map_err(|e| OpenError::bad_header(name, 0, &e))?
        }
    };
    let said = end_of(&header);
    let mut notes = Vec::new();
    let mut end = data.len();
    if end.saturating_sub(said) > MAX_TRAILING {
        end = said;
        notes.push(format!(
            "the BTF ends at byte {end:#x}; what follows was left out: {}",
            counted(data.len() - end, "byte")
        ));
    }
    let range = FileRange::new(0, end);
    let opened = raw_at(name, piece(data, name, range)?, data.len())?;
    Ok(Opened { notes, ..opened })
}

/// A BTF blob that lies in a file of `file_len` bytes.
pub(crate) fn raw_at(name: &str, btf: Piece, file_len: u64) -> Result<Opened, OpenError> {
    let detected = detect(Arc::clone(&btf.bytes)).map_err(|e| OpenError::bad_header(name, btf.file_range.start, &e))?;
    let Detected { role, split } = detected;
    let needs_base = split.map(|why| BaseNeed { why, module_name: None, vermagic: None });
    Ok(Opened {
        name: name.to_owned(),
        file_len,
        layers: Vec::new(),
        format: Format::Raw,
        role,
        btf,
        btf_ext: None,
        btf_base: None,
        btf_ids: None,
        id_symbols: None,
        btf_inline: None,
        program: None,
        kernel_release: None,
        needs_base,
        damage: None,
        notes: Vec::new(),
    })
}
