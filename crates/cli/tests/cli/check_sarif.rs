//! `check --sarif` is compared with the SARIF schema.

use serde_json::Value;
use tests::reference::part_or_skip;

use crate::check::tool;
use crate::run::run;

/// The objects that we write, as in the schema of SARIF 2.1.0: the keys that we use, and those that are required. The schema allows
/// no unknown keys, and has more than these
/// (https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json).
const SARIF: [(&str, &[&str], &[&str]); 10] = [
    ("log", &["$schema", "version", "runs"], &["version", "runs"]),
    ("run", &["tool", "results"], &["tool"]),
    ("tool", &["driver"], &["driver"]),
    ("driver", &["name", "version", "rules"], &["name"]),
    ("rule", &["id"], &["id"]),
    ("result", &["ruleId", "level", "message", "locations"], &["message"]),
    ("message", &["text"], &["text"]),
    ("location", &["physicalLocation"], &[]),
    ("place", &["artifactLocation", "region"], &["artifactLocation"]),
    ("region", &["startLine"], &[]),
];

/// Checks a value as an object of the schema.
fn sarif_object<'a>(value: &'a Value, what: &str) -> &'a serde_json::Map<String, Value> {
    let object = value.as_object().unwrap_or_else(|| panic!("{what}: {value}"));
    let (_, keys, required) = SARIF.iter().find(|(name, ..)| *name == what).expect(what);
    assert!(object.keys().all(|key| keys.contains(&key.as_str())), "{what}: {value}");
    assert!(required.iter().all(|key| object.contains_key(*key)), "{what}: {value}");
    object
}

/// Checks a value as an array of objects of the schema.
fn sarif_list<'a>(value: &'a Value, what: &str) -> Vec<&'a serde_json::Map<String, Value>> {
    let list = value.as_array().unwrap_or_else(|| panic!("{what}: {value}"));
    list.iter().map(|one| sarif_object(one, what)).collect()
}

#[test]
fn sarif_keeps_to_its_schema() {
    let Some(corpus) = part_or_skip("kernels") else { return };
    let without_lines = ["check", "relo.clang.bpfel.o", "--target", "relo-old.bpfel.btf", "--sarif"];
    for text in [tool(&corpus, "bitesize", &["--sarif"]).1, run(&without_lines).text().to_owned()] {
        let log: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(sarif_object(&log, "log")["version"], "2.1.0");
        for one in sarif_list(&log["runs"], "run") {
            let driver = sarif_object(&sarif_object(&one["tool"], "tool")["driver"], "driver");
            let rules: Vec<&Value> = sarif_list(&driver["rules"], "rule").iter().map(|rule| &rule["id"]).collect();
            assert!(rules.iter().all(|id| rules.iter().filter(|other| other == &id).count() == 1), "{rules:?}");
            let results = sarif_list(&one["results"], "result");
            assert!(!results.is_empty(), "{text}");
            for result in results {
                assert!(rules.contains(&&result["ruleId"]), "{result:?}");
                assert!(["none", "note", "warning", "error"].contains(&result["level"].as_str().expect("a level")));
                assert!(!sarif_object(&result["message"], "message")["text"].as_str().expect("text").is_empty());
                for location in sarif_list(&result["locations"], "location") {
                    let place = sarif_object(&location["physicalLocation"], "place");
                    let uri = place["artifactLocation"]["uri"].as_str().expect("a reference");
                    assert!(uri.is_ascii() && !uri.contains([' ', '\\', '"']), "{uri}");
                    assert!(sarif_object(&place["region"], "region")["startLine"].as_u64() >= Some(1));
                }
            }
        }
    }
}
