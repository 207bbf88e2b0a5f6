//! Values checked by hand, in both byte orders.

use btf::{Btf, Endian, MemberIndex, TypeId};
use tests::blob::{Blob, Order, bits, kind};
use value::{
    EditError, Group, JsonOptions, LongDouble, MapEntry, MapOptions, MapStyle, MapTypes, MapValue, Node, Open, Printer,
    Record, Shape, TextError, TextOptions, Trouble, ValueRow, ValueStep, View, flag_names, flip_bit, json, map_dump,
    text,
};

fn parse(blob: &Blob) -> Btf {
    Btf::parse(blob.build(), None).expect("a blob")
}

fn order_of(order: Order) -> Endian {
    match order {
        Order::Little => Endian::Little,
        Order::Big => Endian::Big,
    }
}

fn member(i: u32) -> ValueStep {
    ValueStep::Member(MemberIndex(i))
}

fn at(record: &Record<'_>, path: &[ValueStep]) -> Node {
    record.find(path).unwrap_or_else(|| panic!("{path:?}"))
}

fn word(record: &Record<'_>, path: &[ValueStep]) -> String {
    match at(record, path).shape {
        Shape::Scalar(scalar) => scalar.text(record.btf()),
        other => panic!("{path:?}: {other:?}"),
    }
}

fn rows(record: Record<'_>, levels: u32) -> Vec<ValueRow> {
    View::new(record).rows(&Open { levels, ..Open::default() }, 0..1000).rows
}

/// The BTF of btf.rst, section 5.1, with the ids of `int` and `struct tmp_t`.
fn document(order: Order) -> (Btf, TypeId, TypeId) {
    let (blob, int, tmp) = tests::document::document(order);
    (parse(&blob), TypeId(int), TypeId(tmp))
}

#[test]
fn rows_say_whether_any_is_left_out() {
    let (btf, _, tmp) = document(Order::Little);
    let bytes = [0; 64];
    let view = View::new(Record::new(&btf, tmp, &bytes).expect("a record"));
    let all = view.rows(&Open::default(), 0..1000);
    let count = all.rows.len() as u64;
    assert!(count > 2 && !all.more && all.total == count, "{count}");
    for (most, more) in [(count - 1, true), (count, false), (count + 1, false)] {
        let some = view.first_rows(&Open::default(), most);
        assert_eq!((some.total, some.rows.len() as u64, some.more), (most.min(count), most.min(count), more), "{most}");
    }
}

/// The document's output, as bpftool indents it.
const DOCUMENT: &str = r#"[{
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

#[test]
fn the_documents_map() {
    for (order, bytes) in [
        // Bitfields fill bytes from their low bits on.
        (Order::Little, [0x42, 0x60, 0, 0, 7, 0, 0, 0, 0xa8, 0, 0, 0]),
        // Bitfields fill bytes from their high bits on.
        (Order::Big, [0x24, 0x06, 0, 0, 0, 0, 0, 7, 0x8a, 0, 0, 0]),
    ] {
        let (btf, key, value) = document(order);
        let types = MapTypes { btf: &btf, key: Some(key), value };
        let entry = MapEntry { key: vec![0; 4], value: Some(MapValue::One(bytes.to_vec())) };
        let (text, result) = map_dump(&types, std::slice::from_ref(&entry), &MapOptions::default());
        assert_eq!((text.as_str(), result), (DOCUMENT, Ok(())));
        let (text, _) = map_dump(&types, &[entry], &MapOptions { style: MapStyle::Json, order: None });
        let hex = bytes.map(|b| format!("\"{b:#04x}\"")).join(",");
        let expected = format!(
            r#"[{{"key":["0x00","0x00","0x00","0x00"],"value":[{hex}],"formatted":{{"key":0,"value":{{"a1":"0x2","a2":"0x4","a3":"0x6","b":7,"b1":"0x8","b2":"0xa"}}}}}}]"#
        );
        assert_eq!(text, expected + "\n");

        let record = Record::new(&btf, value, &bytes).expect("a record");
        let texts = [0, 1, 2, 3, 4, 5].map(|i| word(&record, &[member(i)]));
        // An enum of few bits: 8 and 10 are not enumerators.
        assert_eq!(texts, ["2", "4", "6", "7", "8", "10"]);
        assert_eq!(record.at_bit(13).map(|n| n.name), Some("a3".to_owned()));
        assert_eq!(record.at_bit(9), None, "padding");
    }
}

