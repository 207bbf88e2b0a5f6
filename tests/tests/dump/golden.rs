//! The printers' output for our fixtures is equal to the files `tests/golden/<fixture>.<printer>`. `UPDATE=1` rewrites
//! them; look at the difference before you commit it.

use std::fmt::Write as _;

use btf::{Btf, TypeId};
use dump::{AsmOptions, CFileOptions, COptions, JsonOptions, PaholeOptions, TokenKind, Tokens};
use tests::blob::Order;
use tests::fixture::{self, project};
use tests::handmade;

use tests::golden::golden;

type Printer = fn(&Btf) -> String;

const RAW: (&str, Printer) = ("raw", |btf| {
    let mut text = String::new();
    dump::raw(btf, &mut text);
    text
});

const JSON: (&str, Printer) = ("json", |btf| {
    let mut text = String::new();
    dump::json(btf, &mut text, &JsonOptions { pretty: true });
    text
});

const C: (&str, Printer) = ("h", |btf| c(btf, CFileOptions::default()));
const UNSORTED: (&str, Printer) =
    ("unsorted.h", |btf| c(btf, CFileOptions { sorted: false, ..CFileOptions::default() }));
const PORTABLE: (&str, Printer) =
    ("portable.h", |btf| c(btf, CFileOptions { portable: true, ..CFileOptions::default() }));

fn c(btf: &Btf, options: CFileOptions) -> String {
    let mut text = String::new();
    dump::c(btf, &mut text, &options);
    text
}

/// For each type: its name, and its C alone.
const TYPES: (&str, Printer) = ("types", |btf| {
    let mut text = String::new();
    for id in (0..=btf.type_cnt()).map(TypeId) {
        writeln!(text, "[{id}] {}", dump::type_name(btf, id)).expect("a string");
        dump::c_type(btf, id, &mut text, &COptions { portable: true, ..Default::default() });
        text.push('\n');
    }
    text
});

const PAHOLE: (&str, Printer) = ("pahole", |btf| {
    let mut text = String::new();
    for t in btf.types().filter(|t| t.kind().is_composite()) {
        match dump::pahole(btf, t.id(), &mut text, &PaholeOptions::default()) {
            Ok(()) => text.push('\n'),
            Err(e) => writeln!(text, "{e}\n").expect("a string"),
        }
    }
    text
});

/// The tokens of C and of the raw listing, with their kinds, from which the page makes links.
const TOKENS: (&str, Printer) = ("tokens", |btf| {
    let mut tokens = Tokens::new();
    dump::c(btf, &mut tokens, &CFileOptions { guards: false, ..CFileOptions::default() });
    dump::raw(btf, &mut tokens);
    let mut text = String::new();
    for (kind, piece) in tokens.iter().filter(|(kind, _)| !matches!(kind, TokenKind::Punct | TokenKind::Text)) {
        writeln!(text, "{kind:?} {piece}").expect("a string");
    }
    assert_eq!(tokens.list().iter().map(|t| tokens.text_of(t)).collect::<String>(), tokens.text());
    text
});

/// The assembler listing, with a comment on each field.
const ASM: (&str, Printer) = ("s", |btf| {
    let mut text = String::new();
    dump::asm(btf, &mut text, &AsmOptions { annotate: true });
    text
});

/// Compares the output of `printers` for `btf` with the files, or writes them.
fn check(name: &str, btf: &Btf, printers: &[(&str, Printer)]) {
    let folder = project().join("tests/golden");
    for (extension, printer) in printers {
        golden(&folder.join(format!("{name}.{extension}")), printer(btf).as_bytes());
    }
}

fn compiled(name: &str, printers: &[(&str, Printer)]) {
    let bytes = fixture::read(name);
    let mut btf = Btf::parse(fixture::btf_of(&bytes).expect("BTF"), None).expect("a header");
    if bytes.get(4) == Some(&1) && bytes.starts_with(b"\x7fELF") {
        btf.set_pointer_size(4);
    }
    check(name, &btf, printers);
}

#[test]
fn kinds() {
    compiled("kinds.clang.bpfel.o", &[RAW, JSON, C, UNSORTED, TYPES, PAHOLE]);
    compiled("kinds.gcc.i386.o", &[RAW, PORTABLE]);
}

#[test]
fn layouts() {
    compiled("layout.clang.bpfel.o", &[C, PORTABLE, PAHOLE]);
    compiled("net.clang.bpfeb.o", &[C, PAHOLE]);
}

/// Forms that the compilers of the fixtures do not emit: LOC kinds, unknown kinds, bitfields as before 2019, kind_flag
/// on tags, cycles.
#[test]
fn made_by_hand() {
    for blob in handmade::all(Order::Big).into_iter().filter(|b| b.base.is_none()) {
        let btf = Btf::parse(blob.bytes, None).expect("a header");
        match blob.name {
            "all-kinds" => check(blob.name, &btf, &[RAW, JSON, C, TYPES, TOKENS, ASM]),
            "loc" => check(blob.name, &btf, &[RAW, JSON, TYPES]),
            "unknown-kind" | "old-bitfields" | "kind-flags" | "cycles" | "bad-references" | "not-utf8" => {
                check(blob.name, &btf, &[RAW, TYPES]);
            }
            _ => {}
        }
    }
}
