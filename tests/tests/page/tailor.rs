//! BTF cut down for programs is equal to the output of `bpftool gen min_core_btf` (`needs/min` in the corpus).

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use btf::Btf;
use tailor::Tailor;
use tests::kernels::{kernel, object, objects};
use tests::reference::{Corpus, part_or_skip};

/// A reference's name, its objects (a file or folder in the corpus) and its kernel, from `needs/INDEX.md`.
const REFERENCES: &[(&str, &str, &str)] = &[
    ("offcputime", "objs/debian/libbpf-tools-0.26.0+ds-1/offcputime.bpf.o", "6.1.0-56-amd64"),
    ("filelife", "objs/debian/libbpf-tools-0.26.0+ds-1/filelife.bpf.o", "5.10.0-32-amd64_5.10.223-1"),
    ("tcplife", "objs/debian/libbpf-tools-0.26.0+ds-1/tcplife.bpf.o", "6.18.12+deb13-amd64_6.18.12-1-bpo13+1"),
    ("bitesize", "objs/debian/libbpf-tools-0.26.0+ds-1/bitesize.bpf.o", "6.12.107+deb13-amd64_6.12.107-1"),
    ("libbpf-tools", "objs/debian/libbpf-tools-0.26.0+ds-1", "6.1.0-50-amd64"),
    ("own_core", "objs/own/own_core-clang22-el-v3.bpf.o", "6.16.12+deb13-amd64_6.16.12-1-bpo13+1"),
    ("own_core-arm64", "objs/own/own_core-clang19-el-v3.bpf.o", "6.12.117+deb12-arm64_6.12.117-1-deb12u1"),
    ("own_core-s390x", "objs/own/own_core-clang22-eb-v3.bpf.o", "6.12.107+deb13-s390x_6.12.107-1"),
    (
        "libsystemd-core",
        "objs/debian/libsystemd-shared-262.1-1/libsystemd-core-262.so.bpf.o",
        "6.18.12+deb13-arm64_6.18.12-1-bpo13+1",
    ),
    ("xdp-monitor-riscv64", "objs/debian/xdp-tools-1.3.1-1/xdp-monitor.bpf.o", "6.12.94+deb13-riscv64_6.12.94-1"),
];

fn files(corpus: &Corpus, path: &str) -> Vec<PathBuf> {
    let path = corpus.path(path);
    if path.is_dir() { objects(&path) } else { vec![path] }
}

fn tailored(corpus: &Corpus, objects: &str, kernel: Arc<Btf>) -> Vec<u8> {
    let mut tailor = Tailor::new(kernel);
    for file in files(corpus, objects) {
        let object = object(&file);
        let (btf, ext) = (object.btf().expect("types"), object.ext().expect("relocations"));
        tailor.add(btf, ext).unwrap_or_else(|refused| panic!("{}: {refused}", file.display()));
    }
    tailor.finish().bytes
}

#[test]
fn it_is_what_bpftool_makes() {
    let Some(corpus) = part_or_skip("needs") else { return };
    let folder = corpus.root().join("needs/min");
    let there: BTreeSet<String> = fs::read_dir(&folder)
        .expect("references")
        .map(|e| e.expect("a file").file_name().to_string_lossy().into())
        .collect();
    assert_eq!(
        there,
        REFERENCES.iter().map(|(name, ..)| format!("{name}.raw.txt")).collect(),
        "a reference without a row here"
    );
    for (name, objects, release) in REFERENCES {
        let btf = kernel(&corpus, &format!("linux-{release}.btf"));
        let blob = Btf::parse(tailored(&corpus, objects, btf), None).expect("a blob");
        let mut text = String::new();
        dump::raw(&blob, &mut text);
        let reference = fs::read_to_string(folder.join(format!("{name}.raw.txt"))).expect("a reference");
        assert_eq!(text, reference, "{name}");
    }
}

/// On the cut BTF, relocations have the same values as on the whole kernel, except for type ids of the target. Cutting
/// it again changes nothing.
#[test]
fn relocations_have_the_same_values_on_it() {
    let Some(corpus) = part_or_skip("needs") else { return };
    for (name, path, release) in REFERENCES {
        let whole = kernel(&corpus, &format!("linux-{release}.btf"));
        let bytes = tailored(&corpus, path, whole.clone());
        let cut = Arc::new(Btf::parse(bytes.clone(), None).expect("a blob"));
        assert_eq!(tailored(&corpus, path, cut.clone()), bytes, "{name} cut down twice");
        let (whole, cut) = (relo::Target::new(whole), relo::Target::new(cut));
        for file in files(&corpus, path) {
            let object = object(&file);
            let (btf, ext) = (object.btf().expect("types"), object.ext().expect("relocations"));
            let mut on = [&whole, &cut].map(|target| relo::Resolver::new(btf, target, relo::Options::default()));
            for record in relo::records(btf, ext) {
                let [a, b] = [0, 1].map(|i| on[i].resolve(&record));
                assert_eq!(a.status(), b.status(), "{name}: {record:?}");
                // A target id is a type id, and the two blobs have different ids.
                if record.relo_kind() != Some(relo::CoreKind::TypeIdTarget) {
                    assert_eq!(a.values.new, b.values.new, "{name}: {record:?}");
                }
            }
        }
    }
}
