//! Bytes in the forms of various tools, mostly as the tools printed them.

use btf::Endian::{Big, Little};
use value::{Form, InputErrorKind, MapEntry, MapOptions, MapStyle, MapValue, read_as, recognise};

fn read(text: &str) -> (Form, Vec<u8>) {
    let input = recognise(text.as_bytes(), Little).unwrap_or_else(|e| panic!("{text}: {e}"));
    (input.form, input.bytes)
}

#[test]
fn hexadecimal() {
    for text in [
        "01020aff",
        "01 02 0a ff",
        "0x01020AFF",
        "0x01 0x02 0x0a 0xff",
        "1, 2, a, ff",
        "01:02:0a:ff\n",
        r"\x01\x02\x0a\xff",
        "0102-0aff",
    ] {
        assert_eq!(read(text), (Form::Hex, vec![1, 2, 10, 255]), "{text}");
    }
}

#[test]
fn dumps() {
    // xxd, hexdump -C, and a dump that a person typed.
    let xxd = "00000000: 7f45 4c46 0201 0100 0000 0000 0000 0000  .ELF............\n00000010: 0300 3e00                                ..>.\n";
    let hexdump = "00000000  7f 45 4c 46 02 01 01 00  00 00 00 00 00 00 00 00  |.ELF............|\n00000010  03 00 3e 00                                       |..>.|\n00000014\n";
    let mut elf = b"\x7fELF\x02\x01\x01".to_vec();
    elf.extend([0; 9]);
    elf.extend([3, 0, 0x3e, 0]);
    for text in [xxd, hexdump, "0000: 7f 45 4c 46 02 01 01 00 00 00 00 00 00 00 00 00\n0010: 03 00 3e 00"] {
        assert_eq!(read(text), (Form::HexDump { unit: 1 }, elf.clone()), "{text}");
    }
    // Text that looks like bytes, and lines that repeat.
    let repeats = "00000000  ab ab ab ab ab ab ab ab  ab ab ab ab ab ab ab ab  |................|\n*\n00000040  61 62 20 20 63 64 0a                              |ab  cd.|\n00000047\n";
    let mut bytes = vec![0xab; 64];
    bytes.extend(b"ab  cd\n");
    assert_eq!(read(repeats), (Form::HexDump { unit: 1 }, bytes));
    let tail = "00000010: 6162 20                                  ab \n";
    assert_eq!(read(tail), (Form::HexDump { unit: 1 }, b"ab ".to_vec()));
}

#[test]
fn gdb() {
    let bytes = "0x7fffffffe3b0:\t0x01\t0x02\t0x03\t0x04\t0x05\t0x06\t0x07\t0x08\n";
    let halves = "0x7fffffffe3b0:\t0x0201\t0x0403\t0x0605\t0x0807\n";
    let words = "(gdb) x/2xw &counter\n0x601040 <counter>:\t0x04030201\n0x601044 <counter+4>:\t0x08070605\n";
    let giants = "0x601040 <std::map<int, int>::x+4>:\t0x0807060504030201\n";
    for (text, unit) in [(bytes, 1), (halves, 2), (words, 4), (giants, 8)] {
        assert_eq!(read(text), (Form::Gdb { unit }, vec![1, 2, 3, 4, 5, 6, 7, 8]), "{text}");
    }
    let big = recognise(halves.as_bytes(), Big).expect("gdb").bytes;
    assert_eq!(big, [2, 1, 4, 3, 6, 5, 8, 7]);
    let wrong = recognise(b"0x601040:\t0x0102\t0x01020304\n", Little).expect_err("two units");
    assert_eq!((wrong.kind, wrong.range.clone(), wrong.line, wrong.column), (InputErrorKind::GdbUnit, 17..27, 1, 18));
    let wrong = recognise(b"0x601040:\t0x0102\n0x601042:\t12\n", Little).expect_err("a decimal");
    assert_eq!((wrong.kind, wrong.line, wrong.column), (InputErrorKind::NotANumber, 2, 11));
}

