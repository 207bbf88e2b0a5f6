//! clang compiles the generated C that checks whether a field, type or enumerator exists before it uses it.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::Stdio;
use std::sync::Arc;

use bpf::Object;
use btf::Btf;
use dump::CFileOptions;
use relo::{CoreGroup, CoreKind, Options, Resolver, Target};
use tests::fixture::{self, btf_of};
use tests::reference::corpus_or_skip;
use tests::skip;
use xtask::tools::{CLANG, FoundTool};

/// The parts of libbpf's headers that the snippets use, written with the same builtins.
const HEADER: &str = r#"
#define bpf_core_field_exists(field) __builtin_preserve_field_info(field, 2)
#define bpf_core_field_size(field) __builtin_preserve_field_info(field, 1)
#define bpf_core_type_exists(type) __builtin_preserve_type_info(*(typeof(type) *)0, 0)
#define bpf_core_type_size(type) __builtin_preserve_type_info(*(typeof(type) *)0, 1)
#define bpf_core_type_matches(type) __builtin_preserve_type_info(*(typeof(type) *)0, 2)
#define bpf_core_type_id_kernel(type) __builtin_btf_type_id(*(typeof(type) *)0, 1)
#define bpf_core_enum_value_exists(type, value) __builtin_preserve_enum_value(*(typeof(type) *)value, 0)
#define bpf_core_enum_value(type, value) __builtin_preserve_enum_value(*(typeof(type) *)value, 1)
static long (*const probe_read)(void *, unsigned int, const void *) = (void *)113;
#define bpf_core_read(to, size, from) probe_read(to, size, (const void *)__builtin_preserve_access_index(from))
#define BPF_CORE_READ(p, field) ({ typeof((p)->field) r; bpf_core_read(&r, sizeof(r), &(p)->field); r; })
#define BPF_CORE_READ_BITFIELD_PROBED(p, field) \
	(bpf_core_field_size((p)->field) + __builtin_preserve_field_info((p)->field, 4))
"#;

/// C that includes libbpf's own headers from the folder `LIBBPF_INCLUDE`, with clang's arguments
/// for it, or else [`HEADER`].
fn header() -> (String, Vec<String>) {
    let Ok(folder) = std::env::var("LIBBPF_INCLUDE") else { return (HEADER.to_owned(), Vec::new()) };
    let mut text = String::new();
    for (name, c) in [
        ("u8", "unsigned char"),
        ("u16", "unsigned short"),
        ("u32", "unsigned int"),
        ("u64", "unsigned long long"),
        ("s32", "int"),
        ("s64", "long long"),
        ("be16", "unsigned short"),
        ("be32", "unsigned int"),
        ("wsum", "unsigned int"),
    ] {
        writeln!(text, "typedef {c} __{name};").expect("a string");
    }
    text.push_str("#include <bpf/bpf_helpers.h>\n#include <bpf/bpf_core_read.h>\n");
    (text, vec!["-I".to_owned(), folder])
}

