//! Users of types, and paths between types, compared with simple programs that find both in another way: forwards, from
//! bpftool's JSON.

use std::collections::HashMap;
use std::sync::Arc;

use btf::{Btf, Budget, TypeId};
use relate::{PathOptions, Through, Usage, Users, paths_between};
use tests::blob::{Blob, Order, kind};
use tests::reference::{Corpus, DumpType, corpus_or_skip};

/// A corpus file as we read it, and as bpftool does, with the types of its base.
fn both(corpus: &Corpus, file: &str) -> (Btf, HashMap<u32, DumpType>) {
    let base_file = corpus.base_of(file);
    let base = base_file.as_ref().map(|b| Arc::new(Btf::parse(corpus.read(b), None).expect("a base")));
    let btf = Btf::parse(corpus.read(file), base).expect("a BTF");
    let mut types = HashMap::new();
    for file in base_file.iter().map(String::as_str).chain([file]) {
        let dump = corpus.dump(file).expect("bpftool's JSON");
        types.extend(dump.types.into_iter().map(|t| (t.id, t)));
    }
    (btf, types)
}

/// The type that a type refers to, for kinds that are followed, and whether the kind is a pointer.
fn next(t: &DumpType) -> Option<(u32, bool)> {
    match t.kind.as_str() {
        "PTR" => Some((t.type_id?, true)),
        "CONST" | "VOLATILE" | "RESTRICT" | "TYPE_TAG" | "TYPEDEF" | "ARRAY" => Some((t.type_id?, false)),
        _ => None,
    }
}

/// The types reached from `from` on, each with the number of pointers before it.
fn way(types: &HashMap<u32, DumpType>, from: u32) -> Vec<(u32, u32)> {
    let (mut at, mut pointers, mut way) = (from, 0, Vec::new());
    loop {
        way.push((at, pointers));
        match types.get(&at).and_then(next) {
            Some((id, pointer)) => (at, pointers) = (id, pointers + u32::from(pointer)),
            None => return way,
        }
    }
}

/// The number of users of each type, by usage.
fn counted(types: &HashMap<u32, DumpType>) -> HashMap<(u32, Usage), u32> {
    let mut counts = HashMap::new();
    let mut add = |id: u32, usage: Usage, n: u32| *counts.entry((id, usage)).or_insert(0) += n;
    let mut functions: HashMap<u32, u32> = HashMap::new();
    for t in types.values().filter(|t| t.kind == "FUNC") {
        *functions.entry(t.type_id.expect("a prototype")).or_default() += 1;
    }
    for t in types.values() {
        let whole = |id: Option<u32>| way(types, id.expect("a type"));
        match t.kind.as_str() {
            "STRUCT" | "UNION" => {
                for m in t.members.iter().flatten() {
                    for (id, pointers) in way(types, m.type_id) {
                        add(id, if pointers > 0 { Usage::Pointed } else { Usage::Embedded }, 1);
                    }
                }
            }
            "FUNC_PROTO" => {
                // A prototype without a function counts once.
                let times = functions.get(&t.id).copied().unwrap_or(1);
                way(types, t.ret_type_id.expect("a type")).iter().for_each(|w| add(w.0, Usage::Return, times));
                for p in t.params.iter().flatten().filter(|p| p.type_id != 0 || p.name != "(anon)") {
                    way(types, p.type_id).iter().for_each(|w| add(w.0, Usage::Param, times));
                }
            }
            "ARRAY" => whole(t.type_id).iter().for_each(|w| add(w.0, Usage::Array, 1)),
            "TYPEDEF" => whole(t.type_id).iter().for_each(|w| add(w.0, Usage::Typedef, 1)),
            "VAR" => whole(t.type_id).iter().for_each(|w| add(w.0, Usage::Variable, 1)),
            "DECL_TAG" => add(t.type_id.expect("a type"), Usage::Tagged, 1),
            "FUNC" => add(t.type_id.expect("a type"), Usage::Function, 1),
            "DATASEC" => t.vars.iter().flatten().for_each(|v| add(v.type_id, Usage::Section, 1)),
            _ => {}
        }
    }
    counts
}

const FILES: [&str; 4] = [
    "btf/vmlinux-deb-6.1.176-amd64.btf",
    "btf/vmlinux-deb-6.12.107-s390x.btf",
    "btf/vmlinux-cilium-testdata.btf",
    "btf/mod-deb-6.1.176-amd64-nf_tables.btf",
];

