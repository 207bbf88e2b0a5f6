//! Opens files, each on its base if it needs one.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;

use btf::Btf;
use container::{
    Archive, DebugInfo, EntryError, FileRange, Format, InnerFile, Limits, OpenError, OpenErrorKind, Opened, Source,
    Unpacked,
};
use dwarf::{ErrorKind, Report};
use header::{HeaderError, Machine};
use js_sys::{Function, Reflect, Uint8Array};
use json::options::OpenOptions;
use json::{ErrorCode, facts};
use model::load::{Loaded, load};
use needs::Release;
use wasm_bindgen::{JsCast, JsValue};

use crate::answer::answer;
use crate::argument;
use crate::failure::{Failure, TEXT};

/// Bytes that JavaScript holds. Only the parts that are needed are copied; of a kernel with debug information, these
/// are few.
#[derive(Debug)]
pub struct Bytes(Uint8Array);

impl Bytes {
    /// The given bytes.
    ///
    /// # Errors
    /// When it is not a Uint8Array.
    pub fn new(value: &JsValue, what: &str) -> Result<Bytes, Failure> {
        let bytes = value.dyn_ref::<Uint8Array>().cloned().map(Bytes);
        bytes.ok_or_else(|| Failure::argument(format!("{what} must be a Uint8Array")))
    }
}

impl Source for Bytes {
    fn len(&self) -> u64 {
        self.0.length().into()
    }

    fn read_at(&mut self, at: u64, buf: &mut [u8]) -> Result<usize, String> {
        let end = self.len();
        let start = at.min(end);
        let count = (end - start).min(buf.len() as u64) as usize;
        // Both numbers are at most the array's length, which has 32 bits.
        let part = self.0.subarray(start as u32, (start + count as u64) as u32);
        part.copy_to(buf.get_mut(..count).unwrap_or_default());
        Ok(count)
    }
}

/// A file, and the report if its types were made from debug information.
#[derive(Debug)]
pub struct Found {
    /// The file, with its BTF.
    pub opened: Opened,
    /// The report on debug information.
    pub made: Option<Report>,
}

/// How a file is opened.
struct How<'a> {
    name: &'a str,
    entry: Option<&'a str>,
    from_dwarf: bool,
    bare: bool,
    machine: Option<Machine>,
    base: Option<&'a Arc<Btf>>,
}

impl How<'_> {
    fn limits(&self) -> Limits {
        let debug_info = if self.from_dwarf { DebugInfo::First } else { DebugInfo::WithoutBtf };
        let open_only = self.entry.is_none();
        Limits { debug_info, bare_programs: self.bare, open_only, texts: !self.from_dwarf, ..Limits::default() }
    }

    /// Opens a file, or a file of an archive: by default the kernel in it.
    fn open(&self, bytes: &mut dyn Source) -> Result<Found, Failure> {
        let (name, limits) = (self.name, self.limits());
        let mut go = |_| ControlFlow::Continue(());
        if self.from_dwarf && self.entry.is_none() && is_elf(bytes) {
            return self.convert(name, bytes, None);
        }
        let archive = match container::unpack(name, bytes, &limits, &mut go) {
            Ok(Unpacked::File(_) | Unpacked::Debug(_) | Unpacked::Text(_)) if self.entry.is_some() => {
                return Err(Failure::new(
                    ErrorCode::NoEntry,
                    format!("{name}: it is no archive, so it has no entry to choose"),
                ));
            }
            Ok(Unpacked::Archive(archive)) => archive,
            Err(e) if e.kind == OpenErrorKind::NoBtf && self.entry.is_none() => {
                return self.convert(name, bytes, Some(e));
            }
            Err(e) if e.kind == OpenErrorKind::NotBtf && self.entry.is_none() && !self.from_dwarf => {
                return self.header(name, bytes, e);
            }
            found => return self.one(found?),
        };
        let index = match (self.entry, archive.only_kernel()) {
            (Some(path), _) => archive.find(path).map_err(|e| no_entry(name, &archive, path, e))?,
            (None, Some(kernel)) => kernel,
            (None, None) => return Err(choose(name, &archive)),
        };
        self.one(container::unpack_entry(name, bytes, index, &limits, &mut go)?)
    }

    /// Takes the types of an unpacked file. An archive in an archive is an error.
    fn one(&self, found: Unpacked) -> Result<Found, Failure> {
        match found {
            Unpacked::File(_) if self.from_dwarf => {
                Err(Failure::new(ErrorCode::NoBtf, format!("{}: it has no debug information (DWARF)", self.name)))
            }
            Unpacked::File(opened) => Ok(Found { opened: *opened, made: None }),
            Unpacked::Debug(elf) => inner(*elf, |name, source, no_btf| self.convert(name, source, Some(no_btf))),
            Unpacked::Text(text) => inner(*text, |name, source, not_btf| self.header(name, source, not_btf)),
            Unpacked::Archive(inner) => Err(choose(self.name, &inner)),
        }
    }

    /// Makes the types of a kernel header. For any other text, `not_btf` is the error.
    fn header(&self, name: &str, source: &mut dyn Source, not_btf: OpenError) -> Result<Found, Failure> {
        let unreadable = |why: String| Failure::new(ErrorCode::Unreadable, format!("{name}: {why}"));
        let Some(text) = header::text(source).map_err(unreadable)? else { return Err(not_btf.into()) };
        let header = header::open(name, &text, self.machine).map_err(|e| {
            let failure = Failure::new(ErrorCode::NotBtf, format!("{name}: {e}"));
            match e {
                HeaderError::Unreadable { at, .. } => failure.at(TEXT, FileRange::at(at.into(), 1)),
                HeaderError::Empty | HeaderError::Made(_) => failure,
            }
        })?;
        Ok(Found { opened: header.opened, made: None })
    }

    /// Makes the types from the file's debug information. `no_btf`: why the file was not opened as a file with BTF; this
    /// error is returned if the file has no debug information either.
    fn convert(&self, name: &str, source: &mut dyn Source, no_btf: Option<OpenError>) -> Result<Found, Failure> {
        let options = dwarf::Options { base: self.base.cloned() };
        let input = dwarf::Input { name, source };
        let made = dwarf::convert(input, Vec::new(), &options, &mut |_| ControlFlow::Continue(()));
        let made = match (made, no_btf) {
            (Err(e), Some(no_btf)) if matches!(e.kind, ErrorKind::NoDwarf | ErrorKind::BadElf) => {
                return Err(e.beside(no_btf).into());
            }
            (made, _) => made.map_err(|e| Failure::new(ErrorCode::NoBtf, e.to_string()))?,
        };
        let opened = model::from_dwarf::open_made(name, &made.blob, source)?;
        Ok(Found { opened, made: Some(made.report) })
    }
}

