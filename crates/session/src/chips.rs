//! The open files as the page's top shows them.

use desk::FileId;
use model::kind::FileKind;
use model::words::apart;

use crate::Session;
use crate::file::OpenFile;

/// An open file at the top of the page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chip {
    /// Which file.
    pub id: FileId,
    /// Its whole name.
    pub name: String,
    /// What is written: of several kernels what distinguishes them.
    pub short: String,
    /// What it is: of the file that is shown, and of one alone, all that is known.
    pub facts: String,
    /// All that is known, for whoever points at it.
    pub title: String,
    /// It is the file that is shown.
    pub current: bool,
    /// It is one of several that may be kernels: those that stand side by side are one group.
    pub grouped: bool,
}

impl Session {
    /// The open files in their order; kernels stand together, where the first of them is.
    pub fn chips(&self) -> Vec<Chip> {
        let files = self.files();
        let is_kernel = |file: &OpenFile| file.kind == FileKind::Kernel;
        // Types without a name for what they are of may be a kernel's: programs are tried on them, too.
        let may_be = |file: &&OpenFile| is_kernel(file) || file.kind == FileKind::Raw;
        let kernels: Vec<&OpenFile> = files.iter().filter(may_be).collect();
        let short = apart(&kernels.iter().map(|file| file.name.as_str()).collect::<Vec<_>>());
        let grouped = kernels.len() > 1;
        let chip = |file: &OpenFile, short: Option<&String>| {
            let current = self.current() == Some(file.id);
            let facts = file.facts();
            let version = file.version.as_ref().map(|version| format!(" — {version}")).unwrap_or_default();
            Chip {
                id: file.id,
                name: file.name.clone(),
                short: short.unwrap_or(&file.name).clone(),
                title: format!("{} — {facts}{version}", file.name),
                facts: if current || files.len() == 1 { facts } else { file.what().to_owned() },
                current,
                grouped: grouped && short.is_some(),
            }
        };
        let named = |file: &OpenFile| {
            let at = kernels.iter().position(|kernel| kernel.id == file.id);
            chip(file, at.and_then(|at| short.get(at)))
        };
        let mut together = files.iter().filter(|file| is_kernel(file)).map(named);
        let mut chips = Vec::with_capacity(files.len());
        for file in files {
            match is_kernel(file) {
                true => chips.extend(together.by_ref()),
                false => chips.push(named(file)),
            }
        }
        chips
    }
}