/// Compiles the snippets for all relocations of an object on a kernel. Returns how many there are, and how many of them
/// name another member.
fn compile(clang: &FoundTool, object: &Object, kernel: Vec<u8>) -> Option<(usize, usize)> {
    let (local, ext) = (object.btf()?, object.ext()?);
    let target = Target::new(Arc::new(Btf::parse(kernel, None).expect("BTF")));
    let mut resolver = Resolver::new(local, &target, Options { cache: false, trace: true, ..Options::default() });
    let (mut snippets, mut roots, mut renamed) = (BTreeSet::new(), Vec::new(), 0);
    for record in &relo::records(local, ext) {
        let outcome = resolver.resolve(record);
        let why = relo::explain(local, record.type_id, &target, &outcome, None);
        let Ok(spec) = &outcome.local else { continue };
        let hint = why.suggestions.first().map(|s| (&target, &outcome, s));
        let Some(snippet) = relo::guard(local, spec, hint) else {
            // There is no snippet for an anonymous type, which C cannot name, for a field relocation without a member,
            // and for the local type id.
            let anonymous = local.get(spec.root).is_none_or(|t| t.is_anonymous());
            let whole = spec.accessors.len() < 2 && spec.kind.group() == CoreGroup::Field;
            let is_local = record.relo_kind() == Some(CoreKind::TypeIdLocal);
            assert!(is_local || anonymous || whole, "{}", spec.text(local));
            continue;
        };
        renamed += usize::from(snippet.contains("___other"));
        // The oldest clang that the tests are run with has no type_matches.
        if record.relo_kind() != Some(CoreKind::TypeMatches) {
            snippets.insert(snippet);
        }
        roots.push(record.type_id);
    }
    if snippets.is_empty() {
        return None;
    }
    roots.sort();
    roots.dedup();
    let mut source = String::new();
    dump::c_with_dependencies(local, &roots, &mut source, &CFileOptions::default());
    let (header, include) = header();
    source.push_str(&header);
    for (i, snippet) in snippets.iter().enumerate() {
        // Functions for different relocations may have the same name.
        let name = snippet.lines().find(|l| l.ends_with(')')).and_then(|l| l.split('(').next()?.rsplit(' ').next());
        let name = name.unwrap_or_else(|| panic!("no function in {snippet}")).trim_start_matches('*');
        let flavour = format!("___other{i}");
        let text = snippet.replace(&format!("{name}("), &format!("{name}_{i}(")).replace("___other", &flavour);
        // Make the compiler emit code for the functions.
        let text = text.replace("static __always_inline", "__attribute__((used))");
        writeln!(source, "{text}").expect("a string");
    }
    let mut child = clang
        .command()
        .args(["-target", "bpf", "-g", "-O2", "-Wall", "-Werror", "-Wno-unused-function", "-Wno-missing-declarations"])
        .args(["-Wno-unused-variable", "-Wno-language-extension-token", "-Wno-compare-distinct-pointer-types"])
        .args(include)
        .args(["-x", "c", "-", "-c", "-o", "/dev/null"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("clang starts");
    child.stdin.take().expect("a pipe").write_all(source.as_bytes()).expect("clang reads");
    let output = child.wait_with_output().expect("clang ends");
    assert!(output.status.success(), "{}\n{source}", String::from_utf8_lossy(&output.stderr));
    Some((snippets.len(), renamed))
}

#[test]
fn guards_compile() {
    let Ok(clang) = CLANG.found().map_err(|why| skip(&why)) else { return };
    let object = Object::parse(fixture::read("relo.clang.bpfel.o")).expect("an object");
    let kernel = btf_of(&fixture::read("relo-new.bpfel.btf")).expect("BTF");
    let (snippets, renamed) = compile(&clang, &object, kernel).expect("relocations");
    assert!(snippets > 20 && renamed > 0, "{snippets} snippets, {renamed} with another name");
}

/// Snippets for real programs, on a kernel that differs much.
#[test]
fn guards_of_real_programs_compile() {
    let Ok(clang) = CLANG.found().map_err(|why| skip(&why)) else { return };
    let Some(corpus) = corpus_or_skip() else { return };
    let kernel = corpus.either("btf/vmlinux-retis-6.15.1-tiny-x86_64.btf", "btf/vmlinux-deb-6.12.107-s390x.btf");
    let kernel = corpus.read(kernel);
    let (mut objects, mut snippets, mut renamed) = (0, 0, 0);
    for row in corpus.index().iter().filter(|row| row.file.starts_with("objs/debian/")) {
        let Ok(object) = Object::parse(corpus.read(&row.file)) else { continue };
        if let Some((some, other)) = compile(&clang, &object, kernel.clone()) {
            objects += 1;
            snippets += some;
            renamed += other;
        }
    }
    assert!(objects > 10 && snippets > 100, "{objects} objects, {snippets} snippets");
    println!("{objects} objects, {snippets} snippets, {renamed} with another name");
}
