//! Comparison of kernels, beside two programs of a few lines: one reads what pahole printed of both kernels, one writes every type
//! of bpftool's JSON as text and compares the texts.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::ops::ControlFlow;
use std::time::Instant;

use btf::{Btf, TypeId};
use relate::{CompareOptions, Comparison, Effect, FieldPath, compare, counterpart, difference, field};
use tests::blob::{Blob, Order, bits, kind};
use tests::reference::{Corpus, DumpType, corpus_or_skip};

const OLD: &str = "btf/vmlinux-deb-6.1.176-amd64.btf";
const NEW: &str = "btf/vmlinux-cilium-testdata.btf";

fn open(corpus: &Corpus, file: &str) -> Btf {
    Btf::parse(corpus.read(file), None).expect("a kernel")
}

fn compared(old: &Btf, new: &Btf) -> Comparison {
    compare(old, new, &CompareOptions::default(), &mut |_, _| ControlFlow::Continue(())).expect("not stopped")
}

/// A member as pahole prints it: bits from the start, how many, and the text of its type.
type Printed = (u64, u64, String);

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
fn printed(text: &str) -> BTreeMap<String, Printed> {
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

/// Every change of the 44 structs of both kernels that pahole printed.
#[test]
fn member_changes_are_those_between_paholes_texts() {
    let Some(corpus) = corpus_or_skip() else { return };
    let (old, new) = (open(&corpus, OLD), open(&corpus, NEW));
    let folder = |file: &str| corpus.root().join("ref/pahole").join(file.trim_start_matches("btf/"));
    let (mut structs, mut checked) = (0, BTreeMap::<&str, u32>::new());
    for entry in fs::read_dir(folder(OLD)).expect("pahole's texts") {
        let file = entry.expect("an entry").file_name();
        let name = file.to_str().and_then(|n| n.strip_suffix(".txt")).expect("a name").to_owned();
        let (Ok(before), Ok(after)) =
            (fs::read_to_string(folder(OLD).join(&file)), fs::read_to_string(folder(NEW).join(&file)))
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
    assert!(checked["moved"] > 1000 && checked["removed"] > 200 && checked["added"] > 200, "{checked:?}");
}

/// Types as text, where named types are their names.
struct Texts<'a> {
    types: &'a HashMap<u32, DumpType>,
}

impl Texts<'_> {
    fn reference(&self, id: u32) -> String {
        let Some(t) = self.types.get(&id) else { return "void".to_owned() };
        let inner = || self.reference(t.type_id.unwrap_or(0));
        let named = t.name != "(anon)";
        match t.kind.as_str() {
            "PTR" | "CONST" | "VOLATILE" | "RESTRICT" => format!("{}({})", t.kind, inner()),
            "TYPE_TAG" => format!("tag {}({})", t.name, inner()),
            "ARRAY" => format!("{}[{}]", inner(), t.nr_elems.unwrap_or(0)),
            "FUNC_PROTO" => {
                let params = t.params.iter().flatten();
                let dots = |p: &tests::reference::DumpParam| p.type_id == 0 && p.name == "(anon)";
                let params: Vec<String> =
                    params.map(|p| if dots(p) { "...".to_owned() } else { self.reference(p.type_id) }).collect();
                format!("{}({})", self.reference(t.ret_type_id.unwrap_or(0)), params.join(","))
            }
            "STRUCT" | "UNION" | "ENUM" | "ENUM64" if !named => self.body(t),
            "FWD" => format!("{} {}", t.fwd_kind.as_deref().unwrap_or("").to_uppercase(), t.name),
            "ENUM64" => format!("ENUM {}", t.name),
            kind => format!("{kind} {}", t.name),
        }
    }

    fn body(&self, t: &DumpType) -> String {
        let kind = if t.kind == "ENUM64" { "ENUM" } else { &t.kind };
        let mut text = format!("{kind} {:?} {:?} {:?}", t.size, t.encoding, t.nr_bits);
        if kind == "ENUM" {
            text = format!("ENUM {:?}", t.size);
        }
        for m in t.members.iter().flatten() {
            let ty = self.reference(m.type_id);
            text += &format!(";{} {ty} {} {}", m.name, m.bits_offset, m.bitfield_size);
        }
        for v in t.values.iter().flatten() {
            text += &format!(";{}={}", v.name, v.val);
        }
        match t.kind.as_str() {
            "FUNC" => {
                let names = self.types.get(&t.type_id.unwrap_or(0)).and_then(|p| p.params.as_ref());
                let names: Vec<&str> = names.into_iter().flatten().map(|p| p.name.as_str()).collect();
                text + &format!("{:?} {} {}", t.linkage, names.join(","), self.reference(t.type_id.unwrap_or(0)))
            }
            "TYPEDEF" | "VAR" => text + &format!("{:?} {}", t.linkage, self.reference(t.type_id.unwrap_or(0))),
            _ => text,
        }
    }

    /// The bodies of all types by class and name, as a multiset.
    fn all(&self) -> BTreeMap<String, BTreeMap<String, Vec<u32>>> {
        let mut all: BTreeMap<String, BTreeMap<String, Vec<u32>>> = BTreeMap::new();
        for t in self.types.values() {
            let class = match t.kind.as_str() {
                "ENUM64" => "ENUM",
                "INT" | "FLOAT" => "NUMBER",
                kind @ ("STRUCT" | "UNION" | "ENUM" | "TYPEDEF" | "FUNC" | "VAR") => kind,
                _ => continue,
            };
            let key = match (t.name.as_str(), t.values.as_ref().and_then(|v| v.first())) {
                ("(anon)", Some(first)) => format!("{class} of {}", first.name),
                ("(anon)", None) => continue,
                (name, _) => format!("{class} {name}"),
            };
            all.entry(key).or_default().entry(self.body(t)).or_default().push(t.id);
        }
        all
    }
}

