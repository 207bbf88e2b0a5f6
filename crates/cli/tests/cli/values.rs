//! `value`.

use std::path::Path;

use serde_json::Value;
use tests::blob::{Blob, Order};
use tests::fixture;

use crate::run::{Run, bad, good, run, with_input};

/// Writes a file into the build's folder.
fn file(name: &str, bytes: &[u8]) -> String {
    let path = tests::put(Path::new(env!("CARGO_TARGET_TMPDIR")), name, bytes);
    path.to_str().expect("UTF-8").to_owned()
}

/// A file with the example of btf.rst, section 5.1.
fn document(order: Order) -> String {
    file(&format!("document-{}.btf", order.as_str()), &tests::document::document(order).0.build())
}

/// The bytes of the example's first entry, whose values are 0x2, 0x4, 0x6, 7, 0x8 and 0xa.
fn entry(order: Order) -> &'static str {
    match order {
        // Bitfields fill a byte from its low bits on.
        Order::Little => "42 60 00 00 07 00 00 00 a8 00 00 00",
        // Bitfields fill a byte from its high bits on.
        Order::Big => "24 06 00 00 00 00 00 07 8a 00 00 00",
    }
}

fn order_name(order: Order) -> &'static str {
    match order {
        Order::Little => "little",
        Order::Big => "big",
    }
}

fn ok(run: &Run) -> &str {
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    run.text()
}

#[test]
fn the_documents_map_gives_its_text() {
    let expected = r#"[{
        "key": 0,
        "value": {
            "a1": 0x2,
            "a2": 0x4,
            "a3": 0x6,
            "b": 7,
            "b1": 0x8,
            "b2": 0xa
        }
    }
]
"#;
    for order in Order::BOTH {
        let path = document(order);
        let dump = format!("key: 00 00 00 00  value: {}\nFound 1 element\n", entry(order));
        assert_eq!(ok(&with_input(&["value", &path, "--map", "tmpmap", "-"], dump.as_bytes())), expected);
        assert_eq!(ok(&run(&["value", &path, "tmp_t", &dump, "--key", "int"])), expected);
        // The JSON that `--json` prints can be read back.
        let json = run(&["value", &path, "--map", "tmpmap", &dump, "--json"]);
        let parsed: Value = serde_json::from_str(ok(&json)).expect("JSON");
        assert_eq!(parsed[0]["formatted"]["value"]["a3"], "0x6");
        assert_eq!(ok(&run(&["value", &path, "--map", "tmpmap", json.text()])), expected);
        let pretty = run(&["value", &path, "--map", "tmpmap", &dump, "--pretty"]);
        assert_eq!(serde_json::from_str::<Value>(ok(&pretty)).expect("JSON"), parsed);
    }
}

#[test]
fn every_form_reads_the_same() {
    let expected = "(struct tmp_t){\n .a1 = (char)0x2,\n .a2 = (int)0x4,\n .a3 = (__u32)0x6,\n .b = (int)7,\n .b1 = (___A)0x8,\n .b2 = (enum A)0xa,\n}\n";
    let path = document(Order::Little);
    let raw: Vec<u8> = vec![0x42, 0x60, 0, 0, 7, 0, 0, 0, 0xa8, 0, 0, 0];
    let raw_file = format!("@{}", file("document.bin", &raw));
    for bytes in [
        entry(Order::Little),
        "0x42600000 0x07000000 0xa8000000",
        "QmAAAAcAAACoAAAA",
        "{ 0x42, 0x60, 0, 0, 7, 0, 0, 0, 168, 0, 0, 0 }",
        "00000000: 4260 0000 0700 0000 a800 0000            B`..........",
        "0x7ffe10:\t0x00006042\t0x00000007\t0x000000a8",
        &raw_file,
    ] {
        assert_eq!(ok(&run(&["value", &path, "tmp_t", bytes])), expected, "{bytes}");
    }
    assert_eq!(ok(&with_input(&["value", &path, "tmp_t", "-"], &raw)), expected);
    // In the other byte order, the same bytes have other values: 0100 0010 is 4, then 2.
    let other = run(&["value", &path, "tmp_t", entry(Order::Little), "--order", "big", "--compact", "--skip-names"]);
    assert_eq!(ok(&other), "{0x4,0x2,117440512,0xa,0x8,}\n");
    // With `--form`, the text is read in that form, and no note is printed.
    let base64 = run(&["value", &path, "int", "AAAABQ==", "--form", "base64", "--order", "big"]);
    assert_eq!(ok(&base64), "(int)5\n");
    // A short text without `--form` is not reported as wrong base64.
    let none = run(&["value", &path, "int", "zz"]).err;
    assert!(none.contains("BYTES: line 1, column 1: neither hexadecimal, base64, "), "{none}");
}

