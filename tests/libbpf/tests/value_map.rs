//! Maps in the running kernel, created with a BTF, filled, and dumped by bpftool and by us: plain, `-j`, `-p`, and
//! without a BTF.
//!
//! It creates maps, so it runs only with `BTFSCOPE_EXTENDED` set, where bpf() is allowed.
#![cfg(feature = "libbpf")]

use btf::{Btf, Endian, TypeId};
use libbpf_tests::maps::{Form, Map, load_btf};
use tests::blob::{Blob, Order, bits, kind};
use tests::{extended, skip};
use value::{MapEntry, MapOptions, MapStyle, MapTypes, MapValue, map_dump, recognise};
use xtask::tools::{BPFTOOL, FoundTool};

const HASH: u32 = 1;
const ARRAY: u32 = 2;
const PERCPU_ARRAY: u32 = 6;

/// A generator of pseudo-random numbers, the same for each seed.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    fn bytes(&mut self, len: usize) -> Vec<u8> {
        let form = self.next() % 3;
        (0..len)
            .map(|_| match (form, self.next()) {
                (0, n) => n as u8,
                (1, n) if n % 6 > 0 => b'0' + (n >> 8) as u8 % 60,
                (2, n) if n % 4 == 0 => (n >> 8) as u8 % 9,
                _ => 0,
            })
            .collect()
    }
}

/// A BTF with all that map values consist of, except floating-point numbers and type tags, at which bpftool stops, and
/// bools, of which it reads four bytes. Returned with the ids of the key types and of the value types to try.
fn types() -> (Vec<u8>, Vec<u32>, Vec<u32>) {
    let mut blob = Blob::new(Order::Little);
    let int = blob.int("int", 4, 1);
    let (u8_, u16_, u32_) =
        (blob.int("unsigned char", 1, 0), blob.int("unsigned short", 2, 0), blob.int("unsigned int", 4, 0));
    let (i8_, i16_) = (blob.int("signed char", 1, 1), blob.int("short", 2, 1));
    let (long, ulong) = (blob.int("long", 8, 1), blob.int("unsigned long", 8, 0));
    let (char_, wide) = (blob.int("char", 1, 1), blob.int("__int128", 16, 1));
    let text_char = blob.int("char8", 1, 2);
    let constant = blob.reference(kind::CONST, char_);
    let signed = blob.enumeration("signed", 4, true, &[("MINUS", u32::MAX), ("ZERO", 0), ("ONE", 1), ("EIGHT", 8)]);
    let unsigned = blob.enumeration("unsigned", 4, false, &[("NONE", 0), ("FIRST", 1), ("LAST", u32::MAX)]);
    let far = blob.enumeration64("far", 8, false, &[("NEAR", 1), ("FAR", 1 << 40)]);
    let typedef = blob.named(kind::TYPEDEF, "u32", u32_);
    let pointer = blob.pointer(0);
    let (name, texts) = (blob.array(constant, u32_, 16), blob.array(text_char, u32_, 5));
    let pair = blob.array(i16_, u32_, 2);
    let pairs = blob.array(pair, u32_, 3);
    let numbers = blob.structure(
        "numbers",
        48,
        &[
            ("a", i8_, 0),
            ("b", u8_, 8),
            ("c", i16_, 16),
            ("d", typedef, 32),
            ("e", long, 64),
            ("f", ulong, 128),
            ("w", wide, 256),
        ],
    );
    let fields = [
        ("a", int, bits(0, 3)),
        ("b", u32_, bits(3, 12)),
        ("", u32_, bits(15, 17)),
        ("c", signed, bits(32, 5)),
        ("d", ulong, bits(37, 27)),
        ("e", unsigned, bits(64, 0)),
    ];
    let fields = blob.composite(kind::STRUCT, "fields", 12, true, &fields);
    let union = blob.composite(
        kind::UNION,
        "",
        16,
        false,
        &[("name", name, 0), ("far", far, 0), ("wide", wide, 0), ("p", pointer, 0)],
    );
    let all = [
        ("", union, 0),
        ("pairs", pairs, 128),
        ("texts", texts, 224),
        ("fields", fields, 288),
        ("s", signed, 384),
        ("u", unsigned, 416),
    ];
    let all = blob.structure("all", 56, &all);
    let key = blob.structure("key", 6, &[("proto", u16_, 0), ("port", pair, 16)]);
    (
        blob.build(),
        vec![int, key, typedef, name],
        vec![int, u8_, wide, signed, unsigned, far, typedef, pointer, name, texts, pairs, numbers, fields, union, all],
    )
}

/// The output of bpftool for a map.
fn bpftool(tool: &FoundTool, options: &[&str], map: &Map) -> String {
    let id = map.id.to_string();
    let output = tool.command().args(options).args(["map", "dump", "id", &id]).output().expect("it starts");
    String::from_utf8(output.stdout).expect("text")
}

