//! BPF objects inside binaries: each is found completely, with its offset, whatever surrounds it.

use container::{EntryKind, Unpacked};
use tests::blob::Order;
use tests::elf::{Class, Elf, Section};
use tests::fixture;

use crate::archives::tar_of;
use crate::support::{noise, take_apart, with_bare_programs};

/// An executable with these bytes as read-only data.
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

/// Two objects, one of each byte order, with noise around them. At the end is the start of an object that is cut off.
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

/// An executable with objects, in an archive.
#[test]
fn objects_of_a_packed_binary_are_listed() {
    let archive = tar_of(&[("usr/bin/tool", tool(carried())), ("usr/share/doc/tool", noise(300))]);
    let Ok(Unpacked::Archive(archive)) = take_apart("tool.tar", &archive) else { panic!("a list") };
    assert_eq!(archive.entries.len(), 2);
    assert!(archive.entries.iter().all(|e| e.path.starts_with("usr/bin/tool/0x")), "{:?}", archive.entries);
}

/// An object file (not linked) with these bytes as data.
fn object_file(data: Vec<u8>) -> Vec<u8> {
    let mut file = tool(data);
    file[16] = 1;
    file
}

/// An ar archive with headers as in ar(5): GNU's table of long names, BSD's long names, and files of even and odd
/// length.
fn ar_of(files: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut out = b"!<arch>\n".to_vec();
    let mut add = |name: String, content: &[u8]| {
        out.extend(format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, 0, 644, content.len()).into_bytes());
        out.extend(content);
        out.resize(out.len().next_multiple_of(2), b'\n');
    };
    add("/".to_owned(), &[0; 7]);
    let long: String = files.iter().map(|(name, _)| format!("{name}/\n")).collect();
    add("//".to_owned(), long.as_bytes());
    let mut at = 0;
    for (i, (name, content)) in files.iter().enumerate() {
        match i % 3 {
            0 => add(format!("/{at}"), content),
            1 => add(format!("#1/{}", name.len()), &[name.as_bytes(), content].concat()),
            _ => add(format!("{}/", &name[..name.len().min(15)]), content),
        }
        at += name.len() + 2;
    }
    out
}

fn paths(name: &str, bytes: &[u8]) -> Vec<String> {
    let Ok(Unpacked::Archive(archive)) = take_apart(name, bytes) else { panic!("{name}: a choice of objects") };
    archive.entries.into_iter().map(|entry| entry.path).collect()
}

/// Objects are also found in object files and static libraries: alone, in an archive, and as a file of a library.
#[test]
fn objects_in_object_files_and_libraries_are_listed() {
    let [first, second] = programs();
    let file = object_file(carried());
    let alone = paths("main.o", &file);
    let place = |path: &str| path.split('/').next().map(str::to_owned);
    assert_eq!(
        alone.iter().filter_map(|path| place(path)).collect::<Vec<_>>(),
        paths("tool", &tool(carried())).iter().filter_map(|path| place(path)).collect::<Vec<_>>()
    );

    let library = ar_of(&[
        ("a name that is too long for a header.o", file.clone()),
        ("second.bpf.o", second.clone()),
        ("first.o", first.clone()),
        ("notes.txt", noise(33)),
        ("second.bpf.o", second.clone()),
    ]);
    let wanted = [
        format!("a name that is too long for a header.o/{}", alone[0]),
        format!("a name that is too long for a header.o/{}", alone[1]),
        "first.o".to_owned(),
        "second.bpf.o".to_owned(),
    ];
    let mut found = paths("libmain.a", &library);
    // The second object of the same name has its offset before the name.
    let again = found.iter().position(|path| path.starts_with("0x") && path.ends_with("/second.bpf.o")).expect("both");
    found.remove(again);
    found.sort();
    let mut sorted = wanted.clone();
    sorted.sort();
    assert_eq!(found, sorted);
    let in_tar = tar_of(&[
        ("usr/lib/libmain.a", library.clone()),
        ("usr/lib/main.o", file),
        ("usr/lib/other.o", object_file(noise(900))),
    ]);
    let in_tar = paths("lib.tar", &in_tar);
    assert_eq!(in_tar.len(), 7, "{in_tar:?}");
    for path in wanted {
        assert!(in_tar.contains(&format!("usr/lib/libmain.a/{path}")), "{in_tar:?}");
    }

    // Each opens as it would alone. A library that is cut off lists the files before the cut.
    let Ok(Unpacked::Archive(archive)) = take_apart("libmain.a", &library) else { panic!("a list") };
    for (path, program) in [("first.o", &first), ("second.bpf.o", &second)] {
        let index = archive.find(path).expect("it is listed");
        let Ok(Unpacked::File(opened)) = with_bare_programs("libmain.a", &library, Some(index)) else {
            panic!("{path}")
        };
        assert_eq!(opened.btf.bytes, crate::support::opened("alone.o", program).btf.bytes, "{path}");
    }
    for len in (0..library.len()).step_by(101) {
        let _ = take_apart("libmain.a", &library[..len]);
    }
    let thin = take_apart("libthin.a", b"!<thin>\n/               0           0     0     0       14        `\n")
        .expect_err("thin");
    assert!(thin.found.contains("only the names"), "{thin}");
}

/// Data that only begins like an object is not listed, and a binary cut anywhere causes no panic.
#[test]
fn what_is_cut_off_is_no_object() {
    let [first, _] = programs();
    let file = tool([noise(100), first[..first.len() / 2].to_vec()].concat());
    match take_apart("tool", &file) {
        Ok(Unpacked::Archive(archive)) => assert!(archive.entries.is_empty(), "{:?}", archive.entries),
        // It opens as any other binary with types.
        Ok(Unpacked::File(opened)) => assert!(opened.program.is_none(), "{opened:?}"),
        Ok(other) => panic!("{other:?}"),
        Err(_) => {}
    }
    let file = tool(carried());
    for len in (0..file.len()).step_by(97) {
        let _ = take_apart("tool", &file[..len]);
    }
}

/// In an object file, only BPF objects are searched for: data in another section is not taken for BTF.
#[test]
fn an_object_file_without_btf_has_none() {
    let file = object_file(fixture::read("kernel.x86_64.btf"));
    match take_apart("plain.o", &file) {
        Err(error) => assert_eq!(error.kind, container::OpenErrorKind::NoBtf),
        other => panic!("{other:?}"),
    }
}
