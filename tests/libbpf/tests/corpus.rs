//! All types of the corpus files that libbpf opens are compared with libbpf: ids, kinds, names, sizes, alignments, and
//! the size of a pointer.
#![cfg(feature = "libbpf")]

use std::collections::HashMap;
use std::sync::Arc;

use btf::{Btf, Endian, Kind, TypeId};
use layout::{Layouts, Options};
use libbpf_tests::LibbpfBtf;
use tests::fixture::{self, btf_of};
use tests::reference::{Corpus, corpus_or_skip};

/// A file, opened by us and by libbpf.
#[derive(Clone)]
struct Both {
    ours: Arc<Btf>,
    theirs: LibbpfBtf,
}

/// Opens files with their bases; opens each kernel only once.
struct Opener {
    corpus: Corpus,
    bases: HashMap<String, Both>,
}

impl Opener {
    fn open(&mut self, file: &str) -> Option<Result<Both, i32>> {
        let base = self.corpus.base_of(file).map(|base| self.base(&base));
        let bytes = btf_of(&self.corpus.read(file))?;
        let theirs = match LibbpfBtf::new(&bytes, base.as_ref().map(|b| &b.theirs)) {
            Ok(theirs) => theirs,
            Err(errno) => return Some(Err(errno)),
        };
        let ours = Btf::parse(bytes, base.map(|b| b.ours)).unwrap_or_else(|e| panic!("{file}: {e}, libbpf opens it"));
        Some(Ok(Both { ours: Arc::new(ours), theirs }))
    }

    fn base(&mut self, file: &str) -> Both {
        if let Some(both) = self.bases.get(file) {
            return both.clone();
        }
        let both = self.open(file).unwrap_or_else(|| panic!("{file} has no BTF"));
        let both = both.unwrap_or_else(|errno| panic!("{file}: libbpf fails with errno {errno}"));
        self.bases.insert(file.to_owned(), both.clone());
        both
    }
}

/// The properties of types that are compared. `btf__align_of` of libbpf recurses without a limit,
/// so a damaged blob can overflow the stack.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ask {
    /// Everything of every type.
    All,
    /// As `All`, but without the alignments of types for which we return an error.
    WhereItEnds,
}

/// The differences, a line for each.
fn differences(both: &Both, ask: Ask, sizes: &mut u64, alignments: &mut u64) -> Vec<String> {
    let (ours, theirs) = (&*both.ours, &both.theirs);
    let mut found = Vec::new();
    let mut layouts = Layouts::new(ours, Options::default());
    let mut check =
        |what: &dyn std::fmt::Display, same: bool, ours: &dyn std::fmt::Debug, theirs: &dyn std::fmt::Debug| {
            if !same {
                found.push(format!("{what}: {ours:?}, libbpf {theirs:?}"));
            }
        };
    check(&"types", ours.type_cnt() == theirs.type_cnt(), &ours.type_cnt(), &theirs.type_cnt());
    let (order, theirs_big) = (ours.endian(), theirs.is_big_endian());
    check(&"big-endian", (order == Endian::Big) == theirs_big, &order, &theirs_big);
    // libbpf answers 0 when the BTF does not tell the pointer size (it then computes with the machine's).
    let pointer = theirs.pointer_size();
    check(&"pointer size", u64::from(ours.pointer_size()) == pointer || pointer == 0, &ours.pointer_size(), &pointer);
    for t in ours.types() {
        let id = t.id();
        let Some(head) = theirs.get(id.0) else {
            check(&id, false, &t, &"nothing");
            continue;
        };
        let same = (t.kind().number(), t.vlen(), t.kind_flag(), t.size_or_type(), t.name_bytes())
            == (head.kind, head.vlen.into(), head.kind_flag, head.size_or_type, head.name);
        check(&id, same, &t, &head);
        let (size, reference) = (ours.size_of(id), theirs.resolve_size(id.0));
        *sizes += u64::from(reference.is_ok());
        check(&format_args!("size of {t:?}"), size.ok() == reference.ok(), &size, &reference);
        let align = layouts.align_of(id);
        if ask == Ask::WhereItEnds && align.is_err() {
            continue;
        }
        let reference = theirs.align_of(id.0);
        *alignments += u64::from(reference.is_some());
        check(&format_args!("alignment of {t:?}"), align.ok() == reference, &align, &reference);
    }
    found
}

#[test]
fn sizes_and_alignments_are_libbpfs() {
    let Some(corpus) = corpus_or_skip() else { return };
    let mut opener = Opener { corpus: corpus.clone(), bases: HashMap::new() };
    let (mut sizes, mut alignments, mut files, mut refused) = (0, 0, 0, Vec::new());
    let mut wrong = Vec::new();
    let rows = corpus.index().into_iter().map(|row| row.file);
    let raw = if corpus.has("btf/rawtests/") { corpus.raw_tests() } else { Vec::new() };
    let raw = raw.into_iter().filter(|test| test.libbpf_accepts).map(|test| test.file);
    let rows = rows.filter(|file| !file.contains("rawtests")).map(|file| (file, Ask::All));
    for (file, ask) in rows.chain(raw.map(|file| (file, Ask::WhereItEnds))) {
        match opener.open(&file) {
            None => {}
            Some(Err(errno)) => refused.push(format!("{file}: errno {errno}")),
            Some(Ok(both)) => {
                files += 1;
                let found = differences(&both, ask, &mut sizes, &mut alignments);
                wrong.extend(found.into_iter().take(20).map(|line| format!("{file}: {line}")));
            }
        }
    }
    println!("{files} files, {sizes} sizes, {alignments} alignments");
    // EOPNOTSUPP: libbpf 1.7 does not read a longer header in a foreign byte order.
    let longer = ["objs/synth/pahole-ppc32be-deb6.1hdr-layout.btf: errno 95"];
    assert_eq!(refused, if corpus.is_made() { &[][..] } else { &longer });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        files > 300 && sizes > 140_000 && alignments > 140_000,
        "{files} files, {sizes} sizes, {alignments} alignments"
    );
}

