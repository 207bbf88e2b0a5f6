//! `disasm`: programs as text.

use std::fs;

use tests::fixture;
use tests::reference::corpus_or_skip;

use crate::run::{bad, folder, good, program, run, text};

const OBJECT: &str = "core.clang.bpfel.o";

#[test]
fn instructions_with_their_relocations() {
    let all = good(&format!("disasm {OBJECT}"));
    let headings: Vec<&str> = all.lines().filter(|l| !l.starts_with(' ') && !l.is_empty()).collect();
    // Each of the four headings has two lines: the name and the prototype.
    assert_eq!(headings.len(), 8, "{headings:?}");
    assert!(headings[0].starts_with("kprobe/offsets: offsets (kprobe on offsets, "), "{}", headings[0]);
    let one = good(&format!("disasm {OBJECT} --section kprobe/offsets"));
    assert!(all.starts_with(&one), "a section is a part of the whole");
    let lines: Vec<&str> = one.lines().collect();
    assert_eq!(lines[1], "long offsets(struct task *task):");
    assert!(lines[2].starts_with("     0: (") && lines[2].contains("; CO-RE byte_off struct task."), "{}", lines[2]);
    assert!(!one.contains("\n; "), "no source unless asked for");
}

#[test]
fn source_lines_stand_above_their_instructions() {
    let object = fixture::project().join("static/samples/sample.bpf.o");
    let text = good(&format!("disasm {} --source --section fentry/tcp_connect", text(&object)));
    let start = "\
fentry/tcp_connect: on_connect (tracing, trace_fentry on tcp_connect, 26 instructions, sample.bpf.c:85)
int on_connect(u64 *arguments):
; struct sock *sock = (struct sock *)arguments[0];  @ sample.bpf.c:85
     0: (79) r6 = *(u64 *)(r1 +0)
; struct task_struct *task = current_task();  @ sample.bpf.c:86
     1: (85) call bpf_get_current_task_btf#158
; u32 process = task->tgid;  @ sample.bpf.c:87
     2: (61) r1 = *(u32 *)(r0 +0)           ; CO-RE byte_off struct task_struct.tgid (0:0 @ offset 0)
     3: (63) *(u32 *)(r10 -4) = r1
     4: (bf) r2 = r10
     5: (07) r2 += -4
; struct event *event = map_lookup(&events, &process);  @ sample.bpf.c:88
     6: (18) r1 = 0x0                       ; map events
     8: (85) call bpf_map_lookup_elem#1
";
    assert!(text.starts_with(start), "{text}");
    assert!(text.contains("(18) r2 = 0x0                       ; .rodata watched_port\n"), "{text}");
}

#[test]
fn both_byte_orders_read_the_same() {
    let orders = ["core.clang.bpfel.o", "core.clang.bpfeb.o"];
    let [little, big] = orders.map(|file| good(&format!("disasm {file} --section kprobe/types")));
    assert_eq!(little, big);
}

#[test]
fn llvm_objdump_s_notation() {
    let listing = good(&format!("disasm {OBJECT} --llvm --section kprobe/offsets"));
    assert!(
        listing.starts_with("\nDisassembly of section kprobe/offsets:\n\n0000000000000000 <offsets>:\n"),
        "{listing}"
    );
    assert!(listing.contains("CO-RE <byte_off> ["), "{listing}");
    let Some(corpus) = corpus_or_skip() else { return };
    let rows = corpus.index();
    let program = rows.iter().find(|row| row.file.ends_with("/bashreadline.bpf.o")).expect("a program of libbpf-tools");
    let file = corpus.either("objs/cilium/testdata_loader-clang-22-el.elf", &program.file);
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let theirs = String::from_utf8(corpus.reference(file, "objdump.txt").unwrap()).unwrap();
    let (_, theirs) = theirs.split_once("elf64-bpf").unwrap();
    let ours = good(&format!("disasm --llvm {}", text(&corpus.path(file))));
    assert_eq!(words(&ours), words(theirs));
}

#[test]
fn objects_without_btf_are_read() {
    let Some(corpus) = corpus_or_skip().filter(|c| c.has_or_skip("objs/cilium/")) else { return };
    let path = corpus.path("objs/cilium/testdata_loader_nobtf-el.elf");
    assert!(good(&format!("disasm {}", text(&path))).contains("call pc-1                      ; calls static_fn\n"));
}

#[test]
fn packed_objects_without_btf_are_read() {
    let packed = fixture::project().join("tests/fixtures/packed/bare.xz");
    assert!(good(&format!("disasm {}", text(&packed))).contains("; calls area\n"));
    assert!(good(&format!("relocs --elf {}", text(&packed))).contains("R_BPF_64_32"));
    let e = bad(&format!("info {}", text(&packed)), 2);
    assert!(e.contains("expected a section .BTF, which clang -g -target bpf writes"), "{e}");
}

#[test]
fn what_cannot_be_disassembled() {
    let e = bad("disasm kernel.x86_64.o", 2);
    assert_eq!(
        e,
        "kernel.x86_64.o: found another kind of file (kernel); expected a BPF program object (an ELF file for machine bpf)"
    );
    let e = bad(&format!("disasm {OBJECT} --section xdp"), 1);
    assert!(e.starts_with("core.clang.bpfel.o: no section “xdp” with instructions; there are kprobe/offsets, "), "{e}");
    assert!(bad("disasm no-such-file", 2).starts_with("no-such-file: No such file"));
    assert_eq!(run(&["disasm", OBJECT, "--llvm", "--source"]).status, 2);
    // A section that ends beyond the file.
    let folder = folder("disasm");
    let mut bytes = fixture::read(OBJECT);
    let table = u64::from_le_bytes(bytes[40..48].try_into().unwrap()) as usize;
    // A byte of the size of the section with index 2.
    bytes[table + 2 * 64 + 32 + 5] = 1;
    let path = folder.join("cut.o");
    fs::write(&path, bytes).unwrap();
    let cut = run(&["disasm", text(&path)]);
    assert_eq!(cut.status, 2);
    assert!(cut.err.contains("damaged, so this is not all of it: section .text: it ends at byte "), "{}", cut.err);
}

#[test]
fn a_reader_that_closes_the_pipe_is_no_error() {
    use std::process::Stdio;
    let mut child = program().args(["disasm", OBJECT]).stdout(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    assert!(child.wait().unwrap().success());
}
