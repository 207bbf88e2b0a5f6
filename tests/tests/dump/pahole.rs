//! Structs as pahole prints them.

use std::fs;

use btf::{Btf, Kind, TypeId};
use tests::reference::corpus_or_skip;

use crate::support::parting;

/// The first struct or union of this name, which is the one that pahole takes.
fn find(btf: &Btf, name: &str) -> Option<TypeId> {
    btf.types().find(|t| matches!(t.kind(), Kind::Struct | Kind::Union) && t.name() == name).map(|t| t.id())
}

#[test]
fn identical_to_pahole() {
    let Some(corpus) = corpus_or_skip() else { return };
    let mut identical = 0;
    let mut wrong = Vec::new();
    let entries = |path| fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").path());
    for kernel in entries(corpus.root().join("ref/pahole")) {
        let file = kernel.file_name().expect("a name").to_string_lossy().into_owned();
        let btf = Btf::parse(corpus.read(&format!("btf/{file}")), None).expect("a kernel's BTF");
        for path in entries(kernel) {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let theirs = fs::read(&path).expect("text");
            let Some(id) = find(&btf, &name) else {
                assert!(theirs.is_empty(), "{file} has no {name}");
                continue;
            };
            let mut ours = String::new();
            dump::pahole(&btf, id, &mut ours, &dump::PaholeOptions::default()).expect("a struct or union");
            // pahole puts an empty line behind each.
            ours.push('\n');
            match parting(ours.as_bytes(), &theirs) {
                None => identical += 1,
                Some(where_) => wrong.push(format!("{file} {name}: {where_}")),
            }
        }
    }
    let count = wrong.len();
    assert!(wrong.is_empty(), "{identical} structs are identical, {count} are not:\n{}", wrong.join("\n"));
    assert!(identical >= 165, "only {identical} structs were compared");
    println!("pahole: {identical} structs are identical");
}
