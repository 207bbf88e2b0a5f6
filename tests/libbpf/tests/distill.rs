//! Relocating split BTFs from distilled bases: we and libbpf give the same bytes, or both an error.
#![cfg(feature = "libbpf")]

use std::sync::Arc;

use btf::Btf;
use libbpf_tests::LibbpfBtf;
use relate::{Unmapped, relocate_base};
use tests::blob::{Blob, Order, kind};
use tests::reference::corpus_or_skip;

fn parse(bytes: &[u8], base: Option<&Arc<Btf>>) -> Btf {
    Btf::parse(bytes, base.cloned()).expect("a BTF")
}

/// Relocates with both, and compares the bytes. Returns whether both succeeded.
fn agree(what: &str, base: &[u8], split: &[u8], kernel: &[u8]) -> bool {
    let ours_base = Arc::new(parse(base, None));
    let ours = relocate_base(&parse(split, Some(&ours_base)), &parse(kernel, None)).expect("split");
    let theirs_base = LibbpfBtf::new(base, None).expect("a base");
    let theirs_kernel = LibbpfBtf::new(kernel, None).expect("a kernel");
    let theirs = LibbpfBtf::new(split, Some(&theirs_base)).expect("a split BTF").relocate(&theirs_kernel);
    match (&ours.blob, theirs) {
        (Some(ours), Ok(theirs)) => {
            assert!(*ours == theirs, "{what}: other bytes");
            true
        }
        (None, Err(_)) => false,
        (ours, theirs) => {
            panic!(
                "{what}: ours {}, libbpf {:?}",
                if ours.is_some() { "relocates" } else { "fails" },
                theirs.map(|_| ())
            )
        }
    }
}

/// Modules whose base libbpf distilled, onto their own and other kernels; and a module whose base a kernel build
/// distilled.
#[test]
fn modules_of_the_corpus_on_all_kernels() {
    let Some(corpus) = corpus_or_skip() else { return };
    let kernels = [
        "btf/vmlinux-deb-6.1.176-amd64.btf",
        corpus.either("btf/vmlinux-retis-6.15.1-tiny-x86_64.btf", "btf/vmlinux-deb-6.12.107-arm64.btf"),
        corpus.either("btf/vmlinux-cilium-testdata.btf", "btf/vmlinux-deb-6.12.107-amd64.btf"),
    ];
    let kernels: Vec<(&str, Vec<u8>)> = kernels.iter().map(|&k| (k, corpus.read(k))).collect();
    let mut done = (0, 0);
    let mut count = |ok: bool| if ok { done.0 += 1 } else { done.1 += 1 };
    // A module and its distilled base, both from one kernel build.
    if corpus.has("btf/mod-cilium-") {
        let pair = ["btf/mod-cilium-btf_testmod.btf.base", "btf/mod-cilium-btf_testmod.btf"].map(|f| corpus.read(f));
        for (name, kernel) in &kernels {
            count(agree(&format!("btf_testmod on {name}"), &pair[0], &pair[1], kernel));
        }
    }
    for row in corpus.index() {
        let file = row.file.as_str();
        let Some(base) = corpus.base_of(file).filter(|b| b.contains("vmlinux") && !b.contains("s390x")) else {
            continue;
        };
        if !file.ends_with(".btf") {
            continue;
        }
        let base = LibbpfBtf::new(&corpus.read(&base), None).expect("a kernel");
        let split = LibbpfBtf::new(&corpus.read(file), Some(&base)).expect("a module");
        let (base, split) = split.distill().expect("distilled");
        for (name, kernel) in &kernels {
            count(agree(&format!("{file} on {name}"), &base.bytes(), &split.bytes(), kernel));
        }
    }
    assert!(done.0 >= 10 && done.1 >= 5, "{done:?} relocated and failed");
}

