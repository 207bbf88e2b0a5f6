//! The declarations of some fixtures and of a handmade blob are equal to `tests/golden/<name>.{rs,zig,go}`. `UPDATE=1`
//! rewrites them; look at the difference before you commit it. The files are also compiled: with rustc in each run,
//! with the others in the extended run.

use std::sync::Arc;

use btf::{Btf, Kind, MemberIndex, TypeId};
use dump::{TokenKind, Tokens};
use tests::blob::{Blob, Order, bits, kind};
use tests::fixture::{self, project};

use crate::compile::{Compile, compilers, complete};
use crate::support::{Folder, Language};
use tests::golden::golden;

/// The named structs, unions, enums, typedefs, functions and variables.
fn roots(btf: &Btf) -> Vec<TypeId> {
    let wanted = |kind: Kind| {
        kind.is_composite() || kind.is_any_enum() || matches!(kind, Kind::Typedef | Kind::Func | Kind::Var)
    };
    btf.types().filter(|t| wanted(t.kind()) && !t.is_anonymous()).map(|t| t.id()).collect()
}

type Compilers = [(Language, Option<Compile>); 3];

fn check(compilers: &Compilers, name: &str, btf: &Btf, roots: &[TypeId], is_golden: bool) {
    let folder = Folder::new();
    for &(language, compile) in compilers {
        let extension = language.extension();
        let ours = language.declare(btf, roots);
        if is_golden {
            golden(&project().join("tests/golden").join(format!("{name}.{extension}")), ours.as_bytes());
        }
        let file = folder.write(&format!("golden.{extension}"), &complete(language, &ours));
        let Some(compile) = compile else { continue };
        compile(&folder, &file).unwrap_or_else(|e| panic!("{name}.{extension}: {e}"));
    }
}

fn compiled(compilers: &Compilers, name: &str, golden: bool) {
    let bytes = fixture::read(name);
    let mut btf = Btf::parse(fixture::btf_of(&bytes).expect("BTF"), None).expect("a header");
    if bytes.get(4) == Some(&1) && bytes.starts_with(b"\x7fELF") {
        btf.set_pointer_size(4);
    }
    check(compilers, name, &btf, &roots(&btf), golden);
}

/// Fixtures of both byte orders, with 32 and 64 bits.
#[test]
fn fixtures() {
    let all = &compilers();
    compiled(all, "layout.clang.bpfel.o", true);
    compiled(all, "layout.clang.bpfeb.o", false);
    compiled(all, "layout.gcc.i386.o", true);
    compiled(all, "layout.gcc.ppc.o", false);
    compiled(all, "kinds.clang.bpfel.o", true);
    compiled(all, "kinds.gcc.i386.o", false);
    compiled(all, "kinds.gcc.ppc.o", false);
    compiled(all, "net.clang.bpfeb.o", true);
}

/// A module's types, and the kernel's types that they need, are declared.
#[test]
fn modules() {
    let all = compilers();
    for machine in ["x86_64", "s390x"] {
        let base = Btf::parse(fixture::read(&format!("kernel.{machine}.btf")), None).expect("a header");
        let split = fixture::read(&format!("module.{machine}.btf"));
        let module = Btf::parse(split, Some(Arc::new(base))).expect("a header");
        let own = roots(&module);
        assert!(!own.is_empty() && own.iter().all(|id| *id >= module.first_id()));
        check(&all, &format!("module.{machine}"), &module, &own, false);
    }
}

/// Names that need escaping in each language, names that are used several times, and forms that no compiler emits.
#[test]
fn hard_names() {
    let mut b = Blob::new(Order::Little);
    let int = b.int("int", 4, 1);
    let u32_ = b.int("unsigned int", 4, 0);
    let long = b.int("long", 8, 1);
    let short_bool = b.int("_Bool", 1, 4);
    let wide = b.int("unsigned __int128", 16, 0);
    // Keywords as names of types, members and parameters.
    let keyword = b.structure("type", 8, &[("fn", int, 0), ("struct", int, 32)]);
    b.structure("self", 4, &[("self", int, 0)]);
    b.named(kind::TYPEDEF, "u32", u32_);
    b.named(kind::TYPEDEF, "bool", short_bool);
    b.named(kind::TYPEDEF, "u64", int);
    let to_keyword = b.pointer(keyword);
    // A struct, a typedef and a function of one name; two structs of one name.
    let one = b.structure("one", 4, &[("a", int, 0)]);
    b.named(kind::TYPEDEF, "one", long);
    let proto = b.prototype(int, &[("type", to_keyword), ("one", one), ("match", int)]);
    b.named(kind::FUNC, "one", proto);
    b.structure("one", 8, &[("b", long, 0)]);
    // `typedef struct same same`.
    let same = b.structure("same", 16, &[("wide", wide, 0)]);
    b.named(kind::TYPEDEF, "same", same);
    // In Go, the first letter decides whether a name is exported.
    b.structure("Type", 12, &[("a", int, 0), ("A", int, 32), ("_a", int, 64)]);
    // Anonymous types, and unnamed bitfields.
    let inner = b.composite(kind::UNION, "", 8, false, &[("x", long, 0), ("y", to_keyword, 0)]);
    let outer = b.composite(
        kind::STRUCT,
        "outer",
        24,
        true,
        &[
            ("", inner, 0),
            ("named", inner, 64),
            ("flag", u32_, bits(128, 3)),
            ("", u32_, bits(131, 5)),
            ("", u32_, bits(136, 0)),
        ],
    );
    let to_outer = b.pointer(outer);
    b.structure("holder", 8, &[("outer", to_outer, 0)]);
    let btf = Btf::parse(b.build(), None).expect("a header");
    check(&compilers(), "hard-names", &btf, &roots(&btf), true);
}

