//! `check --sarif` is compared with the SARIF schema, and with what GitHub's code scanning requires beyond it.

use std::fs;

use serde_json::Value;
use tests::fixture;
use tests::reference::part_or_skip;

use crate::check::tool;
use crate::run::{Run, folder, program, run, text};

/// The objects that we write, as in the schema of SARIF 2.1.0: for each, the keys that we use, and the keys that are
/// required. The schema has more keys, and allows no unknown ones
/// (https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json). GitHub requires more
/// of a rule and a place; Microsoft's multitool calls these demands GH1001 to GH2012.
const SARIF: [(&str, &[&str], &[&str]); 15] = [
    ("log", &["$schema", "version", "runs"], &["version", "runs"]),
    ("run", &["tool", "invocations", "originalUriBaseIds", "results"], &["tool", "results"]),
    ("tool", &["driver"], &["driver"]),
    ("driver", &["name", "version", "semanticVersion", "informationUri", "rules"], &["name", "rules"]),
    (
        "rule",
        &["id", "name", "shortDescription", "fullDescription", "help", "helpUri", "defaultConfiguration"],
        &["id", "name", "shortDescription", "fullDescription", "help", "helpUri"],
    ),
    ("configuration", &["level"], &["level"]),
    ("invocation", &["executionSuccessful", "exitCode", "toolExecutionNotifications"], &["executionSuccessful"]),
    ("notification", &["level", "message"], &["message"]),
    ("base", &["description"], &[]),
    ("result", &["ruleId", "ruleIndex", "level", "message", "locations"], &["message", "ruleId", "locations"]),
    ("message", &["text"], &["text"]),
    ("location", &["physicalLocation"], &["physicalLocation"]),
    ("place", &["artifactLocation", "region"], &["artifactLocation", "region"]),
    ("artifact", &["uri", "uriBaseId"], &["uri"]),
    ("region", &["startLine"], &["startLine"]),
];

type Object = serde_json::Map<String, Value>;

/// Checks a value as an object of the schema.
fn sarif_object<'a>(value: &'a Value, what: &str) -> &'a Object {
    let object = value.as_object().unwrap_or_else(|| panic!("{what}: {value}"));
    let (_, keys, required) = SARIF.iter().find(|(name, ..)| *name == what).expect(what);
    assert!(object.keys().all(|key| keys.contains(&key.as_str())), "{what}: {value}");
    assert!(required.iter().all(|key| object.contains_key(*key)), "{what}: {value}");
    object
}

/// Checks a value as an array of objects of the schema.
fn sarif_list<'a>(value: &'a Value, what: &str) -> Vec<&'a Object> {
    let list = value.as_array().unwrap_or_else(|| panic!("{what}: {value}"));
    list.iter().map(|one| sarif_object(one, what)).collect()
}

/// The text of a message, which is a sentence.
fn said(value: &Value) -> &str {
    let text = sarif_object(value, "message")["text"].as_str().expect("a text");
    assert!(text.len() > 1 && text.ends_with('.') && !text.ends_with(".."), "{text}");
    text
}

const LEVELS: [&str; 4] = ["none", "note", "warning", "error"];

