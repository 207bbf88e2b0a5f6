//! The kernels, modules and objects of the corpus decode to the types that its index and bpftool's dumps have.

use std::collections::BTreeMap;
use std::sync::Arc;

use btf::{Btf, Endian};
use tests::compare::differences;
use tests::fixture::btf_of;
use tests::reference::{Corpus, Row, corpus_or_skip};

/// Opens a file of the corpus on its base; `None` if it has no BTF.
fn open(corpus: &Corpus, file: &str) -> Option<Result<Btf, btf::Error>> {
    let bytes = btf_of(&corpus.read(file))?;
    let base = corpus.base_of(file).map(|base| {
        let opened = open(corpus, &base).unwrap_or_else(|| panic!("{base} has no BTF"));
        Arc::new(opened.unwrap_or_else(|e| panic!("{base}: {e}")))
    });
    Some(Btf::parse(bytes, base))
}

/// The number of types of each kind.
fn kinds(btf: &Btf) -> BTreeMap<String, u32> {
    let mut counts = BTreeMap::new();
    for t in btf.types() {
        *counts.entry(t.kind().as_str().to_owned()).or_insert(0) += 1;
    }
    counts
}

fn stated_kinds(row: &Row) -> BTreeMap<String, u32> {
    let split = |cell: &str| Some((cell.split_once('=')?.0.to_owned(), cell.split_once('=')?.1.parse().ok()?));
    row.kinds.split_whitespace().filter_map(split).collect()
}

/// The differences from the index and from bpftool.
fn check(corpus: &Corpus, row: &Row) -> Vec<String> {
    let file = &row.file;
    let mut wrong = Vec::new();
    let mut expect = |ok: bool, what: String| {
        if !ok {
            wrong.push(format!("{file}: {what}"));
        }
    };
    let dump = corpus.dump(file);
    let btf = match open(corpus, file) {
        None => {
            expect(row.types.is_none(), "no BTF was found in it".to_owned());
            expect(dump.is_none_or(|d| d.error.is_some()), "bpftool found BTF in it".to_owned());
            return wrong;
        }
        Some(Err(e)) => {
            expect(false, format!("refused: {e}"));
            return wrong;
        }
        Some(Ok(btf)) => btf,
    };
    let header = btf.header();
    let endian = if header.endian == Endian::Little { "LE" } else { "BE" };
    expect(endian == row.endian, format!("{endian}, the index says {}", row.endian));
    expect(row.hdr_len == Some(header.hdr_len), format!("a header of {}, not {:?}", header.hdr_len, row.hdr_len));
    let layout_len = row.layout_len.unwrap_or(0);
    expect(layout_len == header.layout_len, format!("a layout of {} bytes, not {layout_len}", header.layout_len));
    let (count, stated) = (btf.own_type_count(), row.types);
    expect(stated == Some(count), format!("{count} types, not {stated:?}"));
    let (ours, theirs) = (kinds(&btf), stated_kinds(row));
    expect(ours == theirs, format!("kinds {ours:?}, not {theirs:?}"));
    expect(btf.diagnostics().is_empty(), format!("found wrong: {:?}", btf.diagnostics()));
    if let Some(dump) = dump {
        expect(dump.error.is_none(), format!("bpftool refuses it: {:?}", dump.error));
        for difference in differences(&btf, &dump) {
            expect(false, difference);
        }
    }
    wrong
}

/// Checks the files whose name is `wanted`. At least `least` of them must exist and have a dump by bpftool.
fn check_all(wanted: impl Fn(&str) -> bool, least: usize) {
    if let Some(corpus) = corpus_or_skip() {
        check_all_of(&corpus, wanted, least);
    }
}

fn check_all_of(corpus: &Corpus, wanted: impl Fn(&str) -> bool, least: usize) {
    let rows: Vec<Row> = corpus.index().into_iter().filter(|row| wanted(&row.file)).collect();
    let wrong: Vec<String> = rows.iter().flat_map(|row| check(corpus, row)).collect();
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
    let compared = rows.iter().filter(|row| corpus.reference(&row.file, "dump.json").is_some()).count();
    assert!(compared >= least, "only {compared} files were compared with bpftool");
}

#[test]
fn kernel_6_1_amd64() {
    check_all(|f| f.starts_with("btf/vmlinux-deb-6.1.") && f.ends_with("-amd64.btf"), 1);
}

#[test]
fn kernel_6_12_s390x() {
    check_all(|f| f.starts_with("btf/vmlinux-deb-6.12.") && f.ends_with("-s390x.btf"), 1);
}

/// The project's own corpus has two kernels of Debian; a made one has more, for other architectures.
#[test]
fn all_kernels_of_debian() {
    let Some(corpus) = corpus_or_skip() else { return };
    check_all_of(&corpus, |f| f.starts_with("btf/vmlinux-deb-"), corpus.at_least(2, 6));
}

#[test]
fn kernel_6_15_tiny() {
    let file = "btf/vmlinux-retis-6.15.1-tiny-x86_64.btf";
    let Some(corpus) = corpus_or_skip().filter(|c| c.has_or_skip(file)) else { return };
    check_all_of(&corpus, |f| f == file, 1);
}

#[test]
fn kernel_7_1_with_layout() {
    let file = "btf/vmlinux-cilium-testdata.btf";
    let Some(corpus) = corpus_or_skip().filter(|c| c.has_or_skip(file)) else { return };
    check_all_of(&corpus, |f| f == file, 1);
}

#[test]
fn modules_over_their_kernels() {
    // A whole module (.ko) has no dump of its own, so only the index is compared.
    check_all(|f| f.starts_with("btf/mod-") || f.ends_with(".ko"), 15);
}

#[test]
fn programs_and_objects() {
    check_all(|f| f.starts_with("objs/"), 180);
}

#[test]
fn every_file_is_of_one_of_these_groups() {
    let Some(corpus) = corpus_or_skip() else { return };
    for row in corpus.index() {
        let name = row.file.as_str();
        let groups = ["btf/vmlinux-", "btf/mod-", "btf/rawtests/", "objs/"].iter().any(|group| name.starts_with(group));
        assert!(groups || name.ends_with(".ko"), "{name} is in no test");
    }
}

/// The `.ko` of a module contains the same BTF as the file beside it.
#[test]
fn whole_modules_have_the_same_btf() {
    let Some(corpus) = corpus_or_skip() else { return };
    for (ko, raw) in [
        ("btf/6.1.176-amd64-dummy.ko", "btf/mod-deb-6.1.176-amd64-dummy.btf"),
        ("btf/6.1.176-amd64-veth.ko", "btf/mod-deb-6.1.176-amd64-veth.btf"),
        ("btf/6.12.107-s390x-xt_tcpudp.ko", "btf/mod-deb-6.12.107-s390x-xt_tcpudp.btf"),
    ] {
        assert_eq!(btf_of(&corpus.read(ko)), Some(corpus.read(raw)), "{ko}");
    }
}