/// Calls `open` with an unpacked file's name, its bytes and the reason why it was not opened as a file with BTF.
fn inner(
    mut file: InnerFile,
    open: impl FnOnce(&str, &mut dyn Source, OpenError) -> Result<Found, Failure>,
) -> Result<Found, Failure> {
    let (name, no_btf, damage) = (file.name.clone(), file.no_btf.clone(), file.damage.take());
    let (layers, notes) = (std::mem::take(&mut file.layers), std::mem::take(&mut file.notes));
    let mut found = open(&name, file.source(), no_btf)?;
    found.opened.notes.extend(notes);
    Ok(Found { opened: Opened { layers, damage, ..found.opened }, ..found })
}

/// Whether the bytes begin as an ELF file does. A compressed ELF file does not.
fn is_elf(bytes: &mut dyn Source) -> bool {
    let mut head = [0; 16];
    bytes.read_at(0, &mut head).is_ok_and(|count| container::is_elf(head.get(..count).unwrap_or_default()))
}

fn choose(name: &str, archive: &Archive) -> Failure {
    let (what, some) = (archive.what, archive.some_entries());
    Failure::new(ErrorCode::Archive, format!("{name}: it is {what}: choose a file of it by the option entry ({some})"))
}

fn no_entry(name: &str, archive: &Archive, path: &str, e: EntryError) -> Failure {
    let why = match e {
        EntryError::None => format!("no file “{path}” that may hold BTF; {}", archive.some_entries()),
        EntryError::Several(a, b) => format!("“{path}” may be {a} or {b}: give more of the path"),
    };
    Failure::new(ErrorCode::NoEntry, format!("{name}: {why}"))
}

/// Opens a file of these bytes, on its base if it needs one.
///
/// # Errors
/// When an option is wrong, when no types can be read from the bytes or the base, when a file of an archive must be
/// chosen, or when the base is missing or the wrong one.
pub fn open(bytes: &mut dyn Source, base: JsValue, options: JsValue) -> Result<(Found, Loaded), Failure> {
    let options: OpenOptions = argument::options(options)?;
    let name = options.name.as_deref().unwrap_or("file");
    let base = argument::maybe(base).map(base_of).transpose()?;
    let how = How {
        name,
        entry: options.entry.as_deref(),
        from_dwarf: options.from_dwarf,
        bare: options.bare,
        machine: options.machine.as_deref().map(machine).transpose()?,
        base: base.as_ref(),
    };
    let found = how.open(bytes)?;
    let loaded = load(&found.opened, base).map_err(|e| Failure::load(&found.opened, &e))?;
    Ok((found, loaded))
}