#[test]
fn c_arrays() {
    for text in [
        "{ 0x41, 66, 'C', -1, 0 }",
        "unsigned char a[] = {\n  0x41, 0102, 67U, 0xFF, '\\0',\n};\nunsigned int a_len = 5;",
        "static const u8 x[5] = { 0b1000001, /* B */ 'B', // C\n 0x43, 255, 0x0 };",
        // The star of `/*` does not end the comment.
        "{ 0x41, /*/ 2 */ 66, 67, /**/ -1, 0 }",
        r#"{ "ABC\xff\0" }"#,
        r#""AB" "C\377\000""#,
    ] {
        assert_eq!(read(text), (Form::CArray, vec![0x41, 0x42, 0x43, 0xff, 0]), "{text}");
    }
    let error = |text: &str| {
        let e = recognise(text.as_bytes(), Little).expect_err("an error");
        (e.kind, text.get(e.range).unwrap_or_default().to_owned())
    };
    assert_eq!(error("{ 1, 256 }"), (InputErrorKind::NotAByte, "256".to_owned()));
    assert_eq!(error("{ 1, x }"), (InputErrorKind::NotANumber, "x".to_owned()));
    assert_eq!(error("{ 1, 2"), (InputErrorKind::Unclosed("bracket"), "{".to_owned()));
    assert_eq!(error("{ 'a }"), (InputErrorKind::Unclosed("quote"), "'".to_owned()));
    assert_eq!(error("{ 1, /* 2 }"), (InputErrorKind::Unclosed("comment"), "/*".to_owned()));
    assert_eq!(InputErrorKind::Unclosed("quote").to_string(), "the quote that begins here is not closed");
}

#[test]
fn base64_and_raw() {
    assert_eq!(read("f0VMRgIBAQ=="), (Form::Base64, b"\x7fELF\x02\x01\x01".to_vec()));
    assert_eq!(read("f0VM\nRgIBAQ"), (Form::Base64, b"\x7fELF\x02\x01\x01".to_vec()));
    assert_eq!(read("-_-_"), (Form::Base64, vec![0xfb, 0xff, 0xbf]));
    assert_eq!(recognise(&[1, 2, 0, 255], Little).map(|i| (i.form, i.bytes)), Ok((Form::Raw, vec![1, 2, 0, 255])));
    // Eight digits are hexadecimal, unless base64 is asked for.
    assert_eq!(read("deadbeef"), (Form::Hex, vec![0xde, 0xad, 0xbe, 0xef]));
    assert_eq!(read_as(Form::Base64, b"deadbeef", Little).map(|i| i.bytes.len()), Ok(6));
}

