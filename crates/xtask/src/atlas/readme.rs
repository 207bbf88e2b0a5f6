//! `README.md` beside the atlas: the contents and sources of the atlas, and how to make it again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::record::Record;
use crate::machine::{Doing, Outcome};

const FILE: &str = "README.md";

/// Writes the file.
///
/// # Errors
/// When it cannot be written.
pub fn write(folder: &Path, record: &Record) -> Outcome<()> {
    fs::write(folder.join(FILE), text(record)).doing(FILE)
}

fn text(record: &Record) -> String {
    let rows = record.rows();
    let branches: BTreeSet<(u32, u32)> = rows.iter().map(|row| numbers(&row.branch())).collect();
    let mut counts: BTreeMap<&str, BTreeMap<(u32, u32), u32>> = BTreeMap::new();
    for row in rows {
        *counts.entry(row.architecture()).or_default().entry(numbers(&row.branch())).or_default() += 1;
    }
    let mut table = String::from("| |");
    for (major, minor) in &branches {
        table += &format!(" {major}.{minor} |");
    }
    table += &format!("\n|---|{}\n", "---|".repeat(branches.len()));
    for (architecture, of) in &counts {
        table += &format!("| {architecture} |");
        for branch in &branches {
            table += &of.get(branch).map_or(" |".to_owned(), |count| format!(" {count} |"));
        }
        table.push('\n');
    }
    let with_modules = rows.iter().filter(|row| row.modules() > 0).count();
    let security = rows.iter().filter(|row| row.suite().ends_with("-security")).count();
    let main = rows.len() - security;
    let with_types = rows.iter().filter(|row| row.modules_with_types() > 0).count();
    format!(
        "# The atlas of Debian's kernels

`debian.atlas` holds the types of {} kernels of Debian; `debian-modules.atlas` the names of functions, kfuncs and struct_ops types that
the modules of {with_modules} of them bring, and of {with_types} of these the names of structs, unions, enums and their values, typedefs and variables. docs/atlas.md of btfscope describes both files to the byte.

The modules of the other kernels have no BTF (5.10), could not be fetched, or were not looked at (`modules` is 0 in `kernels.tsv`), so
nothing can be said of them. Packages that the archive did not have at the time come with a later run. Kernels of 32 bits, those of
mips64el and loong64, and those of 6.1 for ppc64el and s390x have no BTF.

{table}
`kernels.tsv` names the source of each kernel: a package of Debian, its version, the suite that had it, and the SHA-256 digests
of the package and of the kernel's BTF. {main} packages are of the archive `debian` (<https://deb.debian.org/debian>), {security}, whose suites
end in `-security`, of `debian-security` (<https://deb.debian.org/debian-security>). The lists of both are signed; whichever mirror a package
came from, it was compared with its digest there.

Both files hold facts about interfaces of the Linux kernel, which is under the GPL-2.0: names, sizes and offsets of types, as its
builds state them in their BTF. They hold no code.

`cargo xtask atlas --modules` adds names of types: it takes the kernels again whose modules, or the types of these, were not read.

To make them again, or to add what Debian has released since: `cargo xtask atlas` (on Debian, with its apt; no root is needed). It
takes the newest kernel of each line, which is a release of Debian, a branch of Linux, an architecture and a flavour; `--depth 2` takes
the two newest of each. A kernel in the atlas stays in it, so links to it stay valid. This file is written by the same command.
",
        rows.len()
    )
}

fn numbers(branch: &str) -> (u32, u32) {
    let (major, minor) = branch.split_once('.').unwrap_or((branch, ""));
    (major.parse().unwrap_or(0), minor.parse().unwrap_or(0))
}
