//! The contents of program objects: functions, maps, globals, and the code that loaders make of them. The expected
//! values were found by hand, in the sources of the corpus objects. Damaged objects are read, too.

use bpf::{InnerValues, Object, map_type_name, program_type};
use tests::extended::rounds;
use tests::fixture;
use tests::reference::{Corpus, Row, corpus_or_skip};

fn open(corpus: &Corpus, file: &str) -> Object {
    Object::parse(corpus.read(file)).unwrap_or_else(|e| panic!("{file}: {e}"))
}

#[test]
fn maps_are_what_their_source_says() {
    let Some(corpus) = corpus_or_skip().filter(|c| c.has_or_skip("objs/cilium/")) else { return };
    for file in ["objs/cilium/testdata_loader-clang-22-el.elf", "objs/cilium/testdata_loader-clang-22-eb.elf"] {
        let object = open(&corpus, file);
        let maps = object.maps();
        let row = |name: &str| {
            let map = maps.iter().find(|m| m.name == name).unwrap();
            let d = &map.def;
            (d.map_type.and_then(map_type_name).unwrap(), d.key_size, d.value_size, d.max_entries, d.flags)
        };
        assert_eq!(row("hash_map"), ("hash", Some(4), Some(8), Some(1), Some(1)));
        assert_eq!(row("hash_map2"), ("hash", Some(4), Some(8), Some(2), None));
        assert_eq!(row("btf_outer_map"), ("array_of_maps", Some(4), Some(4), Some(1), None));
        assert_eq!(row("perf_event_array"), ("perf_event_array", None, Some(16), Some(4096), None));
        assert_eq!(row("bpf_decl_map"), ("array", Some(4), Some(8), Some(1), Some(0)));
        let find = |name: &str| maps.iter().find(|m| m.name == name).unwrap();
        assert_eq!(find("btf_pin").def.others, [("pinning".to_owned(), 1)]);
        let Some(InnerValues::Maps(inner)) = &find("btf_outer_map").def.values else { panic!("no inner maps") };
        assert_eq!((inner.map_type, inner.key_size, inner.value_size), (Some(1), Some(4), Some(4)));
        let btf = object.btf().unwrap();
        let name = |id| btf.get(id).unwrap().name();
        assert_eq!(find("hash_map").def.key.map(name), Some("uint32_t"));
        assert_eq!(find("hash_map").def.value.map(name), Some("uint64_t"));
        assert_eq!(object.license().as_deref(), Some("MIT"));
    }
}

#[test]
fn globals_have_offsets_and_values() {
    let Some(corpus) = corpus_or_skip().filter(|c| c.has_or_skip("objs/cilium/")) else { return };
    for file in ["objs/cilium/testdata_loader-clang-22-el.elf", "objs/cilium/testdata_loader-clang-22-eb.elf"] {
        let object = open(&corpus, file);
        let sections = object.data_sections();
        let rodata = sections.iter().find(|s| s.name == ".rodata").unwrap();
        assert_eq!((rodata.size_in_file, rodata.size), (0, Some(24)));
        let rows: Vec<_> = rodata
            .variables
            .iter()
            .map(|v| (v.name.as_str(), v.offset_in_file, v.offset, v.value.as_deref().unwrap()))
            .collect();
        assert_eq!(
            rows,
            [
                ("key3", 0, 0, "2"),
                ("arg", 0, 4, "1"),
                ("uneg", 0, 8, "4294967295"),
                ("neg", 0, 12, "-2"),
                ("static_uneg", 16, 16, "4294967293"),
                ("static_neg", 20, 20, "-4"),
            ],
            "{file}"
        );
        let license = sections.iter().find(|s| s.name == "license").unwrap();
        assert_eq!(license.variables[0].value.as_deref(), Some("\"MIT\""));
    }
    // Externs have neither a place nor a value.
    let object = open(&corpus, "objs/selftests-7.2/clang22/linked_vars1.bpf.o");
    let kconfig = object.data_sections().into_iter().find(|s| s.name == ".kconfig").unwrap();
    assert_eq!((kconfig.section, kconfig.size, kconfig.variables[1].value.as_deref()), (None, None, None));
}

