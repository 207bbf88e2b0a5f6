//! Every change of a struct beside what pahole printed of both kernels.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use btf::Btf;
use relate::difference;
use tests::reference::{Corpus, corpus_or_skip};

use crate::{NEW, OLD, open};

/// A member as pahole prints it: bits from the start, how many, and the text of its type.
pub type Printed = (u64, u64, String);

fn without_attributes(code: &str) -> String {
    let mut code = code.to_owned();
    while let Some(at) = code.find("__attribute__((") {
        let end = code[at..].find(")))").map_or_else(|| code[at..].find("))").map(|e| e + 2), |e| Some(e + 3));
        code.replace_range(at..at + end.expect("it ends"), "");
    }
    code
}

/// Where a member lies by the numbers of its comment.
fn place(line: &str, numbers: &[u64], width: Option<u64>, ty: &str) -> Printed {
    match (numbers, width) {
        ([offset, bit, _], Some(width)) => (offset * 8 + bit, width, ty.to_owned()),
        ([offset, size], None) => (offset * 8, size * 8, ty.to_owned()),
        _ => panic!("{line}: {numbers:?}"),
    }
}

/// The members of pahole's text by path, anonymous ones without a step of their own.
pub fn printed(text: &str) -> BTreeMap<String, Printed> {
    let mut open: Vec<Vec<(String, Printed)>> = Vec::new();
    for line in text.lines() {
        let (code, comment) = line.split_once("/*").unwrap_or((line, ""));
        let code = without_attributes(code);
        let code = code.trim().trim_end_matches(';').trim_end();
        if code.ends_with('{') {
            open.push(Vec::new());
            continue;
        }
        if code.is_empty() || code == "}" && open.len() == 1 {
            continue;
        }
        let numbers: Vec<u64> =
            comment.split(['*', ':', ' ']).filter(|w| !w.is_empty()).map_while(|w| w.parse().ok()).collect();
        if let Some(rest) = code.strip_prefix('}') {
            let inner = open.pop().expect("an open brace");
            let rest = rest.trim();
            let (name, array) = rest.split_once('[').map_or((rest, false), |(name, _)| (name, true));
            let parent = open.last_mut().expect("an outer struct");
            let (name, width) = match name.split_once(':') {
                Some((name, width)) => (name.trim(), width.parse().ok()),
                None => (name, None),
            };
            if !name.is_empty() {
                parent.push((name.to_owned(), place(line, &numbers, width, "{}")));
            }
            let dots = if array { "[]" } else { "" };
            for (path, member) in inner {
                let path = if name.is_empty() { path } else { format!("{name}{dots}.{path}") };
                parent.push((path, member));
            }
            continue;
        }
        let (code, width) = match code.rsplit_once(':') {
            Some((code, width)) if width.bytes().all(|b| b.is_ascii_digit()) => (code, width.parse().ok()),
            _ => (code, None),
        };
        let (ty, name) = match code.find("(*") {
            Some(at) => (code.to_owned(), code[at + 2..].split([')', '[']).next().unwrap_or_default().to_owned()),
            None => {
                let (front, dims) = code.split_at(code.find('[').unwrap_or(code.len()));
                let (ty, name) = front.rsplit_once([' ', '\t', '*']).unwrap_or(("", front));
                let stars = front[..front.len() - name.len()].trim_end();
                (format!("{} {}", if ty.is_empty() { "" } else { stars }, dims.replace("[0]", "[]")), name.to_owned())
            }
        };
        let words: Vec<&str> = ty.split_whitespace().collect();
        if numbers.is_empty() {
            // A value of an anonymous enum, or a filler of no bits.
            continue;
        }
        let member = place(line, &numbers, width, &words.join(" "));
        open.last_mut().expect("an open brace").push((name, member));
    }
    open.pop().map(|members| members.into_iter().collect()).unwrap_or_default()
}

