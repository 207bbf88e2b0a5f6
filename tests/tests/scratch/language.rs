//! The meaning of C, checked by hand: values, types, and the places of errors.

use btf::{Btf, Kind};
use scratch::{Bits, Part, Severity, Target, compile};

fn btf(source: &str) -> Btf {
    let compiled = compile(source, Target::default());
    assert_eq!(compiled.marks, [], "{source}");
    Btf::parse(compiled.blob.expect("a blob"), None).expect("BTF")
}

/// The raw listing, with a line for each record or part.
fn raw(source: &str) -> String {
    let btf = btf(source);
    let mut out = String::new();
    dump::raw(&btf, &mut out);
    out
}

fn marks(source: &str) -> Vec<(Severity, u32, u32, String)> {
    let marks = compile(source, Target::default()).marks;
    marks.into_iter().map(|m| (m.severity, m.line, m.column, m.message)).collect()
}

/// Sources with one error: its line and column, the marked text, and words of the message.
const ERRORS: [(&str, u32, u32, &str, &str); 52] = [
    ("struct s { u99 x; };", 1, 12, "u99", "no type `u99` is known here"),
    ("struct s {\n\tint x\n\tint y;\n};", 2, 6, "x", "`;` is missing after this"),
    ("struct s { int x; }\nstruct t { int y; };", 1, 19, "}", "`;` is missing"),
    ("struct s { int x;", 1, 10, "{", "this `{` is not closed"),
    ("struct s { int x[3; };", 1, 17, "[", "this `[` is not closed before the `}`"),
    ("int x;\n}", 2, 1, "}", "this `}` closes nothing"),
    ("struct s { struct t t; };", 1, 21, "t", "a member of `struct t`, which is not defined above, is not possible"),
    ("struct s { int x; int x; };", 1, 23, "x", "there is a member `x` already"),
    ("struct s { int a; }; struct s { int b; };", 1, 29, "s", "`struct s` is defined above already"),
    ("struct s { int a; }; union s { int b; };", 1, 28, "s", "`s` is a struct above"),
    ("enum e { A }; struct e { int b; };", 1, 22, "e", "`e` is an enum above"),
    ("enum e { A, B, A };", 1, 16, "A", "there is an enumerator `A` already"),
    ("struct s { int x:33; };", 1, 18, "33", "up to 32 bits, not 33"),
    ("struct s { bool x:2; };", 1, 19, "2", "up to 1 bit, not 2"),
    ("struct s { int x:0; };", 1, 18, "0", "a bitfield of 0 bits has no name"),
    ("struct s { float x:3; };", 1, 20, "3", "only integers and enums can be bitfields"),
    ("struct s { int x[-1]; };", 1, 18, "-1", "an array of -1 elements is not possible"),
    ("struct s { void x; };", 1, 17, "x", "a member of void is not possible"),
    ("struct s { int x[]; int y; };", 1, 16, "x[]", "must be the last member"),
    ("struct s { int x[3][]; };", 1, 20, "[]", "only the first dimension"),
    ("struct s { int f(void); };", 1, 16, "f(void)", "a member of functions is not possible"),
    ("int f(void)[3];", 1, 5, "f(void)[3]", "a function returns neither arrays nor functions"),
    ("enum e { A = 1 / 0 };", 1, 14, "1 / 0", "a division by 0"),
    ("enum e { A = 1 << 32 };", 1, 14, "1 << 32", "a shift by 32"),
    ("enum e { A = B };", 1, 14, "B", "`B` is not a number that is known here"),
    ("enum e { A = 1.5 };", 1, 14, "1.5", "only whole numbers"),
    ("enum e { A = 09 };", 1, 14, "09", "`09` is not a number"),
    ("enum e { A = 0xffffffffffffffff, B };", 1, 34, "B", "does not fit in the type of this enum"),
    ("enum e { A = f(1) };", 1, 14, "f(1)", "only numbers known at compile time"),
    ("enum e { A = sizeof(struct t) };", 1, 14, "sizeof(struct t)", "has no size"),
    ("unsigned float x;", 1, 1, "unsigned float", "`unsigned float` is no type"),
    ("typeof(1 + x) y;", 1, 12, "x", "no variable or function `x`"),
    ("int oops = ;", 1, 12, ";", "`;` where an initial value belongs"),
    ("class C { };", 1, 1, "class", "is C++"),
    ("int x __attribute__((mode(XX)));", 1, 27, "XX", "the mode `XX` is not known here"),
    ("int x __attribute__((mode(DI)));", 1, 5, "x __attribute__((mode(DI)))", "for enums only"),
    ("int x __attribute__((aligned(3)));", 1, 30, "3", "not a power of two"),
    ("[[gnu::packed]] int x;", 1, 1, "[", "`[[ ]]`"),
    ("#error no\nint x;", 1, 1, "#error no", "`#error` is not taken here"),
    ("#if 1\nint a;\n#elif 1\nint b;\n#endif", 3, 1, "#elif 1", "`#elif` is not taken here"),
    ("#if 0\nint a;\n#elif 1\nint b;\n#else\nint c;\n#endif", 3, 1, "#elif 1", "`#elif` is not taken here"),
    ("#ifdef A\nint a;\n#elifdef B\nint b;\n#endif", 3, 1, "#elifdef B", "`#elifdef` is not taken here"),
    ("#if 1\nint a;\n#else\nint b;\n#else\noops c;\n#endif", 5, 1, "#else", "a second #else"),
    ("#if 0\nint a;\n#else\nint b;\n#else\noops c;\n#endif", 5, 1, "#else", "a second #else"),
    ("int x = @3;", 1, 9, "@", "is no character of C"),
    ("char *x = \"abc;", 1, 11, "\"", "this quote is not closed on its line"),
    ("int x; /* abc", 1, 8, "/*", "this comment is not closed"),
    ("_Static_assert(sizeof(int) == 8, \"eight\");", 1, 16, "sizeof(int) == 8", "does not hold: eight"),
    ("typedef int t; typedef long t;", 1, 29, "t", "`t` is another type above"),
    ("int x; long x;", 1, 13, "x", "`x` is declared otherwise above"),
    ("struct s { u32; };", 1, 12, "u32", "this declares nothing"),
    (
        "typedef struct t ta __aligned(32); struct t { int x; }; struct s { ta a[2]; };",
        1,
        71,
        "a[2]",
        "cannot be aligned to 32",
    ),
];

