//! An open file: its BTF, what is known of it, and what the person was looking at in it.

use crate::look::rows::RowsMsg;
use crate::state::Out;
use model::views::View;
use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::Arc;

use btf::{Btf, DeclTags, Endian, Ext, NameIndex, TypeId};
use desk::{FileId, FileInput, Files, Keep, NotOpen, Origin};
use model::extras::Extras;
use model::focus::BlobId;
use model::focus::ByteFocus;
use model::focus::Selection;
use model::from_dwarf::FromDwarf;
use model::kind::FileKind;
use model::table::Table;
use model::tree::{Expanded, Node};
use model::words::{file_size, many};

use crate::look::rows::Rows;
use crate::type_list::TypeList;
use crate::{Screen, Session};

/// What a person looks at in a file.
#[derive(Debug)]
pub struct Look {
    /// The selected type and member.
    pub selection: Option<Selection>,
    /// The byte, when one was chosen rather than a member.
    pub byte: Option<ByteFocus>,
    /// The member table and the tree of the selected type.
    pub(crate) rows: Rows,
    /// The type list.
    pub list: TypeList,
    /// What was shown of it when another file was chosen.
    pub(crate) left_at: Screen,
}

impl Look {
    fn new(btf: &Arc<Btf>) -> Look {
        Look {
            selection: None,
            byte: None,
            rows: Rows::default(),
            list: TypeList::new(Arc::clone(btf)),
            left_at: Screen::default(),
        }
    }
}

