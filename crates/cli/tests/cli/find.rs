//! `find`: the same search as on the page.

use tests::reference::corpus_or_skip;

use crate::run::{bad, good, run, text};

/// The rows as `id KIND name size`.
fn rows(words: &str) -> Vec<String> {
    good(words).lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn rows_are_ranked() {
    assert_eq!(
        rows("find kernel.x86_64.btf device"),
        ["24 STRUCT net_device 48", "20 STRUCT net_device_ops 16", "40 FUNC register_device -"]
    );
    assert_eq!(rows("find kernel.x86_64.btf net_device --limit 1"), ["24 STRUCT net_device 48"]);
}

#[test]
fn words_narrow() {
    assert_eq!(
        rows("find kernel.x86_64.btf kind:struct size:>48"),
        ["15 STRUCT task_struct 72", "31 STRUCT module 72"]
    );
    assert_eq!(rows("find kernel.x86_64.btf kind:struct holes:>0"), ["15 STRUCT task_struct 72"]);
    assert_eq!(rows("find kernel.x86_64.btf member:pid"), ["15 STRUCT task_struct 72"]);
    assert_eq!(rows("find kernel.x86_64.btf value:TASK_*"), ["12 ENUM task_state 4"]);
    assert_eq!(rows("find kernel.x86_64.btf #31"), ["31 STRUCT module 72"]);
    // The query can be one argument or several.
    let one = run(&["find", "kernel.x86_64.btf", "kind:int long unsigned"]);
    assert_eq!((one.status, one.text()), (0, good("find kernel.x86_64.btf kind:int long unsigned").as_str()));
}

#[test]
fn a_module_has_its_kernels_types_too() {
    const FILE: &str = "find module.x86_64.btf --base kernel.x86_64.btf kind:struct";
    assert!(rows(FILE).contains(&"24 STRUCT net_device 48".to_owned()));
    let own = rows(&format!("{FILE} --own"));
    assert_eq!(own.len(), 1);
    assert!(own[0].contains("STRUCT fixture_device "), "{own:?}");
}

#[test]
fn types_without_a_name() {
    let with = rows("find kernel.x86_64.btf task_struct --derived");
    assert!(with.iter().any(|row| row.contains("PTR struct task_struct * 8")), "{with:?}");
    assert_eq!(rows("find kernel.x86_64.btf task_struct"), ["15 STRUCT task_struct 72"]);
}

#[test]
fn json_has_the_same_rows() {
    let json: serde_json::Value = serde_json::from_str(&good("find kernel.x86_64.btf device --json")).expect("JSON");
    let expected = serde_json::json!({"format_version": 1, "types": [
        {"id": 24, "kind": "STRUCT", "name": "net_device", "size": 48},
        {"id": 20, "kind": "STRUCT", "name": "net_device_ops", "size": 16},
        {"id": 40, "kind": "FUNC", "name": "register_device", "size": null},
    ]});
    assert_eq!(json, expected);
}

#[test]
fn nothing_found_and_queries_that_cannot_be_read() {
    assert_eq!(
        bad("find kernel.x86_64.btf nothing_like_it", 1),
        "kernel.x86_64.btf: no type fits “nothing_like_it”; no name is like it"
    );
    assert_eq!(
        bad("find kernel.x86_64.btf task_strcut", 1),
        "kernel.x86_64.btf: no type fits “task_strcut”; did you mean task_struct?"
    );
    // Without results, the output is still JSON.
    let none = run(&["find", "kernel.x86_64.btf", "nothing_like_it", "--json"]);
    assert_eq!((none.status, none.text()), (1, "{\n  \"format_version\": 1,\n  \"types\": []\n}\n"));
    assert_eq!(
        bad("find kernel.x86_64.btf kind:strcut", 2),
        "“kind:strcut”: kind: does not know “strcut”: did you mean struct? It knows struct, union, enum, typedef, func, var, int, …"
    );
    assert!(
        bad("find kernel.x86_64.btf kind:zebra", 2).starts_with("“kind:zebra”: kind: does not know “zebra”: It knows")
    );
    assert!(bad("find kernel.x86_64.btf task size:big", 2).starts_with("“size:big”: size: takes bytes"));
    bad("find kernel.x86_64.btf /a(/", 2);
    assert_eq!(run(&["find", "kernel.x86_64.btf", "x", "--limit", "-1"]).status, 2);
}

/// The examples in the help find something on a kernel.
#[test]
fn examples_find_something() {
    let Some(corpus) = corpus_or_skip() else { return };
    let kernel = corpus.path("btf/vmlinux-deb-6.1.176-amd64.btf");
    let help = good("--help") + &good("find --help");
    let examples: Vec<&str> =
        help.lines().filter_map(|line| line.trim().strip_prefix("btfscope find vmlinux ")).collect();
    assert!(examples.len() >= 4, "{help}");
    for example in examples {
        // Split into words as a shell does, with quotes.
        let mut args = vec!["find".to_owned(), text(&kernel).to_owned()];
        for (i, part) in example.split('\'').enumerate() {
            match i % 2 {
                0 => args.extend(part.split_whitespace().map(str::to_owned)),
                _ => args.push(part.to_owned()),
            }
        }
        let run = run(&args);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{example}");
    }
}
