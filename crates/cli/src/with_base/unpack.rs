//! Finds the BTF of the file that a path names. The file may be an archive or compressed. The BTF may be made from
//! debug information or from a kernel header.

use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use container::{
    Archive, DebugInfo, EntryError, InnerFile, Limits, OpenError, OpenErrorKind, Opened, Source, Unpacked,
};

use super::{Content, from_dwarf, in_atlas, name_of, one_file};
use crate::fail::{Failure, say};
use crate::files;
use crate::progress::Shown;
use crate::room;

/// Options of [`read`].
#[derive(Clone, Copy, Default)]
pub(super) struct Take {
    /// Whether to take the only kernel of an archive, if no file was chosen.
    pub(super) pick: bool,
    /// Whether a program without BTF is accepted.
    pub(super) bare: bool,
}

/// Reads a file, or with `entry` a file in an archive.
pub(super) fn read(path: &Path, entry: Option<&str>, how: Take) -> Result<Content, Failure> {
    let name = name_of(path);
    let fail = |e: io::Error| Failure::Bad(format!("{name}: {e}"));
    if let Some(opened) = in_atlas::open(path)? {
        return match entry {
            Some(_) => Err(no_archive(&name)),
            None => Ok(Content::File(Box::new(opened))),
        };
    }
    take(&name, &mut files::source(path).map_err(fail)?, entry, how)
}

/// Whether this run opened a damaged archive or compressed file.
static DAMAGED: AtomicBool = AtomicBool::new(false);

/// Whether this run opened a damaged archive or compressed file: then results are incomplete.
pub fn any_damaged() -> bool {
    DAMAGED.load(Ordering::Relaxed)
}

/// The machine of `--machine`.
static MACHINE: OnceLock<header::Machine> = OnceLock::new();

/// Makes this run compile each kernel header for this machine, whatever machine the structs in the header suggest.
pub fn set_machine(machine: header::Machine) {
    // The option is read once, so the value is never set before.
    MACHINE.set(machine).ok();
}

/// Opens a source, or the wanted file in it if it is an archive. Counts the bytes of its BTF and its program as read,
/// because the limit of the output grows with them ([`room`]). Prints damage.
fn take(name: &str, source: &mut dyn Source, entry: Option<&str>, how: Take) -> Result<Content, Failure> {
    let content = unpack(name, source, entry, how)?;
    if let Content::File(opened) = &content {
        let pieces = [Some(&opened.btf), opened.program.as_ref()];
        room::read(pieces.into_iter().flatten().map(|piece| piece.bytes.len()).sum());
    }
    let damage = match &content {
        Content::File(opened) => opened.damage.as_ref(),
        Content::Archive(archive) => archive.damage.as_ref(),
    };
    told(damage.map(|damage| &**damage));
    Ok(content)
}

fn unpack(name: &str, source: &mut dyn Source, entry: Option<&str>, how: Take) -> Result<Content, Failure> {
    // With `open_only`, an archive with one file would be opened before the given entry is looked up in it.
    let open_only = entry.is_none();
    let debug_info = DebugInfo::WithoutBtf;
    let limits = Limits { bare_programs: how.bare, open_only, debug_info, texts: true, ..Limits::default() };
    let mut go = showing(name);
    let archive = match container::unpack(name, source, &limits, &mut go) {
        Err(e) if e.kind == OpenErrorKind::NotBtf && entry.is_none() => {
            return of_header(name, source, e).map(Content::File);
        }
        Err(e) if e.kind == OpenErrorKind::NoBtf => return from_dwarf::made_of(name, source, e).map(Content::File),
        Err(e) => return Err(e.into()),
        Ok(Unpacked::Archive(archive)) => archive,
        Ok(_) if entry.is_some() => return Err(no_archive(name)),
        Ok(found) => return content(name, found),
    };
    let index = match (entry, archive.only_kernel().filter(|_| how.pick)) {
        (Some(path), _) => find_entry(name, &archive, path)?,
        (None, Some(index)) => index,
        (None, None) => return Ok(Content::Archive(archive)),
    };
    let mut content = content(name, container::unpack_entry(name, source, index, &limits, &mut go)?)?;
    let damage = match &mut content {
        Content::File(opened) => &mut opened.damage,
        Content::Archive(inner) => &mut inner.damage,
    };
    *damage = damage.take().or(archive.damage);
    Ok(content)
}

fn no_archive(name: &str) -> Failure {
    Failure::Bad(format!("{name}: it is no archive, so --entry has no files to choose from"))
}

/// Shows how far unpacking is.
fn showing(name: &str) -> impl FnMut(container::Progress) -> ControlFlow<()> {
    let mut shown = Shown::new();
    move |progress| {
        shown.update(&format!("{name}: {}", progress.stage), progress.done, progress.total);
        ControlFlow::Continue(())
    }
}

/// Opens unpacked content, whose types may have to be made.
fn content(name: &str, found: Unpacked) -> Result<Content, Failure> {
    match found {
        Unpacked::File(opened) => Ok(Content::File(opened)),
        Unpacked::Debug(elf) => inner(name, *elf, from_dwarf::made_of),
        Unpacked::Text(text) => inner(name, *text, of_header),
        Unpacked::Archive(archive) => Ok(Content::Archive(archive)),
    }
}

/// The function that is called for each kernel of a file, with the kernel's path in the archives around it (empty
/// outside of an archive), and the kernel or why it was not opened.
pub type OnEach<'a> = dyn FnMut(&str, Result<Box<Opened>, Failure>) + 'a;