/// Checks a whole log, and returns its results and its invocation.
fn keeps_to_the_schema(text: &str) -> (Vec<Value>, Value) {
    let log: Value = serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"));
    assert_eq!(sarif_object(&log, "log")["version"], "2.1.0");
    let runs = sarif_list(&log["runs"], "run");
    let [one] = runs.as_slice() else { panic!("{text}") };
    let driver = sarif_object(&sarif_object(&one["tool"], "tool")["driver"], "driver");
    let rules = sarif_list(&driver["rules"], "rule");
    for rule in &rules {
        let same = rules.iter().filter(|other| other["id"] == rule["id"]).count();
        let name = rule["name"].as_str().expect("a name");
        assert!(same == 1 && name.chars().all(char::is_alphanumeric), "{rule:?}");
        let differ = said(&rule["shortDescription"]) != said(&rule["fullDescription"]);
        assert!(differ && said(&rule["help"]).len() > 20, "{rule:?}");
        assert!(rule["helpUri"].as_str().is_some_and(|uri| uri.starts_with("https://")));
        let level = &sarif_object(&rule["defaultConfiguration"], "configuration")["level"];
        assert!(LEVELS.contains(&level.as_str().expect("a level")));
    }
    let bases = one["originalUriBaseIds"].as_object().expect("an object");
    bases.values().for_each(|base| assert!(!said(&sarif_object(base, "base")["description"]).is_empty()));
    for result in sarif_list(&one["results"], "result") {
        let index = result["ruleIndex"].as_u64().and_then(|index| usize::try_from(index).ok()).expect("an index");
        assert_eq!(rules.get(index).map(|rule| &rule["id"]), Some(&result["ruleId"]), "{result:?}");
        assert!(LEVELS.contains(&result["level"].as_str().expect("a level")));
        said(&result["message"]);
        for location in sarif_list(&result["locations"], "location") {
            let place = sarif_object(&location["physicalLocation"], "place");
            let artifact = sarif_object(&place["artifactLocation"], "artifact");
            let uri = artifact["uri"].as_str().expect("a reference");
            assert!(uri.is_ascii() && !uri.contains([' ', '\\', '"']), "{uri}");
            // A colon in a relative URI would make its first part a scheme.
            assert_eq!(uri.contains(':'), uri.starts_with("file:///"), "{uri}");
            assert!(
                !uri.is_empty() && !uri.starts_with(['/', '.']) && !uri.contains("/../") && !uri.contains("/./"),
                "{uri}"
            );
            match artifact.get("uriBaseId") {
                Some(base) => assert!(bases.contains_key(base.as_str().expect("a name")), "{base}"),
                None => assert!(uri.starts_with("file:///"), "{uri}"),
            }
            assert!(sarif_object(&place["region"], "region")["startLine"].as_u64() >= Some(1));
        }
    }
    let invocations = sarif_list(&one["invocations"], "invocation");
    let [invocation] = invocations.as_slice() else { panic!("{text}") };
    for notification in
        invocation.get("toolExecutionNotifications").map_or(Vec::new(), |n| sarif_list(n, "notification"))
    {
        said(&notification["message"]);
    }
    (one["results"].as_array().expect("results").clone(), Value::Object((*invocation).clone()))
}

/// The URIs of results. Equal URIs that follow each other are listed once.
fn uris(results: &[Value]) -> Vec<&str> {
    let uri = |result: &Value| result.pointer("/locations/0/physicalLocation/artifactLocation/uri").map(|_| ());
    assert!(results.iter().all(|result| uri(result).is_some()));
    let mut all: Vec<&str> = results
        .iter()
        .filter_map(|result| result.pointer("/locations/0/physicalLocation/artifactLocation/uri")?.as_str())
        .collect();
    all.dedup();
    all
}

#[test]
fn sarif_keeps_to_its_schema() {
    let Some(corpus) = part_or_skip("kernels") else { return };
    let without_lines = ["check", "relo.clang.bpfel.o", "--target", "relo-old.bpfel.btf", "--sarif"];
    for text in [tool(&corpus, "bitesize", &["--sarif"]).1, run(&without_lines).text().to_owned()] {
        let (results, invocation) = keeps_to_the_schema(&text);
        assert!(!results.is_empty(), "{text}");
        assert_eq!(invocation["executionSuccessful"], true);
    }
}

const CHECK: [&str; 5] = ["check", "relo.clang.bpfel.o", "--target", "relo-old.bpfel.btf", "--sarif"];

