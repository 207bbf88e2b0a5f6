//! The parts that measurements share: the kernel to measure on, the counting allocator, and libbpf.

pub mod counting;
pub mod libbpf;

use std::path::PathBuf;
use std::{env, fs};

/// A kernel's BTF to measure on.
pub struct Subject {
    /// A description for the head of a table.
    pub name: String,
    /// The bytes of the BTF.
    pub bytes: Vec<u8>,
}

/// A description and the path of the kernel: Debian's 6.1 in the corpus (`BTFSCOPE_CORPUS`), so that results of
/// different machines can be compared; or else the running kernel. `None` if there is neither.
pub fn place() -> Option<(&'static str, PathBuf)> {
    let corpus = env::var_os("BTFSCOPE_CORPUS")
        .map(|folder| PathBuf::from(folder).join("files/btf/vmlinux-deb-6.1.176-amd64.btf"));
    let running = ("the running kernel", PathBuf::from("/sys/kernel/btf/vmlinux"));
    let corpus = corpus.map(|path| ("Debian's 6.1.176 amd64", path));
    let place = corpus.into_iter().chain([running]).find(|(_, path)| path.is_file());
    if place.is_none() {
        println!("SKIPPED: neither BTFSCOPE_CORPUS nor /sys/kernel/btf/vmlinux has a kernel's BTF to measure on");
    }
    place
}

/// The kernel's BTF at [`place`].
pub fn subject() -> Option<Subject> {
    let (name, path) = place()?;
    let bytes = fs::read(path).ok()?;
    let types = btf::Btf::parse(bytes.as_slice(), None).map_or(0, |btf| btf.own_type_count());
    Some(Subject { name: format!("{name}: {} bytes, {types} types", bytes.len()), bytes })
}
