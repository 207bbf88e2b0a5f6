//! CO-RE relocations, resolved and patched by libbpf in this process: our fixtures on all their kernels, on each other,
//! and on the running kernel.
#![cfg(feature = "libbpf")]

use std::sync::Arc;

use btf::Btf;
use libbpf_tests::LibbpfBtf;
use libbpf_tests::beside::compare;
use libbpf_tests::relocation::{CoreRelo, calc, candidates};
use relo::{Options, Resolver, Status, Target};
use tests::fixture;

/// The fixtures `relo` and `core`, which are programs with CO-RE relocations.
fn objects() -> Vec<(String, Vec<u8>)> {
    let has = |name: &String| name.starts_with("relo.clang") || name.starts_with("core.clang");
    fixture::names().into_iter().filter(has).map(|name| (name.clone(), fixture::read(&name))).collect()
}

#[test]
fn fixtures_are_relocated_as_libbpf_does() {
    let mut targets: Vec<(String, Vec<u8>)> = Vec::new();
    for name in fixture::names() {
        let alone = name.starts_with("relo") || name.starts_with("core") || name.starts_with("kernel");
        if let Some(blob) = fixture::btf_of(&fixture::read(&name)).filter(|_| alone) {
            targets.push((name, blob));
        }
    }
    let mut count = 0;
    for (object_name, file) in objects() {
        for (target_name, blob) in &targets {
            for cache in [false, true] {
                count += compare(&object_name, &file, target_name, blob, cache);
            }
        }
    }
    assert!(count > 2000, "only {count} relocations were compared");
}

#[test]
fn the_running_kernel_is_a_target_as_any() {
    let Ok(blob) = std::fs::read("/sys/kernel/btf/vmlinux") else {
        tests::skip("this kernel has no /sys/kernel/btf/vmlinux");
        return;
    };
    for (name, file) in objects() {
        compare(&name, &file, "the running kernel", &blob, true);
    }
}

/// Every named type of our programs against the types of that name in other files, by the
/// relocation kinds type_exists and type_matches.
#[test]
fn whole_types_are_compared_as_libbpf_does() {
    let mut count = 0;
    for name in ["relo.clang.bpfel.o", "relo.clang.bpfeb.o", "core.clang.bpfel.o"] {
        let blob = fixture::btf_of(&fixture::read(name)).expect("BTF");
        let local = Btf::parse(&blob[..], None).expect("a BTF");
        let theirs_local = LibbpfBtf::new(&blob, None).expect("libbpf opens it");
        let zero = zero_string(&local);
        for other in ["relo-new.bpfel.btf", "relo-old.bpfel.btf", "relo-old.bpfeb.btf", name] {
            let blob = fixture::btf_of(&fixture::read(other)).expect("BTF");
            let theirs = LibbpfBtf::new(&blob, None).expect("libbpf opens it");
            let target = Target::new(Arc::new(Btf::parse(&blob[..], None).expect("a BTF")));
            let mut resolver = Resolver::new(&local, &target, Options { cache: false, ..Options::default() });
            for t in local.types().filter(|t| !t.is_anonymous()) {
                for kind in [8, 12] {
                    let relo = CoreRelo { insn_off: 0, type_id: t.id().0, access_str_off: zero, kind };
                    let mut list = candidates(&theirs_local, &theirs, t.id().0);
                    let (errno, result) = calc(&theirs_local, &theirs, &relo, &mut list);
                    let relo_kind = relo::CoreKind::from_number(kind).expect("a kind");
                    let ours = resolver.resolve_path(relo_kind, t.id(), "0");
                    let ours_errno = if let Status::Error(e) = ours.status() { e.number() } else { 0 };
                    assert_eq!(
                        (ours_errno, ours.values.new),
                        (errno, result.new),
                        "{name}: {t:?} on {other}, kind {kind}"
                    );
                    count += 1;
                }
            }
        }
    }
    assert!(count > 300, "only {count} comparisons");
}

/// The offset of the string `0`, which every object with a type relocation contains.
fn zero_string(btf: &Btf) -> u32 {
    let is_zero = |&at: &u32| btf.string_bytes(btf::StringOffset(at)) == Some(b"0");
    (1..btf.strings_end()).find(is_zero).expect("the access string of a type")
}
