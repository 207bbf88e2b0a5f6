//! Boxes of a graph: the nodes in them, their titles and edges.

use std::collections::{BTreeMap, BTreeSet};

use btf::{Btf, TypeId};
use picture::{Caption, Columns, Drawing, Theme, svg};
use relate::{BoxOptions, Expansion, Graph, GraphOptions, NodeKey, Users, boxed, build};
use tests::blob::{Blob, Order};
use tests::reference::corpus_or_skip;

/// Nodes and edges as lines of text. The line of a box ends with the number of names in it.
fn described(graph: &Graph) -> Vec<String> {
    let label = |i: usize| graph.nodes[i].label.as_str();
    let nodes = graph.nodes.iter().map(|n| match n.key {
        NodeKey::Box(..) => format!("{} {} {}", n.rank, n.label, n.members.len()),
        _ => format!("{} {}", n.rank, n.label),
    });
    let edges = graph.edges.iter().map(|e| format!("{} > {}", label(e.from), label(e.to)));
    nodes.chain(edges).collect()
}

/// A struct `root`. It points to 20 structs, the first 15 of which embed one struct each, and to 6 structs named
/// `.._ops`. It embeds 3 enums. 16 structs embed it.
fn wide() -> (Btf, TypeId) {
    let mut b = Blob::new(Order::Little);
    let int = b.int("int", 4, 1);
    let mut members: Vec<(String, u32)> = Vec::new();
    for i in 0..20 {
        let inner = if i < 15 { b.structure(&format!("inner{i}"), 4, &[("x", int, 0)]) } else { int };
        let of = b.structure(&format!("part{i}"), 4, &[("inner", inner, 0)]);
        members.push((format!("part{i}"), b.pointer(of)));
    }
    for i in 0..6 {
        let of = b.structure(&format!("x{i}_ops"), 4, &[("x", int, 0)]);
        members.push((format!("ops{i}"), b.pointer(of)));
    }
    for i in 0..3 {
        members.push((format!("state{i}"), b.enumeration(&format!("state{i}"), 4, false, &[(&format!("ON{i}"), 0)])));
    }
    let members: Vec<(&str, u32, u32)> = members.iter().zip(0..).map(|((n, t), i)| (n.as_str(), *t, i * 64)).collect();
    let root = b.structure("root", 232, &members);
    for i in 0..16 {
        b.structure(&format!("user{i}"), 232, &[("root", root, 0)]);
    }
    (Btf::parse(b.build(), None).expect("a blob"), TypeId(root))
}

fn options() -> GraphOptions {
    GraphOptions { uses: 2, most: 300, most_uses: 300, most_users: 60, ..GraphOptions::default() }
}

#[test]
fn neighbours_are_in_boxes_by_relation_and_kind() {
    let (btf, root) = wide();
    let graph = build(&btf, &Users::new(&btf), root, &options());
    assert_eq!(graph.nodes.len(), 1 + 20 + 15 + 6 + 3 + 16);
    // The root and five boxes.
    let few = boxed(&graph, &BoxOptions { most: 6, ..BoxOptions::default() });
    assert_eq!(
        described(&few),
        [
            "0 struct root",
            "1 points to: structs 20",
            "1 points to: operations 6",
            "1 embeds: enums 3",
            "-1 structs embed it 16",
            "2 they embed: structs 15",
            "struct root > points to: structs",
            "struct root > points to: operations",
            "struct root > embeds: enums",
            "structs embed it > struct root",
            "points to: structs > they embed: structs",
        ]
    );
    // Where there is room, the smallest boxes are taken apart.
    let more = described(&boxed(&graph, &BoxOptions { most: 8, ..BoxOptions::default() }));
    assert!(
        more.contains(&"1 enum state1".to_owned()) && more.contains(&"1 points to: operations 6".to_owned()),
        "{more:#?}"
    );
    // With less room, the boxes are coarser: one for each relation, then one for each direction.
    let coarse = described(&boxed(&graph, &BoxOptions { most: 5, ..BoxOptions::default() }));
    assert_eq!(
        coarse[..5],
        ["0 struct root", "1 points to: types 26", "1 embeds: types 3", "-1 types embed it 16", "2 they use: types 15"]
    );
    let coarsest = described(&boxed(&graph, &BoxOptions { most: 4, ..BoxOptions::default() }));
    assert_eq!(coarsest[..4], ["0 struct root", "1 uses: types 29", "-1 types use it 16", "2 they use: types 15"]);
    // A graph that has room is left as it is.
    let all = BoxOptions { most: 61, column: 29, ..BoxOptions::default() };
    assert_eq!(boxed(&graph, &all), graph);
}

