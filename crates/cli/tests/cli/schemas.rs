//! The schemas in docs/schema are those of the structs, the output of commands keeps to them, and docs/json.md lists
//! them.

use std::collections::BTreeSet;
use std::fs;

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::{Value, json};
use tests::blob::Order;
use tests::elf::Class;
use tests::fixture;
use tests::golden::golden;
use tests::id_elf::elf;

use crate::archives::tar;
use crate::run::{folder, good, run, text};

/// Each schema with commands whose output must keep to it. Words in capitals stand for files and links ([`Files`]).
const PRINTED: [(&str, &[&str]); 29] = [
    ("at", &["at kernel.x86_64.btf task_struct 36 --json"]),
    ("atlas-list", &["atlas list ATLAS --json", "atlas list DEBIAN --where arch=amd64 --json"]),
    ("atlas-modules", &["atlas modules MODULES bpf_xdp_ct_alloc --json", "atlas modules MODULES no_such_name --json"]),
    ("atlas-path", &["atlas path --json"]),
    ("bytes", &["bytes kinds.bpfel.btf 0 24 40 --json", "bytes core.clang.bpfel.o --blob 24 --json"]),
    ("calls", &["calls core.clang.bpfel.o --json", "calls SAMPLE --kernel 6.1 --json"]),
    (
        "check",
        &[
            "check relo.clang.bpfel.o --target relo-old.bpfel.btf --json",
            "check stories.clang.bpfel.o relo.clang.bpfel.o --target relo-old.bpfel.btf --target relo-new.bpfel.btf --json",
        ],
    ),
    ("diff", &["diff relo-old.bpfel.btf relo-new.bpfel.btf --json", "diff kernel.x86_64.btf kernel.x86_64.btf --json"]),
    ("disasm", &["disasm core.clang.bpfel.o --json", "disasm relo.clang.bpfel.o --json"]),
    ("encode", &["encode DWARF -o OUT/encoded.btf --json"]),
    ("field", &["field task_struct.parent,task_struct.nothing kernel.x86_64.btf kernel.s390x.btf --json"]),
    ("find", &["find kernel.x86_64.btf device --json", "find kernel.x86_64.btf none_like_it --json"]),
    ("graph", &["graph kernel.x86_64.btf list_head --json"]),
    (
        "history",
        &[
            "history task_struct --atlas ATLAS --json",
            "history task_struct.__state --atlas DEBIAN --json",
            "history bpf_xdp_ct_alloc --atlas DEBIAN --json",
        ],
    ),
    (
        "info",
        &[
            "info kernel.x86_64.btf --json",
            "info core.clang.bpfel.o --json",
            "info module.x86_64.ko --base kernel.x86_64.btf --json",
            "info ARCHIVE --json",
        ],
    ),
    (
        "layout",
        &[
            "layout kernel.x86_64.btf task_struct list_head --json",
            "layout kernel.s390x.btf task_struct --reorganize --json",
        ],
    ),
    ("link", &["link kernel.x86_64.btf list_head --site https://example.org/ --json"]),
    ("log", &["log stories-kfunc.clang.bpfel.o LOG --json"]),
    ("open", &["open LINK --json", "open RELOCATION --json"]),
    ("path", &["path kernel.x86_64.btf task_struct list_head --json"]),
    ("read", &["read task_struct.__state --atlas DEBIAN --where arch=amd64 --json"]),
    (
        "relocs",
        &[
            "relocs core.clang.bpfel.o --json",
            "relocs relo.clang.bpfel.o --target relo-new.bpfel.btf --format json",
            "relocs core.clang.bpfel.o --elf --json",
            "relocs core.clang.bpfel.o --elf --debug --json",
        ],
    ),
    ("symbols", &["symbols core.clang.bpfel.o --json"]),
    ("table", &["kfuncs KERNEL --json", "ids KERNEL --json"]),
    (
        "tailor",
        &[
            "tailor core.clang.bpfel.o --target kernel.x86_64.btf -o OUT/cut --json",
            "tailor relo.clang.bpfel.o --target kernel.x86_64.btf -o OUT/refused --json",
        ],
    ),
    ("users", &["users kernel.x86_64.btf list_head --json", "users kernel.x86_64.btf list_head --inside --json"]),
    ("value", &["value kernel.x86_64.btf int 05000000 --json", "value kernel.x86_64.btf list_head 0500 --json"]),
    ("verify", &["verify kernel.x86_64.btf --json", "verify core.clang.bpfel.o --kernel 6.1 --json"]),
    ("which", &["which kernel.x86_64.btf --atlas ATLAS --json", "which kernel.s390x.btf --atlas DEBIAN --json"]),
];

/// A compiled schema, against which values are checked.
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