/// The rules of `btf_relocate.c`, and the errors.
#[test]
fn rules_by_hand() {
    let base = |fill: &dyn Fn(&mut Blob)| {
        let mut b = Blob::new(Order::Little);
        fill(&mut b);
        b
    };
    let cases: Vec<(&str, Blob, Blob, Option<Unmapped>)> = vec![
        (
            "a struct that is only pointed to may have another size",
            base(&|b| _ = b.structure("s", 8, &[])),
            base(&|b| _ = b.structure("s", 16, &[])),
            None,
        ),
        (
            "of several structs of the name, the size decides",
            base(&|b| _ = b.structure("s", 8, &[])),
            base(&|b| {
                let name = b.string("s");
                b.record(name, kind::STRUCT, 0, false, 16, &[]);
                b.record(name, kind::STRUCT, 0, false, 8, &[]);
            }),
            None,
        ),
        (
            "several types of the name and size",
            base(&|b| _ = b.structure("s", 8, &[])),
            base(&|b| {
                let name = b.string("s");
                b.record(name, kind::STRUCT, 0, false, 8, &[]);
                b.record(name, kind::UNION, 0, false, 8, &[]);
            }),
            Some(Unmapped::Several(vec![btf::TypeId(1), btf::TypeId(2)])),
        ),
        (
            "an int of another size",
            base(&|b| _ = b.int("s", 4, 1)),
            base(&|b| _ = b.int("s", 8, 1)),
            Some(Unmapped::OtherSize(vec![btf::TypeId(1)])),
        ),
        (
            "an int of another sign",
            base(&|b| _ = b.int("s", 4, 1)),
            base(&|b| _ = b.int("s", 4, 0)),
            Some(Unmapped::None),
        ),
        (
            "an enum64 for an enum",
            base(&|b| _ = b.enumeration("s", 8, false, &[])),
            base(&|b| _ = b.enumeration64("s", 8, false, &[("A", 1)])),
            None,
        ),
        (
            "a struct for its declaration",
            base(&|b| _ = b.fwd("s", false)),
            base(&|b| _ = b.structure("s", 8, &[])),
            None,
        ),
        (
            "a union for its declaration: libbpf asks the wrong flag",
            base(&|b| _ = b.fwd("s", true)),
            base(&|b| _ = b.composite(kind::UNION, "s", 8, false, &[])),
            Some(Unmapped::None),
        ),
        ("a declaration for a struct", base(&|b| _ = b.structure("s", 8, &[])), base(&|b| _ = b.fwd("s", false)), None),
        ("no type of the name", base(&|b| _ = b.float("s", 8)), base(&|b| _ = b.float("t", 8)), Some(Unmapped::None)),
        (
            "a kind that no distilled base has",
            base(&|b| _ = b.pointer(0)),
            base(&|b| _ = b.structure("s", 8, &[])),
            Some(Unmapped::Foreign),
        ),
    ];
    for (what, base, kernel, expected) in cases {
        let mut split = Blob::split(&base);
        let p = split.pointer(1);
        split.named(kind::TYPEDEF, "own", p);
        let (base, split, kernel) = (base.build(), split.build(), kernel.build());
        assert_eq!(agree(what, &base, &split, &kernel), expected.is_none(), "{what}");
        let on = Arc::new(parse(&base, None));
        let ours = relocate_base(&parse(&split, Some(&on)), &parse(&kernel, None)).expect("split");
        assert_eq!(ours.table[0].real.clone().err(), expected, "{what}");
    }
}

/// A struct that is a member by value must have the same size in the kernel.
#[test]
fn embedded_structs_have_their_size() {
    for (size, fits) in [(8, true), (16, false)] {
        let mut base = Blob::new(Order::Little);
        let s = base.structure("s", 8, &[]);
        let mut split = Blob::split(&base);
        let c = split.reference(kind::CONST, s);
        split.structure("holder", 8, &[("s", c, 0)]);
        let mut kernel = Blob::new(Order::Little);
        kernel.int("int", 4, 1);
        kernel.structure("s", size, &[]);
        assert_eq!(agree("embedded", &base.build(), &split.build(), &kernel.build()), fits);
        let on = Arc::new(parse(&base.build(), None));
        let ours = relocate_base(&parse(&split.build(), Some(&on)), &parse(&kernel.build(), None)).expect("split");
        assert!(ours.table[0].embedded);
        if !fits {
            assert_eq!(ours.table[0].real, Err(Unmapped::OtherSize(vec![btf::TypeId(2)])));
        }
    }
}

/// A string of the distilled base that is the name of none of its types must not be matched.
#[test]
fn names_come_only_from_types() {
    let mut base = Blob::new(Order::Little);
    base.structure("s", 8, &[]);
    let stray = base.string("stray");
    let mut split = Blob::split(&base);
    split.record(stray, kind::TYPEDEF, 0, false, 1, &[]);
    let mut kernel = Blob::new(Order::Little);
    kernel.structure("s", 8, &[]);
    kernel.string("stray");
    assert!(!agree("a stray name", &base.build(), &split.build(), &kernel.build()));
    let on = Arc::new(parse(&base.build(), None));
    let ours = relocate_base(&parse(&split.build(), Some(&on)), &parse(&kernel.build(), None)).expect("split");
    assert_eq!(ours.names.len(), 1);
}
