//! The changes between two kernels that affect a program: changes of fields that it reads, not of other fields in
//! the same types. The program is `tests/fixtures/src/used.bpf.c`. Each case changes one thing, and its answer was
//! worked out by hand.

use std::ops::ControlFlow;
use std::sync::Arc;

use bpf::Object;
use btf::{Btf, Budget, Ext};
use model::compare::{ChangeEffect, Changes, Used};
use relate::{CompareOptions, compare};
use scratch::{Target, compile};
use tests::blob::{Blob, Order};
use tests::ext_blob::{ExtBlob, SubSection};
use tests::fixture;

/// The kernel that the program was made for.
const KERNEL: &str = "
typedef unsigned int count_t;
enum mode { MODE_A, MODE_B };
struct inner { int low; int high; };
struct part { int x; int y; };
struct cell { int value; int rest; };
struct sized { int one; };
struct other { int pid; };
struct holder {
    int pid;
    int tgid;
    struct inner inner;
    struct part part;
    struct { int a; int b; } named;
    union { int u; int v; };
    struct cell grid[4];
    count_t typed;
    int asked;
    int last;
};
int vfs_read(struct holder *h);
int vfs_write(struct holder *h);
";

/// A replacement in the kernel's source, and the types with changes that affect the program: name, number of changes,
/// and the worst effect.
type Case = (&'static str, &'static str, &'static [(&'static str, u32, ChangeEffect)]);

const CASES: [Case; 19] = [
    // Fields that the program reads.
    ("int pid;\n    int tgid;", "long pid;\n    int tgid; int more;", &[("holder", 9, ChangeEffect::Silent)]),
    ("struct holder {\n    int pid;", "struct holder {\n    unsigned pid;", &[("holder", 1, ChangeEffect::Silent)]),
    ("int low; int high;", "int low; unsigned high;", &[("inner", 1, ChangeEffect::Silent)]),
    ("int a; int b;", "int a; float b;", &[("holder", 1, ChangeEffect::Refused)]),
    ("int u; int v;", "float u; int v;", &[("holder", 1, ChangeEffect::Refused)]),
    ("int value; int rest;", "unsigned value; int rest;", &[("cell", 1, ChangeEffect::Silent)]),
    ("typedef unsigned int", "typedef int", &[("count_t", 1, ChangeEffect::Silent)]),
    // Other fields.
    ("int pid;\n    int tgid;", "int pid;\n    unsigned tgid;", &[]),
    ("int low; int high;", "unsigned low; int high;", &[]),
    ("int a; int b;", "float a; int b;", &[]),
    ("int u; int v;", "int u; float v;", &[]),
    ("int last;", "", &[]),
    ("struct other { int pid; };", "struct other { long pid; };", &[]),
    ("int value; int rest;", "int value; unsigned rest;", &[]),
    ("MODE_A, MODE_B", "MODE_C = 7, MODE_A = 0, MODE_B", &[]),
    // Types read as a whole, and types whose existence is asked for.
    ("int x; int y;", "int x; float y;", &[("part", 1, ChangeEffect::Refused)]),
    ("int one;", "int one; int two;", &[("sized", 2, ChangeEffect::Harmless)]),
    ("MODE_A, MODE_B", "MODE_A, MODE_NEW, MODE_B", &[("mode", 1, ChangeEffect::Silent)]),
    ("int vfs_read(struct holder *h)", "int vfs_read(struct other *h)", &[("vfs_read", 1, ChangeEffect::Silent)]),
];

fn blob(source: &str) -> Btf {
    let compiled = compile(source, Target::default());
    assert!(!compiled.has_errors(), "{:?}", compiled.marks);
    Btf::parse(compiled.blob.expect("a blob"), None).expect("BTF")
}

fn used() -> Used {
    let object = Object::parse(fixture::read("used.clang.bpfel.o")).expect("an object");
    Used::of(object.btf().expect("BTF"), object.ext().expect(".BTF.ext"))
}

/// The types with changes that affect the program: name, number of changes, worst effect.
fn of_use(used: &Used, old: &Btf, new: &Btf) -> Vec<(String, u32, ChangeEffect)> {
    let budget = Budget::of([old, new]);
    let options = CompareOptions { own_only: false };
    let found = compare(old, new, &options, &budget, &mut |_, _| ControlFlow::Continue(())).expect("room");
    let list = Changes::new(old, new, &found.expect("not broken off"));
    let useful = list.types.iter().filter_map(|t| used.of_type(old, new, t, &budget).expect("room"));
    let name = |id, btf: &Btf| btf.get(id).map_or(String::new(), |t| t.name().to_owned());
    useful.map(|t| (if t.new.is_void() { name(t.old, old) } else { name(t.new, new) }, t.changes, t.effect)).collect()
}

