//! Layouts of generated declarations are compared with clang's: sizes and the offsets of all members on four targets,
//! and on the two BPF targets also clang's own BTF.

use std::fmt::Write as _;
use std::fs;

use btf::{Btf, Endian, Type};
use scratch::{Bits, Compiled, Target, compile};
use tests::extended::rounds;
use tests::fixture::btf_of;
use tests::skip;
use xtask::tools::CLANG;

use super::clang::{self, layouts, whole};
use super::generate::declarations;

/// The number of sources, and of structs in each.
const SEEDS: u64 = 12;
const COUNT: u32 = 30;

fn compiled(source: &str, target: Target) -> (Compiled, Btf) {
    let compiled = compile(source, target);
    assert!(!compiled.has_errors(), "{:#?}\n{source}", compiled.marks);
    let btf = Btf::parse(compiled.blob.clone().expect("a blob"), None).expect("BTF");
    assert_eq!(btf.diagnostics(), []);
    (compiled, btf)
}

fn named<'b>(btf: &'b Btf, words: &str) -> Type<'b> {
    let name = words.split(' ').nth(1).expect("a tag");
    let mut of_name = btf.types().filter(|t| t.name() == name && t.kind().is_composite());
    of_name.next().unwrap_or_else(|| panic!("no {words}"))
}

#[test]
fn offsets_and_sizes_are_those_of_clang() {
    let Ok(clang) = CLANG.found().map_err(|why| skip(&why)) else { return };
    let targets = [
        ("bpfel", 64, Endian::Little),
        ("bpfeb", 64, Endian::Big),
        ("x86_64-linux-gnu", 64, Endian::Little),
        ("arm-linux-gnueabi", 32, Endian::Little),
    ];
    let mut compared = 0;
    for seed in 0..rounds(SEEDS) {
        for (name, bits, endian) in targets {
            let made = declarations(seed, COUNT, bits == 64);
            let theirs = layouts(&clang, name, &whole(&made.source, bits));
            let target = Target { bits: if bits == 64 { Bits::B64 } else { Bits::B32 }, endian };
            let (_, btf) = compiled(&made.source, target);
            for (words, unnamed) in &made.records {
                let t = named(&btf, words);
                let laid = &theirs.get(words).unwrap_or_else(|| panic!("{name}: clang lays out no {words}"));
                let offsets = laid.offsets.iter().zip(unnamed).filter(|(_, unnamed)| !**unnamed);
                let offsets: Vec<u64> = offsets.map(|(at, _)| *at).collect();
                let ours: Vec<u64> = t.members().map(|m| m.bit_offset().into()).collect();
                let what = || format!("{name}, seed {seed}: {words}\n{}", made.source);
                assert_eq!(ours, offsets, "{}", what());
                assert_eq!(t.size().map(|s| u64::from(s) * 8), Some(laid.size), "{}", what());
                compared += 1;
            }
        }
    }
    assert_eq!(compared, rounds(SEEDS) as usize * COUNT as usize * targets.len());
}

/// A type as text, with the members of anonymous structs and unions in it. Other types in it are only named.
fn described(t: &Type<'_>) -> String {
    let btf = t.btf();
    let mut out = format!("{:?} {} {:?} {}\n", t.kind(), t.name(), t.size(), t.is_signed_enum());
    for m in t.members() {
        let Some(of) = btf.get(m.type_id) else { continue };
        let width = m.bitfield_size();
        writeln!(out, " {} {} {width} {}", m.name(), m.bit_offset(), dump::type_name(btf, m.type_id))
            .expect("a string");
        if of.kind().is_composite() && of.is_anonymous() {
            out.push_str(&described(&of));
        }
    }
    for e in t.enumerators() {
        writeln!(out, " {} = {}", e.name(), e.value()).expect("a string");
    }
    out
}

#[test]
fn btf_is_that_of_clang() {
    let Ok(clang) = CLANG.found().map_err(|why| skip(&why)) else { return };
    let file = std::env::temp_dir().join(format!("btfscope-scratch-{}.o", std::process::id()));
    let mut compared = 0;
    for seed in 100..100 + rounds(SEEDS) {
        for (name, endian) in [("bpfel", Endian::Little), ("bpfeb", Endian::Big)] {
            let made = declarations(seed, COUNT, true);
            clang::compile(&clang, name, &whole(&made.source, 64), &file).expect("clang compiles");
            let theirs = btf_of(&fs::read(&file).expect("an object")).expect("a section .BTF");
            let theirs = Btf::parse(theirs, None).expect("BTF");
            let (_, ours) = compiled(&made.source, Target { bits: Bits::B64, endian });
            assert_eq!(ours.endian(), endian);
            let used = |t: &Type<'_>| {
                let composite = t.kind().is_composite() || t.kind().as_str().starts_with("ENUM");
                composite && !t.is_anonymous()
            };
            for t in theirs.types().filter(used) {
                let same = ours.types().find(|o| o.name() == t.name() && o.kind() == t.kind());
                let same = same.unwrap_or_else(|| panic!("{:?} {} is missing\n{}", t.kind(), t.name(), made.source));
                assert_eq!(described(&same), described(&t), "{name}, seed {seed}\n{}", made.source);
                compared += 1;
            }
        }
    }
    fs::remove_file(&file).ok();
    assert!(compared >= 2 * rounds(SEEDS) as usize * COUNT as usize, "{compared}");
}

/// Forms that people write in kernels and programs but the generator does not make: tags in parentheses, anonymous
/// structs with qualifiers.
const WRITTEN: &str = r#"
struct inode;
typedef void (__rcu *callback)(int);
struct pointers {
	char (__user *buffer);
	int (__rcu *list)[3];
	struct inode *(__rcu *find)(struct inode __rcu *, int);
	void (__rcu **table)(void);
	char __user (__rcu *both);
	int __user *(__rcu *outer);
	int *(__rcu *__user *two)[2];
	const char __user *const fixed;
	callback call;
};
struct anonymous {
	const struct { int a; };
	volatile union { int b; float c; };
	const volatile struct { int d; };
	const struct { int e; } named;
};
struct pointers pointers;
struct anonymous anonymous;
"#;

#[test]
fn what_people_write_is_as_clang_has_it() {
    let Ok(clang) = CLANG.found().map_err(|why| skip(&why)) else { return };
    let file = std::env::temp_dir().join(format!("btfscope-written-{}.o", std::process::id()));
    clang::compile(&clang, "bpfel", &whole(WRITTEN, 64), &file).expect("clang compiles");
    let theirs = btf_of(&fs::read(&file).expect("an object")).expect("a section .BTF");
    fs::remove_file(&file).ok();
    let theirs = Btf::parse(theirs, None).expect("BTF");
    let (compiled, ours) = compiled(WRITTEN, Target::default());
    assert_eq!(compiled.marks, []);
    for words in ["struct pointers", "struct anonymous"] {
        let (ours, theirs) = (described(&named(&ours, words)), described(&named(&theirs, words)));
        assert_eq!(ours, theirs, "{words}");
    }
    let called = |btf: &Btf| {
        let t = btf.types().find(|t| t.name() == "callback").expect("it is there");
        dump::type_name(btf, btf::TypeId(t.size_or_type()))
    };
    assert_eq!(called(&ours), called(&theirs));
}
