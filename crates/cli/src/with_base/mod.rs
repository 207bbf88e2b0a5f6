//! Opens the files that are named as arguments, each with the BTF that it continues, its base.

pub mod from_dwarf;
pub mod in_atlas;
pub mod object;
mod on_base;
mod unpack;

use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use btf::{BlobRange, Btf};
use container::{Archive, EntryKind, FileRange, Opened, Piece, Role};
use model::kernel_lists::Lister;
use model::load::cut;

use crate::args::{OnBase, OneFile};
use crate::fail::{Failure, say};
use crate::files;
use crate::files::AsText;
use on_base::open_on_base;
use unpack::{Take, read};

pub use unpack::{OnEach, any_damaged, debug_elf, set_machine};

/// A program object with damaged BTF is read without the BTF, if the object has at most this many bytes.
const MAX_OBJECT: u64 = 64 << 20;

/// An open file with its types.
pub struct Input {
    /// The name, as it was typed.
    pub name: String,
    /// The file as `container` opened it: its format and its pieces.
    pub opened: Opened,
    /// The file's types, on their base.
    pub btf: Arc<Btf>,
    /// The name of the base, for messages; `None` if the types continue no other BTF.
    pub base: Option<String>,
}

/// The content of a file.
pub enum Content {
    /// A file with BTF, which may have been made from debug information or from C; or a program without BTF, where such
    /// a program is accepted.
    File(Box<Opened>),
    /// An archive, as the list of its files.
    Archive(Box<Archive>),
}

/// A file that is named as an argument, and how to open it.
#[derive(Clone, Copy)]
pub struct Which<'a> {
    path: &'a Path,
    base: Option<&'a Path>,
    entry: Option<&'a str>,
    /// Whether to ignore the base if the file needs none: several files share the base that was given, and some of them
    /// may need none.
    lenient: bool,
}

/// A BPF object's name in messages, and its bytes.
pub type NamedProgram = (String, Arc<[u8]>);

impl<'a> Which<'a> {
    /// A file, or with `entry` a file in an archive, without a given base.
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

    /// Reads the file, or lists the files in it if it is an archive.
    ///
    /// # Errors
    /// When it cannot be read or holds no BTF.
    pub fn read(&self) -> Result<Content, Failure> {
        read(self.path, self.entry, Take::default())
    }

    /// Opens the file without its base.
    ///
    /// # Errors
    /// When it cannot be read or holds no BTF, or when it is an archive of which a file has to be chosen.
    pub fn alone(&self) -> Result<Opened, Failure> {
        one_file(self.path, read(self.path, self.entry, Take { pick: true, ..Take::default() })?)
    }

    /// Opens all kernels of the file, without their bases, and calls `each` for each kernel ([`OnEach`]).
    ///
    /// # Errors
    /// When the file cannot be read or holds no kernel, or is damaged after the kernels that `each` got.
    pub fn each_kernel(&self, each: &mut OnEach<'_>) -> Result<(), Failure> {
        unpack::read_each(self.path, each)
    }

    /// [`Which::alone`], but also opens a program without BTF.
    ///
    /// # Errors
    /// As [`Which::alone`].
    pub fn bare(&self) -> Result<Opened, Failure> {
        one_file(self.path, read(self.path, self.entry, Take { pick: true, bare: true })?)
    }

    /// Opens the file on its base.
    ///
    /// # Errors
    /// When the file or its base cannot be read or holds no BTF, when the file is an archive of which a file has to be
    /// chosen, and when the base is missing or the wrong one.
    pub fn open(&self) -> Result<Input, Failure> {
        let opened = self.alone()?;
        let base = self.base.filter(|_| !self.lenient || opened.needs_base.is_some());
        open_on_base(self.path, opened, base)
    }

    /// [`Which::open`], with the exit status of [`Input::warn`], which prints the problems of the types.
    ///
    /// # Errors
    /// As [`Which::open`].
    pub fn open_and_warn(&self) -> Result<(Input, u8), Failure> {
        let input = self.open()?;
        let status = input.warn();
        Ok((input, status))
    }

    /// [`Which::open`] for a file that is already read.
    ///
    /// # Errors
    /// As [`Which::open`].
    pub fn open_read(&self, opened: Opened) -> Result<Input, Failure> {
        open_on_base(self.path, opened, self.base)
    }

    /// The bytes of a whole BPF program object, which need not have BTF.
    ///
    /// # Errors
    /// When the file cannot be read or is not a program object.
    pub fn program(&self) -> Result<Arc<[u8]>, Failure> {
        let opened = match read(self.path, self.entry, Take { bare: true, ..Take::default() }) {
            Ok(read) => one_file(self.path, read)?,
            // The file may be a program object whose BTF is damaged.
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

    /// [`Which::program`] for each program object in the file, with its name: a binary or an archive may have several
    /// objects.
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

/// Opens kernels and modules. `base` is the kernel of the modules.
///
/// # Errors
/// When a file cannot be opened.
pub fn open_all(paths: &[PathBuf], base: Option<&Path>) -> Result<Vec<Input>, Failure> {
    let one = |path: &PathBuf| Which { lenient: true, ..Which::of(path, base) }.open_and_warn();
    paths.iter().map(|path| Ok(one(path)?.0)).collect()
}

/// The file's bytes, if it is an ELF file for BPF of at most [`MAX_OBJECT`] bytes.
fn plain_object(path: &Path) -> Option<Arc<[u8]>> {
    fs::metadata(path).ok().filter(|about| about.is_file() && about.len() <= MAX_OBJECT)?;
    let bytes = files::first(path, MAX_OBJECT).ok()?;
    bpf::Object::with_btf(bytes.as_slice(), None, None).ok()?;
    Some(bytes.into())
}

pub(crate) fn name_of(path: &Path) -> String {
    if files::is_stdin(path) { "standard input".to_owned() } else { path.as_text() }
}

/// The exit status: 2 if the archive or compressed file around the opened file is damaged, else 0. The message was
/// printed when the file was opened.
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

/// The kind of the file in words.
pub fn what(opened: &Opened) -> &'static str {
    match opened.role {
        Role::Kernel => "kernel",
        Role::Module => "kernel module",
        Role::Program => "BPF program",
        Role::Base => "distilled base of a module",
        Role::Other => opened.what().unwrap_or("BTF"),
    }
}

/// Describes bytes of a piece by their place in the file, or in the unpacked content.
pub fn place(opened: &Opened, piece: &Piece, range: BlobRange) -> String {
    in_words(opened, piece.in_file(range))
}

/// Describes bytes by their range in the file, or in the unpacked content, which is then named.
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
    /// The failure that the file does not have what was asked for. The message names the file and says why.
    pub fn not_found(&self, why: impl Display) -> Failure {
        Failure::NotFound(format!("{}: {why}", self.name))
    }

    /// The parts of the file that kernel lists are made of: its types, its `.BTF_ids` and the symbols there.
    pub fn lister(&self) -> Lister<'_> {
        Lister {
            ids: self.opened.btf_ids.as_ref().map(|piece| &piece.bytes[..]),
            symbols: self.opened.id_symbols.as_deref(),
            ..Lister::new(&self.btf)
        }
    }

    /// The error because of which some types cannot be read, so that the output is incomplete; `None` if all can be
    /// read.
    pub fn cut(&self) -> Option<&btf::Error> {
        cut(&self.btf)
    }

    /// Prints a problem of the types, and how many more there are: the error that cut them off ([`Input::cut`]), else
    /// the first diagnostic. Returns the exit status of a command that does not fail: 2 when types are missing, or an
    /// archive or compressed file around them is damaged; else 0.
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
