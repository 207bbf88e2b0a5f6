//! `log`: what the lines of a log are about.

use std::fs;

use serde_json::Value;
use tests::fixture;

use crate::run::{bad, folder, program, run, text};

const OBJECT: &str = "stories-kfunc.clang.bpfel.o";

fn kfunc_log() -> String {
    text(&fixture::project().join("tests/fixtures/logs/kfunc-6.18.txt")).to_owned()
}

#[test]
fn lines_are_followed_by_where_they_lead() {
    let found = run(&["log", OBJECT, &kfunc_log()]);
    assert_eq!((found.status, found.err.as_str()), (0, "btfscope: 21 of 29 lines lead into the program\n"));
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
    // Nothing of it.
    fs::write(&path, "nothing\n").expect("a file");
    assert_eq!(run(&["log", OBJECT, text(&path)]).status, 1);
    drop(program());
}
