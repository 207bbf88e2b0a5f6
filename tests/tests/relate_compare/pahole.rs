//! Every change of a struct is compared with pahole's output for both kernels.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use btf::{Btf, Budget};
use relate::{Change, Item, difference};
use tests::reference::{Corpus, corpus_or_skip};

use crate::{OLD, newer, open, other};

/// A member as pahole prints it: its first bit, its number of bits, and the text of its type.
pub type Printed = (u64, u64, String);

fn without_attributes(code: &str) -> String {
    let mut code = code.to_owned();
    while let Some(at) = code.find("__attribute__((") {
        let end = code[at..].find(")))").map_or_else(|| code[at..].find("))").map(|e| e + 2), |e| Some(e + 3));
        code.replace_range(at..at + end.expect("it ends"), "");
    }
    code
}

/// The place of a member by the numbers in its comment.
fn place(line: &str, numbers: &[u64], width: Option<u64>, ty: &str) -> Printed {
    match (numbers, width) {
        ([offset, bit, _], Some(width)) => (offset * 8 + bit, width, ty.to_owned()),
        ([offset, size], None) => (offset * 8, size * 8, ty.to_owned()),
        _ => panic!("{line}: {numbers:?}"),
    }
}

/// The members in pahole's output by path; anonymous structs and unions add no step.
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
            // A value of an anonymous enum, or an unnamed bitfield of width 0.
            continue;
        }
        let member = place(line, &numbers, width, &words.join(" "));
        open.last_mut().expect("an open brace").push((name, member));
    }
    open.pop().map(|members| members.into_iter().collect()).unwrap_or_default()
}

/// Every change of the structs that pahole printed for both kernels of a pair.
#[test]
fn member_changes_are_those_between_paholes_texts() {
    let Some(corpus) = corpus_or_skip() else { return };
    let checked = changes_checked(&corpus, OLD, newer(&corpus));
    // 6.1 and 6.12 differ less than 6.1 and 7.1.
    let (moved, others) = corpus.at_least((1000, 200), (500, 100));
    assert!(checked["moved"] > moved && checked["removed"] > others && checked["added"] > others, "{checked:?}");
    let checked = changes_checked(&corpus, OLD, other(&corpus));
    assert!(checked["moved"] > 500 && checked["removed"] > others, "{checked:?}");
    // In the other direction, added members are removed ones.
    changes_checked(&corpus, newer(&corpus), OLD);
}

/// A struct that pahole printed for both kernels: its name, its members in both, and our changes.
struct Pair {
    name: String,
    before: BTreeMap<String, Printed>,
    after: BTreeMap<String, Printed>,
    changes: Vec<Change>,
}

/// All structs that pahole printed for both kernels.
fn pairs(corpus: &Corpus, old_file: &str, new_file: &str) -> Vec<Pair> {
    let (old, new) = (open(corpus, old_file), open(corpus, new_file));
    let folder = |file: &str| corpus.pahole(file);
    let mut all = Vec::new();
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
        let budget = Budget::of([&old, &new]);
        let changes = difference(&old, a, &new, b, &budget).expect("enough of a budget").changes;
        all.push(Pair { name, before, after, changes });
    }
    all
}

/// The changes of each member, in our words.
fn ours(changes: &[Change]) -> BTreeMap<String, BTreeSet<&'static str>> {
    let mut ours: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for c in changes {
        let mut add = |path: &str, what| ours.entry(path.to_owned()).or_default().insert(what);
        match (&c.old, &c.new) {
            (Some(x), Some(y)) if c.marks.renamed => {
                add(&x.name, "removed");
                add(&y.name, "added");
            }
            (Some(_), Some(y)) if y.name.is_empty() => {}
            (Some(_), Some(y)) => {
                for (is, what) in [(c.marks.moved, "moved"), (c.marks.resized, "resized"), (c.marks.retyped, "retyped")]
                {
                    if is {
                        add(&y.name, what);
                    }
                }
            }
            (Some(x), None) => _ = add(&x.name, "removed"),
            (None, Some(y)) => _ = add(&y.name, "added"),
            (None, None) => _ = add("", "a change of nothing"),
        }
    }
    ours
}

