//! Compares the output for real files with that of bpftool 7.8 and pahole 1.31.

use std::fs;

use tests::reference::{Corpus, corpus_or_skip};

use crate::run::{run, same, text};

/// Dumps a file of the corpus on its base in a format.
fn dump(corpus: &Corpus, file: &str, format: &str) -> String {
    let path = corpus.path(file);
    let mut args = vec!["dump".to_owned(), text(&path).to_owned(), "--format".to_owned(), format.to_owned()];
    if let Some(base) = corpus.base_of(file) {
        args.extend(["--base".to_owned(), text(&corpus.path(&base)).to_owned()]);
    }
    let run = run(&args);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{file}");
    String::from_utf8(run.out).expect("UTF-8")
}

#[test]
fn kernels_modules_and_programs_print_as_bpftool_prints_them() {
    let Some(corpus) = corpus_or_skip() else { return };
    let mut compared = 0;
    let mut programs = 0;
    for row in corpus.index() {
        // All files in btf/ except those of the kernel's own tests (`rawtests`), and every eighth program in objs/ that
        // has BTF (`=` in its kinds).
        let is_program = row.file.starts_with("objs/");
        if is_program && !row.kinds.contains('=') {
            continue;
        }
        programs += u32::from(is_program);
        if is_program && programs % 8 != 0 || row.file.contains("rawtests") {
            continue;
        }
        for (reference, format) in [("raw.txt", "raw"), ("dump.json", "json"), ("dump.h", "c")] {
            let Some(theirs) = corpus.reference(&row.file, reference) else { continue };
            let ours = dump(&corpus, &row.file, format);
            same(&format!("{} as {format}", row.file), &ours, &String::from_utf8_lossy(&theirs));
            compared += 1;
        }
    }
    assert!(compared >= 60, "only {compared} dumps were compared");
}

#[test]
fn structs_print_as_pahole_prints_them() {
    let Some(corpus) = corpus_or_skip() else { return };
    let entries = |path| fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut compared = 0;
    for kernel in entries(corpus.root().join("ref/pahole")) {
        let file = corpus.path(&format!("btf/{}", kernel.file_name().expect("a name").to_string_lossy()));
        let mut args = vec!["layout".to_owned(), text(&file).to_owned()];
        let mut theirs = String::new();
        for path in entries(kernel) {
            let reference = fs::read_to_string(&path).expect("text");
            // An empty reference means that the kernel has no such struct.
            if !reference.is_empty() {
                args.push(path.file_stem().expect("a name").to_string_lossy().into_owned());
                theirs += &reference;
                compared += 1;
            }
        }
        let run = run(&args);
        assert_eq!(run.status, 0, "{}", run.err);
        same(text(&file), run.text(), &theirs);
    }
    assert!(compared >= 165, "only {compared} structs were compared");
}