#[test]
fn every_count_of_every_type_of_a_kernel() {
    let Some(corpus) = corpus_or_skip() else { return };
    for file in corpus.present(&FILES) {
        let (btf, types) = both(&corpus, file);
        let users = Users::new(&btf);
        let expected = counted(&types);
        let mut total = 0u64;
        for id in 0..btf.type_cnt() {
            let all = users.of(&btf, TypeId(id), Through::EVERYTHING);
            for usage in Usage::ALL {
                let theirs = expected.get(&(id, usage)).copied().unwrap_or(0);
                let ours = all.iter().filter(|user| user.usage == usage).count();
                assert_eq!(ours as u32, theirs, "{file}: [{id}] {usage:?}");
                total += u64::from(theirs);
            }
        }
        assert!(total > 100_000, "{file}: only {total} users");
        let references = users.len() * 8 + btf.type_cnt() as usize * 4 + 4;
        assert_eq!(users.memory(), references, "8 bytes a reference, 4 bytes a type");
    }
}

/// The full lists for a few types: the user, the member, its offset.
#[test]
fn lists_have_the_members_and_their_offsets() {
    let Some(corpus) = corpus_or_skip() else { return };
    for file in corpus.present(&FILES) {
        let (btf, types) = both(&corpus, file);
        let users = Users::new(&btf);
        for name in ["list_head", "sk_buff", "net", "atomic_t", "nft_ctx"] {
            for id in types.values().filter(|t| t.name == name && t.kind != "FWD").map(|t| t.id) {
                let mut theirs = Vec::new();
                for t in types.values() {
                    for (i, m) in (0u32..).zip(t.members.iter().flatten()) {
                        if let Some(w) = way(&types, m.type_id).iter().find(|w| w.0 == id) {
                            let name = if m.name == "(anon)" { "" } else { &m.name };
                            theirs.push((w.1, t.id, i, u64::from(m.bits_offset), name.to_owned()));
                        }
                    }
                }
                theirs.sort();
                let mut ours = Vec::new();
                for user in users.of(&btf, TypeId(id), Through::EVERYTHING) {
                    if matches!(user.usage, Usage::Embedded | Usage::Pointed) {
                        let part = user.part(&btf).expect("a member").to_owned();
                        let bits = user.bit_offset(&btf).expect("an offset");
                        ours.push((user.pointers, user.from.0, user.slot, bits, part));
                    }
                }
                ours.sort();
                assert_eq!(ours, theirs, "{file}: {name} [{id}]");
            }
        }
    }
}

/// For each struct, the fewest (named members, pointers) to the goal, found by repeating a pass over all members until
/// nothing improves.
fn least(types: &HashMap<u32, DumpType>, goal: u32) -> HashMap<u32, (u32, u32)> {
    let mut edges = Vec::new();
    for t in types.values() {
        for m in t.members.iter().flatten() {
            let named = u32::from(m.name != "(anon)");
            let way = way(types, m.type_id);
            let stops = |id: u32| types.get(&id).is_some_and(|t| t.members.is_some());
            if let Some(&(to, pointers)) = way.iter().find(|w| w.0 == goal || stops(w.0)) {
                edges.push((t.id, to, named, pointers));
            }
        }
    }
    let mut best: HashMap<u32, (u32, u32)> = HashMap::new();
    loop {
        let mut changed = false;
        for &(from, to, named, pointers) in &edges {
            let rest = if to == goal { Some((0, 0)) } else { best.get(&to).copied() };
            let Some((n, p)) = rest else { continue };
            let there = (n + named, p + pointers);
            if best.get(&from).is_none_or(|&old| there < old) {
                best.insert(from, there);
                changed = true;
            }
        }
        if !changed {
            return best;
        }
    }
}