#[test]
fn whole_kernels_differ_where_their_texts_do() {
    let Some(corpus) = corpus_or_skip() else { return };
    for (old_file, new_file) in
        [(OLD, NEW), ("btf/vmlinux-deb-6.12.107-s390x.btf", "btf/vmlinux-retis-6.15.1-tiny-x86_64.btf")]
    {
        let (old, new) = (open(&corpus, old_file), open(&corpus, new_file));
        let start = Instant::now();
        let found = compared(&old, &new);
        println!("{old_file} and {new_file}: {:?}", start.elapsed());
        let load = |file| -> HashMap<u32, DumpType> {
            corpus.dump(file).expect("bpftool's JSON").types.into_iter().map(|t| (t.id, t)).collect()
        };
        let (a, b) = (load(old_file), load(new_file));
        let (a, b) = (Texts { types: &a }.all(), Texts { types: &b }.all());
        let none = BTreeMap::new();
        let (mut same, mut changed, mut added, mut removed) = (0, 0, 0, 0);
        let mut unequal = BTreeSet::new();
        let keys: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
        for key in keys {
            let (x, y) = (a.get(key).unwrap_or(&none), b.get(key).unwrap_or(&none));
            let count = |side: &BTreeMap<String, Vec<u32>>| side.values().map(Vec::len).sum::<usize>();
            let equal: usize = x.iter().map(|(body, ids)| ids.len().min(y.get(body).map_or(0, Vec::len))).sum();
            let (left, right) = (count(x) - equal, count(y) - equal);
            same += equal;
            changed += left.min(right);
            removed += left.saturating_sub(right);
            added += right.saturating_sub(left);
            if right > 0 {
                unequal.extend(y.values().flatten().copied());
            }
        }
        let ours = [found.same as usize, found.changed.len(), found.added.len(), found.removed.len()];
        assert_eq!(ours, [same, changed, added, removed], "{old_file} and {new_file}: same, changed, added, removed");
        assert!(found.changed.iter().all(|c| unequal.contains(&c.new.0)), "a change of what did not change");
        assert!(found.added.iter().all(|o| unequal.contains(&o.id.0)));
        // Every pair that differs tells in what.
        let silent = found.changed.iter().find(|c| c.changes == 0);
        assert!(silent.is_none(), "{:?}", silent.map(|c| (old.get(c.old), new.get(c.new))));
    }
}

