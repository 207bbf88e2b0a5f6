//! [`ModulesFile`]: finds the module that brings a name.

use super::{BroughtKind, KFUNC, TYPES_KNOWN};
use crate::content::Content;
use crate::error::Error;
use crate::kernel::AtlasKernel;
use crate::names::Class;
use crate::node::{self, FIXED};
use crate::open::Atlas;
use crate::ranges::Ranges;
use crate::search::{Named, Sought};
use crate::sets::KernelSet;

/// A file of the names that modules of kernels bring. Like an atlas, it is read in parts, each verified first.
#[derive(Debug)]
pub struct ModulesFile<R>(pub(super) Atlas<R>);

/// A module that brings a name, and the kernels for which it does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BroughtName {
    /// The kind of the name.
    pub kind: BroughtKind,
    /// The module.
    pub module: Vec<u8>,
    /// The kernels whose modules bring it.
    pub kernels: KernelSet,
}

impl<R: Ranges> ModulesFile<R> {
    /// Reads header and directory.
    ///
    /// # Errors
    /// When it is not a file of the names of modules, the header or directory is damaged, or its bytes are not at hand.
    pub fn open(ranges: R) -> Result<ModulesFile<R>, Error> {
        Atlas::open_as(ranges, Content::ModuleNames).map(ModulesFile)
    }

    /// The kernels whose modules were examined, in order. For other kernels nothing is known.
    pub fn kernels(&self) -> &[AtlasKernel] {
        self.0.kernels()
    }

    /// The name of each of [`ModulesFile::kernels`]: see [`crate::kernel_names`].
    pub fn kernel_names(&self) -> &[String] {
        self.0.kernel_names()
    }

    /// The modules that bring a name, sorted by kind, module and kernels. A kernel of [`ModulesFile::kernels`] that is
    /// in none of the results has no such module. For names of types, enumerators and variables this is certain only of
    /// kernels for which [`ModulesFile::with_types`] is true.
    ///
    /// # Errors
    /// When a block or a page of kernel sets is damaged or not at hand.
    pub fn with(&self, name: &[u8]) -> Result<Vec<BroughtName>, Error> {
        let mut out = Vec::new();
        for form in self.0.forms_of(name, None)? {
            let forms = self.0.forms(form.block())?;
            let words = forms.forms.get(form.at());
            let module = words.get(FIXED - 1).and_then(|module| node::reference(forms.nodes.get(*module)));
            // Only in a hostile file is there a form without a module.
            let Some((_, module, _)) = module else { continue };
            // The linkage of a VAR tells the kind of the name.
            let linkage = words.get(FIXED).copied();
            let kind = match form.kind {
                btf::Kind::Var => match BroughtKind::TYPES.into_iter().find(|kind| kind.linkage() == linkage) {
                    Some(kind) => kind,
                    // A kind from a later version is skipped.
                    None => continue,
                },
                btf::Kind::Typedef => BroughtKind::StructOps,
                _ if node::vlen(words) == KFUNC => BroughtKind::Kfunc,
                _ => BroughtKind::Func,
            };
            let module = forms.texts.get(module).to_vec();
            out.push(BroughtName { kind, module, kernels: form.kernels });
        }
        out.sort_by(|a, b| (a.kind, &a.module, &a.kernels).cmp(&(b.kind, &b.module, &b.kernels)));
        Ok(out)
    }

    /// For each kernel, whether its modules' types and variables are known, too; if not, only functions, kfuncs and
    /// struct_ops types are.
    ///
    /// # Errors
    /// When a block or a page of kernel sets is damaged or not at hand.
    pub fn with_types(&self) -> Result<Vec<bool>, Error> {
        let mut known = vec![false; self.kernels().len()];
        for form in self.0.forms_of(TYPES_KNOWN, Some(btf::Kind::Var))? {
            for kernel in form.kernels.iter() {
                if let Some(known) = known.get_mut(kernel as usize) {
                    *known = true;
                }
            }
        }
        Ok(known)
    }

    /// Matching names that modules bring, in order, at most `limit`: of struct_ops types if `struct_ops` is true, else
    /// of functions and kfuncs.
    ///
    /// # Errors
    /// When a block is damaged or not at hand.
    pub fn search(&self, struct_ops: bool, sought: Sought<'_>, limit: usize) -> Result<Vec<Named>, Error> {
        self.0.search(if struct_ops { Class::Types } else { Class::Functions }, sought, limit)
    }
}
