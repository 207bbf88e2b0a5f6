//! Functions, variables with initial values, typed expressions, macros and vectors: generated declarations, compared
//! with clang's BTF.

use std::fmt::Write as _;
use std::fs;

use btf::{Btf, Kind, Type, TypeId};
use scratch::{Target, compile};
use tests::extended::{is_extended, seed};
use tests::fixture::btf_of;
use tests::skip;
use xtask::tools::CLANG;

use super::clang::{self, whole};
use super::generate::Random;

/// The number of declarations in one source.
const IN_ONE: u32 = 20;
/// The number of sources, in the plain run and in the extended run.
const SOURCES: (u64, u64) = (5, 100);

const INTS: [&str; 12] = [
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "_Bool",
];

/// The declarations that the expressions use.
const DECLARED: &str = "
struct bits { int low : 3; unsigned high : 31; unsigned long wide : 40; int whole : 32; unsigned all : 32; };
struct pair { int x; short y[2]; };
struct outer { struct pair p; char name[8]; union { long u; char c; }; struct pair list[2]; };
enum small { SMALL_A, SMALL_B = 7 };
enum large { LARGE_A = 1LL << 40 };
struct bits b;
struct pair s, *sp;
struct outer o;
enum small es;
enum large el;
int *ip;
const char *cp;
void *vp;
float f;
double d;
long double ld;
int fn(long a, char c);
char c; signed char sc; unsigned char uc; short h; unsigned short uh; int i; unsigned u; long l; unsigned long ul;
long long ll; unsigned long long ull; _Bool yes; const int fixed; volatile short moving; int list[5]; long grid[2][3];
";

struct Generator {
    r: Random,
    out: String,
}

