//! The texts in `tools.txt` are the output of tools, each with its command line, for the same 32 bytes or the first of
//! them.

use btf::Endian::{Big, Little};
use value::{Form, InputErrorKind, recognise};

const BYTES: [u8; 32] = *b"\x01\0\x80\xffhallo  b\0\x07\x78\x56\x34\x12\0\0\0\0\0\0\0\0\0\0\0\0\xab\xcd";

/// The commands with their output.
fn printed() -> Vec<(&'static str, &'static str)> {
    let parts = include_str!("tools.txt").split("$ ").skip(1);
    parts.map(|part| part.split_once('\n').expect("a command line")).collect()
}

#[test]
fn all_are_read() {
    let printed = printed();
    assert!(printed.len() > 50);
    for (command, text) in printed {
        let input = recognise(text.as_bytes(), Little).unwrap_or_else(|e| panic!("{command}: {e}\n{text}"));
        let count = if command.starts_with("gdb") { input.bytes.len().max(16) } else { 32 };
        assert_eq!(input.bytes, BYTES[..count], "{command}: {}", input.form);
    }
}

/// If a dump has numbers of several bytes, the form that is found says so.
#[test]
fn forms_tell_numbers_from_bytes() {
    let unit_of = |command: &str| {
        let (_, text) = *printed().iter().find(|(said, _)| *said == command).unwrap_or_else(|| panic!("no {command}"));
        let little = recognise(text.as_bytes(), Little).expect("a dump");
        let big = recognise(text.as_bytes(), Big).expect("a dump");
        // The machine's order matters if the tool printed numbers without a text. xxd -e and rd print a text, which
        // shows the order.
        (little.form, little.bytes != big.bytes)
    };
    assert_eq!(unit_of("xxd s.bin"), (Form::HexDump { unit: 1 }, false));
    assert_eq!(unit_of("xxd -g4 s.bin"), (Form::HexDump { unit: 1 }, false));
    assert_eq!(unit_of("xxd -e s.bin"), (Form::HexDump { unit: 4 }, false));
    assert_eq!(unit_of("crash rd"), (Form::HexDump { unit: 8 }, false));
    assert_eq!(unit_of("od s.bin"), (Form::HexDump { unit: 2 }, true));
    assert_eq!(unit_of("hexdump s.bin"), (Form::HexDump { unit: 2 }, true));
    assert_eq!(unit_of("od -A d -t x4 s.bin"), (Form::HexDump { unit: 4 }, true));
    assert_eq!(unit_of("gdb x/8uw s"), (Form::Gdb { unit: 4 }, true));
    assert_eq!(Form::HexDump { unit: 4 }.to_string(), "a hex dump, numbers of 4 bytes");
}

#[test]
fn lines_left_out_and_numbers_filled_up() {
    let bytes = |text: &str| recognise(text.as_bytes(), Little).unwrap_or_else(|e| panic!("{text}: {e}")).bytes;
    let many: Vec<u8> = b"ab".iter().copied().cycle().take(64).chain(*b"zz").collect();
    for dump in [
        "0000000 61 62 61 62 61 62 61 62 61 62 61 62 61 62 61 62\n*\n0000100 7a 7a\n0000102\n",
        "0000000 6261 6261 6261 6261 6261 6261 6261 6261\n*\n0000040 7a7a                                   \n0000042\n",
        "000000 6261 6261 6261 6261 6261 6261 6261 6261\n*\n000040 7a7a\n000042\n",
    ] {
        assert_eq!(bytes(dump), many, "{dump}");
    }
    // hexdump and od fill the last number up with zeros, and print the offset of the end; xxd -e moves an incomplete
    // number to the right.
    assert_eq!(bytes("0000000 6261 6463 0065                         \n0000005\n"), b"abcde");
    assert_eq!(bytes("0000000 64636261 00000065\n0000005\n"), b"abcde");
    assert_eq!(bytes("00000000: 04030201     0605                    ......\n"), [1, 2, 3, 4, 5, 6]);
    // Pointers of gdb's x/a.
    let pointers = "0x404030 <p>:\t0x404010 <s>\t0x0\n0x404040 <p+16>:\t0x404030 <p>\n";
    assert_eq!(bytes(pointers).chunks(8).map(|word| word[0]).collect::<Vec<u8>>(), [0x10, 0, 0x30]);
}

