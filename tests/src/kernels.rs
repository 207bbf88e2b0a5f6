//! Opens kernels and programs of the corpus.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use bpf::Object;
use btf::Btf;
use container::{Limits, Unpacked, unpack};

use crate::reference::Corpus;

/// The BTF of a kernel below `kernels/`, by its name without `.xz`.
///
/// # Panics
/// When it cannot be read.
pub fn kernel(corpus: &Corpus, name: &str) -> Arc<Btf> {
    let path = corpus.root().join("kernels").join(format!("{name}.xz"));
    let bytes = fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let found = unpack(name, &mut &bytes[..], &Limits::default(), &mut |_| ControlFlow::Continue(()));
    let Ok(Unpacked::File(opened)) = found else { panic!("{name} has no BTF") };
    Arc::new(Btf::parse(opened.btf.bytes.clone(), None).unwrap_or_else(|e| panic!("{name}: {e}")))
}

/// The names of all kernels below `kernels/`, without `.xz`, in order.
pub fn names(corpus: &Corpus) -> Vec<String> {
    let Ok(entries) = fs::read_dir(corpus.root().join("kernels")) else { return Vec::new() };
    let mut names: Vec<String> =
        entries.filter_map(|e| Some(e.ok()?.file_name().to_str()?.strip_suffix(".xz")?.to_owned())).collect();
    names.sort();
    names
}

/// The paths of the files `*.o` and `*.elf` in a folder and its sub-folders, sorted.
pub fn objects(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    let Ok(entries) = fs::read_dir(folder) else { return found };
    for path in entries.filter_map(|e| Some(e.ok()?.path())) {
        if path.is_dir() {
            found.extend(objects(&path));
        } else if path.extension().is_some_and(|e| e == "o" || e == "elf") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Opens an object file.
///
/// # Panics
/// When it is not a BPF object.
pub fn object(path: &Path) -> Arc<Object> {
    let bytes = fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    Arc::new(Object::parse(bytes).unwrap_or_else(|e| panic!("{}: {e}", path.display())))
}
