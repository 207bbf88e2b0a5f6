//! Text with bytes, in formats of many tools: it is read exactly, or refused, but never read as other bytes.

mod print;
mod real;

use container::{OpenErrorKind, Unpacked, open};
use tests::{extended, fixture};

use crate::support::take_apart;
use print::{Base, Hexdump, Type, Xxd};

/// A format: the command that prints it, and our own printer for it.
pub struct Form {
    /// The tool and its arguments without the file.
    pub command: &'static [&'static str],
    pub print: fn(&[u8]) -> String,
    /// Whether the bytes can be read from this format exactly; otherwise it must be refused.
    pub is_read: bool,
}

const fn read(command: &'static [&'static str], print: fn(&[u8]) -> String) -> Form {
    Form { command, print, is_read: true }
}

const fn refused(command: &'static [&'static str], print: fn(&[u8]) -> String) -> Form {
    Form { command, print, is_read: false }
}

const fn of(letter: char, unit: usize) -> Type {
    Type::new(letter, unit)
}

pub const FORMS: &[Form] = &[
    read(&["xxd"], |b| print::xxd(b, Xxd::PLAIN)),
    read(&["xxd", "-u", "-c", "8"], |b| print::xxd(b, Xxd { upper: true, columns: 8, ..Xxd::PLAIN })),
    read(&["xxd", "-d"], |b| print::xxd(b, Xxd { decimal: true, ..Xxd::PLAIN })),
    read(&["xxd", "-c", "7"], |b| print::xxd(b, Xxd { columns: 7, ..Xxd::PLAIN })),
    read(&["xxd", "-g", "1"], |b| print::xxd(b, Xxd { group: 1, ..Xxd::PLAIN })),
    read(&["xxd", "-g", "4"], |b| print::xxd(b, Xxd { group: 4, ..Xxd::PLAIN })),
    read(&["xxd", "-g", "8"], |b| print::xxd(b, Xxd { group: 8, ..Xxd::PLAIN })),
    read(&["xxd", "-g", "0"], |b| print::xxd(b, Xxd { group: 0, ..Xxd::PLAIN })),
    read(&["xxd", "-e"], |b| print::xxd(b, Xxd { group: 4, little: true, ..Xxd::PLAIN })),
    read(&["xxd", "-e", "-g", "2"], |b| print::xxd(b, Xxd { little: true, ..Xxd::PLAIN })),
    read(&["xxd", "-e", "-g", "8"], |b| print::xxd(b, Xxd { group: 8, little: true, ..Xxd::PLAIN })),
    read(&["xxd", "-b"], |b| print::xxd(b, Xxd { columns: 6, group: 1, bits: true, ..Xxd::PLAIN })),
    read(&["xxd", "-p"], print::plain),
    read(&["xxd", "-i"], print::array),
    read(&["hexdump"], |b| print::hexdump(b, Hexdump::Plain)),
    read(&["hexdump", "-x"], |b| print::hexdump(b, Hexdump::X)),
    read(&["hexdump", "-d"], |b| print::hexdump(b, Hexdump::D)),
    read(&["hexdump", "-o"], |b| print::hexdump(b, Hexdump::O)),
    read(&["hexdump", "-b"], |b| print::hexdump(b, Hexdump::B)),
    read(&["hexdump", "-C"], |b| print::hexdump(b, Hexdump::Canonical)),
    read(&["od"], |b| print::od(b, Base::Octal, of('o', 2), 16, false)),
    read(&["od", "-t", "x1"], |b| print::od(b, Base::Octal, of('x', 1), 16, false)),
    read(&["od", "-A", "d", "-t", "x1"], |b| print::od(b, Base::Decimal, of('x', 1), 16, false)),
    read(&["od", "-A", "x", "-t", "x1z"], |b| print::od(b, Base::Hex, Type { z: true, ..of('x', 1) }, 16, false)),
    read(&["od", "-t", "x1z", "-w8"], |b| print::od(b, Base::Octal, Type { z: true, ..of('x', 1) }, 8, false)),
    read(&["od", "-A", "d", "-t", "x1", "-w8"], |b| print::od(b, Base::Decimal, of('x', 1), 8, false)),
    read(&["od", "-A", "x", "-t", "x1", "-w12"], |b| print::od(b, Base::Hex, of('x', 1), 12, false)),
    read(&["od", "-v", "-t", "x1"], |b| print::od(b, Base::Octal, of('x', 1), 16, true)),
    read(&["od", "-t", "x2"], |b| print::od(b, Base::Octal, of('x', 2), 16, false)),
    read(&["od", "-A", "d", "-t", "x2"], |b| print::od(b, Base::Decimal, of('x', 2), 16, false)),
    read(&["od", "-A", "x", "-t", "x4"], |b| print::od(b, Base::Hex, of('x', 4), 16, false)),
    read(&["od", "-t", "x4"], |b| print::od(b, Base::Octal, of('x', 4), 16, false)),
    read(&["od", "-t", "x4z"], |b| print::od(b, Base::Octal, Type { z: true, ..of('x', 4) }, 16, false)),
    read(&["od", "-t", "x8"], |b| print::od(b, Base::Octal, of('x', 8), 16, false)),
    read(&["od", "-t", "x2", "--endian=big"], |b| {
        print::od(b, Base::Octal, Type { big: true, ..of('x', 2) }, 16, false)
    }),
    read(&["od", "-t", "x4", "--endian=big"], |b| {
        print::od(b, Base::Octal, Type { big: true, ..of('x', 4) }, 16, false)
    }),
    read(&["od", "-b"], |b| print::od(b, Base::Octal, of('o', 1), 16, false)),
    read(&["od", "-t", "o4"], |b| print::od(b, Base::Octal, of('o', 4), 16, false)),
    read(&["od", "-A", "x", "-t", "o8"], |b| print::od(b, Base::Hex, of('o', 8), 16, false)),
    read(&["od", "-t", "u1"], |b| print::od(b, Base::Octal, of('u', 1), 16, false)),
    read(&["od", "-t", "u2"], |b| print::od(b, Base::Octal, of('u', 2), 16, false)),
    read(&["od", "-t", "u4"], |b| print::od(b, Base::Octal, of('u', 4), 16, false)),
    read(&["od", "-A", "d", "-t", "u8"], |b| print::od(b, Base::Decimal, of('u', 8), 16, false)),
    read(&["od", "-t", "d1"], |b| print::od(b, Base::Octal, of('d', 1), 16, false)),
    read(&["od", "-t", "d2"], |b| print::od(b, Base::Octal, of('d', 2), 16, false)),
    read(&["od", "-t", "d4"], |b| print::od(b, Base::Octal, of('d', 4), 16, false)),
    read(&["od", "-t", "d8"], |b| print::od(b, Base::Octal, of('d', 8), 16, false)),
    read(&["od", "-v", "-A", "n", "-t", "x1"], |b| print::od(b, Base::None, of('x', 1), 16, true)),
    read(&["od", "-v", "-A", "n", "-t", "x1z"], |b| print::od(b, Base::None, Type { z: true, ..of('x', 1) }, 16, true)),
    refused(&["od", "-v", "-A", "n", "-t", "x2"], |b| print::od(b, Base::None, of('x', 2), 16, true)),
    refused(&["od", "-v", "-A", "n", "-t", "x4"], |b| print::od(b, Base::None, of('x', 4), 16, true)),
    read(&["llvm-readelf", "-x", ".BTF"], |b| print::readelf(b, true)),
    read(&["readelf", "-x", ".BTF"], |b| print::readelf(b, false)),
    read(&["objdump", "-s", "-j", ".BTF"], |b| print::objdump(b, false)),
    read(&["llvm-objdump", "-s", "-j", ".BTF"], |b| print::objdump(b, true)),
    read(&["python3", "repr"], print::python),
    read(&["bpftool", "gen", "skeleton"], print::skeleton),
];

