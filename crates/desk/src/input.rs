//! The contents of a file that was read, ready to be opened.

use std::sync::Arc;

use model::extras::Extras;
use model::from_dwarf::FromDwarf;
use model::kind::FileKind;
use wire::Wire;

use crate::{FileId, Origin, Problem};

/// The contents of a file that was read, ready to be opened.
#[derive(Clone, Debug, Wire)]
pub struct FileInput {
    /// Its id, given when it was read; `None` for a file that the page made, which gets an id when it is opened.
    pub id: Option<FileId>,
    /// The file's name.
    pub name: String,
    /// The size of the whole file in bytes.
    pub size: u64,
    /// Its kind.
    pub kind: FileKind,
    /// A description of the file, if its kind is just [`FileKind::Raw`] and more is known; else empty.
    pub what: String,
    /// The bytes of `.BTF`; for a program without BTF, the bytes of an empty `.BTF`.
    pub btf: Arc<[u8]>,
    /// Whether the file is a program without BTF.
    pub no_btf: bool,
    /// How the types were compiled from a kernel header; `None` for other files.
    pub from_c: Option<Box<FromC>>,
    /// How the types were made from debug information; `None` if `.BTF` is from the file.
    pub from_dwarf: Option<Box<FromDwarf>>,
    /// Whether the file has debug information from which types can be made.
    pub has_dwarf: bool,
    /// Where `.BTF` starts in the file, in bytes; `None` if the file has it compressed, or not at all.
    pub btf_at: Option<u64>,
    /// The bytes of `.BTF.ext`.
    pub ext: Option<Arc<[u8]>>,
    /// The bytes of `.BTF.base`.
    pub base: Option<Arc<[u8]>>,
    /// Whether the file's types continue the types of a kernel, which must be open.
    pub needs_base: bool,
    /// The architecture, if the file names it.
    pub arch: Option<String>,
    /// The compiler that made the file, when the file says it.
    pub compiler: Option<String>,
    /// The kernel's release (`6.1.0-50-amd64`), if the file or its atlas has it.
    pub version: Option<String>,
    /// For a kernel of an atlas, the facts about it in one line, to be shown in place of its release.
    pub in_atlas: Option<String>,
    /// The size of a pointer in bytes, if the file gives it.
    pub pointer_size: Option<u32>,
    /// The bytes to compute the digest from, if not the bytes of `.BTF`: a whole program.
    pub digest_of: Option<Arc<[u8]>>,
    /// Where it came from.
    pub origin: Origin,
    /// The name of the type to show first.
    pub start: Option<String>,
    /// The sections that it has beside its types.
    pub extras: Extras,
    /// The damage of the archive or compressed file around it, if only the part before the damage could be read; for a
    /// header, the declarations that were not taken.
    pub damage: Option<Box<Problem>>,
}

/// How types were compiled from C, which says neither byte order nor alignment.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct FromC {
    /// The machine whose layouts are used; none if neither the header nor the person names one.
    pub machine: Option<String>,
    /// All machines that can be chosen.
    pub machines: Vec<String>,
}

impl FileInput {
    /// A dropped file of which only these `.BTF` bytes are known; the other facts can be set by struct update.
    pub fn new(name: String, kind: FileKind, btf: Arc<[u8]>) -> FileInput {
        FileInput {
            id: None,
            name,
            size: btf.len() as u64,
            kind,
            what: String::new(),
            btf,
            no_btf: false,
            from_c: None,
            from_dwarf: None,
            has_dwarf: false,
            btf_at: None,
            ext: None,
            base: None,
            needs_base: false,
            arch: None,
            compiler: None,
            version: None,
            in_atlas: None,
            pointer_size: None,
            digest_of: None,
            origin: Origin::Dropped,
            start: None,
            extras: Extras::default(),
            damage: None,
        }
    }

    /// Sets how the types were made from debug information. If `made` says what kind of file it is, corrects the kind,
    /// too, because the types of a module alone look like those of a kernel.
    pub fn set_from_dwarf(&mut self, made: FromDwarf) {
        if !made.of.is_empty() {
            self.kind = FileKind::Raw;
            self.what.clone_from(&made.of);
        }
        self.from_dwarf = Some(Box::new(made));
    }

    /// The bytes that its digest is computed from.
    pub fn digest_source(&self) -> &Arc<[u8]> {
        self.digest_of.as_ref().unwrap_or(&self.btf)
    }
}
