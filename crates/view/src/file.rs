//! An open file: its BTF, what is known of it, and what the person was looking at in it.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use btf::{Btf, DeclTags, Endian, Ext, NameIndex, TypeId};
use wire::wire;

use crate::core::CoreLook;
use crate::list::List;
use crate::lists::ListsLook;
use crate::pad::PadTarget;
use crate::path::Path;
use crate::program::ProgramLook;
use crate::session::LogLook;
use crate::table::Table;
use crate::tree::{Expanded, Node, nodes};
use crate::words::{file_size, many};

/// Tells open files apart, for as long as the page lives.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct FileId(pub u32);
wire!(struct FileId(number));

/// What a file is, as its chip says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FileKind {
    /// A whole kernel.
    Kernel,
    /// A module, on its kernel.
    Module,
    /// A BPF program object.
    Program,
    /// A distilled base.
    Base,
    /// Any other BTF.
    Raw,
}
wire!(
    enum FileKind {
        Kernel,
        Module,
        Program,
        Base,
        Raw,
    }
);

impl FileKind {
    /// The word on the chip.
    pub fn as_str(self) -> &'static str {
        match self {
            FileKind::Kernel => "kernel",
            FileKind::Module => "module",
            FileKind::Program => "program",
            FileKind::Base => "distilled base",
            FileKind::Raw => "raw",
        }
    }
}

/// What a file has beside its types, for the desk to read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Extras {
    /// The `.BTF_ids` bytes.
    pub ids: Option<Arc<[u8]>>,
    /// The symbols in them; none when the file has no symbols.
    pub symbols: Option<Vec<container::IdSymbol>>,
    /// The `.BTF.inline` bytes.
    pub inline: Option<Arc<[u8]>>,
}
wire!(struct Extras { ids, symbols, inline });

/// What was found in a file, ready to be opened.
#[derive(Clone, Debug)]
pub struct FileInput {
    /// The file's name.
    pub name: String,
    /// Its whole size in bytes.
    pub size: u64,
    /// What it is.
    pub kind: FileKind,
    /// The `.BTF` bytes.
    pub btf: Arc<[u8]>,
    /// Where they start in the file, in bytes, when the file has them as they are.
    pub btf_at: Option<u64>,
    /// The `.BTF.ext` bytes.
    pub ext: Option<Arc<[u8]>>,
    /// The `.BTF.base` bytes.
    pub base: Option<Arc<[u8]>>,
    /// It continues a kernel's BTF and needs it.
    pub needs_base: bool,
    /// The name of the machine, when the file tells it.
    pub arch: Option<String>,
    /// The kernel's version, when the file tells it.
    pub version: Option<String>,
    /// The size of a pointer in bytes, when the file tells it.
    pub pointer_size: Option<u32>,
    /// What its digest is made of, when that is not the `.BTF` bytes: a whole program.
    pub digest_of: Option<Arc<[u8]>>,
    /// The sample it is.
    pub sample: Option<String>,
    /// The address on the web that it was loaded from.
    pub url: Option<String>,
    /// The text of the link that it came in.
    pub data: Option<Arc<str>>,
    /// The type to show first.
    pub start: Option<String>,
    /// What it has beside its types.
    pub extras: Extras,
    /// The open file that it continues, when it was made of open files.
    pub on: Option<FileId>,
    /// SHA-256 in hex of what its digest is made of, when the browser kept it under that.
    pub digest: Option<String>,
}
wire!(struct FileInput {
    name, size, kind, btf, btf_at, ext, base, needs_base, arch, version, pointer_size, digest_of, sample, url, start, data, extras, on, digest,
});

/// What is selected: a type and something in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Selection {
    /// The type.
    pub id: TypeId,
    /// The way to the selected member; the root for the type itself.
    pub path: Path,
}

/// A blob of a file that the Bytes pane can show.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BlobId {
    /// The file's own `.BTF`.
    Own,
    /// Its base's; 1 is the nearest.
    Base(u32),
    /// Its `.BTF.ext`.
    Ext,
}

/// A byte that is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ByteFocus {
    /// In which blob.
    pub blob: BlobId,
    /// Which.
    pub at: u32,
}

/// Rows that were made, and what they were made of: the type, and which of its nodes are open.
type Made<T> = RefCell<Option<(TypeId, Expanded, Rc<T>)>>;

/// What a person looks at in a file.
#[derive(Debug)]
pub struct Look {
    /// The selected type and member.
    pub selection: Option<Selection>,
    /// The byte, when one was chosen rather than a member.
    pub byte: Option<ByteFocus>,
    /// Open rows of the member table.
    pub table_open: Expanded,
    /// Open nodes of the tree.
    pub tree_open: Expanded,
    /// The type list.
    pub list: List,
    /// What is looked at in Programs.
    pub program: ProgramLook,
    /// What is looked at in CO-RE.
    pub core: CoreLook,
    /// The log that was pasted for it.
    pub log: LogLook,
    /// What is looked at among the lists.
    pub lists: ListsLook,
    table: Made<Table>,
    tree: Made<Vec<Node>>,
}

impl Look {
    fn new(btf: &Arc<Btf>) -> Look {
        Look {
            selection: None,
            byte: None,
            table_open: Expanded::default(),
            tree_open: Expanded::default(),
            list: List::new(Arc::clone(btf)),
            program: ProgramLook::default(),
            core: CoreLook::default(),
            log: LogLook::default(),
            lists: ListsLook::default(),
            table: RefCell::default(),
            tree: RefCell::default(),
        }
    }
}

