//! A file on the desk, and what is made of it when a job first asks.

use std::cell::OnceCell;
use std::sync::Arc;

use btf::{Btf, Ext};
use desk::{Keep, Problem};
use model::extras::Extras;
use model::kernel_lists::Listed;
use model::kind::FileKind;
use model::lesson::GivenFile;
use model::program::Program;
use model::search::Columns;
use model::verdict::Ruling;
use needs::{Kernel, Modules, Release};
use relate::Users;

use crate::{kernel_lists, verdict};

/// A file on the desk.
#[derive(Debug)]
pub struct Held {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: FileKind,
    /// Its types, on those of its base.
    pub btf: Arc<Btf>,
    /// Its functions, lines and relocations.
    pub ext: Option<Arc<Ext>>,
    /// The whole program object, of programs.
    pub object: Option<Arc<[u8]>>,
    /// What it has beside its types.
    pub extras: Extras,
    /// It stands on the distilled base that it brought.
    pub distilled: bool,
    /// What is kept for searching.
    pub columns: Columns,
    /// None when it cannot be read.
    program: OnceCell<Option<Program>>,
    users: OnceCell<Users>,
    kernel: OnceCell<Kernel>,
}

impl Held {
    /// Reads what was sent; `base` is the file on the desk that it stands on. None when it is not BTF.
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

    /// The program.
    ///
    /// # Errors
    /// When there is none, or it cannot be read.
    pub fn program(&self) -> Result<&Program, Box<Problem>> {
        let made = self
            .program
            .get_or_init(|| Program::open(self.object.clone()?, Some(Arc::clone(&self.btf)), self.ext.clone()).ok());
        made.as_ref().ok_or_else(|| Box::new(Problem::new(&self.name, "The program in this file cannot be read.")))
    }

    /// Who uses each type.
    pub fn users(&self) -> &Users {
        self.users.get_or_init(|| Users::new(&self.btf))
    }

    /// The types as those of a kernel, with the index of candidates. Which kernel is taken from the name.
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
