//! Handmade ELF files: every class and byte order, sections that cannot be used, wrong tables.

use container::{FileRange, OpenErrorKind, Role, Source, open, read_elf};
use tests::blob::Order;
use tests::elf::{Class, Elf, NOBITS, Section};
use tests::handmade::all_kinds;

const ORDERS: [Order; 2] = [Order::Little, Order::Big];

fn with_btf(class: Class, order: Order) -> Elf {
    Elf::new(class, order, 0x4242)
        .with(Section::new(".text", vec![0x90; 20]))
        .with(Section::new(".BTF", all_kinds(order).build()))
}

#[test]
fn every_class_and_byte_order() {
    for class in Class::BOTH {
        for order in ORDERS {
            let file = with_btf(class, order).build();
            let opened = open("a.o", &file).unwrap();
            assert_eq!(opened.btf.bytes[..], all_kinds(order).build());
            assert_eq!(opened.role, Role::Other);
            let facts = opened.elf().unwrap();
            assert_eq!(facts.machine_name, "machine 0x4242");
            assert_eq!(facts.pointer_size, if class == Class::Elf32 { 4 } else { 8 });
            assert_eq!(facts.class_bits, facts.pointer_size * 8);
            let names: Vec<&str> = facts.sections.iter().map(|s| s.name.as_str()).collect();
            assert_eq!(names, [".text", ".BTF", ".shstrtab"]);
        }
    }
}

/// A kernel header and an ELF file of the same machine name it by the same word.
#[test]
fn a_machine_has_one_name() {
    use header::Machine;

    let (wide, narrow, little, big) = (Class::Elf64, Class::Elf32, Order::Little, Order::Big);
    let files = [
        (wide, little, 62, Machine::X86_64),
        (wide, little, 183, Machine::Arm64),
        (narrow, little, 40, Machine::Arm),
        (wide, little, 243, Machine::RiscV64),
        (wide, big, 22, Machine::S390x),
        (wide, little, 21, Machine::PowerPc64),
        (wide, little, 258, Machine::LoongArch64),
    ];
    assert_eq!(files.map(|(.., machine)| machine), Machine::ALL);
    for (class, order, number, machine) in files {
        let file = Elf::new(class, order, number).with(Section::new(".BTF", all_kinds(order).build())).build();
        assert_eq!(open("a.o", &file).unwrap().machine(), machine.name(), "e_machine {number}");
    }
}

#[test]
fn pieces_beside_the_btf() {
    let base = all_kinds(Order::Little).build();
    let mut elf = with_btf(Class::Elf64, Order::Little);
    for name in [".BTF.base", ".BTF_ids", ".BTF.inline", ".BTF.ext"] {
        elf = elf.with(Section::new(name, base.clone()));
    }
    let opened = open("a.o", &elf.build()).unwrap();
    for piece in [&opened.btf_base, &opened.btf_ids, &opened.btf_inline, &opened.btf_ext] {
        assert_eq!(piece.as_ref().unwrap().bytes[..], base);
    }
    // Other sections that cannot be read are ignored with a note.
    let elf = with_btf(Class::Elf64, Order::Little).with(Section::nobits(".BTF.ext", 100));
    let opened = open("a.o", &elf.build()).unwrap();
    assert!(opened.btf_ext.is_none());
    assert!(opened.notes.iter().any(|n| n.contains(".BTF.ext") && n.contains("NOBITS")), "{:?}", opened.notes);
}

/// The error of a file that must not open. Checks that its text has all parts.
fn refused(file: &[u8]) -> container::OpenError {
    let Err(error) = open("a.o", file) else { panic!("it opens") };
    let text = error.to_string();
    assert!(text.starts_with("a.o: found ") && text.contains("; expected ") && text.contains("(file byte"), "{text}");
    error
}

