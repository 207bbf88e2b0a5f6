//! Large hostile blobs and objects: work ends, and memory is in proportion to the file.

use std::sync::Arc;

use btf::{Btf, DeclTags, NameIndex, TypeId};
use model::bytes::ROW;
use tests::blob::{Blob, Order, bits, kind};
use tests::clock::ends;
use tests::elf::{Class, Elf, STRTAB, SYMTAB, Section};
use tests::exercise::Digest;

/// Names that overlap: each record's name begins one byte after the name of the record before, and all end at the same
/// NUL. Each name is valid, but together they have gigabytes.
fn overlapping_names(records: u32) -> Vec<u8> {
    let mut blob = Blob::new(Order::Little);
    let long = blob.string(&"n".repeat(2 << 20));
    let int = blob.record(long, kind::INT, 0, false, 8, &[64]);
    for i in 1..records {
        let name = long + i;
        match i % 4 {
            0 => blob.record(name, kind::INT, 0, false, 8, &[64]),
            1 => blob.record(name, kind::STRUCT, 1, false, 8, &[name, int, 0]),
            2 => blob.record(name, kind::ENUM, 1, false, 4, &[name, i]),
            _ => blob.record(name, kind::TYPEDEF, 0, false, int, &[]),
        };
    }
    blob.build()
}

#[test]
fn names_that_overlap() {
    let bytes: Arc<[u8]> = overlapping_names(100_000).into();
    let btf = ends("parse", || Btf::parse(Arc::clone(&bytes), None)).expect("a header");
    assert_eq!((btf.own_type_count(), btf.diagnostics().len()), (100_000, 1));
    ends("names", || NameIndex::new(&btf));
    ends("tags", || DeclTags::new(&btf));
    let digest = &mut Digest::default();
    ends("raw", || dump::raw(&btf, digest));
    ends("json", || dump::json(&btf, digest, &dump::JsonOptions::default()));
    ends("c", || dump::c(&btf, digest, &dump::CFileOptions::default()));
    ends("unsorted c", || dump::c(&btf, digest, &dump::CFileOptions { sorted: false, ..Default::default() }));
    assert!(digest.len() < 2 << 30, "{}", digest.len());
    // This carries out hundreds of actions of a person, each of which may read all names.
    let fewer = overlapping_names(20_000);
    ends("the page", || tests::exercise::shown("overlap.btf", &fewer, &mut Digest::default()));
}

/// A struct with 20,000 members, whose names overlap.
#[test]
fn members_whose_names_overlap() {
    let mut blob = Blob::new(Order::Little);
    let long = blob.string(&"n".repeat(2 << 20));
    let int = blob.int("unsigned int", 4, 0);
    let words: Vec<u32> = (0..20_000).flat_map(|i| [long + i, int, bits(i * 32 % (1 << 24), i % 20)]).collect();
    let wide = blob.record(long, kind::STRUCT, 20_000, true, 80_000, &words);
    let words: Vec<u32> = (0..20_000).flat_map(|i| [long + i, int]).collect();
    blob.record(0, kind::FUNC_PROTO, 20_000, false, 0, &words);
    let bytes = blob.build();
    let btf = ends("parse", || Btf::parse(bytes.as_slice(), None)).expect("a header");
    let id = TypeId(wide);
    let digest = &mut Digest::default();
    ends("raw", || dump::raw_line(&btf, id, digest));
    ends("c", || dump::c_type(&btf, id, digest, &dump::COptions::default()));
    ends("pahole", || dump::pahole(&btf, id, digest, &dump::PaholeOptions::default())).expect("a struct");
    ends("json", || dump::json_type(&btf, id, digest, &dump::JsonOptions::default()));
    assert!(digest.len() < 1 << 30, "{}", digest.len());
    ends("the page", || tests::exercise::shown("members.btf", &bytes, &mut Digest::default()));
}

/// A string of 64 MiB must not be read again for every byte that is shown.
#[test]
fn a_string_without_end() {
    let mut blob = Blob::new(Order::Little);
    let long = blob.string(&"n".repeat(64 << 20));
    let int = blob.record(long, kind::INT, 0, false, 4, &[32]);
    blob.record(long + 1, kind::STRUCT, 1, false, 4, &[long + 2, int, 0]);
    let bytes = blob.build();
    let btf = ends("parse", || Btf::parse(bytes.as_slice(), None)).expect("a header");
    assert_eq!(btf.diagnostics().len(), 1, "it is reported");
    assert_eq!(btf.types().map(|t| t.name().len()).collect::<Vec<_>>(), [4096, 4096]);
    let all = model::bytes::Blob::Btf(&btf);
    ends("rows of bytes", || {
        let count = all.total_rows(ROW);
        for first in (0..count).step_by(count as usize / 20) {
            all.rows(first, 60, ROW);
        }
    });
    let name = |id: TypeId| dump::type_name(&btf, id);
    ends("bytes in words", || {
        for at in (0..btf.bytes().len() as u32).step_by(8 << 20) {
            assert!(model::inspect::describe_byte(&btf, at, &name).len() < 10_000);
        }
    });
    ends("the page", || tests::exercise::shown("long.btf", &bytes, &mut Digest::default()));
    ends("an assembler listing", || dump::asm(&btf, &mut Digest::default(), &dump::AsmOptions::default()));
}

