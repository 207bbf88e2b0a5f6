//! The packages that `cargo xtask package` made in `target/packages`, as people get them. `package` runs these tests;
//! `cargo xtask test` does not, since packing takes minutes and needs tools that no other test needs.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use object::elf::{DT_NEEDED, PT_DYNAMIC, PT_INTERP};
use object::read::elf::{Dyn, ElfFile64, ProgramHeader};
use tests::skip;

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The packages whose names end with `end`. There must be at least one.
fn packages(end: &str) -> Vec<PathBuf> {
    let folder = top().join("target/packages");
    let all = fs::read_dir(&folder).into_iter().flatten().map(|entry| entry.unwrap().path());
    let mut found: Vec<PathBuf> = all.filter(|path| path.to_string_lossy().ends_with(end)).collect();
    found.sort();
    assert!(!found.is_empty(), "there is no package *{end} in target/packages: run `cargo xtask package`");
    found
}

/// The program in an archive.
fn program(archive: &Path) -> Vec<u8> {
    let tar = |what: &str| {
        let output = Command::new("tar")
            .arg(what)
            .arg(archive)
            .args(["--numeric-owner", "--wildcards", "*/btfscope"])
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    };
    let listed = String::from_utf8(tar("-tvzf")).unwrap();
    assert!(listed.starts_with("-rwxr-xr-x 0/0 ") && listed.lines().count() == 1, "{listed}");
    tar("-xOzf")
}

/// The largest allowed size of a program with page and atlas inside, in bytes.
const MOST: usize = 16_000_000;

#[test]
fn programs_need_no_library() {
    for archive in packages("-linux-musl.tar.gz") {
        let name = archive.file_name().unwrap().to_string_lossy().into_owned();
        let bytes = program(&archive);
        let elf = ElfFile64::<object::Endianness>::parse(&bytes[..]).unwrap();
        let machine = if name.contains("aarch64") { object::elf::EM_AARCH64 } else { object::elf::EM_X86_64 };
        assert_eq!(elf.elf_header().e_machine.get(elf.endian()), machine, "{name}");
        for header in elf.elf_program_headers() {
            let kind = header.p_type(elf.endian());
            assert_ne!(kind, PT_INTERP, "{name} needs a loader");
            if kind == PT_DYNAMIC {
                let entries = header.dynamic(elf.endian(), &bytes[..]).unwrap().unwrap_or_default();
                let needed = entries.iter().filter(|entry| entry.d_tag(elf.endian()) == DT_NEEDED);
                assert_eq!(needed.count(), 0, "{name} needs a library");
            }
        }
        // Symbol versions, such as GLIBC_2.34, are strings in the file.
        assert!(!bytes.windows(8).any(|text| text == b"GLIBC_2."), "{name} needs a C library");
        let home = env::var("CARGO_HOME").or_else(|_| env::var("HOME")).unwrap_or_default();
        assert!(
            home.len() < 5 || !bytes.windows(home.len()).any(|text| text == home.as_bytes()),
            "{name} contains the path of its builder's folder: {home}"
        );
        assert!(bytes.len() <= MOST, "{name} takes {} bytes, more than {MOST}", bytes.len());
    }
}

#[test]
fn packages_work_in_a_bare_debian() {
    let debs = packages("_amd64.deb");
    let (Some(deb), true) = (debs.first(), cfg!(target_arch = "x86_64")) else { return };
    let script = top().join("tests/bare-debian.sh");
    let object = tests::fixture::folder().join("families.clang.bpfel.o");
    let output = Command::new(script).arg(deb.parent().unwrap()).arg(&object).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    if output.status.code() == Some(77) {
        return skip(&format!("no bare Debian: {}", said.trim()));
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.ends_with("\nall of it works\n"), "{said}\n{errors}");
}