/// A blob of `len` bytes (at least its header), with strings of the bytes from `fill`.
pub fn blob(len: usize, big: bool, mut fill: impl FnMut(usize) -> u8) -> Vec<u8> {
    let word = |n: usize| if big { (n as u32).to_be_bytes() } else { (n as u32).to_le_bytes() };
    let mut blob = if big { vec![0xeb, 0x9f, 1, 0] } else { vec![0x9f, 0xeb, 1, 0] };
    for n in [24, 0, 0, 0, len - 24] {
        blob.extend(word(n));
    }
    let strings = (blob.len()..len).map(&mut fill);
    blob.extend(strings.collect::<Vec<u8>>());
    blob
}

/// The bytes that a text is read as, or the error.
fn bytes_of(text: &str) -> Result<Vec<u8>, container::OpenError> {
    open("text", text.as_bytes()).map(|opened| opened.btf.bytes.to_vec())
}

/// The byte at an offset. Over many offsets, the bytes are of all classes of characters.
fn varied(at: usize) -> u8 {
    const CHARACTERS: &[u8] = b"ab  |>< 0z9\\'\"*.\0\x01\x7f\xff\n:f e";
    CHARACTERS[(at * 7 + at / 16 * 3) % CHARACTERS.len()]
}

/// Dumps of all sizes from 24 to 300 bytes: without repeated lines, and with repeated lines between any two places (in
/// the plain run, between some of them).
#[test]
fn each_form_is_read_to_the_byte() {
    let step = extended::step(5);
    let mut count = 0;
    for form in FORMS {
        for len in 24..=300usize {
            let mut blobs = vec![blob(len, false, varied)];
            let lines = len / 16;
            for from in (1..lines).filter(|from| (from + len) % step == 0) {
                for to in (from + 1..=lines).filter(|to| (to + from + len) % step == 0) {
                    let repeats = |at: usize| (from * 16..to * 16).contains(&at);
                    blobs.push(blob(len, len % 3 == 0, |at| if repeats(at) { 0 } else { varied(at) }));
                    blobs.push(blob(len, len % 3 == 1, |at| if repeats(at) { varied(at % 16) } else { varied(at) }));
                }
            }
            blobs.push(blob(len, true, |_| 0));
            for blob in blobs {
                let text = (form.print)(&blob);
                count += 1;
                match bytes_of(&text) {
                    Ok(bytes) => {
                        assert!(form.is_read && bytes == blob, "{:?}, {len} bytes:\n{text}\n{bytes:02x?}", form.command)
                    }
                    Err(e) => assert!(!form.is_read, "{:?}, {len} bytes: {e}\n{text}", form.command),
                }
            }
        }
    }
    assert!(count > 10_000);
}

