//! docs/schema: the schemas are those of the structs, what commands print keeps to them, and docs/json.md lists them.

use std::collections::BTreeSet;
use std::fs;

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::{Value, json};
use tests::blob::Order;
use tests::elf::Class;
use tests::fixture;
use tests::golden::golden;
use tests::id_elf::elf;

use crate::run::{folder, good, run, text};

/// Each schema with outputs that must keep to it.
const PRINTED: [(&str, &[&str]); 15] = [
    ("at", &["at kernel.x86_64.btf task_struct 36 --json"]),
    ("bytes", &["bytes kinds.bpfel.btf 0 24 40 --json", "bytes core.clang.bpfel.o --blob 24 --json"]),
    (
        "check",
        &[
            "check relo.clang.bpfel.o --target relo-old.bpfel.btf --json",
            "check stories.clang.bpfel.o relo.clang.bpfel.o --target relo-old.bpfel.btf --target relo-new.bpfel.btf --json",
        ],
    ),
    ("diff", &["diff relo-old.bpfel.btf relo-new.bpfel.btf --json", "diff kernel.x86_64.btf kernel.x86_64.btf --json"]),
    ("disasm", &["disasm core.clang.bpfel.o --json", "disasm relo.clang.bpfel.o --json"]),
    ("field", &["field task_struct.parent,task_struct.nothing kernel.x86_64.btf kernel.s390x.btf --json"]),
    ("find", &["find kernel.x86_64.btf device --json", "find kernel.x86_64.btf none_like_it --json"]),
    ("graph", &["graph kernel.x86_64.btf list_head --json"]),
    (
        "layout",
        &[
            "layout kernel.x86_64.btf task_struct list_head --json",
            "layout kernel.s390x.btf task_struct --reorganize --json",
        ],
    ),
    ("log", &["log stories-kfunc.clang.bpfel.o LOG --json"]),
    ("path", &["path kernel.x86_64.btf task_struct list_head --json"]),
    ("table", &["kfuncs KERNEL --json", "ids KERNEL --json"]),
    ("users", &["users kernel.x86_64.btf list_head --json", "users kernel.x86_64.btf list_head --inside --json"]),
    ("value", &["value kernel.x86_64.btf int 05000000 --json", "value kernel.x86_64.btf list_head 0500 --json"]),
    ("verify", &["verify kernel.x86_64.btf --json", "verify core.clang.bpfel.o --kernel 6.1 --json"]),
];

/// A schema that can be asked.
struct Asked {
    schemas: Schemas,
    index: SchemaIndex,
}

impl Asked {
    fn of(name: &str, schema: &Value) -> Asked {
        let id = schema["$id"].as_str().expect("an id").to_owned();
        assert!(id.ends_with(&format!("/docs/schema/{name}.json")), "{id}");
        let (mut compiler, mut schemas) = (Compiler::new(), Schemas::new());
        compiler.add_resource(&id, schema.clone()).unwrap_or_else(|e| panic!("{name}: {e}"));
        let index = compiler.compile(&id, &mut schemas).unwrap_or_else(|e| panic!("{name}: {e}"));
        Asked { schemas, index }
    }

    fn fault(&self, value: &Value) -> Option<String> {
        self.schemas.validate(value, self.index).err().map(|e| format!("{e:#}"))
    }
}

/// All names of properties in a schema, and those that are required somewhere.
#[derive(Default)]
struct Names {
    known: BTreeSet<String>,
    required: BTreeSet<String>,
}

impl Names {
    fn add(&mut self, schema: &Value) {
        match schema {
            Value::Object(map) => {
                let own = map.get("properties").and_then(Value::as_object);
                self.known.extend(own.into_iter().flat_map(|own| own.keys().cloned()));
                let required = map.get("required").and_then(Value::as_array).into_iter().flatten();
                self.required.extend(required.filter_map(Value::as_str).map(str::to_owned));
                map.values().for_each(|below| self.add(below));
            }
            Value::Array(list) => list.iter().for_each(|below| self.add(below)),
            _ => {}
        }
    }
}

/// All keys in an output, but for those that are names of the file.
fn keys(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            for (key, below) in map {
                names.insert(key.clone());
                // bpftool's JSON of a value.
                if key != "formatted" {
                    keys(below, names);
                }
            }
        }
        Value::Array(list) => list.iter().for_each(|below| keys(below, names)),
        _ => {}
    }
}