#[test]
fn the_first_path_is_the_shortest_and_all_lead_there() {
    let Some(corpus) = corpus_or_skip() else { return };
    let file = FILES[0];
    let (btf, types) = both(&corpus, file);
    let users = Users::new(&btf);
    let named = |name: &str| -> Vec<u32> {
        let mut ids: Vec<u32> =
            types.values().filter(|t| t.name == name && t.members.is_some()).map(|t| t.id).collect();
        ids.sort_unstable();
        ids
    };
    let mut found_any = 0;
    for goal in ["net", "cred", "list_head", "super_block", "task_struct", "bpf_prog", "module"] {
        let goal = named(goal)[0];
        let best = least(&types, goal);
        for start in ["task_struct", "sk_buff", "file", "net_device", "inode", "socket", "list_head", "qspinlock"] {
            let start = named(start)[0];
            let options = PathOptions { most: 25, longest: 64, ..PathOptions::default() };
            let found = paths_between(&btf, &users, TypeId(start), TypeId(goal), &options, &Budget::of([&btf]))
                .expect("a struct");
            assert_eq!(found.is_empty(), !best.contains_key(&start), "[{start}] to [{goal}]");
            let mut before = (0, 0);
            for (i, path) in found.iter().enumerate() {
                let mut at = start;
                let (mut names, mut pointers) = (0, 0);
                for step in &path.steps {
                    assert_eq!(step.parent.0, at, "each step starts where the one before ended");
                    let m = &types[&at].members.as_ref().expect("members")[step.member.0 as usize];
                    let way = way(&types, m.type_id);
                    let end = way.iter().find(|w| w.0 == goal || types.get(&w.0).is_some_and(|t| t.members.is_some()));
                    let &(to, p) = end.expect("a struct");
                    assert_eq!(step.pointers, p);
                    (at, names, pointers) = (to, names + u32::from(m.name != "(anon)"), pointers + p);
                }
                assert_eq!((at, path.pointers), (goal, pointers));
                assert!(before <= (names, pointers), "path {i} of [{start}] to [{goal}] is out of order");
                before = (names, pointers);
                if i == 0 {
                    assert_eq!((names, pointers), best[&start], "[{start}] to [{goal}]");
                }
                assert!(!found[..i].contains(path), "twice the same");
                found_any += 1;
            }
        }
    }
    assert!(found_any > 500, "only {found_any} paths");
}

/// All paths in a small graph of structs, found by hand.
#[test]
fn all_paths_of_a_small_net() {
    for order in Order::BOTH {
        let mut b = Blob::new(order);
        // 1 is a pointer to c, 2 a typedef of it, 3 an array of pointers to b, 4 a const d.
        let (a, bb, c, d) = (5, 6, 7, 8);
        let to_c = b.pointer(c);
        let c_t = b.named(kind::TYPEDEF, "c_p", to_c);
        let array = b.array(9, c_t, 2);
        let const_d = b.reference(kind::CONST, d);
        assert_eq!(b.structure("a", 64, &[("p", c_t, 0), ("", bb, 64), ("list", array, 128), ("self", 10, 256)]), a);
        b.structure("b", 16, &[("x", to_c, 0), ("d", const_d, 64)]);
        b.structure("c", 16, &[("b", 9, 0), ("d", d, 64)]);
        b.structure("d", 8, &[("end", 11, 0)]);
        b.pointer(bb);
        b.pointer(a);
        b.int("int", 4, 1);
        let btf = Btf::parse(b.build(), None).expect("a blob");
        let users = Users::new(&btf);
        let find = |from: u32, to: u32| -> Vec<String> {
            let options = PathOptions { most: 100, ..PathOptions::default() };
            let found =
                paths_between(&btf, &users, TypeId(from), TypeId(to), &options, &Budget::of([&btf])).expect("a struct");
            found
                .iter()
                .map(|p| {
                    let path = model::path::Path(p.indices());
                    format!(
                        "{} {}",
                        model::access::access(&btf, TypeId(from), &path).expect("a way").expression,
                        p.pointers
                    )
                })
                .collect()
        };
        assert_eq!(
            find(a, d),
            ["a->d 0", "a->p->d 1", "a->list[0]->d 1", "a->x->d 1", "a->p->b->d 2", "a->list[0]->x->d 2",]
        );
        assert_eq!(find(a, a), ["a->self 1"]);
        assert_eq!(find(bb, a), [""; 0]);
        assert_eq!(find(a, c_t), ["a->p 0"], "a typedef only through itself");
        assert_eq!(find(bb, 11), ["b->d.end 0", "b->x->d.end 1"]);
        let embedded = PathOptions { pointers: false, ..PathOptions::default() };
        assert_eq!(
            paths_between(&btf, &users, TypeId(a), TypeId(d), &embedded, &Budget::of([&btf])).expect("a struct").len(),
            1
        );
        assert!(
            paths_between(&btf, &users, TypeId(11), TypeId(d), &embedded, &Budget::of([&btf])).is_err(),
            "an int has no members"
        );
    }
}

