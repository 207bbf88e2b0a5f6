//! Every byte of every blob has exactly one owner: in all fixtures, all handmade blobs, and the corpus.

use std::sync::Arc;

use btf::{Btf, Endian, Ext, ExtOwner, Owner, SubSectionKind};
use tests::blob::Order;
use tests::fixture::{self, btf_of, section};
use tests::reference::{Corpus, corpus_or_skip};
use tests::{handmade, large, walk};

/// The number of owners of a sound blob with known kinds, counted without `crates/btf`: the fields of the header, each
/// word of the types and of the layout section, each string.
fn expected(blob: &[u8]) -> usize {
    let word = |at: usize| {
        let b = [blob[at], blob[at + 1], blob[at + 2], blob[at + 3]];
        if blob[0] == 0x9f { u32::from_le_bytes(b) as usize } else { u32::from_be_bytes(b) as usize }
    };
    let header = word(4);
    let strings = header + word(16);
    let layout = if header >= 32 { word(28) } else { 0 };
    let fields = if header >= 32 { 10 } else { 8 };
    let nuls = blob[strings..strings + word(20)].iter().filter(|&&b| b == 0).count();
    fields + word(12) / 4 + layout / 4 + nuls
}

fn check(name: &str, btf: &Btf) {
    let (count, unreadable) = walk::owners(btf);
    assert_eq!(unreadable, 0, "{name}");
    assert_eq!(count, expected(btf.bytes()), "{name}: the number of owners");
    for t in btf.types() {
        for field in t.fields() {
            let owned = btf.owner(field.range.start).unwrap_or_else(|| panic!("{name}: {t:?} {field:?} has no owner"));
            assert_eq!((owned.owner, owned.range), (Owner::Type(t.id(), field.part), field.range), "{name}: {t:?}");
        }
    }
}

fn check_ext(name: &str, elf: &[u8]) -> bool {
    let Some(bytes) = section(elf, ".BTF.ext") else { return false };
    let ext = Ext::parse(bytes).unwrap_or_else(|e| panic!("{name}: .BTF.ext: {e}"));
    for (_, r) in ext.core_relos() {
        for (at, field) in (r.range.start..).step_by(4).zip(SubSectionKind::CoreRelo.words()) {
            let owned = ext.owner(at).map(|owned| (owned.owner, owned.range.start));
            let Some((ExtOwner::Record { sub: SubSectionKind::CoreRelo, field: found, .. }, start)) = owned else {
                panic!("{name}: byte {at:#x} of .BTF.ext: {owned:?}");
            };
            assert_eq!((found, start), (*field, at), "{name}");
        }
    }
    let (_, unreadable) = walk::ext(&ext);
    assert_eq!(unreadable, 0, "{name}: .BTF.ext");
    true
}

#[test]
fn fixtures() {
    let mut count = 0;
    for name in fixture::names() {
        let file = fixture::read(&name);
        let blob = btf_of(&file).unwrap_or_else(|| panic!("{name} has no BTF"));
        // A split BTF needs no base here, because only its own bytes have owners.
        let btf = Btf::parse(blob, None).unwrap_or_else(|e| panic!("{name}: {e}"));
        check(&name, &btf);
        walk::everything(&btf);
        count += usize::from(check_ext(&name, &file));
    }
    assert!(count >= 6, "only {count} fixtures have .BTF.ext");
}

#[test]
fn made_by_hand() {
    for order in Order::BOTH {
        for made in handmade::all(order) {
            let btf = Btf::parse(made.bytes, None).unwrap_or_else(|e| panic!("{}: {e}", made.name));
            walk::owners(&btf);
        }
        for blob in [large::zero_bytes(order), large::wide_struct(order, 300), large::wide_enum(order, 2400)] {
            let btf = Btf::parse(blob.build(), None).unwrap_or_else(|e| panic!("{e}"));
            check("large", &btf);
        }
    }
}

#[test]
fn many_types() {
    let btf = Btf::parse(large::many_types(Order::Big, 28_000).build(), None).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!((btf.own_type_count(), btf.endian()), (140_002, Endian::Big));
    check("many types", &btf);
}

/// Checks all corpus files whose name is `wanted`. There must be at least `least` of them.
fn corpus(wanted: impl Fn(&str) -> bool, least: usize) {
    if let Some(corpus) = corpus_or_skip() {
        files_of(&corpus, wanted, least);
    }
}

fn files_of(corpus: &Corpus, wanted: impl Fn(&str) -> bool, least: usize) {
    let mut count = 0;
    for row in corpus.index() {
        let file = row.file.as_str();
        // The test tables contain damaged blobs; tests/tests/corpus/raw_tests.rs checks their owners.
        if file.starts_with("btf/rawtests/") || !wanted(file) {
            continue;
        }
        let bytes: Arc<[u8]> = corpus.read(file).into();
        if let Some(blob) = btf_of(&bytes) {
            let btf = Btf::parse(blob, None).unwrap_or_else(|e| panic!("{file}: {e}"));
            check(file, &btf);
            if bytes.len() < 1_000_000 {
                walk::everything(&btf);
            }
            check_ext(file, &bytes);
            count += 1;
        }
    }
    assert!(count >= least, "only {count} files");
}

#[test]
fn corpus_6_1_amd64() {
    corpus(|f| f.contains("vmlinux-deb-6.1"), 1);
}

#[test]
fn corpus_6_12_s390x() {
    corpus(|f| f.contains("vmlinux-deb-6.12"), 1);
}

#[test]
fn corpus_7_1_with_layout() {
    let Some(corpus) = corpus_or_skip().filter(|c| c.has_or_skip("btf/vmlinux-cilium-")) else { return };
    files_of(&corpus, |f| f.contains("vmlinux-cilium"), 1);
}

#[test]
fn corpus_the_rest() {
    corpus(|f| !f.contains("vmlinux-deb") && !f.contains("vmlinux-cilium"), 200);
}
