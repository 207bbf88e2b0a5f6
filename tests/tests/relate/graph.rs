//! The graph around a type: its nodes and edges, their places, and the drawn file.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::time::Instant;

use btf::{Btf, TypeId};
use picture::{Caption, Columns, Drawing, GraphLayout, Kept, Theme, svg};
use place::Layered;
use relate::{Expansion, Graph, GraphOptions, NodeKey, Relation, Users, build};
use tests::blob::{Blob, Order, kind};
use tests::reference::corpus_or_skip;

/// Nodes and edges as lines of text.
fn described(graph: &Graph) -> Vec<String> {
    let node = |n: &relate::Node| {
        let marks = format!("{}{}", if n.open { " open" } else { "" }, if n.hub { " hub" } else { "" });
        format!("{} {}{marks} +{}", n.rank, n.label, n.more)
    };
    let label = |i: usize| &graph.nodes[i].label;
    let edge = |e: &relate::Edge| format!("{} {:?} {}: {}", label(e.from), e.relation, label(e.to), e.names.join(","));
    graph.nodes.iter().map(node).chain(graph.edges.iter().map(edge)).collect()
}

/// A small kernel; the ids of `task` and `files`.
fn sample() -> (Btf, u32, u32) {
    let mut b = Blob::new(Order::Little);
    let int = b.int("int", 4, 1);
    let list = b.next_id();
    b.structure("list_head", 16, &[("next", list + 1, 0), ("prev", list + 1, 64)]);
    b.pointer(list);
    let state = b.enumeration("state", 4, false, &[("RUNNING", 0)]);
    let table = b.structure("fdtable", 8, &[("fds", int, 0)]);
    let table_p = b.pointer(table);
    let files = b.structure("files", 32, &[("table", table_p, 0), ("list", list, 64)]);
    let files_t = b.named(kind::TYPEDEF, "files_t", files);
    let files_c = b.reference(kind::CONST, files_t);
    let files_p = b.pointer(files_c);
    let task = b.next_id() + 1;
    let inner = b.composite(kind::UNION, "", 16, false, &[("tasks", list, 0), ("other", files_p, 0)]);
    b.structure("task", 64, &[("state", state, 0), ("files", files_p, 64), ("", inner, 128), ("flags", int, 256)]);
    let task_p = b.pointer(task);
    b.structure("rq", 24, &[("curr", task_p, 0), ("idle", task_p, 64), ("stop", task, 128)]);
    let proto = b.prototype(files_p, &[("p", task_p)]);
    b.function("get_files", proto, 0);
    b.variable("init_task", task, 1);
    (Btf::parse(b.build(), None).expect("a blob"), task, files)
}

#[test]
fn a_neighbourhood_by_hand() {
    let (btf, task, files) = sample();
    let users = Users::new(&btf);
    let graph = |options: &GraphOptions| described(&build(&btf, &users, TypeId(task), options));
    let one = GraphOptions::default();
    assert_eq!(
        graph(&one),
        [
            "0 struct task open +0",
            "1 enum state +0",
            "1 struct files +1",
            "1 struct list_head hub +0",
            "-1 struct rq +0",
            "-1 get_files() +0",
            "-1 init_task +0",
            "struct task Embeds enum state: state",
            "struct task Points struct files: files,other",
            "struct task Embeds struct list_head: tasks",
            "struct rq Embeds struct task: stop",
            "struct rq Points struct task: curr,idle",
            "get_files() Takes struct task: p",
            "init_task Embeds struct task: ",
        ]
    );
    // Expanding `files` adds the node of `fdtable`, and an edge to each type of a member.
    let mut expanded = one.clone();
    expanded.nodes.insert(TypeId(files), Expansion::Expanded);
    let more = graph(&expanded);
    assert!(more.contains(&"2 struct fdtable +0".to_owned()), "{more:#?}");
    assert!(more.contains(&"struct files Embeds struct list_head: list".to_owned()), "{more:#?}");
    let mut closed = one.clone();
    closed.nodes.insert(TypeId(task), Expansion::Collapsed);
    assert_eq!(graph(&closed), ["0 struct task +3"]);
    let none = GraphOptions { uses: 0, used_by: 0, ..GraphOptions::default() };
    assert_eq!(graph(&none), ["0 struct task +3"]);
    let few = GraphOptions { most_users: 1, uses: 0, ..GraphOptions::default() };
    assert_eq!(graph(&few)[2], "-1 + 2 more users +2");
    let few = GraphOptions { most_uses: 1, used_by: 0, ..GraphOptions::default() };
    assert_eq!(graph(&few)[1..3], ["1 enum state +0", "1 + 2 more types +2"]);
    // The nodes on the path to a selected member come first, and are expanded.
    let along = GraphOptions { along: BTreeSet::from([TypeId(files)]), ..few.clone() };
    assert_eq!(graph(&along)[1..4], ["1 struct files open +0", "1 + 2 more types +2", "2 struct fdtable +0"]);
    // A count node that was grown by one shows one more of its types. It would then count a single type, so that type
    // is shown, too.
    let grown = GraphOptions { grown: BTreeMap::from([(NodeKey::MoreUses(TypeId(task)), 1)]), ..few };
    assert_eq!(graph(&grown)[1..4], ["1 enum state +0", "1 struct files +1", "1 struct list_head hub +0"]);
    // Nodes beyond the limit are counted.
    let tiny = build(&btf, &users, TypeId(task), &GraphOptions { most: 3, ..GraphOptions::default() });
    let labels: Vec<&str> = tiny.nodes.iter().map(|n| n.label.as_str()).collect();
    assert_eq!(labels, ["struct task", "enum state", "struct files", "+ 1 more type", "+ 3 more users"]);
    assert!(tiny.cut);
    // Without folding, each record is a node.
    let unfolded = GraphOptions { folded: false, uses: 4, used_by: 0, ..GraphOptions::default() };
    let labels: Vec<String> =
        build(&btf, &users, TypeId(task), &unfolded).nodes.iter().map(|n| n.label.clone()).collect();
    for label in ["const files_t *", "const files_t", "files_t", "struct files", "int", "union {…}"] {
        assert!(labels.iter().any(|l| l == label), "{label}: {labels:?}");
    }
}

