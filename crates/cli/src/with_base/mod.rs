//! Opens the files that are given as arguments, on their bases.

pub mod in_atlas;
pub mod object;
mod on_base;

use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use btf::{BlobRange, Btf};
use container::{
    Archive, DebugElf, DebugInfo, EntryError, EntryKind, FileRange, Limits, OpenErrorKind, Opened, Piece, Role, Source,
    Unpacked,
};
use model::load::cut;

use crate::args::{OnBase, OneFile};
use crate::commands::encode;
use crate::fail::{Failure, say};
use crate::files;
use crate::files::AsText;
use crate::progress::Shown;
use crate::room;
use on_base::open_on_base;

/// The largest object without BTF that is read.
const MAX_OBJECT: u64 = 64 << 20;

/// An open file with its types.
pub struct Input {
    /// The name, as it was typed.
    pub name: String,
    /// What was found in the file.
    pub opened: Opened,
    /// Its types, on its base.
    pub btf: Arc<Btf>,
    /// Where its base came from.
    pub base: Option<String>,
}

/// The content of a file.
pub enum Content {
    /// It has BTF.
    File(Box<Opened>),
    /// It is an archive with several files.
    Archive(Box<Archive>),
}

/// Which file to open, and how.
#[derive(Clone, Copy)]
pub struct Which<'a> {
    path: &'a Path,
    base: Option<&'a Path>,
    entry: Option<&'a str>,
    /// Whether the base is only for those of several files that need one.
    lenient: bool,
}

/// A BPF object's name in messages, and its bytes.
pub type NamedProgram = (String, Arc<[u8]>);

impl<'a> Which<'a> {
    /// One of several files, on this base if it needs one.
    pub fn of_several(path: &'a Path, base: Option<&'a Path>) -> Which<'a> {
        Which { path, base, entry: None, lenient: true }
    }

    /// A file, or one of an archive.
    pub fn entry(path: &'a Path, entry: Option<&'a str>) -> Which<'a> {
        Which { path, base: None, entry, lenient: false }
    }

    /// A file and its given base.
    pub fn of(path: &'a Path, base: Option<&'a Path>) -> Which<'a> {
        Which { path, base, entry: None, lenient: false }
    }

    /// The file's name in messages.
    pub fn name(&self) -> String {
        name_of(self.path)
    }

    /// Reads the file, or lists its files if it is an archive.
    ///
    /// # Errors
    /// When it cannot be read or holds no BTF.
    pub fn read(&self) -> Result<Content, Failure> {
        read(self.path, self.entry, Take::default())
    }

    /// Opens the file without its base.
    ///
    /// # Errors
    /// When it cannot be read or holds no BTF, or when it is an archive and no file was chosen.
    pub fn alone(&self) -> Result<Opened, Failure> {
        one_file(self.path, read(self.path, self.entry, Take { pick: true, ..Take::default() })?)
    }

    /// The same, but also opens a program without BTF.
    ///
    /// # Errors
    /// As [`Which::alone`].
    pub fn bare(&self) -> Result<Opened, Failure> {
        one_file(self.path, read(self.path, self.entry, Take { pick: true, bare: true })?)
    }

    /// Opens the file on its base.
    ///
    /// # Errors
    /// When it or its base cannot be read or holds no BTF, when it is an archive and no file was chosen, and when the
    /// base is missing or the wrong one.
    pub fn open(&self) -> Result<Input, Failure> {
        let opened = self.alone()?;
        let base = self.base.filter(|_| !self.lenient || opened.needs_base.is_some());
        open_on_base(self.path, opened, base)
    }

    /// [`Which::open`] for a file that is already read.
    ///
    /// # Errors
    /// The same.
    pub fn open_read(&self, opened: Opened) -> Result<Input, Failure> {
        open_on_base(self.path, opened, self.base)
    }

    /// The whole file of a BPF program object, which need not have BTF.
    ///
    /// # Errors
    /// When the file cannot be read or is not a program object.
    pub fn program(&self) -> Result<Arc<[u8]>, Failure> {
        let opened = match read(self.path, self.entry, Take { bare: true, ..Take::default() }) {
            Ok(read) => one_file(self.path, read)?,
            // Its BTF may be damaged.
            Err(e) => return plain_object(self.path).ok_or(e),
        };
        let piece = opened.program.as_ref().ok_or_else(|| {
            let what = what(&opened);
            Failure::Bad(format!(
                "{}: found another kind of file ({what}); expected a BPF program object (an ELF file for machine bpf)",
                self.name()
            ))
        })?;
        Ok(Arc::clone(&piece.bytes))
    }

    /// [`Which::program`] for each program object in the file, with its name: a binary or an archive may have several.
    ///
    /// # Errors
    /// As [`Which::program`].
    pub fn programs(&self) -> Result<Vec<NamedProgram>, Failure> {
        let bare = Take { bare: true, ..Take::default() };
        let archive = match read(self.path, self.entry, bare) {
            Ok(Content::Archive(archive)) => archive,
            _ => return Ok(vec![(self.name(), self.program()?)]),
        };
        let of_program = |entry: &&container::Entry| entry.kind == EntryKind::Program;
        let paths: Vec<String> = archive.entries.iter().filter(of_program).map(|entry| entry.path.clone()).collect();
        if paths.is_empty() {
            return one_file(self.path, Content::Archive(archive)).map(|_| Vec::new());
        }
        let one = |path: String| {
            let which = Which { entry: Some(&path), ..*self };
            Ok((format!("{}: {path}", self.name()), which.program()?))
        };
        paths.into_iter().map(one).collect()
    }

    /// Whether a base was given.
    pub fn has_base(&self) -> bool {
        self.base.is_some()
    }
}

