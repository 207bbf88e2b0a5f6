//! Whole files as raw listing, C and JSON are equal to bpftool's.

use btf::Btf;
use tests::blob::{Blob, Order, kind};
use tests::reference::corpus_or_skip;

use crate::support::{Opener, first_difference};

/// Prints every file of the corpus that has the reference `name`, and compares. At least `least` files must have it.
fn compare(name: &str, least: usize, print: impl Fn(&Btf) -> String) {
    let Some(corpus) = corpus_or_skip() else { return };
    let mut opener = Opener::new(&corpus);
    let mut identical = 0;
    let mut wrong = Vec::new();
    for row in corpus.index() {
        let Some(theirs) = corpus.reference(&row.file, name) else { continue };
        let Some(btf) = opener.open(&row.file) else { continue };
        match first_difference(print(&btf).as_bytes(), &theirs) {
            None => identical += 1,
            Some(where_) => wrong.push(format!("{}: {where_}", row.file)),
        }
    }
    let count = wrong.len();
    assert!(wrong.is_empty(), "{name}: {identical} files are identical, {count} are not:\n{}", wrong.join("\n"));
    assert!(identical >= least, "{name}: only {identical} files were compared");
    println!("{name}: {identical} files are identical");
}

#[test]
fn raw() {
    compare("raw.txt", 200, |btf| {
        let mut text = String::new();
        dump::raw(btf, &mut text);
        text
    });
}

#[test]
fn c() {
    compare("dump.h", 190, |btf| {
        let mut text = String::new();
        dump::c(btf, &mut text, &dump::CFileOptions::default());
        text
    });
}

#[test]
fn json() {
    compare("dump.json", 200, |btf| {
        let mut text = String::new();
        dump::json(btf, &mut text, &dump::JsonOptions::default());
        text
    });
}

/// Where bpftool's JSON is wrong: a backslash (bpftool writes `\n` in its place) and control characters.
#[test]
fn json_escapes() {
    let mut blob = Blob::new(Order::Little);
    let int = blob.int("int", 4, 1);
    let alias = blob.named(kind::TYPEDEF, "alias", int);
    blob.decl_tag("a\\b\"c\td\u{1}'", false, alias, -1);
    let btf = Btf::parse(blob.build(), None).expect("a header");
    let mut text = String::new();
    dump::json(&btf, &mut text, &dump::JsonOptions::default());
    assert!(text.contains(r#""name":"a\\b\"c\td\u0001'""#), "{text}");
}
