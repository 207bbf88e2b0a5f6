//! [`ModulesDraft`]: a file of the names of modules under construction.

use btf::Kind;

use super::{BroughtKind, KFUNC, MARK, ModuleNames, ModulesFile, TYPES_KNOWN};
use crate::collect::{Found, Pool};
use crate::content::Content;
use crate::draft::{Draft, MergeError};
use crate::error::Unfit;
use crate::kernel::AtlasKernel;
use crate::node::{self, Word};
use crate::ranges::Ranges;

/// The names that modules of kernels bring, under construction. Like [`Draft`], gives the same bytes for the same
/// kernels in any order.
#[derive(Debug)]
pub struct ModulesDraft(Draft);

impl Default for ModulesDraft {
    fn default() -> ModulesDraft {
        ModulesDraft::new()
    }
}

impl ModulesDraft {
    /// An empty draft.
    pub fn new() -> ModulesDraft {
        ModulesDraft(Draft::of(Content::ModuleNames))
    }

    /// Adds a note on the maker or the sources of the file.
    ///
    /// # Errors
    /// As [`Draft::note`].
    pub fn note(&mut self, note: &str) -> Result<(), Unfit> {
        self.0.note(note)
    }

    /// Adds a kernel. `modules`: all its modules, with the names that they bring. Returns whether the kernel was new;
    /// if not, nothing changes.
    ///
    /// # Errors
    /// When a limit of an atlas is exceeded, or a name is not valid.
    pub fn add(&mut self, kernel: AtlasKernel, modules: &[ModuleNames]) -> Result<bool, Unfit> {
        let bad = |name: &[u8]| name.is_empty() || name.len() > btf::LONGEST_STRING as usize || name.contains(&0);
        if modules.iter().any(|m| bad(&m.module) || m.names.iter().any(|(_, name)| bad(name))) {
            return Err(Unfit::TooMuch("names that are empty, too long or contain a NUL"));
        }
        self.0.add_found(kernel, |pool| Ok(found(pool, modules)))
    }

    /// Adds the kernels of another file, and its notes.
    ///
    /// # Errors
    /// When the file is damaged or cannot be read, or a limit of an atlas is exceeded. After an error, the draft must
    /// not be used any more.
    pub fn merge<R: Ranges>(&mut self, modules: &ModulesFile<R>) -> Result<(), MergeError> {
        self.0.merge(&modules.0)
    }

    /// Adds the kernels of another file for which `keep` returns true, and its notes.
    ///
    /// # Errors
    /// As [`ModulesDraft::merge`].
    pub fn merge_some<R: Ranges>(
        &mut self,
        modules: &ModulesFile<R>,
        keep: impl Fn(&AtlasKernel) -> bool,
    ) -> Result<(), MergeError> {
        self.0.merge_some(&modules.0, keep)
    }

    /// The bytes of the file.
    ///
    /// # Errors
    /// As [`Draft::write`].
    pub fn write(&self) -> Result<Vec<u8>, Unfit> {
        self.0.write()
    }
}

fn found(pool: &mut Pool, modules: &[ModuleNames]) -> Vec<Found> {
    let mut out = Vec::new();
    if modules.iter().all(|module| module.has_types) {
        let name = pool.texts.intern(TYPES_KNOWN);
        let module = pool.nodes.intern(&node::to_name(Kind::Fwd, name, 0));
        let content = pool.nodes.intern(&[node::record_head(Kind::Var, false, 0), name, module, MARK]);
        out.push((pool.nodes.intern(&node::to_name(Kind::Var, name, 0)), content));
    }
    for ModuleNames { module, names, .. } in modules {
        let module = pool.texts.intern(module);
        let module = pool.nodes.intern(&node::to_name(Kind::Fwd, module, 0));
        for (kind, name) in names {
            let vlen = if *kind == BroughtKind::Kfunc { KFUNC } else { 0 };
            let name = pool.texts.intern(name);
            let mut words = vec![node::record_head(kind.written_as(), false, vlen), name, module];
            words.extend(kind.linkage());
            let content = pool.nodes.intern(&words);
            out.push((pool.nodes.intern(&node::to_name(kind.written_as(), name, 0)), content));
        }
    }
    // If several modules have the same name, a name that they share counts once.
    out.sort_unstable();
    out.dedup();
    out
}

impl Draft {
    /// The module of a content, and how it brings its name: the `vlen` of a FUNC, or the linkage of a VAR.
    pub(crate) fn module_of(&self, content: u32) -> (&[u8], u32) {
        let words = self.pool.nodes.get(content);
        let module = node::words_of(words).find(|(what, _)| *what == Word::Node).map(|(_, node)| node);
        let reference = module.and_then(|module| node::reference(self.pool.nodes.get(module)));
        let how = match node::kind(words) {
            Some(Kind::Var) => words.get(node::FIXED).copied().unwrap_or_default(),
            _ => node::vlen(words),
        };
        (reference.map_or(&[], |(_, name, _)| self.pool.texts.get(name)), how)
    }
}
