//! CO-RE relocations, resolved and patched by libbpf in this process: our fixtures on all their kernels, on each other, and on the
//! running kernel.
#![cfg(feature = "libbpf")]

use std::collections::BTreeMap;
use std::sync::Arc;

use bpf::{Insn, Object};
use btf::{Btf, Endian};
use libbpf_tests::LibbpfBtf;
use libbpf_tests::relocation::{CoreRelo, calc, candidates, patch, spec_text};
use relo::{Options, Resolver, Status, Target};
use tests::fixture;

/// libbpf reads objects only in this machine's byte order.
const MACHINE: Endian = if cfg!(target_endian = "little") { Endian::Little } else { Endian::Big };

/// An instruction with its second slot, in this machine's byte order.
fn native(insn: Insn, second: Option<Insn>) -> [u8; 16] {
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&insn.encode(MACHINE));
    bytes[8..].copy_from_slice(&second.unwrap_or_default().encode(MACHINE));
    bytes
}

/// Compares all relocations of an object on a target, with or without libbpf's cache of candidates. Returns how many there are.
fn compare(object_name: &str, file: &[u8], target_name: &str, blob: &[u8], cache: bool) -> usize {
    let object = Object::parse(file).expect("an object");
    let (local, ext) = (object.btf().expect("types"), object.ext().expect("relocations"));
    let theirs_local = LibbpfBtf::new(local.bytes(), None).expect("libbpf opens the object's types");
    let theirs_target = LibbpfBtf::new(blob, None).expect("libbpf opens the target");
    let target = Target::new(Arc::new(Btf::parse(blob, None).expect("a target")));
    let options = Options { cache, shift_order: Some(MACHINE), ..Options::default() };
    let mut resolver = Resolver::new(local, &target, options);
    let mut caches: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    let records = relo::records(local, ext);
    for record in &records {
        let what = format!("{object_name} on {target_name}, {}+{}", record.section, record.insn_offset.0);
        let theirs = CoreRelo {
            insn_off: record.insn_offset.0,
            type_id: record.type_id.0,
            access_str_off: record.access.0,
            kind: record.kind,
        };
        let ours = resolver.resolve(record);
        let text = ours.local.as_ref().ok().map(|spec| spec.text(local));
        assert_eq!(text, spec_text(&theirs_local, &theirs), "{what}");
        let mut list = match caches.get(&theirs.type_id).filter(|_| cache) {
            // The id of a local type needs no candidates.
            _ if record.kind == 6 => Vec::new(),
            Some(kept) => kept.clone(),
            None => candidates(&theirs_local, &theirs_target, theirs.type_id),
        };
        let ids: Vec<u32> = ours.tried.iter().map(|t| t.candidate.id.0).collect();
        assert_eq!(ids, list, "{what}: candidates");
        let (errno, result) = calc(&theirs_local, &theirs_target, &theirs, &mut list);
        let our_errno = match ours.status() {
            Status::Error(errno) => errno.number(),
            _ => 0,
        };
        assert_eq!(our_errno, errno, "{what}: {}", text.unwrap_or_default());
        let v = ours.values;
        assert_eq!(
            (v.original, v.new, v.poison, v.validate, v.bad_size_change, v.original_size, v.new_size),
            (
                result.original,
                result.new,
                result.poison,
                result.validate,
                result.fail_memsz_adjust,
                result.original_size,
                result.new_size
            ),
            "{what}"
        );
        assert_eq!((v.original_type.0, v.new_type.0), (result.original_type, result.new_type), "{what}");
        if errno != 0 {
            continue;
        }
        if record.kind != 6 {
            caches.insert(theirs.type_id, list);
        }
        let (insn, second) = relo::insn_of(&object, record).expect("an instruction");
        let mut bytes = native(insn, second);
        let errno = patch(&mut bytes, &theirs, &result);
        let patched = relo::patch(insn, second, &v);
        assert_eq!(patched.error.as_ref().map_or(0, |e| e.errno.number()), errno, "{what}: patched");
        assert_eq!(native(patched.insn, patched.second), bytes, "{what}: patched");
    }
    records.len()
}

/// The fixtures that have relocations.
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

/// Every named type of our programs against the types of that name in other files, by every kind of relocation for whole types.
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
