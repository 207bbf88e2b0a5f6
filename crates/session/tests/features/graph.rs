//! The Graph view, driven by messages, with a desk in the same thread.

use std::collections::BTreeMap;

use desk::{Book, Outcome};
use model::views::View;
use session::commands::Command;
use session::graph::{Direction, Drawing, GraphMsg, GraphSettings, NodeKey, Point, marked};
use session::look::picture::Shot;
use session::{CoreMsg, Effect, FilesMsg, Msg, ProgramMsg, Session};
use work::SameThread;

const KERNEL: &str = "tests/fixtures/bin/kernel.x86_64.btf";
const SAMPLE: &str = "static/samples/sample.bpf.o";

/// A session and its desk.
struct Page {
    session: Session,
    line: SameThread,
    book: Book<SameThread>,
    saved: Vec<(String, String, bool)>,
    address: String,
}

impl Page {
    fn open(name: &str) -> Page {
        let line = SameThread::default();
        let mut session = Session::default();
        session.update(Msg::HasDesk);
        let book = Book::new(line.clone());
        let mut page = Page { session, book, line, saved: Vec::new(), address: String::new() };
        let bytes = std::fs::read(format!("{}/../../{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
        let opened = container::open(name.rsplit('/').next().unwrap(), &bytes).unwrap();
        page.send(Msg::Files(FilesMsg::Opened(Box::new(desk::open::input(opened)))));
        page
    }

    fn send(&mut self, msg: Msg) {
        if let Msg::AddressChanged(link) = &msg {
            self.address.clone_from(link);
        }
        let mut todo = vec![msg];
        while let Some(msg) = todo.pop() {
            for effect in self.session.update(msg) {
                let outcomes: Vec<Outcome> = match effect {
                    Effect::Ask(job) => self.book.ask(job, &self.session),
                    Effect::Save(name, text) => {
                        self.saved.push((name, String::from_utf8(text.to_vec()).unwrap(), false));
                        vec![]
                    }
                    Effect::SavePng(name, text) => {
                        self.saved.push((name, String::from_utf8(text.to_vec()).unwrap(), true));
                        vec![]
                    }
                    Effect::Picture(png) => {
                        todo.push(Msg::Picture(Shot::View, png, true));
                        vec![]
                    }
                    Effect::Address(address, _) => {
                        self.address = address;
                        vec![]
                    }
                    _ => vec![],
                };
                todo.extend(outcomes.into_iter().map(|o| Msg::Desk(o.into())));
            }
        }
    }

    fn work(&mut self) {
        while let Some(said) = self.line.work() {
            for message in said {
                for outcome in self.book.take(message, &self.session) {
                    self.send(Msg::Desk(outcome.into()));
                }
            }
        }
    }

    fn graph(&mut self, msg: GraphMsg) {
        self.send(Msg::Graph(msg));
        self.work();
    }

    /// Shows the graph of a type of this name.
    fn show(&mut self, name: &str) {
        let id = self.session.file().unwrap().btf.all_types().find(|t| t.name() == name).unwrap().id();
        self.send(Msg::GoTo(id, model::path::Path::root(), session::BrowserHistory::Push));
        self.send(Msg::View(View::Graph));
        self.work();
    }

    fn drawing(&self) -> &Drawing {
        self.session.graph().drawing.as_ref().expect("a drawing")
    }

    fn labels(&self) -> Vec<&str> {
        self.drawing().nodes.iter().map(|n| n.label.as_str()).collect()
    }

    fn places(&self) -> BTreeMap<NodeKey, Point> {
        self.drawing().nodes.iter().map(|n| (n.key, n.at)).collect()
    }

    fn focused(&self) -> &str {
        self.session.graph().focused().map_or("", |n| n.label.as_str())
    }
}

#[test]
fn a_graph_is_asked_for_when_it_is_shown_and_grows_in_place() {
    let mut page = Page::open(KERNEL);
    page.show("list_head");
    assert_eq!(page.focused(), "struct list_head");
    let legend = page.session.graph().legend();
    assert!(legend.starts_with(" · solid: embeds · dashed: points to, takes, returns · "), "{legend}");
    assert_eq!(page.session.graph().whole, 1);
    assert!(!page.address.contains("&g="), "{}", page.address);
    let before = page.places();
    let closed = page.drawing().nodes.iter().find(|n| n.rank < 0 && n.more > 0).expect("a closed node").clone();
    page.graph(GraphMsg::Toggle(closed.key));
    assert_eq!(page.session.notice(), format!("{}: expanded, {} more", closed.label, closed.more));
    let after = page.places();
    assert_eq!(after.len(), before.len() + closed.more as usize, "{:?}", page.labels());
    for (key, at) in &before {
        assert_eq!(after.get(key), Some(at), "nodes on the screen stay there");
    }
    assert_eq!(page.session.graph().whole, 1, "the page does not scroll either");
    assert!(page.address.contains("&g=open:struct/"), "{}", page.address);
    // Laying out the whole graph again may move nodes.
    page.graph(GraphMsg::Again);
    assert_eq!(page.session.graph().whole, 2);
    assert_eq!(page.places().len(), after.len());
    page.graph(GraphMsg::Toggle(closed.key));
    assert_eq!(page.places().len(), before.len());
    // If another type is selected, expanded nodes are dropped but the depth stays.
    page.graph(GraphMsg::Settings(GraphSettings { uses: 0, ..GraphSettings::default() }));
    assert!(page.drawing().nodes.iter().all(|n| n.rank <= 0));
    page.graph(GraphMsg::Open(closed.key));
    assert_eq!(page.focused(), closed.label);
    assert!(page.address.ends_with("&g=uses:0"), "{}", page.address);
    assert_eq!(page.session.view(), View::Graph);
}

#[test]
fn a_link_shows_the_same_graph() {
    let mut page = Page::open(KERNEL);
    page.show("list_head");
    let node = page.drawing().nodes.iter().find(|n| n.rank < 0 && n.more > 0).expect("a closed node").key;
    page.graph(GraphMsg::Toggle(node));
    page.graph(GraphMsg::Settings(GraphSettings { uses: 2, most: 120, ..GraphSettings::default() }));
    page.graph(GraphMsg::Settings(GraphSettings {
        uses: 2,
        most: 120,
        boxed: false,
        table: true,
        ..GraphSettings::default()
    }));
    let (link, labels) = (page.address.clone(), page.labels().join(", "));
    assert!(link.contains("g=uses:2;most:120;each;table;open:"), "{link}");
    let mut other = Page::open(KERNEL);
    other.send(Msg::AddressChanged(link.clone()));
    other.work();
    assert_eq!(other.labels().join(", "), labels);
    assert_eq!(other.session.graph().settings, page.session.graph().settings);
    assert_eq!(other.address, link);
    // Unknown words and invalid ids are ignored, and depths are limited.
    let odd = link.split("&g=").next().unwrap().to_owned()
        + "&g=uses:99;most:7;open:struct/none;open:%23x;later:1;more:struct/list_head*x";
    other.send(Msg::AddressChanged(odd));
    other.work();
    assert_eq!(
        other.session.graph().settings,
        GraphSettings { uses: GraphSettings::DEEPEST, ..GraphSettings::default() }
    );
}

#[test]
fn arrows_move_between_neighbours() {
    let mut page = Page::open(KERNEL);
    page.show("list_head");
    page.graph(GraphMsg::Step(Direction::Right));
    assert_eq!(page.focused(), "struct list_head", "it uses nothing but itself");
    page.graph(GraphMsg::Step(Direction::Left));
    let user = page.focused().to_owned();
    assert_ne!(user, "struct list_head");
    // The Bytes pane shows the record of the focused node, and the selection stays.
    let file = page.session.file().unwrap();
    let at = file.look.byte.expect("a byte").at;
    let owner = file.btf.owner(at).expect("an owner").owner;
    let NodeKey::Type(id) = page.session.graph().focus.unwrap() else { panic!("a type") };
    assert!(matches!(owner, btf::Owner::Type(of, _) if of == id), "{owner:?}");
    page.graph(GraphMsg::Step(Direction::Down));
    assert_ne!(page.focused(), user);
    page.graph(GraphMsg::Step(Direction::Up));
    assert_eq!(page.focused(), user);
    page.graph(GraphMsg::Step(Direction::Right));
    assert_eq!(page.focused(), "struct list_head");
    page.graph(GraphMsg::Step(Direction::Left));
    page.graph(GraphMsg::Step(Direction::Home));
    assert_eq!(page.focused(), "struct list_head");
    assert!(page.session.file().unwrap().look.byte.is_none());
    let words = page.session.graph().words(0);
    assert!(words.starts_with("struct list_head · 16 B · "), "{words}");
}

#[test]
fn the_selected_member_is_marked_and_an_edge_selects_it() {
    let mut page = Page::open(KERNEL);
    page.show("task_struct");
    let edge = page.drawing().edges.iter().position(|e| e.names.iter().any(|n| n == "children")).expect("an edge");
    page.graph(GraphMsg::Edge(edge));
    let file = page.session.file().unwrap();
    let selection = file.look.selection.as_ref().unwrap();
    assert_eq!(model::heading::path_text(&file.btf, selection), "struct task_struct.children");
    assert_eq!(marked(&file.btf, selection, page.drawing()), [edge]);
    // For a deeper member, the nodes on its path are shown although the person expanded none of them.
    let path = model::path::from_names(&file.btf, selection.id, "parent.children.next").expect("a path");
    let id = selection.id;
    page.send(Msg::View(View::Layout));
    page.send(Msg::GoTo(id, path, session::BrowserHistory::Push));
    page.send(Msg::View(View::Graph));
    page.graph(GraphMsg::Again);
    page.work();
    let file = page.session.file().unwrap();
    let marks = marked(&file.btf, file.look.selection.as_ref().unwrap(), page.drawing());
    let names: Vec<String> = marks.iter().map(|&i| page.drawing().edges[i].names.join("+")).collect();
    assert_eq!(names, ["parent", "children", "next+prev"]);
}

#[test]
fn pictures_of_views_stand_alone() {
    let mut page = Page::open(KERNEL);
    page.show("task_struct");
    for (view, name, has) in [
        (View::Graph, "task_struct.graph.svg", "marker-end"),
        (View::Layout, "task_struct.layout.svg", "line 0"),
        (View::Tree, "task_struct.tree.svg", "children"),
    ] {
        page.send(Msg::View(view));
        page.send(Msg::Command(Command::Picture(false)));
        page.work();
        let (saved, svg, png) = page.saved.pop().expect("a picture");
        assert_eq!((saved.as_str(), png), (name, false));
        assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\"") && svg.ends_with("</svg>\n"), "{name}");
        assert!(svg.contains(has), "{name}: {svg}");
        assert!(
            svg.contains(">struct task_struct: ") && svg.contains(">kernel.x86_64.btf · btfscope</text>"),
            "{name}"
        );
        assert!(!svg.contains("class=") && !svg.contains("href") && !svg.contains("var("), "{name}");
        assert!(svg.contains("#0f1216"), "{name} is dark");
        page.send(Msg::Picture(Shot::View, true, false));
        page.work();
        let (saved, svg, png) = page.saved.pop().expect("a picture");
        assert_eq!((saved, png), (name.replace(".svg", ".png"), true));
        assert!(svg.contains("#fbfcfd") && !svg.contains("#0f1216"), "{name} is light");
    }
    page.send(Msg::View(View::Record));
    page.send(Msg::Command(Command::Picture(false)));
    page.work();
    assert!(page.saved.is_empty());
    assert!(page.session.notice().starts_with("This view cannot be saved"), "{}", page.session.notice());
}

