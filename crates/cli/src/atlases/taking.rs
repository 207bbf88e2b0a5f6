//! Puts the kernels of a file into an atlas that is being made.

use std::path::Path;

use atlas::{Draft, Unfit};
use btf::Btf;
use container::{EntryKind, Opened, PackageFacts, package_facts};

use super::identity::{Table, kernel};
use crate::fail::{Failure, say};
use crate::files::{self, AsText};
use crate::with_base::{Content, Which, one_file};

/// Adds the kernel of a file, a package or a compressed archive, or all kernels of an archive.
///
/// # Errors
/// When the file cannot be read or holds no kernel, when one of its kernels cannot be read (the others are added), and
/// when one does not go into an atlas.
pub fn add(draft: &mut Draft, path: &Path, table: &Table) -> Result<(), Failure> {
    let package = match files::is_stdin(path) {
        true => None,
        false => files::source(path).ok().and_then(|mut source| package_facts(&mut source)),
    };
    let archive = match Which::of(path, None).kernel_or_list()? {
        Content::File(opened) => return add_opened(draft, path, &opened, package.as_ref(), table),
        Content::Archive(archive) => archive,
    };
    let is_kernel = |kind: EntryKind| matches!(kind, EntryKind::Kernel | EntryKind::Btf);
    let paths: Vec<String> = archive.entries.iter().filter(|e| is_kernel(e.kind)).map(|e| e.path.clone()).collect();
    if paths.is_empty() {
        return one_file(path, Content::Archive(archive)).map(|_| ());
    }
    let mut failed = None;
    for entry in paths {
        let opened = Which::entry(path, Some(&entry)).alone();
        // Its own path says which kernel it is.
        let inner = path.join(&entry);
        if let Err(e) = opened.and_then(|opened| add_opened(draft, &inner, &opened, package.as_ref(), table))
            && let Some(before) = failed.replace(e)
        {
            say(before.message());
        }
    }
    failed.map_or(Ok(()), Err)
}

fn add_opened(
    draft: &mut Draft,
    path: &Path,
    opened: &Opened,
    package: Option<&PackageFacts>,
    table: &Table,
) -> Result<(), Failure> {
    let bad = |what: String| Failure::Bad(format!("{}: {what}", path.as_text()));
    if let Some(need) = &opened.needs_base {
        // Checked before the blob is judged: without its base its strings look damaged.
        return Err(bad(format!("{} ({})", Unfit::Split, need.why)));
    }
    let mut btf = Btf::parse(opened.btf.bytes.clone(), None).map_err(|e| bad(e.to_string()))?;
    if let Some(size) = opened.pointer_size() {
        btf.set_pointer_size(size);
    }
    let kernel = kernel(path, opened, package, &btf, table)?;
    draft.add(kernel, &btf).map(|_| ()).map_err(|e| bad(e.to_string()))
}
