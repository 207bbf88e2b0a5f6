//! The files in `tests/fixtures/bin`, and the sections of an ELF.

use std::fs;
use std::path::{Path, PathBuf};

use object::{Object, ObjectSection};

/// The folder of the project.
pub fn project() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let project = tests.parent().unwrap_or(tests);
    // ClusterFuzzLite runs programs elsewhere than it builds them, with the fixtures beside them
    // (.clusterfuzzlite/build.sh).
    let beside = || Some(std::env::current_exe().ok()?.parent()?.join("btfscope"));
    if project.is_dir() { project.to_owned() } else { beside().unwrap_or_else(|| project.to_owned()) }
}

/// The folder of the compiled fixtures.
pub fn folder() -> PathBuf {
    project().join("tests/fixtures/bin")
}

/// The bytes of a compiled fixture.
///
/// # Panics
/// When it is not there.
pub fn read(name: &str) -> Vec<u8> {
    let path = folder().join(name);
    fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The folder of the objects with debug information. The objects in [`folder`] have none.
pub fn dwarf_folder() -> PathBuf {
    project().join("tests/fixtures/dwarf")
}

/// The bytes of an object with debug information.
///
/// # Panics
/// When it is not there.
pub fn read_dwarf(name: &str) -> Vec<u8> {
    let path = dwarf_folder().join(name);
    fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The names of all compiled fixtures, sorted.
///
/// # Panics
/// When the folder cannot be read.
pub fn names() -> Vec<String> {
    let folder = folder();
    let entries = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut names: Vec<String> =
        entries.filter_map(|e| e.ok()?.file_name().into_string().ok()).filter(|n| !n.starts_with('.')).collect();
    names.sort();
    names
}

/// The bytes of a section. The crate `object` finds it, so that tests of `crates/container` do not rely on that crate.
pub fn section(elf: &[u8], name: &str) -> Option<Vec<u8>> {
    let file = object::File::parse(elf).ok()?;
    let section = file.section_by_name(name)?;
    let data = section.data().ok()?;
    (!data.is_empty()).then(|| data.to_vec())
}

/// The BTF of a file: the section `.BTF` of an ELF file, or the file itself if it starts with the magic.
pub fn btf_of(bytes: &[u8]) -> Option<Vec<u8>> {
    match bytes.get(..2)? {
        [0x9f, 0xeb] | [0xeb, 0x9f] => Some(bytes.to_vec()),
        _ => section(bytes, ".BTF"),
    }
}
