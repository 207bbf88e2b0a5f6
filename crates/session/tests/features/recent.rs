//! The list of recent files: the stored entries, and the view that is shown when a file is opened again. The digests
//! are computed from the fixtures: raw BTF, or a whole program.

use model::address::{Address, Role, Source};
use model::path::Path;
use model::views::View;
use session::recent::{MAX_RECENT, Recent, RecentRow, read, write};
use session::{BrowserHistory, Effect, FilesMsg, Msg, RecentMsg, Remembered, SearchMsg, Session};

const SAMPLE: &str = "static/samples/sample.bpf.o";
const KERNEL: &str = "tests/fixtures/bin/kernel.x86_64.btf";
const MODULE: &str = "tests/fixtures/bin/module.x86_64.btf";

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

/// Opens a file as the page does. `kept`: whether it comes from the browser's storage.
fn open(s: &mut Session, name: &str, kept: bool) -> Vec<Effect> {
    let mut input = desk::open::input(container::open(short(name), &bytes(name)).expect("a fixture opens"));
    if kept {
        input.origin = desk::Origin::Kept(digest(name));
    }
    s.update(Msg::Today("2026-11-21".into()));
    s.update(Msg::Files(FilesMsg::Opened(Box::new(input))))
}

/// Sets the digest of the file that was opened last.
fn digested(s: &mut Session, name: &str) -> Vec<Effect> {
    let id = s.files().last().expect("a file").id;
    s.update(Msg::Files(FilesMsg::Digest(id, digest(name))))
}

fn go(s: &mut Session, name: &str) -> Vec<Effect> {
    let file = s.file().expect("a file is open");
    let id = file.names().find(&file.btf, name).next().unwrap_or_else(|| panic!("{name}")).id();
    s.update(Msg::GoTo(id, Path::root(), BrowserHistory::Push))
}

/// The stored list.
fn saved(effects: &[Effect]) -> Option<&str> {
    effects.iter().rev().find_map(|e| match e {
        Effect::SaveRecent(text) => Some(text.as_str()),
        _ => None,
    })
}

fn shown(s: &Session) -> String {
    let a = s.address();
    format!("{} {} {}", a.kind, a.type_name, a.view.word())
}

/// The list as stored by a page that showed the kernel's `struct module` as a tree.
fn before() -> String {
    let mut s = Session::default();
    open(&mut s, KERNEL, false);
    let effects = digested(&mut s, KERNEL);
    let text = saved(&effects).expect("it is noted when its digest is known").to_owned();
    assert!(
        text.starts_with(&format!("{} {} 2026-11-21 #v=1&f=sha256:", digest(KERNEL), bytes(KERNEL).len())),
        "{text}"
    );
    go(&mut s, "module");
    let effects = s.update(Msg::View(View::Tree));
    saved(&effects).expect("each view is noted").to_owned()
}

/// A new session with a stored list and stored files.
fn after(text: &str, kept: &[&str]) -> Session {
    let mut s = Session::default();
    s.update(Msg::Recent(RecentMsg::List(text.into())));
    let kept = kept.iter().map(|name| Remembered { sha256: digest(name), name: short(name).into(), for_tab: false });
    s.update(Msg::Recent(RecentMsg::Remembered(kept.collect())));
    s.update(Msg::AddressChanged(String::new()));
    s
}

#[test]
fn unstored_recent_file_is_asked_for_and_shown_at_its_last_view() {
    let text = before();
    let mut s = after(&text, &[]);
    let row = RecentRow {
        sha256: digest(KERNEL),
        name: "kernel.x86_64.btf".into(),
        facts: format!(
            "struct module · {} · 2026-11-21 · {}",
            model::words::file_size(bytes(KERNEL).len() as u64),
            &digest(KERNEL)[..8]
        ),
        kept: false,
    };
    assert_eq!(s.recent_rows(), [row]);

    let effects = s.update(Msg::Recent(RecentMsg::Reopen(digest(KERNEL))));
    assert!(!effects.iter().any(|e| matches!(e, Effect::OpenRemembered(_))), "{effects:?}");
    assert!(
        matches!(effects.first(), Some(Effect::Address(a, BrowserHistory::Push)) if a.contains("t=module")),
        "{effects:?}"
    );
    assert!(s.wanted().is_some_and(|w| !w.reading), "it is asked for");
    assert!(s.wants_recent());
    // Another file does not satisfy the link.
    open(&mut s, "tests/fixtures/bin/kernel.s390x.btf", false);
    digested(&mut s, "tests/fixtures/bin/kernel.s390x.btf");
    assert_eq!(s.wanted().and_then(|w| w.other.as_deref()), Some("kernel.s390x.btf"));
    open(&mut s, KERNEL, false);
    digested(&mut s, KERNEL);
    assert_eq!((shown(&s).as_str(), s.wanted().is_none()), ("struct module tree", true));
    let names: Vec<String> = s.recent_rows().into_iter().map(|r| r.name).collect();
    assert_eq!(names, ["kernel.x86_64.btf", "kernel.s390x.btf"], "the last one first");
}