/// We and libbpf both take the size of a pointer from the ELF header.
#[test]
fn pointers_of_objects_are_libbpfs() {
    let mut paths: Vec<_> = fixture::names().into_iter().map(|name| fixture::folder().join(name)).collect();
    if let Some(corpus) = corpus_or_skip() {
        paths.extend(corpus.index().into_iter().map(|row| corpus.path(&row.file)));
    }
    let mut compared = 0;
    for path in paths.into_iter().filter(|path| path.extension().is_some_and(|e| e == "o" || e == "ko")) {
        let Ok(theirs) = LibbpfBtf::parse_elf(&path) else { continue };
        let bytes = std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let opened = container::open("object", &bytes).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        assert_eq!(opened.pointer_size().map(u64::from), Some(theirs.pointer_size()), "{}", path.display());
        compared += 1;
    }
    assert!(compared > 20, "only {compared}");
}

/// The fixtures and the sound handmade blobs: all kinds in all forms, in both byte orders.
#[test]
fn fixtures_are_libbpfs() {
    let (mut sizes, mut alignments, mut files) = (0, 0, 0);
    let mut compare = |name: &str, bytes: Vec<u8>, base: Option<&Both>| -> Option<Both> {
        let theirs = LibbpfBtf::new(&bytes, base.map(|b| &b.theirs)).ok()?;
        let ours = Btf::parse(bytes, base.map(|b| Arc::clone(&b.ours))).unwrap_or_else(|e| panic!("{name}: {e}"));
        let both = Both { ours: Arc::new(ours), theirs };
        let found = differences(&both, Ask::All, &mut sizes, &mut alignments);
        assert!(found.is_empty(), "{name}: {}", found.join("\n"));
        files += 1;
        Some(both)
    };
    for machine in ["x86_64", "s390x"] {
        let kernel = compare("kernel", fixture::read(&format!("kernel.{machine}.btf")), None);
        assert!(
            kernel.is_some()
                && compare("module", fixture::read(&format!("module.{machine}.btf")), kernel.as_ref()).is_some()
        );
    }
    for name in fixture::names().into_iter().filter(|name| !name.starts_with("module")) {
        if let Some(bytes) = btf_of(&fixture::read(&name)) {
            compare(&name, bytes, None);
        }
    }
    for order in tests::blob::Order::BOTH {
        for made in tests::handmade::all(order).into_iter().filter(|made| made.sound && made.base.is_none()) {
            compare(made.name, made.bytes, None);
        }
        for (name, blob) in [
            ("zero bytes", tests::large::zero_bytes(order)),
            ("wide struct", tests::large::wide_struct(order, 300)),
            ("many types", tests::large::many_types(order, 1_000)),
        ] {
            assert!(compare(name, blob.build(), None).is_some(), "{name}");
        }
    }
    assert!(files > 40, "only {files}");
    assert!(sizes > 5_000 && alignments > 5_000, "{sizes} sizes, {alignments} alignments");
}

/// Chains up to the length that libbpf follows and beyond it; arrays up to the largest 32-bit size
/// and beyond it.
#[test]
fn limits_are_libbpfs() {
    use tests::blob::{Blob, Order, kind};
    let mut b = Blob::new(Order::Little);
    let int = b.int("int", 4, 1);
    let mut last = int;
    for i in 0..40 {
        last = if i % 2 == 0 { b.reference(kind::CONST, last) } else { b.named(kind::TYPEDEF, &format!("t{i}"), last) };
    }
    let mut last = int;
    for _ in 0..40 {
        last = b.array(last, int, 2);
    }
    for nelems in [0, 1, u32::MAX / 4, u32::MAX / 4 + 1, u32::MAX] {
        let array = b.array(int, int, nelems);
        b.array(array, int, 1);
        b.array(array, int, 0);
    }
    let both = {
        let bytes = b.build();
        let theirs = LibbpfBtf::new(&bytes, None).expect("libbpf opens it");
        Both { ours: Arc::new(Btf::parse(bytes, None).expect("a header")), theirs }
    };
    let (mut sizes, mut alignments) = (0, 0);
    // libbpf has no limit for chains when it computes alignments.
    let found = differences(&both, Ask::WhereItEnds, &mut sizes, &mut alignments);
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(both.ours.types().any(|t| t.kind() == Kind::Const && both.ours.size_of(t.id()).is_err()), "none too long");
    assert!(both.ours.size_of(TypeId(int)).is_ok());
}