impl<'a> From<&'a OneFile> for Which<'a> {
    fn from(args: &'a OneFile) -> Which<'a> {
        Which::entry(&args.file, args.entry.as_deref())
    }
}

impl<'a> From<&'a OnBase> for Which<'a> {
    fn from(args: &'a OnBase) -> Which<'a> {
        Which { base: args.base.as_deref(), ..Which::from(&args.one) }
    }
}

/// The bytes of an ELF file for BPF.
fn plain_object(path: &Path) -> Option<Arc<[u8]>> {
    fs::metadata(path).ok().filter(|about| about.is_file() && about.len() <= MAX_OBJECT)?;
    let bytes = files::first(path, MAX_OBJECT).ok()?;
    bpf::Object::with_btf(bytes.as_slice(), None, None).ok()?;
    Some(bytes.into())
}

pub(crate) fn name_of(path: &Path) -> String {
    if files::is_stdin(path) { "standard input".to_owned() } else { path.as_text() }
}

/// Which other contents are accepted, beside files with BTF.
#[derive(Clone, Copy, Default)]
pub(crate) struct Take {
    /// Take the kernel of an archive, if no file was chosen.
    pub(crate) pick: bool,
    /// A program without BTF.
    pub(crate) bare: bool,
}

/// Reads a file, or the entry of an archive.
pub(crate) fn read(path: &Path, entry: Option<&str>, how: Take) -> Result<Content, Failure> {
    let name = name_of(path);
    let fail = |e: io::Error| Failure::Bad(format!("{name}: {e}"));
    if let Some(opened) = in_atlas::open(path)? {
        return match entry {
            Some(_) => Err(Failure::Bad(format!("{name}: it is no archive, so there is no --entry to choose"))),
            None => Ok(Content::File(Box::new(opened))),
        };
    }
    take(&name, &mut files::source(path).map_err(fail)?, entry, how)
}

/// Whether any opened file was damaged.
static DAMAGED: AtomicBool = AtomicBool::new(false);

/// Whether an archive or compressed file around an opened file is damaged: then results are incomplete.
pub fn any_damaged() -> bool {
    DAMAGED.load(Ordering::Relaxed)
}

/// Opens a source, and the wanted file of an archive.
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
    if let Some(damage) = damage {
        say(&format!("{damage}; what comes before is read"));
        DAMAGED.store(true, Ordering::Relaxed);
    }
    Ok(content)
}

fn unpack(name: &str, source: &mut dyn Source, entry: Option<&str>, how: Take) -> Result<Content, Failure> {
    // A given entry must exist, even if the archive has only one file.
    let open_only = entry.is_none();
    let limits = Limits { bare_programs: how.bare, open_only, debug_info: DebugInfo::WithoutBtf, ..Limits::default() };
    let mut shown = Shown::new();
    let mut go = |progress: container::Progress| {
        shown.update(&format!("{name}: {}", progress.stage), progress.done, progress.total);
        ControlFlow::Continue(())
    };
    let found = match container::unpack(name, source, &limits, &mut go) {
        Err(e) if e.kind == OpenErrorKind::NoBtf => return encode::made_of(name, source, e).map(Content::File),
        found => found?,
    };
    let archive = match found {
        Unpacked::File(opened) => {
            if entry.is_some() {
                return Err(Failure::Bad(format!("{name}: it is no archive, so there is no --entry to choose")));
            }
            return Ok(Content::File(opened));
        }
        Unpacked::Debug(_) if entry.is_some() => {
            return Err(Failure::Bad(format!("{name}: it is no archive, so there is no --entry to choose")));
        }
        Unpacked::Debug(elf) => return made_of(name, *elf),
        Unpacked::Archive(archive) => archive,
    };
    let index = match (entry, archive.only_kernel().filter(|_| how.pick)) {
        (Some(path), _) => find_entry(name, &archive, path)?,
        (None, Some(index)) => index,
        (None, None) => return Ok(Content::Archive(archive)),
    };
    match container::unpack_entry(name, source, index, &limits, &mut go)? {
        Unpacked::File(mut opened) => {
            opened.damage = opened.damage.or(archive.damage);
            Ok(Content::File(opened))
        }
        Unpacked::Debug(elf) => made_of(name, *elf),
        Unpacked::Archive(inner) => Ok(Content::Archive(inner)),
    }
}

