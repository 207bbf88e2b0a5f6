//! The types made from the objects of the corpus are equal to pahole's: the raw dump is the same byte for byte, ids
//! included. Exceptions are [`MORE_VARIABLES`], and objects for which the order of ids is free.
//!
//! `dwarf/INDEX.tsv` lists where each reference comes from, and for which objects the order of ids is free.

use std::env;
use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;

use btf::Btf;
use dwarf::{Converted, Error, ErrorKind, Input, Options, convert};
use tests::reference::part_or_skip;

use super::graph::differences;

/// Variables that we have and pahole leaves out: those in namespaces, and those at offset 0 of a section if their
/// symbol has their linkage name instead of their name.
const MORE_VARIABLES: [(&str, &[&str]); 5] = [
    ("cxx-clang22.o", &["counter"]),
    ("cxxplain-clang22.o", &["counter", "in_namespace"]),
    ("cxxplain-clang22-typeunits.o", &["counter", "in_namespace"]),
    ("cxxplain-gcc16.o", &["counter"]),
    ("units-rust.o", &["TABLE", "COUNTER"]),
];

/// The least number of objects to compare.
const LEAST: usize = 70;

pub struct Row {
    pub file: String,
    pub reference: String,
    pub note: String,
}

/// The folder and the rows of its index.
pub fn rows() -> Option<(PathBuf, Vec<Row>)> {
    let root = part_or_skip("dwarf")?.root().join("dwarf");
    let index = fs::read_to_string(root.join("INDEX.tsv")).expect("the index of the corpus");
    let mut lines = index.lines();
    let columns: Vec<&str> = lines.next().expect("a head").split('\t').collect();
    let column = |name: &str| columns.iter().position(|c| *c == name).unwrap_or_else(|| panic!("no column {name}"));
    let (file, reference, note) = (column("file"), column("reference"), column("note"));
    let rows = lines.map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        Row { file: fields[file].into(), reference: fields[reference].into(), note: fields[note].into() }
    });
    Some((root, rows.collect()))
}

/// The other files that an object needs.
fn beside(file: &str) -> Vec<&'static str> {
    match file {
        "multi-gcc16-dwzalt" => vec!["multi-gcc16-dwzalt.supplement"],
        "multi-gcc16-split" => vec!["multi_a.dwo", "multi_b.dwo", "multi_c.dwo", "main.dwo"],
        _ => Vec::new(),
    }
}