/// The fixture was compiled in `tests/fixtures/src` with `-fdebug-compilation-dir=.` (`tests/fixtures/build.sh`).
#[test]
fn files_are_named_from_the_root() {
    let names = |more: &[&str]| {
        let run = run(&[&CHECK[..], more].concat());
        let (results, invocation) = keeps_to_the_schema(run.text());
        assert_eq!(invocation["exitCode"], run.status);
        uris(&results).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    // No folder above the object has the source, so it is taken for a file of the root.
    assert_eq!(names(&[]), ["relo.bpf.c"]);
    // In this checkout, the source is in the folder above the object's.
    let folder = folder("sarif-root");
    fs::create_dir_all(folder.join("src/build")).expect("made");
    for (from, to) in [("bin/relo.clang.bpfel.o", "src/build/a.o"), ("src/relo.bpf.c", "src/relo.bpf.c")] {
        fs::copy(fixture::project().join("tests/fixtures").join(from), folder.join(to)).expect("copied");
    }
    let target = fixture::folder().join("relo-old.bpfel.btf");
    let in_it = |at: &str, object: &str, more: &[&str]| {
        let args = ["check", object, "--target", text(&target), "--sarif"];
        let mut command = program();
        command.current_dir(folder.join(at)).args(args).args(more).env_remove("GITHUB_WORKSPACE");
        let run = Run::of(command.output().expect("it runs"));
        uris(&keeps_to_the_schema(run.text()).0).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(in_it("src", "build/a.o", &["--root", ".."]), ["src/relo.bpf.c"]);
    assert_eq!(in_it("src/build", "a.o", &["--root", "../../src"]), ["relo.bpf.c"]);
    fs::create_dir(folder.join(".git")).expect("made");
    assert_eq!(in_it("src/build", "./a.o", &[]), ["src/relo.bpf.c"]);
    assert_eq!(in_it(".", "src/../src/build/a.o", &[]), ["src/relo.bpf.c"]);
}

/// After any error the output is a log that names the error, for services that expect a log.
#[test]
fn nothing_checked_is_a_log_without_findings() {
    for (args, words) in [
        (&["check", "none.o", "--target", "relo-old.bpfel.btf", "--sarif"][..], "none.o: No such file"),
        (&["check", "relo.clang.bpfel.o", "--target", "none.btf", "--sarif"], "none.btf: No such file"),
        (&["check", "kernel.x86_64.btf", "--target", "relo-old.bpfel.btf", "--sarif"], "kernel.x86_64.btf: "),
        (
            &["check", "relo.clang.bpfel.o", "--target", "relo-old.bpfel.btf", "--sarif", "--root", "none"],
            "--root: none",
        ),
        (
            &["check", "relo.clang.bpfel.o", "--target", "relo-old.bpfel.btf", "--sarif", "--require", "arch:none"],
            "--require: ",
        ),
    ] {
        let run = run(args);
        assert_eq!(run.status, 2, "{args:?}: {}", run.err);
        let (results, invocation) = keeps_to_the_schema(run.text());
        assert_eq!((results.len(), &invocation["executionSuccessful"]), (0, &Value::Bool(false)), "{args:?}");
        assert_eq!(invocation["exitCode"], 2);
        let why = invocation["toolExecutionNotifications"][0]["message"]["text"].as_str().expect("a text");
        assert!(why.starts_with(words) && run.err.contains(why.trim_end_matches('.')), "{args:?}: {why}: {}", run.err);
    }
}

/// docs/check.md has a row with the texts of each rule.
#[test]
fn the_page_has_all_rules() {
    let page = fs::read_to_string(fixture::project().join("docs/check.md")).expect("the page");
    let log: Value = serde_json::from_str(run(&CHECK).text()).expect("JSON");
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().expect("rules").clone();
    let rows = page.lines().skip_while(|line| *line != "## Rules").filter(|line| line.starts_with("| `")).count();
    assert_eq!(rows, rules.len());
    for rule in rules {
        let text = |key: &str| rule[key]["text"].as_str().expect("a text").to_owned();
        let id = rule["id"].as_str().expect("an id");
        let row = format!("| `{id}` | {} | {} |", text("shortDescription"), text("help"));
        assert!(page.contains(&row), "{row}");
    }
}
