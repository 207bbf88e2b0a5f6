//! A type goes into a link on one page and comes out of it on another.

use view::path;
use view::session::{Effect, Msg, Session, Way};
use view::share;
use view::views::View;

fn page_with_sample() -> Session {
    let name = format!("{}/../../static/samples/sample.bpf.o", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(&name).unwrap_or_else(|e| panic!("{name}: {e}"));
    let opened = container::open("sample.bpf.o", &bytes).expect("the sample opens");
    let mut session = Session::default();
    session.update(Msg::Opened(Box::new(view::open::input(opened))));
    session
}

/// What the page does with the effects that a link has.
fn serve(session: &mut Session, effects: Vec<Effect>) {
    for effect in effects {
        if let Effect::OpenData(text, name) = effect {
            session.update(share::opened(&text, &name));
        }
    }
}

fn link(depth: u32) -> String {
    let mut page = page_with_sample();
    let file = page.file().expect("a file is open");
    let id = file.names().find(&file.btf, "tcp_segment").next().expect("tcp_segment").id();
    let path = path::from_names(&file.btf, id, "syn").expect("a member");
    page.update(Msg::GoTo(id, path.clone(), Way::Push));
    let file = page.file().expect("a file is open");
    let packed = share::pack(&file.btf, id, depth).expect("small enough");
    assert_eq!(packed.new_root.0, 1);
    share::address(&file.btf, &packed, &file.name, View::Tree, &path).to_fragment()
}

#[test]
fn the_receiver_sees_the_type_without_the_file() {
    let link = link(1);
    assert!(link.len() < share::CHAT, "{} characters", link.len());
    let mut page = Session::default();
    let effects = page.update(Msg::Arrive(link.clone()));
    serve(&mut page, effects);
    assert_eq!(page.problems, []);
    assert_eq!(page.wanted, None);
    assert_eq!(page.view, View::Tree);
    let file = page.file().expect("the link's types are open");
    assert_eq!(file.name, "sample.bpf.o");
    assert_eq!(view::heading::status(file), ("struct tcp_segment.syn".into(), "offset 13, bit 1".into()));
    // The address stays the link: a reload shows the same.
    assert_eq!(page.address().to_fragment(), link);
    // A second time it is not opened again.
    let effects = page.update(Msg::Arrive(link));
    assert!(!effects.iter().any(|e| matches!(e, Effect::OpenData(..))));
    assert_eq!(page.files.len(), 1);
}

#[test]
fn a_damaged_link_says_so_and_asks_for_no_file() {
    let link = link(0);
    let at = link.find("data:").expect("data") + 40;
    for damaged in [format!("{}{}", &link[..at], &link[at + 1..]), format!("{}!{}", &link[..at], &link[at + 1..])] {
        let mut page = Session::default();
        let effects = page.update(Msg::Arrive(damaged));
        serve(&mut page, effects);
        assert_eq!(page.wanted, None);
        assert_eq!(page.files.len(), 0);
        assert_eq!(page.problems.len(), 1);
        assert!(page.problems[0].message.contains("this link"), "{:?}", page.problems[0]);
    }
}

#[test]
fn lengths_say_where_a_link_fits() {
    assert_eq!(share::fits(2000), "fits in a chat message");
    assert!(share::fits(2001).contains("mail"));
    assert!(share::fits(8001).contains("depth"));
}

/// Links that were made once open for ever: this one by version 1 of addresses and of packed types.
#[test]
fn a_link_of_version_1_opens() {
    const OLD: &str = include_str!("links/v1-tcp_segment.txt");
    let mut page = Session::default();
    let effects = page.update(Msg::Arrive(OLD.trim().to_string()));
    serve(&mut page, effects);
    assert_eq!(page.problems, []);
    let file = page.file().expect("open");
    assert_eq!(view::heading::status(file), ("struct tcp_segment.syn".into(), "offset 13, bit 1".into()));
}
