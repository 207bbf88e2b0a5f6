//! `dump`: the same output as bpftool's, and its own options.

use std::fs;

use btf::Btf;
use dump::JsonOptions;
use tests::blob::{Blob, Order, kind};
use tests::{fixture, large};

use crate::run::{bad, folder, golden, good, same};

#[test]
fn formats_are_those_of_bpftool() {
    const KINDS: &str = "dump kinds.clang.bpfel.o";
    same("raw", &good(KINDS), &golden("kinds.clang.bpfel.o.raw"));
    same("raw by name", &good(&format!("{KINDS} -f raw")), &golden("kinds.clang.bpfel.o.raw"));
    same("c", &good(&format!("{KINDS} --format c")), &golden("kinds.clang.bpfel.o.h"));
    same("unsorted", &good(&format!("{KINDS} --format c --unsorted")), &golden("kinds.clang.bpfel.o.unsorted.h"));
    let portable = good("dump kinds.gcc.i386.o --format c --portable");
    same("portable", &portable, &golden("kinds.gcc.i386.o.portable.h"));
    assert_ne!(portable, good("dump kinds.gcc.i386.o --format c"), "the option does nothing");
}

#[test]
fn json_is_what_bpftool_7_1_wrote() {
    let folder = fixture::project().join("tests/fixtures/ref");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("the references") {
        let path = entry.expect("an entry").path();
        let file = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let base = if file == "module.s390x.btf" { "--base kernel.s390x.btf" } else { "" };
        let ours = good(&format!("dump {file} {base} --format json"));
        same(&file, &ours, &fs::read_to_string(&path).expect("text"));
        let pretty = good(&format!("dump {file} {base} --format json --pretty"));
        assert!(pretty.lines().count() > 100, "{file}: not pretty");
        let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
        assert_eq!(value(&pretty), value(&ours), "{file}");
        count += 1;
    }
    assert!(count >= 5, "only {count} references");
}

#[test]
fn types_by_name_and_id() {
    const FILE: &str = "dump kernel.x86_64.btf";
    let all = good(FILE);
    // The lines of a record and its items.
    let record = |id: u32| -> String {
        let start = all.find(&format!("[{id}] ")).expect("the record");
        let end = all[start..].find("\n[").map_or(all.len(), |end| start + end + 1);
        all[start..end].to_owned()
    };
    assert!(record(15).starts_with("[15] STRUCT 'task_struct' size=72 vlen=9\n\t'state' type_id=12 bits_offset=0\n"));
    assert_eq!(good(&format!("{FILE} --type 15")), record(15));
    assert_eq!(good(&format!("{FILE} --type #15")), record(15));
    assert_eq!(good(&format!("{FILE} --type task_struct")), record(15));
    assert_eq!(good(&format!("{FILE} -t task_struct -t 7 -t list_head")), record(15) + &record(7));
    let one = crate::run::run(&["dump", "kernel.x86_64.btf", "--type", "struct list_head"]);
    assert_eq!((one.status, one.text()), (0, record(7).as_str()));

    let json = good(&format!("{FILE} --type list_head --type 15 --format json"));
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let whole: serde_json::Value = serde_json::from_str(&good(&format!("{FILE} --format json"))).expect("JSON");
    assert_eq!(json["types"], serde_json::json!([whole["types"][6], whole["types"][14]]));
}

#[test]
fn c_of_a_type_has_what_it_needs_and_no_more() {
    let c = good("dump kernel.x86_64.btf --format c --type list_head");
    assert!(c.contains("struct list_head {\n\tstruct list_head *next;\n\tstruct list_head *prev;\n};\n"), "{c}");
    assert!(!c.contains("task_struct"), "{c}");
    let c = good("dump kernel.x86_64.btf --format c --type task_struct");
    let places = ["typedef unsigned int u32;", "struct list_head {", "} atomic_t;", "struct task_struct {"];
    let places: Vec<usize> = places.iter().map(|t| c.find(t).unwrap_or_else(|| panic!("no {t} in {c}"))).collect();
    assert!(places[..3].iter().all(|&p| p < places[3]), "what it needs comes first: {c}");
    assert!(!c.contains("net_device"), "{c}");
}

