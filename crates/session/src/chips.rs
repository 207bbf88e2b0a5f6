//! The chips of the open files at the top of the page.

use desk::FileId;
use model::kind::FileKind;
use model::words::apart;

use crate::Session;
use crate::file::OpenFile;

/// The chip of an open file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chip {
    /// The id of the file.
    pub id: FileId,
    /// Its whole name.
    pub name: String,
    /// The label. If several files may be kernels, the label of each of them is the part of its name that differs; for
    /// any other file, it is the whole name.
    pub short: String,
    /// The kind of file in words: `kernel`, `program`.
    pub facts: String,
    /// The tooltip: all facts.
    pub title: String,
    /// Whether the file is the current one.
    pub current: bool,
    /// Whether the file is one of several that may be kernels; their chips are drawn as one group.
    pub grouped: bool,
}

impl Session {
    /// The chips, in the order of the files, except that all kernels are at the place of the first kernel.
    pub fn chips(&self) -> Vec<Chip> {
        let files = self.files();
        let is_kernel = |file: &OpenFile| file.kind == FileKind::Kernel;
        // A raw BTF may be of a kernel, so programs' relocations are resolved on it, too.
        let may_be = |file: &&OpenFile| is_kernel(file) || file.kind == FileKind::Raw && file.is_target();
        let kernels: Vec<&OpenFile> = files.iter().filter(may_be).collect();
        let short = apart(&kernels.iter().map(|file| file.name.as_str()).collect::<Vec<_>>());
        let grouped = kernels.len() > 1;
        let chip = |file: &OpenFile| {
            let short = kernels.iter().position(|kernel| kernel.id == file.id).and_then(|at| short.get(at));
            let facts = file.facts();
            let version = file.about_kernel().map(|version| format!(" — {version}")).unwrap_or_default();
            Chip {
                id: file.id,
                name: file.name.clone(),
                short: short.unwrap_or(&file.name).clone(),
                title: format!("{} — {facts}{version}", file.name),
                facts: file.what().to_owned(),
                current: self.current() == Some(file.id),
                grouped: grouped && short.is_some(),
            }
        };
        let mut together = files.iter().filter(|file| is_kernel(file)).map(chip);
        let mut chips = Vec::with_capacity(files.len());
        for file in files {
            match is_kernel(file) {
                true => chips.extend(together.by_ref()),
                false => chips.push(chip(file)),
            }
        }
        chips
    }
}