/// A variable in `.kconfig` whose struct has 60 structs as members, and each of these 20,000 others. The alignment of
/// every struct is computed, as libbpf does, before the type is refused.
#[test]
fn a_configuration_value_of_many_structs() {
    let mut blob = Blob::new(Order::Little);
    let mut groups = Vec::new();
    for _ in 0..60 {
        let mut members = Vec::new();
        for _ in 0..20_000 {
            members.extend([0, blob.record(0, kind::STRUCT, 0, false, 4, &[]), 0]);
        }
        groups.extend([0, blob.record(0, kind::STRUCT, 20_000, false, 4, &members), 0]);
    }
    let all = blob.record(0, kind::STRUCT, 60, false, 4, &groups);
    let variable = blob.variable("many", all, 2);
    blob.data_section(".kconfig", 0, &[[variable, 0, 4]]);
    let file = with_externs(&blob, &["many".to_owned()]);
    let opened = ends("open", || open::open(&file, "many.o"));
    let line = "extern (kcfg) 'many': type is unsupported";
    assert_eq!(opened.refusal.and_then(|refusal| refusal.line).as_deref(), Some(line));
}

/// An object with these types, and a symbol for each of these externs.
fn with_externs(blob: &Blob, names: &[String]) -> Vec<u8> {
    let (mut symbols, mut strings) = (vec![0; 24], vec![0]);
    for name in names {
        // Global and without a type (0x10), undefined.
        symbols.extend_from_slice(&(strings.len() as u32).to_le_bytes());
        symbols.extend_from_slice(&[0x10, 0, 0, 0]);
        symbols.extend_from_slice(&[0; 16]);
        strings.extend_from_slice(name.as_bytes());
        strings.push(0);
    }
    Elf::new(Class::Elf64, Order::Little, 247)
        .with(Section::new(".BTF", blob.build()))
        .with(Section { kind: SYMTAB, link: 3, info: 1, entry_size: 24, align: 8, ..Section::new(".symtab", symbols) })
        .with(Section { kind: STRTAB, ..Section::new(".strtab", strings) })
        .build()
}

/// How many types a chain has, and how many types begin with the whole chain.
const LONG: u32 = 400_000;

/// A variable in `.kconfig` whose struct has members of a type behind a long chain, once of typedefs and once of
/// arrays.
#[test]
fn members_behind_a_long_chain() {
    for arrays in [false, true] {
        let mut blob = Blob::new(Order::Little);
        let mut chain = blob.int("int", 4, 1);
        for _ in 0..LONG {
            chain = match arrays {
                true => blob.record(0, kind::ARRAY, 0, false, 0, &[chain, 1, 1]),
                false => blob.reference(kind::CONST, chain),
            };
        }
        let mut members = Vec::new();
        for _ in 0..60_000 {
            members.extend([0, chain, 0]);
        }
        let groups: Vec<u32> =
            (0..6).flat_map(|_| [0, blob.record(0, kind::STRUCT, 60_000, false, 4, &members), 0]).collect();
        let all = blob.record(0, kind::STRUCT, 6, false, 4, &groups);
        let variable = blob.variable("many", all, 2);
        blob.data_section(".kconfig", 0, &[[variable, 0, 4]]);
        let file = with_externs(&blob, &["many".to_owned()]);
        let opened = ends("open", || open::open(&file, "many.o"));
        let line = "extern (kcfg) 'many': type is unsupported";
        assert_eq!(opened.refusal.and_then(|refusal| refusal.line).as_deref(), Some(line), "arrays: {arrays}");
    }
}

/// Variables of the kernel (`.ksyms`) whose type is behind a long chain of typedefs: libbpf follows it for each one.
#[test]
fn externs_behind_a_long_chain() {
    let mut blob = Blob::new(Order::Little);
    let mut chain = blob.int("int", 4, 1);
    for _ in 0..LONG {
        chain = blob.reference(kind::CONST, chain);
    }
    let names: Vec<String> = (0..60_000).map(|i| format!("v{i}")).collect();
    let entries: Vec<[u32; 3]> = names.iter().map(|name| [blob.variable(name, chain, 2), 0, 4]).collect();
    blob.data_section(".ksyms", 0, &entries);
    let opened = ends("open", || open::open(&with_externs(&blob, &names), "many.o"));
    assert!(opened.opens(), "{:?}", opened.refusal);
}
