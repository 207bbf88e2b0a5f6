//! BPF objects of clang in both byte orders, intact and damaged.

use bpf::{Object, SymbolPlace, SymbolType};
use btf::{Btf, Endian, InsnOffset, TypeId};
use model::elf::{relo_rows, relo_sections, symbol_rows};
use tests::blob::{Blob, Order};
use tests::clock::ends;
use tests::elf::{Class, Elf, REL, Section};
use tests::extended::step;
use tests::fixture;

fn open(name: &str) -> Object {
    Object::parse(fixture::read(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

#[test]
fn both_byte_orders_have_the_same_instructions() {
    let (little, big) = (open("core.clang.bpfel.o"), open("core.clang.bpfeb.o"));
    assert_eq!((little.endian(), big.endian()), (Endian::Little, Endian::Big));
    let names = |o: &Object| o.code_sections().map(|s| s.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&little), names(&big));
    assert!(names(&little).contains(&"kprobe/offsets".to_owned()));
    for (l, b) in little.code_sections().zip(big.code_sections()) {
        let codes = |o: &Object, s| o.insns(s).map(|i| (i.code, i.dst, i.src)).collect::<Vec<_>>();
        let registers = codes(&little, l) == codes(&big, b);
        // Bitfields are accessed with shifts and loads of other widths.
        assert!(registers || l.name.contains("bitfield") || l.name.contains("offsets"), "{}", l.name);
    }
    for object in [&little, &big] {
        assert_eq!(object.problems(), []);
        assert!(object.btf().is_some() && object.ext().is_some());
        let section = object.section_named("kprobe/offsets").unwrap();
        let first = object.insn(section, InsnOffset(0)).unwrap();
        assert_eq!(object.insns(section).next(), Some(first));
        let bytes = object.insn_in_file(section, InsnOffset(0));
        let bytes = &object.bytes()[bytes.start as usize..bytes.end as usize];
        assert_eq!(first.encode(object.endian()), bytes);
        let function = object.symbols_in(section).find(|s| s.symbol_type == SymbolType::Func).unwrap();
        assert_eq!((function.value, function.size), (0, section.size));
        assert_eq!(function.place, SymbolPlace::Section(section.index));
    }
}

/// Changed bytes and cut files, every third one beyond the ELF header in the plain run: an error or
/// a partial model, never a panic.
#[test]
fn damaged_objects_are_reported() {
    let file = fixture::read("net.clang.bpfeb.o");
    let look = |bytes: &[u8]| {
        let Ok(object) = Object::parse(bytes) else { return };
        for section in object.sections() {
            let symbols = object.relos(section).filter(|r| object.symbol(r.symbol).is_some()).count();
            let jumps = object.insns(section).filter(|i| i.jump().is_some()).count();
            assert!(symbols <= object.relos(section).len() && jumps <= object.insns(section).count());
        }
        let rows: usize = relo_sections(&object).iter().map(|of| relo_rows(&object, of).len()).sum();
        let counted: usize = object.relo_tables().iter().map(|table| table.count).sum();
        assert_eq!((rows, symbol_rows(&object).len()), (counted, object.symbols().len()));
    };
    for at in (0..64).chain((64..file.len()).step_by(step(3))) {
        for value in [0, 0xff, file[at] ^ 0x41] {
            let mut bytes = file.clone();
            bytes[at] = value;
            look(&bytes);
        }
        look(&file[..at]);
    }
    assert!(Object::parse(&file[..63]).is_err());
    let mut other = file.clone();
    other[19] = 62;
    let e = Object::parse(other).unwrap_err();
    assert_eq!(e.to_string(), "ELF header: e_machine is 62, but that of BPF is 247 (file bytes 0x12..0x14)");
}

/// A section table that is read only in part is reported, with the header bytes that count its sections.
#[test]
fn sections_that_are_left_out_are_reported() {
    let file = fixture::read("net.clang.bpfeb.o");
    let said = |bytes: Vec<u8>| -> Vec<String> {
        let object = Object::parse(bytes).unwrap_or_else(|e| panic!("{e}"));
        object.problems().iter().map(|p| p.to_string()).filter(|p| p.contains("sections")).collect()
    };
    assert_eq!(said(file.clone()), [""; 0]);
    let count = u16::from_be_bytes([file[60], file[61]]);
    let with_names_in = |index: u16| {
        let mut bytes = file.clone();
        bytes[62..64].copy_from_slice(&index.to_be_bytes());
        bytes
    };
    let beyond =
        format!("ELF header: e_shstrndx is {count}, but there are only {count} sections (file bytes 0x3e..0x40)");
    assert_eq!(said(with_names_in(count)), [beyond]);
    // Sections may have no names.
    assert_eq!(said(with_names_in(0)), [""; 0]);

    // A count above 65,279 is in `sh_size` of section 0.
    let table = u64::from_be_bytes(file[40..48].try_into().unwrap()) as usize;
    let mut many = file.clone();
    many[60..62].fill(0);
    many[table + 32..table + 40].copy_from_slice(&70_000u64.to_be_bytes());
    many.resize(table + 70_000 * 64, 0);
    let cut = "ELF header: there are 70000 sections, of which only the first 65536 are read (file bytes 0x3c..0x3e)";
    assert_eq!(said(many), [cut]);
}

/// 150 sections of relocations with the same bytes: each record that the file has room for is read, and no more. The
/// list of problems ends after 100.
#[test]
fn relocation_tables_with_the_same_bytes_are_cut() {
    let mut elf = Elf::new(Class::Elf64, Order::Little, 247);
    elf = elf.with(Section { kind: REL, entry_size: 16, ..Section::new(".rel", vec![0; 4096 * 16]) });
    for _ in 1..150 {
        let (offset, size) = (Some(64), Some(4096 * 16));
        elf = elf.with(Section { kind: REL, entry_size: 16, offset, size, ..Section::new(".rel", Vec::new()) });
    }
    let file = elf.build();
    let second = file.len() / 16 - 4096;
    let object = Object::parse(file).unwrap_or_else(|e| panic!("{e}"));
    let counts: Vec<usize> = object.relo_tables().iter().map(|table| table.count).collect();
    assert_eq!((counts.len(), &counts[..4]), (150, &[4096, second, 0, 0][..]));
    let said: Vec<String> = object.problems().iter().map(|p| p.to_string()).collect();
    let cut = |room: usize| {
        format!("section .rel: 4096 relocations, but the file only has room for {room} (file bytes 0x40..0x10040)")
    };
    assert_eq!((said.len(), &said[..2]), (100, &[cut(second), cut(0)][..]));
}

#[test]
fn an_array_of_pointers_has_the_targets_of_its_relocations() {
    let mut blob = Blob::new(Order::Little);
    let int = blob.int("int", 4, 1);
    let pointer = blob.pointer(int);
    let array = blob.array(pointer, int, 4);
    let btf = Btf::parse(blob.build(), None).unwrap();
    // Both words are 0 in the file; relocations fill them in.
    let pointed = |at: u64| (at == 16 || at == 24).then(|| format!("at_{at}"));
    let value = |bytes: &[u8]| bpf::value(&btf, TypeId(array), bytes, 8, 1000, &pointed);
    assert_eq!(value(&[0; 40]), "{ NULL, &at_16, &at_24 }");
    let mut bytes = [0; 40];
    bytes[32] = 5;
    assert_eq!(value(&bytes), "{ NULL, &at_16, &at_24, 0x5 }");
    assert_eq!(bpf::value(&btf, TypeId(array), &[0; 40], 8, 1000, &|_| None), "{}");
}

/// libbpf keeps 63 bytes of a licence, up to its first NUL.
#[test]
fn a_licence_is_cut_as_in_libbpf() {
    let licence = |bytes: &[u8]| {
        let elf = Elf::new(Class::Elf64, Order::Little, 247).with(Section::new("license", bytes.to_vec()));
        Object::parse(elf.build()).expect("an object").license()
    };
    assert_eq!(licence(b"Dual MIT/GPL").as_deref(), Some("Dual MIT/GPL"));
    assert_eq!(licence(&[b'x'; 63]), Some("x".repeat(63)));
    assert_eq!(licence(&[b'x'; 100]), Some("x".repeat(63)));
    assert_eq!(licence(b"\0GPL"), None);
}

/// 60,000 sections of relocations patch one section. To list the records of each one takes no time that grows with the
/// records of the others.
#[test]
fn many_tables_of_one_section_are_listed_in_time() {
    const TABLES: u32 = 60_000;
    let mut elf = Elf::new(Class::Elf64, Order::Little, 247).with(Section::new(".data", vec![0; 8]));
    for table in 0..TABLES {
        let records = (0..16u64).rev().flat_map(|n| [n, u64::from(table) << 32 | 1]).flat_map(u64::to_le_bytes);
        elf = elf.with(Section { kind: REL, info: 1, entry_size: 16, ..Section::new(".rel", records.collect()) });
    }
    let object = Object::parse(elf.build()).unwrap_or_else(|e| panic!("{e}"));
    ends("the tables", || {
        for (table, number) in object.relo_tables().iter().zip(0..) {
            let found: Vec<(u64, u32)> = object.relos_of(table).iter().map(|r| (r.offset, r.symbol)).collect();
            assert_eq!(found, (0..16).rev().map(|n| (n, number)).collect::<Vec<_>>());
        }
    });
}
