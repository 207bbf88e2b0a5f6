//! BPF objects inside binaries: each is found whole, at its place, whatever is around it.

use container::{EntryKind, Unpacked};
use tests::blob::Order;
use tests::elf::{Class, Elf, Section};
use tests::fixture;

use crate::archives::tar_of;
use crate::support::{noise, take_apart, with_bare_programs};

/// A machine's binary with these bytes as its read-only data.
fn tool(data: Vec<u8>) -> Vec<u8> {
    const X86_64: u16 = 62;
    let mut file = Elf::new(Class::Elf64, Order::Little, X86_64).with(Section::new(".rodata", data)).build();
    // ET_EXEC.
    file[16] = 2;
    file
}

fn programs() -> [Vec<u8>; 2] {
    ["relo.clang.bpfel.o", "core.clang.bpfeb.o"].map(fixture::read)
}

/// Two objects of both byte orders with bytes between them that are like nothing, or like the begin of one.
fn carried() -> Vec<u8> {
    let [first, second] = programs();
    let cut = first[..64].to_vec();
    [noise(1001), first, noise(77), second, noise(5), cut].concat()
}

fn position(of: &[u8], within: &[u8]) -> usize {
    within.windows(of.len()).position(|window| window == of).expect("it is in there")
}

#[test]
fn each_object_is_found_whole() {
    let file = tool(carried());
    let Ok(Unpacked::Archive(archive)) = take_apart("tool", &file) else { panic!("a choice of objects") };
    assert_eq!(archive.entries.iter().map(|e| e.kind).collect::<Vec<_>>(), [EntryKind::Program; 2]);
    for (entry, program) in archive.entries.iter().zip(programs()) {
        let at = position(&program, &file);
        assert!(entry.path.starts_with(&format!("{at:#x}/")), "{}", entry.path);
        assert_eq!(entry.size, program.len() as u64);
        match with_bare_programs("tool", &file, Some(entry.index)) {
            Ok(Unpacked::File(opened)) => {
                let alone = crate::support::opened("alone.o", &program);
                assert_eq!(opened.btf.bytes, alone.btf.bytes, "{}", entry.path);
            }
            other => panic!("{}: {other:?}", entry.path),
        }
    }
}

/// The same binary within an archive.
#[test]
fn objects_of_a_packed_binary_are_listed() {
    let archive = tar_of(&[("usr/bin/tool", tool(carried())), ("usr/share/doc/tool", noise(300))]);
    let Ok(Unpacked::Archive(archive)) = take_apart("tool.tar", &archive) else { panic!("a list") };
    assert_eq!(archive.entries.len(), 2);
    assert!(archive.entries.iter().all(|e| e.path.starts_with("usr/bin/tool/0x")), "{:?}", archive.entries);
}

/// What only begins like an object is none, and a binary cut anywhere makes no panic.
#[test]
fn what_is_cut_off_is_no_object() {
    let [first, _] = programs();
    let file = tool([noise(100), first[..first.len() / 2].to_vec()].concat());
    match take_apart("tool", &file) {
        Ok(Unpacked::Archive(archive)) => assert!(archive.entries.is_empty(), "{:?}", archive.entries),
        // Its types are found as those of any binary.
        Ok(Unpacked::File(opened)) => assert!(opened.program.is_none(), "{opened:?}"),
        Ok(other) => panic!("{other:?}"),
        Err(_) => {}
    }
    let file = tool(carried());
    for len in (0..file.len()).step_by(97) {
        let _ = take_apart("tool", &file[..len]);
    }
}