/// The output of `xxd -e` for texts that begin or end with blanks: where the numbers end, and their order, must not be
/// judged by such a text without its blanks.
#[test]
fn blanks_of_the_text_are_not_gaps() {
    let first = "00000000: 64636261 68676665 6c6b6a69 706f6e6d  abcdefghijklmnop\n";
    for (last, bytes) in [
        ("00000010: 73727120     7574                     qrstu\n", " qrstu"),
        ("00000010:     2020                               \n", "  "),
        ("00000010:     2020\n", "  "),
        ("00000010: 20202020                                 ", "    "),
        ("00000010: 20202041 61202020                    A      a", "A      a"),
    ] {
        let dump = format!("{first}{last}");
        let wanted = format!("abcdefghijklmnop{bytes}").into_bytes();
        assert_eq!(recognise(dump.as_bytes(), Little).expect(last).bytes, wanted, "{dump}");
        let dump = dump.replace('\n', "\r\n");
        assert_eq!(recognise(dump.as_bytes(), Little).expect(last).bytes, wanted, "{dump}");
    }
    let alone = "00000000: 62612020 66656463                      abcdef\n";
    assert_eq!(recognise(alone.as_bytes(), Little).expect("xxd -e").bytes, b"  abcdef");
}

#[test]
fn texts_whose_bytes_are_not_clear_are_refused() {
    let error = |text: &str| {
        let e = recognise(text.as_bytes(), Little).expect_err(text);
        (e.kind, e.line, e.column)
    };
    use InputErrorKind::{DumpDigits, GdbDigits, GdbUnit, GroupOrder};
    // `xxd -e` and `xxd -g4` of bytes whose characters are dots in both orders; one unambiguous line decides for all.
    let either = "00000000: 00000001 00000002  ........\n";
    assert_eq!(error(either), (GroupOrder, 1, 11));
    // `xxd -e -c 18`, where groups and text run together, and `xxd -g4` with a text that shows other bytes.
    let together = "00000000: 64636261 68676665 6c6b6a69 706f6e6d     7271cdefghijklmnopqr\n";
    assert_eq!(error(together), (GroupOrder, 1, 11));
    assert_eq!(error("00000000: 00000000     0000...\n"), (GroupOrder, 1, 11));
    assert_eq!(error("00000000: 61626364 65666768  stranger\n"), (GroupOrder, 1, 11));
    assert_eq!(error("00000000: 61626364 6566676x  stranger\n"), (InputErrorKind::NotHex, 1, 27));
    let told = format!("{either}00000008: 64636261 00000000  abcd....\n");
    assert_eq!(recognise(told.as_bytes(), Little).expect("xxd -e").bytes, b"\x01\0\0\0\x02\0\0\0abcd\0\0\0\0");
    assert_eq!(recognise(b"00000000: 0001 0002  ....\n", Little).expect("xxd").bytes, [0, 1, 0, 2]);
    let rd = b"ffffffff81c00000:  0000000000000001 0000000000000200   ................\n";
    assert_eq!(recognise(rd, Little).expect("crash's rd").bytes[..10], [1, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
    assert_eq!(error("0x404010 <s>:\t1\t0\t128\n"), (GdbDigits, 1, 15));
    assert_eq!(error("0x404010 <s>:\t300\t0\n0x404012:\t1\t2\n"), (GdbUnit, 1, 15));
    assert_eq!(error("0x404010 <s>:\t-129\t0\n0x404012:\t1\t2\n"), (InputErrorKind::NotANumber, 1, 15));
    assert_eq!(error("0x404028 <r+8>:\t\"hallo\"\n"), (GdbDigits, 1, 17));
    let decimal = "0000000   00001   65408   24936   27756   08303   25120   01792   22136\n0000010\n";
    assert_eq!(error(decimal), (DumpDigits, 1, 11));
    // `od -t u1`, whose numbers of two digits could be hexadecimal bytes.
    assert_eq!(error("0000000  10  11\n0000002\n"), (DumpDigits, 1, 10));
    assert_eq!(recognise(b"0000000 10 11\n0000002\n", Little).expect("od -t x1").bytes, [0x10, 0x11]);
    let characters = "0000000 001  \\0 200 377   h   a   l   l   o           b  \\0  \\a   x   V\n0000020\n";
    assert_eq!(error(characters).0, DumpDigits);
    // Twice eight digits are not an offset and bytes.
    assert_eq!(recognise(b"01020304 05060708", Little).map(|i| (i.form, i.bytes.len())), Ok((Form::Hex, 8)));
}
