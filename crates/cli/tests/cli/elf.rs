//! `relocs --elf` and `symbols`.

use serde_json::{Value, json};
use tests::fixture;
use tests::reference::corpus_or_skip;

use crate::run::{bad, good, run, text};

fn of(words: &str) -> Value {
    serde_json::from_str(&good(words)).unwrap_or_else(|e| panic!("{words}: {e}"))
}

fn sample() -> String {
    text(&fixture::project().join("static/samples/sample.bpf.o")).to_owned()
}

#[test]
fn relocations_stand_by_section_with_their_rule() {
    let listed = good(&format!("relocs {} --elf --section fentry/tcp_connect", sample()));
    let lines: Vec<&str> = listed.lines().collect();
    // The heading of `llvm-readelf -r` is: Relocation section '.relfentry/tcp_connect'.
    assert!(
        lines[0].starts_with(".relfentry/tcp_connect: ")
            && lines[0].contains(" for fentry/tcp_connect (REL, file bytes 0x"),
        "{listed}"
    );
    let map = lines.iter().find(|l| l.contains(" events  ")).expect("the map");
    for part in ["0x30  ", "00000001  R_BPF_64_64  32", "  .maps  ", "  S 0 + A 0 = 0, into both immediates  events"] {
        assert!(map.contains(part), "{part}: {map}");
    }
    let constant = lines.iter().find(|l| l.contains("  .rodata  ")).expect("a constant");
    assert!(constant.ends_with("watched_port"), "{constant}");
}

#[test]
fn both_byte_orders_have_the_same_relocations() {
    let [little, big] = ["core.clang.bpfel.o", "core.clang.bpfeb.o"].map(|file| {
        let mut all = of(&format!("relocs {file} --elf --json"));
        for section in all["sections"].as_array_mut().expect("sections") {
            section["bytes"] = Value::Null;
            for record in section["records"].as_array_mut().expect("records") {
                for part in ["record", "place"] {
                    record[part] = Value::Null;
                }
            }
        }
        all
    });
    assert_eq!((&little["byte_order"], &big["byte_order"]), (&json!("little"), &json!("big")));
    // The code that reads bitfields differs, and so do the records of that code in .BTF.ext.
    let of = |all: &Value| {
        let sections = all["sections"].as_array().expect("sections").iter();
        sections.filter(|s| s["patches"] != ".BTF.ext").cloned().collect::<Vec<_>>()
    };
    assert!(!of(&little).is_empty());
    assert_eq!(of(&little), of(&big));
}

#[test]
fn json_and_tsv_have_the_numbers() {
    let all = of("relocs relo.clang.bpfel.o --elf --json");
    let ext = all["sections"].as_array().expect("sections").iter().find(|s| s["patches"] == ".BTF.ext").expect("one");
    let count = ext["count"].as_u64().expect("a count");
    assert_eq!(ext["types"], json!({ "R_BPF_64_NODYLD32": count }));
    let record = &ext["records"][0];
    assert_eq!((&record["bits"], &record["type_number"]), (&json!(32), &json!(4)));
    let (start, end) = (&record["place"]["start"], &record["place"]["end"]);
    assert_eq!(end.as_u64().expect("a byte") - start.as_u64().expect("a byte"), 4);
    let tsv = good("relocs relo.clang.bpfel.o --elf --format tsv");
    let lines: Vec<&str> = tsv.lines().collect();
    assert_eq!(lines[0], "patches\toffset\tinfo\ttype\tbits\tsymbol_index\tsymbol\tsection\tformula\tmeans");
    let sum: u64 = all["sections"].as_array().expect("sections").iter().filter_map(|s| s["count"].as_u64()).sum();
    assert_eq!(lines.len() as u64, sum + 1);
}

#[test]
fn symbols_are_those_of_the_table() {
    let listed = good("symbols relo.clang.bpfel.o");
    let all = of("symbols relo.clang.bpfel.o --json");
    let symbols = all["symbols"].as_array().expect("symbols");
    assert_eq!(symbols.len(), listed.lines().count());
    let moves = symbols.iter().find(|s| s["name"] == "moves").expect("a function");
    assert_eq!(
        (&moves["type"], &moves["bind"], &moves["visibility"], &moves["section"], &moves["value"]),
        (&json!("FUNC"), &json!("GLOBAL"), &json!("DEFAULT"), &json!("raw_tp/moves"), &json!(0))
    );
    let bytes = &moves["bytes"];
    assert_eq!(bytes["end"].as_u64().expect("a byte") - bytes["start"].as_u64().expect("a byte"), moves["size"]);
}