/// Every change of the 44 structs that pahole printed, from each kernel to the next.
#[test]
fn member_changes_are_those_between_paholes_texts() {
    let Some(corpus) = corpus_or_skip() else { return };
    let checked = changes_checked(&corpus, OLD, NEW);
    assert!(checked["moved"] > 1000 && checked["removed"] > 200 && checked["added"] > 200, "{checked:?}");
    let checked = changes_checked(&corpus, OLD, "btf/vmlinux-retis-6.15.1-tiny-x86_64.btf");
    assert!(checked["moved"] > 500 && checked["removed"] > 200, "{checked:?}");
    // The other way round, what was added is removed.
    changes_checked(&corpus, NEW, OLD);
}

/// Compares the structs of two kernels with pahole's texts; how many changes of each sort there were.
fn changes_checked(corpus: &Corpus, old_file: &str, new_file: &str) -> BTreeMap<&'static str, u32> {
    let (old, new) = (open(corpus, old_file), open(corpus, new_file));
    let folder = |file: &str| corpus.root().join("ref/pahole").join(file.trim_start_matches("btf/"));
    let (mut structs, mut checked) = (0, BTreeMap::<&'static str, u32>::new());
    for entry in fs::read_dir(folder(old_file)).expect("pahole's texts") {
        let file = entry.expect("an entry").file_name();
        let name = file.to_str().and_then(|n| n.strip_suffix(".txt")).expect("a name").to_owned();
        let (Ok(before), Ok(after)) =
            (fs::read_to_string(folder(old_file).join(&file)), fs::read_to_string(folder(new_file).join(&file)))
        else {
            continue;
        };
        let (before, after) = (printed(&before), printed(&after));
        assert!(!before.is_empty() && !after.is_empty(), "{name}");
        let id = |btf: &Btf| btf.all_types().find(|t| t.kind().is_composite() && t.name() == name).expect("it").id();
        let (a, b) = (id(&old), id(&new));
        let d = difference(&old, a, &new, b);
        structs += 1;
        let mut ours: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
        let mut retyped = BTreeSet::new();
        for c in &d.changes {
            let mut add = |path: &str, what| ours.entry(path.to_owned()).or_default().insert(what);
            match (&c.old, &c.new) {
                (Some(x), Some(y)) if c.marks.renamed => {
                    add(&x.name, "removed");
                    add(&y.name, "added");
                    let (x, y) = (&before[&x.name], &after[&y.name]);
                    assert_eq!(x.2, y.2, "{name}: a new name is for the same type");
                }
                (Some(_), Some(y)) if y.name.is_empty() => {}
                (Some(_), Some(y)) => {
                    if c.marks.moved {
                        add(&y.name, "moved");
                    }
                    if c.marks.resized {
                        add(&y.name, "resized");
                    }
                    if c.marks.retyped {
                        retyped.insert(y.name.clone());
                    }
                }
                (Some(x), None) => _ = add(&x.name, "removed"),
                (None, Some(y)) => _ = add(&y.name, "added"),
                (None, None) => panic!("{name}: a change of nothing"),
            }
        }
        let mut theirs: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
        for path in before.keys().chain(after.keys()) {
            let mut add = |what| theirs.entry(path.clone()).or_default().insert(what);
            match (before.get(path), after.get(path)) {
                (Some(_), None) => _ = add("removed"),
                (None, Some(_)) => _ = add("added"),
                (Some(x), Some(y)) => {
                    if x.0 != y.0 {
                        add("moved");
                    }
                    if x.1 != y.1 {
                        add("resized");
                    }
                    if !x.2.contains(['{', '(']) && !y.2.contains(['{', '(']) {
                        assert_eq!(x.2 != y.2, retyped.contains(path), "{name}.{path}: {} and {}", x.2, y.2);
                    }
                }
                (None, None) => {}
            }
        }
        let odd: Vec<_> = ours.iter().filter(|o| theirs.get(o.0) != Some(o.1)).collect();
        assert!(odd.is_empty() && ours.len() == theirs.len(), "{name}: {odd:?}");
        for what in theirs.values().flatten() {
            *checked.entry(what).or_default() += 1;
        }
    }
    assert!(structs >= 40, "only {structs} structs are in both");
    checked
}