#[test]
fn errors_are_marked_at_their_place() {
    for (source, line, column, text, words) in ERRORS {
        let compiled = compile(source, Target::default());
        let errors: Vec<_> = compiled.marks.iter().filter(|m| m.severity == Severity::Error).collect();
        let [error] = errors.as_slice() else { panic!("{source}: {:#?}", compiled.marks) };
        let range = error.range.start as usize..error.range.end as usize;
        assert_eq!((error.line, error.column, &source[range]), (line, column, text), "{source}: {}", error.message);
        assert!(error.message.contains(words), "{source}: {}", error.message);
    }
}

/// Text in a branch that is skipped may be anything, except for what opens and closes branches.
#[test]
fn a_skipped_branch_may_have_branches_of_any_kind() {
    let source = "#if 0\n#if 1\noops a;\n#elif 2 + 3\noops b;\n#else\noops c;\n#endif\n#else\nint x;\n#endif\n";
    assert!(marks(source).is_empty(), "{:?}", marks(source));
}

#[test]
fn what_can_be_read_stays_beside_an_error() {
    let source =
        "struct a { int x; oops y; int z; };\noops v;\nstruct b { struct a a; int w; }\nstruct c { int q; };\n";
    let compiled = compile(source, Target::default());
    assert_eq!(compiled.marks.iter().map(|m| m.line).collect::<Vec<_>>(), [1, 2, 3]);
    let btf = Btf::parse(compiled.blob.expect("a blob"), None).expect("BTF");
    let sizes = ["a", "b", "c"].map(|name| btf.types().find(|t| t.name() == name).and_then(|t| t.size()));
    assert_eq!(sizes, [Some(8), Some(12), Some(4)]);
}

#[test]
fn what_is_said_of_a_long_number_is_short() {
    let found = marks(&format!("int list[0x{}];", "f".repeat(100_000)));
    assert_eq!(found.len(), 1);
    assert!(found[0].3.starts_with("`0xffffffffffffffffff…` has more than 80 characters"), "{}", found[0].3);
}

#[test]
fn what_is_left_out_is_noted() {
    let source = "#include <linux/types.h>\nint x = 3, *y = { 0 };\nint f(void) { return 0; }\nint z __attribute__((nothing));\n";
    let notes = marks(source);
    assert!(notes.iter().all(|m| m.0 == Severity::Note), "{notes:?}");
    assert_eq!(
        notes.iter().map(|m| (m.1, m.2)).collect::<Vec<_>>(),
        [(1, 1), (3, 13), (4, 22)],
        "initial values are known"
    );
    // int, int *, f and its prototype, x, y, z, and the two sections: .data has x, .bss the others.
    assert_eq!(
        compile(source, Target::default()).blob.map(|b| Btf::parse(b, None).expect("BTF").own_type_count()),
        Some(9)
    );
}

#[test]
fn constants_are_those_of_c() {
    let source = r#"
#define TWICE(x) ((x) * 2)
#define N TWICE(4)
struct s { char c; struct { short a[3]; int b; }; u64 d; };
enum e {
    A = N, B, C = 'a', D = '\n', E = -1, F = ~0u == 0xffffffff, G = 1 ? 2 : 1 / 0, H = 0 && 1 / 0,
    I = sizeof(struct s), J = offsetof(struct s, b), K = __builtin_offsetof(struct s, a[2]), L = _Alignof(u64),
    M = (u8)300, O = (int)-1 < 0u, P = 7 % 4 << 2 | 1, Q = sizeof(int (*)[3]), R = sizeof(long[3]), S = BIT(3) > 7,
    T = (1 ? 2 : 3) + !0, U = 0x10 - 010 - 0b10,
};
_Static_assert(sizeof(size_t) == sizeof(void *), "");
"#;
    let btf = btf(source);
    let e = btf.types().find(|t| t.name() == "e").expect("e");
    let values: Vec<i128> = e.enumerators().map(|v| v.value()).collect();
    assert_eq!(values, [8, 9, 97, 10, -1, 1, 2, 0, 24, 12, 8, 8, 44, 0, 13, 8, 24, 1, 3, 6]);
}

