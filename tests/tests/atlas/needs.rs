//! The needs of programs, checked on the types taken from an atlas: the same result as on the whole kernels.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use atlas::Atlas;
use btf::Btf;
use model::fits::in_atlas::{AtlasKernels, release};
use needs::{Kernel, Modules, Needs, Nowhere, check_with};
use tests::fixture::read;
use tests::reference::corpus_or_skip;

/// Kernels of different ages, architectures and byte orders.
const KERNELS: [&str; 3] = ["5.10.0-30-arm64", "6.12.94+deb13-amd64", "7.2.13+deb14-s390x"];

fn ours() -> Atlas<Arc<[u8]>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/atlas/debian.atlas");
    let bytes: Arc<[u8]> = fs::read(path).expect("the atlas of the page").into();
    Atlas::open(bytes).expect("an atlas")
}

fn needs(bytes: Vec<u8>) -> Option<Needs> {
    bpf::Object::parse(Arc::<[u8]>::from(bytes)).ok().map(|object| Needs::of(Arc::new(object)))
}

/// A report as text. Ids are left out, since types taken from an atlas have other ids.
fn text(report: &needs::Report) -> String {
    let text = format!("{report:?}");
    let mut parts = text.split(" [");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |out, part| match part.split_once(']') {
        Some((id, rest)) if id.parse::<u32>().is_ok() => out + rest,
        _ => out + " [" + part,
    })
}

/// Checks all objects on parts taken from an atlas, and on the whole kernels. The reports must be
/// equal.
fn compare(objects: &[(String, Needs)]) {
    let atlas = ours();
    let all: Vec<&Needs> = objects.iter().map(|(_, needs)| needs).collect();
    let mut parts = AtlasKernels::new(&atlas, &all).expect("an atlas in order");
    let nowhere: Vec<Nowhere> =
        all.iter().map(|needs| parts.nowhere::<Arc<[u8]>>(needs, &[], None).expect("in order")).collect();
    let mut reasons = 0;
    for name in KERNELS {
        let number = atlas.kernel_called(name).expect("a kernel");
        let ask = |kernel: &Kernel| -> Vec<String> {
            all.iter().zip(&nowhere).map(|(needs, nowhere)| text(&check_with(needs, kernel, nowhere))).collect()
        };
        let by_parts = parts.ask(number, name, &Modules::Unknown, ask).expect("in order");
        let whole = Btf::parse(atlas.take_out(number).expect("in order"), None).expect("a BTF");
        let about = &atlas.kernels()[number as usize];
        let whole = Kernel::new(release(name, about), Arc::new(whole), Modules::Unknown);
        let expected = ask(&whole);
        for ((object, by_parts), expected) in objects.iter().zip(&by_parts).zip(&expected) {
            assert_eq!(by_parts, expected, "{} on {name}", object.0);
            reasons += expected.matches("reason: Some").count();
        }
    }
    assert!(reasons > objects.len(), "only {reasons} reasons of kernels that lack something");
}

#[test]
fn parts_answer_as_whole_kernels() {
    let names = [
        "relo.clang.bpfel.o",
        "stories.clang.bpfel.o",
        "stories-ops.clang.bpfel.o",
        "stories-kfunc.clang.bpfel.o",
        "relo.clang.bpfeb.o",
    ];
    let objects: Vec<(String, Needs)> =
        names.iter().map(|name| (name.to_string(), needs(read(name)).expect("an object"))).collect();
    compare(&objects);
}

#[test]
fn parts_answer_as_whole_kernels_for_real_programs() {
    let Some(corpus) = corpus_or_skip() else { return };
    let mut paths = Vec::new();
    programs(&corpus.path("objs"), &mut paths);
    paths.sort();
    let object = |path: &PathBuf| Some((path.display().to_string(), needs(fs::read(path).ok()?)?));
    let objects: Vec<(String, Needs)> = paths.iter().filter_map(object).collect();
    assert!(objects.len() >= corpus.at_least(100, 3), "{} objects", objects.len());
    compare(&objects);
}

fn programs(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.path() {
            path if path.is_dir() => programs(&path, out),
            path if path.extension().is_some_and(|end| end == "o") => out.push(path),
            _ => {}
        }
    }
}

/// An object that reads registers is foreign on kernels of every other architecture, and on none of its own.
#[test]
fn architectures_are_told_by_registers() {
    let atlas = ours();
    for (object, home) in [("x86", "amd64"), ("arm64", "arm64")] {
        let needs = needs(read(&format!("stories-regs-{object}.clang.bpfel.o"))).expect("an object");
        let mut partial = AtlasKernels::new(&atlas, &[&needs]).expect("it can be asked");
        for (number, about) in (0..).zip(atlas.kernels()) {
            let is_foreign = |kernel: &Kernel| check_with(&needs, kernel, &Nowhere::default()).foreign.is_some();
            let foreign = partial.ask(number, &about.release, &Modules::Unknown, is_foreign).expect("it answers");
            assert_eq!(foreign, about.arch != home, "{object} on {}", about.release);
        }
    }
}
