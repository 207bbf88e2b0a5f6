//! Sequences of messages, and what the session shows after them. The files are the sample and the fixtures; the
//! layouts are those that bpftool prints (`bpftool btf dump file static/samples/sample.bpf.o`).

use container::OpenErrorKind;
use model::focus::{BlobId, ByteFocus};
use model::kind::FileKind;
use model::path;
use model::path::Path;
use model::views::View;
use session::{BrowserHistory, Effect, FilesMsg, Msg, RowsMsg, Session};

fn read(name: &str) -> Vec<u8> {
    let path = format!("{}/../../{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

fn open(session: &mut Session, name: &str) -> Vec<Effect> {
    let file = name.rsplit('/').next().unwrap_or(name);
    let msg = match container::open(file, &read(name)) {
        Ok(opened) => Msg::Files(FilesMsg::Opened(Box::new(desk::open::input(opened)))),
        Err(e) => Msg::Files(FilesMsg::Failed(desk::open::problem(file, &e))),
    };
    session.update(msg)
}

const SAMPLE: &str = "static/samples/sample.bpf.o";
const KERNEL: &str = "tests/fixtures/bin/kernel.x86_64.btf";
const MODULE: &str = "tests/fixtures/bin/module.x86_64.ko";

fn go(session: &mut Session, name: &str, member: &str) -> Vec<Effect> {
    let file = session.file().expect("a file is open");
    let id = file.names().find(&file.btf, name).next().unwrap_or_else(|| panic!("{name}")).id();
    let path = path::from_names(&file.btf, id, member).unwrap_or_else(|| panic!("{name}.{member}"));
    session.update(Msg::GoTo(id, path, BrowserHistory::Push))
}

fn status(session: &Session) -> (String, String) {
    session::status::status(session)
}

fn address(effects: &[Effect]) -> Option<(&str, BrowserHistory)> {
    effects.iter().rev().find_map(|e| match e {
        Effect::Address(fragment, history) => Some((fragment.as_str(), *history)),
        _ => None,
    })
}

#[test]
fn a_program_opens_and_its_members_are_walked() {
    let mut s = Session::default();
    let effects = open(&mut s, SAMPLE);
    assert_eq!(s.file().map(|f| f.kind), Some(FileKind::Program));
    assert!(effects.contains(&Effect::Digest(s.current().expect("current"))));
    go(&mut s, "tcp_segment", "");
    s.update(Msg::Rows(RowsMsg::TableStep(1)));
    assert_eq!(status(&s), ("struct tcp_segment.source".into(), "offset 0, 2 bytes".into()));
    for _ in 0..4 {
        s.update(Msg::Rows(RowsMsg::TableStep(1)));
    }
    assert_eq!(status(&s), ("struct tcp_segment.reserved".into(), "offset 12:0, 4 bits".into()));
    s.update(Msg::Rows(RowsMsg::TableStep(100)));
    assert_eq!(status(&s), ("struct tcp_segment.window".into(), "offset 14, 2 bytes".into()));
    s.update(Msg::Rows(RowsMsg::TableStep(-100)));
    assert_eq!(status(&s).0, "struct tcp_segment.source");
}

#[test]
fn moving_goes_through_holes() {
    let mut s = Session::default();
    open(&mut s, SAMPLE);
    // direction ends at byte 12, and time starts at 16: between them is a hole of 4 bytes.
    go(&mut s, "event", "direction");
    s.update(Msg::Rows(RowsMsg::TableStep(1)));
    let hole = s.file().and_then(|file| file.gap()).expect("the hole");
    assert_eq!(
        (hole.offset_text(), hole.size_text(), hole.place()),
        ("12".into(), "4 bytes".into(), "between direction and time".into())
    );
    s.update(Msg::Rows(RowsMsg::TableStep(1)));
    assert_eq!(status(&s), ("struct event.time".into(), "offset 16, 8 bytes".into()));
    s.update(Msg::Rows(RowsMsg::TableStep(-2)));
    assert_eq!(status(&s).0, "struct event.direction");
}

#[test]
fn enter_follows_pointers_to_their_type_and_keeps_typedefs() {
    let mut s = Session::default();
    open(&mut s, SAMPLE);
    go(&mut s, "event", "next");
    let effects = s.update(Msg::Command(session::commands::Command::Follow));
    assert_eq!(status(&s).0, "struct event");
    assert!(matches!(address(&effects), Some((_, BrowserHistory::Push))), "{effects:?}");
    go(&mut s, "event", "time");
    s.update(Msg::Command(session::commands::Command::Follow));
    assert_eq!(status(&s).0, "typedef u64");
    s.update(Msg::Command(session::commands::Command::Follow));
    assert_eq!(status(&s).0, "int unsigned long long");
}

#[test]
fn the_tree_goes_through_pointers() {
    let mut s = Session::default();
    open(&mut s, SAMPLE);
    s.update(Msg::View(View::Tree));
    go(&mut s, "task_struct", "real_parent");
    s.update(Msg::Rows(RowsMsg::Enter));
    s.update(Msg::Rows(RowsMsg::Enter));
    assert_eq!(status(&s).0, "struct task_struct.real_parent->tgid");
    s.update(Msg::Rows(RowsMsg::Leave));
    assert_eq!(status(&s).0, "struct task_struct.real_parent");
    let open = |s: &Session| s.file().and_then(|f| f.tree()).map(|t| t.len());
    assert_eq!(open(&s), Some(1 + 3 + 3));
    s.update(Msg::Rows(RowsMsg::Leave));
    assert_eq!(open(&s), Some(1 + 3));
}

#[test]
fn an_address_leads_back_to_where_it_was_made() {
    let mut s = Session::default();
    open(&mut s, SAMPLE);
    s.update(Msg::View(View::Tree));
    let effects = go(&mut s, "event", "destination");
    let (made, _) = address(&effects).expect("an address");
    assert!(made.contains("t=event&kind=struct&id=11&view=tree&m=%234.%230.destination"), "{made}");
    let made = made.to_string();
    go(&mut s, "sock", "");
    s.update(Msg::View(View::Code));
    let effects = s.update(Msg::AddressChanged(made));
    assert_eq!((status(&s).0.as_str(), s.view()), ("struct event.(union).(struct).destination", View::Tree));
    assert_eq!(address(&effects), None, "following the address adds no step to the history");
}

#[test]
fn a_link_by_digest_asks_for_its_file_and_lands_on_the_view() {
    let digest = model::digest::sha256_hex(&read(SAMPLE));
    let link = format!("#v=1&f=sha256:{digest};name=sample.bpf.o&t=event&kind=struct&id=99&view=tree&m=port");
    let mut s = Session::default();
    s.update(Msg::AddressChanged(link));
    let wanted = s.wanted().expect("the file is asked for");
    assert!(
        matches!(wanted.address.main_file(), Some(model::address::Source::Digest { name, .. }) if name == "sample.bpf.o")
    );
    // Another file is opened, and a message says that it is not the link's file.
    open(&mut s, KERNEL);
    let kernel = s.current().expect("current");
    s.update(Msg::Files(FilesMsg::Digest(kernel, model::digest::sha256_hex(&read(KERNEL)))));
    assert_eq!(s.wanted().and_then(|w| w.other.as_deref()), Some("kernel.x86_64.btf"));
    // The right file is opened; its name does not matter. The type and member in the link are shown, although the id
    // differs.
    open(&mut s, SAMPLE);
    let id = s.current().expect("current");
    s.update(Msg::Files(FilesMsg::Digest(id, digest)));
    assert!(s.wanted().is_none());
    assert_eq!((status(&s).0.as_str(), s.view()), ("struct event.port", View::Tree));
}

#[test]
fn a_module_waits_for_its_kernel_and_joins_it() {
    for order in [[KERNEL, MODULE], [MODULE, KERNEL]] {
        let mut s = Session::default();
        open(&mut s, order[0]);
        if order[0] == MODULE {
            assert!(s.files().is_empty() && s.waiting().len() == 1, "{:?}", s.notice());
        }
        open(&mut s, order[1]);
        assert!(s.waiting().is_empty(), "{order:?}: {:?}", s.waiting().first().map(|w| &w.misfit));
        let module = s.files().iter().find(|f| f.name == "module.x86_64.ko").expect("the module is open");
        assert_eq!(module.kind, FileKind::Module);
        assert!(module.base.is_some() && module.btf.is_split());
        assert!(module.btf.diagnostics().is_empty(), "{:?}", module.btf.diagnostics());
    }
}

#[test]
fn a_module_of_another_kernel_is_reported() {
    let mut s = Session::default();
    open(&mut s, "tests/fixtures/bin/kernel.s390x.btf");
    open(&mut s, MODULE);
    let waiting = s.waiting().first().expect("it waits");
    let misfit = waiting.misfit.as_deref().unwrap_or_default();
    assert!(misfit.starts_with("kernel.s390x.btf is not its kernel:"), "{misfit}");
}

#[test]
fn unreadable_file_is_a_problem_with_its_byte() {
    let mut s = Session::default();
    open(&mut s, SAMPLE);
    let cases: [(&str, &[u8], OpenErrorKind); 4] = [
        ("empty.btf", b"", OpenErrorKind::Empty),
        ("notes.txt", b"hello, this is text\n", OpenErrorKind::NotBtf),
        ("cut.btf", &[0x9f, 0xeb, 1, 0, 24, 0, 0, 0, 0, 0], OpenErrorKind::BadHeader),
        (
            "old.btf",
            &[0x9f, 0xeb, 7, 0, 24, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            OpenErrorKind::BadHeader,
        ),
    ];
    for (name, bytes, kind) in cases {
        let e = container::open(name, bytes).expect_err(name);
        assert_eq!(e.kind, kind, "{name}");
        let problem = desk::open::problem(name, &e);
        s.update(Msg::Files(FilesMsg::Failed(problem.clone())));
        let p = s.problems().last().expect("a problem");
        assert_eq!(p.file, name);
        assert_eq!(p.message, problem.message);
        assert!(p.at.is_some() && p.found.is_some(), "{p:?}");
    }
    assert_eq!(s.problems().len(), cases.len());
    s.update(Msg::Files(FilesMsg::Dismiss(0)));
    assert_eq!(s.problems().len(), cases.len() - 1);
    assert_eq!(s.file().map(|f| f.name.as_str()), Some("sample.bpf.o"));
}

#[test]
fn a_truncated_kernel_shows_what_is_left() {
    let whole = read(KERNEL);
    let cut = &whole[..whole.len() * 2 / 3];
    let mut s = Session::default();
    let opened = container::open("cut.btf", cut).expect("it opens");
    s.update(Msg::Files(FilesMsg::Opened(Box::new(desk::open::input(opened)))));
    let problem = s.problems().first().expect("a problem is reported");
    assert!(problem.message.contains("cut off"), "{problem:?}");
    assert!(problem.go.is_some());
    assert!(s.file().is_some_and(|f| f.btf.own_type_count() > 0));
}

#[test]
fn byte_owner_is_selected_and_the_byte_stays_chosen() {
    let mut s = Session::default();
    open(&mut s, SAMPLE);
    let (id, range) = {
        let file = s.file().expect("open");
        let t = file.names().find(&file.btf, "event").next().expect("event");
        (t.id(), t.item(btf::MemberIndex(7)).expect("member 7"))
    };
    // The last word of a member is its offset.
    s.update(Msg::Byte(ByteFocus { blob: BlobId::Own, at: range.start + 9 }));
    s.update(Msg::ByteOwner);
    let selection = s.selection().expect("selected");
    assert_eq!((selection.id, &selection.path), (id, &Path(vec![7])));
    assert_eq!(status(&s), ("struct event.urgent".into(), "offset 46:5, 1 bit".into()));
    assert_eq!(s.file().and_then(|f| f.look.byte).map(|b| b.at), Some(range.start + 9));
    s.update(Msg::Rows(RowsMsg::TableStep(1)));
    assert_eq!(s.file().and_then(|f| f.look.byte), None);
}

#[test]
fn an_array_of_structs_opens_in_the_table_as_in_the_tree() {
    let mut s = Session::default();
    open(&mut s, "tests/fixtures/bin/layout.gcc.x86_64.o");
    go(&mut s, "outer", "array");
    // array[0] is at byte 56: the compiler has checked this, and the offsets of the members of struct holes.
    s.update(Msg::Rows(RowsMsg::Enter));
    let file = s.file().expect("a file is open");
    let table = file.table().expect("a table");
    let at = |depth| -> Vec<Option<u64>> {
        table.rows.iter().filter(|r| r.depth == depth).map(|r| r.offset.map(|o| o / 8)).collect()
    };
    assert_eq!(at(1), [56, 88].map(Some), "[0], [1]");
    assert_eq!(at(2), [56, 57, 64, 72, 74, 76, 80, 81].map(Some), "a, hole, b, c, hole, d, e, padding");
    go(&mut s, "outer", "array.d");
    assert_eq!(status(&s), ("struct outer.array.d".into(), "offset 76, 4 bytes".into()));
}

#[test]
fn closing_the_last_file_shows_the_landing_page() {
    let mut s = Session::default();
    open(&mut s, SAMPLE);
    open(&mut s, KERNEL);
    let (first, second) = (s.files()[0].id, s.files()[1].id);
    assert_eq!(s.current(), Some(second));
    s.update(Msg::Files(FilesMsg::Close(second)));
    assert_eq!(s.current(), Some(first));
    let effects = s.update(Msg::Files(FilesMsg::Close(first)));
    assert_eq!(s.current(), None);
    assert_eq!(address(&effects).map(|a| a.0), Some(""));
    // The same bytes twice open one file.
    open(&mut s, SAMPLE);
    open(&mut s, SAMPLE);
    assert_eq!(s.files().len(), 1);
}

#[test]
fn a_newer_link_says_so() {
    let mut s = Session::default();
    s.update(Msg::AddressChanged("#v=9&t=task_struct".into()));
    assert!(s.problems()[0].message.contains("newer btfscope"), "{:?}", s.problems());
}

#[test]
fn from_hole_to_hole() {
    let mut s = Session::default();
    open(&mut s, "tests/fixtures/bin/layout.clang.bpfel.o");
    go(&mut s, "outer", "");
    let row = |s: &Session| {
        let file = s.file().expect("a file");
        let table = file.table().expect("a table");
        let at = file.active_row(&table)?;
        let row = &table.rows[at];
        Some((row.form, row.depth, row.offset))
    };
    use model::table::{GapKind, RowForm};
    s.update(Msg::Rows(RowsMsg::NextGap(GapKind::Hole)));
    assert_eq!(row(&s), Some((RowForm::Hole, 0, Some(49 * 8))));
    // The holes of `inner`: bytes 1 to 7, and bytes 18 and 19.
    s.update(Msg::Rows(RowsMsg::NextGap(GapKind::Nested)));
    s.update(Msg::Rows(RowsMsg::NextGap(GapKind::Nested)));
    s.update(Msg::Rows(RowsMsg::NextGap(GapKind::Nested)));
    let third = row(&s).expect("a row");
    assert_eq!((third.0, third.1), (RowForm::Hole, 1));
    // The struct that has the hole is selected.
    let gap = s.file().and_then(|file| file.gap()).expect("a hole");
    assert_eq!(s.selection().map(|s| s.path.clone()), Some(gap.path.clone()));
    assert_eq!((gap.path.is_root(), gap.name.as_str()), (false, "hole"));
    // A move from a hole leads to a member, which is selected; a move back leads to the hole.
    s.update(Msg::Rows(RowsMsg::TableStep(1)));
    assert_eq!((row(&s).expect("a row").0, s.file().and_then(|file| file.gap())), (RowForm::Item, None));
    s.update(Msg::Rows(RowsMsg::TableStep(-1)));
    assert_eq!(s.file().and_then(|file| file.gap()), Some(gap));
    // The message names a hole of the type itself by a bit, as the map does. Any bit of the hole will do.
    s.update(Msg::Rows(RowsMsg::Gap(Path::root(), 51 * 8)));
    assert_eq!(row(&s), Some((RowForm::Hole, 0, Some(49 * 8))));
    assert!(s.selection().is_some_and(|s| s.path.is_root()));
    s.update(Msg::Select(Path::root().child(0)));
    assert_eq!(s.file().and_then(|file| file.gap()), None);
}

#[test]
fn the_alternative_of_a_union_follows_the_selection() {
    let mut s = Session::default();
    open(&mut s, "tests/fixtures/bin/layout.clang.bpfel.o");
    let names = |s: &Session| -> Vec<String> {
        let file = s.file().expect("a file");
        let table = file.table().expect("a table");
        table.rows.iter().map(|row| table.cells(&file.btf, row).name).collect()
    };
    // The union at offset 8 of `nested` has three alternatives: an unnamed struct, `both` and `named`. The struct
    // contains a union of two numbers.
    go(&mut s, "nested", "");
    let first = "union › struct, one of 3 alternatives";
    let inside = ["left", "union, one of 2 alternatives", "one"];
    assert_eq!(names(&s)[2..6], [&[first], &inside[..]].concat());
    go(&mut s, "nested", "both");
    let second = "union, one of 3 alternatives";
    assert_eq!(names(&s)[2..4], [second, "both"]);
    // The key shows the next alternative; its row is selected.
    s.update(Msg::Rows(RowsMsg::NextAlternative));
    assert_eq!(names(&s)[2..4], [second, "named"]);
    s.update(Msg::Rows(RowsMsg::NextAlternative));
    assert_eq!(names(&s)[2..6], [&[first], &inside[..]].concat());
    let file = s.file().expect("a file");
    let table = file.table().expect("a table");
    assert_eq!(file.active_row(&table), Some(2), "the row of the union stands for its unnamed struct");
    // From that row, the left arrow closes the union, and the right arrow opens it again.
    s.update(Msg::Rows(RowsMsg::Leave));
    assert_eq!(names(&s)[2..], ["(anonymous)", "(anonymous)", "inner", "hole", "last"]);
    s.update(Msg::Rows(RowsMsg::Enter));
    assert_eq!(names(&s)[2..4], [first, "left"]);
    // An alternative that was chosen by selecting a member of it stays.
    go(&mut s, "nested", "named");
    go(&mut s, "nested", "last");
    assert_eq!(names(&s)[2..4], [second, "named"]);
}
