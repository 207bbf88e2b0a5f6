//! Opens bytes, and the base that they continue.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Arc;

use btf::Btf;
use container::{Archive, EntryError, Limits, Opened, Source, Unpacked};
use js_sys::{Function, Reflect, Uint8Array};
use json::options::OpenOptions;
use json::{ErrorCode, facts};
use model::load::{Loaded, load};
use needs::Release;
use wasm_bindgen::{JsCast, JsValue};

use crate::answer::answer;
use crate::argument;
use crate::failure::Failure;

/// Bytes that JavaScript holds. Only what is needed of them is copied: of a kernel with debug information that is little.
struct Bytes(Uint8Array);

impl Bytes {
    fn new(value: &JsValue, what: &str) -> Result<Bytes, Failure> {
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
        // Both are below the array's length, which has 32 bits.
        let part = self.0.subarray(start as u32, (start + count as u64) as u32);
        part.copy_to(buf.get_mut(..count).unwrap_or_default());
        Ok(count)
    }
}

fn found(name: &str, bytes: &mut Bytes) -> Result<Unpacked, Failure> {
    Ok(container::unpack(name, bytes, &Limits::default(), &mut |_| ControlFlow::Continue(()))?)
}

/// Opens a file, and the wanted file of an archive: its kernel when nothing else is said.
fn file(name: &str, bytes: &mut Bytes, entry: Option<&str>) -> Result<Opened, Failure> {
    let archive = match found(name, bytes)? {
        Unpacked::File(_) if entry.is_some() => {
            return Err(Failure::new(
                ErrorCode::NoEntry,
                format!("{name}: it is no archive, so it has no entry to choose"),
            ));
        }
        Unpacked::File(opened) => return Ok(*opened),
        Unpacked::Archive(archive) => archive,
    };
    let index = match (entry, archive.only_kernel()) {
        (Some(path), _) => archive.find(path).map_err(|e| no_entry(name, &archive, path, e))?,
        (None, Some(kernel)) => kernel,
        (None, None) => return Err(choose(name, &archive)),
    };
    match container::unpack_entry(name, bytes, index, &Limits::default(), &mut |_| ControlFlow::Continue(()))? {
        Unpacked::File(opened) => Ok(*opened),
        Unpacked::Archive(inner) => Err(choose(name, &inner)),
    }
}

fn choose(name: &str, archive: &Archive) -> Failure {
    let (what, some) = (archive.what, archive.some_entries());
    Failure::new(ErrorCode::Archive, format!("{name}: it is {what}: choose a file of it by the option entry ({some})"))
}

fn no_entry(name: &str, archive: &Archive, path: &str, e: EntryError) -> Failure {
    let why = match e {
        EntryError::None => format!("no file “{path}” that may hold BTF; {}", archive.some_entries()),
        EntryError::Several(a, b) => format!("“{path}” may be {a} or {b}: say more of the path"),
    };
    Failure::new(ErrorCode::NoEntry, format!("{name}: {why}"))
}

/// Opens what is given, on its base.
///
/// # Errors
/// When one of them is not a file with BTF, or the base is missing or another one's.
pub fn open(bytes: &JsValue, base: JsValue, options: JsValue) -> Result<(Opened, Loaded), Failure> {
    let mut bytes = Bytes::new(bytes, "the file")?;
    let options: OpenOptions = argument::options(options)?;
    let name = options.name.as_deref().unwrap_or("file");
    let opened = file(name, &mut bytes, options.entry.as_deref())?;
    let base = argument::maybe(base).map(base_of).transpose()?;
    let loaded = load(&opened, base).map_err(|e| Failure::load(&opened, &e))?;
    Ok((opened, loaded))
}

/// The types of a base: of a BtfFile, or of a file's bytes.
fn base_of(value: JsValue) -> Result<Arc<Btf>, Failure> {
    let what = "the base must be a BtfFile of this copy of btfscope, or a Uint8Array";
    if value.is_instance_of::<Uint8Array>() {
        let opened = file("base", &mut Bytes::new(&value, "the base")?, None)?;
        let loaded = load(&opened, None).map_err(|e| Failure::load(&opened, &e))?;
        return Ok(loaded.btf);
    }
    Ok(lent(&value, what)?.btf)
}

/// What a BtfFile lends when it is given as an argument.
#[derive(Clone, Debug)]
pub struct Lent {
    /// Its types.
    pub btf: Arc<Btf>,
    /// What is known of the kernel in it.
    pub release: Release,
    /// Of a module its name.
    pub module: Option<String>,
}

/// A BtfFile that is given as an argument.
///
/// # Errors
/// When it is something else, with these words; and when it was freed.
pub fn lent(value: &JsValue, what: &str) -> Result<Lent, Failure> {
    // wasm-bindgen would take a handle from its owner; this way it only lends what is needed.
    let lend: Function = Reflect::get(value, &LEND.into())
        .ok()
        .and_then(|lend| lend.dyn_into().ok())
        .ok_or_else(|| Failure::argument(what))?;
    LENT.take();
    lend.call0(value)
        .map_err(|_| Failure::new(ErrorCode::Freed, "a BtfFile that was given is not open: it was freed"))?;
    LENT.take().ok_or_else(|| Failure::argument(what))
}

/// The method by which a BtfFile lends itself to another one.
pub const LEND: &str = "__lend";

thread_local! {
    static LENT: Cell<Option<Lent>> = const { Cell::new(None) };
}

/// What [`LEND`] does.
pub fn lend(opened: &Opened, btf: &Arc<Btf>) {
    let module = opened.elf().and_then(|elf| elf.modinfo.as_ref()?.name.clone());
    LENT.set(Some(Lent { btf: Arc::clone(btf), release: json::fits::release(opened), module }));
}

/// All bytes of a blob.
///
/// # Errors
/// When it is no Uint8Array.
pub fn bytes(value: &JsValue) -> Result<Vec<u8>, Failure> {
    Ok(Bytes::new(value, "the blob")?.0.to_vec())
}

/// The files of an archive that may hold BTF, or null when it is no archive.
///
/// # Errors
/// When it can be read as neither.
pub fn entries(bytes: &JsValue) -> Result<JsValue, Failure> {
    let mut bytes = Bytes::new(bytes, "the file")?;
    match found("file", &mut bytes)? {
        Unpacked::File(_) => Ok(JsValue::NULL),
        Unpacked::Archive(archive) => answer(&facts::entries(&archive)),
    }
}
