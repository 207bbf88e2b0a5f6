//! Error messages in the logs of the corpus: each log gives the right entry of the table, and its line is the first to
//! look at. The program does not matter, because the explanations do not depend on it.

use std::fs;
use std::path::Path;

use logs::{LogReading, explain, is_log_alone, read};
use model::program::Program;
use model::relocations::Core;
use tests::reference::part_or_skip;

/// Each log with the entry of the table, and a part of the line to look at first.
const LOGS: &[(&str, &str, &str)] = &[
    ("attach-func-missing", "attach-target-missing", "failed to find kernel BTF type ID of 'no_such_function'"),
    ("beyond-struct", "struct-member", "access beyond struct task_struct"),
    ("btf-datasec-var", "btf-refused", "Not a VAR kind member"),
    ("btf-func-proto", "btf-refused", "Invalid type_id"),
    ("btf-invalid-kind", "btf-refused", "Invalid kind:25"),
    ("btf-invalid-member", "btf-refused", "Invalid member"),
    ("btf-invalid-type-id", "btf-refused", "Invalid type_id"),
    ("btf-kind-flag", "btf-refused", "Invalid btf_info kind_flag"),
    ("btf-magic", "btf-refused", "Invalid magic"),
    ("btf-section-len", "btf-refused", "Unsupported section found"),
    ("core-poison", "core-relocation", "failed to resolve CO-RE relocation"),
    ("core-poison-func", "core-relocation", "failed to resolve CO-RE relocation"),
    ("ctx-modified", "modified-pointer", "dereference of modified ctx ptr R1"),
    ("ctx-variable", "variable-pointer", "variable ctx access"),
    ("ctx-write", "context-access", "invalid bpf_context access off=12 size=4"),
    ("dynptr-uninit", "dynptr-uninitialised", "Expected an initialized dynptr"),
    ("exit-range", "exit-value", "At program exit"),
    ("exit-unknown", "exit-value", "At program exit"),
    ("global-return", "function-arguments", "Global function sub() doesn't return scalar"),
    ("gpl-only", "license", "cannot call GPL-restricted function"),
    ("gpl-struct", "license", "Cannot access kernel 'struct task_struct'"),
    ("helper-wrong-type", "helper-not-for-type", "program of this type cannot use helper"),
    ("infinite-loop", "loop", "infinite loop detected at insn 1"),
    ("iter-missing", "reference-leak", "Unreleased reference id=1 alloc_insn=4"),
    ("key-too-big", "stack-bounds", "invalid read from stack R2 off=-4 size=64"),
    ("kfunc-might-sleep", "might-sleep", "program must be sleepable"),
    ("kfunc-missing", "kfunc-missing", "extern (func ksym) 'no_such_kfunc'"),
    ("kfunc-null", "trusted-argument", "Possibly NULL pointer passed to trusted arg0"),
    ("kfunc-trusted", "trusted-argument", "R1 must be a rcu pointer"),
    ("last-insn", "falls-through", "last insn is not an exit or jmp"),
    ("lock-call", "spin-lock", "function calls are not allowed"),
    ("lock-missing", "spin-lock", "cannot be used inside bpf_spin_lock-ed region"),
    ("lock-tracing", "spin-lock", "tracing progs cannot use bpf_spin_lock"),
    ("map-value-max", "map-value-bounds", "invalid access to map value, value_size=64 off=71"),
    ("map-value-min", "map-value-bounds", ""),
    ("math-unbounded-min", "unbounded-min", "math between"),
    ("mem-map-value-or-null", "null-access", "invalid mem access 'map_value_or_null'"),
    ("mem-ptr-or-null", "null-access", "or_null"),
    ("mem-scalar", "scalar-access", "invalid mem access 'scalar'"),
    ("min-negative", "negative", "R3 min value is negative"),
    ("misaligned-atomic", "misaligned", "misaligned access"),
    ("misaligned-stack", "misaligned", "misaligned stack access"),
    ("not-known-constant", "not-constant", "R2 is not a known constant"),
    ("null-check-arith", "null-arithmetic", "null-check it first"),
    ("only-read", "read-only", "only read is supported"),
    ("packet-variable", "packet-bounds", "invalid access to packet"),
    ("packet-write", "read-only", "cannot write into packet"),
    ("printk-fmt", "negative", "R2 min value is negative"),
    ("ptr-bitwise", "pointer-arithmetic", "bitwise operator &="),
    ("ptr-member", "struct-member", "cannot access ptr member mm"),
    ("ptr-op", "pointer-arithmetic", "with *= operator"),
    ("rdonly-write", "read-only", "R1 cannot write into sock_common"),
    ("read-ok", "uninitialised", "R2 !read_ok"),
    ("read-ok-exit", "uninitialised", "R0 !read_ok"),
    ("ref-unacquired", "argument-type", "R1 type=map_value expected=ringbuf_mem"),
    ("register-fill", "spill-size", "register fill"),
    ("register-spill", "spill-size", "register spill"),
    ("same-insn", "same-instruction", "same insn"),
    ("section-name", "section-name", "missing BPF prog type"),
    ("stack-combined", "stack-calls", "combined stack size"),
    ("stack-var-off", "stack-variable", "variable-offset write to stack R2"),
    ("stack-write", "stack-bounds", "invalid write to stack R10"),
    ("subprog-args", "argument-type", "R1 type=scalar expected=fp"),
    ("type-expected", "argument-type", "R2 type=scalar"),
    ("type-expected-ctx", "argument-type", "R1 type=fp expected=ctx"),
    ("unbounded-memory", "unbounded-length", "R2 unbounded memory access"),
    ("unreachable", "unreachable", "unreachable insn 2"),
    ("zero-sized-read", "zero-length", "invalid zero-sized read"),
];

