//! Links that carry a type: made on one page, opened on another.

use desk::{Book, Job};
use model::path;
use model::share;
use model::views::View;
use session::commands::Command;
use session::graph::{GraphMsg, GraphSettings};
use session::{BrowserHistory, Effect, FilesMsg, Msg, Session, ShareMsg};
use work::SameThread;

fn page_with_sample() -> Session {
    let name = format!("{}/../../static/samples/sample.bpf.o", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(&name).unwrap_or_else(|e| panic!("{name}: {e}"));
    let opened = container::open("sample.bpf.o", &bytes).expect("the sample opens");
    let mut session = Session::default();
    session.update(Msg::Files(FilesMsg::Opened(Box::new(desk::open::input(opened)))));
    session
}

/// Carries out the effects of a message, with the desk.
fn serve(session: &mut Session, effects: Vec<Effect>) {
    let line = SameThread::default();
    let mut book = Book::new(line.clone());
    for effect in effects {
        let Effect::Ask(job) = effect else { continue };
        let mut outcomes = book.ask(job, session);
        while let Some(said) = line.work() {
            for message in said {
                outcomes.extend(book.take(message, session));
            }
        }
        for outcome in outcomes {
            session.update(Msg::Desk(outcome.into()));
        }
    }
}

fn link(depth: u32) -> String {
    let mut page = page_with_sample();
    let file = page.file().expect("a file is open");
    let id = file.names().find(&file.btf, "tcp_segment").next().expect("tcp_segment").id();
    let path = path::from_names(&file.btf, id, "syn").expect("a member");
    page.update(Msg::GoTo(id, path.clone(), BrowserHistory::Push));
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
    let effects = page.update(Msg::AddressChanged(link.clone()));
    serve(&mut page, effects);
    assert_eq!(page.problems(), []);
    assert_eq!(page.wanted(), None);
    assert_eq!(page.view(), View::Tree);
    let file = page.file().expect("the link's types are open");
    assert_eq!(file.name, "sample.bpf.o");
    assert_eq!(session::status::status(&page), ("struct tcp_segment.syn".into(), "offset 13:1, 1 bit".into()));
    // The file counts as an excerpt; the name in the link is the name of the whole file.
    assert!(file.is_excerpt() && file.facts().starts_with("excerpt · "), "{}", file.facts());
    assert_eq!(page.chips()[0].facts, "excerpt");
    let whole = page.whole(file).expect("an excerpt");
    assert_eq!((whole.name.as_str(), whole.release), ("sample.bpf.o", None));
    // The address is still the link, so that a reload shows the same.
    assert_eq!(page.address().to_fragment(), link);
    // Following the link again does not open the file twice.
    let effects = page.update(Msg::AddressChanged(link));
    assert!(!effects.iter().any(|e| matches!(e, Effect::Ask(Job::Unpack(..)))));
    assert_eq!(page.files().len(), 1);
    assert_eq!(page.used_by().count_text(true), "", "nobody asked for the users");
    let effects = page.update(Msg::View(View::UsedBy));
    serve(&mut page, effects);
    assert_eq!(page.used_by().count_text(true), "0 of the 0 that the link carries");
}

#[test]
fn a_file_that_was_opened_is_no_excerpt() {
    let page = page_with_sample();
    let file = page.file().expect("a file");
    assert!(!file.is_excerpt() && !file.facts().contains("excerpt"));
    assert_eq!(page.whole(file), None);
    // The name contains the release by which the whole kernel is looked up in an atlas.
    assert_eq!(share::release("linux-6.12.117+deb12-amd64.btf.xz").as_deref(), Some("6.12.117+deb12-amd64"));
    assert_eq!(share::release("biosnoop.bpf.o"), None);
}

#[test]
fn a_damaged_link_says_so_and_asks_for_no_file() {
    let link = link(0);
    let at = link.find("data:").expect("data") + 40;
    for damaged in [format!("{}{}", &link[..at], &link[at + 1..]), format!("{}!{}", &link[..at], &link[at + 1..])] {
        let mut page = Session::default();
        let effects = page.update(Msg::AddressChanged(damaged));
        serve(&mut page, effects);
        assert_eq!(page.wanted(), None);
        assert_eq!(page.files().len(), 0);
        assert_eq!(page.problems().len(), 1);
        assert!(page.problems()[0].message.contains("the link"), "{:?}", page.problems()[0]);
    }
}

#[test]
fn link_with_other_contents_is_reported_and_asks_for_no_file() {
    for (held, word) in
        [(&b"<script>alert(1)</script>"[..], "magic"), (b"", "empty"), (&[0; 2 << 20], "more than 1048576 bytes")]
    {
        let mut page = Session::default();
        let text = ::share::pack(held);
        let effects = page.update(Msg::AddressChanged(format!("#v=1&f=data:{text};name=vmlinux&t=a&kind=struct&id=1")));
        serve(&mut page, effects);
        assert_eq!((page.wanted(), page.files().len()), (None, 0), "{word}");
        assert_eq!(page.problems().len(), 1, "{word}");
        assert!(page.problems()[0].message.contains(word), "{:?}", page.problems()[0]);
    }
}

#[test]
fn share_offers_both_links() {
    let mut page = page_with_sample();
    let file = page.file().expect("a file is open");
    let id = file.names().find(&file.btf, "tcp_segment").next().expect("tcp_segment").id();
    page.update(Msg::GoTo(id, path::Path::root(), BrowserHistory::Push));
    let effects = page.update(Msg::Command(Command::Share));
    assert_eq!(page.offers().len(), 1, "the short one needs no work");
    serve(&mut page, effects);
    let offers = page.offers();
    assert_eq!(offers.len(), 2);
    assert!(offers[0].packed.is_some() && offers[0].fragment.contains("f=data:"), "{offers:?}");
    assert!(offers[0].size(20).contains("fits in a chat message"), "{offers:?}");
    assert!(offers[1].fragment.contains("f=name:sample.bpf.o"), "{offers:?}");
    // With another depth the type is packed again; a late answer for the old depth is dropped.
    let late = page.update(Msg::Share(ShareMsg::Depth(0)));
    assert_eq!(page.offers().len(), 1);
    let now = page.update(Msg::Share(ShareMsg::Depth(3)));
    serve(&mut page, late);
    assert_eq!(page.offers().len(), 1);
    serve(&mut page, now);
    let offers = page.offers();
    assert_eq!(offers.len(), 2);
    // The types of the link can be saved as a blob.
    let saved = page.update(Msg::Share(ShareMsg::Save));
    let Some(Effect::Save(name, bytes)) = saved.first() else { panic!("{saved:?}") };
    let carried = offers[0].fragment.split_once("f=data:").and_then(|(_, rest)| rest.split_once(";name="));
    let carried = ::share::unpack(carried.expect("the link has types").0).expect("they unpack");
    let file = page.file().expect("a file is open");
    let packed = share::pack(&file.btf, id, 3).expect("small enough");
    assert_eq!((name.as_str(), &bytes[..]), ("struct_tcp_segment.btf", &packed.blob[..]));
    assert_eq!(&carried[..], &packed.blob[..]);
}

#[test]
fn the_settings_of_a_graph_go_along() {
    let mut page = page_with_sample();
    let file = page.file().expect("a file is open");
    let id = file.names().find(&file.btf, "event").next().expect("event").id();
    page.update(Msg::GoTo(id, path::Path::root(), BrowserHistory::Push));
    page.update(Msg::View(View::Graph));
    let settings = GraphSettings { uses: 3, table: true, ..GraphSettings::default() };
    page.update(Msg::Graph(GraphMsg::Settings(settings)));
    let effects = page.update(Msg::Command(Command::Share));
    serve(&mut page, effects);
    let offers = page.offers();
    assert_eq!(offers.len(), 2);
    for offer in &offers {
        assert!(offer.fragment.contains("view=graph&g=uses:3;table"), "{}", offer.fragment);
    }
    let mut there = Session::default();
    let effects = there.update(Msg::AddressChanged(offers[0].fragment.clone()));
    serve(&mut there, effects);
    assert_eq!((there.view(), &there.graph().settings), (View::Graph, &page.graph().settings));
}

#[test]
fn links_point_where_the_person_says() {
    let mut page = page_with_sample();
    assert_eq!(page.update(Msg::Share(ShareMsg::Site("javascript:x".into()))), []);
    assert_eq!(page.sharing().site, "");
    let saved = page.update(Msg::Share(ShareMsg::Site(" https://example.org/btf/#v=1 ".into())));
    assert_eq!(saved, [Effect::SaveSite("https://example.org/btf/".into())]);
}

#[test]
fn a_frame_shows_only_the_view() {
    let mut page = Session::default();
    let effects = page.update(Msg::AddressChanged(format!("{}&embed=1", link(0))));
    serve(&mut page, effects);
    assert!(page.embed());
    assert!(page.address().to_fragment().ends_with("&embed=1"));
    page.update(Msg::AddressChanged(link(0)));
    assert!(!page.embed());
}

#[test]
fn lengths_say_where_a_link_fits() {
    assert_eq!(share::fits(2000, 1), "fits in a chat message");
    assert!(share::fits(2001, 1).contains("mail"));
    assert!(share::fits(8001, 1).contains("depth") && !share::fits(8001, 0).contains("depth"));
}

/// Old links must open for ever; this one has version 1 of addresses and of packed types.
#[test]
fn a_link_of_version_1_opens() {
    const OLD: &str = include_str!("../links/v1-tcp_segment.txt");
    let mut page = Session::default();
    let effects = page.update(Msg::AddressChanged(OLD.trim().to_string()));
    serve(&mut page, effects);
    assert_eq!(page.problems(), []);
    assert_eq!(session::status::status(&page), ("struct tcp_segment.syn".into(), "offset 13:1, 1 bit".into()));
}

/// The link that is proposed carries as many types as fit into a chat message, together with the beginning of the
/// address.
#[test]
fn the_deepest_link_that_fits_is_proposed() {
    let name = format!("{}/../../tests/fixtures/bin/kernel.x86_64.btf", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(&name).unwrap_or_else(|e| panic!("{name}: {e}"));
    let opened = container::open("kernel.x86_64.btf", &bytes).expect("it opens");
    let mut page = Session::default();
    page.update(Msg::Files(FilesMsg::Opened(Box::new(desk::open::input(opened)))));
    // The fixture is small: a long address leaves little room.
    let here = format!("https://example.org/{}", "a".repeat(1500));
    page.update(Msg::Share(ShareMsg::Here(here.clone())));
    let ids: Vec<btf::TypeId> = {
        let file = page.file().expect("a file is open");
        let structs = file.btf.types().filter(|t| t.kind() == btf::Kind::Struct && !t.is_anonymous());
        structs.map(|t| t.id()).collect()
    };
    let mut depths = Vec::new();
    for id in ids {
        page.update(Msg::GoTo(id, path::Path::root(), BrowserHistory::Push));
        let effects = page.update(Msg::Share(ShareMsg::Show));
        serve(&mut page, effects);
        let offers = page.offers();
        let (offer, depth) = (&offers[0], offers[0].packed.expect("it carries the type").pointers);
        let file = page.file().expect("a file is open");
        let length = |depth| {
            let packed = share::pack(&file.btf, id, depth).expect("small enough");
            let link = share::address(&file.btf, &packed, &file.name, page.view(), &path::Path::root());
            (link.to_fragment(), here.len() + link.to_fragment().len())
        };
        assert_eq!(offer.fragment, length(depth).0);
        assert!(length(depth).1 <= share::CHAT || depth == 0, "{depth}");
        assert!(depth == share::MAX_DEPTH || length(depth + 1).1 > share::CHAT, "{depth} is not the deepest");
        depths.push(depth);
        page.update(Msg::Overlay(session::Overlay::None));
    }
    depths.sort_unstable();
    depths.dedup();
    assert!(depths.len() > 1, "there is something to choose: {depths:?}");
}

#[test]
fn a_button_says_that_its_text_was_copied() {
    let mut page = page_with_sample();
    page.update(Msg::Overlay(session::Overlay::Share));
    assert_eq!(page.update(Msg::Copy("x".into(), "Copied".into())), [Effect::Copy("x".into(), "Copied".into())]);
    assert!(!page.is_copied("x"), "the browser has not said so yet");
    page.update(Msg::Copied("x".into(), "Copied".into()));
    assert!(page.is_copied("x") && !page.is_copied("y") && !page.is_copied(""));
    assert_eq!(page.notice(), "Copied");
    page.update(Msg::Overlay(session::Overlay::None));
    assert!(!page.is_copied("x"));
}

/// A link from a page that is served from this computer works only here; the notice says so until another address is
/// set.
#[test]
fn links_from_this_computer_say_that_they_work_here_only() {
    let said = |here: &str, site: &str| {
        let mut page = page_with_sample();
        page.update(Msg::Share(ShareMsg::Here(here.into())));
        page.update(Msg::Share(ShareMsg::KnownSite(site.into())));
        let effects = page.update(Msg::Command(Command::CopyLink));
        let copied =
            effects.into_iter().find_map(|e| if let Effect::CopyLink(_, said) = e { Some(said) } else { None });
        copied.expect("a link").contains("this computer only")
    };
    for here in ["http://localhost:8080/", "http://127.0.0.1/btf/index.html", "http://[::1]:80/", "http://[::1]/"] {
        assert!(said(here, ""), "{here}");
        assert!(!said(here, "https://btf.example.org/"), "{here}");
    }
    for here in ["https://btf.example.org/", "https://localhost.example.org:8443/", "https://127.0.0.1.nip.io/"] {
        assert!(!said(here, ""), "{here}");
    }
}
