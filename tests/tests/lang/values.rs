//! The functions for bitfields are compiled and run on bytes whose values were computed by hand, in both byte orders.
//! With Rust in each run, with the others in the extended run.

use btf::{Btf, TypeId};
use tests::blob::{Blob, Order, bits, kind};
use tests::extended::is_extended;
use tests::skip;
use xtask::tools::{GO, ZIG};

use crate::support::{Folder, Language, output, rustc};

fn blob(order: Order) -> Btf {
    let mut b = Blob::new(order);
    let (u32_, s32) = (b.int("unsigned int", 4, 0), b.int("int", 4, 1));
    let (u64_, s64) = (b.int("unsigned long", 8, 0), b.int("long", 8, 1));
    let u8_ = b.int("unsigned char", 1, 0);
    let mode = b.enumeration("mode", 4, false, &[("OFF", 0), ("ON", 2)]);
    let members = [
        ("a", u32_, bits(0, 3)),
        ("b", s32, bits(3, 5)),
        ("c", u32_, bits(8, 12)),
        ("d", u32_, bits(20, 12)),
        ("e", u64_, bits(64, 40)),
        ("f", s64, bits(104, 24)),
    ];
    b.composite(kind::STRUCT, "fields", 16, true, &members);
    b.composite(kind::STRUCT, "cross", 9, true, &[("p", u64_, bits(0, 4)), ("q", u64_, bits(4, 64))]);
    b.composite(kind::STRUCT, "enums", 4, true, &[("x", u32_, bits(0, 6)), ("m", mode, bits(6, 2))]);
    // As before 2019: an INT of 5 bits, at bit 3 of the struct.
    let five = b.int_of("unsigned int", 4, 0, 0, 5);
    b.structure("old", 4, &[("v", five, 3)]);
    b.composite(kind::UNION, "either", 4, true, &[("low", u32_, bits(0, 4)), ("all", u32_, bits(0, 0))]);
    b.structure("near", 5, &[("one", u8_, 0), ("four", u32_, 8)]);
    Btf::parse(b.build(), None).expect("a header")
}

const NAMES: [&str; 6] = ["fields", "cross", "enums", "old", "either", "near"];

fn roots(btf: &Btf) -> Vec<TypeId> {
    btf.types().filter(|t| NAMES.contains(&t.name())).map(|t| t.id()).collect()
}

/// The bytes of each struct: `old` and `either` have [`FIRST`].
const FIELDS: [u8; 16] = [0x95, 0xa4, 0xc3, 0x5e, 0, 0, 0, 0, 0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef];
const CROSS: [u8; 9] = [0x1f, 0x2e, 0x3d, 0x4c, 0x5b, 0x6a, 0x79, 0x88, 0x97];
const FIRST: [u8; 4] = [0x95, 0, 0, 0];
const ENUMS: [u8; 4] = [0x83, 0, 0, 0];
const NEAR: [u8; 5] = [1, 0x11, 0x22, 0x33, 0x44];

/// The expected values: type, field, value. 0x95 is 1001_0101 and 0x83 is 1000_0011.
fn read(order: Order) -> Vec<(&'static str, &'static str, i128)> {
    match order {
        // The first field has the lowest bits.
        Order::Little => vec![
            ("fields", "a", 0b101),
            ("fields", "b", 0b10010 - 32),
            ("fields", "c", 0x3a4),
            ("fields", "d", 0x5ec),
            ("fields", "e", 0x89_6745_2301),
            ("fields", "f", 0xef_cdab - 0x100_0000),
            ("cross", "p", 0xf),
            ("cross", "q", 0x7887_96a5_b4c3_d2e1),
            ("enums", "x", 0b00_0011),
            ("enums", "m", 0b10),
            ("old", "v", 0b10010),
            ("either", "low", 0x5),
        ],
        // The first field has the highest bits.
        Order::Big => vec![
            ("fields", "a", 0b100),
            ("fields", "b", 0b10101 - 32),
            ("fields", "c", 0xa4c),
            ("fields", "d", 0x35e),
            ("fields", "e", 0x01_2345_6789),
            ("fields", "f", 0xab_cdef - 0x100_0000),
            ("cross", "p", 0x1),
            ("cross", "q", 0xf2e3_d4c5_b6a7_9889),
            ("enums", "x", 0b10_0000),
            ("enums", "m", 0b11),
            ("old", "v", 0b10101),
            ("either", "low", 0x9),
        ],
    }
}

