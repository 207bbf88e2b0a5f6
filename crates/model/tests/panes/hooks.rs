//! Attachment points: of a kernel made by hand, and of a kernel of the corpus.

use btf::Btf;
use model::hooks::{HookKind, hooks, snippets, struct_ops};
use model::kernel_lists::{Lister, hooks_table, struct_ops_table};
use tests::reference::corpus_or_skip;

const SOURCE: &str = "
struct task { int pid; };
struct file { int f; };
typedef void (*btf_trace_switch)(void *__data, int preempt, struct task *prev);
int __traceiter_switch(void *__data, int preempt, struct task *prev);
typedef int btf_trace_wrong;
union security_list_options { int (*file_open)(struct file *file); };
int bpf_lsm_file_open(struct file *file);
int bpf_lsm_verify_prog(int x);
struct bpf_iter__task { struct task *task; };
int bpf_iter_task(struct task *task);
int bpf_iter_num_new(int x);
struct cong_ops { unsigned int (*ssthresh)(struct task *t); char name[16]; };
struct bpf_struct_ops_cong_ops { int common; struct cong_ops data; };
struct bpf_struct_ops_value { int common; char data[4]; };
int do_it(struct task *t, int);
void print_it(const char *f, ...);
";

fn made() -> Btf {
    let compiled = scratch::compile(SOURCE, scratch::Target::default());
    Btf::parse(compiled.blob.expect("a blob"), None).expect("BTF")
}

fn code(btf: &Btf, name: &str, kfunc: bool) -> Vec<String> {
    let id = btf.types().find(|t| t.name() == name).expect("a type").id();
    snippets(btf, id, kfunc).into_iter().map(|s| s.code).collect()
}

#[test]
fn hooks_are_distinguished_from_functions_of_the_same_prefix() {
    let btf = made();
    let found: Vec<(HookKind, &str)> = hooks(&btf).iter().map(|h| (h.kind, h.name)).collect();
    assert_eq!(found, [(HookKind::Lsm, "file_open"), (HookKind::Tracepoint, "switch"), (HookKind::Iterator, "task")]);
    assert_eq!(struct_ops(&btf).iter().map(|ops| ops.name).collect::<Vec<_>>(), ["cong_ops"]);
    let rows = |table: model::kernel_lists::Table| {
        table.rows.into_iter().map(|r| r.cells[1..].join(" | ")).collect::<Vec<_>>()
    };
    assert_eq!(
        rows(hooks_table(&btf, HookKind::Tracepoint)),
        ["switch | int preempt, struct task *prev | tp_btf/switch"]
    );
    assert_eq!(
        rows(struct_ops_table(&btf)),
        [
            "cong_ops | ssthresh | unsigned int (*)(struct task *) | SEC(\"struct_ops/ssthresh\") unsigned int BPF_PROG(ssthresh, struct task *arg0)",
            "cong_ops | name | char[16] | ",
        ]
    );
    let listed = Lister::new(&btf).list(1, "", 100);
    let names: Vec<&str> = listed.entries.iter().map(|e| e.name.as_str()).collect();
    assert_eq!(names, ["Tracepoints", "LSM hooks", "Iterators", "struct_ops"]);
    assert_eq!(listed.table.map(|t| t.title), Some("LSM hooks".to_owned()));
}

#[test]
fn ready_code() {
    let btf = made();
    assert_eq!(
        code(&btf, "btf_trace_switch", false),
        ["SEC(\"tp_btf/switch\")\nint BPF_PROG(switch, int preempt, struct task *prev)\n{\n\treturn 0;\n}\n"]
    );
    assert_eq!(
        code(&btf, "do_it", true),
        [
            "SEC(\"fentry/do_it\")\nint BPF_PROG(fentry_do_it, struct task *t, int arg1)\n{\n\treturn 0;\n}\n",
            "SEC(\"fexit/do_it\")\nint BPF_PROG(fexit_do_it, struct task *t, int arg1, int ret)\n{\n\treturn 0;\n}\n",
            "extern int do_it(struct task *t, int) __ksym;\n",
        ]
    );
    // The kernel attaches no trampoline to a function with variable arguments.
    assert!(code(&btf, "print_it", false).is_empty());
    assert!(code(&btf, "task", false).is_empty());
}

#[test]
fn a_kernel_has_its_hooks() {
    let Some(corpus) = corpus_or_skip() else { return };
    let btf = Btf::parse(corpus.read("btf/vmlinux-deb-6.1.176-amd64.btf"), None).expect("BTF");
    let all = hooks(&btf);
    let has = |kind, name: &str| all.iter().any(|h| h.kind == kind && h.name == name);
    assert!(has(HookKind::Tracepoint, "sched_switch") && has(HookKind::Iterator, "task"));
    assert!(has(HookKind::Lsm, "file_open") && !has(HookKind::Lsm, "verify_prog"));
    let switch = hooks_table(&btf, HookKind::Tracepoint);
    let switch = switch.rows.iter().find(|r| r.cells[1] == "sched_switch").expect("sched_switch");
    // include/trace/events/sched.h of 6.1.
    let arguments = "bool preempt, struct task_struct *prev, struct task_struct *next, unsigned int prev_state";
    assert_eq!(switch.cells[2], arguments);
    assert!(struct_ops(&btf).iter().any(|ops| ops.name == "tcp_congestion_ops"));
}

#[test]
fn ready_code_is_for_kernels_and_their_kfuncs() {
    use model::extras::Extras;
    use model::hooks::ready_code_of;
    use model::kind::FileKind;
    let source = "void work(int x) __attribute__((btf_decl_tag(\"bpf_kfunc\")));\nvoid rest(int x);\n";
    let compiled = scratch::compile(source, scratch::Target::default());
    let btf = Btf::parse(compiled.blob.expect("a blob"), None).expect("BTF");
    let tags = btf::DeclTags::new(&btf);
    let named = |name: &str| btf.types().find(|t| t.name() == name).expect("a function").id();
    // A set of kfuncs after resolve_btfids has run (linux/btf_ids.h, `BTF_KFUNCS_START`): the count, flags, then the
    // id and flags of each kfunc.
    let set: Vec<u8> = [1, 1, named("rest").0, 0].iter().flat_map(|word: &u32| word.to_le_bytes()).collect();
    let symbol = |name: &str| container::IdSymbol { name: name.into(), offset: 0, size: 16 };
    let listed = Extras {
        ids: Some(set.into()),
        symbols: Some(vec![symbol("__BTF_ID__set8__some_kfuncs")]),
        inline: None,
        sections: None,
    };
    let titles = |kind, extras: &Extras, name: &str| {
        let id = btf.types().find(|t| t.name() == name).expect("a function").id();
        ready_code_of(&btf, &tags, kind, extras, id).into_iter().map(|s| s.title).collect::<Vec<_>>()
    };
    assert_eq!(titles(FileKind::Kernel, &Extras::default(), "rest"), ["fentry", "fexit"]);
    assert_eq!(titles(FileKind::Module, &Extras::default(), "work"), ["fentry", "fexit", "kfunc"]);
    assert_eq!(titles(FileKind::Kernel, &listed, "rest"), ["fentry", "fexit", "kfunc"], "no tag, but a set");
    assert!(
        titles(FileKind::Program, &Extras::default(), "work").is_empty(),
        "nothing attaches to a program's own functions"
    );
}
