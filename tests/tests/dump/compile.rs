//! The C of a type with the types it needs compiles, and the compiler gives it the same layout as the kernel's.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use btf::{Btf, Kind, Type, TypeId};
use dump::CFileOptions;
use tests::reference::corpus_or_skip;
use tests::skip;
use xtask::tools::{CLANG, FoundTool};

use crate::support::Opener;

/// Kernels with the target that they were compiled for.
const KERNELS: [(&str, &str); 6] = [
    ("btf/vmlinux-deb-6.1.176-amd64.btf", "x86_64-linux-gnu"),
    ("btf/vmlinux-cilium-testdata.btf", "x86_64-linux-gnu"),
    ("btf/vmlinux-deb-6.12.107-s390x.btf", "s390x-linux-gnu"),
    ("btf/vmlinux-retis-6.15.1-tiny-x86_64.btf", "i686-linux-gnu"),
    ("objs/synth/pahole-arm32le-deb6.1hdr.btf", "armv7-linux-gnueabi"),
    ("objs/synth/pahole-ppc32be-deb6.1hdr-layout.btf", "powerpc-linux-gnu"),
];

/// How many types of each kernel are compiled.
const TYPES: usize = 200;

fn is_tag(t: &Type<'_>) -> bool {
    matches!(t.kind(), Kind::Struct | Kind::Union | Kind::Enum | Kind::Enum64)
}

/// Structs and unions with a unique name, sorted.
fn unique(btf: &Btf) -> Vec<Type<'_>> {
    let mut by_name: HashMap<&str, Vec<Type<'_>>> = HashMap::new();
    for t in btf.types().filter(|t| is_tag(t) && !t.is_anonymous()) {
        by_name.entry(t.name()).or_default().push(t);
    }
    let single = by_name.into_values().filter(|all| all.len() == 1).map(|all| all[0]);
    let mut single: Vec<Type<'_>> = single.filter(|t| t.kind().is_composite()).collect();
    single.sort_by_key(|t| t.name());
    single
}

/// Some well-known types, and others spread over the alphabet.
fn roots(btf: &Btf) -> Vec<TypeId> {
    let single = unique(btf);
    let known = ["sk_buff", "task_struct", "tcphdr", "iphdr", "page", "tcp_sock", "net", "rq", "perf_event_attr"];
    let mut roots: Vec<TypeId> = single.iter().filter(|t| known.contains(&t.name())).map(|t| t.id()).collect();
    let step = (single.len() / (TYPES - roots.len())).max(1);
    for t in single.iter().step_by(step) {
        if roots.len() < TYPES && !roots.contains(&t.id()) {
            roots.push(t.id());
        }
    }
    roots
}