#[test]
fn sections_without_usable_bytes() {
    let order = Order::Little;
    let elf = Elf::new(Class::Elf64, order, 62);
    let blob = all_kinds(order).build();

    let error = refused(&elf.clone().with(Section::nobits(".BTF", 4000)).build());
    assert_eq!(error.kind, OpenErrorKind::NoData);
    assert!(error.found.contains("NOBITS"), "{error}");

    let error = refused(&elf.clone().with(Section { flags: 1 << 11, ..Section::new(".BTF", blob.clone()) }).build());
    assert!(error.found.contains("SHF_COMPRESSED"), "{error}");

    let error = refused(&elf.clone().with(Section { kind: 7, ..Section::new(".BTF", blob.clone()) }).build());
    assert!(error.found.contains("type 0x7"), "{error}");

    let error = refused(&elf.clone().with(Section::new(".BTF", Vec::new())).build());
    assert!(error.found.contains("length 0"), "{error}");

    let lie = Section { size: Some(1 << 40), ..Section::new(".BTF", blob.clone()) };
    let error = refused(&elf.clone().with(lie).build());
    assert!(error.found.contains("cut off"), "{error}");

    let lie = Section { offset: Some(u64::MAX - 4), ..Section::new(".BTF", blob.clone()) };
    assert_eq!(refused(&elf.clone().with(lie).build()).kind, OpenErrorKind::NoData);

    // If another section with this name can be read, it is used.
    let two = elf.with(Section::nobits(".BTF", 4)).with(Section::new(".BTF", blob.clone()));
    assert_eq!(open("a.o", &two.build()).unwrap().btf.bytes[..], blob);
}

#[test]
fn an_elf_without_btf_names_its_sections() {
    let elf = Elf::new(Class::Elf32, Order::Big, 8)
        .with(Section::new(".text", vec![1]))
        .with(Section::new(".debug_info", vec![1]));
    let error = refused(&elf.build());
    assert_eq!(error.kind, OpenErrorKind::NoBtf);
    assert_eq!(error.found, "the sections .text, .debug_info, .shstrtab");
    let table = elf.build();
    assert_eq!(error.at.end, table.len() as u64, "the range is the section table's, which ends the file");
}

/// Changes a field of a 64-bit ELF header.
fn header_field(file: &mut [u8], at64: usize, value: &[u8]) {
    file[at64..at64 + value.len()].copy_from_slice(value);
}

#[test]
fn tables_that_lie() {
    let sound = with_btf(Class::Elf64, Order::Little).build();
    let cases: [(&str, usize, &[u8]); 9] = [
        ("no table", 0x28, &[0; 8]),
        ("a table behind the end", 0x28, &u64::MAX.to_le_bytes()),
        ("a table that wraps", 0x28, &(u64::MAX - 63).to_le_bytes()),
        ("entries of another size", 0x3a, &7u16.to_le_bytes()),
        ("more entries than there are", 0x3c, &0xfff0u16.to_le_bytes()),
        ("names in no section", 0x3e, &0x40u16.to_le_bytes()),
        ("class 3", 4, &[3]),
        ("byte order 9", 5, &[9]),
        ("version 7", 6, &[7]),
    ];
    for (what, at, value) in cases {
        let mut file = sound.clone();
        header_field(&mut file, at, value);
        // The BTF is intact, and the search finds it.
        let opened = open("a.o", &file).unwrap();
        assert_eq!(opened.btf.bytes[..], all_kinds(Order::Little).build(), "{what}");
        assert!(opened.elf().is_none() && opened.notes[0].contains("the ELF file is damaged"), "{what}");
        // Without BTF, the file does not open, and the error is the one of the note.
        let at_btf = opened.btf.file_range;
        file[at_btf.start as usize..at_btf.end as usize].fill(0xcc);
        let error = refused(&file);
        assert_eq!(error.kind, OpenErrorKind::BadElf, "{what}: {error}");
        assert!(opened.notes[0].contains(&error.found), "{what}: {:?}", opened.notes);
    }
    // With 0 sections in the header, the first entry has the count; here it is 2^30.
    let mut file = sound.clone();
    header_field(&mut file, 0x3c, &[0, 0]);
    let table = u64::from_le_bytes(file[0x28..0x30].try_into().unwrap()) as usize;
    file[table + 0x20..table + 0x28].copy_from_slice(&(1u64 << 30).to_le_bytes());
    assert!(open("a.o", &file).unwrap().notes[0].contains("1073741824 sections"));
    // With the right count, the file opens as an ELF file.
    file[table + 0x20..table + 0x28].copy_from_slice(&4u64.to_le_bytes());
    assert!(open("a.o", &file).unwrap().elf().is_some());
    // The first entry also has the index of the section with names, if it does not fit into the header.
    file.copy_within(0x3e..0x40, table + 0x28);
    header_field(&mut file, 0x3e, &[0xff; 2]);
    assert!(open("a.o", &file).unwrap().elf().is_some());
    file[table + 0x28..table + 0x2c].fill(0xff);
    assert!(open("a.o", &file).unwrap().notes[0].contains("e_shstrndx 4294967295, but only 4 sections"));
}