/// Dumps of other data are never taken for BTF, even with repeated lines.
#[test]
fn small_and_other_bytes_are_never_taken_for_btf() {
    for form in FORMS {
        for len in 0..=(if extended::is_extended() { 300 } else { 70 }) {
            for bytes in [vec![0; len], (0..len).map(varied).collect::<Vec<u8>>(), vec![b'1'; len], vec![0xff; len]] {
                let text = (form.print)(&bytes);
                let result = bytes_of(&text);
                assert!(result.is_err(), "{:?}, {len} bytes:\n{text}\n{result:?}", form.command);
            }
        }
    }
}

/// A dump that lacks a line is not read as complete.
#[test]
fn a_dump_with_a_line_lost_is_not_read_as_whole() {
    let blob = blob(200, false, |at| if (48..144).contains(&at) { 7 } else { varied(at) });
    for form in FORMS.iter().filter(|form| form.is_read) {
        let text = (form.print)(&blob);
        let lines: Vec<&str> = text.lines().collect();
        // Without offsets, a missing line cannot be noticed.
        let says = !matches!(form.command, ["xxd", "-p"] | ["od", "-v", "-A", "n", ..]);
        for lost in 1..lines.len().saturating_sub(1) {
            // Beside a `*`, a missing line cannot be noticed either: the `*` stands for it.
            let is_repeated = lines.get(lost + 1) == Some(&"*") || lines[lost - 1] == "*";
            if says && !is_repeated && lines[lost].len() > 10 && !lines[lost].starts_with("//") {
                let mut some = lines.clone();
                some.remove(lost);
                let result = bytes_of(&some.join("\n"));
                let is_last = some.get(lost..).is_none_or(|rest| rest.iter().all(|line| line.trim().len() < 9));
                assert!(
                    result.is_err() || is_last || result == Ok(blob.clone()),
                    "{:?} without line {lost}:\n{}",
                    form.command,
                    some.join("\n")
                );
            }
        }
    }
}