#[test]
fn only_fields_that_are_read_are_of_use() {
    let old = Arc::new(blob(KERNEL));
    for (from, to, expected) in CASES {
        assert_eq!(KERNEL.matches(from).count(), 1, "{from}");
        let found = of_use(&used(), &old, &blob(&KERNEL.replace(from, to)));
        let found: Vec<(&str, u32, ChangeEffect)> =
            found.iter().map(|(name, n, effect)| (name.as_str(), *n, *effect)).collect();
        assert_eq!(found, expected, "{from} -> {to}");
    }
}

#[test]
fn types_that_are_gone_are_of_use_where_they_were_used() {
    let old = blob(KERNEL);
    let new = blob(&KERNEL.replace("struct sized { int one; };", "").replace("struct other { int pid; };", ""));
    assert_eq!(of_use(&used(), &old, &new), [("sized".to_owned(), 0, ChangeEffect::Refused)]);
}

#[test]
fn parts_are_asked_for_by_their_paths() {
    let used = used();
    for (of, part) in [
        ("holder", "pid"),
        ("holder", "named.b"),
        ("holder", "named"),
        ("holder___flavour", "u"),
        ("inner", "high"),
        ("part", "y"),
        ("cell", "value"),
        ("mode", "MODE_B"),
        ("holder", "asked"),
    ] {
        assert!(used.uses(of, part), "{of}.{part}");
    }
    for (of, part) in [
        ("holder", "tgid"),
        ("holder", "named.a"),
        ("inner", "low"),
        ("cell", "rest"),
        ("mode", "MODE_A"),
        ("other", "pid"),
    ] {
        assert!(!used.uses(of, part), "{of}.{part}");
    }
}

/// What an object with one program uses: its only hint is the name of the program's section.
fn attached(section: &str) -> Used {
    let mut blob = Blob::new(Order::Little);
    let prototype = blob.prototype(0, &[]);
    let function = blob.function("program", prototype, 1);
    let name = blob.string(section);
    let func_info = SubSection { record_size: 8, blocks: vec![(name, vec![vec![0, function]])] };
    let ext = ExtBlob { func_info: Some(func_info), ..ExtBlob::new(Order::Little, 32) };
    Used::of(&Btf::parse(blob.build(), None).expect("BTF"), &Ext::parse(ext.build()).expect(".BTF.ext"))
}

/// The forms of sections are those of libbpf's table (`section_defs`).
#[test]
fn a_section_names_the_function_or_tracepoint_that_is_of_use() {
    const OLD: &str = "
typedef unsigned int btf_trace_sched_switch;
int vfs_read(int file);
int bpf_lsm_socket_bind(int socket);
int bpf_iter_task(int task);
";
    let new = OLD.replace("unsigned int", "int").replace("(int ", "(unsigned ");
    let (old, new) = (blob(OLD), blob(&new));
    for (section, expected) in [
        ("kprobe/vfs_read+0x4", Some("vfs_read")),
        ("kprobe/vfs_read.isra.0", Some("vfs_read")),
        ("?fentry.s/vfs_read", Some("vfs_read")),
        ("fsession/vfs_read", Some("vfs_read")),
        ("fexit/nf_conntrack:vfs_read", Some("vfs_read")),
        ("kprobe.multi/vfs_read", Some("vfs_read")),
        ("kprobe.session/vfs_read", Some("vfs_read")),
        ("fexit.multi.s/vfs_read", Some("vfs_read")),
        ("raw_tp/sched_switch", Some("btf_trace_sched_switch")),
        ("raw_tracepoint.w/sched_switch", Some("btf_trace_sched_switch")),
        ("tp_btf.s/sched_switch", Some("btf_trace_sched_switch")),
        ("tp/sched/sched_switch", Some("btf_trace_sched_switch")),
        ("lsm_cgroup/socket_bind", Some("bpf_lsm_socket_bind")),
        ("iter.s/task", Some("bpf_iter_task")),
        // A pattern names many functions; the others none of the kernel.
        ("kprobe.multi/vfs_*", None),
        ("uprobe/vfs_read", None),
        ("fentry", None),
        ("xdp", None),
    ] {
        let found = of_use(&attached(section), &old, &new);
        let names: Vec<&str> = found.iter().map(|(name, ..)| name.as_str()).collect();
        assert_eq!(names, expected.into_iter().collect::<Vec<_>>(), "{section}");
    }
}