/// An open file.
#[derive(Debug)]
pub struct OpenFile {
    /// Which.
    pub id: FileId,
    /// Its name, which no other open file has.
    pub name: String,
    /// The name that it came with; several files may.
    pub given: String,
    /// What it is.
    pub kind: FileKind,
    /// What it is in words, where its kind says no more than that it has BTF; else empty.
    what: String,
    /// The file's size in bytes.
    pub size: u64,
    /// Where `.BTF` starts in the file.
    pub btf_at: Option<u64>,
    /// Its types.
    pub btf: Arc<Btf>,
    /// It is a program without BTF: [`OpenFile::btf`] is one of no types, which is not in the file.
    pub bare: bool,
    /// How its types were made of debug information, if they were.
    pub from_dwarf: Option<Box<FromDwarf>>,
    /// It has debug information beside its BTF.
    pub has_dwarf: bool,
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
    /// Where it came from.
    pub origin: Origin,
    /// What the person looks at in it.
    pub look: Look,
    /// What it has beside its types.
    pub extras: Extras,
    /// It lists inlined calls itself.
    inlined: bool,
    names: OnceCell<NameIndex>,
    tags: OnceCell<DeclTags>,
    /// Of a program: the words of `.BTF` and of `.BTF.ext` that are relocated.
    filled: OnceCell<[Vec<u32>; 2]>,
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
        // The browser kept it under its digest.
        let digest = if let Origin::Kept(sha256) = &input.origin { Some(sha256.clone()) } else { None };
        let inlined = input.kind == FileKind::Raw && btf.types().any(|t| t.kind() == btf::Kind::LocSec);
        OpenFile {
            id,
            given: input.name.clone(),
            name: input.name,
            kind: input.kind,
            what: input.what,
            size: input.size,
            btf_at: input.btf_at,
            ext,
            base,
            distilled: input.base.is_some() && base.is_none(),
            arch: input.arch,
            version: input.version,
            digest,
            digest_of: input.digest_of.unwrap_or_else(|| btf.shared_bytes()),
            bare: input.bare,
            from_dwarf: input.from_dwarf,
            has_dwarf: input.has_dwarf,
            btf,
            origin: input.origin,
            look,
            extras: input.extras,
            inlined,
            names: OnceCell::new(),
            tags: OnceCell::new(),
            filled: OnceCell::new(),
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

    /// Whether an ELF relocation fills the word that starts at a byte of a blob.
    pub fn is_filled(&self, blob: BlobId, at: u32) -> bool {
        let place = match blob {
            _ if self.kind != FileKind::Program => return false,
            BlobId::Own => 0,
            BlobId::Ext => 1,
            BlobId::Base(_) => return false,
        };
        let both = || [".BTF", ".BTF.ext"].map(|section| container::filled_words(&self.digest_of, section));
        self.filled.get_or_init(both).get(place).is_some_and(|words| words.binary_search(&at).is_ok())
    }

    /// Whether it is a program with CO-RE relocations.
    pub fn has_relocations(&self) -> bool {
        self.kind == FileKind::Program && self.ext.as_ref().is_some_and(|ext| ext.core_relos().next().is_some())
    }

    /// Whether a program's relocations are resolved on it: it may be a kernel, or a module of one.
    pub fn is_target(&self) -> bool {
        matches!(self.kind, FileKind::Kernel | FileKind::Module | FileKind::Raw)
    }

    /// Whether it may have lists beside its types.
    pub fn has_lists(&self) -> bool {
        match self.kind {
            FileKind::Kernel | FileKind::Module | FileKind::Program => true,
            FileKind::Base | FileKind::Raw => {
                let extras = &self.extras;
                let beside = extras.ids.is_some() || extras.inline.is_some() || extras.sections.is_some();
                self.inlined || self.distilled || beside
            }
        }
    }

    /// What it is, in words.
    pub fn what(&self) -> &str {
        if self.what.is_empty() { self.kind.as_str() } else { &self.what }
    }

    /// What its chip says after the name: `kernel · 4.4 MB · 100,642 types · 64-bit LE`.
    pub fn facts(&self) -> String {
        let mut parts = vec![self.what().to_owned(), file_size(self.size)];
        parts.push(match self.bare {
            true => "no BTF".to_owned(),
            false => many(self.btf.own_type_count().into(), "type"),
        });
        let order = match self.btf.endian() {
            Endian::Little => "LE",
            Endian::Big => "BE",
        };
        parts.push(format!("{}-bit {order}", self.btf.pointer_size() * 8));
        parts.extend(self.arch.clone());
        if self.origin.atlas().is_some() {
            parts.push("from the atlas".to_string());
        }
        if self.from_dwarf.is_some() {
            parts.push("made from DWARF".to_string());
        }
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

    /// Takes what happens in the member table or the tree.
    pub(crate) fn update_rows(&mut self, msg: RowsMsg, view: View) -> Vec<Out> {
        let OpenFile { btf, look, .. } = self;
        look.rows.update(msg, btf, look.selection.as_ref(), view)
    }

    /// The rows of the member table of the selected type.
    pub fn table(&self) -> Option<Rc<Table>> {
        Some(self.look.rows.table(&self.btf, self.look.selection.as_ref()?.id))
    }

    /// The row of `table` that is gone to: a hole, or that of the selected member.
    pub fn active_row(&self, table: &Table) -> Option<usize> {
        self.look.rows.active(table, self.look.selection.as_ref()?)
    }

    /// The members of the selected type that are open in Layout.
    pub fn open_members(&self) -> &Expanded {
        self.look.rows.table_open()
    }

    /// The lines of the tree of the selected type.
    pub fn tree(&self) -> Option<Rc<Vec<Node>>> {
        Some(self.look.rows.tree(&self.btf, self.look.selection.as_ref()?.id))
    }
}

/// What goes to the desk with a file whose base there is `base`. Without that the bytes of its base go along.
fn keep(file: &OpenFile, base: Option<FileId>) -> Keep {
    let mut blobs = Vec::new();
    let mut at: Option<&Btf> = Some(&file.btf);
    while let Some(btf) = at {
        blobs.insert(0, btf.shared_bytes());
        at = btf.base().filter(|_| base.is_none()).map(|base| &**base);
    }
    let own = blobs.last().is_some_and(|own| Arc::ptr_eq(own, &file.digest_of));
    Keep {
        id: file.id,
        name: file.name.clone(),
        kind: file.kind,
        base,
        blobs,
        ext: file.ext.as_ref().map(|ext| Arc::from(ext.bytes())),
        object: (!own).then(|| Arc::clone(&file.digest_of)),
        pointer_size: file.btf.pointer_size(),
        extras: file.extras.clone(),
        distilled: file.distilled,
        atlas: None,
    }
}

impl Files for Session {
    fn base_of(&self, id: FileId) -> Result<Option<FileId>, NotOpen> {
        // An atlas stands on nothing.
        let atlas = self.atlas().dropped().iter().any(|atlas| atlas.id == id);
        if atlas { Ok(None) } else { self.file_of(id).map(|file| file.base).ok_or(NotOpen) }
    }

    fn keep(&self, id: FileId, base: Option<FileId>) -> Option<Keep> {
        self.file_of(id).map(|file| keep(file, base)).or_else(|| self.atlas().keep(id))
    }
}