/// A struct with 3 bits of a signed number, and 12 bits across a byte's border: `struct { int a:3; unsigned b:12;
/// unsigned :1; u16 c; }`. In `new` the widths of the bitfields are in the members, in `old` in their INTs.
#[test]
fn bitfields_of_both_orders() {
    for (order, bytes) in [
        // a = -3 (0b101) in bits 0..3; b = 0xabc in bits 3..15: 0b101_0101_1110_0101 = 0x55e5; c = 0x1234.
        (Order::Little, [0xe5, 0x55, 0x34, 0x12]),
        // 101 1010 1011 1100 0 = 0xb578.
        (Order::Big, [0xb5, 0x78, 0x12, 0x34]),
    ] {
        let mut blob = Blob::new(order);
        let (int, unsigned, short) = (blob.int("int", 4, 1), blob.int("unsigned int", 4, 0), blob.int("u16", 2, 0));
        let new = blob.composite(
            kind::STRUCT,
            "new",
            4,
            true,
            &[("a", int, bits(0, 3)), ("b", unsigned, bits(3, 12)), ("c", short, bits(16, 0))],
        );
        let (old3, old12) = (blob.int_of("int", 4, 1, 0, 3), blob.int_of("unsigned int", 4, 0, 3, 12));
        // The offset of `b` is in its INT.
        let old = blob.structure("old", 4, &[("a", old3, 0), ("b", old12, 0), ("c", short, 16)]);
        let btf = parse(&blob);
        for id in [new, old] {
            let record = Record::new(&btf, TypeId(id), &bytes).expect("a record");
            assert_eq!(record.order(), order_of(order));
            assert_eq!([0, 1, 2].map(|i| word(&record, &[member(i)])), ["-3", "2748", "4660"], "{order:?} [{id}]");
            let changed = record.set(&at(&record, &[member(1)]), "0xfff").expect("fits");
            let expected = match order {
                Order::Little => [0xfd, 0x7f, 0x34, 0x12],
                Order::Big => [0xbf, 0xfe, 0x12, 0x34],
            };
            assert_eq!(changed, expected);
            assert_eq!(
                record.set(&at(&record, &[member(0)]), "3").map(|b| b[0] & 0xe7),
                Ok([0xe3, 0x75 & 0xe7][usize::from(order == Order::Big)])
            );
            assert_eq!(
                record.set(&at(&record, &[member(0)]), "4"),
                Err(EditError::DoesNotFit { text: "4".to_owned(), bits: 3 })
            );
        }
        // Flips the lowest bit of `c`.
        let record = Record::new(&btf, TypeId(new), &bytes).expect("a record");
        let lowest = if order == Order::Little { 16 } else { 31 };
        let mut flipped = record.bytes().to_vec();
        assert!(!flip_bit(&mut flipped, 32, record.order()));
        assert!(flip_bit(&mut flipped, lowest, record.order()));
        assert_eq!(word(&Record::new(&btf, TypeId(new), &flipped).expect("a record"), &[member(2)]), "4661");
    }
}

