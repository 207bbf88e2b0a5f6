//! The types made from our own objects are those in their sources.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use btf::{Btf, Kind, TypeId};
use desk::Amount;
use dwarf::{ErrorKind, Input, Options, convert};
use object::read::elf::ElfFile64;
use object::{Endianness, Object, ObjectSection};
use tests::exercise::encoded;
use tests::{fixture, skip};
use xtask::tools::CLANG;

use super::graph::differences;

fn raw(blob: &[u8]) -> String {
    let mut text = String::new();
    dump::raw(&Btf::parse(blob, None).expect("BTF"), &mut text);
    text
}

fn made(name: &str) -> dwarf::Converted {
    encoded(&fixture::read_dwarf(name), &[], None).unwrap_or_else(|| panic!("{name}: no types"))
}

/// All kinds of types, checked by eye against `tests/fixtures/dwarf/dwarf.c`. The numbers follow the x86-64 ABI.
#[test]
fn types_of_c() {
    let made = made("dwarf.gcc.x86_64.o");
    let reference = fixture::dwarf_folder().join("dwarf.gcc.x86_64.txt");
    assert_eq!(raw(&made.blob), fs::read_to_string(reference).expect("a reference"));
    let report = &made.report;
    assert_eq!((report.units, report.units_elsewhere), (1, 0));
    assert_eq!(report.languages, [("C".to_owned(), 1)]);
    // The variable that is in another file.
    assert_eq!(report.variables.len(), 1);
    assert_eq!(report.variables[0].places, ["elsewhere"]);
    assert_eq!((&report.functions, &report.diagnostics), (&Vec::new(), &Vec::new()));
}

/// The same source as DWARF 4 with type units, compressed, gives the same types.
#[test]
fn type_units() {
    let (whole, units) = (made("dwarf.gcc.x86_64.o"), made("dwarf.types.x86_64.o"));
    assert_eq!(differences(&raw(&whole.blob), &raw(&units.blob)), Vec::<String>::new());
    assert_eq!(units.report.units, 6);
}

/// Enums of C++ in type units. A definition has its own size, even if a declaration without a size comes first; an enum
/// that is only declared has the size in its declaration. The numbers are those in the source.
#[test]
fn enums_without_values() {
    let btf = Btf::parse(made("dwarf-enums.x86_64.o").blob, None).expect("BTF");
    let enums = btf.types().filter(|t| matches!(t.kind(), Kind::Enum | Kind::Enum64));
    let mut enums: Vec<_> = enums.map(|t| (t.name(), t.kind(), t.size(), t.vlen())).collect();
    enums.sort_unstable_by_key(|e| e.0);
    let expected = [
        ("later", Kind::Enum64, Some(8), 1),
        ("narrow", Kind::Enum, Some(1), 0),
        ("opaque", Kind::Enum, Some(2), 0),
        ("wide", Kind::Enum64, Some(8), 0),
    ];
    assert_eq!(enums, expected);
}

/// Both forms of annotations (clang's and GCC's) give the same result. `tests/fixtures/dwarf/dwarf-tags.s`, written by
/// hand, has both.
#[test]
fn annotations() {
    let made = made("dwarf-tags.x86_64.o");
    let expected = "\
[1] INT 'int' size=4 bits_offset=0 nr_bits=32 encoding=SIGNED
[2] TYPE_TAG 'b' type_id=3
[3] TYPE_TAG 'a' type_id=1
[4] PTR '(anon)' type_id=2
[5] STRUCT 's' size=16 vlen=2
\t'g' type_id=4 bits_offset=0
\t'l' type_id=4 bits_offset=64
[6] DECL_TAG 'last' type_id=5 component_idx=0
[7] DECL_TAG 'first' type_id=5 component_idx=0
[8] DECL_TAG 'whole' type_id=5 component_idx=-1
[9] DECL_TAG 'first' type_id=5 component_idx=1
[10] DECL_TAG 'last' type_id=5 component_idx=1
[11] VAR 'v' type_id=5, linkage=global
[12] DECL_TAG 'last' type_id=11 component_idx=-1
[13] DECL_TAG 'first' type_id=11 component_idx=-1
[14] DATASEC '.data' size=16 vlen=1
\ttype_id=11 offset=0 size=16 (VAR 'v')
";
    assert_eq!(raw(&made.blob), expected);
    // The offsets that readelf prints: of the annotation, and of the type or member that has it.
    let places: Vec<(u32, u64, u64)> =
        made.tags.iter().map(|tag| (tag.id.0, tag.annotation.offset, tag.of.offset)).collect();
    let expected = [
        (2, 0x32, 0x46),
        (3, 0x22, 0x46),
        (6, 0x89, 0xa4),
        (7, 0x75, 0xa4),
        (8, 0xb0, 0xa0),
        (9, 0xcc, 0xc4),
        (10, 0xe0, 0xc4),
        (12, 0x89, 0xf5),
        (13, 0x75, 0xf5),
    ];
    assert_eq!(places, expected);
    assert!(made.tags.iter().all(|tag| tag.annotation.file == "file" && tag.annotation.section == ".debug_info"));
    // The entries as readelf prints them.
    let text = |place: &dwarf::EntryPlace| {
        let attributes = place.attributes.iter().map(|(name, value)| format!(" {name}={value}"));
        format!("{}:{}", place.tag, attributes.collect::<String>())
    };
    assert_eq!(
        text(&made.tags[0].annotation),
        "DW_TAG_GNU_annotation: DW_AT_name=\"btf_type_tag\" DW_AT_const_value=\"b\" \
         DW_AT_GNU_annotation=0x22 (GNU_annotation btf_type_tag)"
    );
    assert_eq!(
        text(&made.tags[0].of),
        "DW_TAG_pointer_type: DW_AT_type=0x1b (base_type int) DW_AT_GNU_annotation=0x32 (GNU_annotation btf_type_tag)"
    );
    assert_eq!(
        text(&made.tags[5].annotation),
        "DW_TAG_LLVM_annotation: DW_AT_name=\"btf_decl_tag\" DW_AT_const_value=\"first\""
    );
}

