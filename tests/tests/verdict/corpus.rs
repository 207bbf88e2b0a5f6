//! The verdicts of four kernels on the corpus' small blobs. The BTF of real kernels and modules has
//! no fault.

use std::io::Read;
use std::sync::Arc;

use btf::{Btf, Endian};
use tests::fixture::btf_of;
use tests::reference::part_or_skip;
use verdict::{Mode, Options, Version, escape, judge, libbpf};

/// Columns of the index, and the version of each.
const COLUMNS: [(usize, Version); 4] =
    [(1, Version::V7_2), (2, Version::V6_18), (3, Version::V6_12), (4, Version::V6_1)];

/// The column with the last line of 7.2's log.
const LAST_LINE: usize = 6;

/// Compares the errno of every kernel, and the last line of 7.2's log.
#[test]
fn small_blobs_are_judged_as_by_four_kernels() {
    let Some(corpus) = part_or_skip("verdict") else { return };
    let folder = corpus.root().join("verdict");
    let index = std::fs::read_to_string(folder.join("index.tsv")).expect("the index");
    let (mut wrong, mut answers, mut lines) = (Vec::new(), 0, 0);
    for row in index.lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let blob = std::fs::read(folder.join(cells[0])).unwrap_or_else(|e| panic!("{}: {e}", cells[0]));
        for (column, version) in COLUMNS {
            answers += 1;
            let options = Options { endian: Some(Endian::Little), whole_log: true, ..Options::new(version) };
            let verdict = judge(&blob, &options);
            let errno = verdict.errno.map_or(0, |errno| -errno.0);
            if errno.to_string() != cells[column] {
                let line = escape(verdict.last_line());
                wrong.push(format!("{} on {version}: {errno} ({line}), expected {}", cells[0], cells[column]));
            }
            let brief = judge(&blob, &Options { whole_log: false, ..options });
            assert_eq!(brief.faults, verdict.faults, "{} on {version}", cells[0]);
            let silent = verdict.faults.first().is_some_and(|fault| fault.words.is_empty());
            if errno != 0 && !silent {
                assert_eq!(brief.last_line(), verdict.last_line(), "{} on {version}", cells[0]);
                let words = &verdict.faults[0].words;
                assert_eq!(*words, escape(verdict.last_line()), "{} on {version}", cells[0]);
            }
            if version == Version::V7_2 && errno != 0 {
                lines += 1;
                let line = if silent { String::new() } else { escape(verdict.last_line()) };
                if line != cells[LAST_LINE] {
                    wrong.push(format!("{}: {line:?}, expected {:?}", cells[0], cells[LAST_LINE]));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {answers} answers:\n{}", wrong.len(), wrong.join("\n"));
    assert!(answers >= 1120 && lines >= 150, "only {answers} answers, {lines} lines");
}

/// Compares libbpf's own errno, if the index has it.
#[test]
fn small_blobs_are_opened_as_by_libbpf() {
    const LIBBPF: usize = 9;
    let Some(corpus) = part_or_skip("verdict") else { return };
    let folder = corpus.root().join("verdict");
    let index = std::fs::read_to_string(folder.join("index.tsv")).expect("the index");
    let mut count = 0;
    for row in index.lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        if cells[LIBBPF] == "-" {
            continue;
        }
        count += 1;
        let blob = std::fs::read(folder.join(cells[0])).unwrap_or_else(|e| panic!("{}: {e}", cells[0]));
        let errno = libbpf::read(&blob).err().map_or(0, |complaint| -complaint.errno.0);
        assert_eq!(errno.to_string(), cells[LIBBPF], "{}: {:?}", cells[0], libbpf::read(&blob));
    }
    assert!(count > 100, "only {count}");
}

fn trusted(name: &str, blob: &[u8], base: Option<&Btf>, version: Version) {
    let verdict = judge(blob, &Options { mode: Mode::Kernel, base, ..Options::new(version) });
    assert_eq!(verdict.faults, [], "{name} on {version}");
}

/// The version in a file name: `linux-6.1.0-47-amd64`, `vmlinux-deb-6.12.107-s390x`.
fn version_in(name: &str) -> Option<Version> {
    name.split('-').find_map(|part| part.parse().ok())
}

/// Kernels and modules have no faults by the rules of their own version and of the newest.
#[test]
fn kernels_and_modules_are_accepted() {
    let Some(corpus) = part_or_skip("verdict") else { return };
    let (mut kernels, mut modules) = (0, 0);
    for row in corpus.index().iter().filter(|row| row.file.starts_with("btf/") && !row.file.contains("rawtests")) {
        let Some(blob) = btf_of(&corpus.read(&row.file)) else { continue };
        let base = corpus.base_of(&row.file).map(|base| {
            let bytes = btf_of(&corpus.read(&base)).unwrap_or_else(|| panic!("{base} has no BTF"));
            Arc::new(Btf::parse(bytes, None).unwrap_or_else(|e| panic!("{base}: {e}")))
        });
        trusted(&row.file, &blob, base.as_deref(), Version::NEWEST);
        if let Some(version) = version_in(&row.file) {
            trusted(&row.file, &blob, base.as_deref(), version);
        }
        if base.is_some() { modules += 1 } else { kernels += 1 }
    }
    let folder = corpus.root().join("kernels");
    for entry in std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
        let path = entry.expect("an entry").path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if !name.ends_with(".btf.xz") {
            continue;
        }
        let packed = std::fs::read(&path).unwrap_or_else(|e| panic!("{name}: {e}"));
        let mut blob = Vec::new();
        lzma_rust2::XzReader::new(packed.as_slice(), false)
            .read_to_end(&mut blob)
            .unwrap_or_else(|e| panic!("{name}: {e}"));
        trusted(&name, &blob, None, Version::NEWEST);
        trusted(&name, &blob, None, version_in(&name).unwrap_or_else(|| panic!("{name}: no version")));
        kernels += 1;
    }
    assert!(kernels >= 44 && modules >= 18, "{kernels} kernels, {modules} modules");
}