#[test]
fn what_was_expanded_stands_alone_and_boxes_open() {
    let (btf, root) = wide();
    let id = |name: &str| btf.all_types().find(|t| t.name() == name).expect("it").id();
    let mut of = options();
    of.nodes.insert(id("part3"), Expansion::Expanded);
    let graph = build(&btf, &Users::new(&btf), root, &of);
    let folded = boxed(&graph, &BoxOptions { most: 6, ..BoxOptions::default() });
    let key = folded.nodes[1].key;
    let options = BoxOptions {
        most: 6,
        alone: BTreeSet::from([id("part3")]),
        open: BTreeSet::from([key]),
        ..BoxOptions::default()
    };
    let some = boxed(&graph, &options);
    let lines = described(&some);
    // The expanded node is no longer in the box of 20, and its own neighbour is beside it.
    for wanted in ["1 struct part3", "2 struct inner3", "struct part3 > struct inner3", "struct root > struct part3"] {
        assert!(lines.iter().any(|line| line == wanted), "{wanted}: {lines:#?}");
    }
    // No other box is open.
    let open: Vec<_> =
        some.nodes.iter().filter(|n| n.open && matches!(n.key, NodeKey::Box(..))).map(|n| n.key).collect();
    assert!(open.iter().all(|k| *k == key), "{open:?}");
    let numbers: BTreeSet<u64> = some.nodes.iter().map(|n| n.key.number()).collect();
    assert_eq!(numbers.len(), some.nodes.len(), "no two keys have one number");
}

#[test]
fn a_kernels_net_device_is_in_sight_with_two_steps() {
    let Some(corpus) = corpus_or_skip() else { return };
    let btf = Btf::parse(corpus.read("btf/vmlinux-deb-6.1.176-amd64.btf"), None).expect("a kernel");
    let users = Users::new(&btf);
    let find = |name: &str| btf.all_types().find(|t| t.name() == name).map(|t| t.id()).expect("it");
    let graph = build(&btf, &users, find("net_device"), &options());
    let few = boxed(&graph, &BoxOptions::default());
    let names = |title: &str| {
        let found =
            few.nodes.iter().find(|n| n.label == title).unwrap_or_else(|| panic!("{title}: {:#?}", described(&few)));
        found.members.iter().map(|m| m.label.trim_start_matches("struct ").to_owned()).collect::<BTreeSet<_>>()
    };
    // As in `pahole -C net_device`: the pointers to structs named `.._ops`.
    let ops = "dcbnl_rtnl_ops ethtool_ops header_ops l3mdev_ops macsec_ops ndisc_ops net_device_ops rtnl_link_ops tlsdev_ops xfrmdev_ops";
    assert_eq!(names("points to: operations"), ops.split(' ').map(str::to_owned).collect());
    assert!(few.nodes.len() <= 30, "{}", few.nodes.len());
    for name in ["net_device", "task_struct", "sock", "sk_buff", "list_head", "net", "tcp_v4_rcv", "pid_t"] {
        for (uses, used_by) in [(1, 1), (2, 1), (4, 1), (4, 4), (6, 6)] {
            let graph = build(&btf, &users, find(name), &GraphOptions { uses, used_by, ..options() });
            let few = boxed(&graph, &BoxOptions::default());
            assert!(few.nodes.len() <= 30, "{name}, {uses}: {}", few.nodes.len());
            // Each type is in one place, no type is lost, and each node has an edge.
            let mut seen: BTreeMap<NodeKey, usize> = BTreeMap::new();
            for n in &few.nodes {
                let inside = n.members.iter().map(|m| NodeKey::Type(m.id));
                inside.chain([n.key]).for_each(|key| *seen.entry(key).or_default() += 1);
            }
            assert!(seen.values().all(|&n| n == 1), "{name}, {uses}");
            for n in graph.nodes.iter().filter(|n| matches!(n.key, NodeKey::Type(_))) {
                assert!(seen.contains_key(&n.key), "{name}, {uses}: {} is lost", n.label);
            }
            for i in 1..few.nodes.len() {
                assert!(
                    few.edges.iter().any(|e| e.from == i || e.to == i),
                    "{name}, {uses}: {} hangs in the air",
                    few.nodes[i].label
                );
            }
            // Drawn with all boxes open, no node or name lies on another.
            let open = few.nodes.iter().filter(|n| matches!(n.key, NodeKey::Box(..))).map(|n| n.key).collect();
            let mut drawing = Drawing::new(&boxed(&graph, &BoxOptions { open, ..BoxOptions::default() }));
            drawing.arrange(&Columns);
            for (i, a) in drawing.nodes.iter().enumerate() {
                for b in &drawing.nodes[i + 1..] {
                    let apart = |d: i32, sizes: i32| d.abs() * 2 >= sizes;
                    let free =
                        apart(a.at.x - b.at.x, a.size.0 + b.size.0) || apart(a.at.y - b.at.y, a.size.1 + b.size.1);
                    assert!(free, "{name}, {uses}: {} on {}", a.label, b.label);
                }
                for name in &a.names {
                    let inside = name.at.x.abs() * 2 < a.size.0 && name.at.y.abs() * 2 < a.size.1;
                    assert!(inside, "{} is outside of {}", name.label, a.label);
                }
                let places: BTreeSet<_> = a.names.iter().map(|name| (name.at.x, name.at.y)).collect();
                assert_eq!(places.len(), a.names.len(), "{}", a.label);
            }
            let text = svg(&drawing, Theme::Light, Caption::default());
            assert!(text.ends_with("</svg>\n"));
        }
    }
}