/// A write: type, field, value, and the bytes that change, with their offsets.
type Written = (&'static str, &'static str, i128, Vec<(usize, u8)>);

fn write(order: Order) -> Vec<Written> {
    match order {
        Order::Little => vec![
            ("fields", "b", -1, vec![(0, 0xfd)]),
            ("fields", "c", 0x123, vec![(1, 0x23), (2, 0xc1)]),
            ("fields", "f", -2, vec![(13, 0xfe), (14, 0xff), (15, 0xff)]),
            ("cross", "q", 0, vec![(0, 0x0f), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (8, 0x90)]),
            ("enums", "m", 1, vec![(0, 0x43)]),
            ("old", "v", 0, vec![(0, 0x05)]),
            ("either", "low", 0xa, vec![(0, 0x9a)]),
        ],
        Order::Big => vec![
            ("fields", "b", -1, vec![(0, 0x9f)]),
            ("fields", "c", 0x123, vec![(1, 0x12), (2, 0x33)]),
            ("fields", "f", -2, vec![(13, 0xff), (14, 0xff), (15, 0xfe)]),
            ("cross", "q", 0, vec![(0, 0x10), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (8, 0x07)]),
            ("enums", "m", 1, vec![(0, 0x81)]),
            ("old", "v", 0, vec![(0, 0x80)]),
            ("either", "low", 0xa, vec![(0, 0xa5)]),
        ],
    }
}

fn bytes_of(name: &str) -> Vec<u8> {
    match name {
        "fields" => FIELDS.to_vec(),
        "cross" => CROSS.to_vec(),
        "enums" => ENUMS.to_vec(),
        "near" => NEAR.to_vec(),
        _ => FIRST.to_vec(),
    }
}

/// The bytes after a write.
fn changed(name: &str, changes: &[(usize, u8)]) -> Vec<u8> {
    let mut bytes = bytes_of(name);
    for &(at, byte) in changes {
        bytes[at] = byte;
    }
    bytes
}

#[test]
fn rust_reads_and_writes() {
    for order in Order::BOTH {
        let btf = blob(order);
        let mut text = Language::Rust.declare(&btf, &roots(&btf));
        text.push_str("fn main() {\n");
        let make = |name: &str| {
            let bytes = bytes_of(name);
            format!("unsafe {{ core::mem::transmute::<[u8; {}], {name}>({bytes:?}) }}", bytes.len())
        };
        for (name, field, value) in read(order) {
            let inner = if field == "m" { ".0" } else { "" };
            text.push_str(&format!(
                "    assert_eq!({}.{field}(){inner} as i128, {value}, \"{name}.{field}\");\n",
                make(name)
            ));
        }
        for (name, field, value, changes) in write(order) {
            let value = if field == "m" { format!("mode({value})") } else { value.to_string() };
            let bytes = changed(name, &changes);
            text.push_str(&format!(
                "    {{ let mut it = {}; it.set_{field}({value});\n      let bytes: [u8; {}] = unsafe {{ core::mem::transmute(it) }};\n      \
                 assert_eq!(bytes, {bytes:?}, \"{name}.{field}\"); }}\n",
                make(name),
                bytes.len(),
            ));
        }
        text.push_str("}\n");
        let folder = Folder::new();
        let file = folder.write("values.rs", &text);
        let program = folder.path().join("values");
        output(rustc().args(["-A", "warnings", "-o"]).arg(&program).arg(&file))
            .unwrap_or_else(|e| panic!("{order:?}: {e}"));
        output(&mut std::process::Command::new(&program)).unwrap_or_else(|e| panic!("{order:?}: {e}"));
    }
}