#[test]
fn asm_spells_every_byte() {
    for file in ["kinds.bpfel.btf", "kinds.bpfeb.btf"] {
        let blob = fixture::read(file);
        for words in ["--format asm", "--format asm --annotate"] {
            let text = good(&format!("dump {file} {words}"));
            let numbers = text.lines().take_while(|line| !line.contains("\t.ascii\t"));
            let types: Vec<u8> = numbers.filter_map(|line| directive(line, file.contains("bpfeb"))).flatten().collect();
            // The strings are last; they are written in another form.
            assert!(types.len() > 1000 && blob.starts_with(&types), "{file} {words}");
        }
    }
    let plain = good("dump kinds.clang.bpfel.o --format asm");
    let annotated = good("dump kinds.clang.bpfel.o --format asm --annotate");
    assert!(plain.contains("# BTF_KIND_INT(id = ") && annotated.contains(" info: kind "), "{annotated}");
    assert!(!plain.contains(" info: kind "), "{plain}");
    // An object also has symbols and .BTF.ext. A test of the printer compares them with clang's.
    assert!(plain.contains("\t.section\t.BTF.ext,") && plain.contains("\t.set\t"), "{plain}");
    let one = good("dump kinds.clang.bpfel.o --format asm --type 1");
    assert!(plain.contains(&one) && one.starts_with("\t.long\t") && one.contains("(id = 1)"), "{one}");
}

/// The bytes that a directive for a number stands for; `None` for any other line.
fn directive(line: &str, big: bool) -> Option<Vec<u8>> {
    let (name, rest) = line.trim_start().split_once('\t')?;
    let value = rest.split_whitespace().next()?.parse::<i64>().ok()?;
    let len = match name {
        ".byte" => 1,
        ".short" => 2,
        ".long" => 4,
        _ => return None,
    };
    let bytes = value.to_le_bytes();
    Some(if big { bytes[..len].iter().rev().copied().collect() } else { bytes[..len].to_vec() })
}

#[test]
fn functions_and_variables_are_declared() {
    let c = good("dump kernel.x86_64.btf --format c --type register_device");
    let (types, declaration) = c.split_once("#endif /* __VMLINUX_H__ */\n\n").unwrap_or_else(|| panic!("{c}"));
    assert!(declaration.contains("register_device(struct net_device *"), "{c}");
    assert!(types.contains("struct net_device {"), "{c}");
    let section = good("dump kinds.clang.bpfel.o --format c --type .data");
    assert!(section.contains("/* section .data, "), "{section}");
}

#[test]
fn a_module_prints_its_own_types_and_finds_those_of_its_kernel() {
    const FILE: &str = "dump module.x86_64.ko --base kernel.x86_64.o";
    let own = good(FILE);
    assert!(own.starts_with("[41] ") && !own.contains("\n[40] "), "{own}");
    assert!(good(&format!("{FILE} --type task_struct")).starts_with("[15] STRUCT 'task_struct'"));
    let c = good(&format!("{FILE} --format c"));
    assert!(c.contains("struct task_struct {") && c.contains("struct fixture_device {"), "{c}");
}

#[test]
fn declarations_of_other_languages() {
    const FILE: &str = "dump kernel.x86_64.btf";
    for (format, own, of_pointer, proof) in [
        ("rust", "pub struct task_struct {", "pub next: *mut list_head,", "assert!("),
        ("zig", "pub const task_struct = extern struct {", "next: ", "comptime {"),
        ("go", "type Task_struct struct {", "Next ", "unsafe.Sizeof("),
    ] {
        let one = good(&format!("{FILE} --format {format} --type task_struct"));
        assert!(one.contains(own) && one.contains(of_pointer) && one.contains(proof), "{one}");
        assert!(!one.to_lowercase().contains("net_device"), "{one}");
        let bare = good(&format!("{FILE} --format {format} --type task_struct --no-assertions"));
        assert!(bare.contains(own) && !bare.contains(proof), "{bare}");
        let all = good(&format!("{FILE} --format {format}"));
        assert!(all.contains(own) && all.to_lowercase().contains("net_device"), "{all}");
        assert!(!all.contains("register_device"), "functions are declared when they are asked for: {all}");
        let function = good(&format!("{FILE} --format {format} --type register_device"));
        assert!(function.contains("register_device"), "{function}");
    }
    assert_eq!(
        bad(&format!("{FILE} --format c --no-assertions"), 2),
        "--no-assertions is for --format rust, zig and go, not c"
    );
}