/// The changes by pahole's output. Types printed as `{}`, or with names of parameters, do not show whether they differ;
/// for these types, `said` decides.
fn theirs(pair: &Pair, said: &BTreeMap<String, BTreeSet<&'static str>>) -> BTreeMap<String, BTreeSet<&'static str>> {
    let mut theirs: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for path in pair.before.keys().chain(pair.after.keys()) {
        let mut add = |what| theirs.entry(path.clone()).or_default().insert(what);
        match (pair.before.get(path), pair.after.get(path)) {
            (Some(_), None) => _ = add("removed"),
            (None, Some(_)) => _ = add("added"),
            (Some(x), Some(y)) => {
                if x.0 != y.0 {
                    add("moved");
                }
                if x.1 != y.1 {
                    add("resized");
                }
                let plain = !x.2.contains(['{', '(']) && !y.2.contains(['{', '(']);
                if if plain { x.2 != y.2 } else { said.get(path).is_some_and(|what| what.contains("retyped")) } {
                    add("retyped");
                }
            }
            (None, None) => {}
        }
    }
    theirs
}

/// The changes that disagree with pahole's output: another kind of change, another place or size.
fn wrong(pair: &Pair) -> Vec<String> {
    let said = ours(&pair.changes);
    let found = theirs(pair, &said);
    let mut wrong: Vec<String> = Vec::new();
    for path in said.keys().chain(found.keys().filter(|path| !said.contains_key(*path))) {
        let (ours, theirs) = (said.get(path), found.get(path));
        if ours != theirs {
            wrong.push(format!("{}.{path}: {ours:?}, and by pahole {theirs:?}", pair.name));
        }
    }
    for c in &pair.changes {
        for (item, printed) in [(&c.old, &pair.before), (&c.new, &pair.after)] {
            let Some(item) = item.as_ref().filter(|item| !item.name.is_empty()) else { continue };
            let bits = item.bitfield.map(u64::from).or(item.size.map(|size| u64::from(size) * 8));
            let place = item.offset.zip(bits);
            if place.is_none() || place != printed.get(&item.name).map(|p| (p.0, p.1)) {
                wrong.push(format!(
                    "{}.{}: {place:?}, and by pahole {:?}",
                    pair.name,
                    item.name,
                    printed.get(&item.name)
                ));
            }
        }
        // A rename guessed from similar names may have another type, and is then marked as retyped, too.
        if let (Some(x), Some(y), true) = (&c.old, &c.new, c.marks.renamed && !c.marks.retyped)
            && pair.before.get(&x.name).map(|p| &p.2) != pair.after.get(&y.name).map(|p| &p.2)
        {
            wrong.push(format!("{}: {} is of another type than {}", pair.name, y.name, x.name));
        }
    }
    wrong
}

/// Compares the structs of two kernels with pahole's output. Returns how many changes of each kind there were.
fn changes_checked(corpus: &Corpus, old_file: &str, new_file: &str) -> BTreeMap<&'static str, u32> {
    let (all, mut checked) = (pairs(corpus, old_file, new_file), BTreeMap::<&'static str, u32>::new());
    for pair in &all {
        assert_eq!(wrong(pair), Vec::<String>::new());
        for what in ours(&pair.changes).values().flatten() {
            *checked.entry(what).or_default() += 1;
        }
    }
    assert!(all.len() >= 40, "only {} structs are in both", all.len());
    checked
}

/// The old and the new side of a change, if it has them.
fn sides(change: &mut Change) -> impl Iterator<Item = &mut Item> {
    [&mut change.old, &mut change.new].into_iter().flatten()
}

/// The check finds a missing change, a change of another member or place, and another kind of change. This is tried
/// with each change of `sk_buff`.
#[test]
fn a_wrong_change_is_noticed() {
    let Some(corpus) = corpus_or_skip() else { return };
    let mut pair =
        pairs(&corpus, OLD, newer(&corpus)).into_iter().find(|pair| pair.name == "sk_buff").expect("sk_buff");
    let right = std::mem::take(&mut pair.changes);
    let mut tried = 0;
    for (i, change) in right.iter().enumerate().filter(|(_, c)| !c.name().is_empty()) {
        let mut try_with = |what: &str, edit: &dyn Fn(&mut Vec<Change>)| {
            pair.changes.clone_from(&right);
            edit(&mut pair.changes);
            assert!(!wrong(&pair).is_empty(), "{what} {}", change.name());
            tried += 1;
        };
        try_with("without", &|all| _ = all.remove(i));
        try_with("elsewhere", &|all| {
            for item in sides(&mut all[i]) {
                item.offset = item.offset.map(|bits| bits + 1);
            }
        });
        try_with("larger", &|all| {
            for item in sides(&mut all[i]) {
                (item.size, item.bitfield) = (item.size.map(|n| n + 1), item.bitfield.map(|n| n + 1));
            }
        });
        try_with("of another name", &|all| {
            for item in sides(&mut all[i]) {
                item.name.push('x');
            }
        });
        if change.old.is_some() && change.new.is_some() && !change.marks.renamed {
            try_with("moved", &|all| all[i].marks.moved ^= true);
            try_with("resized", &|all| all[i].marks.resized ^= true);
            try_with("only new", &|all| all[i].old = None);
            try_with("only old", &|all| all[i].new = None);
        }
    }
    assert!(tried > 100, "only {tried}");
}