#[test]
fn info_has_the_section_table() {
    let path = fixture::project().join("static/samples/lessons/elf-calls.o");
    let path = text(&path);
    let listed = good(&format!("info {path}"));
    // From readelf -S: offset 0x4b8, 0x30 bytes, link 11, info 2, alignment 8, entries of 16 bytes.
    let line = listed.lines().find(|line| line.contains(" .rel.text ")).expect("a section");
    let words: Vec<&str> = line.split_whitespace().collect();
    assert_eq!(
        words,
        ["3", ".rel.text", "REL", "I", "0x4b8", "48", "11", "2", "8", "16", "ELF", "relocations", "of", ".text"]
    );
    let all = of(&format!("info {path} --json"));
    let sections = &all["info"]["elf_sections"];
    assert_eq!((&sections["count"], sections["sections"].as_array().map(Vec::len)), (&json!(11), Some(11)));
    let btf = &sections["sections"][5];
    assert_eq!(
        (&btf["name"], &btf["type"], &btf["used_for"]),
        (&json!(".BTF"), &json!("PROGBITS"), &json!("the types"))
    );
    assert_eq!((&btf["offset"], &btf["size"], &btf["address"]), (&json!(0xdc), &json!(515), &json!(0)));
    assert_eq!((&btf["bytes"]["start"], &btf["bytes"]["end"]), (&json!(0xdc), &json!(0x2df)));
    assert_eq!(of("info kernel.x86_64.btf --json")["info"]["elf_sections"], Value::Null);
}

#[test]
fn what_has_no_relocations_or_symbols() {
    let e = bad("relocs relo.clang.bpfel.o --elf --section nothing", 1);
    assert_eq!(e, "relo.clang.bpfel.o: no ELF relocations for a section “nothing”");
    let e = bad("symbols kernel.x86_64.o", 2);
    assert_eq!(
        e,
        "kernel.x86_64.o: found another kind of file (kernel); expected a BPF program object (an ELF file for machine bpf)"
    );
    assert_eq!(run(&["relocs", "relo.clang.bpfel.o", "--section", "xdp"]).status, 2, "--section needs --elf");
    assert_eq!(run(&["relocs", "relo.clang.bpfel.o", "--elf", "--target", "kernel.x86_64.btf"]).status, 2);
}

#[test]
fn debug_information_is_counted_until_it_is_wanted() {
    let Some(corpus) = corpus_or_skip().filter(|c| c.has_or_skip("objs/cilium/")) else { return };
    let path = corpus.path("objs/cilium/testdata_loader_nobtf-el.elf");
    let sections = of(&format!("relocs {} --elf --json", text(&path)));
    assert!(!sections["sections"].as_array().expect("sections").is_empty(), "an object without BTF");
    let rows = corpus.index();
    let with_debug = rows.iter().filter(|row| row.file.starts_with("objs/")).find_map(|row| {
        let path = corpus.path(&row.file);
        let listed = run(&["relocs", text(&path), "--elf"]);
        listed.text().contains("; --debug lists them").then_some(path)
    });
    let path = with_debug.expect("an object with debug information");
    let few = of(&format!("relocs {} --elf --json", text(&path)));
    let many = of(&format!("relocs {} --elf --debug --json", text(&path)));
    for (few, many) in
        few["sections"].as_array().into_iter().flatten().zip(many["sections"].as_array().into_iter().flatten())
    {
        let debug = few["patches"].as_str().is_some_and(|name| name.starts_with(".debug"));
        assert_eq!(few["records"].is_null(), debug, "{few}");
        assert_eq!(many["records"].as_array().map(|all| all.len() as u64), many["count"].as_u64());
        assert_eq!(few["types"], many["types"]);
    }
}

#[test]
fn an_object_without_btf_has_its_lists() {
    let Some(corpus) = corpus_or_skip() else { return };
    let path = corpus.root().join("dwarf/files/kfuncs-gcc16.o");
    let listed = run(&["ids", text(&path), "--format", "tsv"]);
    assert_eq!(listed.status, 0, "{}", listed.err);
    for name in ["my_kfunc", "my_fast_kfunc", "plain_func"] {
        let line = listed
            .text()
            .lines()
            .find(|line| line.contains(name))
            .unwrap_or_else(|| panic!("{name}: {}", listed.text()));
        assert!(line.ends_with("not resolved"), "{line}");
    }
    assert!(listed.text().contains("KF_ACQUIRE"), "{}", listed.text());
}