/// Turns our JSON into the invalid JSON that bpftool prints. In names, bpftool writes `\'` for a quote and `\n` for a
/// backslash. In arrays of characters, it writes `"""` for a double quote and `"\"` for a backslash.
fn as_bpftool_errs(ours: &str) -> String {
    let mut theirs = String::new();
    let mut rest = ours;
    while let Some((before, after)) = rest.split_once("\"\\\\\"") {
        theirs += before;
        let is_element = theirs.trim_end().ends_with(['[', ',']);
        theirs += if is_element { BARE_BACKSLASH } else { "\"\\n\"" };
        rest = after;
    }
    theirs += rest;
    let theirs = theirs.replace("\\\\", "\\n").replace('\'', "\\'").replace("\"\\'\"", "\"'\"");
    theirs.replace("\"\\\"\"", "\"\"\"").replace(BARE_BACKSLASH, "\"\\\"")
}

/// Stands for `"\"` while the other replacements are made.
const BARE_BACKSLASH: &str = "\u{1}";

#[test]
fn dumps_are_bpftools() {
    if !extended::is_extended() {
        // The plain run creates no maps in a developer's kernel.
        return;
    }
    let Ok(tool) = BPFTOOL.found().map_err(|why| skip(&why)) else { return };
    let (blob, keys, values) = types();
    let loaded = match load_btf(&blob) {
        Ok(loaded) => loaded,
        Err(errno) => return skip(&format!("there is no right to load BTF (errno {errno})")),
    };
    let btf = Btf::parse(blob, None).expect("a blob");
    let size = |id: u32| btf.size_of(TypeId(id)).expect("a size");
    let mut numbers = Numbers(extended::seed(51));
    let (mut maps, mut dumps) = (0, 0);
    for (kind, keys) in [(HASH, &keys[..]), (ARRAY, &keys[..1]), (PERCPU_ARRAY, &keys[..1])] {
        for (&key, &value) in keys.iter().flat_map(|key| values.iter().map(move |value| (key, value))) {
            for with_types in [true, false] {
                let form = Form {
                    kind,
                    key_size: size(key),
                    value_size: size(value),
                    entries: 3,
                    types: with_types.then_some((key, value)),
                };
                let map = Map::new(&loaded, &form)
                    .unwrap_or_else(|errno| panic!("a map of [{key}] and [{value}]: errno {errno}"));
                maps += 1;
                for i in 0..3u32 {
                    let key =
                        if kind == HASH { numbers.bytes(form.key_size as usize) } else { i.to_le_bytes().to_vec() };
                    let len =
                        form.value_size.next_multiple_of(8) as usize * if kind == PERCPU_ARRAY { 1024 } else { 1 };
                    map.set(&key, &numbers.bytes(len)).expect("room");
                }
                // Take the entries from bpftool's output: their order is the kernel's.
                let json = bpftool(&tool, &["-j"], &map);
                let input = recognise(json.as_bytes(), Endian::Little);
                let entries: Vec<MapEntry> = input.unwrap_or_else(|e| panic!("{e}\n{json}")).entries;
                assert!((1..=3).contains(&entries.len()), "{json}");
                let types = MapTypes { btf: &btf, key: Some(TypeId(key)), value: TypeId(value) };
                let ours = |style| map_dump(&types, &entries, &MapOptions { style, order: None });
                let plain = bpftool(&tool, &[], &map);
                if with_types {
                    for (style, theirs) in [
                        (MapStyle::Plain, &plain),
                        (MapStyle::Json, &json),
                        (MapStyle::Pretty, &bpftool(&tool, &["-p"], &map)),
                    ] {
                        let (text, result) = ours(style);
                        assert_eq!(
                            (as_bpftool_errs(&text).as_str(), result),
                            (theirs.as_str(), Ok(())),
                            "[{key}] [{value}]"
                        );
                        dumps += 1;
                    }
                    let one = |e: &MapEntry| matches!(&e.value, Some(MapValue::One(_))) == (kind != PERCPU_ARRAY);
                    assert!(entries.iter().all(one));
                } else {
                    assert_eq!(ours(MapStyle::Bytes).0, plain, "[{key}] [{value}]");
                    assert_eq!(
                        recognise(plain.as_bytes(), Endian::Little).map(|i| i.entries).as_ref(),
                        Ok(&entries),
                        "{plain}"
                    );
                    dumps += 1;
                }
            }
        }
    }
    println!("{maps} maps, {dumps} dumps of {}", tool.text);
    assert!(maps >= 100 && dumps > 300, "{maps} maps, {dumps} dumps");
}
