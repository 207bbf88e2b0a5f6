//! Every relocation of the corpus gives the same result as with libbpf, in all columns of `ref/core`.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use btf::{Btf, Endian};
use relo::{COLUMNS, Options, Resolver, Target};
use tests::fixture::btf_of;
use tests::reference::{Corpus, corpus_or_skip};

/// The tables in a folder and its subfolders.
fn tables(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let Ok(entries) = fs::read_dir(folder) else { return found };
    for path in entries.filter_map(|e| Some(e.ok()?.path())) {
        match path.is_dir() {
            true => found.extend(tables(&path)),
            false => found.push(path),
        }
    }
    found.sort();
    found
}

/// The corpus file that a table is named after: a BTF or an object.
fn target_file(corpus: &Corpus, name: &str) -> String {
    let is_it = |file: &str| {
        let last = file.rsplit('/').next().unwrap_or(file);
        [".btf", ".bpf.o", ".o", ".elf", ""].iter().any(|end| last.strip_suffix(end) == Some(name))
    };
    let mut found: Vec<String> = corpus.index().into_iter().map(|row| row.file).filter(|f| is_it(f)).collect();
    found.sort();
    assert!(!found.is_empty(), "no file is called {name}");
    found.swap_remove(0)
}

/// Kernels and objects opened as targets, by their file names.
type Targets = HashMap<String, Target>;

fn open_target(corpus: &Corpus, file: &str) -> Target {
    let mut theirs = Btf::parse(btf_of(&corpus.read(file)).expect("BTF"), None).expect("BTF");
    if file.starts_with("objs/selftests") {
        theirs.set_pointer_size(8);
    }
    Target::new(Arc::new(theirs))
}

/// Returns the number of rows of a table, and the rows that differ from ours.
fn check(corpus: &Corpus, root: &Path, table: &Path, targets: &mut Targets) -> (usize, Vec<String>) {
    let object_file = table.parent().and_then(|p| p.strip_prefix(root).ok()).and_then(Path::to_str).expect("a path");
    let object = bpf::Object::parse(corpus.read(object_file)).expect("an object");
    let (btf, ext) = (object.btf().expect("types"), object.ext().expect("relocations"));
    let name = table.file_stem().and_then(|n| n.to_str()).expect("a name");
    let target_file = target_file(corpus, name);
    let target = &*targets.entry(target_file).or_insert_with_key(|file| open_target(corpus, file));
    // The tables were made on a little-endian machine, and without the cache of candidates.
    let options = Options { cache: false, shift_order: Some(Endian::Little), ..Options::default() };
    let mut resolver = Resolver::new(btf, target, options);
    let text = fs::read_to_string(table).expect("a table");
    let mut lines = text.lines();
    assert_eq!(lines.next().unwrap_or_default().trim_start_matches('#'), COLUMNS.join("\t"));
    let records = relo::records(btf, ext);
    let ours: Vec<String> = records
        .iter()
        .map(|r| relo::cells(btf, r, &resolver.resolve(r), relo::insn_of(&object, r)).join("\t"))
        .collect();
    let lines: Vec<&str> = lines.collect();
    let mut wrong = Vec::new();
    if ours.len() != lines.len() {
        wrong.push(format!("{object_file} on {name}: {} rows, not {}", ours.len(), lines.len()));
    }
    for (ours, theirs) in ours.iter().zip(&lines) {
        if ours != theirs {
            wrong.push(format!("{object_file} on {name}:\n  ours   {ours}\n  theirs {theirs}"));
        }
    }
    (lines.len(), wrong)
}

#[test]
fn every_relocation_is_resolved_as_libbpf_does() {
    let Some(corpus) = corpus_or_skip() else { return };
    let root = corpus.root().join("ref/core");
    let tables = tables(&root);
    assert!(!tables.is_empty(), "the corpus has no tables of relocations");
    let (mut rows, mut wrong, mut targets) = (0, Vec::new(), Targets::new());
    for table in tables.iter().filter(|t| t.extension().is_some_and(|e| e == "tsv")) {
        let (count, bad) = check(&corpus, &root, table, &mut targets);
        rows += count;
        wrong.extend(bad);
    }
    assert!(rows > 5_000, "only {rows} rows in {} tables were compared", tables.len());
    assert!(wrong.is_empty(), "{} of {rows} rows differ:\n{}", wrong.len(), wrong[..wrong.len().min(20)].join("\n"));
}
