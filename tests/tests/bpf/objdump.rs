//! `llvm-objdump -dr` of every object in the corpus is equal to our listing: instructions, labels, relocations, CO-RE
//! annotations.

use bpf::{Object, llvm_listing};
use tests::reference::corpus_or_skip;

/// The lines with single spaces between words, without empty lines.
fn words(text: &str) -> Vec<String> {
    let line = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    text.lines().map(line).filter(|l| !l.is_empty() && !l.contains("file format")).collect()
}

#[test]
fn listings_are_those_of_llvm_objdump() {
    let Some(corpus) = corpus_or_skip() else { return };
    let (mut compared, mut lines, mut wrong) = (0, 0, Vec::new());
    for row in corpus.index() {
        let Some(reference) = corpus.reference(&row.file, "objdump.txt") else { continue };
        let Ok(object) = Object::parse(corpus.read(&row.file)) else { continue };
        let mut ours = String::new();
        // llvm-objdump prints nothing for empty sections.
        object.code_sections().filter(|s| s.size > 0).for_each(|s| llvm_listing(&object, s, &mut ours));
        let (ours, theirs) = (words(&ours), words(&String::from_utf8_lossy(&reference)));
        compared += 1;
        lines += theirs.len();
        if let Some(at) = (0..ours.len().max(theirs.len())).find(|&i| ours.get(i) != theirs.get(i)) {
            wrong.push(format!("{}: line {at}\n  ours   {:?}\n  theirs {:?}", row.file, ours.get(at), theirs.get(at)));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {compared} objects differ:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(30)].join("\n")
    );
    // A few listings are left out: they are of objects for other machines.
    assert!(compared >= 180 && lines > 20_000, "only {compared} objects with {lines} lines were compared");
}