/// Symbols of Zig that cannot keep their names: a comment says whether a type has the name.
#[test]
fn a_symbol_of_another_name_says_why() {
    let mut b = Blob::new(Order::Little);
    let int = b.int("int", 4, 1);
    b.structure("one", 4, &[("a", int, 0)]);
    let proto = b.prototype(int, &[]);
    for name in ["one", "two.isra.0", "three"] {
        b.named(kind::FUNC, name, proto);
    }
    let btf = Btf::parse(b.build(), None).expect("a header");
    let text = Language::Zig.declare(&btf, &roots(&btf));
    let comments: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("    // `")).collect();
    assert_eq!(comments, ["one`: its name is a type's.", "two.isra.0`: it has another name here."]);
}

/// The assertions work: with another number in one of them, the file does not compile.
#[test]
fn wrong_figures_do_not_compile() {
    let mut b = Blob::new(Order::Little);
    let int = b.int("int", 4, 1);
    let id = b.structure("pair", 8, &[("a", int, 0), ("b", int, 32)]);
    let btf = Btf::parse(b.build(), None).expect("a header");
    let wrong = |language: Language| match language {
        Language::Rust => [("pair>() == 8", "pair>() == 9"), ("pair>() == 4", "pair>() == 1"), ("b) == 4", "b) == 5")],
        Language::Zig => {
            [("(pair) != 8", "(pair) != 9"), ("(pair) != 4", "(pair) != 1"), ("\"b\") != 4", "\"b\") != 5")]
        }
        Language::Go => [
            ("[8]struct{} = [unsafe.Sizeof", "[9]struct{} = [unsafe.Sizeof"),
            ("[4]struct{} = [unsafe.Alignof", "[1]struct{} = [unsafe.Alignof"),
            ("[4]struct{} = [unsafe.Offsetof", "[3]struct{} = [unsafe.Offsetof"),
        ],
    };
    for (language, compiler) in compilers() {
        let Some(compiler) = compiler else { continue };
        let right = language.declare(&btf, &[TypeId(id)]);
        let folder = Folder::new();
        for (from, to) in wrong(language) {
            let text = right.replacen(from, to, 1);
            assert_ne!(text, right, "{language:?}: {from}");
            let file = folder.write(&format!("wrong.{}", language.extension()), &complete(language, &text));
            assert!(compiler(&folder, &file).is_err(), "{language:?} takes {to}");
        }
    }
}

/// Only the types that a type needs are declared. A type behind a pointer is opaque, and in Go left out.
#[test]
fn nothing_else_is_declared() {
    let mut b = Blob::new(Order::Little);
    let int = b.int("int", 4, 1);
    let unused = b.structure("unused", 4, &[("a", int, 0)]);
    let far = b.structure("far", 8, &[("unused", unused, 0)]);
    let to_far = b.pointer(far);
    let number = b.named(kind::TYPEDEF, "number", int);
    let state = b.enumeration("state", 4, false, &[("ON", 1)]);
    let inner = b.structure("inner", 16, &[("far", to_far, 0), ("number", number, 64), ("state", state, 96)]);
    let root = b.structure("root", 32, &[("first", inner, 0), ("second", inner, 128)]);
    let btf = Btf::parse(b.build(), None).expect("a header");
    let declared = |language: Language, before: &[&str]| -> Vec<String> {
        let text = language.declare(&btf, &[TypeId(root)]);
        let name = |line: &str| {
            let rest = before.iter().find_map(|word| line.strip_prefix(word))?;
            Some(rest.split(|c: char| !c.is_alphanumeric()).next()?.to_owned())
        };
        text.lines().filter_map(name).collect()
    };
    let order = ["number", "state", "inner", "root", "far"];
    assert_eq!(declared(Language::Rust, &["pub struct ", "pub type "]), order);
    assert_eq!(declared(Language::Zig, &["pub const "]), order);
    assert_eq!(declared(Language::Go, &["type "]), ["Number", "State", "Inner", "Root"]);
}

/// The tokens make up the text, and names of types and members are links.
#[test]
fn tokens_are_links() {
    let mut b = Blob::new(Order::Big);
    let int = b.int("int", 4, 1);
    let far = b.structure("far", 4, &[("a", int, 0)]);
    let to_far = b.pointer(far);
    let root = b.structure("root", 8, &[("to", to_far, 0)]);
    let btf = Btf::parse(b.build(), None).expect("a header");
    for language in Language::ALL {
        let mut tokens = Tokens::new();
        language.print(&btf, &[TypeId(root)], &mut tokens);
        assert_eq!(tokens.text(), language.declare(&btf, &[TypeId(root)]));
        let links =
            |kind: TokenKind| tokens.iter().filter(move |(k, _)| *k == kind).map(|(_, text)| text.to_lowercase());
        assert!(links(TokenKind::TypeName(TypeId(root))).all(|text| text == "root"));
        assert!(links(TokenKind::TypeName(TypeId(far))).all(|text| text == "far" || text == "struct far *"));
        assert!(links(TokenKind::Member(TypeId(root), MemberIndex(0))).all(|text| text == "to"));
        assert!(links(TokenKind::TypeName(TypeId(root))).count() > 2, "{language:?}");
        assert!(links(TokenKind::TypeName(TypeId(far))).count() > 0, "{language:?}");
        assert_eq!(links(TokenKind::Member(TypeId(root), MemberIndex(0))).count(), 2, "{language:?}");
        assert!(tokens.iter().any(|(kind, _)| kind == TokenKind::Keyword), "{language:?}");
    }
}
