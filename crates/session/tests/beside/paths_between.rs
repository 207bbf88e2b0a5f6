//! Member paths from the selected type to another one.

use model::views::View;
use session::Msg;
use session::look::paths_between::PathsMsg;

use crate::Page;

fn page() -> Page {
    let mut page = Page::default();
    page.open("kernel.x86_64.btf");
    page.go("task_struct");
    page.send(Msg::View(View::UsedBy));
    page
}

#[test]
fn the_shortest_path_leads_to_the_tree() {
    let mut page = page();
    page.send(Msg::Paths(PathsMsg::To("list_head".into())));
    assert!(page.session.paths().found().is_none(), "not while it is typed");
    page.send(Msg::Paths(PathsMsg::Find));
    let found = page.session.paths().found().expect("an answer").clone();
    assert_eq!((found.to.as_str(), found.why.as_str()), ("struct list_head", ""));
    let first = &found.paths[0];
    assert_eq!((first.expression.as_str(), first.pointers_text().as_str()), ("task->children", "no pointers"));
    assert_eq!(first.reads, ["struct task_struct 0:5 children @ 24"]);
    page.send(Msg::Paths(PathsMsg::Open(0)));
    assert_eq!(page.session.view(), View::Tree);
    assert_eq!(page.session.address().member, "children");
}

#[test]
fn pointers_count_or_are_left_out() {
    let mut page = page();
    page.send(Msg::Paths(PathsMsg::To("task_struct".into())));
    page.send(Msg::Paths(PathsMsg::Find));
    let found = page.session.paths().found().expect("an answer").clone();
    let described: Vec<_> = found.paths.iter().map(|p| (p.expression.as_str(), p.pointers_text())).collect();
    assert_eq!(described, [("task->parent", "1 pointer".to_owned())]);
    page.send(Msg::Paths(PathsMsg::Embedded(true)));
    let found = page.session.paths().found().expect("an answer").clone();
    assert_eq!(found.why, "struct task_struct is not embedded in struct task_struct, however deep.");
}

#[test]
fn missing_types_and_paths_are_reported() {
    let mut page = page();
    let mut why = |to: &str| {
        page.send(Msg::Paths(PathsMsg::To(to.into())));
        page.send(Msg::Paths(PathsMsg::Find));
        page.session.paths().found().expect("an answer").why.clone()
    };
    assert_eq!(why("list_heat"), "kernel.x86_64.btf has no type “list_heat”. There are list_head.");
    assert_eq!(why("#999999"), "kernel.x86_64.btf has no type “#999999”.");
    assert_eq!(why("struct list_head"), "");
    // The paths start at the type that was selected when they were asked for.
    page.go("list_head");
    assert!(page.session.paths().found().is_none() && !page.session.paths().is_asked());
}