/// A file that continues with zeros.
struct Continued<'a> {
    bytes: &'a [u8],
    len: u64,
}

impl Source for Continued<'_> {
    fn len(&self) -> u64 {
        self.len
    }

    fn read_at(&mut self, at: u64, buf: &mut [u8]) -> Result<usize, String> {
        buf.fill(0);
        (&mut { self.bytes }).read_at(at, buf)?;
        Ok(buf.len())
    }
}

/// A table or names that cannot be used: the error says whether they are not in the file, without bytes, or too many.
/// Sections: `.text` (1), `.BTF` (2), `.bss` (3), `.shstrtab` (4).
#[test]
fn tables_and_names_that_cannot_be_used() {
    let sound = with_btf(Class::Elf64, Order::Little).with(Section::nobits(".bss", 8)).build();
    let table = u64::from_le_bytes(sound[0x28..0x30].try_into().unwrap());
    let said = |at: u64, value: &[u8], len: u64| {
        let mut file = sound.clone();
        header_field(&mut file, at as usize, value);
        let error = read_elf(&mut Continued { bytes: &file, len }, "a.o").expect_err("it cannot be used");
        assert_eq!(error.kind, OpenErrorKind::BadElf, "{error}");
        (error.found, error.expected, error.at)
    };
    let entry = |index: u64| FileRange::at(table + index * 64, 64);
    let expect = |found: &str, expected: &str, at| (found.to_owned(), expected.to_owned(), at);
    let (len, long) = (sound.len() as u64, 1 << 30);

    // The names are in a section of type NOBITS; the section with the names gets the type NULL.
    let names = "a section with the sections' names";
    let found = "e_shstrndx 3, a section without bytes (NOBITS)";
    assert_eq!(said(0x3e, &[3, 0], len), expect(found, names, entry(3)));
    let found = "e_shstrndx 4, a section without bytes (NULL)";
    assert_eq!(said(table + 4 * 64 + 4, &[0; 4], len), expect(found, names, entry(4)));

    // More than 64 MiB of names. In the file without further zeros, they end behind the file.
    let (at, size) = (table + 4 * 64 + 0x20, (64u64 << 20) + 1);
    let most = "at most 67108864 bytes of section names";
    let found = "67108865 bytes of section names";
    assert_eq!(said(at, &size.to_le_bytes(), long), expect(found, most, entry(4)));
    assert_eq!(said(at, &size.to_le_bytes(), len).1, "section names in the file");

    // More than 2^20 sections: the header says 0, and the first entry has the number.
    let mut many = sound.clone();
    header_field(&mut many, 0x3c, &[0, 0]);
    header_field(&mut many, table as usize + 0x20, &((1u64 << 20) + 1).to_le_bytes());
    let error = read_elf(&mut Continued { bytes: &many, len: long }, "a.o").expect_err("too many");
    let said = (error.found, error.expected, error.at);
    assert_eq!(said, expect("1048577 sections", "at most 1048576 sections", entry(0)));
}

#[test]
fn debug_files_say_what_they_are() {
    let elf = Elf::new(Class::Elf64, Order::Little, 62).with(Section { kind: NOBITS, ..Section::nobits(".BTF", 9) });
    let error = open("vmlinux.debug", &elf.build()).unwrap_err();
    assert!(error.found.contains("split off for debugging"), "{error}");
}
