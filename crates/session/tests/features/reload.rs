//! Reloading the page: stored files are opened again, and the person is asked for the others, all together. The
//! digests are computed from the fixtures themselves.

use btf::TypeId;
use model::path::Path;
use model::views::View;
use session::{BrowserHistory, Effect, FilesMsg, LinkMsg, LogMsg, Msg, RecentMsg, Remembered, Session};

const KERNEL: &str = "tests/fixtures/bin/kernel.x86_64.btf";
const OTHER: &str = "tests/fixtures/bin/kernel.s390x.btf";
const KINDS: &str = "tests/fixtures/bin/kinds.bpfel.btf";

fn bytes(name: &str) -> Vec<u8> {
    let path = format!("{}/../../{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

fn digest(name: &str) -> String {
    model::digest::sha256_hex(&bytes(name))
}

fn short(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// Opens a file. `kept`: whether it comes from the browser's storage.
fn open(s: &mut Session, name: &str, kept: bool) -> Vec<Effect> {
    let mut input = desk::open::input(container::open(short(name), &bytes(name)).expect("a fixture opens"));
    if kept {
        input.origin = desk::Origin::Kept(digest(name));
    }
    let mut effects = s.update(Msg::Files(FilesMsg::Opened(Box::new(input))));
    if !kept {
        let id = s.files().last().expect("a file").id;
        effects.extend(s.update(Msg::Files(FilesMsg::Digest(id, digest(name)))));
    }
    effects
}

fn read(effects: &[Effect]) -> Option<&[String]> {
    effects.iter().find_map(|e| match e {
        Effect::OpenRemembered(files) => Some(files.as_slice()),
        _ => None,
    })
}

fn names(s: &Session) -> Vec<&str> {
    s.files().iter().map(|f| f.name.as_str()).collect()
}

/// The address of three open files; the current one shows `struct module` as a tree.
fn address() -> String {
    let mut s = Session::default();
    for name in [KERNEL, OTHER, KINDS] {
        open(&mut s, name, false);
    }
    let id = s.files()[0].id;
    s.update(Msg::Files(FilesMsg::Switch(id)));
    s.update(Msg::View(View::Tree));
    let module = s.file().and_then(|f| f.names().find(&f.btf, "module").next().map(|t| t.id()));
    s.update(Msg::GoTo(module.unwrap_or(TypeId(1)), Path::root(), BrowserHistory::Push));
    s.address().to_fragment()
}

/// A page that was reloaded with this address, in a browser that stores these files.
fn reloaded(address: &str, kept: &[&str]) -> (Session, Vec<Effect>) {
    let mut s = Session::default();
    s.update(Msg::AddressChanged(address.to_owned()));
    let mut effects = s.update(Msg::Link(LinkMsg::Reloaded));
    assert!(s.file_alert().is_none(), "nothing is asked before the browser has said what it keeps");
    let kept = kept.iter().map(|name| Remembered { sha256: digest(name), name: short(name).into(), for_tab: false });
    effects.extend(s.update(Msg::Recent(RecentMsg::Remembered(kept.collect()))));
    (s, effects)
}

fn landed(s: &Session) -> bool {
    let a = s.address();
    (a.type_name.as_str(), a.view, s.file().map(|f| f.name.as_str()))
        == ("module", View::Tree, Some("kernel.x86_64.btf"))
}

#[test]
fn an_address_names_all_open_files() {
    let address = address();
    for (role, name) in [("f=sha256", KERNEL), ("f=target,sha256", OTHER), ("f=target,sha256", KINDS)] {
        assert!(address.contains(&format!("{role}:{};name={}", digest(name), short(name))), "{address}");
    }
}

#[test]
fn reload_opens_stored_files_without_a_click() {
    let address = address();
    let (mut s, effects) = reloaded(&address, &[KERNEL, OTHER, KINDS]);
    assert_eq!(read(&effects), Some([digest(KERNEL), digest(OTHER), digest(KINDS)].as_slice()));
    for name in [KERNEL, OTHER, KINDS] {
        let effects = open(&mut s, name, true);
        assert_eq!(read(&effects), None, "each is read once");
    }
    assert_eq!(names(&s), ["kernel.x86_64.btf", "kernel.s390x.btf", "kinds.bpfel.btf"]);
    assert!(landed(&s), "the others are beside it: {:?}", s.address());
    assert_eq!(s.address().to_fragment(), address);
    // A file that the person opens after that becomes current, as usual.
    open(&mut s, "tests/fixtures/bin/layout.clang.bpfel.o", false);
    assert!(!landed(&s));
}

#[test]
fn a_link_is_not_a_reload() {
    let address = address();
    let mut s = Session::default();
    s.update(Msg::AddressChanged(address));
    let kept = vec![Remembered { sha256: digest(KERNEL), name: short(KERNEL).into(), for_tab: false }];
    let effects = s.update(Msg::Recent(RecentMsg::Remembered(kept)));
    assert_eq!(read(&effects), None, "nothing from a link is read without a click");
    assert!(s.file_alert().is_some());
}

#[test]
fn missing_files_are_asked_for_together() {
    let address = address();
    let (mut s, effects) = reloaded(&address, &[OTHER]);
    assert_eq!(read(&effects), None, "the main file comes first");
    let alert = s.file_alert().expect("it is asked for");
    assert_eq!(alert.name, "kernel.x86_64.btf");
    assert!(
        alert.text.contains("Also not open: kernel.s390x.btf (this browser has a copy), kinds.bpfel.btf."),
        "{}",
        alert.text
    );
    // If a file beside the main one is opened first, it does not become current, and the alert stays for the others.
    open(&mut s, KINDS, false);
    assert_eq!(s.current(), None);
    let alert = s.file_alert().expect("it is asked for");
    assert!(alert.text.contains("not open: kernel.s390x.btf (this browser has a copy)."), "{}", alert.text);
    // When the main file is opened, stored files beside it are opened, too.
    let effects = open(&mut s, KERNEL, false);
    assert!(landed(&s));
    assert_eq!(read(&effects), Some([digest(OTHER)].as_slice()));
    open(&mut s, OTHER, true);
    assert!(landed(&s) && s.files().len() == 3);
}

#[test]
fn reload_asks_for_unstored_files_beside_the_current_one() {
    let (mut s, _) = reloaded(&address(), &[KERNEL, KINDS]);
    open(&mut s, KERNEL, true);
    assert!(landed(&s));
    let alert = s.file_alert().expect("it is asked for");
    assert_eq!(alert.name, "kernel.s390x.btf");
    assert_eq!(alert.text, "was open before, but this browser has no copy of it. Open or drop it again.");
    // When the missing file is opened, the alert is removed; the current file stays.
    open(&mut s, OTHER, false);
    assert!(landed(&s) && s.file_alert().is_none());
    // Or the person closes the alert.
    let (mut s, _) = reloaded(&address(), &[KERNEL]);
    open(&mut s, KERNEL, true);
    assert_eq!(s.file_alert().map(|a| a.name).as_deref(), Some("kernel.s390x.btf, kinds.bpfel.btf"));
    s.update(Msg::Link(LinkMsg::Forget));
    assert!(s.file_alert().is_none() && landed(&s));
}

#[test]
fn reload_restores_views_of_files_beside_the_current_one() {
    let address = address();
    let last =
        format!("#v=1&f=sha256:{};name=kernel.s390x.btf&t=list_head&kind=struct&m=next&view=layout", digest(OTHER));
    let line = format!("{} 100 2026-11-22 {last}", digest(OTHER));
    let mut s = Session::default();
    s.update(Msg::AddressChanged(address));
    s.update(Msg::Recent(RecentMsg::List(line)));
    s.update(Msg::Link(LinkMsg::Reloaded));
    let kept = [KERNEL, OTHER, KINDS].map(|name| Remembered {
        sha256: digest(name),
        name: short(name).into(),
        for_tab: false,
    });
    s.update(Msg::Recent(RecentMsg::Remembered(kept.to_vec())));
    for name in [KERNEL, OTHER, KINDS] {
        open(&mut s, name, true);
    }
    assert!(landed(&s));
    let id = s.files()[1].id;
    s.update(Msg::Files(FilesMsg::Switch(id)));
    let shown = s.address();
    assert_eq!((shown.type_name.as_str(), shown.member.as_str()), ("list_head", "next"));
}

/// The address of an overview names no view, so the view for types stays.
#[test]
fn an_overview_leaves_the_view() {
    let mut s = Session::default();
    s.update(Msg::View(View::Tree));
    let name = short(KERNEL);
    s.update(Msg::AddressChanged(format!("#v=1&f=sha256:{};name={name}", digest(KERNEL))));
    open(&mut s, KERNEL, true);
    assert!(s.file().is_some_and(|f| f.look.selection.is_none()));
    s.update(Msg::GoTo(TypeId(1), Path::root(), BrowserHistory::Push));
    assert_eq!(s.address().view, View::Tree);
}

#[test]
fn closing_the_alert_shows_an_open_file() {
    let (mut s, _) = reloaded(&address(), &[]);
    open(&mut s, OTHER, false);
    assert_eq!(s.current(), None);
    s.update(Msg::Link(LinkMsg::Forget));
    assert_eq!(s.file().map(|f| f.name.as_str()), Some("kernel.s390x.btf"));
}

#[test]
fn reload_asks_for_files_that_cannot_be_read() {
    let (mut s, effects) = reloaded(&address(), &[KERNEL]);
    assert!(read(&effects).is_some());
    s.update(Msg::Recent(RecentMsg::Lost(digest(KERNEL))));
    assert!(s.file_alert().is_some());
    // A sample of the page is loaded without a click; if it cannot be loaded, there is a button.
    let mut s = Session::default();
    s.update(Msg::AddressChanged("#v=1&f=sample:program&t=event&kind=struct&view=tree".into()));
    let effects = s.update(Msg::Link(LinkMsg::Reloaded));
    assert_eq!(effects, [Effect::LoadSample("program".into())]);
    // The failure of another file does not end the waiting.
    s.update(Msg::Files(FilesMsg::Failed(desk::Problem::new("bad.o", "It is empty."))));
    assert!(s.file_alert().is_none());
    s.update(Msg::Files(FilesMsg::Failed(desk::Problem::new("program", "no network"))));
    assert!(s.file_alert().is_some());
}

/// If a sample was loaded and cannot be decoded, the link no longer waits, because the problem has the name by which
/// the link knows the sample.
#[test]
fn a_link_does_not_wait_for_a_broken_sample() {
    let mut s = Session::default();
    s.update(Msg::AddressChanged("#v=1&f=sample:program&view=tree".into()));
    s.update(Msg::Link(LinkMsg::Reloaded));
    assert!(s.file_alert().is_none());
    let input = desk::open::input(container::open("s.o", &bytes("static/samples/sample.bpf.o")).expect("it opens"));
    let cut = desk::FileInput { origin: desk::Origin::Sample("program".into()), btf: input.btf[..9].into(), ..input };
    s.update(Msg::Files(FilesMsg::Opened(Box::new(cut))));
    assert_eq!(s.problems().iter().map(|p| p.file.as_str()).collect::<Vec<_>>(), ["program"]);
    assert!(s.file_alert().is_some());
}

#[test]
fn reload_restores_files_beside_a_sample() {
    let address = format!("#v=1&f=sample:program&f=target,sha256:{};name=k&f=target,sample:kernel", digest(KERNEL));
    let (mut s, effects) = reloaded(&address, &[KERNEL]);
    assert_eq!(read(&effects), Some([digest(KERNEL)].as_slice()));
    open(&mut s, KERNEL, true);
    assert_eq!(s.current(), None, "the sample is the main file");
    let input = desk::open::input(container::open("s.o", &bytes("static/samples/sample.bpf.o")).expect("it opens"));
    let sample = desk::FileInput { origin: desk::Origin::Sample("program".into()), ..input };
    let effects = s.update(Msg::Files(FilesMsg::Opened(Box::new(sample))));
    assert!(effects.contains(&Effect::LoadSample("kernel".into())) && read(&effects).is_none(), "{effects:?}");
    assert_eq!(s.file().map(|f| f.name.as_str()), Some("s.o"));
    // A link that carries its own file causes no other files to be read until the person clicks.
    let mut s = Session::default();
    let kept = Remembered { sha256: digest(KERNEL), name: short(KERNEL).into(), for_tab: false };
    s.update(Msg::Recent(RecentMsg::Remembered(vec![kept])));
    s.update(Msg::AddressChanged(format!("#v=1&f=data:AAAA;name=x&f=target,sha256:{};name=k", digest(KERNEL))));
    let input = desk::open::input(container::open("s.o", &bytes("static/samples/sample.bpf.o")).expect("it opens"));
    let carried = desk::FileInput { origin: desk::Origin::Link("AAAA".into()), ..input };
    let effects = s.update(Msg::Files(FilesMsg::Opened(Box::new(carried))));
    assert!(s.wanted().is_none() && read(&effects).is_none(), "{effects:?}");
}

#[test]
fn shared_links_leave_other_open_files_out() {
    let mut s = Session::default();
    for name in [KERNEL, OTHER] {
        open(&mut s, name, false);
    }
    let offers: Vec<String> = s.offers().into_iter().map(|o| o.fragment).collect();
    assert!(!offers.is_empty() && offers.iter().all(|f| !f.contains("kernel.x86_64")), "{offers:?}");
}

/// A pasted log is stored for its program, and is there again after a reload.
#[test]
fn a_log_comes_back_with_its_program() {
    const PROGRAM: &str = "tests/fixtures/bin/relo.clang.bpfel.o";
    let text = "libbpf: prog 'member_gone': relo #0: no matching targets found\n";
    let mut before = Session::default();
    let first = open(&mut before, PROGRAM, false);
    assert!(first.contains(&Effect::ReadLog(digest(PROGRAM))), "a tab that was duplicated has it, too");
    let pasted = before.update(Msg::Log(LogMsg::Text(text.into())));
    assert!(pasted.contains(&Effect::StoreLog(digest(PROGRAM), text.into())), "{pasted:?}");
    let next = before.update(Msg::Log(LogMsg::Step(1)));
    assert!(!next.iter().any(|e| matches!(e, Effect::StoreLog(..) | Effect::ReadLog(_))), "{next:?}");
    let cleared = before.update(Msg::Log(LogMsg::Text(String::new())));
    assert!(cleared.contains(&Effect::StoreLog(digest(PROGRAM), "".into())), "an empty log deletes the stored one");

    let mut after = Session::default();
    let kept = open(&mut after, PROGRAM, true);
    assert!(kept.contains(&Effect::ReadLog(digest(PROGRAM))), "{kept:?}");
    let log = |s: &Session| s.file().map(|file| (s.looks()[file.id].log.shown, s.looks()[file.id].log.lines.len()));
    after.update(Msg::Log(LogMsg::Stored(digest(KERNEL), text.into())));
    assert_eq!(log(&after), Some((false, 0)), "the log of another program");
    let restored = after.update(Msg::Log(LogMsg::Stored(digest(PROGRAM), text.into())));
    assert_eq!(log(&after), Some((true, 1)));
    assert!(!restored.iter().any(|e| matches!(e, Effect::StoreLog(..))), "it is stored already");
    after.update(Msg::Log(LogMsg::Text("R1 invalid mem access 'scalar'\nx\n".into())));
    after.update(Msg::Log(LogMsg::Stored(digest(PROGRAM), text.into())));
    assert_eq!(log(&after), Some((true, 2)), "a log that was pasted meanwhile stays");
}
