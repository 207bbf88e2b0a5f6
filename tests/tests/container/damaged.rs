//! Files without BTF, and damaged files: an error with file and byte, never a panic.

use container::{OpenErrorKind, open};
use tests::blob::Order;
use tests::elf::{Class, Elf, Section};
use tests::fixture;
use tests::handmade::all_kinds;

#[test]
fn what_is_not_btf_is_called_by_its_name() {
    let cases: [(&[u8], OpenErrorKind, &str); 9] = [
        (b"", OpenErrorKind::Empty, "an empty file"),
        (b"Hello,\nworld!\n", OpenErrorKind::NotBtf, "text (“Hello, world!”)"),
        (b"\n<!DOCTYPE html><html><title>404</title>", OpenErrorKind::NotBtf, "an HTML page"),
        (&[0; 1000], OpenErrorKind::NotBtf, "zeros"),
        (b"\x89PNG\r\n\x1a\n0000", OpenErrorKind::NotBtf, "a PNG picture"),
        (b"\x01\x02\x03\xff", OpenErrorKind::NotBtf, "bytes 01 02 03 ff"),
        (b"\x9f", OpenErrorKind::NotBtf, "bytes 9f"),
        (b"\xfd7zXZ\0\xff\xff", OpenErrorKind::NotBtf, "xz data with a header that is damaged or not known"),
        (b"\x9f\xeb\x02\0\x18\0\0\0", OpenErrorKind::BadHeader, "version 2"),
    ];
    for (bytes, kind, words) in cases {
        let error = open("drop.bin", bytes).unwrap_err();
        assert_eq!(error.kind, kind, "{error}");
        assert!(error.found.contains(words), "{error}");
        assert!(error.to_string().starts_with("drop.bin: found "), "{error}");
        assert!(error.at.end <= bytes.len() as u64, "{error}");
    }
    let text = open("notes.txt", "über alles, text".as_bytes()).unwrap_err();
    assert!(text.found.contains("text"), "{text}");
}

/// Opens a file. The BTF that is found must be in the file, and an error must have a text.
fn survive(bytes: &[u8]) {
    match open("x", bytes) {
        Ok(opened) => {
            assert!(opened.btf.file_range.end <= bytes.len() as u64);
            assert!(opened.btf.bytes.len() <= bytes.len());
        }
        Err(e) => assert!(!e.to_string().is_empty()),
    }
}

#[test]
fn every_prefix_of_an_elf_and_of_a_blob() {
    for class in Class::BOTH {
        for order in [Order::Little, Order::Big] {
            let elf = Elf::new(class, order, 247)
                .with(Section::new(".BTF", all_kinds(order).build()))
                .with(Section::new(".modinfo", b"name=x\0vermagic=6.1 SMP\0".to_vec()))
                .with(Section::new(".notes", vec![4, 0, 0, 0, 255, 255, 255, 255, 3, 0, 0, 0, 71, 78, 85, 0]))
                .build();
            let blob = all_kinds(order).build();
            let mut found = 0;
            for len in 0..elf.len() {
                match open("x", &elf[..len]) {
                    // The BTF is complete, so the search finds it, and a note says why it searched.
                    Ok(opened) => {
                        found += 1;
                        assert_eq!(opened.btf.bytes[..], blob);
                        assert!(opened.notes[0].contains("the ELF file is damaged"), "{:?}", opened.notes);
                    }
                    Err(e) => assert!(e.at.end <= elf.len() as u64, "{e}"),
                }
            }
            assert!(found > 100 && found < elf.len() - blob.len(), "{found}");
            for len in 0..blob.len() {
                survive(&blob[..len]);
            }
        }
    }
}

#[test]
fn flipped_bytes() {
    let files = ["kernel.x86_64.o", "module.s390x.ko", "core.clang.bpfeb.o", "kinds.gcc.i386.o", "module.x86_64.btf"];
    for name in files {
        let sound = fixture::read(name);
        let table = match sound.get(4) {
            Some(2) => sound.len().saturating_sub(40 * 64),
            _ => sound.len().saturating_sub(40 * 40),
        };
        let mut file = sound.clone();
        for at in (0..sound.len()).filter(|&at| at < 600 || at > table) {
            for flip in [0xff, 0x80, 0x01] {
                file[at] ^= flip;
                survive(&file);
                file[at] ^= flip;
            }
        }
    }
}

#[test]
fn sections_that_all_end_beyond_the_file() {
    // Every section is named .BTF and ends beyond the file.
    let mut elf = Elf::new(Class::Elf64, Order::Little, 62);
    for i in 0..2000 {
        elf = elf.with(Section { size: Some(u64::MAX - i), ..Section::new(".BTF", Vec::new()) });
    }
    assert_eq!(open("x", &elf.build()).unwrap_err().kind, OpenErrorKind::NoData);
}
