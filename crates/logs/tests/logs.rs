//! Logs in the forms that people have: bare, with prefixes of loggers, as dumps. The texts are a log from a kernel, and
//! logs made of the program's own listing.

use std::cell::Cell;
use std::fmt::Write;
use std::path::Path;

use logs::{LogLink, LogReading, is_log, read};
use model::program::{ListingRow, Program};
use model::relocations::Core;
use tests::clock::ends;
use tests::extended::{is_extended, seed};
use wire::Packed;

fn file(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn program(name: &str) -> Program {
    Program::new(bpf::Object::parse(file(name)).expect("an object"))
}

fn links(program: &Program, text: &str, selected: Option<usize>) -> LogReading {
    read(&Core { program, kernels: &[] }, text, selected)
}

/// The targets of links, without their lines.
fn to(links: &[LogLink]) -> Vec<(String, Option<usize>, Option<u32>)> {
    links.iter().map(|l| (l.about.clone(), l.function, l.slot)).collect()
}

const KFUNC: &str = "tests/fixtures/bin/stories-kfunc.clang.bpfel.o";

/// The log of Linux 6.18 for `stories-kfunc.bpf.c`, through libbpf.
fn kfunc_log() -> String {
    String::from_utf8(file("tests/fixtures/logs/kfunc-6.18.txt")).expect("UTF-8")
}

#[test]
fn a_log_of_a_kernel_leads_to_each_instruction() {
    let program = program(KFUNC);
    let reading = links(&program, &kfunc_log(), None);
    // The log has the instructions three times: in the list of live registers, on the verifier's first path, and in
    // part on its second path.
    let slots: Vec<u32> = reading.links.iter().filter_map(|l| l.slot).collect();
    assert_eq!(slots, [0, 1, 2, 3, 4, 5, 0, 0, 0, 1, 1, 2, 2, 3, 4, 4, 5, 4, 4, 4, 5]);
    let sources: Vec<&str> = reading.links.iter().map(|l| l.about.as_str()).filter(|a| a.contains(".c:")).collect();
    assert_eq!(sources, [15, 17, 18, 19].map(|line| format!("stories-kfunc.bpf.c:{line}")));
    assert!(reading.taken.is_empty(), "{:?}", reading.taken);
    assert_eq!(Packed::new(&reading).read::<LogReading>().as_ref(), Some(&reading));
}

/// The same log as other programs print it.
#[test]
fn wrapped_logs_give_the_same_links() {
    let program = program(KFUNC);
    let log = kfunc_log();
    let wanted = to(&links(&program, &log, None).links);
    let bare: String = log.lines().filter(|l| !l.contains("LOAD LOG")).fold(String::new(), |all, l| all + l + "\n");
    let prefixed = |prefix: &str| bare.lines().fold(String::new(), |all, line| all + prefix + line + "\n");
    let escaped = bare.replace('\n', "\\n").replace('\t', "\\t");
    let forms = [
        ("bare", bare.clone()),
        ("dmesg", prefixed("[  123.456789] ")),
        ("dmesg -T", prefixed("[Sun Nov 22 20:38:00 2026] ")),
        ("journalctl", prefixed("Nov 22 20:38:11 host agent[123]: ")),
        ("journalctl -k", prefixed("Nov 22 20:38:11 host kernel: [  123.456789] ")),
        ("dmesg -r", prefixed("<6>[  123.456789] ")),
        ("dmesg -x", prefixed("kern  :info  : [  123.456789] ")),
        ("dmesg of a kernel that prints callers", prefixed("[  123.456789][  T1234] ")),
        ("dmesg --time-format=reltime", prefixed("[Nov22 20:38] ")),
        ("retis", prefixed("DEBUG libbpf: ")),
        // retis adds one prefix to each text of libbpf, and one such text has all lines of the verifier.
        ("retis, first line", format!("WARN  libbpf: prog 'kfunc': -- BEGIN PROG LOAD LOG --\n{bare}")),
        ("Compose", prefixed("loader-1  | ")),
        ("Kubernetes", prefixed("2026-11-24T20:30:01.123456789Z stderr F ")),
        ("quoted", prefixed("> ")),
        (
            "logrus, line by line",
            bare.lines().fold(String::new(), |all, line| {
                all + "level=warning msg=\"" + &line.replace('"', "\\\"") + "\" subsys=datapath-loader\n"
            }),
        ),
        ("Go's log", prefixed("2026/11/22 20:38:11 ")),
        ("Rust's log", prefixed("2026-11-22T20:38:11.123456Z DEBUG aya::bpf: ")),
        ("glog", prefixed("I1122 20:38:11.123456    1234 loader.go:12] ")),
        (
            "slog, line by line",
            bare.lines().fold(String::new(), |all, line| {
                all + "time=2026-11-22T20:38:11.123+01:00 level=INFO msg=\"" + line + "\"\n"
            }),
        ),
        (
            "zap, line by line",
            bare.lines().fold(String::new(), |all, line| {
                all + "{\"level\":\"info\",\"ts\":1763.25,\"msg\":\"" + &line.replace('\t', "\\t") + "\"}\n"
            }),
        ),
        ("cilium/ebpf", format!("field Kfunc: program kfunc: load program: permission denied:\n{}", prefixed("\t"))),
        ("Aya", format!("Error: the BPF_PROG_LOAD syscall failed. Verifier output: {bare}")),
        ("Aya, in one line", format!("Error: LoadError {{ verifier_log: {escaped} }}")),
        (
            "a log of slog",
            format!(
                "time=2026-11-22T20:38:11Z level=ERROR err=\"program kfunc: load program: permission denied:\\n\\t{}\"",
                bare.replace('\n', "\\n\\t").replace('\t', "\\t")
            ),
        ),
        (
            "a log of JSON",
            format!("{{\"level\":\"error\",\"msg\":\"program kfunc: load program: permission denied:\\n{escaped}\"}}"),
        ),
    ];
    for (name, text) in forms {
        assert!(is_log(&text), "{name}");
        let reading = links(&program, &text, None);
        assert_eq!(to(&reading.links), wanted, "{name}");
    }
    // The short form of cilium/ebpf's error has only the last lines.
    let short = "program kfunc: load program: invalid argument: 3: (85) call bpf_cpumask_release#63684: reference has not been acquired before (20 line(s) omitted)";
    let reading = links(&program, short, None);
    assert_eq!(to(&reading.links), [("instruction 3".to_owned(), Some(0), Some(3))]);
    assert!(reading.links.iter().all(|link| link.wrong));
}

/// The bare log of a function, as in the BTF document (5.3): only source lines and instructions.
fn bare(program: &Program, index: usize) -> String {
    let load = program.object().load(program.all(), index);
    let mut text = String::new();
    for part in &load.functions {
        for row in program.listing(part.function).rows {
            match row {
                ListingRow::Source(source) => writeln!(text, "    ; {}", source.text),
                ListingRow::Insn(insn) => {
                    writeln!(text, "    {}: ({:02x}) {}", part.at + insn.slot, insn.insn.code, insn.text())
                }
            }
            .expect("a text");
        }
    }
    text
}

#[test]
fn the_program_of_a_bare_log_is_found() {
    for object in [
        "static/samples/sample.bpf.o",
        "tests/fixtures/bin/relo.clang.bpfel.o",
        "tests/fixtures/bin/stories.clang.bpfel.o",
    ] {
        let program = program(object);
        let programs: Vec<usize> = program.functions().iter().filter(|f| f.is_program).map(|f| f.index).collect();
        assert!(programs.len() > 1, "{object}");
        for &index in &programs {
            let name = &program.all()[index].name;
            let log = bare(&program, index);
            let reading = links(&program, &log, None);
            let [taken] = reading.taken.as_slice() else { panic!("{object} {name}: {:?}", reading.taken) };
            // If two programs are identical, the first is taken, and the other is named.
            let sure = taken.starts_with(&format!("taken for {name}: "));
            assert!(
                sure || taken.contains(&format!("{name} fits as well")) || taken.contains("more fit as well"),
                "{name}: {taken}"
            );
            let insns = log.lines().filter(|l| !l.trim_start().starts_with(';')).count();
            assert!(taken.contains(&format!("{insns} of {insns} instructions")), "{taken}");
            // If the log begins with the program's name, the links are the same.
            let named = links(&program, &format!("libbpf: prog '{name}': -- BEGIN PROG LOAD LOG --\n{log}"), None);
            assert!(named.taken.is_empty());
            if sure {
                assert_eq!(to(&named.links), to(&reading.links), "{name}");
            }
            // If the program is selected, the log is taken for this program's.
            let selected = links(&program, &log, Some(index));
            assert_eq!(to(&selected.links), to(&named.links), "{name}");
            assert!(
                selected.taken[0].starts_with(&format!("taken for {name}, which is selected: ")),
                "{:?}",
                selected.taken
            );
        }
    }
}

#[test]
fn a_log_of_another_object_is_recognised() {
    let other = program("static/samples/sample.bpf.o");
    let first = other.functions().iter().find(|f| f.is_program).expect("a program").index;
    let log = bare(&other, first);
    let stories = program("tests/fixtures/bin/stories.clang.bpfel.o");
    let reading = links(&stories, &log, None);
    assert!(reading.links.is_empty(), "{:?}", reading.taken);
    assert!(reading.said.contains("no program of this file fits"), "{}", reading.said);
    // A log is taken for an object's only program even if it does not fit; the reading says that it may be another
    // object's.
    let one = program(KFUNC);
    assert!(links(&one, &log, None).said.contains("it may be another object's"));
}

/// `bpftool prog dump xlated`: the kernel inserts and removes instructions, and renumbers them.
#[test]
fn dumps_that_the_kernel_renumbered_are_followed() {
    let program = program("static/samples/sample.bpf.o");
    for function in program.functions().iter().filter(|f| f.is_program) {
        let load = program.object().load(program.all(), function.index);
        for with_lines in [true, false] {
            let mut text = format!("int {}(void * ctx):\n", function.name);
            let (mut number, mut wanted) = (0, Vec::new());
            for part in &load.functions {
                for row in program.listing(part.function).rows {
                    match row {
                        ListingRow::Source(s) if with_lines => writeln!(text, "; {}", s.text).expect("a text"),
                        ListingRow::Source(_) => {}
                        ListingRow::Insn(insn) => {
                            writeln!(text, "{number:4}: ({:02x}) {}", insn.insn.code, insn.text()).expect("a text");
                            number += if insn.insn.is_ldimm64() { 2 } else { 1 };
                            wanted.push((part.function, insn.slot));
                            // The kernel replaces some calls, such as a lookup, by a sequence of instructions. Here
                            // each call gets two more.
                            if insn.insn.is_call() {
                                writeln!(
                                    text,
                                    "{number:4}: (bc) w9 = w9\n{:4}: (1d) if r9 == r9 goto pc+1",
                                    number + 1
                                )
                                .expect("a text");
                                number += 2;
                            }
                        }
                    }
                }
            }
            let reading = links(&program, &text, None);
            let found: Vec<(usize, u32)> = reading
                .links
                .iter()
                .filter(|l| l.about.starts_with("instruction "))
                .filter_map(|l| l.function.zip(l.slot))
                .collect();
            assert_eq!(found, wanted, "{} {with_lines}\n{text}", function.name);
        }
    }
}

/// bpftool's `linum`: the column distinguishes several statements of one line.
#[test]
fn columns_tell_statements_of_a_line_apart() {
    let program = program("static/samples/sample.bpf.o");
    let mut apart = 0;
    for function in program.functions().iter().filter(|f| f.is_program) {
        let mut text = format!("int {}(void * ctx):\n", function.name);
        let mut firsts: Vec<((u32, u32), u32)> = Vec::new();
        let (mut wanted, mut before) = (Vec::new(), Vec::new());
        for row in program.listing(function.index).rows {
            match row {
                ListingRow::Source(s) => {
                    let place = format!("[file:/src/{} line_num:{} line_col:{}]", s.file, s.line, s.column);
                    writeln!(text, "; {} {place}", s.text).expect("a text");
                    before.push((s.line, s.column));
                }
                ListingRow::Insn(insn) => {
                    writeln!(text, "   0: push").expect("a text");
                    for at in before.drain(..) {
                        let first = firsts.iter().find(|(place, _)| *place == at).map(|(_, slot)| *slot);
                        // The same line came before with another column.
                        apart += usize::from(first.is_none() && firsts.iter().any(|((line, _), _)| *line == at.0));
                        firsts.push((at, insn.slot));
                        wanted.push(first.unwrap_or(insn.slot));
                    }
                }
            }
        }
        let found: Vec<u32> = links(&program, &text, None).links.iter().filter_map(|l| l.slot).collect();
        assert_eq!(found, wanted, "{}\n{text}", function.name);
    }
    assert!(apart > 0);
}

/// `bpftool prog dump jited`, as in the BTF document (5.2): source lines have targets, lines of machine code have none.
#[test]
fn source_lines_between_machine_code_have_targets() {
    let program = program(KFUNC);
    let text = "int kfunc(void * ctx):
bpf_prog_44a040bf25481309_kfunc:
; struct bpf_cpumask *mask = bpf_cpumask_create();
   0:\tpush   %rbp
   1:\tmov    %rsp,%rbp
   b:\tsub    $0x28,%rbp
; bpf_cpumask_release(mask);
  2e:\tcmp    $0x0,%rdi
";
    assert!(is_log(text));
    let reading = links(&program, text, None);
    let lines: Vec<(usize, Option<u32>)> = reading.links.iter().map(|l| (l.line, l.slot)).collect();
    assert_eq!(lines, [(2, Some(0)), (6, Some(2))]);
}

/// Any log is read to its end. In a run that is not extended, only one log, chosen by the seed, has its full length.
#[test]
fn hostile_logs_are_read() {
    let program = program("tests/fixtures/bin/relo.clang.bpfel.o");
    let lines = Cell::new(0u64);
    let many = |line: &str, n: usize| {
        let whole = is_extended() || lines.get() == seed(3) % 12;
        lines.set(lines.get() + 1);
        line.repeat(if whole { n } else { n / 50 })
    };
    let hostile = [
        many("0: (85) call x\nprocessed 1 insns\n", 50_000),
        many("int member_gone(void):\n", 100_000),
        many("prog 'member_gone': x\nprog 'far_away': x\n", 50_000),
        many(": ", 500_000),
        many("0: (", 250_000),
        many("\\n", 500_000),
        many("[1] ", 250_000),
        many("libbpf: ", 250_000),
        many("; x\n", 100_000),
        many("4294967295: (18) r1 = 0x0\n", 100_000),
        many("\u{1f980}: (\u{1f980})\n", 100_000),
        many("0: (b7) r0 = 0\n", 100_000),
        "int (:\nbpf_prog_:\n; [file: line_num:\n; @ :\n0: (zz) a\n9999999999: (b7) x\n[\nprog '".to_owned(),
    ];
    for text in hostile {
        let start = text.chars().take(24).collect::<String>();
        ends(&start, || (is_log(&text), links(&program, &text, None), links(&program, &text, Some(usize::MAX))));
    }
}