#[test]
fn subprograms_are_appended_as_by_libbpf() {
    let Some(corpus) = corpus_or_skip().filter(|c| c.has_or_skip("objs/cilium/")) else { return };
    let object = open(&corpus, "objs/cilium/testdata_loader-clang-22-el.elf");
    let all = object.functions();
    let program = all.iter().position(|f| f.name == "xdp_prog").unwrap();
    assert_eq!(program_type("xdp").unwrap().name, "xdp");
    let load = object.load(&all, program);
    let names: Vec<_> = load.functions.iter().map(|l| (all[l.function].name.as_str(), l.at)).collect();
    // xdp_prog calls static_fn, which calls nothing, then global_fn, which calls static_fn and the other two.
    assert_eq!(names[0], ("xdp_prog", 0));
    assert_eq!(names.len(), 5);
    assert_eq!(
        load.func_infos.iter().map(|i| i.passed).collect::<Vec<_>>(),
        names.iter().map(|n| n.1).collect::<Vec<_>>()
    );
    assert!(load.demands.iter().all(|d| d.broken.is_none()), "{:?}", load.demands);
    // In the file, global_fn's record has its offset in .text (0x18); when loaded, it has its offset in the program.
    let global_fn = load.functions.iter().position(|l| all[l.function].name == "global_fn").unwrap();
    let info = load.func_infos.iter().find(|i| i.part == global_fn).unwrap();
    assert_eq!((info.in_file, info.passed), (0x18, load.functions[global_fn].at));
}

/// A relocation against a section means the symbol at that offset (llvm_reloc.rst).
#[test]
fn static_symbols_are_found() {
    let Some(corpus) = corpus_or_skip().filter(|c| c.has_or_skip("objs/cilium/")) else { return };
    let object = open(&corpus, "objs/cilium/testdata_loader-clang-22-el.elf");
    let xdp = object.section_named("xdp").unwrap();
    let names: Vec<String> =
        object.resolved_relos(xdp).filter_map(|r| r.target).map(|t| object.target_name(&t)).collect();
    assert!(names.contains(&"static_fn".to_owned()), "{names:?}");
    let linked = open(&corpus, "objs/selftests-7.2/clang22/linked_funcs2.bpf.o");
    let handler = linked.section_named("?raw_tp/sys_enter").unwrap();
    // insn 12: r2 = 0x18 ll against .bss
    let relo = linked.resolved_relos(handler).find(|r| r.raw.offset == 0x60).unwrap();
    assert_eq!((relo.addend, relo.value), (0x18, Some(0x18)));
    assert_eq!(linked.target_name(&relo.target.unwrap()), "____handler2.whatever");
}

fn everything(bytes: &[u8]) -> usize {
    let Ok(object) = Object::parse(bytes) else { return 0 };
    let all = object.functions();
    let mut text = String::new();
    for section in object.code_sections() {
        bpf::llvm_listing(&object, section, &mut text);
        object.lines(section);
    }
    let loads: usize = (0..all.len()).map(|i| object.load(&all, i).demands.len()).sum();
    let variables: usize = object.data_sections().iter().map(|s| s.variables.len()).sum();
    text.len() + loads + variables + object.maps().len() + object.license().map_or(0, |l| l.len())
}

#[test]
fn damaged_programs_are_reported() {
    let mut files = vec![fixture::read("core.clang.bpfel.o"), fixture::read("core.clang.bpfeb.o")];
    if let Some(corpus) = corpus_or_skip() {
        if corpus.is_made() {
            let of = |endian: &str| {
                let row = |row: &Row| row.file.starts_with("objs/") && row.endian == endian && row.size < 100_000;
                corpus.index().into_iter().filter(row).max_by_key(|row| row.size).expect("a program").file
            };
            files.extend(["LE", "BE"].map(|endian| corpus.read(&of(endian))));
        } else {
            files.push(corpus.read("objs/cilium/testdata_loader-clang-22-eb.elf"));
            files.push(corpus.read("objs/linked/linked_funcs.linked.o"));
        }
    }
    for file in files {
        assert!(everything(&file) > 100);
        let step = file.len() / rounds(300) as usize + 1;
        for at in (0..file.len()).step_by(step).chain(0..64) {
            for value in [0, 0xff, file[at] ^ 0x10] {
                let mut bytes = file.clone();
                bytes[at] = value;
                everything(&bytes);
            }
            everything(&file[..at]);
        }
    }
}