/// Opens all kernels of a file in one walk: the file itself, or the kernels in an archive and in the archives in it.
/// Calls `each` for each kernel.
///
/// # Errors
/// When the file cannot be read or holds no kernel, or is damaged after the kernels that `each` got.
pub(super) fn read_each(path: &Path, each: &mut OnEach<'_>) -> Result<(), Failure> {
    let name = name_of(path);
    if let Some(opened) = in_atlas::open(path)? {
        each("", Ok(Box::new(opened)));
        return Ok(());
    }
    let mut source = files::source(path).map_err(|e| Failure::Bad(format!("{name}: {e}")))?;
    let limits = Limits { debug_info: DebugInfo::WithoutBtf, texts: true, ..Limits::default() };
    let mut go = showing(&name);
    let mut on_kernel = |inner: &str, found: Result<Unpacked, OpenError>| {
        let one = found.map_err(Failure::from).and_then(|found| one_file(path, content(&name, found)?)).map(Box::new);
        each(inner, one.inspect(|opened| told(opened.damage.as_deref())));
    };
    match container::unpack_each(&name, &mut source, &limits, &mut go, &mut on_kernel) {
        Err(e) if e.kind == OpenErrorKind::NotBtf => each("", Ok(of_header(&name, &mut source, e)?)),
        Err(e) if e.kind == OpenErrorKind::NoBtf => each("", Ok(from_dwarf::made_of(&name, &mut source, e)?)),
        found => found?,
    }
    Ok(())
}

/// Prints and notes that an archive or compressed file is damaged, if it is.
fn told(damage: Option<&OpenError>) {
    if let Some(damage) = damage {
        say(&format!("{damage}; the part before that is read"));
        DAMAGED.store(true, Ordering::Relaxed);
    }
}

/// Opens a kernel header. Fails with `not_btf` if the source is something else.
fn of_header(name: &str, source: &mut dyn Source, not_btf: OpenError) -> Result<Box<Opened>, Failure> {
    let text = header::text(source).map_err(|e| Failure::Bad(format!("{name}: {e}")))?;
    let Some(text) = text else { return Err(not_btf.into()) };
    let found = header::open(name, &text, MACHINE.get().copied()).map_err(|e| Failure::Bad(format!("{name}: {e}")))?;
    if let Some(left_out) = found.left_out_words() {
        say(&format!("{name}: {left_out}"));
    }
    Ok(Box::new(found.opened))
}

/// Opens an unpacked file without BTF: `open` gets its name, its bytes and the error that it has no BTF.
fn inner(
    name: &str,
    mut file: InnerFile,
    open: impl FnOnce(&str, &mut dyn Source, OpenError) -> Result<Box<Opened>, Failure>,
) -> Result<Content, Failure> {
    let (layers, notes) = (std::mem::take(&mut file.layers), std::mem::take(&mut file.notes));
    let (damage, no_btf) = (file.damage.take(), file.no_btf.clone());
    let name = if file.name == name { name.to_owned() } else { format!("{name}: {}", file.name) };
    let mut opened = open(&name, file.source(), no_btf)?;
    opened.notes.extend(notes);
    Ok(Content::File(Box::new(Opened { layers, damage, ..*opened })))
}

/// Finds an ELF file with debug information that is compressed or in an archive. Prints damage.
///
/// # Errors
/// When the file has no debug information, and when it is an archive of which a file has to be chosen.
pub fn debug_elf(path: &Path, source: &mut dyn Source, entry: Option<&str>) -> Result<InnerFile, Failure> {
    let elf = find_debug(path, source, entry)?;
    told(elf.damage.as_deref());
    Ok(elf)
}

fn find_debug(path: &Path, source: &mut dyn Source, entry: Option<&str>) -> Result<InnerFile, Failure> {
    let name = name_of(path);
    let limits = Limits { debug_info: DebugInfo::First, open_only: entry.is_none(), ..Limits::default() };
    let without = || Failure::Bad(format!("{name}: it has no debug information (DWARF)"));
    let mut go = |_| ControlFlow::Continue(());
    let archive = match container::unpack(&name, source, &limits, &mut go)? {
        Unpacked::Debug(elf) if entry.is_none() => return Ok(*elf),
        Unpacked::Debug(_) => return Err(no_archive(&name)),
        Unpacked::File(_) | Unpacked::Text(_) => return Err(without()),
        Unpacked::Archive(archive) => archive,
    };
    let index = match (entry, archive.only_kernel()) {
        (Some(entry), _) => find_entry(&name, &archive, entry)?,
        (None, Some(index)) => index,
        (None, None) => return one_file(path, Content::Archive(archive)).and(Err(without())),
    };
    match container::unpack_entry(&name, source, index, &limits, &mut go)? {
        Unpacked::Debug(mut elf) => {
            elf.damage = elf.damage.take().or(archive.damage);
            Ok(*elf)
        }
        Unpacked::File(_) | Unpacked::Text(_) => Err(without()),
        Unpacked::Archive(inner) => one_file(path, Content::Archive(inner)).and(Err(without())),
    }
}

/// The entry with this path, or the only one whose path ends with it.
fn find_entry(name: &str, archive: &Archive, path: &str) -> Result<u32, Failure> {
    archive.find(path).map_err(|e| match e {
        EntryError::None => {
            let some = archive.some_entries();
            Failure::NotFound(format!("{name}: no file “{path}” that may hold BTF; {some}"))
        }
        EntryError::Several(a, b) => Failure::Bad(format!("{name}: “{path}” may be {a} or {b}: give more of the path")),
    })
}
