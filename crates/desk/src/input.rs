//! What was found in a file.

use std::sync::Arc;

use model::extras::Extras;
use model::from_dwarf::FromDwarf;
use model::kind::FileKind;
use wire::Wire;

use crate::{FileId, Origin, Problem};

/// What was found in a file, ready to be opened.
#[derive(Clone, Debug, Wire)]
pub struct FileInput {
    /// What it is known by since it is read; none for what was made here: that gets one when it is opened.
    pub id: Option<FileId>,
    /// The file's name.
    pub name: String,
    /// Its whole size in bytes.
    pub size: u64,
    /// What it is.
    pub kind: FileKind,
    /// What it is in words, where its kind says no more than that it has BTF; else empty.
    pub what: String,
    /// The `.BTF` bytes; those of no types, of a program without.
    pub btf: Arc<[u8]>,
    /// It is a program without BTF.
    pub bare: bool,
    /// How they were made of debug information, if they were: they are not in the file.
    pub from_dwarf: Option<Box<FromDwarf>>,
    /// The file has debug information beside its BTF.
    pub has_dwarf: bool,
    /// Where they start in the file, in bytes, when the file has them as they are.
    pub btf_at: Option<u64>,
    /// The `.BTF.ext` bytes.
    pub ext: Option<Arc<[u8]>>,
    /// The `.BTF.base` bytes.
    pub base: Option<Arc<[u8]>>,
    /// It continues a kernel's BTF and needs it.
    pub needs_base: bool,
    /// The name of the machine, when the file has it.
    pub arch: Option<String>,
    /// The kernel's version, when the file has it.
    pub version: Option<String>,
    /// The size of a pointer in bytes, when the file gives it.
    pub pointer_size: Option<u32>,
    /// What its digest is made of, when that is not the `.BTF` bytes: a whole program.
    pub digest_of: Option<Arc<[u8]>>,
    /// Where it came from.
    pub origin: Origin,
    /// The type to show first.
    pub start: Option<String>,
    /// What it has beside its types.
    pub extras: Extras,
    /// What is wrong with what wraps it, when what comes before that was opened.
    pub damage: Option<Box<Problem>>,
}

impl FileInput {
    /// A file that is these `.BTF` bytes and nothing else, dropped.
    pub fn new(name: String, kind: FileKind, btf: Arc<[u8]>) -> FileInput {
        FileInput {
            id: None,
            name,
            size: btf.len() as u64,
            kind,
            what: String::new(),
            btf,
            bare: false,
            from_dwarf: None,
            has_dwarf: false,
            btf_at: None,
            ext: None,
            base: None,
            needs_base: false,
            arch: None,
            version: None,
            pointer_size: None,
            digest_of: None,
            origin: Origin::Dropped,
            start: None,
            extras: Extras::default(),
            damage: None,
        }
    }

    /// Says how its types were made of debug information. What is made of a module that stands alone looks like a kernel by its types.
    pub fn set_from_dwarf(&mut self, made: FromDwarf) {
        if !made.of.is_empty() {
            self.kind = FileKind::Raw;
            self.what.clone_from(&made.of);
        }
        self.from_dwarf = Some(Box::new(made));
    }

    /// The bytes that its digest is made of.
    pub fn digest_source(&self) -> &Arc<[u8]> {
        self.digest_of.as_ref().unwrap_or(&self.btf)
    }
}