fn converted(root: &std::path::Path, file: &str, beside: &[&str], options: &Options) -> Result<Converted, Error> {
    let read = |name: &str| fs::read(root.join("files").join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
    let main = read(file);
    let others: Vec<Vec<u8>> = beside.iter().map(|name| read(name)).collect();
    let mut main = main.as_slice();
    let mut sources: Vec<&[u8]> = others.iter().map(Vec::as_slice).collect();
    let beside = beside.iter().zip(&mut sources).map(|(name, source)| Input { name, source });
    let file = Input { name: file, source: &mut main };
    convert(file, beside.collect(), options, &mut |_| ControlFlow::Continue(()))
}

fn raw(btf: &Btf) -> String {
    let mut text = String::new();
    dump::raw(btf, &mut text);
    text
}

#[test]
fn as_pahole() {
    let Some((root, rows)) = rows() else { return };
    let only = env::var("BTFSCOPE_DWARF_FILE").ok();
    let (mut wrong, mut compared) = (Vec::new(), 0);
    for row in rows.iter().filter(|row| only.as_ref().is_none_or(|only| row.file == *only)) {
        let made = converted(&root, &row.file, &beside(&row.file), &Options::default());
        if row.reference == "none" {
            match made {
                Err(e) if e.kind == ErrorKind::NoTypes => compared += 1,
                other => wrong.push(format!("{}: {other:?}", row.file)),
            }
            continue;
        }
        let made = made.unwrap_or_else(|e| panic!("{e}"));
        let btf = Btf::parse(made.blob, None).unwrap_or_else(|e| panic!("{}: {e}", row.file));
        assert_eq!(btf.diagnostics(), [], "{}", row.file);
        let reference = fs::read_to_string(root.join("ref").join(&row.file).join("raw.txt")).expect("a reference");
        let ours = raw(&btf);
        compared += 1;
        if ours == reference {
            continue;
        }
        if let Some((_, extra)) = MORE_VARIABLES.iter().find(|(file, _)| *file == row.file) {
            let mut left: Vec<String> =
                differences(&ours, &reference).into_iter().filter(|d| !d.contains("DATASEC")).collect();
            for name in *extra {
                let said = format!("only ours: VAR {name} linkage=global");
                match left.iter().position(|d| *d == said) {
                    Some(at) => drop(left.remove(at)),
                    None => wrong.push(format!("{}: no {name}", row.file)),
                }
            }
            wrong.extend(left.into_iter().map(|d| format!("{}: {d}", row.file)));
            continue;
        }
        if row.note.contains("order") || row.reference.contains("other build") {
            wrong.extend(differences(&ours, &reference).into_iter().map(|d| format!("{}: {d}", row.file)));
            continue;
        }
        let line = ours.lines().zip(reference.lines()).find(|(a, b)| a != b);
        wrong.push(format!("{}: {line:?}, {} lines, {}", row.file, ours.lines().count(), reference.lines().count()));
    }
    assert!(wrong.is_empty(), "{} of {compared} are not as they should be:\n{}", wrong.len(), wrong.join("\n"));
    assert!(only.is_some() || compared >= LEAST, "only {compared} were compared");
    println!("{compared} objects are as pahole has them");
}

/// Without the other files of an object, the missing files are named, and everything else is converted.
#[test]
fn missing_files() {
    let Some((root, _)) = rows() else { return };
    let error = converted(&root, "multi-gcc16-split", &[], &Options::default()).expect_err("the types are elsewhere");
    assert_eq!(error.kind, ErrorKind::Elsewhere);
    for name in beside("multi-gcc16-split") {
        assert!(error.message.contains(name), "{name} is not in: {error}");
    }
    let some = converted(&root, "multi-gcc16-split", &["multi_a.dwo"], &Options::default()).expect("the types of one");
    assert_eq!((some.report.units_elsewhere, some.report.missing_files.len()), (3, 3));
    let alone = converted(&root, "multi-gcc16-dwzalt", &[], &Options::default()).expect("what is in the file itself");
    let lost: u64 = alone.report.diagnostics.iter().filter(|d| d.reason.contains("not there")).map(|d| d.count).sum();
    assert!(lost > 0, "{:?}", alone.report);
    assert_eq!(alone.report.missing_files, ["multi-gcc16-dwzalt.supplement"]);
    let wrong = converted(&root, "multi-gcc16-dwzalt", &["multi-gcc16"], &Options::default());
    assert_eq!(wrong.expect_err("it is another file").kind, ErrorKind::Elsewhere);
}

/// Every tag made from an annotation has its entry, and no other type has one.
#[test]
fn tags_know_their_entries() {
    let Some((root, rows)) = rows() else { return };
    for row in rows.iter().filter(|row| row.file.contains("tags-")) {
        let made = converted(&root, &row.file, &[], &Options::default()).unwrap_or_else(|e| panic!("{e}"));
        let btf = Btf::parse(made.blob, None).expect("BTF");
        let is_tag = |t: &btf::Type<'_>| matches!(t.kind(), btf::Kind::DeclTag | btf::Kind::TypeTag);
        let tags: Vec<_> = btf.types().filter(is_tag).map(|t| t.id()).collect();
        let known: Vec<_> = made.tags.iter().map(|t| t.id).collect();
        assert_eq!(tags, known, "{}", row.file);
        assert!(!tags.is_empty(), "{}", row.file);
        assert!(made.tags.iter().all(|t| t.annotation.offset > 0 && t.annotation.section == ".debug_info"));
    }
}

/// On a base with all types, only variables and their sections are left. Ids continue after the base.
#[test]
fn on_a_base() {
    let Some((root, _)) = rows() else { return };
    let base = converted(&root, "multi-gcc16", &[], &Options::default()).expect("a base");
    let count = base.report.types;
    let base = std::sync::Arc::new(Btf::parse(base.blob, None).expect("BTF"));
    let options = Options { base: Some(base.clone()) };
    let again = converted(&root, "multi-gcc16", &[], &options).expect("the same on itself");
    let split = Btf::parse(again.blob, Some(base.clone())).expect("a split BTF");
    assert_eq!(split.diagnostics(), []);
    // Variables and sections are never merged, as in libbpf.
    assert!(split.types().all(|t| matches!(t.kind(), btf::Kind::Var | btf::Kind::DataSec)), "{}", raw(&split));
    assert_eq!(split.first_id().0, count + 1);
    let big = converted(&root, "scalars-s390x-be.o", &[], &options).expect_err("another byte order");
    assert_eq!(big.kind, ErrorKind::WrongBase);
    let other = converted(&root, "scalars-gcc16-dw5.o", &[], &options).expect("another on it");
    let split = Btf::parse(other.blob, Some(base)).expect("a split BTF");
    assert_eq!(split.diagnostics(), []);
    assert!(!split.types().any(|t| t.name() == "int"), "the base has int");
    assert!(split.types().any(|t| t.name() == "__int128"));
}

/// Rust's statics, and variables in namespaces by clang++ and g++: each has its offset, and those left out are counted.
#[test]
fn variables_of_namespaces() {
    let Some((root, _)) = rows() else { return };
    let cases = root.join("../cases/vars-in-namespace");
    for (file, expected, left_out) in [
        ("rs2.o", &["ZERO 0", "COUNT 0", "TABLE 0"][..], 0),
        ("v2c.o", &["gint 0", "st 4", "q 8", "gs 0"][..], 1),
        ("v2.o", &["q 0", "st 4", "gint 8", "lam 0", "gs 4"][..], 0),
    ] {
        let bytes = fs::read(cases.join(file)).unwrap_or_else(|e| panic!("{file}: {e}"));
        let mut source = bytes.as_slice();
        let input = Input { name: file, source: &mut source };
        let made = convert(input, Vec::new(), &Options::default(), &mut |_| ControlFlow::Continue(())).expect("types");
        let btf = Btf::parse(made.blob, None).expect("BTF");
        let places = btf.types().flat_map(|t| {
            let name = |id| btf.get(id).map_or("", |t| t.name());
            t.vars().map(|v| format!("{} {}", name(v.type_id), v.offset)).collect::<Vec<_>>()
        });
        // The offsets are those of the symbols (llvm-readelf -s): _ZN1n1qE is at 0 in .data of v2.o.
        assert_eq!(places.collect::<Vec<_>>(), expected, "{file}");
        assert_eq!(
            made.report.variables.iter().map(|v| v.count).sum::<u64>(),
            left_out,
            "{file}: {:?}",
            made.report.variables
        );
    }
}

/// GCC writes type tags on types that are not pointers. BTF cannot represent these.
#[test]
fn lost_type_tags_are_counted() {
    let Some((root, rows)) = rows() else { return };
    let lost = |file: &str| {
        let made = converted(&root, file, &[], &Options::default()).unwrap_or_else(|e| panic!("{e}"));
        made.report.diagnostics.iter().filter(|d| d.reason.starts_with("a type tag on")).map(|d| d.count).sum::<u64>()
    };
    let counts: Vec<String> = rows
        .iter()
        .filter(|row| row.file.contains("tags-"))
        .map(|row| format!("{} {}", row.file, lost(&row.file)))
        .collect();
    println!("{counts:?}");
    assert!(counts.iter().any(|text| text == "typetags-gcc16.o 4"), "{counts:?}");
}
