//! [`Modules`]: which module brings a name.

use super::{BroughtKind, KFUNC, TYPES_KNOWN};
use crate::error::Error;
use crate::header::Content;
use crate::kernel::Kernel;
use crate::names::Class;
use crate::node::{self, FIXED};
use crate::open::Atlas;
use crate::ranges::Ranges;
use crate::search::{Named, Sought};
use crate::sets::KernelSet;

/// A file that says what the modules of kernels bring. Like an atlas, it is read in parts, and each is verified first.
#[derive(Debug)]
pub struct Modules<R>(pub(super) Atlas<R>);

/// A module that brings a name, and in which kernels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Brought {
    /// What the name is.
    pub kind: BroughtKind,
    /// The module.
    pub module: Vec<u8>,
    /// The kernels whose module brings it.
    pub kernels: KernelSet,
}

/// A form of such a file.
struct OfModule {
    module: Vec<u8>,
    /// Of a FUNC, whether it is a kfunc.
    vlen: u32,
    /// Of a VAR, what it is.
    linkage: Option<u32>,
}

impl<R: Ranges> Modules<R> {
    /// Reads header and directory.
    ///
    /// # Errors
    /// When it is no such file, is damaged there, or its bytes are not at hand.
    pub fn open(ranges: R) -> Result<Modules<R>, Error> {
        Atlas::open_as(ranges, Content::ModuleNames).map(Modules)
    }

    /// The kernels whose modules were looked at, in their order. Of others nothing is known.
    pub fn kernels(&self) -> &[Kernel] {
        self.0.kernels()
    }

    /// The name of each of those kernels: see [`crate::kernel_names`].
    pub fn kernel_names(&self) -> Vec<String> {
        self.0.kernel_names()
    }

    /// Who made the file, and from what.
    pub fn notes(&self) -> &[String] {
        self.0.notes()
    }

    /// Which modules bring a name, by kind, module and kernels. Kernels of [`Modules::kernels`] that are in none of the sets have no
    /// module that does.
    ///
    /// # Errors
    /// When a block is damaged or not at hand.
    pub fn with(&self, name: &[u8]) -> Result<Vec<Brought>, Error> {
        let mut out = Vec::new();
        for form in self.0.forms_of(name, None)? {
            let Some(OfModule { module, vlen, linkage }) = self.module(form.block(), form.at())? else { continue };
            let kind = match form.kind {
                btf::Kind::Var => {
                    // What a later version writes is not understood, and passed over.
                    let Some(kind) = BroughtKind::TYPES.into_iter().find(|kind| kind.linkage() == linkage) else {
                        continue;
                    };
                    kind
                }
                btf::Kind::Typedef => BroughtKind::StructOps,
                _ if vlen == KFUNC => BroughtKind::Kfunc,
                _ => BroughtKind::Func,
            };
            out.push(Brought { kind, module, kernels: form.kernels });
        }
        out.sort_by(|a, b| (a.kind, &a.module, &a.kernels).cmp(&(b.kind, &b.module, &b.kernels)));
        Ok(out)
    }

    /// The kernels of whose modules types and variables are known, too: of others only functions, kfuncs and struct_ops types.
    ///
    /// # Errors
    /// When a block is damaged or not at hand.
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

    /// Names that modules bring and that fit, in order, at most `limit`: functions and kfuncs, or struct_ops types.
    ///
    /// # Errors
    /// When a block is damaged or not at hand.
    pub fn search(&self, struct_ops: bool, sought: Sought<'_>, limit: usize) -> Result<Vec<Named>, Error> {
        self.0.search(if struct_ops { Class::Types } else { Class::Functions }, sought, limit)
    }

    /// The module of a form, its `vlen`, and of a VAR its linkage; none when it has no module, which only a hostile file has.
    fn module(&self, block: usize, at: u32) -> Result<Option<OfModule>, Error> {
        let forms = self.0.forms(block)?;
        let words = forms.forms.get(at);
        let Some(&module) = words.get(FIXED - 1) else { return Ok(None) };
        let reference = node::reference(forms.nodes.get(module));
        Ok(reference.map(|(_, name, _)| OfModule {
            module: forms.texts.get(name).to_vec(),
            vlen: node::vlen(words),
            linkage: words.get(FIXED).copied(),
        }))
    }
}
