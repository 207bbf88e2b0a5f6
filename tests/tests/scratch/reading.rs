//! Other tools read our blobs: bpftool the blob, and clang the C that is printed of it.

use std::fs;

use btf::{Btf, Kind, TypeId};
use dump::CFileOptions;
use scratch::{Bits, Target, compile};
use tests::compare::differences;
use tests::extended::rounds;
use tests::reference::Dump;
use tests::skip;
use xtask::tools::{BPFTOOL, CLANG};

use super::clang::{self, whole};
use super::generate::declarations;

/// The first seed, and the number of seeds in the plain run.
const FIRST: u64 = 300;
const SEEDS: u64 = 6;

fn all(btf: &Btf) -> Vec<TypeId> {
    btf.types().map(|t| t.id()).collect()
}

fn c_of(btf: &Btf, portable: bool) -> String {
    let mut out = String::new();
    dump::c_of(btf, &all(btf), &mut out, &CFileOptions { portable, ..CFileOptions::default() });
    out
}

fn one(btf: &Btf, id: TypeId) -> String {
    let mut out = String::new();
    dump::c_type(btf, id, &mut out, &dump::COptions { portable: true, ..Default::default() });
    out
}

#[test]
fn bpftool_reads_the_blob() {
    let Ok(bpftool) = BPFTOOL.found().map_err(|why| skip(&why)) else { return };
    let file = std::env::temp_dir().join(format!("btfscope-scratch-{}.btf", std::process::id()));
    for seed in FIRST..FIRST + rounds(SEEDS) {
        for (bits, endian) in [(Bits::B64, btf::Endian::Little), (Bits::B32, btf::Endian::Big)] {
            let made = declarations(seed, 30, bits == Bits::B64);
            let blob = compile(&made.source, Target { bits, endian }).blob.expect("a blob");
            fs::write(&file, &blob).expect("a file");
            let output = bpftool.command().args(["-j", "btf", "dump", "file"]).arg(&file).output().expect("bpftool");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let dump: Dump = serde_json::from_slice(&output.stdout).expect("JSON");
            let btf = Btf::parse(blob, None).expect("BTF");
            assert_eq!(differences(&btf, &dump), Vec::<String>::new(), "{}", made.source);
            let c = bpftool.command().args(["btf", "dump", "file"]).arg(&file).args(["format", "c"]).output();
            assert!(c.expect("bpftool").status.success());
        }
    }
    fs::remove_file(&file).ok();
}

/// The C of our blob, compiled by us, gives the same C again; and clang accepts it.
#[test]
fn its_c_comes_back_as_it_was() {
    let clang = CLANG.found().map_err(|why| skip(&why)).ok();
    let file = std::env::temp_dir().join(format!("btfscope-scratch-c-{}.o", std::process::id()));
    for seed in FIRST..FIRST + rounds(SEEDS) {
        let made = declarations(seed, 30, true);
        let first = Btf::parse(compile(&made.source, Target::default()).blob.expect("a blob"), None).expect("BTF");
        let text = c_of(&first, true);
        let again = compile(&text, Target::default());
        assert!(again.marks.is_empty(), "{:#?}\n{text}", again.marks);
        let second = Btf::parse(again.blob.expect("a blob"), None).expect("BTF");
        for t in first.types().filter(|t| !t.is_anonymous() && t.kind() != Kind::DataSec) {
            let same = second.types().find(|o| o.name() == t.name() && o.kind() == t.kind());
            let same = same.unwrap_or_else(|| panic!("no {:?} {}\n{text}", t.kind(), t.name()));
            assert_eq!(one(&second, same.id()), one(&first, t.id()), "seed {seed}");
            assert_eq!(same.size(), t.size(), "seed {seed}: {}\n{}", one(&first, t.id()), made.source);
        }
        if let Some(clang) = &clang {
            clang::compile(clang, "bpfel", &text, &file).unwrap_or_else(|said| panic!("{said}\n{text}"));
            clang::compile(clang, "bpfel", &whole(&made.source, 64), &file).expect("clang compiles the source");
        }
    }
    fs::remove_file(&file).ok();
}
