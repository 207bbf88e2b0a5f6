//! The C in the documents of BTF compiles as it is printed there.

use btf::{Btf, Kind};
use scratch::{Severity, Target, compile};

fn btf(source: &str) -> Btf {
    let compiled = compile(source, Target::default());
    let wrong: Vec<_> = compiled.marks.iter().filter(|m| m.severity == Severity::Error).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    Btf::parse(compiled.blob.expect("a blob"), None).expect("BTF")
}

/// The types as bpftool lists them, one in each line.
fn raw(btf: &Btf) -> String {
    let mut text = String::new();
    dump::raw(btf, &mut text);
    text
}

/// btf.rst, 5.1: a map with types for its key and value.
#[test]
fn maps_are_declared_as_in_the_document() {
    let btf = btf("
        enum A { A1, A2, A3, A4, A5 };
        typedef enum A ___A;
        struct tmp_t { char a1:4; int a2:4; int :4; __u32 a3:4; int b; ___A b1:4; enum A b2:4; };
        struct {
            __uint(type, BPF_MAP_TYPE_ARRAY);
            __type(key, int);
            __type(value, struct tmp_t);
            __uint(max_entries, 1);
        } tmpmap SEC(\".maps\");
    ");
    let map = btf.types().find(|t| t.kind() == Kind::Struct && t.is_anonymous()).expect("the definition");
    let names: Vec<&str> = map.members().map(|m| m.name()).collect();
    assert_eq!(names, ["type", "key", "value", "max_entries"]);
    // A number is encoded as the length of an array.
    let length = |index: usize| {
        let pointer = btf.get(map.members().nth(index)?.type_id)?;
        btf.get(pointer.type_ref()?)?.array().map(|a| a.nelems)
    };
    assert_eq!((length(0), length(3)), (Some(2), Some(1)));
    assert!(raw(&btf).contains("DATASEC '.maps'"));
    // A program may declare the enum again.
    let again = self::btf(
        "enum bpf_map_type { BPF_MAP_TYPE_UNSPEC, BPF_MAP_TYPE_HASH }; struct s { char a[BPF_MAP_TYPE_HASH]; };",
    );
    assert!(raw(&again).contains("ENUM 'bpf_map_type'"));
}

/// btf.rst, 6: functions with bodies, and the meaning of `()` in a declaration and in a definition.
#[test]
fn functions_with_bodies_are_prototypes() {
    let btf = btf("
        typedef int __int32;
        struct t2 { int a2; int (*f2)(char q1, __int32 q2, ...); int (*f3)(); } q2;
        int main() { return 0; }
        int test() { if (1) { return 2; } return 0; }
    ");
    let count = |name: &str| {
        let func = btf.types().find(|t| t.kind() == Kind::Func && t.name() == name)?;
        btf.get(func.type_ref()?).map(|proto| proto.vlen())
    };
    assert_eq!((count("main"), count("test")), (Some(0), Some(0)));
    // As in clang, the parameters of f3 are unspecified.
    let vlens: Vec<u32> = btf.types().filter(|t| t.kind() == Kind::FuncProto).map(|t| t.vlen()).collect();
    assert!(vlens.contains(&1) && vlens.contains(&3), "{vlens:?}");
}

#[test]
fn typeof_is_its_type() {
    let btf = btf(
        "struct a { int x; }; struct b { typeof(struct a) whole; __typeof__(struct a *) *behind; typeof(int) n[3]; };",
    );
    let b = btf.types().find(|t| t.name() == "b").expect("it");
    let kinds: Vec<Kind> = b.members().filter_map(|m| btf.kind(m.type_id)).collect();
    assert_eq!(kinds, [Kind::Struct, Kind::Ptr, Kind::Array]);
    assert_eq!(b.size(), Some(4 + 4 + 8 + 12 + 4));
}

/// `typeof` of expressions. The types are those that clang 19 writes for the same source.
#[test]
fn typeof_takes_what_leads_to_something_declared() {
    const DECLARED: &str = "struct in { short s; }; struct a { int x; const char *name; struct in list[4]; \
        union { long u; struct { unsigned char deep; }; }; unsigned bits:3; struct a *next; }; \
        struct a one; const struct a fixed; struct a many[2]; struct a *at; int f(long p, char q); enum { E };";
    let c_of = |expr: &str| {
        let btf = btf(&format!("{DECLARED} struct of {{ typeof({expr}) *p; }};"));
        let of = btf.types().find(|t| t.name() == "of").expect("it");
        {
            let mut text = String::new();
            dump::c_type(&btf, of.id(), &mut text, &dump::COptions::default());
            text
        }
    };
    for (expr, declared) in [
        ("one", "struct a *p;"),
        ("one.x", "int *p;"),
        ("(one).x", "int *p;"),
        ("&one.x", "int **p;"),
        ("*&one", "struct a *p;"),
        ("one.name", "const char **p;"),
        ("*one.name", "const char *p;"),
        ("fixed.x", "const int *p;"),
        // CONST of an ARRAY is printed without const, as by bpftool.
        ("fixed.list", "struct in (*p)[4];"),
        ("fixed.list[1]", "const struct in *p;"),
        ("fixed.list[1].s", "const short *p;"),
        ("*fixed.list", "const struct in *p;"),
        ("fixed.name", "const char * const *p;"),
        ("one.list", "struct in (*p)[4];"),
        ("one.list[2]", "struct in *p;"),
        ("one.list[one.x + 1].s", "short *p;"),
        ("at->next->u", "long *p;"),
        ("at->deep", "unsigned char *p;"),
        ("many[1].next", "struct a **p;"),
        ("*many", "struct a *p;"),
        ("((struct a *)0)->list", "struct in (*p)[4];"),
        ("*(struct in *)at->name", "struct in *p;"),
        ("(char)-1", "char *p;"),
        ("f", "int (*p)(long, char);"),
        ("&f", "int (**p)(long, char);"),
        ("E", "int *p;"),
        ("one.x + 1", "int *p;"),
        ("one.x + 1UL", "unsigned long *p;"),
        ("one.bits + 0", "int *p;"),
        ("at + 1", "struct a **p;"),
        ("at - at", "long *p;"),
        ("f(1, 2)", "int *p;"),
        ("1 ? 2 : 1.5", "double *p;"),
        ("sizeof(int)", "unsigned long *p;"),
    ] {
        let text = c_of(expr);
        assert!(text.contains(&format!("\t{declared}")), "{expr}: {text}");
    }
    for (expr, message) in [
        ("one.bits", "`bits` is a bitfield"),
        ("one.none", "no member `none`"),
        ("none", "no variable or function `none`"),
        ("one->x", "take a pointer or an array"),
        ("one.x.y", "no member `y`"),
        ("one + 1", "`+` does not take these types"),
        ("at * 2", "`*` does not take these types"),
    ] {
        let marks = compile(&format!("{DECLARED} typeof({expr}) y;"), Target::default()).marks;
        assert!(marks.iter().any(|m| m.message.contains(message)), "{expr}: {marks:?}");
    }
    // Long inputs need no deep recursion.
    for source in ["(long)".repeat(50_000) + "at", format!("at{}", "->next".repeat(90_000)), "*&".repeat(90_000) + "at"]
    {
        let compiled = compile(&format!("{DECLARED} typeof({source}) y;"), Target::default());
        assert!(compiled.marks.len() < 2, "{:?}", compiled.marks);
    }
}

/// btf_type_tag is before the star in clang, and after it in GCC. The records are the same: PTR, TYPE_TAG, FWD.
#[test]
fn tags_stand_where_either_compiler_has_them() {
    let chain = |source: &str| {
        let btf = btf(source);
        let of = btf.types().find(|t| t.name() == "of").expect("it");
        let mut at = of.members().next().expect("a member").type_id;
        let mut kinds = Vec::new();
        while let Some(t) = btf.get(at) {
            kinds.push(t.kind());
            let Some(next) = t.type_ref() else { break };
            at = next;
        }
        kinds
    };
    let tagged = [Kind::Ptr, Kind::TypeTag, Kind::Fwd];
    let rcu = "__attribute__((btf_type_tag(\"rcu\")))";
    assert_eq!(chain(&format!("struct S; struct of {{ struct S {rcu} *p; }};")), tagged);
    assert_eq!(chain(&format!("#pragma btf_type_tag gcc\nstruct S; struct of {{ struct S * {rcu} p; }};")), tagged);
    // A tag at the place where the other compiler has it has no effect.
    assert_eq!(chain(&format!("struct S; struct of {{ struct S * {rcu} p; }};")), [Kind::Ptr, Kind::Fwd]);
    assert_eq!(
        chain(&format!("#pragma btf_type_tag gcc\nstruct S; struct of {{ struct S {rcu} *p; }};")),
        [Kind::Ptr, Kind::Fwd]
    );
    // A pointer to a tagged pointer.
    let inner = [Kind::Ptr, Kind::TypeTag, Kind::Ptr, Kind::Fwd];
    assert_eq!(chain(&format!("struct S; struct of {{ struct S * {rcu} *p; }};")), inner);
    assert_eq!(chain(&format!("#pragma btf_type_tag gcc\nstruct S; struct of {{ struct S * * {rcu} p; }};")), inner);
}