impl Generator {
    fn number(&mut self, depth: u32) -> String {
        let leaf = [
            "c",
            "sc",
            "uc",
            "h",
            "uh",
            "i",
            "u",
            "l",
            "ul",
            "ll",
            "ull",
            "yes",
            "fixed",
            "moving",
            "es",
            "el",
            "SMALL_B",
            "LARGE_A",
            "b.low",
            "b.high",
            "b.wide",
            "b.whole",
            "b.all",
            "s.x",
            "sp->y[1]",
            "o.p.x",
            "o.u",
            "o.c",
            "list[2]",
            "*ip",
            "*cp",
            "grid[1][2]",
            "fn(1, 2)",
            "1",
            "1u",
            "2L",
            "3UL",
            "4ll",
            "5ull",
            "0x80000000",
            "0xffffffffff",
            "2147483648",
            "'a'",
            "sizeof(long)",
            "sizeof i",
            "sizeof(struct pair)",
            "(char)1",
            "(unsigned long)i",
        ];
        if depth == 0 {
            return (*self.r.pick(&leaf)).to_owned();
        }
        let a = self.number(depth - 1);
        match self.r.below(8) {
            0 => format!("-{a}").replace("--", "- -"),
            1 => format!("~{a}"),
            2 => format!("!{a}"),
            3 => format!("({a})"),
            4 => format!("(i ? {a} : {})", self.number(depth - 1)),
            5 => format!("(({}){a})", self.r.pick(&INTS)),
            _ => {
                let sign = self.r.pick(&["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "==", "<", "&&", ">="]);
                format!("({a} {sign} {})", self.number(depth - 1))
            }
        }
    }

    /// A random expression of any type.
    fn any(&mut self) -> String {
        let depth = self.r.below(3);
        let n = self.number(depth);
        match self.r.below(14) {
            0 => format!("ip + {n}"),
            1 => format!("{n} + cp"),
            2 => "ip - list".to_owned(),
            3 => format!("({n}) * 1.5f"),
            4 => format!("d + ({n})"),
            5 => "f * f".to_owned(),
            6 => format!("ld - ({n})"),
            7 => (*self.r.pick(&[
                "o",
                "o.p",
                "o.name",
                "o.list",
                "o.list[1]",
                "*sp",
                "sp",
                "&o",
                "&o.list",
                "grid",
                "grid[1]",
            ]))
            .to_owned(),
            8 => (*self.r.pick(&[
                "&i",
                "&fixed",
                "&list",
                "&fn",
                "fn",
                "*fn",
                "vp",
                "i ? vp : ip",
                "i ? ip : 0",
                "\"text\"",
            ]))
            .to_owned(),
            9 => "(struct pair){ 1 }".to_owned(),
            10 => format!("(i, {n})"),
            _ => n,
        }
    }

    /// `count` numbers for an initialiser.
    fn numbers(&mut self, count: u32) -> String {
        let list: Vec<String> = (0..count).map(|n| (n * 3 % 7).to_string()).collect();
        list.join(", ")
    }

    fn one(&mut self, n: u32) {
        let t = (*self.r.pick(&INTS)).to_owned();
        let line = match self.r.below(22) {
            0 => format!("extern {t} v{n}; {t} v{n};"),
            1 => format!("extern {t} v{n}; {t} v{n} = 1;"),
            2 => format!("{t} v{n}; extern {t} v{n}; {t} v{n};"),
            3 => format!("static {t} v{n}; static {t} v{n} __attribute__((used)) = 1;"),
            4 => format!("static {t} v{n} __attribute__((used)); extern {t} v{n};"),
            5 => format!("extern {t} v{n}[]; {t} v{n}[3]; extern {t} v{n}[3];"),
            6 => format!("static {t} g{n}({t} a); static __attribute__((used)) {t} g{n}({t} b) {{ return b; }}"),
            7 => format!("static {t} g{n}({t} a); __attribute__((used)) {t} g{n}({t} b) {{ return b; }}"),
            8 => format!("{t} g{n}(); {t} g{n}(int b) {{ return b; }}"),
            9 => format!("extern {t} g{n}(const int); {t} g{n}(int named) {{ return named; }} {t} g{n}(int);"),
            10 => {
                let (count, of) = (1 + self.r.below(14), self.r.pick(&["struct pair", "struct outer", "short"]));
                format!("{of} v{n}[] = {{ {} }};", self.numbers(count))
            }
            11 => {
                let count = 1 + self.r.below(14);
                format!("{t} v{n}[][2][2] = {{ {} }};", self.numbers(count))
            }
            12 => format!("struct pair v{n}[] = {{ {{ 1, {{ 2 }} }}, 3, 4, 5, {{ 6 }}, s_ }};").replace(", s_", ""),
            13 => {
                let texts = ["{\"abc\"}", "\"a\" \"bc\"", "{ \"x\\x41y\\0\" }", "{ 'a', 'b' }"];
                format!("char v{n}[] = {};", self.r.pick(&texts))
            }
            14 => {
                let at = self.r.below(6);
                format!("{t} v{n}[] = {{ 1, [{at}] = 2, 3, [1] = 4 }};")
            }
            15 => format!("struct outer v{n}[] = {{ {{ .list[1].y[0] = 1, .c = 2 }}, [3].name = \"x\", {{ 1 }} }};"),
            16 => {
                let of = self.r.pick(&["int", "short", "char", "unsigned long", "float"]);
                let bytes = 8 << self.r.below(3);
                format!(
                    "typedef {of} t{n} __attribute__((vector_size({bytes}))); struct vec{n} {{ char c; t{n} v; }} v{n};"
                )
            }
            17 => format!(
                "#define JOIN{n}(a, b) a##b\n#define NAME{n}(x) JOIN{n}(v, x)\n#define TEXT{n}(x) #x\n\
                 {t} NAME{n}({n}); char JOIN{n}(w, {n})[] = TEXT{n}(a \"b\"  + c);"
            ),
            18 => {
                let value = ["1", "2u", "3L", "1.5", "2.5f", "'x'", "&list", "\"text\"", "(char)3", "1 + 2UL", "&o.p"];
                format!("__auto_type v{n} = {};", self.r.pick(&value))
            }
            19 => format!(
                "char v{n}[sizeof({}) ? 4 : 1]; struct later{n} w{n}; struct later{n} {{ {t} x; }};",
                self.number(1)
                    .replace("b.", "s.x + h + uh + l & ")
                    .replace("low", "i")
                    .replace("high", "u")
                    .replace("wide", "ul")
                    .replace("whole", "i")
                    .replace("all", "u")
            ),
            _ => {
                let e = self.any();
                format!(
                    "typeof({}) v{n};",
                    if e.trim_start_matches('(').starts_with("b.") { format!("{e} + 0") } else { e }
                )
            }
        };
        // A variable cannot have the type of a function. It becomes a pointer.
        let line = match line.starts_with("typeof(fn)")
            || line.starts_with("typeof(*fn)")
            || line.starts_with("typeof(&fn)")
        {
            true => line.replace(&format!(" v{n};"), &format!(" *v{n};")),
            false => line,
        };
        writeln!(self.out, "{line}").expect("a string");
    }
}

/// A type as text, with its members, and with the types that it leads to by references and arrays.
fn described(btf: &Btf, id: TypeId, depth: u32) -> String {
    let mut out = dump::type_name(btf, id);
    let Some(t) = btf.get(id).filter(|_| depth < 8) else { return out };
    write!(out, " {:?}", t.kind()).expect("a string");
    let inner = t.type_ref().or(t.array().map(|a| a.element));
    if t.kind().is_composite() {
        write!(out, " {:?}", t.size()).expect("a string");
        for m in t.members() {
            write!(out, " {}@{}:{}", m.name(), m.bit_offset(), m.bitfield_size()).expect("a string");
        }
    }
    if let Some(inner) = inner.filter(|inner| !inner.is_void()) {
        write!(out, " < {}", described(btf, inner, depth + 1)).expect("a string");
    }
    out
}

fn symbols(btf: &Btf) -> Vec<(String, String)> {
    let place = |t: &Type<'_>| {
        let mut sections = btf.types().filter(|s| s.kind() == Kind::DataSec);
        sections.find_map(|s| {
            let var = s.vars().find(|v| v.type_id == t.id())?;
            Some(format!("{} {}", s.name(), var.size))
        })
    };
    let symbols = btf.types().filter(|t| matches!(t.kind(), Kind::Var | Kind::Func));
    let of = |t: &Type<'_>| {
        let what = format!("{:?} {:?} {}", t.linkage(), place(t), described(btf, TypeId(t.size_or_type()), 0));
        (t.name().to_owned(), what)
    };
    symbols.map(|t| of(&t)).collect()
}