fn program() -> Program {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../static/samples/sample.bpf.o");
    Program::new(bpf::Object::parse(fs::read(path).expect("the sample")).expect("an object"))
}

/// The entry that explains the first line to look at, and the line.
fn first<'t>(reading: &'t LogReading, text: &'t str) -> (&'t str, &'t str) {
    let line = reading.first.unwrap_or_else(|| panic!("no line to look at first in\n{text}"));
    let error = reading.error_at(line).unwrap_or_else(|| panic!("line {line} has no explanation in\n{text}"));
    assert!(!error.causes.is_empty() && !error.change.is_empty(), "{}", error.id);
    let line = match reading.lines.is_empty() {
        true => text.lines().nth(line),
        false => reading.lines.get(line).map(String::as_str),
    };
    (&error.id, line.expect("the line"))
}

#[test]
fn each_log_of_the_corpus_gives_its_entry() {
    let Some(corpus) = part_or_skip("logs") else { return };
    let folder = corpus.root().join("logs");
    let program = program();
    let core = Core { program: &program, kernels: &[] };
    let mut met = 0;
    let mut names: Vec<String> = fs::read_dir(&folder)
        .expect("the logs")
        .filter_map(|entry| Some(entry.expect("an entry").file_name().to_str()?.strip_suffix(".log")?.to_owned()))
        .collect();
    names.sort();
    for name in &names {
        let (_, id, part) =
            LOGS.iter().find(|(of, ..)| of == name).unwrap_or_else(|| panic!("{name} is not in the list"));
        let text = fs::read_to_string(folder.join(format!("{name}.log"))).expect("a log");
        assert!(is_log_alone(&text), "{name}");
        let shown = read(&core, &text, None);
        let (found, line) = first(&shown, &text);
        assert_eq!(found, *id, "{name}");
        assert!(line.contains(part), "{name}: {line}");
        // One explanation for each log: of related lines, only the line that says more is explained.
        assert_eq!(shown.errors.len(), 1, "{name}: {:?}", shown.errors);
        // The explanation without a program is the same.
        assert_eq!(explain(&text).errors, shown.errors, "{name}");
        // As other programs print it: with colours, other blanks, prefixes or other line ends.
        let each = |f: &dyn Fn(usize, &str) -> String| {
            text.lines().enumerate().fold(String::new(), |all, (n, line)| all + &f(n + 1, line) + "\n")
        };
        for (form, other) in [
            ("colours", each(&|_, line| format!("\u{1b}[33m{}\u{1b}[0m", line.replace(' ', " \u{1b}[1m")))),
            ("NBSP", text.replace(' ', "\u{a0}")),
            ("grep", each(&|n, line| format!("{n}:{line}"))),
            ("grep of files", each(&|n, line| format!("verifier.log:{n}:{line}"))),
            ("journal", each(&|_, line| format!("Nov 22 20:38:11 host agent[123]: {line}"))),
            (
                "libbpf",
                each(&|_, line| if line.starts_with("libbpf: ") { line.to_owned() } else { format!("libbpf: {line}") }),
            ),
            ("CRLF", text.replace('\n', "\r\n")),
        ] {
            assert!(is_log_alone(&other), "{name}, {form}");
            let reading = read(&core, &other, None);
            assert_eq!(first(&reading, &other).0, *id, "{name}, {form}");
            assert_eq!(reading.errors, shown.errors, "{name}, {form}");
        }
        met += 1;
    }
    println!("{met} logs give their entries");
    assert!(met >= 60, "{met}");
}

/// The explanation of each BTF log has the broken rule.
#[test]
fn faults_of_btf_logs_say_their_rule() {
    let Some(corpus) = part_or_skip("logs") else { return };
    for (name, rule, id) in [
        ("btf-invalid-kind", "The kind is one that the kernel knows", Some(1)),
        ("btf-invalid-member", "A member has a type with a size", Some(2)),
        ("btf-kind-flag", "kind_flag is 0", Some(1)),
        ("btf-magic", "The magic is 0xeb9f", None),
        ("btf-section-len", "The sections fill the data behind the header without gaps", None),
        ("btf-datasec-var", "Entries of a section are VARs", Some(2)),
    ] {
        let text = fs::read_to_string(corpus.root().join(format!("logs/{name}.log"))).expect("a log");
        let means = &explain(&text).errors[0].means;
        assert!(means.contains(rule), "{name}: {means}");
        assert_eq!(means.contains("type ["), id.is_some(), "{name}: {means}");
        assert!(id.is_none_or(|id| means.contains(&format!("type [{id}]"))), "{name}: {means}");
    }
}

/// A message that is not in the table has no explanation. The first line to look at is then the first line that reports
/// a failure.
#[test]
fn unknown_messages_are_not_explained() {
    let program = program();
    let core = Core { program: &program, kernels: &[] };
    let text = "libbpf: prog 'p': BPF program load failed: Permission denied\n0: R1=ctx() R10=fp0\nR1 does something new\nprocessed 1 insns (limit 1000000)\n";
    let reading = read(&core, text, None);
    assert_eq!((reading.errors.len(), reading.first), (0, Some(0)));
    assert!(read(&core, "nothing\n", None).first.is_none());
}