#[test]
fn zig_reads_and_writes() {
    let Some(zig) = tool(&ZIG) else { return };
    for order in Order::BOTH {
        let btf = blob(order);
        let mut text = Language::Zig.declare(&btf, &roots(&btf));
        text.push_str("const equal = @import(\"std\").testing.expectEqual;\nconst same = @import(\"std\").testing.expectEqualSlices;\n");
        let list =
            |bytes: &[u8]| format!("[_]u8{{ {} }}", bytes.iter().map(u8::to_string).collect::<Vec<_>>().join(", "));
        for (name, field, value) in read(order) {
            let got =
                if field == "m" { format!("@intFromEnum(it.get_{field}())") } else { format!("it.get_{field}()") };
            text.push_str(&format!(
                "test \"read {name}.{field}\" {{\n    const it: {name} = @bitCast({});\n    \
                 try equal(@as(i128, {value}), @as(i128, {got}));\n}}\n",
                list(&bytes_of(name))
            ));
        }
        for (name, field, value, changes) in write(order) {
            let value = if field == "m" { format!("@enumFromInt({value})") } else { value.to_string() };
            text.push_str(&format!(
                "test \"write {name}.{field}\" {{\n    var it: {name} = @bitCast({});\n    it.set_{field}({value});\n    \
                 try same(u8, &{}, @import(\"std\").mem.asBytes(&it));\n}}\n",
                list(&bytes_of(name)),
                list(&changed(name, &changes))
            ));
        }
        let folder = Folder::new();
        let file = folder.write("values.zig", &text);
        let mut zig = zig.command();
        zig.args(["test", "--cache-dir"]).arg(folder.path()).arg("--global-cache-dir").arg(folder.path()).arg(file);
        output(&mut zig).unwrap_or_else(|e| panic!("{order:?}: {e}"));
    }
}

#[test]
fn go_reads_and_writes() {
    let Some(go) = tool(&GO) else { return };
    for order in Order::BOTH {
        let btf = blob(order);
        let mut text = Language::Go.declare(&btf, &roots(&btf)).replace("package types", "package main");
        text.push_str("\nfunc main() {\n");
        let list = |bytes: &[u8]| {
            format!("[{}]byte{{{}}}", bytes.len(), bytes.iter().map(u8::to_string).collect::<Vec<_>>().join(", "))
        };
        let capital = |name: &str| name[..1].to_uppercase() + &name[1..];
        for (name, field, value) in read(order) {
            let call = capital(field);
            text.push_str(&format!(
                "\t{{ b := {}; it := (*{})(unsafe.Pointer(&b)); if it.{call}() != {value} {{ println(it.{call}()); panic(\"{name}.{field}\") }} }}\n",
                list(&bytes_of(name)),
                capital(name)
            ));
        }
        for (name, field, value, changes) in write(order) {
            text.push_str(&format!(
                "\t{{ b := {}; it := (*{})(unsafe.Pointer(&b)); it.Set_{field}({value}); if b != ({}) {{ panic(\"set {name}.{field}\") }} }}\n",
                list(&bytes_of(name)),
                capital(name),
                list(&changed(name, &changes))
            ));
        }
        if cfg!(target_endian = "little") {
            // Integers in a packed struct are stored in the machine's byte order.
            text.push_str(&format!(
                "\t{{ b := {}; it := (*Near)(unsafe.Pointer(&b)); if it.Get_Four() != 0x44332211 {{ panic(\"near\") }}\n\t\
                 it.Set_Four(0x0a0b0c0d); if b != ([5]byte{{1, 0xd, 0xc, 0xb, 0xa}}) {{ panic(\"set near\") }} }}\n",
                list(&NEAR)
            ));
        }
        text.push_str("}\n");
        let folder = Folder::new();
        let file = folder.write("values.go", &text);
        let mut go = go.command();
        go.env("GOCACHE", folder.path().join("cache")).env("GO111MODULE", "off").arg("run").arg(file);
        output(&mut go).unwrap_or_else(|e| panic!("{order:?}: {e}"));
    }
}

/// A compiler; `None` in the plain run, or, with the test reported as skipped, when it is missing.
fn tool(tool: &xtask::tools::Tool) -> Option<xtask::tools::FoundTool> {
    if !is_extended() {
        return None;
    }
    tool.found().map_err(|why| skip(&why)).ok()
}