#[test]
fn a_kept_file_opens_at_once() {
    let text = before();
    let mut s = after(&text, &[KERNEL]);
    assert!(s.recent_rows()[0].kept);
    let effects = s.update(Msg::Recent(RecentMsg::Reopen(digest(KERNEL))));
    assert!(effects.contains(&Effect::OpenRemembered(vec![digest(KERNEL)])), "{effects:?}");
    assert!(s.wanted().is_some_and(|w| w.reading), "nothing is asked meanwhile");
    // The view is shown before the digest is computed.
    open(&mut s, KERNEL, true);
    assert_eq!((shown(&s).as_str(), s.wanted().is_none()), ("struct module tree", true));
    // If the browser has lost the file, the person is asked for it.
    let mut s = after(&text, &[KERNEL]);
    s.update(Msg::Recent(RecentMsg::Reopen(digest(KERNEL))));
    s.update(Msg::Recent(RecentMsg::Lost(digest(KERNEL))));
    assert!(s.wanted().is_some_and(|w| !w.reading));
    assert!(!s.recent_rows()[0].kept);
}

#[test]
fn a_kept_module_opens_on_its_kept_kernel() {
    let mut s = Session::default();
    open(&mut s, KERNEL, false);
    digested(&mut s, KERNEL);
    open(&mut s, MODULE, false);
    digested(&mut s, MODULE);
    let effects = go(&mut s, "fixture_device");
    let text = saved(&effects).expect("the view is noted").to_owned();

    let mut s = after(&text, &[KERNEL, MODULE]);
    let effects = s.update(Msg::Recent(RecentMsg::Reopen(digest(MODULE))));
    assert!(effects.contains(&Effect::OpenRemembered(vec![digest(KERNEL), digest(MODULE)])), "{effects:?}");
    let effects = open(&mut s, KERNEL, true);
    assert!(s.current().is_none(), "the kernel does not become current");
    assert!(!effects.iter().any(|e| matches!(e, Effect::Address(..))), "{effects:?}");
    open(&mut s, MODULE, true);
    assert_eq!(shown(&s), "struct fixture_device layout");
    assert_eq!(s.file().and_then(|f| f.base), Some(s.files()[0].id));
}

#[test]
fn dropping_a_recent_file_again_keeps_its_stored_view() {
    let mut s = after(&before(), &[]);
    open(&mut s, KERNEL, false);
    digested(&mut s, KERNEL);
    // The overview of the file is shown; it does not replace the stored view.
    assert_eq!(s.selection(), None);
    assert!(s.recent_rows()[0].facts.starts_with("struct module · "), "{:?}", s.recent_rows());
    s.update(Msg::Recent(RecentMsg::Reopen(digest(KERNEL))));
    assert_eq!(shown(&s), "struct module tree");
}

#[test]
fn stored_file_from_the_web_opens_without_loading() {
    let url = "https://example.org/kernel.x86_64.btf";
    let mut s = Session::default();
    let mut input = desk::open::input(container::open("kernel.x86_64.btf", &bytes(KERNEL)).expect("a fixture opens"));
    input.origin = desk::Origin::Address(url.into());
    s.update(Msg::Files(FilesMsg::Opened(Box::new(input))));
    digested(&mut s, KERNEL);
    let effects = go(&mut s, "module");
    let text = saved(&effects).expect("the view is noted").to_owned();
    // If its bytes are not stored, its address on the web is offered.
    let mut s = after(&text, &[]);
    s.update(Msg::Recent(RecentMsg::Reopen(digest(KERNEL))));
    assert_eq!(s.wanted().and_then(|w| w.address.main_file()), Some(&Source::Url(url.into())));
    let mut s = after(&text, &[KERNEL]);
    s.update(Msg::Recent(RecentMsg::Reopen(digest(KERNEL))));
    open(&mut s, KERNEL, true);
    assert_eq!((shown(&s).as_str(), s.wanted().is_none()), ("struct module layout", true));
}

#[test]
fn only_own_files_are_listed() {
    let mut s = Session::default();
    let input = desk::open::input(container::open("sample.bpf.o", &bytes(SAMPLE)).expect("the sample opens"));
    let sample = desk::FileInput { origin: desk::Origin::Sample("program".into()), ..input.clone() };
    s.update(Msg::Files(FilesMsg::Opened(Box::new(sample))));
    let effects = digested(&mut s, SAMPLE);
    assert_eq!((saved(&effects), s.recent().len()), (None, 0), "a sample");
    // A page embedded in another one stores nothing.
    let mut s = Session::default();
    s.update(Msg::AddressChanged("#v=1&embed=1".into()));
    s.update(Msg::Files(FilesMsg::Opened(Box::new(input.clone()))));
    let effects = digested(&mut s, SAMPLE);
    assert_eq!((saved(&effects), s.recent().len()), (None, 0), "in a frame");
    // The same bytes are listed if the file was dropped.
    let mut s = Session::default();
    s.update(Msg::Files(FilesMsg::Opened(Box::new(input))));
    digested(&mut s, SAMPLE);
    assert_eq!(s.recent_rows()[0].name, "sample.bpf.o");
    assert!(!s.recent_rows()[0].facts.contains("struct"));
    go(&mut s, "event");
    assert!(s.recent_rows()[0].facts.starts_with("struct event · "));
}

