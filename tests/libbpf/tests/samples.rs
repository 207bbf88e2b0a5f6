//! Loads every program of the page's samples, except the log clinic's, into the running kernel: with the lesson's
//! kernel for CO-RE (`btf_custom_path`), or the running kernel's BTF when the lesson has none. The table lists the
//! result of each. The lessons' README must have the same rows, and lessons must name the programs that never load.
//!
//! Loading needs root and bpf(), so it is in the extended run. Each run checks that the table lists every program, and
//! that the documents have its rows.
#![cfg(feature = "libbpf")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use libbpf_tests::load::{Only, load_on};
use needs::Needs;
use tests::extended::is_extended;
use tests::skip;

/// The result of loading a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Becomes {
    /// A kernel accepts it.
    Loaded,
    /// A kernel accepts it if its `/proc/kallsyms` has the variables; on another kernel libbpf prints this.
    LoadedWithVariables(&'static str),
    /// It must fail: libbpf or the kernel prints this.
    Refused(&'static str),
    /// No kernel can ever load it: libbpf prints this. Empty if the object has no program, so that nothing is loaded.
    NeverLoaded(&'static str),
}

use Becomes::{Loaded, LoadedWithVariables, NeverLoaded, Refused};

/// A row: object, the lesson's kernel (empty: the running one), program (empty: the whole object), result.
type Row = (&'static str, &'static str, &'static str, Becomes);

const POISONED: &str = "<invalid CO-RE relocation>";

const TABLE: &[Row] = &[
    ("sample.bpf.o", "", "on_connect", Loaded),
    ("sample.bpf.o", "", "on_exit", Loaded),
    ("sample.bpf.o", "older.btf", "on_connect", Loaded),
    ("sample.bpf.o", "older.btf", "on_exit", Loaded),
    ("sample.bpf.o", "newer.btf", "on_connect", Loaded),
    ("sample.bpf.o", "newer.btf", "on_exit", Loaded),
    ("families.bpf.o", "families.btf", "families", Loaded),
    ("core2.bpf.o", "core2.btf", "kinds", Loaded),
    ("core2.bpf.o", "core2.btf", "paths", Loaded),
    ("core2.bpf.o", "core2.btf", "flavours", Loaded),
    ("core2.bpf.o", "core2.btf", "twins", Refused("field offset ambiguity")),
    ("sizes.bpf.o", "flow-wide.btf", "packets", Loaded),
    ("sizes.bpf.o", "flow-wide.btf", "balance", Refused(POISONED)),
    ("sizes.bpf.o", "flow-wide.btf", "reason", Loaded),
    ("sizes.bpf.o", "flow-wide.btf", "urgent", Loaded),
    ("sizes.bpf.o", "flow-wide.btf", "size", Loaded),
    ("sizes.bpf.o", "flow-narrow.btf", "packets", Loaded),
    ("sizes.bpf.o", "flow-narrow.btf", "balance", Loaded),
    ("sizes.bpf.o", "flow-narrow.btf", "reason", Loaded),
    ("sizes.bpf.o", "flow-narrow.btf", "urgent", Refused(POISONED)),
    ("sizes.bpf.o", "flow-narrow.btf", "size", Refused(POISONED)),
    ("kfuncs.bpf.o", "kfuncs.elf", "on_task", Loaded),
    ("kfuncs.bpf.o", "kfuncs.elf", "before", NeverLoaded("failed to find kernel BTF type ID of 'do_unlink'")),
    ("kfuncs.bpf.o", "kfuncs.elf", "after", NeverLoaded("failed to find kernel BTF type ID of 'do_unlink'")),
    ("kfuncs.bpf.o", "kfuncs.elf", "window", NeverLoaded("bpf_struct_ops_flow_ops is not found in kernel BTF")),
    ("maps.bpf.o", "", "on_switch", LoadedWithVariables("extern 'init_task' (strong): not resolved")),
    ("vmlinux.bpf.o", "newer.btf", "direct", Loaded),
    ("vmlinux.bpf.o", "newer.btf", "with_helper", Loaded),
    ("vmlinux.bpf.o", "newer.btf", "without", Loaded),
    ("shapes.bpf.o", "", "look", Loaded),
    ("variant-plain.bpf.o", "", "on_switch", Loaded),
    ("variant-index.bpf.o", "", "on_switch", Loaded),
    ("variant-flavour.bpf.o", "", "on_switch", Refused(POISONED)),
    ("variant-guard.bpf.o", "", "on_switch", Loaded),
    ("elf-data.o", "", "", NeverLoaded("bad map relo against 'sent' in section 'counters'")),
    ("elf-calls.o", "", "", NeverLoaded("program 'border' is static and not supported")),
    ("elf-pointer.o", "", "", NeverLoaded("")),
];

fn samples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../static/samples")
}

fn path(name: &str) -> PathBuf {
    match name {
        "" => PathBuf::from("/sys/kernel/btf/vmlinux"),
        "sample.bpf.o" => samples().join(name),
        _ => samples().join("lessons").join(name),
    }
}

fn bytes(name: &str) -> Vec<u8> {
    fs::read(path(name)).expect("a sample")
}

/// The functions that libbpf would load: all except those in `.text`.
fn programs(name: &str) -> Vec<(String, String)> {
    let object = bpf::Object::parse(bytes(name)).expect("an object");
    Needs::of(Arc::new(object)).programs().iter().map(|p| (p.section.clone(), p.name.clone())).collect()
}

/// The row as the document has it.
fn line(&(object, kernel, program, becomes): &Row) -> String {
    let program = if program.is_empty() { "-".to_owned() } else { format!("`{program}`") };
    let kernel = match (kernel, becomes) {
        (_, NeverLoaded(_)) => "-".to_owned(),
        ("", _) => "the running one".to_owned(),
        (kernel, _) => format!("`{kernel}`"),
    };
    let becomes = match becomes {
        Loaded => "loaded".to_owned(),
        LoadedWithVariables(words) => format!("loaded where `CONFIG_KALLSYMS_ALL` is set, else `{words}`"),
        Refused(words) => format!("refused, as it is meant to be: `{words}`"),
        NeverLoaded("") => "never loaded: its only function is one of `.text`, which no program calls".to_owned(),
        NeverLoaded(words) => format!("never loaded: `{words}`"),
    };
    format!("| `{object}` | {program} | {kernel} | {becomes} |")
}

#[test]
fn the_table_has_every_program_and_the_documents_say_the_same() {
    let mut objects = vec!["sample.bpf.o".to_owned()];
    for entry in fs::read_dir(samples().join("lessons")).expect("a folder").filter_map(Result::ok) {
        let name = entry.file_name().to_string_lossy().into_owned();
        // `clinic.rs` loads the programs of the log clinic.
        if name.ends_with(".o") && !name.starts_with("clinic-") {
            objects.push(name);
        }
    }
    for object in &objects {
        let rows: BTreeSet<_> = TABLE.iter().filter(|row| row.0 == object).map(|row| row.2).collect();
        assert!(!rows.is_empty(), "{object} has no row");
        let programs = programs(object);
        let names: BTreeSet<_> = programs.iter().map(|(_, name)| name.as_str()).collect();
        assert!(rows == names || rows == BTreeSet::from([""]), "{object}: {names:?}");
    }
    let docs = samples().join("../../docs/lessons");
    let readme = fs::read_to_string(docs.join("README.md")).expect("the lessons' README");
    let lines: Vec<String> = TABLE.iter().map(line).collect();
    let said: Vec<&str> = readme.lines().filter(|line| line.starts_with("| `") && line.contains(".o` |")).collect();
    assert_eq!(said, lines, "\n{}\n", lines.join("\n"));
    // These lessons name the programs that are never loaded.
    for (object, lesson) in [("kfuncs.bpf.o", "kfuncs.md"), ("elf-data.o", "elf.md"), ("elf-calls.o", "elf.md")] {
        let lesson = fs::read_to_string(docs.join(lesson)).expect("a lesson");
        let says: Vec<&str> = lesson.lines().filter(|line| line.contains("never loaded")).collect();
        for row in TABLE.iter().filter(|row| row.0 == object && matches!(row.3, NeverLoaded(_))) {
            let name = if row.2.is_empty() { object } else { row.2 };
            assert!(says.iter().any(|line| line.contains(&format!("`{name}`"))), "{object}: {name}");
        }
    }
}

#[test]
fn programs_of_the_samples_load() {
    if !is_extended() {
        return;
    }
    let has_variables = fs::read_to_string("/proc/kallsyms").is_ok_and(|text| text.contains(" init_task\n"));
    let (mut wrong, mut loaded, mut refused, mut forbidden) = (Vec::new(), 0, 0, Vec::new());
    for row in TABLE {
        let &(object, kernel, name, becomes) = row;
        let bytes = bytes(object);
        let section = programs(object).into_iter().find(|(_, program)| program == name).map(|(section, _)| section);
        let answer = load_on(&bytes, Only::Program(&section.unwrap_or_default(), name), Some(&path(kernel)));
        if answer.not_permitted {
            forbidden.push(format!("{object} {name}"));
            continue;
        }
        let is_so = match becomes {
            Loaded => answer.ok,
            LoadedWithVariables(_) if has_variables => answer.ok,
            LoadedWithVariables(words) => {
                skip(&format!("this kernel's /proc/kallsyms has no variables, which {object} needs"));
                !answer.ok && answer.log.contains(words)
            }
            // The object has no program.
            NeverLoaded("") => answer.ok && programs(object).is_empty(),
            Refused(words) | NeverLoaded(words) => !answer.ok && answer.log.contains(words),
        };
        if !is_so {
            wrong.push(format!("{}\n{}", line(row), answer.log));
        }
        if answer.ok { loaded += 1 } else { refused += 1 }
    }
    println!("{loaded} loaded, {refused} refused, of {}", TABLE.len());
    if !forbidden.is_empty() {
        skip(&format!("this process may not load {}", forbidden.join(", ")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(loaded > 0 || forbidden.len() > 20, "nothing was loaded");
}