fn keyword(t: &Type<'_>) -> &'static str {
    if t.kind() == Kind::Union { "union" } else { "struct" }
}

/// Whether `offsetof` can name a member: it must be named and no bitfield.
fn has_offset(m: &btf::Member<'_>) -> bool {
    m.bits().bitfield.is_none() && !m.name().is_empty()
}

/// Assertions of the sizes of types and the offsets of members.
fn assertions(btf: &Btf, roots: &[TypeId]) -> String {
    let mut out = String::new();
    for t in roots.iter().filter_map(|&id| btf.get(id)) {
        let name = format!("{} {}", keyword(&t), t.name());
        writeln!(out, "_Static_assert(sizeof({name}) == {}, \"size of {name}\");", t.size_or_type()).expect("a string");
        for m in t.members().filter(has_offset) {
            let (member, offset) = (m.name(), m.bit_offset() / 8);
            writeln!(out, "_Static_assert(__builtin_offsetof({name}, {member}) == {offset}, \"{name}.{member}\");")
                .expect("a string");
        }
    }
    out
}

/// The source to compile.
fn source(btf: &Btf, roots: &[TypeId], options: &CFileOptions) -> String {
    let mut text = "#define BPF_NO_PRESERVE_ACCESS_INDEX\n".to_owned();
    dump::c_with_dependencies(btf, roots, &mut text, options);
    text.push_str(&assertions(btf, roots));
    text
}

/// Compiles a source; the error is the compiler's output.
fn compile(clang: &FoundTool, arguments: &[&str], source: &str) -> Result<(), String> {
    let mut clang = clang
        .command()
        .args(arguments)
        .args(["-w", "-x", "c", "-std=gnu11", "-ferror-limit=5", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| e.to_string())?;
    clang.stdin.take().expect("stdin").write_all(source.as_bytes()).map_err(|e| e.to_string())?;
    let output = clang.wait_with_output().map_err(|e| e.to_string())?;
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

#[test]
fn portable_c_of_200_types_compiles_to_the_same_layout() {
    let Some(corpus) = corpus_or_skip() else { return };
    let Ok(clang) = CLANG.found().map_err(|why| skip(&why)) else { return };
    let mut opener = Opener::new(&corpus);
    let mut wrong = Vec::new();
    let here = corpus.present(&KERNELS.map(|(file, _)| file));
    for (file, target) in KERNELS.into_iter().filter(|(file, _)| here.contains(file)) {
        let btf = opener.open(file).expect("a kernel");
        let roots = roots(&btf);
        assert_eq!(roots.len(), TYPES, "{file}");
        let options = CFileOptions { portable: true, ..CFileOptions::default() };
        if let Err(e) = compile(&clang, &["-fsyntax-only", "-target", target], &source(&btf, &roots, &options)) {
            wrong.push(format!("{file} for {target}:\n{e}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The C in libbpf's style is right for 64-bit kernels, except for a few types (packed unions, and unions enlarged by
/// their alignment).
#[test]
fn c_as_libbpf_writes_it_compiles_to_the_same_layout() {
    let Some(corpus) = corpus_or_skip() else { return };
    let Ok(clang) = CLANG.found().map_err(|why| skip(&why)) else { return };
    let (file, target) = KERNELS[0];
    let btf = Opener::new(&corpus).open(file).expect("a kernel");
    let source = source(&btf, &roots(&btf), &CFileOptions::default());
    compile(&clang, &["-fsyntax-only", "-target", target], &source).expect("the same layout");
}

/// A program that fills each bitfield of some types with ones and compares the bytes with the BTF's offsets. The
/// program prints the bitfields that differ, and exits with their number, at most 100. Also returns the number of
/// bitfields.
fn bitfield_program(btf: &Btf, roots: &[TypeId]) -> (String, usize) {
    let options = CFileOptions { portable: true, ..CFileOptions::default() };
    let mut text = source(btf, roots, &options);
    text.push_str(
        r#"
int printf(const char *, ...);
static int wrong(const unsigned char *bytes, unsigned size, unsigned from, unsigned bits, const char *name)
{
	for (unsigned i = 0; i < size * 8; i++)
		if ((bytes[i / 8] >> i % 8 & 1) != (i >= from && i < from + bits))
			return printf("%s\n", name), 1;
	return 0;
}
int main(void)
{
	int n = 0;
"#,
    );
    let mut count = 0;
    for t in roots.iter().filter_map(|&id| btf.get(id)) {
        let name = format!("{} {}", keyword(&t), t.name());
        for m in t.members() {
            let bits = m.bits();
            let (Some(width), false) = (bits.bitfield, m.name().is_empty()) else { continue };
            let (member, offset) = (m.name(), bits.offset);
            writeln!(
                text,
                "\t{{ {name} s; __builtin_memset(&s, 0, sizeof s); s.{member} = -1;\n\t  \
                 n += wrong((void *)&s, sizeof s, {offset}, {width}, \"{name}.{member}\"); }}"
            )
            .expect("a string");
            count += 1;
        }
    }
    text.push_str("\treturn n > 100 ? 100 : n;\n}\n");
    (text, count)
}

/// On a machine of the same kind, ones written into a bitfield set the bits that the BTF says.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
#[test]
fn bitfields_lie_where_the_btf_says() {
    let Some(corpus) = corpus_or_skip() else { return };
    let Ok(clang) = CLANG.found().map_err(|why| skip(&why)) else { return };
    let mut opener = Opener::new(&corpus);
    let program = std::env::temp_dir().join(format!("btfscope-bitfields-{}", std::process::id()));
    let newer = corpus.either("btf/vmlinux-cilium-testdata.btf", "btf/vmlinux-deb-6.12.107-amd64.btf");
    for file in ["btf/vmlinux-deb-6.1.176-amd64.btf", newer] {
        let btf = opener.open(file).expect("a kernel");
        let with_bitfields: Vec<TypeId> = unique(&btf)
            .into_iter()
            .filter(|t| t.members().any(|m| m.bits().bitfield.is_some() && !m.name().is_empty()))
            .map(|t| t.id())
            .collect();
        let (text, count) = bitfield_program(&btf, &with_bitfields);
        assert!(count > 1000, "{file}: only {count} bitfields");
        compile(&clang, &["-O0", "-o", &program.to_string_lossy()], &text).expect("a program");
        let output = Command::new(&program).output().expect("to run");
        std::fs::remove_file(&program).expect("to be removed");
        let wrong = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && wrong.is_empty(), "{file}: {}\n{wrong}", output.status);
    }
}
