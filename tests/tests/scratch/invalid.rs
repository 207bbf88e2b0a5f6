//! C that clang refuses is refused here.

use scratch::{Target, compile};
use tests::skip;
use xtask::tools::CLANG;

use super::clang;

/// Sources in which `T` stands for a type.
const REFUSED: [&str; 42] = [
    "int f(T a, T a);",
    "static extern T x;",
    "typedef static T x;",
    "typedef T t = 3;",
    "T restrict x;",
    "struct s { T a; struct { T a; }; };",
    "struct s { T a; union { struct { T a; }; int b; }; };",
    "struct s { T a; T a; };",
    "struct s { T a; } v = { .b = 1 };",
    "struct s { T a; } v[] = { [0].b = 1 };",
    "struct s { struct { T a; } in; } v = { .in.b = 1 };",
    "struct s { T a[2]; } v = { .a.b = 1 };",
    "struct s { T a[2]; } v = { .a[2] = 1 };",
    "T a[3] = { .x = 1 };",
    "T a[2] = { [2] = 1 };",
    "T a[2] = { [-1] = 1 };",
    "T f(void); static T f(void);",
    "T v; static T v;",
    "static T v; T v;",
    "T v = 1; T v = 2;",
    "T f(void) { return 0; } T f(void) { return 1; }",
    "T f(int a); T f(int a, int b);",
    "T f(void) = 3;",
    "register T x;",
    "auto T x;",
    "inline T x;",
    "T f(static T x);",
    "struct s { static T x; };",
    "struct s { typedef T x; };",
    "typedef T t; T t;",
    "T t; typedef T t;",
    "enum { A }; T A;",
    "T A; enum { A };",
    "enum e { A }; enum f { A }; T x;",
    "T x; struct later x;",
    "struct later x; T y;",
    "T v[2]; T v[3];",
    "T a[-1];",
    "struct s { T a : 129; };",
    "__auto_type w; T x;",
    "struct s { T a; } s; typeof(s + 1) y;",
    "struct s { T a; } s; typeof(s.b) y;",
];

const TYPES: [&str; 5] = ["int", "unsigned long", "char", "short", "long long"];

#[test]
fn what_clang_refuses_is_refused() {
    let Ok(clang) = CLANG.found().map_err(|why| skip(&why)) else { return };
    let file = std::env::temp_dir().join(format!("btfscope-invalid-{}.o", std::process::id()));
    let mut refused = 0;
    for source in REFUSED {
        for of in TYPES {
            // Each `T` is followed by a space.
            let source = source.replace("T ", &format!("{of} "));
            assert!(clang::compile(&clang, "bpfel", &source, &file).is_err(), "clang takes {source}");
            let compiled = compile(&source, Target::default());
            assert!(compiled.has_errors(), "{source}: {:?}", compiled.marks);
            refused += 1;
        }
    }
    std::fs::remove_file(&file).ok();
    assert!(refused >= 200, "{refused}");
}
