//! The ways out that the page offers as code: derived from fixtures on the corpus' kernels, and accepted by a C
//! compiler.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::Stdio;
use std::sync::Arc;

use bpf::Object;
use model::fits::{Loader, Way, WayKind};
use needs::{Kernel, Modules, Needs, Release};
use tests::fixture;
use tests::kernels::kernel;
use tests::reference::{Corpus, part_or_skip};
use tests::skip;
use xtask::tools::CLANG;

const KERNELS: [&str; 2] = ["linux-5.10.0-32-amd64_5.10.223-1.btf", "linux-6.12.107+deb13-amd64_6.12.107-1.btf"];

/// The functions of libbpf that the code calls, as bpf/libbpf.h 1.7 declares them, and the names of the kernel's
/// interface.
const LIBBPF: &str = "
#include <stdbool.h>
#include <stddef.h>
enum bpf_attach_type { BPF_TRACE_FENTRY = 24, BPF_LSM_MAC = 27, BPF_TRACE_RAW_TP = 23 };
enum bpf_prog_type { BPF_PROG_TYPE_KPROBE = 2, BPF_PROG_TYPE_NETFILTER = 32 };
enum bpf_map_type { BPF_MAP_TYPE_ARENA = 33 };
enum bpf_func_id { BPF_FUNC_get_func_ip = 173 };
struct bpf_program;
struct bpf_map;
int libbpf_find_vmlinux_btf_id(const char *name, enum bpf_attach_type attach_type);
int libbpf_probe_bpf_prog_type(enum bpf_prog_type prog_type, const void *opts);
int libbpf_probe_bpf_map_type(enum bpf_map_type map_type, const void *opts);
int libbpf_probe_bpf_helper(enum bpf_prog_type prog_type, enum bpf_func_id helper_id, const void *opts);
int bpf_program__set_autoload(struct bpf_program *prog, bool autoload);
int bpf_map__set_autocreate(struct bpf_map *map, bool autocreate);
struct skeleton {
	struct { struct bpf_program *hook, *helper, *gone, *p; } progs;
	struct { struct bpf_map *m; } maps;
};
";

/// For each program of a fixture that has a way out: the program's name, and its first way out.
fn ways(corpus: &Corpus, file: &str) -> Vec<(String, Way)> {
    let kernels: Vec<Kernel> =
        KERNELS.iter().map(|name| Kernel::new(Release::parse(name), kernel(corpus, name), Modules::Absent)).collect();
    let needs = Needs::of(Arc::new(Object::parse(fixture::read(file)).expect("an object")));
    let fits = model::fits::fits(&needs, &kernels.iter().collect::<Vec<_>>(), &|_, _| {});
    let programs = fits.rows.iter().filter(|row| row.is_program());
    let of = |row: &model::fits::FitRow| row.cells.iter().find_map(|cell| Some((row.name.clone(), cell.way.clone()?)));
    programs.filter_map(of).collect()
}

fn way(kind: WayKind, name: &str, of: &str) -> Way {
    Way { kind, name: name.to_owned(), of: of.to_owned() }
}

#[test]
fn ways_out_follow_from_needs_and_compile() {
    let Some(corpus) = part_or_skip("kernels") else { return };
    let found = ways(&corpus, "stories.clang.bpfel.o");
    let of = |program: &str| found.iter().find(|(name, _)| name == program).map(|(_, way)| way).expect(program);
    assert_eq!(*of("hook"), way(WayKind::Target, "bpf_prog_alloc_security", "BPF_LSM_MAC"));
    assert_eq!(*of("helper"), way(WayKind::Helper, "BPF_FUNC_get_func_ip", "BPF_PROG_TYPE_KPROBE"));
    // The C of a guard is made by `relo::guard`. The test `relo/guard.rs` compiles it.
    assert_eq!(of("state").kind, WayKind::Guard);
    assert!(of("state").name.contains("bpf_core_field_exists(p->state)"), "{}", of("state").name);

    let Ok(clang) = CLANG.found().map_err(|why| skip(&why)) else { return };
    let others = [
        way(WayKind::Target, "block_io_start", "BPF_TRACE_RAW_TP"),
        way(WayKind::RawTracepoint, "block_io_start", "BPF_TRACE_RAW_TP"),
        way(WayKind::ProgramType, "BPF_PROG_TYPE_NETFILTER", ""),
        way(WayKind::MapType, "BPF_MAP_TYPE_ARENA", "m"),
    ];
    let mut source = format!("{LIBBPF}void f(struct skeleton *obj)\n{{\n");
    let own = found.iter().filter(|(_, way)| way.is_of_loader()).map(|(program, way)| (program.as_str(), way));
    for (program, way) in own.chain(others.iter().map(|way| ("p", way))) {
        source.push_str(&way.code(Loader::Libbpf, program).expect("libbpf asks all of them"));
    }
    writeln!(source, "}}").expect("a string");
    let mut child = clang
        .command()
        .args(["-Wall", "-Wextra", "-Werror", "-x", "c", "-", "-c", "-o", "/dev/null"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("clang starts");
    child.stdin.take().expect("a pipe").write_all(source.as_bytes()).expect("clang reads");
    let output = child.wait_with_output().expect("clang ends");
    assert!(output.status.success(), "{}\n{source}", String::from_utf8_lossy(&output.stderr));
}