#[test]
fn a_kernel_is_like_itself_and_progress_can_stop() {
    let Some(corpus) = corpus_or_skip() else { return };
    let btf = open(&corpus, NEW);
    assert!(compared(&btf, &btf).is_same());
    let mut reports = Vec::new();
    let stopped = compare(&btf, &btf, &CompareOptions::default(), &mut |done, total| {
        reports.push((done, total));
        if reports.len() < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!((stopped, reports.len()), (None, 5));
    assert!(reports.windows(2).all(|w| w[0].0 < w[1].0 && w[1].0 <= w[1].1));
}

/// A pair of blobs with a struct `s`, and the lines that tell its difference.
fn told(old: impl Fn(&mut Blob) -> u32, new: impl Fn(&mut Blob) -> u32) -> Vec<String> {
    let mut all = Vec::new();
    for order in Order::BOTH {
        let side = |make: &dyn Fn(&mut Blob) -> u32, pad: u32| {
            let mut b = Blob::new(order);
            // Ids do not matter.
            (0..pad).for_each(|_| _ = b.int("char", 1, 1));
            let id = make(&mut b);
            (Btf::parse(b.build(), None).expect("a blob"), TypeId(id))
        };
        let ((old, a), (new, b)) = (side(&old, 0), side(&new, 3));
        let d = difference(&old, a, &new, b);
        let line = |c: &relate::Change| {
            let before =
                c.old.as_ref().filter(|o| o.name != c.name()).map_or(String::new(), |o| format!(" from {}", o.name));
            format!("{}{before}: {}: {}", c.name(), c.words(), c.effect.as_str())
        };
        let lines: Vec<String> = d.changes.iter().map(line).collect();
        if let Some(before) = all.pop() {
            assert_eq!(lines, before, "the same in both byte orders");
        }
        all.push(lines);
    }
    all.pop().unwrap_or_default()
}

#[test]
fn members_are_told_by_what_happened_to_them() {
    let old = |b: &mut Blob| {
        let int = b.int("int", 4, 1);
        let long = b.int("long", 8, 1);
        let other = b.structure("other", 4, &[("x", int, 0)]);
        let p = b.pointer(other);
        let inner = b.composite(kind::UNION, "", 8, false, &[("u1", int, 0), ("u2", long, 0)]);
        let table = b.array(int, int, 4);
        let members = [
            ("gone", int, 0),
            ("stays", int, 32),
            ("", inner, 64),
            ("moves", long, 128),
            ("old_name", p, 192),
            ("grows", int, 256),
            ("points", p, 320),
            ("table", table, 384),
            ("kind", int, 512),
        ];
        b.structure("s", 72, &members)
    };
    let new = |b: &mut Blob| {
        let int = b.int("int", 4, 1);
        let long = b.int("long", 8, 1);
        let other = b.structure("other", 4, &[("x", int, 0)]);
        let third = b.structure("third", 4, &[("x", int, 0)]);
        let (p, q) = (b.pointer(other), b.pointer(third));
        let table = b.array(int, int, 2);
        let members = [
            ("stays", int, 32),
            ("u1", int, 64),
            ("moves", long, 136),
            ("new_name", p, 192),
            ("grows", long, 256),
            ("points", q, 320),
            ("table", table, 384),
            ("kind", third, 512),
            ("fresh", int, 544),
        ];
        b.structure("s", 80, &members)
    };
    assert_eq!(
        told(old, new),
        [
            ": resized: harmless",
            "gone: removed: needs a guard",
            "u2: removed: needs a guard",
            "moves: moved: harmless",
            "new_name from old_name: renamed: needs a guard",
            "grows: retyped, resized: breaks",
            "points: retyped: breaks",
            "table: retyped, resized: needs a guard",
            "kind: retyped: needs a guard",
            "fresh: added: harmless",
        ]
    );
}

#[test]
fn anonymous_types_are_compared_in_place() {
    let side = |extra: bool| {
        move |b: &mut Blob| {
            let int = b.int("int", 4, 1);
            let from = if extra { 32 } else { 0 };
            let mut fields = vec![("a", int, from), ("b", int, from + 32)];
            if extra {
                fields.insert(0, ("front", int, 0));
            }
            let size = from / 8 + 8;
            let inner = b.structure("", size, &fields);
            let list = b.array(inner, int, 2);
            b.structure("s", size * 3, &[("in", inner, 0), ("list", list, size * 8)])
        }
    };
    assert_eq!(told(side(false), side(false)), [""; 0]);
    assert_eq!(
        told(side(false), side(true)),
        [
            ": resized: harmless",
            "in: resized: harmless",
            "in.front: added: harmless",
            "in.a: moved: harmless",
            "in.b: moved: harmless",
            "list: moved, resized: harmless",
            "list[].front: added: harmless",
            "list[].a: moved: harmless",
            "list[].b: moved: harmless",
        ]
    );
}

#[test]
fn bitfields_enums_and_functions() {
    let fields = |width: u32, second: u32| {
        move |b: &mut Blob| {
            let int = b.int("int", 4, 1);
            b.composite(kind::STRUCT, "s", 4, true, &[("a", int, bits(0, width)), ("b", int, bits(16, second))])
        }
    };
    assert_eq!(told(fields(3, 0), fields(5, 7)), ["a: resized: harmless", "b: resized: breaks"]);
    let old = |b: &mut Blob| b.enumeration("e", 4, false, &[("A", 0), ("B", 1), ("C", 2), ("D", 9)]);
    let new = |b: &mut Blob| b.enumeration64("e", 4, false, &[("A", 0), ("B", 5), ("E", 2), ("F", 7)]);
    assert_eq!(
        told(old, new),
        [
            "B: other value: breaks",
            "E from C: renamed: needs a guard",
            "F: added: harmless",
            "D: removed: needs a guard"
        ]
    );
    let function = |params: &'static [&'static str], first: &'static str| {
        move |b: &mut Blob| {
            let int = b.int("int", 4, 1);
            let s = b.structure(first, 4, &[("x", int, 0)]);
            let p = b.pointer(s);
            let all: Vec<(&str, u32)> = params.iter().map(|&name| (name, if name == "p" { p } else { int })).collect();
            let proto = b.prototype(int, &all);
            b.function("f", proto, 0)
        }
    };
    assert_eq!(told(function(&["p", "n"], "one"), function(&["p", "n"], "one")), [""; 0]);
    assert_eq!(
        told(function(&["p", "n"], "one"), function(&["p", "count"], "one")),
        ["count from n: renamed: harmless"]
    );
    assert_eq!(told(function(&["p", "n"], "one"), function(&["p", "n"], "two")), ["p: retyped: breaks"]);
    assert_eq!(
        told(function(&["p", "n"], "one"), function(&["x", "p", "n"], "one")),
        ["x: added: breaks", "p: moved: breaks", "n: moved: breaks"]
    );
    assert_eq!(told(function(&["p", "n"], "one"), function(&["p"], "one")), ["n: removed: breaks"]);
}