/// Keys with values whose own keys are in no schema: these are names from the file, or keys of bpftool's JSON.
const FREE: [&str; 6] = ["formatted", "kinds", "attributes", "answers", "core_relo", "types"];

/// Adds all keys in an output to `names`, except those below a key of [`FREE`].
fn keys(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            for (key, below) in map {
                names.insert(key.clone());
                let free = FREE.contains(&key.as_str()) && !(key == "types" && below.is_array());
                if !free {
                    keys(below, names);
                }
            }
        }
        Value::Array(list) => list.iter().for_each(|below| keys(below, names)),
        _ => {}
    }
}

/// The words in capitals, each with the file or link that it stands for.
struct Files(Vec<(&'static str, String)>);

impl Files {
    fn new(name: &str) -> Files {
        let (folder, top) = (folder(name), fixture::project());
        let at = |path: &str| text(&top.join(path)).to_owned();
        // A kernel with .BTF_ids.
        let (kernel, atlas) = (folder.join("vmlinux"), folder.join("a.atlas"));
        fs::write(&kernel, elf(Class::Elf64, Order::Little, true, true)).expect("written");
        good(&format!("atlas build -o {} kernel.x86_64.btf", text(&atlas)));
        let link = |words: &str| {
            let run = run(&words.split(' ').chain(["--site", "https://example.org/"]).collect::<Vec<_>>());
            run.text().trim().to_owned()
        };
        let archive = folder.join("objects.tar");
        let object = fixture::read("core.clang.bpfel.o");
        fs::write(&archive, tar(&[("a.bpf.o", &object), ("b.bpf.o", &object)])).expect("written");
        // The first relocation, as `relocs` names it.
        let relocs = good("relocs relo.clang.bpfel.o");
        let first = relocs.split_whitespace().next().expect("a relocation");
        Files(vec![
            ("ARCHIVE", text(&archive).to_owned()),
            ("ATLAS", text(&atlas).to_owned()),
            ("DEBIAN", at("static/atlas/debian.atlas")),
            ("DWARF", at("tests/fixtures/dwarf/dwarf.gcc.x86_64.o")),
            ("KERNEL", text(&kernel).to_owned()),
            ("LINK", link("link kernel.x86_64.btf list_head")),
            ("LOG", at("tests/fixtures/logs/kfunc-6.18.txt")),
            ("MODULES", at("static/atlas/debian-modules.atlas")),
            ("OUT", text(&folder).to_owned()),
            ("RELOCATION", link(&format!("link relo.clang.bpfel.o --reloc {first} --target relo-new.bpfel.btf"))),
            ("SAMPLE", at("static/samples/sample.bpf.o")),
        ])
    }

    /// The JSON of a command.
    fn printed(&self, words: &str) -> Value {
        let word = |word: &str| {
            let (first, rest) = word.split_once('/').map_or((word, None), |(first, rest)| (first, Some(rest)));
            match self.0.iter().find(|(name, _)| *name == first) {
                Some((_, path)) => rest.map_or_else(|| path.clone(), |rest| format!("{path}/{rest}")),
                None => word.to_owned(),
            }
        };
        let words: Vec<String> = words.split(' ').map(word).collect();
        let run = run(&words.iter().map(String::as_str).collect::<Vec<_>>());
        serde_json::from_str(run.text()).unwrap_or_else(|e| panic!("{words:?}: {e}: {}", run.err))
    }
}

#[test]
fn what_commands_print_keeps_to_their_schemas() {
    let all = json::schema::all();
    let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, PRINTED.map(|(name, _)| name));
    let files = Files::new("schemas");
    for ((name, schema), (_, outputs)) in all.iter().zip(PRINTED) {
        let pretty = serde_json::to_string_pretty(schema).expect("JSON") + "\n";
        golden(&fixture::project().join("docs/schema").join(format!("{name}.json")), pretty.as_bytes());
        let asked = Asked::of(name, schema);
        let mut names = Names::default();
        names.add(schema);
        for words in outputs {
            let output = files.printed(words);
            assert_eq!(asked.fault(&output), None, "{words}");
            let mut there = BTreeSet::new();
            keys(&output, &mut there);
            // The keys of a table are its columns.
            let new: Vec<&String> = there.difference(&names.known).filter(|_| *name != "table").collect();
            assert!(new.is_empty(), "{words}: {new:?} are not in the schema");
            // An output that lacks a required key, or has another version, is not valid.
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

/// SARIF and bpftool's JSON are formats of other projects, so they have no `format_version`.
#[test]
fn the_forms_of_others_have_no_version() {
    let files = Files::new("schemas-others");
    for words in
        ["check relo.clang.bpfel.o --target relo-old.bpfel.btf --sarif", "dump kernel.x86_64.btf --format json"]
    {
        assert!(files.printed(words).get("format_version").is_none(), "{words}");
    }
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
