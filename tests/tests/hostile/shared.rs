//! Parts of small objects and blobs that many other parts share: work and output are in proportion to the file.

use bpf::Object;
use btf::Btf;
use tests::blob::{Blob, Order, kind};
use tests::clock::ends;
use tests::elf::{Class, Elf, STRTAB, SYMTAB, Section};
use tests::exercise::Digest;
use tests::ext_blob::{ExtBlob, SubSection};

/// The flags of a section of instructions: `SHF_ALLOC | SHF_EXECINSTR`.
const CODE: u64 = 6;

/// Global functions and variables in `st_info`.
const FUNCTION: u8 = 0x12;
const VARIABLE: u8 = 0x11;

/// A symbol: its name's offset, `st_info`, the index of its section, its value and its size.
type Symbol = (u32, u8, u16, u64, u64);

/// Adds a symbol table with these symbols and names behind the sections of an object.
fn with_symbols(elf: Elf, symbols: impl IntoIterator<Item = Symbol>, names: Vec<u8>) -> Elf {
    let strings = elf.sections.len() as u32 + 2;
    let mut table = vec![0; 24];
    for (name, info, section, value, size) in symbols {
        table.extend(name.to_le_bytes());
        table.extend([info, 0]);
        table.extend(section.to_le_bytes());
        table.extend(value.to_le_bytes());
        table.extend(size.to_le_bytes());
    }
    let table = Section::new(".symtab", table);
    elf.with(Section { kind: SYMTAB, link: strings, info: 1, entry_size: 24, align: 8, ..table })
        .with(Section { kind: STRTAB, ..Section::new(".strtab", names) })
}

fn object() -> Elf {
    Elf::new(Class::Elf64, Order::Little, 247)
}

/// A place of an argument that has no meaning but thousands of words, and a list that refers to it thousands of times.
#[test]
fn words_of_an_argument() {
    let mut blob = Blob::new(Order::Little);
    // No flags.
    let words = vec![0; 3001];
    let param = blob.record(0, kind::LOC_PARAM, 3000, false, 4, &words);
    blob.record(0, kind::LOC_PROTO, 3000, false, 0, &vec![param; 3000]);
    let btf = Btf::parse(blob.build(), None).expect("a header");
    let digest = &mut Digest::default();
    dump::raw(&btf, digest);
    assert!(digest.len() < 1 << 20, "{}", digest.len());
    let mut line = String::new();
    dump::raw_line(&btf, btf::TypeId(param), &mut line);
    assert!(line.ends_with(" vlen=3000 values='0x0 0x0 0x0 0x0 (2996 more)'\n"), "{line}");
}

/// Sections of one name, for which `.BTF.ext` has thousands of functions: they belong to the first section.
#[test]
fn sections_of_one_name() {
    let mut blob = Blob::new(Order::Little);
    let proto = blob.prototype(0, &[]);
    let function = blob.function("f", proto, 1);
    let name = blob.string("x");
    let records = (0..10_000).map(|i| vec![i * 8, function]).collect();
    let mut ext = ExtBlob::new(Order::Little, 32);
    ext.func_info = Some(SubSection { record_size: 8, blocks: vec![(name, records)] });
    // The bytes of the first section begin behind the header.
    let mut elf = object().with(Section { flags: CODE, ..Section::new("x", vec![0; 80_000]) });
    for _ in 0..200 {
        let again = Section::new("x", Vec::new());
        elf = elf.with(Section { flags: CODE, offset: Some(64), size: Some(80_000), ..again });
    }
    let elf = elf.with(Section::new(".BTF", blob.build())).with(Section::new(".BTF.ext", ext.build()));
    let object = Object::parse(elf.build()).expect("an object");
    let functions = object.functions();
    assert_eq!(functions.len(), 10_000 + 200);
    assert_eq!(functions.iter().filter(|f| f.type_id.is_some()).map(|f| f.section).max(), Some(1));
}

/// Variables at one place, each a struct of arrays that are all zeros and at one place, too.
#[test]
fn arrays_of_zeros() {
    let mut blob = Blob::new(Order::Little);
    let byte = blob.int("u8", 1, 0);
    let array = blob.array(byte, byte, 1 << 16);
    let all = blob.structure("all", 1 << 16, &[("a", array, 0); 100]);
    let variable = blob.variable("v", all, 1);
    blob.data_section(".data", 1 << 16, &vec![[variable, 0, 1 << 16]; 1 << 16]);
    let data = Section::new(".data", vec![0; 1 << 16]);
    let object = Object::parse(object().with(data).with(Section::new(".BTF", blob.build())).build());
    let object = object.expect("an object");
    let sections = ends("values", || object.data_sections());
    let values: Vec<&str> = sections[0].variables.iter().filter_map(|v| v.value.as_deref()).collect();
    assert_eq!(values.len(), 1 << 16);
    assert!(values[0].starts_with("{ .a = {}, .a = {}, "), "{}", values[0]);
    assert!(values[65_535].starts_with("{ .a = {…}, .a = {…}, "), "{}", values[65_535]);
}

/// DATASECs of one name, whose section has very many symbols.
#[test]
fn lists_of_one_section() {
    let mut blob = Blob::new(Order::Little);
    for _ in 0..1024 {
        blob.data_section(".data", 8, &[]);
    }
    let (mut names, mut symbols) = (vec![0], Vec::new());
    for i in 0..400_000_u64 {
        symbols.push((names.len() as u32, VARIABLE, 1, 0, 8));
        names.extend(format!("v{}\0", i * 7919 % 400_000).into_bytes());
    }
    let elf = object().with(Section::new(".data", vec![0; 8])).with(Section::new(".BTF", blob.build()));
    let object = Object::parse(with_symbols(elf, symbols, names).build()).expect("an object");
    assert_eq!(ends("sections", || object.data_sections()).len(), 1024);
}

/// A program that calls thousands of small functions at the end of its long section.
#[test]
fn functions_at_the_end() {
    const CALLS: u32 = 100_000;
    const END: u32 = 1_000_000;
    let mut code = Vec::new();
    for _ in 0..CALLS {
        // The distance in slots from the next one is the same for each call and the function with its index.
        code.extend([0x85, 0x10, 0, 0]);
        code.extend((END - 1).to_le_bytes());
    }
    code.resize(8 * (END + CALLS) as usize, 0);
    let functions = (0..CALLS).map(|i| (1, FUNCTION, 1, u64::from(END + i) * 8, 8));
    let symbols = [(1, FUNCTION, 1, 0, u64::from(CALLS) * 8)].into_iter().chain(functions);
    let elf = object().with(Section { flags: CODE, ..Section::new("xdp", code) });
    let object = Object::parse(with_symbols(elf, symbols, b"\0f\0".to_vec()).build()).expect("an object");
    let functions = object.functions();
    let load = ends("load", || object.load(&functions, 0));
    assert_eq!(load.functions.len(), CALLS as usize + 1);
}

/// Symbols whose names overlap: each name is 512 bytes long.
#[test]
fn names_of_symbols_that_overlap() {
    let mut names = vec![0];
    names.resize(100_000, b'n');
    names.push(0);
    let symbols = (0..99_000).map(|i| (1 + i, VARIABLE, 0, 0, 0));
    let file = with_symbols(object(), symbols, names).build();
    let len = file.len();
    let object = Object::parse(file).expect("an object");
    let lengths: Vec<usize> = object.symbols().iter().map(|s| s.name.len()).collect();
    assert_eq!((lengths[1], lengths[99_000]), (512, 64));
    let sum: usize = lengths.iter().sum();
    assert!(sum < 8 * len, "{sum} bytes of names in a file of {len}");
}