fn refusal(text: &str) -> (String, String) {
    let error = take_apart("text", text.as_bytes()).expect_err(text);
    assert_eq!(error.kind, OpenErrorKind::NotBtf, "{error}");
    (error.found, error.expected)
}

/// Formats that are not read are refused with advice.
#[test]
fn other_forms_are_refused_with_what_to_do() {
    let of = |name: &str| {
        let path = fixture::project().join("tests/fixtures/dumps").join(name);
        std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    };
    for (name, found) in [
        ("od-c.txt", "characters"),
        ("od-a.txt", "characters"),
        ("hexdump-c.txt", "characters"),
        ("od-f.txt", "floating-point"),
        ("od-x1-x2.txt", "more than one kind"),
        ("od-A-n-star.txt", "leaves lines out"),
        ("od-A-n-x2.txt", "more than one byte"),
        ("xxd-e-c6.txt", "run together"),
        ("xxd-R.txt", "colour"),
    ] {
        let (said, to_do) = refusal(&of(name));
        assert!(said.contains(found), "{name}: {said}");
        assert!(to_do.contains("print it"), "{name}: {to_do}");
    }
    let (said, to_do) = refusal("struct a *skel;\nopts.data = \"\\x01\\x02\";\nerr = bpf_load_and_run(&opts);\n");
    assert!(said.contains("light skeleton") && to_do.contains("object"), "{said}: {to_do}");
    let (said, _) = refusal("static const u32 x[] = { 0x0001eb9f, 0x18, 0, 0x20, 0x20, 1 };");
    assert!(said.contains("larger than a byte"), "{said}");
    let (said, to_do) =
        refusal("Contents of section .BTF.ext:\n 0000 9feb0100 20000000 00000000 24000000  .... .......$...\n");
    assert!(said.contains(".BTF.ext") && to_do.contains(".BTF"), "{said}: {to_do}");
    let (said, to_do) =
        refusal("[1] INT 'int' size=4 bits_offset=0 nr_bits=32 encoding=SIGNED\n[2] PTR '(anon)' type_id=1\n");
    assert!(said.contains("bpftool btf dump") && to_do.contains("file"), "{said}: {to_do}");
}

/// A command before the dump and a prompt after it are ignored; Windows line ends and a byte order mark are accepted.
#[test]
fn a_prompt_that_is_copied_with_a_dump_is_passed_over() {
    let blob = blob(100, false, varied);
    for form in FORMS.iter().filter(|form| form.is_read) {
        let text = (form.print)(&blob);
        let text = text.trim_start_matches('\n');
        for pasted in [
            format!("$ {} s.btf\n{text}", form.command.join(" ")),
            format!("root@vm:~# {} s.btf\n{text}root@vm:~# ", form.command.join(" ")),
            text.replace('\n', "\r\n"),
            format!("\u{feff}{text}"),
            text.trim_end().to_owned(),
        ] {
            assert_eq!(bytes_of(&pasted).as_deref(), Ok(&blob[..]), "{:?}:\n{pasted}", form.command);
        }
    }
}