/// Several types of one name: equal ones are pairs, wherever they stand.
#[test]
fn types_of_one_name_are_a_multiset() {
    let make = |sizes: &[u32]| {
        let mut b = Blob::new(Order::Little);
        let int = b.int("int", 4, 1);
        for &size in sizes {
            b.structure("twin", size, &[("a", int, 0)]);
        }
        Btf::parse(b.build(), None).expect("a blob")
    };
    let found = compared(&make(&[4, 8, 16]), &make(&[16, 4]));
    assert_eq!((found.same, found.changed.len(), found.added.len()), (3, 0, 0), "int, 4 and 16");
    assert_eq!(found.removed.iter().map(|o| (o.id.0, o.spare)).collect::<Vec<_>>(), [(3, true)]);
    let (old, new) = (make(&[4, 8, 16]), make(&[16, 12, 4]));
    let found = compared(&old, &new);
    assert_eq!(found.changed.iter().map(|c| (c.old.0, c.new.0)).collect::<Vec<_>>(), [(3, 3)], "8 and 12");
    assert_eq!(counterpart(&old, TypeId(2), &new), Some(TypeId(4)));
    assert_eq!(counterpart(&old, TypeId(3), &new), Some(TypeId(3)));
}

/// Types that refer to each other in circles, anonymous ones among them, which no compiler makes.
#[test]
fn circles_end() {
    let make = |last: u32| {
        let mut b = Blob::new(Order::Little);
        let p = b.pointer(2);
        b.structure("", 8, &[("me", p, 0), ("in", 3, last)]);
        b.structure("", 8, &[("back", 2, 0), ("", 2, 0), ("", 3, 0)]);
        b.structure("named", 8, &[("", 2, 0), ("p", p, last)]);
        b.reference(kind::CONST, 5);
        b.named(kind::TYPEDEF, "round", 5);
        Btf::parse(b.build(), None).expect("a blob")
    };
    let (old, new) = (make(0), make(64));
    let found = compared(&old, &new);
    assert_eq!((found.changed.len(), found.same), (1, 1));
    assert!(!difference(&old, TypeId(4), &new, TypeId(4)).changes.is_empty());
    assert!(compared(&old, &old).is_same());
}

