//! Reading the lists of a file, and moving a module onto a kernel.

use std::sync::Arc;

use btf::Btf;
use desk::AskLists;
use desk::MoveBase;
use desk::Problem;
use model::kernel_lists::{Listed, Lister};

use crate::{Desk, Held, Work};

/// How many rows of a list are sent to the page, at most; the filter reaches the others.
const MOST_ROWS: usize = 4000;

impl Work for AskLists {
    fn answer(&self, desk: &Desk) -> Result<Box<Listed>, Box<Problem>> {
        let file = desk.file(self.file)?;
        let kernel = self.kernel.and_then(|id| desk.file(id).ok());
        let listed = listed(file, kernel, self.at, &self.text);
        Ok(Box::new(listed))
    }
}

/// The lists of a file, and the rows that contain `text` in the list at index `at`. `kernel`: the kernel to match a
/// distilled base with.
pub(crate) fn listed(file: &Held, kernel: Option<&Held>, at: u32, text: &str) -> Listed {
    let inline = inline(file);
    let lister = Lister {
        btf: &file.btf,
        distilled: file.distilled,
        ids: file.extras.ids.as_deref(),
        symbols: file.extras.symbols.as_deref(),
        inline: inline.as_ref(),
        kernel: kernel.map(|kernel| (kernel.name.as_str(), &*kernel.btf)),
        sections: file.extras.sections.as_ref(),
        object: file.program().ok().map(|program| program.object()),
    };
    lister.list(at, text, MOST_ROWS)
}

/// `.BTF.inline`, decoded with the file as its base.
fn inline(file: &Held) -> Option<Btf> {
    Btf::parse(Arc::clone(file.extras.inline.as_ref()?), Some(Arc::clone(&file.btf))).ok()
}

impl Work for MoveBase {
    fn answer(&self, desk: &Desk) -> Result<Arc<[u8]>, Box<Problem>> {
        let (file, kernel) = (desk.file(self.file)?, desk.file(self.kernel)?);
        let moved = relate::relocate_base(&file.btf, &kernel.btf);
        let moved = moved.map_err(|e| {
            Box::new(Problem::new(&file.name, &format!("It cannot be moved onto {}: {e}.", kernel.name)))
        })?;
        match moved.blob {
            Some(blob) => Ok(Arc::from(blob)),
            None => Err(Box::new(Problem::new(&file.name, &format!("It does not fit on {}.", kernel.name)))),
        }
    }
}