/// Arrays and strings in programming languages.
#[test]
fn source_code_is_read() {
    let blob = blob(40, false, |at| [0, b'a', 0xff, 9][at % 4]);
    let list = |print: fn(&u8) -> String| blob.iter().map(print).collect::<Vec<_>>().join(", ");
    let escaped: String = blob.iter().map(|b| format!("\\x{b:02x}")).collect();
    let hex: String = blob.iter().map(|b| format!("{b:02x}")).collect();
    for text in [
        format!("{{ {} }}", list(|b| b.to_string())),
        format!(
            "static const unsigned char x[{}] = {{ /* BTF {{ 1 }} */\n {} }};",
            blob.len(),
            list(|b| format!("0x{b:02X}"))
        ),
        format!("const char x[] = {{ {} }}; // {{ 1 }}", list(|b| (*b as i8).to_string())),
        format!("const char x[] = {{ {} }};", list(|b| (*b as i8).to_string())),
        format!("[{}]", list(|b| (*b as i8).to_string())),
        format!("let x: [u8; 40] = [{}];", list(|b| format!("{b}u8"))),
        format!("var x = []byte{{{}}}", list(|b| format!("0o{b:o}"))),
        format!("Uint8Array(40) [\n  {}\n]", list(|b| b.to_string())),
        list(|b| format!("0x{b:02x}")),
        format!("  {},", list(|b| format!("0x{b:02x}"))),
        list(|b| b.to_string()).replace(", ", " "),
        format!("x = b'{escaped}'"),
        format!("let x = b\"{escaped}\";"),
        format!("const char *x = \"{}\"\n  \"{}\";", &escaped[..80], &escaped[80..]),
        format!("x = bytes.fromhex(\"{hex}\")"),
        format!("{{\"data\": \"{hex}\"}}"),
    ] {
        assert_eq!(bytes_of(&text).as_deref(), Ok(&blob[..]), "{text}");
    }
    // The rest of an array is zeros.
    let short = format!("u8 x[64] = {{ {} }};", list(|b| b.to_string()));
    assert_eq!(bytes_of(&short).map(|bytes| bytes.len()), Ok(64));
    for (text, expected) in [
        (format!("u8 x[30] = {{ {} }};", list(|b| b.to_string())), "30 bytes"),
        (print::array(&blob).replace("_len = 40", "_len = 50"), "50 bytes"),
        (print::array(&blob).replace("};", ""), "a byte as a number"),
        (format!("Uint8Array(400) [\n  {}, ... 360 more items ]", list(|b| b.to_string())), "a byte as a number"),
        (format!("\"{escaped}\\x00a\""), "two hex digits"),
        (format!("x = b'{escaped}"), "closing quote"),
        (format!("{{ {}, 256 }}", list(|b| b.to_string())), "0 to 255"),
    ] {
        let error = take_apart("text", text.as_bytes()).expect_err(&text);
        assert!(error.expected.contains(expected), "{error}\n{text}");
    }
}

/// Numbers wider than a byte are read as little-endian, unless only the big-endian reading begins as a known file.
#[test]
fn the_byte_order_is_said_when_it_is_not_the_usual() {
    let blob = blob(60, false, varied);
    for (big, word) in [(false, None), (true, Some("big-endian"))] {
        for unit in [2, 4, 8] {
            let text = print::od(&blob, Base::Octal, Type { big, ..of('x', unit) }, 16, false);
            let Ok(Unpacked::File(opened)) = take_apart("text", text.as_bytes()) else { panic!("{text}") };
            assert_eq!(opened.btf.bytes[..], blob);
            assert_eq!(
                opened.notes.iter().any(|note| word.is_some_and(|word| note.contains(word))),
                big,
                "{:?}",
                opened.notes
            );
        }
    }
}

/// If there are several sections, the BTF section is read.
#[test]
fn the_btf_is_read_from_several_sections() {
    let blob = blob(77, false, varied);
    for print in [print::readelf, print::objdump] {
        for llvm in [false, true] {
            let dump = print(&blob, llvm);
            let other = dump.replace(".BTF", ".BTF.ext").replace("9feb0100", "9feb0101");
            for text in [format!("{dump}{other}"), format!("{other}{dump}")] {
                let Ok(Unpacked::File(opened)) = take_apart("text", text.as_bytes()) else { panic!("{text}") };
                assert_eq!(opened.btf.bytes[..], blob, "{text}");
                assert!(opened.notes.iter().any(|note| note.contains("only .BTF was read")), "{:?}", opened.notes);
            }
            // A dump without its heading is read, too.
            let rows = dump.split_once(":\n").expect("a heading").1;
            let rows = rows.split_once(".BTF:\n").map_or(rows, |(_, rows)| rows);
            assert_eq!(bytes_of(rows).as_deref(), Ok(&blob[..]), "{rows}");
        }
    }
}
