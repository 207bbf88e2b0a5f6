//! `log`: the instructions and source lines of a program that the lines of a log are about, and what errors mean.

use std::fs;

use serde_json::Value;
use tests::fixture;

use crate::run::{bad, folder, program, run, text};

const OBJECT: &str = "stories-kfunc.clang.bpfel.o";

/// The only message on stderr: how many lines have a link. The log has no error, so no message names an error's line.
const SAID: &str = "btfscope: 21 of 29 lines lead into the program\n";

fn kfunc_log() -> String {
    text(&fixture::project().join("tests/fixtures/logs/kfunc-6.18.txt")).to_owned()
}

#[test]
fn lines_are_followed_by_where_they_lead() {
    let found = run(&["log", OBJECT, &kfunc_log()]);
    assert_eq!((found.status, found.err.as_str()), (0, SAID));
    let out = found.text();
    assert!(out.contains("; if (mask) @ stories-kfunc.bpf.c:17    # kfunc: stories-kfunc.bpf.c:17 at 1\n"), "{out}");
    assert!(out.contains("    # kfunc: instruction 3\n"), "{out}");
    let found = run(&["log", OBJECT, &kfunc_log(), "--json"]);
    let json: Value = serde_json::from_str(found.text()).expect("JSON");
    assert_eq!(json["links"].as_array().map(Vec::len), Some(21));
    assert_eq!((&json["links"][0]["line"], &json["links"][0]["function"]), (&4.into(), &"kfunc".into()));
}

#[test]
fn a_log_without_a_name_is_found_a_program() {
    let folder = folder("log");
    let path = folder.join("bare.txt");
    let log = fs::read_to_string(kfunc_log()).expect("the log");
    fs::write(&path, log.lines().skip(1).collect::<Vec<_>>().join("\n")).expect("a file");
    let found = run(&["log", OBJECT, text(&path)]);
    assert!(found.err.contains("taken for kfunc, the only one: "), "{}", found.err);
    let found = run(&["log", OBJECT, text(&path), "--program", "kfunc"]);
    assert!(found.err.contains("taken for kfunc, which is selected: "), "{}", found.err);
    assert!(bad(&format!("log {OBJECT} {} --program other", text(&path)), 1).contains("no program “other”"));
    // A text without any link.
    fs::write(&path, "nothing\n").expect("a file");
    assert_eq!(run(&["log", OBJECT, text(&path)]).status, 1);
    drop(program());
}

const REFUSED: &str = "libbpf: prog 'p': BPF program load failed: Permission denied
libbpf: prog 'p': -- BEGIN PROG LOAD LOG --
0: R1=ctx() R10=fp0
0: (79) r1 = *(u64 *)(r1 +112)        ; R1=scalar()
1: (61) r0 = *(u32 *)(r1 +0)
R1 invalid mem access 'scalar'
processed 2 insns (limit 1000000) max_states_per_insn 0 total_states 0 peak_states 0 mark_read 0
libbpf: prog 'p': -- END PROG LOAD LOG --
";

/// A log without its program is explained: the meaning of the error is printed below the line of the error.
#[test]
fn a_log_alone_is_explained() {
    let folder = folder("log-alone");
    let path = folder.join("refused.txt");
    let wide: Vec<u8> = REFUSED.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let coloured = REFUSED.replace(": ", ":\u{1b}[1m \u{1b}[0m");
    for bytes in [REFUSED.as_bytes().to_vec(), wide, coloured.into_bytes()] {
        fs::write(&path, bytes).expect("a file");
        let found = run(&["log", text(&path)]);
        assert_eq!(
            (found.status, found.err.as_str()),
            (
                0,
                "btfscope: 1 of 8 lines explained\nbtfscope: line 6 says what went wrong: R1 invalid mem access 'scalar'\n"
            )
        );
        let out = found.text();
        let behind = out.split_once("R1 invalid mem access 'scalar'\n").expect("the line").1;
        assert!(behind.starts_with("    # means   R1 holds a number here, and memory can be"), "{behind}");
        assert!(
            behind.contains("\n    # causes  An argument of a kprobe")
                && behind.contains("\n    # change  Read through it"),
            "{behind}"
        );
        assert!(behind.contains("\n    # wording of Linux 5.18 and later\nprocessed 2 insns"), "{behind}");
        assert!(!out.contains('\u{1b}'), "{out:?}");
    }
    let json: Value = serde_json::from_str(run(&["log", text(&path), "--json"]).text()).expect("JSON");
    assert_eq!(
        (&json["first"], &json["errors"][0]["line"], &json["errors"][0]["id"]),
        (&6.into(), &6.into(), &"scalar-access".into())
    );
    assert_eq!((&json["file"], json["links"].as_array().map(Vec::len)), (&Value::Null, Some(0)));
}