#[test]
fn symbols_are_those_of_clang() {
    let Ok(clang) = CLANG.found().map_err(|why| skip(&why)) else { return };
    let file = std::env::temp_dir().join(format!("btfscope-variables-{}.o", std::process::id()));
    let sources = if is_extended() { SOURCES.1 } else { SOURCES.0 };
    let mut compared = 0;
    for n in 0..sources {
        let mut g = Generator { r: Random::new(seed(1).wrapping_add(n)), out: DECLARED.to_owned() };
        (0..IN_ONE).for_each(|n| g.one(n));
        clang::compile(&clang, "bpfel", &whole(&g.out, 64), &file)
            .unwrap_or_else(|said| panic!("clang refuses what was made: {said}\n{}", g.out));
        let theirs = btf_of(&fs::read(&file).expect("an object")).expect("a section .BTF");
        let theirs = symbols(&Btf::parse(theirs, None).expect("BTF"));
        let compiled = compile(&g.out, Target::default());
        assert!(!compiled.has_errors(), "{:#?}\n{}", compiled.marks, g.out);
        let ours = symbols(&Btf::parse(compiled.blob.expect("a blob"), None).expect("BTF"));
        for (name, what) in &theirs {
            let same = ours.iter().filter(|(other, _)| other == name).map(|(_, what)| what).collect::<Vec<_>>();
            assert_eq!(same, [what], "{name}\n{}", g.out);
            compared += 1;
        }
    }
    fs::remove_file(&file).ok();
    assert!(compared > sources as usize * IN_ONE as usize, "{compared}");
}