fn printed(words: &str) -> Value {
    let log = fixture::project().join("tests/fixtures/logs/kfunc-6.18.txt");
    // A kernel with .BTF_ids.
    let kernel = folder(&format!("schemas-kernel-{:?}", std::thread::current().id())).join("vmlinux");
    fs::write(&kernel, elf(Class::Elf64, Order::Little, true, true)).expect("written");
    let word = |word| match word {
        "LOG" => text(&log),
        "KERNEL" => text(&kernel),
        word => word,
    };
    let words: Vec<&str> = words.split(' ').map(word).collect();
    let run = run(&words);
    serde_json::from_str(run.text()).unwrap_or_else(|e| panic!("{words:?}: {e}: {}", run.err))
}

#[test]
fn what_commands_print_keeps_to_their_schemas() {
    let all = json::schema::all();
    let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, PRINTED.map(|(name, _)| name));
    for ((name, schema), (_, outputs)) in all.iter().zip(PRINTED) {
        let pretty = serde_json::to_string_pretty(schema).expect("JSON") + "\n";
        golden(&fixture::project().join("docs/schema").join(format!("{name}.json")), pretty.as_bytes());
        let asked = Asked::of(name, schema);
        let mut names = Names::default();
        names.add(schema);
        for words in outputs {
            let output = printed(words);
            assert_eq!(asked.fault(&output), None, "{words}");
            let mut there = BTreeSet::new();
            keys(&output, &mut there);
            // The keys of a table are its columns.
            let new: Vec<&String> = there.difference(&names.known).filter(|_| *name != "table").collect();
            assert!(new.is_empty(), "{words}: {new:?} are not in the schema");
            // What lacks a key, or has another version, does not.
            let top = output.as_object().expect("an object");
            for key in top.keys().filter(|key| names.required.contains(*key)) {
                let mut cut = top.clone();
                cut.remove(key);
                assert!(asked.fault(&Value::Object(cut)).is_some(), "{words} without {key}");
            }
            let mut other = output.clone();
            other["format_version"] = json!(0);
            assert!(asked.fault(&other).is_some(), "{words}");
        }
    }
}

/// The version is in the output of each command that has JSON of its own.
#[test]
fn every_object_has_its_version() {
    let folder = folder("schemas");
    let atlas = folder.join("a.atlas");
    good(&format!("atlas build -o {} kernel.x86_64.btf", text(&atlas)));
    let at = text(&atlas);
    for words in [
        "info kernel.x86_64.btf --json".to_owned(),
        "relocs core.clang.bpfel.o --json".to_owned(),
        "relocs core.clang.bpfel.o --elf --json".to_owned(),
        "symbols core.clang.bpfel.o --json".to_owned(),
        "calls core.clang.bpfel.o --json".to_owned(),
        "link kernel.x86_64.btf list_head --site https://example.org/ --json".to_owned(),
        format!("atlas list {at} --json"),
        format!("history task_struct --atlas {at} --json"),
        format!("which kernel.x86_64.btf --atlas {at} --json"),
        format!("tailor core.clang.bpfel.o --target kernel.x86_64.btf -o {}/out --json", text(&folder)),
    ] {
        assert_eq!(printed(&words)["format_version"], json::FORMAT_VERSION, "{words}");
    }
    // SARIF and bpftool's JSON are others' forms.
    assert!(printed("check relo.clang.bpfel.o --target relo-old.bpfel.btf --sarif").get("format_version").is_none());
    assert!(printed("dump kernel.x86_64.btf --format json").get("format_version").is_none());
}

#[test]
fn the_page_names_each_command_with_json() {
    let page = fs::read_to_string(fixture::project().join("docs/json.md")).expect("the page");
    for (name, _) in PRINTED {
        assert!(page.contains(&format!("](schema/{name}.json)")), "{name}");
    }
    for command in crate::help::commands() {
        if good(&format!("{command} --help")).contains("--json") {
            let rows =
                page.lines().filter(|line| line.starts_with('|') && line.contains(&format!("`{command}`"))).count();
            assert_eq!(rows, 1, "{command}");
        }
    }
}