#[test]
fn options_of_libbpf() {
    let little = document(Order::Little);
    let libbpf = "(struct tmp_t){\n\t.a1 = (char)0x2,\n\t.a2 = (int)0x4,\n\t.a3 = (__u32)0x6,\n\t.b = (int)7,\n\t.b1 = (___A)8,\n\t.b2 = (enum A)10,\n}\n";
    assert_eq!(ok(&run(&["value", &little, "tmp_t", entry(Order::Little), "--as", "libbpf"])), libbpf);
    let path = document(Order::Big);
    let zero = "00 00 00 00 00 00 00 07 00 00 00 00";
    let text = |options: &[&str]| {
        let run = run(&[&["value", &path, "tmp_t", zero, "--as", "libbpf"], options].concat());
        ok(&run).to_owned()
    };
    assert_eq!(text(&["--compact", "--emit-zeroes"]).matches("(").count(), 7);
    assert_eq!(
        text(&["--compact", "--emit-zeroes"]),
        "(struct tmp_t){.a1 = (char)0x0,.a2 = (int)0x0,.a3 = (__u32)0x0,.b = (int)7,.b1 = (___A)A1,.b2 = (enum A)A1,}\n"
    );
    assert_eq!(text(&["--compact", "--emit-zeroes", "--skip-names"]), "{0x0,0x0,0x0,7,A1,A1,}\n");
}

#[test]
fn old_bitfields_print_as_the_kernel_prints_them() {
    // As in the corpus's `old-bitfield-text`: INTs of 4 bits at bits 0 and 4; and the example of btf.rst, a member at
    // bit 100 with an INT at bit 2.
    let mut blob = Blob::new(Order::Little);
    let (low, high) = (blob.int_of("low", 4, 0, 0, 4), blob.int_of("high", 4, 0, 4, 4));
    let (int, odd) = (blob.int("int", 4, 1), blob.int_of("odd", 4, 0, 2, 4));
    let _ = blob.structure("old", 8, &[("x", low, 0), ("y", high, 0), ("z", int, 32)]);
    let _ = blob.structure("s100", 16, &[("a", int, 0), ("b", odd, 100)]);
    let path = file("old.btf", &blob.build());
    let old = run(&["value", &path, "old", "15 00 00 00 01 00 00 00"]);
    assert_eq!(ok(&old), "(struct old){\n .x = (low)0x5,\n .y = (high)0x1,\n .z = (int)1,\n}\n");
    let libbpf =
        run(&["value", &path, "old", "15 00 00 00 01 00 00 00", "--as", "libbpf", "--compact", "--skip-names"]);
    assert_eq!(ok(&libbpf), "{21,21,1,}\n");
    let s100 = run(&["value", &path, "s100", "00 00 00 00 00 00 00 00 00 00 00 00 40 02 00 00", "--json"]);
    let json: Value = serde_json::from_str(ok(&s100)).expect("JSON");
    let record = &json["records"][0];
    assert_eq!(record["text"], "(struct s100){\n .b = (odd)0x9,\n}");
    assert_eq!((&record["rows"][2]["value"], &record["rows"][2]["bit_offset"]), (&"9".into(), &102.into()));
}

#[test]
fn maps_of_sections_have_the_names_that_calls_gives() {
    let sample = fixture::project().join("static/samples/lessons/maps.bpf.o");
    let sample = sample.to_str().expect("UTF-8");
    let calls: Value = serde_json::from_str(&good(&format!("calls {sample} --json"))).expect("JSON");
    let made = calls["load"].as_array().expect("calls").iter().map(|call| &call["attributes"]["map_name"]);
    let names: Vec<&str> = made.filter_map(Value::as_str).filter(|name| name.contains('.')).collect();
    assert!(!names.is_empty(), "{calls}");
    let dump = format!("key: 00 00 00 00  value: {}", "2a ".repeat(64));
    for name in names {
        let (_, section) = name.split_once('.').expect("a dot");
        let by_map = run(&["value", sample, "--map", name, &dump]);
        let by_section = run(&["value", sample, "--map", &format!(".{section}"), &dump]);
        assert_eq!((by_map.text(), by_map.status), (by_section.text(), by_section.status), "{name}");
        assert!(by_map.text().contains(&format!("\".{section}\"")), "{name}: {}", by_map.text());
    }
}

