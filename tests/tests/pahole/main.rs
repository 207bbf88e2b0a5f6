//! Layouts are compared with pahole's output for the structs of the corpus.
//!
//! Both sides are converted into lines of the same plain form. It keeps everything of the reference except type names:
//! member names, offsets, sizes, bits, attributes, holes, cache line boundaries, totals. Our side is made from
//! [`layout::Layout`] alone.

mod model;
mod parse;

use std::fs;

use btf::{Btf, Kind, TypeId};
use tests::reference::corpus_or_skip;

/// The first struct or union of this name, which is the one that pahole prints.
fn find(btf: &Btf, name: &str) -> Option<TypeId> {
    btf.types().find(|t| matches!(t.kind(), Kind::Struct | Kind::Union) && t.name() == name).map(|t| t.id())
}

#[test]
fn layouts_equal_those_of_pahole() {
    let Some(corpus) = corpus_or_skip() else { return };
    let mut compared = 0;
    let mut wrong = Vec::new();
    let mut kernels: Vec<_> = fs::read_dir(corpus.root().join("ref/pahole"))
        .expect("ref/pahole")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    kernels.sort();
    for kernel in kernels {
        let file = kernel.file_name().expect("a name").to_string_lossy().into_owned();
        let btf = Btf::parse(corpus.read(&format!("btf/{file}")), None).expect("a kernel's BTF");
        for entry in fs::read_dir(&kernel).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let theirs = parse::lines(&fs::read_to_string(&path).expect("text"));
            if theirs.is_empty() {
                assert_eq!(find(&btf, &name), None, "{file} {name}: pahole found nothing");
                continue;
            }
            let id = find(&btf, &name).unwrap_or_else(|| panic!("{file} has no {name}"));
            let ours = model::lines(&btf, id);
            compared += 1;
            if let Some(at) = (0..ours.len().max(theirs.len())).find(|&i| ours.get(i) != theirs.get(i)) {
                let from = at.saturating_sub(3);
                let show = |lines: &[String]| lines[from.min(lines.len())..lines.len().min(at + 3)].join("\n    ");
                wrong.push(format!(
                    "{file} {name}, line {at}:\n  pahole\n    {}\n  ours\n    {}",
                    show(&theirs),
                    show(&ours)
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {compared} differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(compared >= 165, "only {compared} structs were compared");
}