/// A prototype: the types it takes and returns, and the functions that have it.
#[test]
fn a_prototype_between_its_functions_and_its_types() {
    let (btf, ..) = sample();
    let proto = btf.all_types().find(|t| t.kind() == btf::Kind::FuncProto).expect("a prototype").id();
    let graph = build(&btf, &Users::new(&btf), proto, &GraphOptions::default());
    let label = |i: usize| graph.nodes[i].label.as_str();
    let edges: Vec<_> = graph.edges.iter().map(|e| (label(e.from), e.relation, label(e.to))).collect();
    let root = label(0);
    assert!(edges.contains(&("get_files()", Relation::Uses, root)), "{edges:?}");
    assert!(edges.contains(&(root, Relation::Returns, "struct files")), "{edges:?}");
    assert!(edges.contains(&(root, Relation::Takes, "struct task")), "{edges:?}");
}

/// The edges of members that point to functions are the same from both ends.
#[test]
fn a_member_that_points_to_a_function_is_found_from_both_ends() {
    let mut b = Blob::new(Order::Little);
    let file = b.structure("file", 8, &[]);
    let file_p = b.pointer(file);
    let (open, dup) = (b.prototype(0, &[("f", file_p)]), b.prototype(file_p, &[("f", file_p), ("g", file_p)]));
    let (open_p, dup_p) = (b.pointer(open), b.pointer(dup));
    // A function has the prototype of `dup`, too.
    b.function("dup_file", dup, 0);
    let inner = b.structure("", 8, &[("close", open_p, 0)]);
    let ops = b.structure("ops", 24, &[("open", open_p, 0), ("dup", dup_p, 64), ("", inner, 128)]);
    let btf = Btf::parse(b.build(), None).expect("a blob");
    let users = Users::new(&btf);
    let edges = |root: u32, from: &str| -> BTreeSet<String> {
        let graph = build(&btf, &users, TypeId(root), &GraphOptions::default());
        described(&graph).into_iter().filter(|line| line.starts_with(from)).collect()
    };
    let both = ["struct ops Takes struct file: open,dup,close", "struct ops Returns struct file: dup"];
    assert_eq!(edges(ops, "struct ops"), both.map(str::to_owned).into());
    let found = ["struct ops Takes struct file: close,open,dup", "struct ops Returns struct file: dup"];
    assert_eq!(edges(file, "struct ops"), found.map(str::to_owned).into());
    let function = ["dup_file() Takes struct file: f,g", "dup_file() Returns struct file: "];
    assert_eq!(edges(file, "dup_file()"), function.map(str::to_owned).into());
}

/// How many pairs of nodes overlap.
fn overlaps(drawing: &Drawing) -> usize {
    let mut count = 0;
    for (i, a) in drawing.nodes.iter().enumerate() {
        for b in &drawing.nodes[..i] {
            let (w, h) = ((a.size.0 + b.size.0) / 2, (a.size.1 + b.size.1) / 2);
            count += usize::from((a.at.x - b.at.x).abs() < w && (a.at.y - b.at.y).abs() < h);
        }
    }
    count
}