#[test]
fn errors_have_their_place() {
    let error = |text: &str| {
        let e = recognise(text.as_bytes(), Little).expect_err("an error");
        (e.kind, e.line, e.column)
    };
    assert_eq!(error(" \n "), (InputErrorKind::Empty, 1, 1));
    assert_eq!(error("01 02\n03 040"), (InputErrorKind::OddDigits, 2, 4));
    assert_eq!(error("hello, world!"), (InputErrorKind::NoForm, 1, 6));
    assert_eq!(error("00000000: 0102\n00000001: 03"), (InputErrorKind::Offset, 2, 1));
    assert_eq!(error("key: 00 0g  value: 01"), (InputErrorKind::NotHex, 1, 10));
    assert_eq!(error(r#"[{"key":["0x00"],"value":["0x100"]}]"#), (InputErrorKind::NotAByte, 1, 27));
    assert_eq!(error("[{\n        \"key\": 0,\n        \"value\": 1\n    }\n]"), (InputErrorKind::Formatted, 2, 16));
    assert_eq!(
        recognise(b"hello, world!", Little).expect_err("an error").to_string(),
        "line 1, column 6: neither hexadecimal, base64, an array or string, a hex dump, output of gdb, nor a dump of a map by bpftool"
    );
}

fn entry(key: &[u8], value: Option<MapValue>) -> MapEntry {
    MapEntry { key: key.to_vec(), value }
}

/// The forms of bpftool's `print_entry_plain` and `print_entry_json`; `tests/libbpf/tests/value_map.rs` compares them
/// with bpftool itself.
#[test]
fn map_dumps() {
    let one = |value: &[u8]| Some(MapValue::One(value.to_vec()));
    let short =
        "key: 00 00 00 00  value: 01 02 03 04 05 06 07 08\nkey: 01 00 00 00  value: <no entry>\nFound 1 element\n";
    let input = recognise(short.as_bytes(), Little).expect("a dump");
    let expected = [entry(&[0, 0, 0, 0], one(&[1, 2, 3, 4, 5, 6, 7, 8])), entry(&[1, 0, 0, 0], None)];
    assert_eq!((input.form, &input.entries[..]), (Form::MapDumpPlain, &expected[..]));
    assert_eq!(input.bytes, [1, 2, 3, 4, 5, 6, 7, 8]);

    let long = "key:\n00 00 00 00\nvalue:\n00 01 02 03 04 05 06 07  08 09 0a 0b 0c 0d 0e 0f\n10 11\nFound 1 element\n";
    let input = recognise(long.as_bytes(), Little).expect("a dump");
    assert_eq!(input.entries, [entry(&[0; 4], one(&(0..18).collect::<Vec<u8>>()))]);

    let per_cpu = "key:\n00 00 00 00\nvalue (CPU 00): 01 00\nvalue (CPU 01): 02 00\nFound 1 element\n";
    let input = recognise(per_cpu.as_bytes(), Little).expect("a dump");
    let each = Some(MapValue::PerCpu(vec![(0, vec![1, 0]), (1, vec![2, 0])]));
    assert_eq!(input.entries, [entry(&[0; 4], each.clone())]);

    let json = r#"[{"key":["0x00","0x00"],"value":["0x01"],"formatted":{"key":0,"value":{"a":"it\"s [","b":[1,-2]}}},{"key":["0x01","0x00"],"value":{"error":"No such file or directory"}},{"key":["0x02","0x00"],"values":[{"cpu":0,"value":["0x01","0x00"]},{"cpu":1,"value":["0x02","0x00"]}]}]"#;
    let input = recognise(json.as_bytes(), Little).expect("a dump");
    let expected = [entry(&[0, 0], one(&[1])), entry(&[1, 0], None), entry(&[2, 0], each)];
    assert_eq!((input.form, &input.entries[..]), (Form::MapDumpJson, &expected[..]));

    // bpftool 7.1's output for an array with the characters `"` and `\`, and for a double. This is not valid JSON.
    let bare = r#"[{"key":["0x00"],"value":["0x5c","0x22","0x9b","0x5c"],"formatted":{"key":0,"value":["\","""," ","\"],"d":(unsupported-kind}}]"#;
    let input = recognise(bare.as_bytes(), Little).expect("a dump");
    assert_eq!(input.entries, [entry(&[0], one(&[0x5c, 0x22, 0x9b, 0x5c]))]);
    // Valid JSON with the string `",`, which begins as bpftool's output for a `\` does.
    let string = r#"[{"formatted":{"value":"\",","more":["]"]},"key":["0x00"],"value":["0x01"]}]"#;
    assert_eq!(recognise(string.as_bytes(), Little).expect("a dump").entries, [entry(&[0], one(&[1]))]);

    // Printing the bytes again gives the dump's text.
    let btf = btf::Btf::parse(tests::blob::Blob::new(tests::blob::Order::Little).build(), None).expect("a blob");
    let types = value::MapTypes { btf: &btf, key: None, value: btf::TypeId(1) };
    for text in [short, long, per_cpu] {
        let entries = recognise(text.as_bytes(), Little).expect("a dump").entries;
        assert_eq!(value::map_dump(&types, &entries, &MapOptions { style: MapStyle::Bytes, order: None }).0, text);
    }
}
