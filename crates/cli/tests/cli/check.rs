//! `check`: verdicts, formats, exit status.

use serde_json::Value;
use tests::reference::{Corpus, part_or_skip};

use crate::run::{run, text};

const KERNELS: [&str; 3] = [
    "linux-5.10.0-32-amd64_5.10.223-1.btf.xz",
    "linux-6.1.0-56-amd64.btf.xz",
    "linux-6.18.12+deb13-amd64_6.18.12-1-bpo13+1.btf.xz",
];

fn ran(words: &[String]) -> (i32, String, String) {
    let run = run(words);
    (run.status, run.text().to_owned(), run.err)
}

/// `check` of a program of libbpf-tools on the kernels above.
fn tool(corpus: &Corpus, name: &str, more: &[&str]) -> (i32, String, String) {
    let file = corpus.path(&format!("objs/debian/libbpf-tools-0.26.0+ds-1/{name}.bpf.o"));
    let mut words = vec!["check".to_owned(), text(&file).to_owned()];
    for kernel in KERNELS {
        let path = corpus.root().join("kernels").join(kernel);
        words.extend(["--target".to_owned(), text(&path).to_owned()]);
    }
    words.extend(more.iter().map(|&w| w.to_owned()));
    ran(&words)
}

fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn a_guarded_read_is_no_alarm() {
    let Some(corpus) = part_or_skip("kernels") else { return };
    let (status, text, err) = tool(&corpus, "offcputime", &[]);
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(!text.contains("fails"), "{text}");
    assert!(
        text.contains("struct task_struct___o.state (0:0): never reached on this kernel (guard at instruction 36)"),
        "{text}"
    );
    // Strict people want to hear of it.
    assert_eq!(tool(&corpus, "offcputime", &["--strict"]).0, 1);
}

#[test]
fn what_the_kernel_lacks_fails_and_may_be_left_out() {
    let Some(corpus) = part_or_skip("kernels") else { return };
    let (status, text, _) = tool(&corpus, "readahead", &["--modules", "none"]);
    assert_eq!(status, 1);
    assert!(text.contains("failed to find kernel BTF type ID of 'do_page_cache_ra': -ESRCH"), "{text}");
    let allowed = ["--allow", "do_page_cache_ra", "--allow", "FUNC __page_cache_alloc"];
    assert_eq!(tool(&corpus, "readahead", &allowed).0, 0);
    assert_eq!(tool(&corpus, "readahead", &["--ignore", "attach"]).0, 0);
    assert_eq!(tool(&corpus, "readahead", &["--program", "mark_page_accessed"]).0, 0);
    let (status, _, err) = tool(&corpus, "readahead", &["--program", "nobody"]);
    assert_eq!(status, 2);
    assert!(err.contains("it has no program nobody"), "{err}");
}

#[test]
fn a_function_that_a_module_may_have_is_no_failure() {
    let Some(corpus) = part_or_skip("kernels") else { return };
    let (status, text, _) = tool(&corpus, "mdflush", &[]);
    assert_eq!(status, 0, "{text}");
    assert!(text.contains("cannot tell") && text.contains("not in vmlinux; a module may have it"), "{text}");
    assert_eq!(tool(&corpus, "mdflush", &["--modules", "none"]).0, 1);
    assert_eq!(tool(&corpus, "mdflush", &["--strict"]).0, 1);
}

#[test]
fn json_has_every_answer() {
    let Some(corpus) = part_or_skip("kernels") else { return };
    let (status, text, _) = tool(&corpus, "bitesize", &["--json", "--modules", "none"]);
    assert_eq!(status, 1);
    let json: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(json["kernels"][0]["version"], "5.10.223");
    assert_eq!(json["kernels"][2]["modules"], "none");
    let verdicts = &json["programs"][0]["verdicts"];
    assert_eq!((&verdicts[0]["load"], &verdicts[1]["load"]), (&"fails".into(), &"loads with fallback".into()));
    let reason = verdicts[0]["reasons"][0].as_u64().expect("a number");
    let need = json["needs"].as_array().expect("needs").iter().find(|n| n["id"] == reason).expect("the need");
    assert_eq!(need["kind"], "args");
    assert_eq!(need["answers"][0]["words"], "func 'btf_trace_block_rq_issue' doesn't have 2-th argument");
    assert_eq!(json["ranges"].as_array().map(Vec::len), Some(3));
}

#[test]
fn markdown_and_sarif_are_for_reviews() {
    let Some(corpus) = part_or_skip("kernels") else { return };
    let (_, text, _) = tool(&corpus, "readahead", &["--markdown", "--modules", "none"]);
    assert!(text.starts_with("| object | program | kernels | load | attach | why |\n|---|"), "{text}");
    assert!(text.contains("| do_page_cache_ra | linux-6.1.0-56-amd64.btf.xz | fails | fails |"), "{text}");
    let (_, text, _) = tool(&corpus, "readahead", &["--sarif", "--modules", "none"]);
    let sarif: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(sarif["version"], "2.1.0");
    let results = sarif["runs"][0]["results"].as_array().expect("results");
    assert_eq!(results.len(), 6, "three programs on two kernels of two groups");
    for result in results {
        assert_eq!((&result["level"], &result["ruleId"]), (&"error".into(), &"attach".into()));
        let place = &result["locations"][0]["physicalLocation"];
        assert!(
            place["artifactLocation"]["uri"].as_str().is_some_and(|uri| uri.ends_with("readahead.bpf.c")),
            "{place}"
        );
        assert!(place["region"]["startLine"].as_u64().is_some_and(|line| line > 1));
    }
}

#[test]
fn a_btf_without_functions_answers_relocations_only() {
    let (status, text, _) = ran(&words("check relo.clang.bpfel.o --target relo-old.bpfel.btf --program moves"));
    assert_eq!(status, 0, "{text}");
    assert!(text.contains("no functions in this BTF"), "{text}");
    assert!(!text.contains("attach: attaches"), "{text}");
}

#[test]
fn the_other_byte_order_fails_with_libbpfs_words() {
    let (status, text, _) = ran(&words("check relo.clang.bpfel.o --target relo-old.bpfeb.btf"));
    assert_eq!(status, 1);
    assert!(text.contains("loading non-native endianness is unsupported"), "{text}");
}

#[test]
fn bad_use_is_told() {
    for line in [
        "check relo.clang.bpfel.o",
        "check relo.clang.bpfel.o --target nowhere.btf",
        "check kernel.x86_64.btf --target relo-old.bpfel.btf",
        "check relo.clang.bpfel.o --target relo-old.bpfel.btf --ignore nonsense",
        "check relo.clang.bpfel.o --target relo-old.bpfel.btf --modules nowhere",
    ] {
        let (status, text, err) = ran(&words(line));
        assert_eq!((status, text.as_str()), (2, ""), "{line}");
        assert!(!err.is_empty(), "{line}");
    }
}
