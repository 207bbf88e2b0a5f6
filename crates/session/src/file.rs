//! An open file: its BTF, its facts, and the state of its views.

use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::Arc;

use btf::{Btf, DeclTags, Endian, Ext, NameIndex, TypeId};
use desk::{FileId, FileInput, FromC, Origin};
use model::alternatives::Alternatives;
use model::extras::Extras;
use model::focus::BlobId;
use model::focus::ByteFocus;
use model::focus::Selection;
use model::from_dwarf::FromDwarf;
use model::kind::FileKind;
use model::table::{Gap, Table};
use model::tree::{Expanded, Node};
use model::words::{file_size, many};

use crate::rows::Rows;
use crate::screen::Screen;
use crate::type_list::TypeList;

/// The state of a file's views.
#[derive(Debug)]
pub struct Look {
    /// The selected type and member.
    pub selection: Option<Selection>,
    /// The chosen byte. None if no byte was chosen, or if a member was selected afterwards.
    pub byte: Option<ByteFocus>,
    /// The member table and the tree of the selected type.
    pub(crate) rows: Rows,
    /// The type list.
    pub list: TypeList,
    /// The screen that showed this file when another file became current. It is shown again when this file becomes
    /// current.
    pub(crate) screen: Screen,
}

/// An open file.
#[derive(Debug)]
pub struct OpenFile {
    /// The number by which messages name it.
    pub id: FileId,
    /// Its name, unique among open files.
    pub name: String,
    /// The name that it came with; several files may have come with the same name.
    pub given_name: String,
    /// Its kind: kernel, module, program and so on.
    pub kind: FileKind,
    /// A description of the file, if [`OpenFile::kind`] is just [`FileKind::Raw`]; else empty.
    what: String,
    /// The file's size in bytes.
    pub size: u64,
    /// The offset of `.BTF` in the file, in bytes; none if the file holds it compressed, or if `.BTF` does not come
    /// from the file.
    pub btf_at: Option<u64>,
    /// Its types.
    pub btf: Arc<Btf>,
    /// Whether it is a program without BTF; [`OpenFile::btf`] is then an empty blob that is not in the file.
    pub no_btf: bool,
    /// For a kernel header: the machine whose layouts its types have, because C says neither byte order nor alignment.
    /// None for other files.
    pub from_c: Option<Box<FromC>>,
    /// How its types were made from debug information; none for other files.
    pub from_dwarf: Option<Box<FromDwarf>>,
    /// Whether it has debug information in addition to its BTF.
    pub has_dwarf: bool,
    /// `.BTF.ext`: its functions, lines and relocations.
    pub ext: Option<Arc<Ext>>,
    /// The open file that is its base.
    pub base: Option<FileId>,
    /// Whether its base is a distilled one: its own `.BTF.base`, or an open file of the kind [`FileKind::Base`].
    pub distilled: bool,
    /// The architecture's name.
    pub arch: Option<String>,
    /// The compiler that made the file, if the file names it.
    pub compiler: Option<String>,
    /// The kernel's release: `6.1.0-50-amd64`.
    pub version: Option<String>,
    /// For a kernel of an atlas, the facts about it in one line: `debian bookworm 6.1.192 amd64`.
    pub in_atlas: Option<String>,
    /// SHA-256 in hex, once it is computed.
    pub digest: Option<String>,
    /// The bytes whose SHA-256 is the digest: the whole file of a program, or the `.BTF` of any other file.
    pub digest_of: Arc<[u8]>,
    /// Where it came from.
    pub origin: Origin,
    /// The state of its views.
    pub look: Look,
    /// The sections that it has beside its types.
    pub extras: Extras,
    /// Whether it is a raw BTF that lists inlined calls (`BTF_KIND_LOCSEC`).
    inlined: bool,
    names: OnceCell<NameIndex>,
    tags: OnceCell<DeclTags>,
    /// For a program: the offsets of the words in `.BTF` and in `.BTF.ext` that ELF relocations overwrite.
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
        // The browser stores a file under its digest, so the digest of a stored file is known.
        let digest = if let Origin::Kept(sha256) = &input.origin { Some(sha256.clone()) } else { None };
        let inlined = input.kind == FileKind::Raw && btf.types().any(|t| t.kind() == btf::Kind::LocSec);
        OpenFile {
            id,
            given_name: input.name.clone(),
            name: input.name,
            kind: input.kind,
            what: input.what,
            size: input.size,
            btf_at: input.btf_at,
            ext,
            base,
            distilled: input.base.is_some() && base.is_none(),
            arch: input.arch,
            compiler: input.compiler,
            version: input.version,
            in_atlas: input.in_atlas,
            digest,
            digest_of: input.digest_of.unwrap_or_else(|| btf.shared_bytes()),
            no_btf: input.no_btf,
            from_c: input.from_c,
            from_dwarf: input.from_dwarf,
            has_dwarf: input.has_dwarf,
            look: Look {
                selection: None,
                byte: None,
                rows: Rows::default(),
                list: TypeList::new(Arc::clone(&btf)),
                screen: Screen::default(),
            },
            btf,
            origin: input.origin,
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

    /// The declaration tags by the type that they tag.
    pub fn tags(&self) -> &DeclTags {
        self.tags.get_or_init(|| DeclTags::new(&self.btf))
    }

    /// The release of a kernel: the version that the file contains, or else the release in the file's name. For a raw
    /// BTF, only the name counts. None if there is neither, and for any other kind of file.
    pub fn release(&self) -> Option<String> {
        let named =
            || model::share::release(&self.name).filter(|_| matches!(self.kind, FileKind::Kernel | FileKind::Raw));
        self.version.clone().filter(|_| self.kind == FileKind::Kernel).or_else(named)
    }

    /// What people read about its kernel, in one line: the facts that an atlas has of it, or else its release.
    pub fn about_kernel(&self) -> Option<&str> {
        self.in_atlas.as_deref().or(self.version.as_deref())
    }

    /// Whether an ELF relocation of a program overwrites the word that starts at this byte of a blob, so that the
    /// word in the file is not the final one.
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

    /// Whether it may be a kernel or a module, so that programs' relocations are resolved on it. The scratch pad's file
    /// does not count: a person typed its types, so a relocation that fails on them is no fault of the program.
    pub fn is_target(&self) -> bool {
        matches!(self.kind, FileKind::Kernel | FileKind::Module | FileKind::Raw) && !self.origin.is_pad()
    }

    /// Whether it may have lists in addition to its types.
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

    /// The kind of file in words: `kernel`, `excerpt`.
    pub fn what(&self) -> &str {
        match self.what.as_str() {
            _ if self.is_excerpt() => "excerpt",
            "" => self.kind.as_str(),
            what => what,
        }
    }

    /// The facts that the tooltip of its chip shows: `kernel · 4.4 MB · 100,642 types · 64-bit LE`.
    pub fn facts(&self) -> String {
        let mut parts = vec![self.what().to_owned(), file_size(self.size)];
        parts.push(match self.no_btf {
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

    /// The BTF of a blob: its own or a base's. None for `.BTF.ext`, and for a base that it does not have.
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
        Some(self.look.rows.table(&self.btf, self.look.selection.as_ref()?.id))
    }

    /// The active row of `table`: the selected gap, or else the selected member.
    pub fn active_row(&self, table: &Table) -> Option<usize> {
        self.look.rows.active(table, self.look.selection.as_ref()?)
    }

    /// The members of the selected type that are expanded in Layout.
    pub fn open_members(&self) -> &Expanded {
        &self.look.rows.table_open.0
    }

    /// The alternatives of unions that the member table and the map show.
    pub fn alternatives(&self) -> &Alternatives {
        &self.look.rows.table_open.1
    }

    /// The selected gap. While a gap is selected, the selection is the struct that contains it.
    pub fn gap(&self) -> Option<Gap> {
        self.look.rows.gap(&self.btf, self.look.selection.as_ref()?)
    }

    /// Whether it may have programs: its `.BTF.ext` lists functions, or it has no BTF and so no such list.
    pub(crate) fn may_have_programs(&self) -> bool {
        let functions = |ext: &btf::Ext| ext.func_infos().next().is_some();
        self.no_btf || self.ext.as_deref().is_some_and(functions)
    }

    /// The lines of the tree of the selected type.
    pub fn tree(&self) -> Option<Rc<Vec<Node>>> {
        Some(self.look.rows.tree(&self.btf, self.look.selection.as_ref()?.id))
    }
}
