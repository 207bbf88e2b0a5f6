//! Reads every name of the corpus (`releases.tsv`), and compares the facts found with those in its row.
#![allow(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::fs;
use std::path::Path;

use release::Release;

#[test]
fn names_of_the_corpus_are_read() {
    let Some(corpus) = std::env::var_os("BTFSCOPE_CORPUS") else {
        assert!(std::env::var_os("BTFSCOPE_CI").is_none(), "BTFSCOPE_CORPUS is not set");
        eprintln!("SKIPPED: BTFSCOPE_CORPUS is not set");
        return;
    };
    let text = fs::read_to_string(Path::new(&corpus).join("releases.tsv")).unwrap();
    let (mut rows, mut wrong) = (0, Vec::new());
    for line in text.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').map(|c| if c == "-" { "" } else { c }).collect();
        let [name, series, patch, distribution, suite, arch, flavour, abi] = *cells else { panic!("{line}") };
        let r = Release::parse(name);
        let of = |v: release::Version| {
            let candidate = v.candidate.map(|rc| format!("-rc{rc}")).unwrap_or_default();
            (format!("{}.{}", v.major, v.minor), v.patch.map(|p| format!("{p}{candidate}")).unwrap_or_default())
        };
        let (s, p) = r.version.map(of).unwrap_or_default();
        let found = [&s, &p, &r.distribution, &r.suite, r.arch.as_deref().unwrap_or_default(), &r.flavour, &r.abi];
        let expected = [series, patch, distribution, suite, arch, flavour, abi];
        if found != expected {
            wrong.push(format!("{name}: {found:?}, expected {expected:?}"));
        }
        rows += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(rows >= 40, "{rows} rows");
}