#[test]
fn one_click_forgets_one_or_all() {
    let mut s = after(&before(), &[KERNEL, MODULE]);
    // A file that is stored but not in the list is shown, too.
    assert_eq!(
        s.recent_rows().iter().map(|r| r.name.as_str()).collect::<Vec<_>>(),
        ["kernel.x86_64.btf", "module.x86_64.btf"]
    );
    let effects = s.update(Msg::Recent(RecentMsg::ForgetRecent(Some(digest(KERNEL)))));
    assert_eq!(saved(&effects), Some(""));
    assert!(effects.contains(&Effect::Forget(digest(KERNEL))), "{effects:?}");
    assert_eq!(s.recent_rows().len(), 1);
    let effects = s.update(Msg::Recent(RecentMsg::ForgetRecent(None)));
    assert!(effects.contains(&Effect::Forget(digest(MODULE))), "{effects:?}");
    assert_eq!(s.recent_rows(), []);
    // A file that is removed from the list while it is open stays removed until it is opened again.
    open(&mut s, KERNEL, false);
    digested(&mut s, KERNEL);
    s.update(Msg::Recent(RecentMsg::ForgetRecent(None)));
    go(&mut s, "module");
    assert_eq!(s.recent_rows(), []);
}

#[test]
fn the_list_is_bounded_and_reads_whatever_is_there() {
    let recent = |i: usize| Recent {
        sha256: format!("{i:064x}"),
        size: i as u64,
        date: "2026-11-21".into(),
        fragment: format!("#v=1&f=sha256:{i:064x};name=a%20b{i}"),
    };
    let many: Vec<Recent> = (0..30).map(recent).collect();
    assert_eq!(read(&write(&many)), many[..MAX_RECENT]);
    let mut s = Session::default();
    s.update(Msg::Recent(RecentMsg::List(write(&many))));
    open(&mut s, KERNEL, false);
    digested(&mut s, KERNEL);
    assert_eq!(s.recent().len(), MAX_RECENT);
    assert_eq!((s.recent()[0].sha256.clone(), s.recent()[1].clone()), (digest(KERNEL), recent(0)));
    // An address that is too long is not stored, so the previous one stays.
    go(&mut s, "module");
    let state = s.recent()[0].fragment.clone();
    s.update(Msg::Search(SearchMsg::Query("x".repeat(3000))));
    assert_eq!(s.recent()[0].fragment, state);

    let sha = "0".repeat(64);
    let own = Address {
        files: vec![(Role::Main, Source::Pad { text: "AAAA".into(), target: Default::default() })],
        ..Address::default()
    };
    for text in [
        "",
        "\n\n",
        "a b c d",
        "nothing",
        &format!("{sha} many 2026-11-21 #v=1"),
        &format!("{sha} 5 2026-11-21 javascript:alert(1)"),
        &format!("{sha} 5 2026-11-21 #v=99&f=sha256:{sha};name=x"),
        &format!("{sha} 5 2026-11-21 {}", own.to_fragment()),
        &format!("{sha} 5 2026-11-21 #{}", "x".repeat(5000)),
    ] {
        let mut s = Session::default();
        s.update(Msg::Recent(RecentMsg::List(text.into())));
        assert_eq!(s.recent_rows(), [], "{text:.80}");
    }
}

/// Reopening a file that is open shows its last view, with one step in the history and one address.
#[test]
fn reopening_an_open_file_writes_one_address() {
    let mut s = Session::default();
    s.update(Msg::Recent(RecentMsg::List(before())));
    open(&mut s, KERNEL, false);
    digested(&mut s, KERNEL);
    go(&mut s, "list_head");
    // An older version of the page wrote the entry without the id of the type.
    let mut old = s.recent().to_vec();
    let mut address = Address::parse(&old[0].fragment).expect("it was written here");
    address.id = None;
    address.type_name = "module".into();
    old[0].fragment = address.to_fragment();
    let followed = old[0].fragment.clone();
    s.update(Msg::Recent(RecentMsg::List(write(&old))));
    let effects = s.update(Msg::Recent(RecentMsg::Reopen(digest(KERNEL))));
    let addresses: Vec<_> = effects.iter().filter(|e| matches!(e, Effect::Address(..))).collect();
    let now = s.address().to_fragment();
    assert_ne!(now, followed, "the address differs from the link; otherwise this test proves nothing");
    assert_eq!(addresses, [&Effect::Address(now, BrowserHistory::Push)]);
    assert!(shown(&s).starts_with("struct module"), "{}", shown(&s));
}