/// How many edges have a point, or the middle of a horizontal run, inside a node.
fn crossed(drawing: &Drawing) -> usize {
    let inside = |x: i32, y: i32| {
        let within = |n: &picture::DrawnNode| (n.at.x - x).abs() < n.size.0 / 2 && (n.at.y - y).abs() < n.size.1 / 2;
        drawing.nodes.iter().any(within)
    };
    let bad = |e: &picture::DrawnEdge| e.line.points.iter().any(|p| inside(p.x, p.y));
    let level = |e: &picture::DrawnEdge| {
        let runs = e.line.points.windows(2).filter(|w| w[0].y == w[1].y);
        runs.map(|w| ((w[0].x + w[1].x) / 2, w[0].y)).any(|(x, y)| inside(x, y))
    };
    drawing.edges.iter().filter(|e| bad(e) || level(e)).count()
}

/// How many pairs of labels overlap.
fn label_overlaps(drawing: &Drawing) -> usize {
    let boxes: Vec<(i32, i32, i32)> = drawing
        .edges
        .iter()
        .filter(|e| !e.line.label.is_empty())
        .map(|e| {
            let width = e.line.label.chars().count() as i32 * 64 / 10;
            let left = if e.line.label_ends { e.line.label_at.x - width } else { e.line.label_at.x };
            (left, left + width, e.line.label_at.y)
        })
        .collect();
    let on = |a: &(i32, i32, i32), b: &(i32, i32, i32)| a.0 < b.1 && b.0 < a.1 && (a.2 - b.2).abs() < 9;
    boxes.iter().enumerate().map(|(i, a)| boxes[..i].iter().filter(|b| on(a, b)).count()).sum()
}

/// Whether a text is well-formed XML, as far as our writer uses XML: tags close in order, attributes are quoted,
/// special characters are escaped.
fn is_xml(text: &str) -> bool {
    let mut open = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let before = &rest[..at];
        if before.contains('>')
            || before.replace("&amp;", "").replace("&lt;", "").replace("&gt;", "").replace("&quot;", "").contains('&')
        {
            return false;
        }
        let Some(end) = rest.find('>') else { return false };
        let tag = &rest[at + 1..end];
        if !tag.matches('"').count().is_multiple_of(2) || tag.contains('<') {
            return false;
        }
        let name = tag.split([' ', '/']).find(|w| !w.is_empty()).unwrap_or_default().to_owned();
        if tag.starts_with('/') {
            if open.pop() != Some(name) {
                return false;
            }
        } else if !tag.ends_with('/') {
            open.push(name);
        }
        rest = &rest[end + 1..];
    }
    open.is_empty() && rest.trim().is_empty()
}

#[test]
fn graphs_of_a_kernel_are_laid_out_and_drawn() {
    let Some(corpus) = corpus_or_skip() else { return };
    let btf = Btf::parse(corpus.read("btf/vmlinux-deb-6.1.176-amd64.btf"), None).expect("a kernel");
    let users = Users::new(&btf);
    let find = |name: &str| btf.all_types().find(|t| t.name() == name).map(|t| t.id()).expect("it");
    for (name, uses, most) in [
        ("task_struct", 1, 300),
        ("sk_buff", 3, 300),
        ("list_head", 1, 120),
        ("pid_t", 1, 120),
        ("tcp_v4_rcv", 2, 120),
        ("net", 2, 300),
    ] {
        let options = GraphOptions { uses, most, most_uses: 200, ..GraphOptions::default() };
        let graph = build(&btf, &users, find(name), &options);
        for (how, place) in [("columns", &Columns as &dyn GraphLayout), ("layered", &Layered)] {
            let mut drawing = Drawing::new(&graph);
            let start = Instant::now();
            drawing.arrange(place);
            println!("{name}, {how}: {} nodes, {} edges, {:?}", graph.nodes.len(), graph.edges.len(), start.elapsed());
            assert_eq!(overlaps(&drawing), 0, "{name}, {how}");
            assert_eq!(crossed(&drawing), 0, "{name}, {how}");
            // A node with more than eight edges has no room for all labels, so a few may overlap.
            assert!(
                label_overlaps(&drawing) * 20 <= drawing.edges.len(),
                "{name}, {how}: {}",
                label_overlaps(&drawing)
            );
            for n in &drawing.nodes {
                let side = (n.at.x - drawing.nodes[0].at.x).signum();
                assert_eq!(side, n.rank.signum(), "{name}, {how}: {} is on its side", n.label);
            }
            for theme in [Theme::Dark, Theme::Light] {
                let text = svg(&drawing, theme, Caption { title: "a graph", source: "a <file>" });
                assert!(is_xml(&text), "{name}, {how}");
                assert_eq!(text.matches(" rx=\"7\"").count(), graph.nodes.len());
                assert_eq!(text.matches("marker-end").count(), graph.edges.len());
                assert!(text.contains(">a graph</text>") && text.contains(">a &lt;file&gt;</text>"));
                assert!(
                    !text.contains("class=") && !text.contains("var(") && !text.contains("href"),
                    "it stands alone"
                );
            }
        }
        // Expanding each node adds as many nodes as it promises.
        let known: HashSet<NodeKey> = graph.nodes.iter().map(|n| n.key).collect();
        for node in graph.nodes.iter().filter(|n| !n.open && n.rank > 0).take(12) {
            let NodeKey::Type(id) = node.key else { continue };
            let mut more = GraphOptions { most: 5000, ..options.clone() };
            more.nodes = BTreeMap::from([(id, Expansion::Expanded)]);
            let grown = build(&btf, &users, find(name), &more);
            let added =
                grown.nodes.iter().filter(|n| !known.contains(&n.key) && matches!(n.key, NodeKey::Type(_))).count();
            if !graph.cut {
                assert_eq!(added, node.more as usize, "{name}: {}", node.label);
            }
        }
    }
}