/// Makes the types of an unpacked file from its debug information.
fn made_of(name: &str, mut elf: DebugElf) -> Result<Content, Failure> {
    let (layers, no_btf) = (std::mem::take(&mut elf.layers), elf.no_btf.clone());
    let name = if elf.name == name { name.to_owned() } else { format!("{name}: {}", elf.name) };
    let opened = encode::made_of(&name, elf.source(), no_btf)?;
    Ok(Content::File(Box::new(Opened { layers, ..*opened })))
}

/// Finds an ELF file with debug information that is compressed or in an archive.
///
/// # Errors
/// When there is none, and when it is an archive and no file was chosen.
pub fn debug_elf(path: &Path, source: &mut dyn Source, entry: Option<&str>) -> Result<DebugElf, Failure> {
    let name = name_of(path);
    let limits = Limits { debug_info: DebugInfo::First, open_only: entry.is_none(), ..Limits::default() };
    let without = || Failure::Bad(format!("{name}: it has no debug information (DWARF)"));
    let mut go = |_| ControlFlow::Continue(());
    let archive = match container::unpack(&name, source, &limits, &mut go)? {
        Unpacked::Debug(elf) if entry.is_none() => return Ok(*elf),
        Unpacked::Debug(_) => {
            return Err(Failure::Bad(format!("{name}: it is no archive, so there is no --entry to choose")));
        }
        Unpacked::File(_) => return Err(without()),
        Unpacked::Archive(archive) => archive,
    };
    let index = match (entry, archive.only_kernel()) {
        (Some(entry), _) => find_entry(&name, &archive, entry)?,
        (None, Some(index)) => index,
        (None, None) => return one_file(path, Content::Archive(archive)).and(Err(without())),
    };
    match container::unpack_entry(&name, source, index, &limits, &mut go)? {
        Unpacked::Debug(elf) => Ok(*elf),
        Unpacked::File(_) => Err(without()),
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
        EntryError::Several(a, b) => Failure::Bad(format!("{name}: “{path}” may be {a} or {b}: say more of the path")),
    })
}

/// The exit status: 2 if an archive or compressed file around it is damaged, which was printed when it was opened.
pub fn damaged(opened: &Opened) -> u8 {
    if opened.damage.is_some() { 2 } else { 0 }
}

pub(crate) fn one_file(path: &Path, read: Content) -> Result<Opened, Failure> {
    match read {
        Content::File(opened) => Ok(*opened),
        Content::Archive(archive) => Err(Failure::Bad(format!(
            "{}: it is {}: choose a file of it by --entry ({})",
            name_of(path),
            archive.what,
            archive.some_entries()
        ))),
    }
}

/// Describes the file.
pub fn what(opened: &Opened) -> &'static str {
    match opened.role {
        Role::Kernel => "kernel",
        Role::Module => "kernel module",
        Role::Program => "BPF program",
        Role::Base => "distilled base of a module",
        Role::Other => opened.what().unwrap_or("BTF"),
    }
}

/// Describes bytes of a piece: their place in the file, or in what was unpacked.
pub fn place(opened: &Opened, piece: &Piece, range: BlobRange) -> String {
    in_words(opened, piece.in_file(range))
}

/// Describes bytes of the file.
pub fn in_words(opened: &Opened, range: FileRange) -> String {
    let text = range.to_string();
    match opened.layers.last() {
        None => text,
        Some(layer) => {
            let inside = layer.what.rsplit('/').next().unwrap_or_default();
            format!("{} inside {inside}", text.strip_prefix("file ").unwrap_or(&text))
        }
    }
}

impl Input {
    /// Why some of the types could not be read, if so: then the output is incomplete.
    pub fn cut(&self) -> Option<&btf::Error> {
        cut(&self.btf)
    }

    /// Prints the worst problem of the types, and how many there are. Returns the exit status of a command that did
    /// what it could: 2 when types are missing or an archive or compressed file around them is damaged, else 0.
    pub fn warn(&self) -> u8 {
        self.warn_of_types().max(damaged(&self.opened))
    }

    fn warn_of_types(&self) -> u8 {
        let diagnostics = self.btf.diagnostics();
        let (first, word, status) = match (self.cut(), diagnostics.first()) {
            (Some(cut), _) => (cut, "damaged, so this is not all of it", 2),
            (None, Some(first)) => (first, "warning", 0),
            (None, None) => return 0,
        };
        let more = match diagnostics.len() - 1 {
            0 => String::new(),
            n => format!("; {n} more, see btfscope info"),
        };
        let at = place(&self.opened, &self.opened.btf, first.range);
        say(&format!("{}: {word}: {}: {} ({at}){more}", self.name, first.place, first.kind));
        status
    }
}
