//! The lists of a file, and a module moved onto a kernel.

use std::sync::Arc;

use btf::Btf;
use wire::wire;

use super::{Answer, Desk, Held, problem};
use crate::file::FileId;
use crate::lists::Lister;
use crate::session::Problem;

/// Rows of a table that are sent to the page; a filter finds the others.
const MOST: usize = 4000;

/// List what a file has beside its types.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AskLists {
    /// Which file.
    pub file: FileId,
    /// The kernel to look at a distilled base on.
    pub kernel: Option<FileId>,
    /// Of which list the rows are wanted.
    pub at: u32,
    /// What the rows must have in them.
    pub text: String,
}
wire!(struct AskLists { file, kernel, at, text });

/// Move a module from its distilled base onto a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveBase {
    /// The module.
    pub file: FileId,
    /// The kernel.
    pub kernel: FileId,
}
wire!(struct MoveBase { file, kernel });

impl AskLists {
    /// The files that it is about.
    pub(super) fn files(&self) -> Vec<FileId> {
        [self.file].into_iter().chain(self.kernel).collect()
    }
}

pub(super) fn lists(desk: &Desk, request: &AskLists) -> Result<Answer, Box<Problem>> {
    let file = desk.file(request.file)?;
    let kernel = request.kernel.and_then(|id| desk.file(id).ok());
    let inline = inline(file);
    let lister = Lister {
        btf: &file.btf,
        distilled: file.distilled,
        ids: file.extras.ids.as_deref(),
        symbols: file.extras.symbols.as_deref(),
        inline: inline.as_ref(),
        kernel: kernel.map(|kernel| (kernel.name.as_str(), &*kernel.btf)),
    };
    let listed = lister.list(request.at, &request.text, MOST);
    Ok(Answer::Lists(request.clone(), Box::new(listed)))
}

/// `.BTF.inline` on the file's types.
fn inline(file: &Held) -> Option<Btf> {
    Btf::parse(Arc::clone(file.extras.inline.as_ref()?), Some(Arc::clone(&file.btf))).ok()
}

pub(super) fn move_base(desk: &Desk, request: &MoveBase) -> Result<Answer, Box<Problem>> {
    let (file, kernel) = (desk.file(request.file)?, desk.file(request.kernel)?);
    let moved = relate::relocate_base(&file.btf, &kernel.btf);
    let moved =
        moved.map_err(|e| Box::new(problem(&file.name, &format!("It cannot be moved onto {}: {e}.", kernel.name))))?;
    match moved.blob {
        Some(blob) => Ok(Answer::Moved(request.clone(), Arc::from(blob))),
        None => Err(Box::new(problem(&file.name, &format!("It does not fit on {}.", kernel.name)))),
    }
}