#[test]
fn records_one_after_the_other_as_json() {
    for order in Order::BOTH {
        let path = document(order);
        let bytes = format!("{0} {0}", entry(order));
        let run = run(&["value", &path, "tmp_t", &bytes, "--json"]);
        let json: Value = serde_json::from_str(ok(&run)).expect("JSON");
        assert_eq!((&json["type"], &json["size"], &json["bytes"]), (&"struct tmp_t".into(), &12.into(), &24.into()));
        assert_eq!((&json["form"], &json["byte_order"]), (&"hexadecimal".into(), &order_name(order).into()));
        assert_eq!(json["records"].as_array().map(Vec::len), Some(2));
        let second = &json["records"][1];
        assert_eq!((&second["byte_offset"], &second["formatted"]["b"]), (&12.into(), &7.into()));
        let row = &second["rows"][3];
        assert_eq!((&row["name"], &row["value"], &row["hex"]), (&"a3".into(), &"6".into(), &"0x6".into()));
        assert_eq!((&row["bit_offset"], &row["bits"], &row["bitfield"]), (&12.into(), &4.into(), &true.into()));
    }
}

#[test]
fn an_object_has_bytes_of_its_own() {
    let sample = fixture::project().join("static/samples/sample.bpf.o");
    let sample = sample.to_str().expect("UTF-8");
    let text = good(&format!("value {sample} .rodata"));
    assert!(!text.is_empty());
    let none = bad(&format!("value {sample} event"), 2);
    assert!(none.contains("only variables and sections of an object have bytes"), "{none}");
    let unknown = bad(&format!("value {sample} --map nothing 00"), 1);
    assert!(unknown.contains("no map “nothing”; there are "), "{unknown}");
}

#[test]
fn variables_of_an_object_that_was_not_linked_lie_where_their_symbols_say() {
    // tests/fixtures/src/kinds.c: `all_floats = { .f32 = 1.0f }`, `initialised = 42`. Their DATASEC gives offset 0 for
    // both.
    for (order, name) in [("little", "kinds.clang.bpfel.o"), ("big", "kinds.clang.bpfeb.o")] {
        let path = fixture::project().join("tests/fixtures/bin").join(name);
        let path = path.to_str().expect("UTF-8");
        assert!(good(&format!("value {path} initialised")).contains("(int)42"), "{name}");
        let section = good(&format!("value {path} .data"));
        assert!(section.contains("(int)42") && section.contains(".f32 = (float)1.0"), "{name}: {section}");
        let json: Value = serde_json::from_str(&good(&format!("value {path} .data --json"))).expect("JSON");
        assert_eq!((&json["byte_order"], json["records"].as_array().map(Vec::len)), (&order.into(), Some(2)));
        let of = |name: &str| {
            let records = json["records"].as_array().expect("records");
            records.iter().find(|one| one["rows"][0]["name"] == name).expect("the variable").clone()
        };
        assert_eq!(of("initialised")["rows"][0]["value"], "42");
        assert_ne!(of("initialised")["byte_offset"], of("all_floats")["byte_offset"]);
    }
}

#[test]
fn what_is_wrong_is_said() {
    let path = document(Order::Little);
    let short = run(&["value", &path, "tmp_t", "42 60 00 00 07"]);
    assert_eq!(short.status, 2);
    assert!(short.err.contains("a record has 12 bytes, 5 are given"), "{}", short.err);
    assert!(bad(&format!("value {path} tmp_t 4?"), 2).contains("BYTES: line 1, column 2"));
    let form = bad(&format!("value {path} --map tmpmap 00"), 2);
    assert!(form.contains("found hexadecimal, expected a dump of a map by bpftool"), "{form}");
    assert!(bad(&format!("value {path} nothing 00"), 1).contains("no type “nothing”"));
    assert!(bad(&format!("value {path} tmp_t 00 --pretty"), 2).contains("--pretty is for a map"));
    assert!(bad(&format!("value {path}"), 2).contains("expected a TYPE"));
}