/// An open file.
#[derive(Debug)]
pub struct OpenFile {
    /// Which.
    pub id: FileId,
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: FileKind,
    /// The file's size in bytes.
    pub size: u64,
    /// Where `.BTF` starts in the file.
    pub btf_at: Option<u64>,
    /// Its types.
    pub btf: Arc<Btf>,
    /// Its functions, lines and relocations.
    pub ext: Option<Arc<Ext>>,
    /// The open file that is its base.
    pub base: Option<FileId>,
    /// It stands on a distilled base, of its own or in an open file.
    pub distilled: bool,
    /// The machine's name.
    pub arch: Option<String>,
    /// The kernel's version.
    pub version: Option<String>,
    /// SHA-256 in hex, once it is computed.
    pub digest: Option<String>,
    /// What the digest is of.
    pub digest_of: Arc<[u8]>,
    /// The sample it is.
    pub sample: Option<String>,
    /// The address on the web that it was loaded from.
    pub url: Option<String>,
    /// The text of the link that it came in.
    pub data: Option<Arc<str>>,
    /// The source of the scratch pad that it was compiled from, packed, and what for.
    pub pad: Option<(Arc<str>, PadTarget)>,
    /// What the person looks at in it.
    pub look: Look,
    /// What it has beside its types.
    pub extras: Extras,
    /// It was made of open files.
    pub made: bool,
    /// It lists inlined calls itself.
    inlined: bool,
    names: OnceCell<NameIndex>,
    tags: OnceCell<DeclTags>,
}

impl OpenFile {
    pub(crate) fn new(
        id: FileId,
        input: FileInput,
        btf: Arc<Btf>,
        ext: Option<Arc<Ext>>,
        base: Option<FileId>,
    ) -> OpenFile {
        let look = Look::new(&btf);
        let inlined = input.kind == FileKind::Raw && btf.types().any(|t| t.kind() == btf::Kind::LocSec);
        OpenFile {
            id,
            name: input.name,
            kind: input.kind,
            size: input.size,
            btf_at: input.btf_at,
            ext,
            base,
            distilled: input.base.is_some() && base.is_none(),
            arch: input.arch,
            version: input.version,
            digest: input.digest,
            digest_of: input.digest_of.unwrap_or_else(|| btf.shared_bytes()),
            btf,
            sample: input.sample,
            url: input.url,
            data: input.data,
            pad: None,
            look,
            extras: input.extras,
            made: input.on.is_some(),
            inlined,
            names: OnceCell::new(),
            tags: OnceCell::new(),
        }
    }

    /// The types by name.
    pub fn names(&self) -> &NameIndex {
        self.names.get_or_init(|| NameIndex::new(&self.btf))
    }

    /// The declaration tags by what they are on.
    pub fn tags(&self) -> &DeclTags {
        self.tags.get_or_init(|| DeclTags::new(&self.btf))
    }

    /// Whether it may have lists beside its types.
    pub fn has_lists(&self) -> bool {
        match self.kind {
            FileKind::Kernel | FileKind::Module => true,
            FileKind::Program => false,
            FileKind::Base | FileKind::Raw => {
                self.inlined || self.distilled || self.extras.ids.is_some() || self.extras.inline.is_some()
            }
        }
    }

    /// What its chip says after the name: `kernel · 4.4 MB · 100,642 types · 64-bit LE`.
    pub fn facts(&self) -> String {
        let mut parts = vec![self.kind.as_str().to_string(), file_size(self.size)];
        parts.push(many(self.btf.own_type_count().into(), "type"));
        let order = match self.btf.endian() {
            Endian::Little => "LE",
            Endian::Big => "BE",
        };
        parts.push(format!("{}-bit {order}", self.btf.pointer_size() * 8));
        parts.extend(self.arch.clone());
        parts.join(" · ")
    }

    /// A blob's BTF: the own one, or that of a base.
    pub fn blob(&self, blob: BlobId) -> Option<&Btf> {
        let mut btf: &Btf = &self.btf;
        if let BlobId::Base(n) = blob {
            for _ in 0..n {
                btf = btf.base()?;
            }
        }
        (blob != BlobId::Ext).then_some(btf)
    }

    /// The blob that holds a type's record.
    pub fn blob_of(&self, id: TypeId) -> BlobId {
        let mut btf: &Btf = &self.btf;
        let mut n = 0;
        while id < btf.first_id() {
            let Some(base) = btf.base() else { break };
            btf = base;
            n += 1;
        }
        if n == 0 { BlobId::Own } else { BlobId::Base(n) }
    }

    /// The rows of the member table of the selected type.
    pub fn table(&self) -> Option<Rc<Table>> {
        let id = self.look.selection.as_ref()?.id;
        let mut cache = self.look.table.borrow_mut();
        match &*cache {
            Some((of, open, table)) if *of == id && *open == self.look.table_open => Some(Rc::clone(table)),
            _ => {
                let table = Rc::new(Table::new(&self.btf, id, &self.look.table_open));
                *cache = Some((id, self.look.table_open.clone(), Rc::clone(&table)));
                Some(table)
            }
        }
    }

    /// The lines of the tree of the selected type.
    pub fn tree(&self) -> Option<Rc<Vec<Node>>> {
        let id = self.look.selection.as_ref()?.id;
        let mut cache = self.look.tree.borrow_mut();
        match &*cache {
            Some((of, open, tree)) if *of == id && *open == self.look.tree_open => Some(Rc::clone(tree)),
            _ => {
                let tree = Rc::new(nodes(&self.btf, id, &self.look.tree_open));
                *cache = Some((id, self.look.tree_open.clone(), Rc::clone(&tree)));
                Some(tree)
            }
        }
    }
}
