//! Our own printers of each tool's format. They are compared with the tools where those are installed (`real.rs`).

use std::fmt::Write;

/// The number base of od's offsets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Base {
    Octal,
    Decimal,
    Hex,
    None,
}

/// A type for od's option `-t`, such as `x2`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Type {
    pub letter: char,
    pub unit: usize,
    /// Whether each line ends with its bytes as characters (`z` after the type).
    pub z: bool,
    pub big: bool,
}

impl Type {
    pub const fn new(letter: char, unit: usize) -> Type {
        Type { letter, unit, z: false, big: false }
    }
}

fn dot(byte: u8) -> char {
    if matches!(byte, b' '..=b'~') { char::from(byte) } else { '.' }
}

fn characters(bytes: &[u8]) -> String {
    bytes.iter().map(|&b| dot(b)).collect()
}

fn number(chunk: &[u8], unit: usize, big: bool) -> u64 {
    let mut bytes = chunk.to_vec();
    bytes.resize(unit, 0);
    if big {
        bytes.reverse();
    }
    bytes.resize(8, 0);
    u64::from_le_bytes(bytes.try_into().expect("eight bytes"))
}

/// A number as od prints it, with leading spaces.
fn of_type(value: u64, of: Type) -> String {
    let signed = (value << (64 - 8 * of.unit)) as i64 >> (64 - 8 * of.unit);
    match (of.letter, of.unit) {
        ('x', unit) => format!(" {value:00$x}", 2 * unit),
        ('o', unit) => format!(" {value:00$o}", (8 * unit).div_ceil(3)),
        ('u', 1) => format!(" {value:3}"),
        ('u', 2) => format!(" {value:5}"),
        ('u', 4) => format!(" {value:10}"),
        ('u', _) => format!(" {value:20}"),
        ('d', 1) => format!(" {signed:4}"),
        ('d', 2) => format!(" {signed:6}"),
        ('d', 4) => format!(" {signed:11}"),
        _ => format!(" {signed:20}"),
    }
}

/// Lines of `width` bytes. `None` stands for lines equal to the line before them, which are printed as one `*`.
fn rows(bytes: &[u8], width: usize, all: bool) -> Vec<Option<(usize, &[u8])>> {
    let mut rows: Vec<Option<(usize, &[u8])>> = Vec::new();
    let mut before: Option<&[u8]> = None;
    for (i, row) in bytes.chunks(width).enumerate() {
        if !all && before == Some(row) && row.len() == width {
            if rows.last().is_some_and(Option::is_some) {
                rows.push(None);
            }
        } else {
            rows.push(Some((i * width, row)));
        }
        before = Some(row);
    }
    rows
}

/// `od -A base -t type -w width`.
pub fn od(bytes: &[u8], base: Base, of: Type, width: usize, all: bool) -> String {
    let offset = |at: usize| match base {
        Base::Octal => format!("{at:07o}"),
        Base::Decimal => format!("{at:07}"),
        Base::Hex => format!("{at:06x}"),
        Base::None => String::new(),
    };
    let mut text = String::new();
    for row in rows(bytes, width, all) {
        let Some((at, row)) = row else {
            text.push_str("*\n");
            continue;
        };
        text.push_str(&offset(at));
        let numbers = row.chunks(of.unit).map(|chunk| of_type(number(chunk, of.unit, of.big), of));
        let numbers: String = numbers.collect();
        text.push_str(&numbers);
        if of.z {
            let columns = of_type(0, of).len() * (width / of.unit);
            write!(text, "{:1$}  >{2}<", "", columns - numbers.len(), characters(row)).expect("a text");
        }
        text.push('\n');
    }
    if base != Base::None {
        text.push_str(&offset(bytes.len()));
        text.push('\n');
    }
    text
}

/// The options of hexdump.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hexdump {
    Plain,
    X,
    D,
    O,
    B,
    Canonical,
}

pub fn hexdump(bytes: &[u8], how: Hexdump) -> String {
    let mut text = String::new();
    let digits = if how == Hexdump::Canonical { 8 } else { 7 };
    for row in rows(bytes, 16, false) {
        let Some((at, row)) = row else {
            text.push_str("*\n");
            continue;
        };
        let of = |unit: usize, print: fn(u64) -> String, columns: usize| {
            let numbers: String = row.chunks(unit).map(|chunk| print(number(chunk, unit, false))).collect();
            format!("{numbers:0$}", columns * (16 / unit))
        };
        let numbers = match how {
            Hexdump::Plain => of(2, |n| format!(" {n:04x}"), 5),
            Hexdump::X => of(2, |n| format!("    {n:04x}"), 8),
            Hexdump::D => of(2, |n| format!("   {n:05}"), 8),
            Hexdump::O => of(2, |n| format!("  {n:06o}"), 8),
            Hexdump::B => of(1, |n| format!(" {n:03o}"), 4),
            Hexdump::Canonical => {
                let hex = |part: &[u8]| part.iter().map(|b| format!(" {b:02x}")).collect::<String>();
                let (first, second) = row.split_at(row.len().min(8));
                let gap = if second.is_empty() { "" } else { " " };
                format!("{:52}|{}|", format!(" {}{gap}{}", hex(first), hex(second)), characters(row))
            }
        };
        writeln!(text, "{at:0digits$x}{numbers}").expect("a text");
    }
    if !bytes.is_empty() {
        writeln!(text, "{:0digits$x}", bytes.len()).expect("a text");
    }
    text
}