#[test]
fn what_is_on_the_screen_stays_there() {
    let (btf, task, files) = sample();
    let users = Users::new(&btf);
    let mut options = GraphOptions::default();
    let before = build(&btf, &users, TypeId(task), &options);
    let mut first = Drawing::new(&before);
    first.arrange(&Layered);
    let known: HashMap<NodeKey, Kept> = first.kept().into_iter().map(|k| (k.key, k)).collect();
    options.nodes.insert(TypeId(files), Expansion::Expanded);
    let mut after = Drawing::new(&build(&btf, &users, TypeId(task), &options));
    after.arrange_new(&first.kept());
    let at = |label: &str| after.nodes.iter().find(|n| n.label == label).expect("a node").at;
    for node in &after.nodes {
        assert!(known.get(&node.key).is_none_or(|old| old.at == node.at), "{} moved", node.label);
    }
    assert_eq!(overlaps(&after), 0);
    assert!(at("struct fdtable").x > at("struct files").x, "in the column behind it");
    assert_eq!(at("struct fdtable").y, at("struct files").y, "beside it");
    // The edges follow a node that is moved by hand.
    let to = picture::Point { x: at("struct rq").x - 40, y: 500 };
    let rq = after.nodes.iter().position(|n| n.label == "struct rq").expect("a node");
    after.move_to(rq, to);
    let begins = |i: usize| after.edges.iter().filter(move |e| e.from == i).map(|e| e.line.points[0]);
    let right = to.x + after.nodes[rq].size.0 / 2;
    assert!(begins(rq).all(|p| p.x == right && (p.y - 500).abs() < 20), "{:?}", begins(rq).collect::<Vec<_>>());
}

/// A type that refers to itself, cycles, and names that need escaping in XML.
#[test]
fn odd_graphs() {
    let mut b = Blob::new(Order::Little);
    let p = b.pointer(2);
    b.structure("a<b>&\"c\u{1}", 8, &[("<&>", p, 0), ("x", 2, 0), ("y", 3, 0)]);
    b.structure("", 8, &[("back", 2, 0), ("me", 3, 0)]);
    let btf = Btf::parse(b.build(), None).expect("a blob");
    let users = Users::new(&btf);
    for folded in [true, false] {
        for id in 0..=btf.type_cnt() {
            let options = GraphOptions { uses: 6, used_by: 6, folded, ..GraphOptions::default() };
            let graph = build(&btf, &users, TypeId(id), &options);
            let mut drawing = Drawing::new(&graph);
            for how in 0..3 {
                match how {
                    0 => drawing.arrange(&Columns),
                    1 => drawing.arrange(&Layered),
                    _ => drawing.arrange_new(&[]),
                }
                assert_eq!(overlaps(&drawing), 0, "[{id}] {folded}");
                assert!(is_xml(&svg(&drawing, Theme::Light, Caption { title: "<&>", source: "" })));
            }
        }
    }
    let graph = build(&btf, &users, TypeId(2), &GraphOptions::default());
    assert!(graph.edges.iter().any(|e| e.from == e.to && e.relation == Relation::Points), "{:?}", described(&graph));
}
