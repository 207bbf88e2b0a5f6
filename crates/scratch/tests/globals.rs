//! Globals: their sections, and the length that an initial value gives an array, as in clang 19 for BPF (`clang -target
//! bpf -g`).

use btf::{Btf, Endian, Kind};
use scratch::{Bits, Severity, Target, compile};

fn read(source: &str) -> Btf {
    let compiled = compile(source, Target::default());
    let errors: Vec<_> = compiled.marks.iter().filter(|m| m.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:?}");
    Btf::parse(compiled.blob.expect("a blob"), None).expect("BTF")
}

/// The variables of a section with their sizes.
fn section(btf: &Btf, name: &str) -> Vec<(String, u32)> {
    let section = btf.types().find(|t| t.kind() == Kind::DataSec && t.name() == name);
    let section = section.unwrap_or_else(|| panic!("no {name}"));
    let name = |id| btf.get(id).map(|t| t.name().to_owned()).unwrap_or_default();
    section.vars().map(|v| (name(v.type_id), v.size)).collect()
}

fn list(text: &str) -> Vec<(String, u32)> {
    text.split_whitespace()
        .filter_map(|pair| pair.split_once(':'))
        .map(|(n, s)| (n.to_owned(), s.parse().expect("a number")))
        .collect()
}

const GLOBALS: &str = r#"
int counter = 5;
const char name[] = "hello\x41\n";
int zeroed = 0;
int *nul = (void *)0;
char text[] = "";
char fill[8] = {0};
long table[] = {1,2,3,4};
long sparse[] = {[5] = 1, 2};
int ranged[] = {[0 ... 9] = 7};
const volatile struct { int a, b; } cfg = { .a = 1 };
struct pt { int x, y; };
struct pt pts[] = {{1,2},{3,4}};
struct pt pz[3] = {{0,0},{.x = 0}};
int *ptr = &counter;
float fl = 0.0;
const int ci[2] = {0};
int zero;
"#;

#[test]
fn globals_are_in_the_sections_of_clang() {
    let btf = read(GLOBALS);
    assert_eq!(section(&btf, ".data"), list("counter:4 table:32 sparse:56 ranged:40 pts:16 ptr:8"));
    assert_eq!(section(&btf, ".rodata"), list("name:8 cfg:8 ci:8"));
    assert_eq!(section(&btf, ".bss"), list("zeroed:4 nul:8 text:1 fill:8 pz:24 fl:4 zero:4"));
}

#[test]
fn types_and_macros_of_the_kernel_are_known() {
    let source = "struct s {\n spinlock_t lock;\n raw_spinlock_t raw;\n DECLARE_BITMAP(mask, 100);\n u64 __percpu *hits;\n\
        struct task_struct __rcu *task;\n char __user *buf;\n u32 n;\n u32 data[] __counted_by(n);\n};\n\
        struct lines { u64 a; u64 b ____cacheline_aligned; u64 c ____cacheline_aligned_in_smp; } ____cacheline_aligned_in_smp;\n\
        struct ops { int (*open)(void); } __randomize_layout;\n\
        struct { __uint(type, BPF_MAP_TYPE_LRU_HASH); __uint(max_entries, 16); } m SEC(\".maps\");\n\
        extern int LINUX_KERNEL_VERSION __kconfig;\nextern int bpf_task_acquire(int) __ksym;\nextern const int prog_active __ksym;\nextern const void init_task __ksym;\n\
        int lined __cacheline_aligned = 1;\n";
    for endian in [Endian::Little, Endian::Big] {
        for (bits, mask, size) in [(Bits::B64, 16, 56), (Bits::B32, 16, 40)] {
            let compiled = compile(source, Target { bits, endian });
            assert_eq!(compiled.marks, [], "{bits:?}");
            let btf = Btf::parse(compiled.blob.expect("a blob"), None).expect("BTF");
            let named =
                |name: &str| btf.types().find(|t| t.name() == name && t.kind() == Kind::Struct).expect("it is there");
            let s = named("s");
            let offsets: Vec<u32> = s.members().map(|m| m.bit_offset() / 8).collect();
            assert_eq!(offsets[..3], [0, 4, 8], "{bits:?}");
            assert_eq!(offsets[3] - offsets[2], mask, "a bitmap of 100 bits");
            assert_eq!(s.size_or_type(), size, "{bits:?}");
            assert_eq!(named("spinlock").size_or_type(), 4);
            assert_eq!(named("lines").members().map(|m| m.bit_offset() / 8).collect::<Vec<_>>(), [0, 64, 128]);
            assert_eq!(named("lines").size_or_type(), 192);
        }
    }
    let btf = read(source);
    assert_eq!(section(&btf, ".kconfig"), list("LINUX_KERNEL_VERSION:4"));
    // As in clang 19: a function has size 0, void has size 1, and code has no section.
    assert_eq!(section(&btf, ".ksyms"), list("bpf_task_acquire:0 prog_active:4 init_task:1"));
    let code = read("SEC(\"xdp\") int code(void *ctx) { return 0; }\n");
    assert!(code.types().all(|t| t.name() != "xdp"));
    assert_eq!(section(&btf, ".data..cacheline_aligned"), list("lined:4"));
    let tags: Vec<&str> = btf.types().filter(|t| t.kind() == Kind::TypeTag).map(|t| t.name()).collect();
    assert_eq!(tags, ["percpu", "rcu", "user"]);
}