#[test]
fn each_kind_is_written_as_clang_writes_it() {
    let text = raw(
        "struct fwd; union u; typedef int (*fn)(struct fwd *f, ...);\nextern const volatile int *restrict p;\n\
         int call(fn f, char name[4]) __attribute__((btf_decl_tag(\"fast\")));\n\
         struct s { float f; double __user *d; int x __attribute__((btf_decl_tag(\"m\"))); } __attribute__((btf_decl_tag(\"s\")));",
    );
    let expected = "\
[1] FWD 'fwd' fwd_kind=struct
[2] FWD 'u' fwd_kind=union
[3] TYPEDEF 'fn' type_id=4
[4] PTR '(anon)' type_id=5
[5] FUNC_PROTO '(anon)' ret_type_id=6 vlen=2
\t'(anon)' type_id=7
\t'(anon)' type_id=0
[6] INT 'int' size=4 bits_offset=0 nr_bits=32 encoding=SIGNED
[7] PTR '(anon)' type_id=1
[8] RESTRICT '(anon)' type_id=9
[9] PTR '(anon)' type_id=10
[10] CONST '(anon)' type_id=11
[11] VOLATILE '(anon)' type_id=6
[12] VAR 'p' type_id=8, linkage=extern
[13] FUNC_PROTO '(anon)' ret_type_id=6 vlen=2
\t'f' type_id=3
\t'name' type_id=14
[14] PTR '(anon)' type_id=15
[15] INT 'char' size=1 bits_offset=0 nr_bits=8 encoding=SIGNED
[16] FUNC 'call' type_id=13 linkage=extern
[17] DECL_TAG 'fast' type_id=16 component_idx=-1
[18] STRUCT 's' size=24 vlen=3
\t'f' type_id=20 bits_offset=0
\t'd' type_id=22 bits_offset=64
\t'x' type_id=6 bits_offset=128
[19] DECL_TAG 's' type_id=18 component_idx=-1
[20] FLOAT 'float' size=4
[21] TYPE_TAG 'user' type_id=23
[22] PTR '(anon)' type_id=21
[23] FLOAT 'double' size=8
[24] DECL_TAG 'm' type_id=18 component_idx=2
";
    assert_eq!(text, expected);
}

#[test]
fn the_target_decides_words_and_order() {
    let source = "struct s { long a; void *p; u64 b; size_t c; };";
    let size = |bits, endian| {
        let blob = compile(source, Target { bits, endian }).blob.expect("a blob");
        let btf = Btf::parse(blob, None).expect("BTF");
        assert_eq!(btf.endian(), endian);
        assert_eq!(btf.pointer_size(), if bits == Bits::B64 { 8 } else { 4 });
        btf.types().find(|t| t.name() == "s").and_then(|t| t.size())
    };
    assert_eq!(size(Bits::B64, btf::Endian::Little), Some(32));
    assert_eq!(size(Bits::B32, btf::Endian::Big), Some(24));
    // The source has no `long`, so the blob gets one that tells the size of a pointer.
    let blob = compile("struct s { void *p; };", Target { bits: Bits::B32, ..Target::default() }).blob.expect("a blob");
    assert_eq!(Btf::parse(blob, None).expect("BTF").pointer_size(), 4);
}

#[test]
fn places_lead_from_types_to_the_source() {
    let source = "typedef struct { int a, *b; } t;\nenum e { X,\n  Y };\nint f(int);";
    let compiled = compile(source, Target::default());
    let btf = Btf::parse(compiled.blob.expect("a blob"), None).expect("BTF");
    let found: Vec<(Kind, Part, &str)> = compiled
        .declared
        .iter()
        .map(|p| (btf.get(p.id).expect("a type").kind(), p.part, &source[p.range.start as usize..p.range.end as usize]))
        .collect();
    let expected = [
        (Kind::Typedef, Part::Whole, "t"),
        (Kind::Struct, Part::Whole, "struct { int a, *b; }"),
        (Kind::Struct, Part::Member(0), "a"),
        (Kind::Struct, Part::Member(1), "b"),
        (Kind::Enum, Part::Whole, "e"),
        (Kind::Enum, Part::Enumerator(0), "X"),
        (Kind::Enum, Part::Enumerator(1), "Y"),
        (Kind::Func, Part::Whole, "f"),
    ];
    assert_eq!(found, expected);
}

#[test]
fn what_the_kernel_knows_can_be_declared_again() {
    let btf = btf(
        "typedef unsigned u32; struct list_head { u32 only; }; typedef unsigned u32; struct s { struct list_head h; };",
    );
    let s = btf.types().find(|t| t.name() == "s").expect("s");
    assert_eq!(s.size(), Some(4));
}
