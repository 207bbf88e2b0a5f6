//! [`unpack_each`]: all kernels of a file, be it a kernel, an archive, or archives within an archive. An archive with
//! kernels is read twice, however many kernels it has: once for its list, once for the files.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::{MAX_DEPTH, Unpacked, Unpacker, run};
use crate::FileRange;
use crate::archive::{Archive, EntryKind, FileHead, Place};
use crate::chunks::Chunks;
use crate::error::{OpenError, OpenErrorKind};
use crate::opened::Layer;
use crate::source::Source;
use crate::work::{Limits, OnProgress, Work};

/// Called for each kernel with its path, and with the opened kernel or the reason why it was not opened. Also called
/// for each file that is listed as a kernel, but turns out to be none: an archive without kernels, a text, an ELF file
/// with debug information but no BTF.
///
/// The path leads through the archives around the kernel, outermost first: it has the path of the file in each archive,
/// joined by slashes. An archive with only one kernel adds nothing to it.
pub type OnKernel<'a> = dyn FnMut(&str, Result<Unpacked, OpenError>) + 'a;

/// Takes the wanted files out of the next archive, in one walk.
pub(super) struct Each<'e> {
    /// The numbers of the wanted files.
    files: BTreeSet<u32>,
    on_file: RefCell<&'e mut OnFile<'e>>,
}

type OnFile<'e> = dyn FnMut(&FileHead, Chunks) + 'e;

impl Each<'_> {
    pub(super) fn wants(&self, file: u32) -> bool {
        self.files.contains(&file)
    }

    pub(super) fn files(&self) -> impl Iterator<Item = u32> + '_ {
        self.files.iter().copied()
    }

    pub(super) fn take(&self, head: &FileHead, content: Chunks) {
        // The callback never runs within itself: the content of a file is opened by another run, with another callback.
        if let Ok(mut on_file) = self.on_file.try_borrow_mut() {
            on_file(head, content);
        }
    }
}

/// Opens all kernels of a file: the file itself, or the images and raw BTF of an archive, and of the archives in it.
///
/// # Errors
/// As [`super::unpack`], for the file itself, and for damage behind the kernels that `on_kernel` was called for.
pub fn unpack_each(
    name: &str,
    source: &mut dyn Source,
    limits: &Limits,
    on_progress: &mut OnProgress<'_>,
    on_kernel: &mut OnKernel<'_>,
) -> Result<(), OpenError> {
    // Archives within an archive are read twice, as the outermost one is. Sound files stay far below this limit.
    let left = Cell::new(limits.ratio.saturating_mul(source.len().max(limits.ratio_from)));
    let around = Around { path: String::new(), layers: Vec::new(), left: &left };
    within(name, source, limits, &around, on_progress, on_kernel)
}

/// The archives and compressions around a file.
struct Around<'l> {
    /// The path in them.
    path: String,
    layers: Vec<Layer>,
    /// How many bytes may still come out of all archives within the outermost one.
    left: &'l Cell<u64>,
}

fn within(
    name: &str,
    source: &mut dyn Source,
    limits: &Limits,
    around: &Around<'_>,
    on_progress: &mut OnProgress<'_>,
    on_kernel: &mut OnKernel<'_>,
) -> Result<(), OpenError> {
    let nested = (!around.layers.is_empty()).then_some(around.left);
    let mut found = run(Work::new(name, *limits, on_progress).within(nested), source, None)?;
    let archive = match &mut found {
        Unpacked::Archive(archive) => archive,
        Unpacked::File(opened) => {
            opened.layers.splice(..0, around.layers.iter().cloned());
            on_kernel(&around.path, Ok(found));
            return Ok(());
        }
        Unpacked::Debug(file) | Unpacked::Text(file) => {
            file.layers.splice(..0, around.layers.iter().cloned());
            on_kernel(&around.path, Ok(found));
            return Ok(());
        }
    };
    let files = kernels(archive);
    if files.is_empty() {
        on_kernel(&around.path, Ok(found));
        return Ok(());
    }
    let layers = [&*around.layers, &*archive.layers].concat();
    let damage = archive.damage.take();
    let alone = files.len() == 1;
    let work = Work::new(name, *limits, on_progress).within(nested);
    let mut on_file = |head: &FileHead, mut content: Chunks| {
        let parts = [&*around.path, if alone { "" } else { &*head.path }];
        let path = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/");
        let layer = Layer { what: head.path.clone(), file_range: FileRange::default(), len: content.len() };
        let around = Around { path, layers: [&*layers, &[layer]].concat(), left: around.left };
        let inner = match around.layers.len() > MAX_DEPTH {
            true => Err(too_deep(name)),
            false => {
                // The archive's progress is reported, not that in the file; and who cancels the archive cancels the file.
                let go = &mut |_| match work.again() {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                };
                // The file stays in memory until its archives are read.
                let limits = Limits { output: limits.output.saturating_sub(content.len()), ..*limits };
                within(head.name(), &mut content, &limits, &around, go, on_kernel)
            }
        };
        if let Err(e) = inner
            && e.kind != OpenErrorKind::Cancelled
        {
            let name = [name, &*around.path].into_iter().filter(|p| !p.is_empty()).collect::<Vec<_>>().join("/");
            on_kernel(&around.path, Err(OpenError { name, ..e }));
        }
    };
    let each = Each { files, on_file: RefCell::new(&mut on_file) };
    let taken = Unpacker { each: Some(&each), ..Unpacker::new(&work, name) }.open(source);
    match (taken, damage) {
        (Err(cancelled), _) if cancelled.kind == OpenErrorKind::Cancelled => Err(cancelled),
        // The list has the same damage, and says more about it.
        (_, Some(damage)) => Err(*damage),
        (taken, None) => taken.map(|_| ()),
    }
}

fn too_deep(name: &str) -> OpenError {
    let (expected, found) = (format!("at most {MAX_DEPTH} layers"), "archives in archives".to_owned());
    OpenError::new(OpenErrorKind::TooLarge, name, FileRange::default(), &expected, found)
}

/// The numbers of the files of an archive that are kernel images or raw BTF.
fn kernels(archive: &Archive) -> BTreeSet<u32> {
    let is_kernel = |kind: EntryKind| matches!(kind, EntryKind::Kernel | EntryKind::Btf);
    let of_kernels = archive.entries.iter().filter(|entry| is_kernel(entry.kind));
    of_kernels.map(|entry| Place::of_index(entry.index).file).collect()
}
