//! `diff` and `field`.

use serde_json::Value;
use tests::blob::{Blob, Order};

use crate::run::{Run, bad, folder, good, run, text};

/// Two small kernels. Returns their paths.
fn kernels(test: &str) -> [String; 2] {
    let folder = folder(test);
    let write = |name: &str, blob: &Blob| {
        let path = folder.join(name);
        std::fs::write(&path, blob.build()).expect("written");
        text(&path).to_owned()
    };
    let mut old = Blob::new(Order::Little);
    let int = old.int("int", 4, 1);
    old.structure("task", 12, &[("pid", int, 0), ("gone", int, 32), ("state", int, 64)]);
    old.structure("left", 4, &[("x", int, 0)]);
    let mut new = Blob::new(Order::Little);
    let long = new.int("long", 8, 1);
    let int = new.int("int", 4, 1);
    new.structure("task", 16, &[("state", long, 0), ("pid", int, 64)]);
    new.structure("fresh", 4, &[("x", int, 0)]);
    [write("old.btf", &old), write("new.btf", &new)]
}

fn differs(args: &[&str]) -> String {
    let Run { status, err, out } = run(args);
    assert_eq!((status, err.as_str()), (1, ""), "{args:?}");
    String::from_utf8(out).expect("UTF-8")
}

#[test]
fn everything_that_differs() {
    let [old, new] = kernels("diff-all");
    let expected = "- struct left  refused at load
+ number long  harmless
+ struct fresh  harmless
~ struct task  12 -> 16 bytes  4 changes  silently wrong
1 removed, 2 added, 1 changed, 1 the same
";
    assert_eq!(differs(&["diff", &old, &new]), expected);
    assert_eq!(good(&format!("diff {old} {old}")), "0 removed, 0 added, 0 changed, 3 the same\n");
    let worst = differs(&["diff", &old, &new, "--at-least", "silent"]);
    assert!(worst.starts_with("~ struct task") && worst.lines().count() == 2, "{worst}");
}

#[test]
fn one_type_in_full() {
    let [old, new] = kernels("diff-one");
    let text = differs(&["diff", &old, &new, "task"]);
    let lines: Vec<&str> = text.lines().map(|l| l.split(": ").next().unwrap_or_default()).collect();
    assert_eq!(
        lines,
        [
            "~ struct task  12 -> 16 bytes  4 changes  silently wrong",
            "    0 holes of 0 bytes, padding 0 -> 0 holes of 0 bytes, padding 4",
            "    ~ (itself)  12 bytes -> 16 bytes  harmless",
            "    ~ state  @ 8 int 4 bytes -> @ 0 long 8 bytes  silently wrong",
            "    ~ pid  @ 0 -> @ 8  harmless",
            "    - gone  @ 4 int 4 bytes  refused at load",
        ]
    );
    assert_eq!(good(&format!("diff {old} {new} int")), "");
    assert_eq!(differs(&["diff", &old, &new, "left"]), "- struct left  refused at load\n");
    // A missing type is status 2, because status 1 would mean that something differs.
    assert!(bad(&format!("diff {old} {new} nothing"), 2).contains("no type “nothing”"));
}

#[test]
fn as_json() {
    let [old, new] = kernels("diff-json");
    let json: Value = serde_json::from_str(&differs(&["diff", &old, &new, "--json"])).expect("JSON");
    assert_eq!((&json["same"], &json["removed"][0]["name"]), (&1.into(), &"left".into()));
    let task = &json["changed"][0];
    assert_eq!((&task["name"], &task["effect"], &task["new_size"]), (&"task".into(), &"silent".into(), &16.into()));
    let state = &task["changes"][1];
    assert_eq!((&state["name"], &state["change"]), (&"state".into(), &"moved, retyped, resized".into()));
    assert_eq!((&state["old"]["bit_offset"], &state["new"]["type"]), (&64.into(), &"long".into()));
    assert_eq!(task["changes"][3]["new"], Value::Null);
}

#[test]
fn modules_on_their_bases() {
    const MODULE: &str = "module.x86_64.btf";
    let args =
        |bases: &'static [&str]| ["diff", MODULE, MODULE].into_iter().chain(bases.iter().copied()).collect::<Vec<_>>();
    let same = run(&args(&["--old-base", "kernel.x86_64.btf", "--new-base", "kernel.x86_64.btf"]));
    assert_eq!(same.status, 0, "{}", same.err);
    assert!(same.text().starts_with("0 removed, 0 added, 0 changed"));
    assert_eq!(run(&args(&[])).status, 2, "the bases are missing");
}

#[test]
fn fields() {
    let [old, new] = kernels("fields");
    assert_eq!(
        good(&format!("field task.state,task.gone {old} {new}")),
        format!(
            "{old}  task.state  @ 8  4 bytes  int\n{old}  task.gone  @ 4  4 bytes  int\n\
             {new}  task.state  @ 0  8 bytes  long\n{new}  task.gone  absent: no member “gone”\n"
        )
    );
    let csv = good(&format!("field task.state,task.gone {old} {new} --format csv"));
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "field,file,offset,bits,size,type,read from,pointers,absent");
    assert_eq!(lines[3], format!("task.state,{new},0,,8,long,struct task,0,"));
    assert_eq!(lines[4], format!("task.gone,{new},,,,,,,no member “gone”"));
    assert_eq!(run(&["field", "task.none", &old]).status, 1);
    assert!(bad(&format!("field task {old}"), 2).contains("a field is written as type.member"));
}
