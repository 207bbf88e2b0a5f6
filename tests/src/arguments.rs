//! The programs in `arguments/` of the corpus: small C programs, each with the answer of a real kernel (Linux 6.18.44,
//! x86-64).

use std::fs;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use bpf::Object;
use btf::Btf;

use crate::reference::Corpus;

/// A program and the kernel's answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The program's name.
    pub name: String,
    /// The ELF section of the program.
    pub section: String,
    /// The declaration of its parameter, in C.
    pub context: String,
    /// The body of its function.
    pub body: String,
    /// Whether the kernel accepted it.
    pub accepted: bool,
    /// The last line of the log, if the kernel refused it.
    pub last_line: String,
}

/// Reads all rows of the table `arguments/programs.tsv`.
///
/// # Panics
/// When the table cannot be read.
pub fn rows(corpus: &Corpus) -> Vec<Row> {
    let text = fs::read_to_string(corpus.root().join("arguments/programs.tsv")).expect("a table");
    let row = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let at = |i: usize| fields.get(i).copied().unwrap_or_default().to_owned();
        let accepted = at(4) == "accepted";
        Row { name: at(0), section: at(1), context: at(2), body: at(3), accepted, last_line: at(5) }
    };
    text.lines().skip(1).map(row).collect()
}

/// Declarations that the bodies use.
const AROUND: &str = r#"
#define SEC(name) __attribute__((section(name), used))
#define __ksym __attribute__((section(".ksyms")))
static void *(*bpf_map_lookup_elem)(void *map, const void *key) = (void *)1;
static __u64 (*bpf_get_current_task)(void) = (void *)35;
static long (*bpf_probe_read_kernel)(void *to, __u32 size, const void *from) = (void *)113;
static long (*bpf_copy_from_user)(void *to, __u32 size, const void *from) = (void *)148;
static struct task_struct *(*bpf_get_current_task_btf)(void) = (void *)158;
extern void *bpf_rdonly_cast(const void *from, __u32 type) __ksym __attribute__((weak));
extern const void linux_banner __ksym __attribute__((weak));
struct {
	int (*type)[2];
	int (*max_entries)[4];
	__u32 *key;
	__u64 *value;
} arr SEC(".maps");
int *gp;
const volatile int never = 0;
static __attribute__((noinline)) int sub_deref(int *p) { return *p; }
__attribute__((noinline)) int glob_deref(int *p) { return p ? *p : 0; }
char LICENSE[] SEC("license") = "GPL";
"#;

/// One C source file with the types of `kernel` and all programs.
#[must_use]
pub fn source(rows: &[Row], kernel: &Btf) -> String {
    let mut text = String::new();
    dump::c(kernel, &mut text, &dump::CFileOptions::default());
    text.push_str(AROUND);
    for row in rows {
        text.push_str(&format!("SEC(\"{}\") int {}({}) {{ {} }}\n", row.section, row.name, row.context, row.body));
    }
    text
}

/// A number for the folder of each compilation, since tests of one process compile at the same time.
static COMPILED: AtomicU32 = AtomicU32::new(0);

/// The programs as one object, compiled by clang with the types of `kernel`.
///
/// # Panics
/// When clang does not compile them.
pub fn compiled(mut clang: Command, rows: &[Row], kernel: &Btf) -> Arc<Object> {
    let nth = COMPILED.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("btfscope-arguments-{}-{nth}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let (c, o) = (folder.join("prog.c"), folder.join("prog.o"));
    fs::write(&c, source(rows, kernel)).expect("a file");
    let args = ["-target", "bpfel", "-g", "-O2", "-Wno-everything", "-c", "-o"];
    let status = clang.args(args).arg(&o).arg(&c).status().expect("clang starts");
    assert!(status.success(), "clang compiles {}", c.display());
    let object = crate::kernels::object(&o);
    fs::remove_dir_all(&folder).ok();
    object
}