/// A path with fewer pointers comes first, however many members without a name it has.
#[test]
fn members_without_a_name_decide_last() {
    let mut b = Blob::new(Order::Little);
    let goal = b.structure("goal", 8, &[]);
    let to_goal = b.pointer(goal);
    let mut within = b.structure("", 8, &[("deep", goal, 0)]);
    for _ in 1..9 {
        within = b.structure("", 8, &[("", within, 0)]);
    }
    let start = b.structure("start", 16, &[("pointer", to_goal, 0), ("", within, 64)]);
    let btf = Btf::parse(b.build(), None).expect("a blob");
    let options = PathOptions::default();
    let (users, budget) = (Users::new(&btf), Budget::of([&btf]));
    let found = paths_between(&btf, &users, TypeId(start), TypeId(goal), &options, &budget).expect("a struct");
    let sizes: Vec<_> = found.iter().map(|path| (path.steps.len(), path.pointers)).collect();
    assert_eq!(sizes, [(10, 0), (1, 1)]);
}

/// Users of each usage, listed by hand: those that refer to the type itself, and those that refer to it through
/// qualifiers, typedefs, arrays and pointers.
#[test]
fn users_of_each_usage() {
    let mut b = Blob::new(Order::Little);
    let s = b.structure("s", 4, &[]);
    let p = b.pointer(s);
    let t = b.named(kind::TYPEDEF, "s_t", s);
    let c = b.reference(kind::CONST, t);
    let arr = b.array(p, s, 4);
    let holder = b.structure("holder", 64, &[("by_value", c, 0), ("pointer", p, 64), ("table", arr, 128)]);
    let proto = b.prototype(p, &[("arg", c), ("", 0)]);
    let f = b.function("f", proto, 1);
    let g = b.function("g", proto, 0);
    let lone = b.prototype(0, &[("", s)]);
    let var = b.variable("v", arr, 1);
    let sec = b.data_section(".data", 32, &[[var, 8, 32]]);
    let tag = b.decl_tag("mark", false, s, -1);
    let btf = Btf::parse(b.build(), None).expect("a blob");
    let users = Users::new(&btf);
    let list = |id: u32, through| -> Vec<(Usage, u32, u32, u32, u32)> {
        let all = users.of(&btf, TypeId(id), through);
        all.iter().map(|u| (u.usage, u.from.0, u.slot, u.held.0, u.pointers)).collect()
    };
    assert_eq!(
        list(s, Through::EVERYTHING),
        [
            (Usage::Embedded, holder, 0, c, 0),
            (Usage::Pointed, holder, 1, p, 1),
            (Usage::Pointed, holder, 2, arr, 1),
            (Usage::Array, arr, 0, p, 1),
            (Usage::Typedef, t, 0, s, 0),
            (Usage::Param, f, 0, c, 0),
            (Usage::Param, g, 0, c, 0),
            (Usage::Param, lone, 0, s, 0),
            (Usage::Return, f, 0, p, 1),
            (Usage::Return, g, 0, p, 1),
            (Usage::Variable, var, 0, arr, 1),
            (Usage::Tagged, tag, 0, s, 0),
        ]
    );
    assert_eq!(
        list(s, Through::NOTHING),
        [
            (Usage::Pointed, p, 0, s, 0),
            (Usage::Typedef, t, 0, s, 0),
            (Usage::Param, lone, 0, s, 0),
            (Usage::Tagged, tag, 0, s, 0),
        ]
    );
    assert_eq!(list(t, Through::NOTHING), [(Usage::Qualified, c, 0, t, 0)]);
    assert_eq!(list(proto, Through::NOTHING), [(Usage::Function, f, 0, proto, 0), (Usage::Function, g, 0, proto, 0)]);
    let of_var = users.of(&btf, TypeId(var), Through::EVERYTHING);
    assert_eq!((of_var[0].from.0, of_var[0].bit_offset(&btf)), (sec, Some(64)));
    assert_eq!(list(0, Through::NOTHING), [(Usage::Return, lone, 0, 0, 0)], "void, but not for `...`");
}