/// The options of xxd.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Xxd {
    pub columns: usize,
    pub group: usize,
    pub decimal: bool,
    pub upper: bool,
    /// `-e`: little-endian.
    pub little: bool,
    /// `-b`: bits.
    pub bits: bool,
}

impl Xxd {
    pub const PLAIN: Xxd = Xxd { columns: 16, group: 2, decimal: false, upper: false, little: false, bits: false };
}

pub fn xxd(bytes: &[u8], how: Xxd) -> String {
    let mut text = String::new();
    for (i, row) in bytes.chunks(how.columns).enumerate() {
        let at = i * how.columns;
        let digit = |b: u8| match () {
            () if how.bits => format!("{b:08b}"),
            () if how.upper => format!("{b:02X}"),
            () => format!("{b:02x}"),
        };
        let len = if how.bits { 8 } else { 2 };
        let group = if how.group == 0 { how.columns } else { how.group };
        let mut numbers = String::new();
        for chunk in row.chunks(group) {
            let digits: String = match how.little {
                true => chunk.iter().rev().map(|&b| digit(b)).collect(),
                false => chunk.iter().map(|&b| digit(b)).collect(),
            };
            match how.little {
                true => write!(numbers, "{digits:>0$} ", len * group).expect("a text"),
                false => write!(numbers, "{digits:<0$} ", len * group).expect("a text"),
            }
        }
        let columns = how.columns * len + how.columns.div_ceil(group);
        let offset = if how.decimal { format!("{at:08}") } else { format!("{at:08x}") };
        // The last group of a line may be shorter.
        writeln!(text, "{offset}: {:columns$} {}", numbers.trim_end(), characters(row)).expect("a text");
    }
    text
}

/// `xxd -p`.
pub fn plain(bytes: &[u8]) -> String {
    bytes.chunks(30).map(|row| row.iter().map(|b| format!("{b:02x}")).collect::<String>() + "\n").collect()
}

/// `xxd -i` of a file `s`.
pub fn array(bytes: &[u8]) -> String {
    let rows: Vec<String> = bytes
        .chunks(12)
        .map(|row| "  ".to_owned() + &row.iter().map(|b| format!("0x{b:02x}")).collect::<Vec<_>>().join(", "))
        .collect();
    format!("unsigned char s[] = {{\n{}\n}};\nunsigned int s_len = {};\n", rows.join(",\n"), bytes.len())
}

/// The `repr` of Python bytes.
pub fn python(bytes: &[u8]) -> String {
    let quote = if bytes.contains(&b'\'') && !bytes.contains(&b'"') { '"' } else { '\'' };
    let mut text = format!("b{quote}");
    for &b in bytes {
        match b {
            b'\n' => text.push_str("\\n"),
            b'\r' => text.push_str("\\r"),
            b'\t' => text.push_str("\\t"),
            b'\\' => text.push_str("\\\\"),
            _ if char::from(b) == quote => write!(text, "\\{quote}").expect("a text"),
            b' '..=b'~' => text.push(char::from(b)),
            _ => write!(text, "\\x{b:02x}").expect("a text"),
        }
    }
    text.push(quote);
    text.push('\n');
    text
}

/// The function in a skeleton (`bpftool gen skeleton`).
pub fn skeleton(bytes: &[u8]) -> String {
    let mut lines = String::new();
    let mut column = 0;
    for &b in bytes {
        let escape = if b == 0 { "\\0".to_owned() } else { format!("\\x{b:02x}") };
        if column + escape.len() > 78 {
            lines.push_str("\\\n");
            column = 0;
        }
        column += escape.len();
        lines.push_str(&escape);
    }
    format!(
        "/* THIS FILE IS AUTOGENERATED BY BPFTOOL! */\n#include <errno.h>\nstatic inline const void *s__elf_bytes(size_t *sz)\n{{\n\t*sz = \
         {};\n\treturn (const void *)\"\\\n{lines}\";\n}}\n",
        bytes.len()
    )
}

/// `readelf -x .BTF` of GNU or LLVM.
pub fn readelf(bytes: &[u8], llvm: bool) -> String {
    let lead = if llvm { "" } else { "  " };
    let mut text = "\nHex dump of section '.BTF':\n".trim_start_matches(if llvm { "\n" } else { "" }).to_owned();
    for (i, row) in bytes.chunks(16).enumerate() {
        let mut groups: String =
            row.chunks(4).map(|group| group.iter().map(|b| format!("{b:02x}")).collect::<String>() + " ").collect();
        groups = format!("{groups:36}");
        writeln!(text, "{lead}0x{:08x} {groups}{}", i * 16, characters(row)).expect("a text");
    }
    text + if llvm { "" } else { "\n" }
}

/// `objdump -s -j .BTF`.
pub fn objdump(bytes: &[u8], llvm: bool) -> String {
    let mut text = match llvm {
        true => "\ns.o:\tfile format elf64-bpf\nContents of section .BTF:\n".to_owned(),
        false => "\ns.o:     file format elf64-little\n\nContents of section .BTF:\n".to_owned(),
    };
    for (i, row) in bytes.chunks(16).enumerate() {
        let groups: String =
            row.chunks(4).map(|group| group.iter().map(|b| format!("{b:02x}")).collect::<String>() + " ").collect();
        let said = format!("{:16}", characters(row));
        writeln!(text, " {:04x} {groups:36} {}", i * 16, if llvm { said.trim_end() } else { &said }).expect("a text");
    }
    text
}
