//! Whole files: the types that correspond and those that differ, checked with every type of
//! bpftool's JSON written as text.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::time::Instant;

use btf::{Btf, Budget, TypeId};
use relate::{CompareOptions, compare, counterpart, difference};
use tests::blob::{Blob, Order, kind};
use tests::reference::{DumpType, corpus_or_skip};

use crate::{OLD, compared, newer, open, other};

/// Writes types as text. A reference to a named type is the type's name.
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

    /// The texts of all types by class and name, as a multiset.
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
    for (old_file, new_file) in [(OLD, newer(&corpus)), ("btf/vmlinux-deb-6.12.107-s390x.btf", other(&corpus))] {
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
        // Every pair that differs has changes.
        let silent = found.changed.iter().find(|c| c.changes == 0);
        assert!(silent.is_none(), "{:?}", silent.map(|c| (old.get(c.old), new.get(c.new))));
    }
}

#[test]
fn a_kernel_is_like_itself_and_progress_can_stop() {
    let Some(corpus) = corpus_or_skip() else { return };
    let btf = open(&corpus, newer(&corpus));
    assert!(compared(&btf, &btf).is_same());
    let mut reports = Vec::new();
    let stopped = compare(&btf, &btf, &CompareOptions::default(), &Budget::of([&btf]), &mut |done, total| {
        reports.push((done, total));
        if reports.len() < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!((stopped, reports.len()), (Ok(None), 5));
    assert!(reports.windows(2).all(|w| w[0].0 < w[1].0 && w[1].0 <= w[1].1));
}

/// Several types of one name: equal ones are paired, whatever their order.
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

/// Types that refer to each other in cycles, some of them anonymous, as no compiler makes them.
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
    let difference = difference(&old, TypeId(4), &new, TypeId(4), &Budget::of([&old, &new]));
    assert!(!difference.expect("it ends").changes.is_empty());
    assert!(compared(&old, &old).is_same());
}