#[test]
fn program_graph_shows_calls_and_maps() {
    let mut page = Page::open(SAMPLE);
    page.send(Msg::Program(ProgramMsg::Show(true)));
    page.work();
    page.send(Msg::Program(ProgramMsg::ListStep(i64::from(i32::MAX))));
    page.work();
    let edge = |e: &session::graph::DrawnEdge| {
        let label = |i: usize| page.drawing().nodes[i].label.as_str();
        format!(
            "{} {} {}{}",
            label(e.from),
            e.relation.words(),
            label(e.to),
            if e.names.is_empty() { String::new() } else { format!(": {}", e.names.join(", ")) }
        )
    };
    let edges: Vec<String> = page.drawing().edges.iter().map(edge).collect();
    assert!(page.address.contains("p=.calls:"), "{}", page.address);
    assert_eq!(edges, SAMPLE_CALLS);
    let legend = page.session.graph().legend();
    assert_eq!(legend, " · solid: calls · dashed: uses · arrows move between neighbours, Enter opens");
    // Enter opens the function.
    let function = page.drawing().nodes[0].clone();
    page.graph(GraphMsg::Toggle(function.key));
    assert_eq!(
        page.session.looks()[page.session.current().unwrap()].program.row().map(|r| r.name.as_str()),
        Some(function.label.as_str())
    );
    // The screen of relocations shows no graph.
    page.send(Msg::Core(CoreMsg::Show));
    page.work();
    assert_eq!(page.session.graph_subject(), None);
}

/// The calls and uses in the sample's source.
const SAMPLE_CALLS: [&str; 7] = [
    "on_connect calls bpf_get_current_task_btf()",
    "on_connect uses events",
    "on_connect calls bpf_map_lookup_elem()",
    "on_connect uses .rodata: watched_port",
    "on_connect uses .bss: seen",
    "on_exit uses events",
    "on_exit calls bpf_map_lookup_elem()",
];