/// The caller can cancel before any unit.
#[test]
fn cancel() {
    let bytes = fixture::read_dwarf("dwarf.types.x86_64.o");
    let mut seen = Vec::new();
    let mut source = bytes.as_slice();
    let file = Input { name: "file", source: &mut source };
    let error = convert(file, Vec::new(), &Options::default(), &mut |progress| {
        seen.push((progress.done, progress.total));
        if progress.done == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(error.expect_err("it was cancelled").kind, ErrorKind::Cancelled);
    assert_eq!(seen, [(0, 6), (1, 6), (2, 6), (3, 6)]);
}

/// Progress counts units.
#[test]
fn progress() {
    let bytes = fixture::read_dwarf("dwarf.types.x86_64.o");
    let mut seen = Vec::new();
    let mut report = |what: &str, amount: Amount| seen.push((what.to_owned(), amount));
    work::from_dwarf("file", &mut bytes.as_slice(), &mut [], None, &mut report).expect("types");
    assert_eq!(seen.len(), 6);
    assert_eq!(seen[2], ("making types from DWARF".to_owned(), Amount::of("units", 2, 6)));
}

/// Damage in one unit only affects that unit's types.
#[test]
fn a_damaged_unit() {
    let mut bytes = fixture::read_dwarf("dwarf.types.x86_64.o");
    let whole = made("dwarf.types.x86_64.o");
    // The byte after the unit's header of 23 bytes is the code of its first entry. It becomes a code that the table
    // lacks.
    let elf = ElfFile64::<Endianness>::parse(bytes.as_slice()).expect("an ELF file");
    let units = elf.sections().filter(|s| s.name() == Ok(".debug_types"));
    let ranges: Vec<_> = units.filter_map(|s| s.file_range()).collect();
    let (start, _) = *ranges.last().expect("a type unit");
    bytes[start as usize + 23] = 0x7f;
    let made = encoded(&bytes, &[], None).expect("the other types");
    assert_eq!(made.report.units, whole.report.units - 1);
    let damaged = made.report.diagnostics.iter().find(|d| d.reason.contains("damaged")).expect("it is said");
    assert_eq!(damaged.count, 1);
    assert!(damaged.places[0].starts_with(".debug_types+0x0: "), "{:?}", damaged.places);
    assert!(made.report.types > whole.report.types / 2);
}

/// When no unit can be read, the error has the place of the first fault.
#[test]
fn nothing_but_damage() {
    let mut bytes = fixture::read_dwarf("dwarf.gcc.x86_64.o");
    let elf = ElfFile64::<Endianness>::parse(bytes.as_slice()).expect("an ELF file");
    let (start, _) = elf.section_by_name(".debug_info").and_then(|s| s.file_range()).expect("a section");
    // The version of the unit.
    bytes[start as usize + 4] = 9;
    let mut source = bytes.as_slice();
    let file = Input { name: "x.o", source: &mut source };
    let error = convert(file, Vec::new(), &Options::default(), &mut |_| ControlFlow::Continue(()));
    let error = error.expect_err("no unit");
    assert_eq!(error.kind, ErrorKind::NoTypes);
    let found = "x.o: no unit of its debug information can be read (.debug_info+0x0: ";
    assert!(error.to_string().starts_with(found), "{error}");
}

/// A file without debug information, and bytes that are no ELF file, give an error.
#[test]
fn nothing_to_convert() {
    let mut none: &[u8] = &fixture::read("kinds.gcc.x86_64.o");
    let file = Input { name: "kinds.o", source: &mut none };
    let error = convert(file, Vec::new(), &Options::default(), &mut |_| ControlFlow::Continue(()));
    let error = error.expect_err("no DWARF");
    assert_eq!(error.kind, ErrorKind::NoDwarf);
    assert_eq!(error.to_string(), "kinds.o: it has no debug information (no section .debug_info)");
    for (bytes, kind) in
        [(&b"no ELF"[..], ErrorKind::BadElf), (b"BC\xc0\xde....", ErrorKind::BadElf), (b"", ErrorKind::BadElf)]
    {
        let mut source = bytes;
        let file = Input { name: "x", source: &mut source };
        let error = convert(file, Vec::new(), &Options::default(), &mut |_| ControlFlow::Continue(()));
        assert_eq!(error.expect_err("nothing").kind, kind);
    }
}

/// A faulty section table is an error of the file, and not "no debug information".
#[test]
fn a_section_table_that_lies() {
    let cases: [(usize, &[u8], &str); 4] = [
        (0x28, &[0; 8], "an ELF file without sections"),
        (0x28, &u64::MAX.to_le_bytes(), "the file seems to be cut off"),
        (0x3e, &0x4000u16.to_le_bytes(), "e_shstrndx 16384, but only"),
        (4, &[3], "class 3"),
    ];
    for (at, value, found) in cases {
        let mut file = fixture::read_dwarf("dwarf.gcc.x86_64.o");
        file[at..at + value.len()].copy_from_slice(value);
        let mut source = &file[..];
        let file = Input { name: "x", source: &mut source };
        let error = convert(file, Vec::new(), &Options::default(), &mut |_| ControlFlow::Continue(()));
        let error = error.expect_err("a table that lies");
        assert_eq!(error.kind, ErrorKind::BadElf, "{error}");
        assert!(error.message.contains(found), "{error}");
    }
}

/// In the resulting BTF, variables have offsets in their sections.
#[test]
fn variables_lie_in_sections() {
    let btf = Btf::parse(made("dwarf.gcc.x86_64.o").blob, None).expect("BTF");
    let sections: Vec<_> = btf.types().filter(|t| t.kind() == Kind::DataSec).collect();
    let names: Vec<&str> = sections.iter().map(|t| t.name()).collect();
    assert_eq!(names, [".data", ".rodata", ".data.rel.local"]);
    let packets = sections[0].vars().next().expect("a variable");
    assert_eq!((packets.offset, packets.size), (0, 56));
    assert_eq!(btf.get(TypeId(packets.type_id.0)).map(|t| t.name()), Some("packets"));
}

/// With -gsplit-dwarf=single, an object contains the sections of its .dwo file. A program linked from it names the
/// object as the file with its types.
#[test]
fn split_in_one_file() {
    let Ok(clang) = CLANG.found().map_err(|why| skip(&why)) else { return };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("split-in-one-file");
    fs::create_dir_all(&folder).expect("a folder");
    let source = "struct pair { int first; long second; } pair;\nint main(void) { return pair.first; }\n";
    fs::write(folder.join("pair.c"), source).expect("written");
    let run = |arguments: &[&str]| {
        let status = clang.command().args(arguments).current_dir(&folder).status();
        assert!(status.expect("clang").success(), "{arguments:?}");
    };
    run(&["-g", "-c", "pair.c", "-o", "whole.o"]);
    run(&["-g", "-gsplit-dwarf=single", "-c", "pair.c", "-o", "single.o"]);
    let read = |name: &str| fs::read(folder.join(name)).expect(name);
    let blob = |of: &[u8], beside: &[&[u8]]| raw(&encoded(of, beside, None).expect("types").blob);
    let whole = blob(&read("whole.o"), &[]);
    assert!(whole.contains("STRUCT 'pair' size=16 vlen=2"), "{whole}");
    assert_eq!(blob(&read("single.o"), &[]), whole);
    run(&["single.o", "-o", "prog"]);
    run(&["whole.o", "-o", "plain"]);
    let plain = blob(&read("plain"), &[]);
    assert_eq!(blob(&read("prog"), &[&read("single.o")]), plain);
}