/// One field in all kernels, beside pahole's figures.
#[test]
fn fields_lie_where_pahole_has_them() {
    let Some(corpus) = corpus_or_skip() else { return };
    let mut checked = 0;
    for file in [OLD, NEW, "btf/vmlinux-deb-6.12.107-s390x.btf", "btf/vmlinux-retis-6.15.1-tiny-x86_64.btf"] {
        let btf = open(&corpus, file);
        let big = btf.endian() == btf::Endian::Big;
        let folder = corpus.root().join("ref/pahole").join(file.trim_start_matches("btf/"));
        for entry in fs::read_dir(folder).expect("pahole's texts") {
            let path = entry.expect("an entry").path();
            let name = path.file_stem().and_then(|n| n.to_str()).expect("a name").to_owned();
            for (member, (offset, size, _)) in printed(&fs::read_to_string(&path).expect("a text")) {
                if member.contains("[]") {
                    continue;
                }
                let path = FieldPath::parse(&format!("{name}.{member}")).expect("a path");
                let place = field(&btf, &path).unwrap_or_else(|e| panic!("{file}: {name}.{member}: {e}"));
                match place.bitfield {
                    Some(width) => assert_eq!(u64::from(width), size, "{file}: {name}.{member}"),
                    None => assert_eq!(u64::from(place.size.unwrap_or(0)) * 8, size, "{file}: {name}.{member}"),
                }
                // pahole numbers the bits of big-endian storage units its own way.
                if !(big && place.bitfield.is_some()) {
                    assert_eq!(place.offset, offset, "{file}: {name}.{member}");
                }
                checked += 1;
            }
        }
    }
    assert!(checked > 5000, "only {checked} fields");
}

#[test]
fn paths_of_fields() {
    let mut b = Blob::new(Order::Little);
    let int = b.int("int", 4, 1);
    let list = b.array(int, int, 3);
    let inner = b.structure("inner", 16, &[("x", int, 32), ("list", list, 64)]);
    let p = b.pointer(inner);
    let inners = b.array(inner, int, 2);
    let anonymous = b.composite(kind::UNION, "", 8, false, &[("deep", p, 0)]);
    let s = b.structure("s", 64, &[("", anonymous, 64), ("in", inners, 128), ("p", p, 384)]);
    b.named(kind::TYPEDEF, "s_t", s);
    let btf = Btf::parse(b.build(), None).expect("a blob");
    let find = |text: &str| {
        let path = FieldPath::parse(text).map_err(|e| e.to_string())?;
        field(&btf, &path).map(|p| (p.offset, p.pointers, p.read_from.0)).map_err(|e| e.to_string())
    };
    assert_eq!(find("s.in[1].list[2]"), Ok((128 + 128 + 64 + 64, 0, s)));
    assert_eq!(find("struct s.deep"), Ok((64, 0, s)));
    assert_eq!(find("s_t.p->x"), Ok((32, 1, inner)));
    assert_eq!(find("s.deep[2].x"), Ok((2 * 128 + 32, 1, inner)), "an element of what a pointer leads to");
    assert_eq!(find("s.in[2].x"), Err("no element [2]".to_owned()));
    assert_eq!(find("union s.p"), Err("no struct or union “s”".to_owned()));
    assert_eq!(find("s.p.x.y"), Err("no member “y”".to_owned()));
    assert_eq!(find("s"), Err("a field is written as type.member, like task_struct.mm".to_owned()));
    assert!(find("s.in[x]").is_err() && find("s.in[1").is_err() && find(".a").is_err() && find("s..a").is_err());
    assert_eq!(Effect::ALL.map(Effect::as_str), ["harmless", "needs a guard", "breaks"]);
}
