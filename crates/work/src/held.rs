//! A file on the desk, with indices that are built at the first question that needs them.

use std::cell::OnceCell;
use std::sync::Arc;

use btf::{Btf, Ext};
use desk::{Keep, Problem};
use lesson::GivenFile;
use model::extras::Extras;
use model::kernel_lists::Listed;
use model::kind::FileKind;
use model::program::Program;
use model::verdict::Ruling;
use needs::{Kernel, Modules, Release};
use relate::Users;
use search::Columns;

use crate::{kernel_lists, verdict};

/// A file on the desk.
#[derive(Debug)]
pub struct Held {
    /// The file's name, for problems. The kernel's release is read from it.
    pub name: String,
    /// The kind of file: kernel, module, program and so on.
    pub kind: FileKind,
    /// Its types, with the types of its base.
    pub btf: Arc<Btf>,
    /// `.BTF.ext`: its functions, lines and relocations.
    pub ext: Option<Arc<Ext>>,
    /// The whole object file, for a program.
    pub object: Option<Arc<[u8]>>,
    /// The bytes of further sections (`.BTF_ids`, `.BTF.inline`); empty where the file has none.
    pub extras: Extras,
    /// Whether its base is the file's own distilled base (`.BTF.base`).
    pub distilled: bool,
    /// The columns that searches read.
    pub columns: Columns,
    /// Parsed at the first question; holds `None` if there is no object, or if the object cannot be parsed.
    program: OnceCell<Option<Program>>,
    users: OnceCell<Users>,
    kernel: OnceCell<Kernel>,
}

impl Held {
    /// Decodes a file that the page sent; `base`: its base on the desk. `None` if one of its blobs is not BTF.
    pub(crate) fn new(keep: Keep, mut base: Option<Arc<Btf>>) -> Option<Held> {
        for blob in keep.blobs {
            let mut btf = Btf::parse(blob, base.take()).ok()?;
            btf.set_pointer_size(keep.pointer_size);
            base = Some(Arc::new(btf));
        }
        let btf = base?;
        let columns = Columns::new(Arc::clone(&btf));
        let ext = keep.ext.and_then(|bytes| Ext::parse(bytes).ok()).map(Arc::new);
        Some(Held {
            name: keep.name,
            kind: keep.kind,
            btf,
            ext,
            object: keep.object,
            columns,
            extras: keep.extras,
            distilled: keep.distilled,
            program: OnceCell::new(),
            users: OnceCell::new(),
            kernel: OnceCell::new(),
        })
    }

    /// The object file, parsed at the first call.
    ///
    /// # Errors
    /// The file is not a program, or it cannot be read.
    pub fn program(&self) -> Result<&Program, Box<Problem>> {
        let made = self
            .program
            .get_or_init(|| Program::open(self.object.clone()?, Some(Arc::clone(&self.btf)), self.ext.clone()).ok());
        made.as_ref().ok_or_else(|| Box::new(Problem::new(&self.name, "The program in this file cannot be read.")))
    }

    /// The users of each type.
    pub fn users(&self) -> &Users {
        self.users.get_or_init(|| Users::new(&self.btf))
    }

    /// The file as a kernel, with the index of candidates. Its release is taken from the file's name.
    pub fn kernel(&self) -> &Kernel {
        self.kernel.get_or_init(|| Kernel::new(Release::parse(&self.name), Arc::clone(&self.btf), Modules::Unknown))
    }
}

impl GivenFile for Held {
    fn btf(&self) -> &Arc<Btf> {
        &self.btf
    }

    fn ext(&self) -> Option<&Ext> {
        self.ext.as_deref()
    }

    fn program(&self) -> Option<&Program> {
        Held::program(self).ok()
    }

    fn kernel(&self) -> &Kernel {
        Held::kernel(self)
    }

    fn bytes(&self) -> Arc<[u8]> {
        self.object.clone().unwrap_or_else(|| Arc::from(self.btf.bytes()))
    }

    fn lists(&self, at: u32) -> Listed {
        kernel_lists::listed(self, None, at, "")
    }

    fn ruling(&self, at: u32) -> Result<Ruling, String> {
        verdict::ruling(self, at).map_err(|e| format!("libbpf does not load it: {e}"))
    }
}
