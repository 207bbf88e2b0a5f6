//! What the measurements share: the bytes they are made on, and libbpf.

pub mod counting;
pub mod libbpf;

use std::path::PathBuf;
use std::{env, fs};

/// A kernel's BTF to measure on.
pub struct Subject {
    /// What it is, for the head of a table.
    pub name: String,
    /// Where it lies.
    pub path: PathBuf,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// Debian's 6.1 kernel of the corpus that `BTFSCOPE_CORPUS` names, so that numbers of different machines are of the same work;
/// without it the running kernel.
pub fn subject() -> Option<Subject> {
    let corpus = env::var_os("BTFSCOPE_CORPUS")
        .map(|folder| PathBuf::from(folder).join("files/btf/vmlinux-deb-6.1.176-amd64.btf"));
    let running = PathBuf::from("/sys/kernel/btf/vmlinux");
    let places =
        corpus.map(|path| ("Debian's 6.1.176 amd64", path)).into_iter().chain([("the running kernel", running)]);
    for (name, path) in places {
        if let Ok(bytes) = fs::read(&path) {
            let types = btf::Btf::parse(bytes.clone(), None).map_or(0, |btf| btf.own_type_count());
            return Some(Subject { name: format!("{name}: {} bytes, {types} types", bytes.len()), path, bytes });
        }
    }
    println!("SKIPPED: neither BTFSCOPE_CORPUS nor /sys/kernel/btf/vmlinux has a kernel's BTF to measure on");
    None
}