/// rustc checks the offsets for any target: the declarations contain assertions, and pointers have the size that they
/// have in the file.
#[test]
fn rustc_accepts_whole_files() {
    let folder = folder("declarations");
    for file in ["kernel.x86_64.btf", "kernel.s390x.btf", "kinds.gcc.i386.o", "layout.clang.bpfeb.o"] {
        let source = folder.join("types.rs");
        fs::write(&source, good(&format!("dump {file} --format rust"))).expect("written");
        let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let mut rustc = std::process::Command::new(rustc);
        rustc
            .args(["--edition", "2024", "--crate-type", "lib", "--emit", "metadata", "-o"])
            .arg(folder.join("types.rmeta"));
        let done = rustc.arg(&source).output().expect("rustc runs");
        assert!(done.status.success(), "{file}: {}", String::from_utf8_lossy(&done.stderr));
    }
}

#[test]
fn what_is_not_there_is_status_1() {
    let e = bad("dump kernel.x86_64.btf --type task_strukt", 1);
    assert_eq!(e, "kernel.x86_64.btf: no type “task_strukt”; did you mean task_struct?");
    assert_eq!(bad("dump kernel.x86_64.btf --type 41", 1), "kernel.x86_64.btf: no type [41]; the last is [40]");
    bad("dump kernel.x86_64.btf --type 0", 1);
    bad("dump kernel.x86_64.btf --type 99999999999", 1);
    // A struct is not found as a union, and every type in the list must exist.
    assert_eq!(crate::run::run(&["dump", "kernel.x86_64.btf", "-t", "union list_head"]).status, 1);
    bad("dump kernel.x86_64.btf --type list_head --type zzz", 1);
}

#[test]
fn options_of_another_format_are_bad_use() {
    assert_eq!(bad("dump kernel.x86_64.btf --pretty", 2), "--pretty is for --format json, not raw");
    assert_eq!(bad("dump kernel.x86_64.btf --unsorted -f json", 2), "--unsorted is for --format c, not json");
    bad("dump kernel.x86_64.btf --portable", 2);
    bad("dump kernel.x86_64.btf --annotate", 2);
}

/// Typedefs with overlapping names: each name is valid, but all together are longer than the limit for a blob of this
/// size.
fn overlapping(types: u32, letters: usize) -> Vec<u8> {
    let mut blob = Blob::new(Order::Little);
    let long = blob.string(&"n".repeat(letters));
    let int = blob.int("int", 4, 0);
    for i in 0..types {
        blob.record(long + i % 100, kind::TYPEDEF, 0, false, int, &[]);
    }
    blob.build()
}

#[test]
fn several_threads_print_what_one_prints() {
    let folder = folder("threads");
    let files = [
        ("many", large::many_types(Order::Big, 3000).build()),
        // In `overlapping`, no piece has too many bytes of long names, but all pieces together have. In `too-long`, one
        // piece has too many.
        ("overlapping", overlapping(80_000, 450)),
        ("too-long", overlapping(10_000, 4000)),
    ];
    for (name, bytes) in files {
        let path = folder.join(name);
        fs::write(&path, &bytes).expect("a file");
        let btf = Btf::parse(bytes, None).expect("a header");
        let mut raw = String::new();
        dump::raw(&btf, &mut raw);
        same(name, &good(&format!("dump {}", path.display())), &raw);
        for pretty in [false, true] {
            let mut json = String::new();
            dump::json(&btf, &mut json, &JsonOptions { pretty });
            let word = if pretty { "--pretty" } else { "" };
            same(name, &good(&format!("dump {} -f json {word}", path.display())), &json);
        }
    }
}
