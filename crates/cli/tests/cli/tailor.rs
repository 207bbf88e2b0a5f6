//! `tailor` writes the same files as `bpftool gen min_core_btf`, but one file for all kernels with an equal result.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;
use tests::reference::{Corpus, part_or_skip};

use crate::run::{bad, folder, good, run, run_alone, text};

const TOOLS: &str = "objs/debian/libbpf-tools-0.26.0+ds-1";

fn kernel(corpus: &Corpus, name: &str) -> String {
    text(&corpus.root().join("kernels").join(name)).to_owned()
}

/// The types of a file as C, without ids, so that their order does not matter.
fn as_c(file: &str) -> BTreeSet<String> {
    let all = good(&format!("dump {file} --format c"));
    all.split("\n\n").map(|t| t.trim().to_owned()).filter(|t| !t.is_empty()).collect()
}

#[test]
fn a_file_is_what_bpftool_makes() {
    let Some(corpus) = part_or_skip("needs") else { return };
    let to = folder("tailor-one").join("offcputime.btf");
    let (object, to) = (corpus.path(&format!("{TOOLS}/offcputime.bpf.o")), text(&to));
    let target = kernel(&corpus, "linux-6.1.0-56-amd64.btf.xz");
    let table = good(&format!("tailor {} --target {target} -o {to}", text(&object)));
    assert!(table.starts_with(&format!("linux-6.1.0-56-amd64.btf.xz\t{to}\n# 1 kernel in 1 file of ")), "{table}");
    let reference = fs::read_to_string(corpus.root().join("needs/min/offcputime.raw.txt")).expect("a reference");
    assert_eq!(good(&format!("dump {to} --format raw")), reference);
}

/// Kernels given as files and the same kernels in an atlas have the same results: each result has the same types, and
/// the same number of kernels share it.
#[test]
fn equal_results_are_one_file() {
    let Some(corpus) = part_or_skip("needs") else { return };
    let folder = folder("tailor-atlas");
    let names = [
        "linux-5.10.0-32-amd64_5.10.223-1.btf.xz",
        "linux-6.1.0-50-amd64.btf.xz",
        "linux-6.1.0-55-amd64.btf.xz",
        "linux-6.1.0-56-amd64.btf.xz",
        "linux-6.12.107+deb13-s390x_6.12.107-1.btf.xz",
    ];
    let kernels = names.map(|name| kernel(&corpus, name));
    let atlas = folder.join("k.atlas");
    let atlas = text(&atlas);
    let meta = corpus.root().join("kernels/INDEX.tsv");
    good(&format!("atlas build -o {atlas} --meta {} {}", text(&meta), kernels.join(" ")));
    let object = corpus.path(&format!("{TOOLS}/tcplife.bpf.o"));
    let object = text(&object);
    let cut = |from: &str, to: &Path| -> Value {
        let words = format!("tailor {object} {from} --json -o {}", text(to));
        serde_json::from_str(&good(&words)).expect("JSON")
    };
    let targets: Vec<String> = kernels.iter().map(|k| format!("--target {k}")).collect();
    let own = cut(&targets.join(" "), &folder.join("own"));
    let taken = cut(&format!("--atlas {atlas}"), &folder.join("taken"));
    let files = |table: &Value| table["files"].as_array().expect("files").clone();
    let counts = |table: &Value| -> Vec<usize> {
        files(table).iter().map(|f| f["kernels"].as_array().map_or(0, Vec::len)).collect()
    };
    assert_eq!(counts(&own).iter().sum::<usize>(), names.len());
    assert!(counts(&own).len() < names.len(), "nothing is shared: {own}");
    assert_eq!(counts(&own), counts(&taken));
    for (own, taken) in files(&own).iter().zip(files(&taken)) {
        let path = |f: &Value| f["file"].as_str().expect("a path").to_owned();
        assert_eq!(as_c(&path(own)), as_c(&path(&taken)));
        assert_eq!(own["bytes"].as_u64(), fs::metadata(path(own)).ok().map(|m| m.len()));
    }
}

#[test]
fn conditions_choose_kernels_of_the_atlas() {
    let Some(corpus) = part_or_skip("needs") else { return };
    let folder = folder("tailor-where");
    let names = ["linux-5.10.0-32-amd64_5.10.223-1.btf.xz", "linux-6.1.0-56-amd64.btf.xz"];
    let kernels = names.map(|name| kernel(&corpus, name)).join(" ");
    let (atlas, to) = (folder.join("k.atlas"), folder.join("out"));
    let meta = corpus.root().join("kernels/INDEX.tsv");
    good(&format!("atlas build -o {} --meta {} {kernels}", text(&atlas), text(&meta)));
    let object = corpus.path(&format!("{TOOLS}/tcplife.bpf.o"));
    let words = ["tailor", text(&object), "--atlas", text(&atlas), "-o", text(&to), "--where"];
    let some = |which: &str| run(&[&words[..], &[which]].concat());
    let one = some("distribution:debian version:>=6.1");
    assert_eq!((one.status, one.err.as_str()), (0, ""));
    assert!(
        one.text().starts_with("6.1.0-56-amd64\t") && one.text().contains("# 1 kernel in 1 file"),
        "{}",
        one.text()
    );
    assert_eq!(fs::read_dir(&to).expect("the folder").count(), 1);
    assert_eq!(some("version:>=7").status, 1);
    assert_eq!(some("colour:red").status, 2);
}

#[test]
fn bad_use_is_reported() {
    let to = folder("tailor-bad").join("x.btf");
    let to = text(&to);
    let e = bad(&format!("tailor relo.clang.bpfel.o --target relo-old.bpfel.btf --where arch:amd64 -o {to}"), 2);
    assert!(e.contains("--where chooses kernels of an atlas"), "{e}");
    // No kernel is named, and no atlas is there.
    assert_eq!(run_alone(&["tailor", "relo.clang.bpfel.o", "-o", to]).status, 2);
    assert!(!Path::new(to).exists());
}