#[test]
fn values_of_all_kinds_and_back() {
    for order in Order::BOTH {
        let mut blob = Blob::new(order);
        let (char_, u8_, bool_) = (blob.int("char", 1, 1), blob.int("u8", 1, 0), blob.int("_Bool", 1, 4));
        let (u32_, wide) = (blob.int("u32", 4, 0), blob.int("__int128", 16, 1));
        let float = blob.named(kind::FLOAT, "float", 4);
        let double = blob.named(kind::FLOAT, "double", 8);
        let pointer = blob.pointer(0);
        let flags = blob.enumeration("flags", 4, false, &[("NONE", 0), ("A", 1), ("B", 2), ("D", 8), ("AB", 3)]);
        let counting = blob.enumeration(
            "counting",
            4,
            true,
            &[("MINUS", u32::MAX), ("ZERO", 0), ("ONE", 1), ("TWO", 2), ("THREE", 3)],
        );
        let far = blob.enumeration64("far", 8, false, &[("FAR", 1 << 40), ("TOP", 1 << 63)]);
        let name = blob.array(char_, u32_, 8);
        let raw = blob.array(u8_, u32_, 4);
        let members = [
            ("c", char_, 0),
            ("flag", bool_, 8),
            ("flags", flags, 32),
            ("counting", counting, 64),
            ("f", float, 96),
            ("far", far, 128),
            ("p", pointer, 192),
            ("wide", wide, 256),
            ("d", double, 384),
            ("name", name, 448),
            ("raw", raw, 512),
        ];
        let id = TypeId(blob.structure("all", 72, &members));
        let btf = parse(&blob);
        let zeros = vec![0; 72];
        let mut bytes = zeros.clone();
        let set = |bytes: &[u8], i: u32, value: &str| {
            let record = Record::new(&btf, id, bytes).expect("a record");
            record.set(&at(&record, &[member(i)]), value)
        };
        let values = [
            (0, "'x'", "'x'"),
            (1, "true", "true"),
            (2, "AB | D", "D | AB"),
            (3, "MINUS", "MINUS"),
            (4, "-0.5", "-0.5"),
            (5, "TOP", "TOP"),
            (6, "0xffff888003f28000", "0xffff888003f28000"),
            (7, "-170141183460469231731687303715884105728", "-170141183460469231731687303715884105728"),
            (8, "1e300", ""),
        ];
        for (i, typed, _) in values {
            bytes = set(&bytes, i, typed).unwrap_or_else(|e| panic!("{typed}: {e}"));
        }
        bytes = set(&bytes, 9, r#""eth\x30""#).expect("a text");
        let record = Record::new(&btf, id, &bytes).expect("a record");
        assert_eq!(word(&record, &[member(2)]), "AB | D");
        for (i, typed, _) in values.into_iter().filter(|(i, ..)| !matches!(i, 2 | 8)) {
            assert_eq!(word(&record, &[member(i)]), typed);
        }
        // The expected bytes are written by hand, in the byte order of the blob.
        let (minus_half, top) = (0xbf00_0000u32, 1u64 << 63);
        assert_eq!(bytes[12..16], order.u32(minus_half));
        assert_eq!(bytes[16..24], order.u64(top));
        assert_eq!(bytes[24..32], order.u64(0xffff_8880_03f2_8000));
        assert_eq!(bytes[48..56], order.u64(1e300f64.to_bits()));
        assert_eq!(bytes[56..64], *b"eth0\0\0\0\0");
        assert_eq!((bytes[0], bytes[1], &bytes[4..8]), (b'x', 1, &order.u32(11)[..]));
        let shown = rows(record, 1);
        assert_eq!(shown.iter().find(|r| r.name == "name").map(|r| r.value.as_str()), Some("\"eth0\""));
        // Plain bytes that are zero are not text.
        assert_eq!(shown.iter().find(|r| r.name == "raw").map(|r| r.value.as_str()), Some(""));

        let text_of = |i, value: &str| set(&bytes, i, value).map_err(|e| e.to_string());
        assert_eq!(text_of(2, "AB|X"), Err("there is no enumerator 'X'".to_owned()));
        assert_eq!(text_of(0, "abc"), Err("'abc' is not a character in quotes or a number".to_owned()));
        assert_eq!(text_of(1, "256"), Err("256 does not fit 8 bits".to_owned()));
        assert_eq!(text_of(9, r#""123456789""#), Err("9 bytes do not fit an array of 8".to_owned()));
        assert_eq!(text_of(10, "1"), Err("it has parts: name one of them".to_owned()));
        assert_eq!(set(&zeros[..4], 4, "1"), Err(EditError::NotThere));
    }
}

#[test]
fn flags_are_distinguished_from_numbers() {
    let mut blob = Blob::new(Order::Little);
    let flags = blob.enumeration("f", 4, false, &[("A", 1), ("B", 2), ("C", 4), ("BC", 6)]);
    let nameless = blob.enumeration("n", 4, false, &[("A", 1), ("", 4)]);
    let counts = blob.enumeration("c", 4, false, &[("A", 0), ("B", 1), ("C", 2), ("D", 3), ("E", 4)]);
    let sparse = blob.enumeration("s", 4, false, &[("A", 1), ("B", 2), ("C", 5)]);
    let btf = parse(&blob);
    let names = |id, value| flag_names(&btf.get(TypeId(id)).expect("an enum"), value);
    assert_eq!(names(flags, 3).as_deref(), Some("A | B"));
    assert_eq!(names(flags, 7).as_deref(), Some("A | BC"));
    assert_eq!(names(flags, 0x41).as_deref(), Some("A | 0x40"));
    assert_eq!(names(nameless, 5).as_deref(), Some("A | 0x4"));
    assert_eq!(names(flags, 0x40), None);
    assert_eq!((names(counts, 5), names(sparse, 3)), (None, None));
}

/// A union of a struct and bytes, and an array without a length.
#[test]
fn unions_folded_arrays_and_records_that_are_cut_off() {
    let mut blob = Blob::new(Order::Little);
    let (u8_, u16_) = (blob.int("u8", 1, 0), blob.int("u16", 2, 0));
    let four = blob.array(u8_, u16_, 4);
    let pair = blob.structure("pair", 4, &[("lo", u16_, 0), ("hi", u16_, 16)]);
    let both = blob.composite(kind::UNION, "", 4, false, &[("pair", pair, 0), ("bytes", four, 0)]);
    let rest = blob.array(pair, u16_, 0);
    let id = TypeId(blob.structure("s", 4, &[("", both, 0), ("rest", rest, 32)]));
    let two = TypeId(blob.array(pair, u16_, 2));
    let btf = parse(&blob);
    let bytes = [1, 0, 2, 0, 3, 0, 4, 0, 3, 0, 4, 0, 5, 0, 6];
    let record = Record::new(&btf, id, &bytes).expect("a record");
    assert!(record.is_flexible());
    assert_eq!((record.count(), record.size()), (1, 4));
    assert_eq!(word(&record, &[member(0), member(0), member(1)]), "2");
    assert_eq!(word(&record, &[member(0), member(1), ValueStep::Element(2)]), "2");
    let left = at(&record, &[member(1)]);
    assert_eq!((left.shape, left.bits), (Shape::Group(Group::Flexible, 2), 64));
    assert_eq!(word(&record, &[member(1), ValueStep::Element(1), member(1)]), "4");
    assert_eq!(record.find(&[member(1), ValueStep::Element(2)]), None);
    let shown: Vec<(String, String, u64)> = rows(record, 4)
        .into_iter()
        .map(|r| (format!("{}{}", "  ".repeat(r.depth as usize), r.name), r.value, r.repeats))
        .collect();
    let line = |name: &str, value: &str, repeats| (name.to_owned(), value.to_owned(), repeats);
    let expected = [
        line("", "", 1),
        line("  ", "", 1),
        line("    pair", "", 1),
        line("      lo", "1", 1),
        line("      hi", "2", 1),
        line("    bytes", "", 1),
        line("      [0]", "1", 1),
        line("      [1]", "0", 1),
        line("      [2]", "2", 1),
        line("      [3]", "0", 1),
        line("  rest", "", 1),
        line("    [0..1]", "", 2),
        line("      lo", "3", 1),
        line("      hi", "4", 1),
    ];
    assert_eq!(shown, expected);

    // Several records one after the other, the last cut off.
    let several = Record::new(&btf, two, &bytes).expect("a record");
    assert_eq!(several.count(), 2);
    let second = several.nth(1).expect("a second one");
    assert_eq!(word(&second, &[ValueStep::Element(0), member(1)]), "4");
    let cut = at(&second, &[ValueStep::Element(1), member(1)]);
    assert_eq!(cut.shape, Shape::Missing(Trouble::Short { need: 8, have: 7 }));
    let names: Vec<String> = rows(several, 0).into_iter().map(|r| r.name).collect();
    assert_eq!(names, ["[0]", "[1]"]);
}

/// An array of 2^32 - 1 elements, of which ten exist; an array of as many empty elements; a struct that holds itself.
#[test]
fn hostile_arrays_cost_nothing() {
    let mut blob = Blob::new(Order::Little);
    let u8_ = blob.int("u8", 1, 0);
    let empty = blob.structure("empty", 0, &[]);
    let many = TypeId(blob.array(u8_, u8_, u32::MAX));
    let nothing = TypeId(blob.array(empty, u8_, u32::MAX));
    let circle = TypeId(blob.next_id());
    let _ = blob.structure("circle", 8, &[("a", circle.0, 0), ("b", circle.0, 0)]);
    let btf = parse(&blob);
    let bytes = [7; 10];
    let record = Record::new(&btf, many, &bytes).expect("a record");
    let root = record.root();
    assert_eq!(root.len(), u64::from(u32::MAX));
    let window = record.children(&root, 4_000_000_000..4_000_000_002);
    assert_eq!(window.iter().map(|n| n.name.as_str()).collect::<Vec<_>>(), ["[4000000000]", "[4000000001]"]);
    let shown = rows(record, 1);
    let names: Vec<(&str, u64)> = shown.iter().map(|r| (r.name.as_str(), r.repeats)).collect();
    assert_eq!(names, [("", 1), ("[0..9]", 10), ("[10]", 1), ("[11..4294967294]", 4_294_967_284)]);
    assert!(shown[3].trouble);
    let as_libbpf = TextOptions { printer: Printer::Libbpf, ..TextOptions::default() };
    assert_eq!(text(&record, &as_libbpf).result, Err(TextError::Invalid), "libbpf refuses a size above 2^31");
    let shown = text(&record, &TextOptions::default());
    assert_eq!(shown.result, Err(TextError::TooShort));
    assert_eq!(shown.text.lines().count(), 11, "the bracket and the bytes that are there");

    let record = Record::new(&btf, nothing, &bytes).expect("a record");
    assert_eq!(rows(record, 2).len(), 2);
    assert_eq!(text(&record, &TextOptions::default()).result, Err(TextError::NoEnd));
    let record = Record::new(&btf, circle, &bytes).expect("a record");
    let all = View::new(record).rows(&Open { levels: 100, ..Open::default() }, 60..70);
    assert!(all.more && all.rows.len() == 10);
    assert_eq!(text(&record, &as_libbpf).result, Err(TextError::NoEnd));
    assert_eq!(text(&record, &TextOptions::default()).result, Err(TextError::NoEnd));
    assert!(json(&record, &JsonOptions::default()).1.is_err());
}

#[test]
fn floats_of_sixteen_bytes() {
    let mut blob = Blob::new(Order::Little);
    let long = TypeId(blob.named(kind::FLOAT, "long double", 16));
    let btf = parse(&blob);
    let mut x87 = [0; 16];
    x87[..10].copy_from_slice(&[0, 0, 0, 0, 0, 0, 0, 0xc0, 0, 0xc0]);
    let record = Record::new(&btf, long, &x87).expect("a record");
    assert_eq!(word(&record, &[]), "-3.000000");
    assert_eq!(text(&record, &TextOptions::default()).text, "(long double)-3.000000");
    let mut quad = [0; 16];
    quad[14..].copy_from_slice(&[0xfe, 0x3f]);
    let record = Record::new(&btf, long, &quad).expect("a record").with_long_double(LongDouble::Quad);
    assert_eq!(word(&record, &[]), "0.500000");
}

#[test]
fn rows_open_and_close() {
    let (btf, _, id) = document(Order::Little);
    let bytes = [0; 24];
    let record = Record::new(&btf, id, &bytes).expect("a record");
    let mut open = Open { levels: 0, ..Open::default() };
    assert_eq!(View::new(record).rows(&open, 0..10).total, 2);
    open.toggle(1, &[]);
    let all = View::new(record).rows(&open, 0..10);
    assert_eq!(all.rows.iter().map(|r| r.open).collect::<Vec<_>>()[..3], [Some(false), Some(true), None]);
    assert_eq!(all.total, 8);
    let part = View::new(record).rows(&open, 3..5);
    assert_eq!(part.rows[..], all.rows[3..5]);
    assert_eq!(
        (part.rows[0].name.as_str(), part.rows[0].bit_offset, part.rows[0].bits, part.rows[0].record),
        ("a2", 4, 4, 1)
    );
    open.toggle(1, &[]);
    assert_eq!(View::new(record).rows(&open, 0..10).total, 2);
}

/// An ENUM stores 32 bits of each value. In an ENUM of 8 bytes, as GCC before 13 makes, these are sign-extended.
#[test]
fn enums_of_8_bytes_extend_their_values() {
    for order in Order::BOTH {
        for signed in [false, true] {
            let mut blob = Blob::new(order);
            let id = blob.enumeration("wide", 8, signed, &[("NONE", 0), ("ALL", u32::MAX)]);
            let btf = parse(&blob);
            for (bytes, said) in [(u64::MAX, "ALL"), (0, "NONE"), (0xffff_ffff, "4294967295")] {
                let bytes = order.u64(bytes);
                let record = Record::new(&btf, TypeId(id), &bytes).expect("a record");
                assert_eq!(word(&record, &[]), said, "{order:?}, signed {signed}");
            }
        }
    }
}
