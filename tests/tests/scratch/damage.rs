//! Any text: compilation ends without a panic, the result is valid BTF, and the marks are inside the text.

use scratch::MAX_SOURCE;
use tests::clock::ends;
use tests::exercise::compiled;

use super::generate::{Random, declarations};

/// The stack of the page's worker has at least this many bytes.
const STACK: usize = 1 << 20;

fn check(source: &str) {
    ends(format_args!("{} bytes: {source:.200}", source.len()), || compiled(source));
}

/// Runs `work` in a thread with a stack of [`STACK`] bytes.
fn small(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work).expect("a thread");
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

#[test]
fn random_text() {
    small(|| {
        let mut r = Random::new(1);
        for _ in 0..2000 {
            let text: String = (0..r.below(200))
                .map(|_| {
                    let most = if r.below(9) == 0 { 0x3000 } else { 128 };
                    char::from_u32(r.below(most)).unwrap_or('x')
                })
                .collect();
            check(&text);
        }
    });
}

/// Pieces of C, from which the tests make random texts.
const PIECES: [&str; 64] = [
    "struct",
    "union",
    "enum",
    "typedef",
    "int",
    "unsigned",
    "long",
    "char",
    "void",
    "const",
    "volatile",
    "restrict",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ";",
    ";",
    ",",
    "*",
    ":",
    "=",
    "a",
    "b",
    "c",
    "u32",
    "1",
    "0x7f",
    "-",
    "+",
    "sizeof",
    "offsetof",
    "?",
    "...",
    "__attribute__((packed))",
    "__attribute__((aligned(8)))",
    "__attribute__",
    "((",
    "))",
    "__user",
    "__packed",
    "\n",
    "#define a",
    "#define b a a",
    "#undef a",
    "/*",
    "*/",
    "//",
    "\"s\"",
    "'c'",
    "_Static_assert",
    "extern",
    "static",
    "_Bool",
    "float",
    "<<",
    "/",
    "struct a { int x; };",
    "enum b { c };",
    "typedef int a;",
    "\\\n",
    "é",
];

#[test]
fn pieces_of_c() {
    small(|| {
        let mut r = Random::new(2);
        for _ in 0..6000 {
            let text: Vec<&str> = (0..r.below(40)).map(|_| r.pick(&PIECES)).collect();
            check(&text.join(" "));
        }
    });
}

#[test]
fn changed_sources() {
    small(|| {
        let mut r = Random::new(3);
        for seed in 0..6 {
            let source = declarations(seed, 6, true).source;
            for _ in 0..80 {
                let mut text = source.clone().into_bytes();
                for _ in 0..1 + r.below(4) {
                    let at = r.below(text.len() as u32) as usize;
                    match r.below(3) {
                        0 => text[at] = b" {}()[];,*:=#a1\n\"'/"[r.below(19) as usize],
                        1 => drop(text.drain(at..(at + r.below(30) as usize).min(text.len()))),
                        _ => {
                            let piece = r.pick(&PIECES);
                            drop(text.splice(at..at, piece.bytes()));
                        }
                    }
                }
                check(&String::from_utf8_lossy(&text));
            }
            for cut in (0..source.len()).step_by(7) {
                check(&source[..cut]);
            }
        }
    });
}

#[test]
fn hostile_text_is_bounded() {
    small(|| {
        let deep = |open: &str, inner: &str, close: &str| {
            for n in [10, 40, 60, 5000] {
                check(&format!("{}{inner}{}", open.repeat(n), close.repeat(n)));
            }
        };
        deep("struct {", "int x;", "} a;");
        deep("int x[sizeof(struct { char c[", "1", "]; })];");
        deep("(", "", ")");
        deep("int ((", "x", "))");
        deep("int f(int (*", "g", ")(void)");
        for (head, piece, tail) in [
            ("int ", "*", "x;"),
            ("int x", "[2]", ";"),
            ("int x[", "-", "1];"),
            ("int x[", "- ", "1];"),
            ("int x[1", "+1", "];"),
            ("int x[1", " ? 1 : 1", "];"),
            ("int x[1", " ? 1", "];"),
            ("int x[", "(int)", "1];"),
            ("int x[", "sizeof ", "1];"),
            ("", "#define a a a\n", "int a;"),
            ("struct s { ", "int x; ", "};"),
            ("enum e { ", "A, ", "};"),
            ("", "typedef int t; ", ""),
            ("", "struct s; ", ""),
            ("int x ", "__attribute__((packed)) ", ";"),
            ("int x __attribute__((", "a,", "));"),
            ("int f(", "int, ", "int);"),
            ("#define f(x) f(x)\n", "f(", ""),
            ("#define f(x) x x x x x x x x\n", "f(", ")"),
            ("", "/*", ""),
            ("", "\"", ""),
            ("", "\\\n", ""),
            ("", "}", ""),
        ] {
            for n in [50, 150, 3000, MAX_SOURCE / piece.len() - 10] {
                check(&format!("{head}{}{tail}", piece.repeat(n)));
            }
        }
        let mut typedefs = "typedef int t0;\n".to_owned();
        let mut bomb = "#define b0 \n".to_owned();
        for i in 1..6000 {
            typedefs.push_str(&format!("typedef t{} t{i};\n", i - 1));
            bomb.push_str(&format!("#define b{i} {}\n", format!("b{} ", i - 1).repeat(4)));
        }
        check(&typedefs);
        check(&format!("{}\nb5999 b12 int x;", &bomb[..MAX_SOURCE.min(bomb.len()) - 100]));
        let doubling: String = (1..60).map(|i| format!("typedef t{} t{i}[2];\n", i - 1)).collect();
        check(&format!("typedef char t0;\n{doubling}"));
        let structs: String = (1..60).map(|i| format!("struct s{i} {{ struct s{} a, b; }};\n", i - 1)).collect();
        check(&format!("struct s0 {{ long x; }};\n{structs}"));
        check(&" ".repeat(MAX_SOURCE + 1));
    });
}