/// The machine of this name.
fn machine(name: &str) -> Result<Machine, Failure> {
    Machine::named(name).ok_or_else(|| {
        let all: Vec<&str> = Machine::ALL.into_iter().filter_map(Machine::name).collect();
        Failure::argument(format!("unknown machine “{name}”; expected {}", all.join(", ")))
    })
}

/// The types of a base, given as a BtfFile or as bytes.
fn base_of(value: JsValue) -> Result<Arc<Btf>, Failure> {
    let what = "the base must be a BtfFile of this copy of btfscope, or a Uint8Array";
    if value.is_instance_of::<Uint8Array>() {
        let how = How { name: "base", entry: None, from_dwarf: false, bare: false, machine: None, base: None };
        let opened = how.open(&mut Bytes::new(&value, "the base")?)?.opened;
        let loaded = load(&opened, None).map_err(|e| Failure::load(&opened, &e))?;
        return Ok(loaded.btf);
    }
    Ok(lent(&value, what)?.btf)
}

/// The parts of a BtfFile that it lends to a call.
#[derive(Clone, Debug)]
pub struct Lent {
    /// Its name.
    pub name: String,
    /// Its types.
    pub btf: Arc<Btf>,
    /// Facts from the kernel release in the file, or else from the file's name.
    pub release: Release,
    /// The module's name, if the file is a module that names itself.
    pub module: Option<String>,
    /// The object, if it is a program.
    pub program: Option<Arc<[u8]>>,
    /// The release that the file gives, or else its name.
    pub told: String,
    /// Whether the file's types were compiled from C.
    pub from_c: bool,
    /// Whether the file's types continue a distilled base that is in the file (`.BTF.base`).
    pub distilled: bool,
}

/// The BtfFile given as an argument.
///
/// # Errors
/// When the value is not a BtfFile, with `what` as the message; and when it was freed.
pub fn lent(value: &JsValue, what: &str) -> Result<Lent, Failure> {
    // A parameter of the type BtfFile would take the file from its owner. This only borrows the needed parts.
    let lend: Function = Reflect::get(value, &LEND.into())
        .ok()
        .and_then(|lend| lend.dyn_into().ok())
        .ok_or_else(|| Failure::argument(what))?;
    LENT.take();
    lend.call0(value)
        .map_err(|_| Failure::new(ErrorCode::Freed, "a BtfFile that was given is not open: it was freed"))?;
    LENT.take().ok_or_else(|| Failure::argument(what))
}

/// The method by which a BtfFile lends itself to a call that gets it as an argument.
pub const LEND: &str = "__lend";

thread_local! {
    static LENT: Cell<Option<Lent>> = const { Cell::new(None) };
}

/// Puts the parts of a BtfFile where [`lent`] takes them: the body of the method [`LEND`].
pub fn lend(opened: &Opened, btf: &Arc<Btf>) {
    let module = opened.elf().and_then(|elf| elf.modinfo.as_ref()?.name.clone());
    LENT.set(Some(Lent {
        name: opened.name.clone(),
        btf: Arc::clone(btf),
        release: json::fits::release(opened),
        module,
        program: opened.program.as_ref().map(|piece| Arc::clone(&piece.bytes)),
        told: opened.kernel_release.clone().unwrap_or_else(|| opened.name.clone()),
        from_c: matches!(opened.format, Format::Header(_)),
        distilled: opened.btf_base.is_some(),
    }));
}

/// All bytes of a blob.
///
/// # Errors
/// When it is not a Uint8Array.
pub fn bytes(value: &JsValue) -> Result<Vec<u8>, Failure> {
    Ok(Bytes::new(value, "the blob")?.0.to_vec())
}

/// The files of an archive that may hold BTF, or null when it is not an archive.
///
/// # Errors
/// When it can be read neither as an archive nor as a file that may hold BTF.
pub fn entries(bytes: &JsValue) -> Result<JsValue, Failure> {
    let mut bytes = Bytes::new(bytes, "the file")?;
    let limits = Limits { debug_info: DebugInfo::WithoutBtf, open_only: false, ..Limits::default() };
    match container::unpack("file", &mut bytes, &limits, &mut |_| ControlFlow::Continue(())) {
        Ok(Unpacked::File(_) | Unpacked::Debug(_) | Unpacked::Text(_)) => Ok(JsValue::NULL),
        Err(_) if container::read_elf(&mut bytes, "file").is_ok_and(|elf| elf.has_dwarf()) => Ok(JsValue::NULL),
        Err(e) => Err(e.into()),
        Ok(Unpacked::Archive(archive)) => answer(&facts::entries(&archive)),
    }
}
