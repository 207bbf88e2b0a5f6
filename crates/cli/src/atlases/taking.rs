//! Puts the kernels of files into an atlas that is being made.

use std::path::Path;

use atlas::{AtlasKernel, Draft, KernelTable, Unfit};
use btf::Btf;
use container::{Opened, PackageFacts, package_facts};

use super::identity::kernel;
use super::same::{Other, Same};
use crate::fail::{Failure, say};
use crate::files::{self, AsText};
use crate::with_base::Which;

/// Puts kernels into an atlas, and prints a message when two files are the same kernel, or two kernels of the same name
/// have different types.
pub struct Taking<'a> {
    /// The atlas being made.
    pub draft: &'a mut Draft,
    table: &'a KernelTable,
    same: Same,
}

impl<'a> Taking<'a> {
    /// Continues a draft. A kernel is described by its row of the table, if it has one.
    pub fn new(draft: &'a mut Draft, table: &'a KernelTable) -> Taking<'a> {
        let same = Same::of(draft.kernels());
        Taking { draft, table, same }
    }

    /// Adds the kernel that a file is, or all kernels of an archive or package and of the archives in it.
    ///
    /// # Errors
    /// When the file cannot be read or holds no kernel, and when one of its kernels cannot be read or does not go into
    /// an atlas. The other kernels are added all the same.
    pub fn add(&mut self, path: &Path) -> Result<(), Failure> {
        let package = match files::is_stdin(path) {
            true => None,
            false => files::source(path).ok().and_then(|mut source| package_facts(&mut source)),
        };
        let mut failed = None;
        let mut fails = |e| {
            if let Some(before) = failed.replace(e) {
                say(Failure::message(&before));
            }
        };
        let all = Which::of(path, None).each_kernel(&mut |inner, opened| {
            // The path within an archive may tell the release, so it is appended to the path of the archive.
            let inner = if inner.is_empty() { path.to_owned() } else { path.join(inner) };
            if let Err(e) = opened.and_then(|opened| self.add_opened(&inner, &opened, package.as_ref())) {
                fails(e);
            }
        });
        if let Err(e) = all {
            fails(e);
        }
        failed.map_or(Ok(()), Err)
    }

    fn add_opened(&mut self, path: &Path, opened: &Opened, package: Option<&PackageFacts>) -> Result<(), Failure> {
        if let Some(need) = &opened.needs_base {
            // A split BTF is refused before it is parsed: without its base, its string offsets would look wrong.
            return Err(path.bad(format!("{} ({})", Unfit::Split, need.why)));
        }
        let mut btf = Btf::parse(opened.btf.bytes.clone(), None).map_err(|e| path.bad(e))?;
        if let Some(size) = opened.pointer_size() {
            btf.set_pointer_size(size);
        }
        let kernel = kernel(path, opened, package, &btf, self.table)?;
        self.draft.add(kernel.clone(), &btf).map_err(|e| path.bad(e))?;
        self.tell(path, &kernel);
        Ok(())
    }

    fn tell(&mut self, path: &Path, kernel: &AtlasKernel) {
        let shown = path.as_text();
        match self.same.note(kernel, &shown) {
            None => {}
            Some(Other::Equal(first)) => say(&format!("{shown}: the same kernel as {first}; it is in the atlas once")),
            Some(Other::Differs { first, names: [a, b] }) => say(&format!(
                "warning: {shown}: its types are not those of {first}, which is {} of the same distribution, too; both are kept: {a} and {b}",
                kernel.release
            )),
        }
    }
}
