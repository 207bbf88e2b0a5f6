//! The C that checks before it reads compiles, and its checks become the relocations that they should be.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::Arc;

use bpf::Object;
use btf::Btf;
use dump::CFileOptions;
use relo::{Options, ReloKind, Resolver, Target};
use tests::fixture::{self, btf_of};
use tests::skip;

/// What the snippets need of libbpf's headers, by the same builtins.
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

fn clang() -> Option<String> {
    let named = std::env::var("CLANG").ok();
    let all = named.into_iter().chain(["clang-22", "clang-19", "clang-16", "clang"].map(str::to_owned));
    let works =
        |name: &String| Command::new(name).arg("--version").stdout(Stdio::null()).status().is_ok_and(|s| s.success());
    all.into_iter().find(works)
}

#[test]
fn guards_compile() {
    let Some(clang) = clang() else {
        skip("there is no clang to compile the guards with");
        return;
    };
    let object = Object::parse(fixture::read("relo.clang.bpfel.o")).expect("an object");
    let local = object.btf().expect("types");
    let kernel = Btf::parse(btf_of(&fixture::read("relo-new.bpfel.btf")).expect("BTF"), None).expect("BTF");
    let target = Target::new(Arc::new(kernel));
    let mut resolver = Resolver::new(local, &target, Options { cache: false, trace: true, ..Options::default() });
    let records = relo::records(local, object.ext().expect("relocations"));
    let (mut snippets, mut roots, mut renamed) = (BTreeSet::new(), Vec::new(), 0);
    for record in &records {
        let outcome = resolver.resolve(record);
        let why = relo::explain(local, record.type_id, &target, &outcome, None);
        let Ok(spec) = &outcome.local else { continue };
        let hint = why.suggestions.first().map(|s| (&target, &outcome, s));
        let Some(snippet) = relo::guard(local, spec, hint) else {
            assert_eq!(record.relo_kind(), Some(ReloKind::TypeIdLocal), "{}", spec.text(local));
            continue;
        };
        renamed += usize::from(snippet.contains("___other"));
        // type_matches is younger than the oldest clang that tests are run with.
        if record.relo_kind() != Some(ReloKind::TypeMatches) {
            snippets.insert(snippet);
        }
        roots.push(record.type_id);
    }
    assert!(snippets.len() > 20 && renamed > 0, "{} snippets, {renamed} with another name", snippets.len());
    roots.sort();
    roots.dedup();
    let mut source = String::new();
    dump::c_with_dependencies(local, &roots, &mut source, &CFileOptions::default());
    source.push_str(HEADER);
    for (i, snippet) in snippets.iter().enumerate() {
        // Functions of different relocations may have one name.
        let name = snippet.lines().find(|l| l.ends_with(')')).and_then(|l| l.split('(').next()?.rsplit(' ').next());
        let name = name.unwrap_or_else(|| panic!("no function in {snippet}")).trim_start_matches('*');
        let flavour = format!("___other{i}");
        let text = snippet.replace(&format!("{name}("), &format!("{name}_{i}(")).replace("___other", &flavour);
        // Compiled to code, not only read.
        let text = text.replace("static __always_inline", "__attribute__((used))");
        writeln!(source, "{text}").expect("a string");
    }
    let mut child = Command::new(&clang)
        .args(["-target", "bpf", "-g", "-O2", "-Wall", "-Werror", "-Wno-unused-function", "-Wno-missing-declarations"])
        .args(["-Wno-unused-variable", "-x", "c", "-", "-c", "-o", "/dev/null"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("clang starts");
    child.stdin.take().expect("a pipe").write_all(source.as_bytes()).expect("clang reads");
    let output = child.wait_with_output().expect("clang ends");
    assert!(output.status.success(), "{}\n{source}", String::from_utf8_lossy(&output.stderr));
}
