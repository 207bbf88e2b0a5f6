//! Atlases: questions to a dropped atlas, kernels that links open, and no question before the person asks.

use std::sync::Arc;

use ::atlas::{Atlas, Draft};
use desk::{FileId, FileInput};
use model::atlas::{Answer, EXAMPLES, FIRST};
use model::kind::FileKind;
use model::path::Path;
use model::views::View;
use session::commands::Command;
use session::look::atlas::{AtlasMsg, Glimpse};
use session::{BrowserHistory, Effect, FilesMsg, Msg, Overlay, RecentMsg};

use crate::page::Page;

/// A page onto which the atlas of Debian's kernels was dropped.
fn with_atlas() -> (Page, FileId) {
    let mut page = Page::new();
    let id = drop_debian(&mut page);
    (page, id)
}

fn drop_debian(page: &mut Page) -> FileId {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../static/atlas/debian.atlas");
    let bytes: Arc<[u8]> = std::fs::read(path).expect("it is committed").into();
    let id = page.session.new_file_id();
    page.send(Msg::Atlas(AtlasMsg::Dropped(id, "debian.atlas".into(), bytes)));
    id
}

#[test]
fn desk_starts_only_with_a_question() {
    let mut page = Page::new();
    assert_eq!(page.session.atlas().title(), "Kernels of the atlas");
    page.send(Msg::Atlas(AtlasMsg::OnBoard("297 kernels of Debian, 5.10 to 7.2".into())));
    assert_eq!(page.session.atlas().title(), "297 kernels of Debian, 5.10 to 7.2, included");
    page.send(Msg::Recent(RecentMsg::List(String::new())));
    page.work();
    assert_eq!(page.line.starts(), 0);
    // Names are searched from two letters on.
    page.send(Msg::Atlas(AtlasMsg::Text("t".into())));
    assert_eq!(page.line.starts(), 0);
    page.send(Msg::Atlas(AtlasMsg::Text("ta".into())));
    assert_eq!(page.line.starts(), 1);
}

/// The answer that comes with the page needs no atlas; a key or a click asks for other answers. Beside a file, an atlas
/// is asked about the selection only after the person has asked for something.
#[test]
fn answers_in_short_come_after_a_key_or_click() {
    let mut page = Page::new();
    let first = Answer { question: FIRST.into(), headline: "On all.".into(), kernels: 298, ..Answer::default() };
    page.send(Msg::Atlas(AtlasMsg::OnBoard("298 kernels of Debian, 5.10 to 7.3".into())));
    page.send(Msg::Atlas(AtlasMsg::First(Box::new(first))));
    let shown = |page: &Page| match page.session.atlas().start_answer() {
        Glimpse::Answer(answer) => answer.headline.clone(),
        other => format!("{other:?}"),
    };
    assert_eq!((page.session.atlas().text.as_str(), shown(&page).as_str()), (FIRST, "On all."));
    assert_eq!(page.session.atlas().ask_words(), "Ask 298 kernels");
    // Neither the example with this answer nor an empty text asks anything.
    page.send(Msg::Atlas(AtlasMsg::Example(FIRST.into())));
    page.send(Msg::Atlas(AtlasMsg::Text(String::new())));
    assert_eq!((page.line.starts(), shown(&page).as_str()), (0, "On all."));

    let (mut page, _) = with_atlas();
    page.work();
    let mut after = |msg: AtlasMsg| {
        page.send(Msg::Atlas(msg));
        page.work();
        (shown(&page), page.session.atlas().names().len())
    };
    assert_eq!(after(AtlasMsg::Text("task_struct.".into())).0, "Nothing");
    assert_eq!(
        after(AtlasMsg::Text("task_struct.__state".into())).0,
        "On all 298 kernels: state on 5.10, __state from 6.1."
    );
    // The beginning of a name lists names; a whole name has its answer, too.
    let (said, names) = after(AtlasMsg::Text("task_struc".into()));
    assert!(said == "Nothing" && names > 0, "{said}");
    let (said, names) = after(AtlasMsg::Text("task_struct".into()));
    assert!(said.starts_with("On all 298 kernels, in ") && names > 1, "{said}");
    for example in EXAMPLES {
        let (said, names) = after(AtlasMsg::Example(example.into()));
        assert!(said.starts_with("On ") && names == 0, "{example}: {said}");
    }
    assert_eq!(after(AtlasMsg::Text("task_struct.stat".into())).0, "No kernel has task_struct.stat.");
    let said = after(AtlasMsg::Text("task_strct.mm".into())).0;
    assert_eq!(said, "No kernel has a type “task_strct”.");
    let (said, names) = after(AtlasMsg::Text("zzz_no".into()));
    assert!(said.starts_with("No kernel has a type, function or variable “zzz_no”") && names == 0, "{said}");
}

#[test]
fn a_member_that_no_kernel_has_leads_to_those_like_it() {
    let (mut page, _) = with_atlas();
    for (asked, near) in [
        ("task_struct.stat", &["task_struct.__state", "task_struct.stats"][..]),
        ("task_strct.mm", &["task_struct.mm"]),
        ("sk_buff.dev.ifindx", &["sk_buff.dev.ifindex"]),
        ("task_struct.zzz", &[]),
    ] {
        page.send(Msg::Atlas(AtlasMsg::Text(asked.into())));
        page.work();
        let Glimpse::Answer(answer) = page.session.atlas().start_answer() else { panic!("{asked}") };
        assert!(answer.headline.starts_with("No kernel has ") && !answer.has_history(), "{}", answer.headline);
        assert!(near.iter().all(|n| answer.near.iter().any(|found| found == n)), "{asked}: {:?}", answer.near);
        assert_eq!(near.is_empty(), answer.near.is_empty(), "{asked}: {:?}", answer.near);
    }
}

#[test]
fn the_selection_is_asked_for_after_the_person_asked() {
    let (mut page, _) = with_atlas();
    let opened = container::open("kernel.btf", &tests::fixture::read("kernel.x86_64.btf")).expect("a kernel");
    let mut fresh = Page::new();
    fresh.send(Msg::Atlas(AtlasMsg::OnBoard("298 kernels".into())));
    for page in [&mut fresh, &mut page] {
        page.send(Msg::Files(FilesMsg::Opened(Box::new(desk::open::input(opened.clone())))));
        let id = page.file().btf.all_types().find(|t| t.name() == "list_head").map(|t| t.id());
        page.send(Msg::GoTo(id.expect("it is there"), Path::root(), BrowserHistory::Push));
    }
    assert_eq!(fresh.session.atlas().on_kernels(&fresh.session), Glimpse::Offer);
    fresh.send(Msg::Atlas(AtlasMsg::Selected));
    assert_ne!(fresh.session.atlas().on_kernels(&fresh.session), Glimpse::Offer);
    // Dropping the atlas asked for the list of its kernels, so the answer needs no further click.
    page.work();
    let Glimpse::Answer(answer) = page.session.atlas().on_kernels(&page.session) else { panic!("no answer") };
    assert_eq!(answer.question, "struct list_head");
    assert_eq!(answer.folded.lanes.iter().flat_map(|l| &l.runs).map(|r| r.kernels).sum::<u32>(), 298);
}

/// On the start page, both dropping an atlas and the key of the search focus the search field. Beside open files, the
/// field is in a dialog.
#[test]
fn the_question_gets_the_focus() {
    let focus = |effects: &[Effect]| effects.iter().any(|e| matches!(e, Effect::FocusSearch));
    let mut page = Page::new();
    let id = page.session.new_file_id();
    let dropped = || Msg::Atlas(AtlasMsg::Dropped(id, "a.atlas".into(), Arc::from([0])));
    assert!(focus(&page.session.update(dropped())));
    assert!(focus(&page.session.update(Msg::Command(Command::Filter))));
    let opened = container::open("kernel.btf", &tests::fixture::read("kernel.x86_64.btf")).expect("a kernel");
    page.session.update(Msg::Files(FilesMsg::Opened(Box::new(desk::open::input(opened)))));
    assert!(!focus(&page.session.update(dropped())));
    assert_eq!(page.session.overlay(), Overlay::Atlas);
}

/// A damaged atlas, or a file that only begins like an atlas, is reported like other files that do not open.
#[test]
fn a_damaged_atlas_is_reported() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../static/atlas/debian.atlas");
    let whole = std::fs::read(path).expect("it is committed");
    let mut flipped = whole.clone();
    flipped[5000] ^= 0xff;
    for (bytes, words) in [
        (flipped, "The directory of the atlas is damaged: its checksum differs"),
        (whole[..100_000].to_vec(), "bytes of file, expected"),
        (whole[..40].to_vec(), "bytes of header, expected 64"),
    ] {
        let mut page = Page::new();
        let id = page.session.new_file_id();
        page.send(Msg::Atlas(AtlasMsg::Dropped(id, "bad.atlas".into(), bytes.into())));
        page.work();
        let problems = page.session.problems();
        let said: Vec<(&str, &str)> = problems.iter().map(|p| (p.file.as_str(), p.message.as_str())).collect();
        assert!(said.len() == 1 && said[0].0 == "bad.atlas" && said[0].1.contains(words), "{said:?}");
        assert_eq!(page.session.notice(), "");
    }
}

/// `inode.i_atime` became `i_atime_sec` and `i_atime_nsec` in 6.11 (commit 3aa63a569c64), by way of `__i_atime` in 6.7.
#[test]
fn the_history_of_a_field_says_where_it_is() {
    let (mut page, _) = with_atlas();
    page.work();
    let look = page.session.atlas();
    assert_eq!(look.board.problem(), None);
    let count = look.kernels().len();
    assert!(count > 100, "{count}");
    page.send(Msg::Atlas(AtlasMsg::About("only inode.i_atime_sec".into())));
    page.work();
    let past = page.session.atlas().history(false).expect("an answer").clone();
    assert_eq!((past.title.as_str(), past.kernels.len()), ("inode.i_atime_sec", count));
    for seen in &past.kernels {
        let mut numbers =
            past.version(seen).split(|c: char| !c.is_ascii_digit()).map(|n| n.parse::<u32>().unwrap_or(0));
        let version = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
        assert_eq!(past.shapes[seen.shape as usize].absent, version < (6, 11), "{}", seen.name);
    }
    assert_eq!(past.csv().lines().count(), count + 1);
    // The history of the type says what happened to its fields.
    page.send(Msg::Atlas(AtlasMsg::About("struct inode".into())));
    page.work();
    let past = page.session.atlas().history(false).expect("an answer").clone();
    let added = |name: &str| past.comparisons.iter().any(|of| of.changes.iter().any(|c| c.name == name));
    assert!(added("i_atime_sec"), "{:?}", past.steps.iter().map(|s| s.title()).collect::<Vec<_>>());
    assert_eq!(past.present(), (count, count));
}

/// If a member is selected, the view has only its history. The history can be limited to the member's present name, and
/// two kernels can be compared.
#[test]
fn the_view_has_the_history_of_the_selected_member() {
    let (mut page, _) = with_atlas();
    let link = "#v=1&f=atlas:6.12.94+deb13-amd64&t=task_struct&kind=struct&m=__state&view=history";
    page.send(Msg::AddressChanged(link.into()));
    page.work();
    let look = page.session.atlas();
    assert!(look.ask_of(false).asked().is_none() && look.sides().is_none());
    let said = |page: &Page| page.session.atlas().in_view().map(|past| past.headline.clone());
    assert_eq!(said(&page).as_deref(), Some("On all 298 kernels: state on 5.10, __state from 6.1."));
    let (before, after) = look.in_view().expect("a history").steps[0].pairs[0];
    page.send(Msg::Atlas(AtlasMsg::Side(0, Some(before), after)));
    let (which, sides) = page.session.atlas().sides().expect("two sides");
    let versions = (sides.before.map(|seen| seen.version), sides.after.version);
    assert_eq!((which, versions), (0, (Some("5.10.223"), "6.1.164")));
    page.send(Msg::Atlas(AtlasMsg::Split(true)));
    page.work();
    assert_eq!(said(&page).as_deref(), Some("On 6.1 to 7.3 (288 of 298 kernels), in 5 places."));
    assert!(page.session.atlas().sides().is_none(), "they were those of another history");
    page.send(Msg::Atlas(AtlasMsg::Split(false)));
    // If no member is selected, the view has the history of the type.
    page.send(Msg::Select(Path::root()));
    page.work();
    assert!(said(&page).is_some_and(|said| said.starts_with("On all 298 kernels, in 80 forms")), "{:?}", said(&page));
    assert!(page.session.atlas().ask_of(true).asked().is_none());
}

/// The code for all kernels is asked for below the history of a member or a function; and in the inspector, if the
/// person wants it.
#[test]
fn code_that_reads_a_member_on_all_kernels() {
    let (mut page, _) = with_atlas();
    let link = "#v=1&f=atlas:6.12.94+deb13-amd64&t=task_struct&kind=struct&m=__state&view=history";
    page.send(Msg::AddressChanged(link.into()));
    page.work();
    page.work();
    let code = |page: &Page| page.session.atlas().code.answer().cloned();
    let of_state = code(&page).expect("an answer");
    assert_eq!((of_state.title.as_str(), of_state.forms, of_state.nothing.as_str()), ("task_struct.__state", 2, ""));
    let checked = of_state.checked.as_ref().expect("checked");
    assert_eq!((checked.right, checked.not_known, checked.wrong.len()), (298, 0, 0));
    page.send(Msg::Atlas(AtlasMsg::Split(true)));
    page.work();
    page.work();
    assert_eq!(
        code(&page).map(|code| code.nothing.clone()).as_deref(),
        Some("Nothing is read on 10 of 298 kernels: 5.10.")
    );
    // In another view, the code is asked for only if the person wants it.
    page.send(Msg::View(View::Layout));
    page.work();
    assert!(page.session.atlas().code.asked().is_none());
    page.send(Msg::Atlas(AtlasMsg::ReadsAll(true)));
    page.work();
    assert!(code(&page).is_some());
    // The programs for a function do not depend on the setting for names of fields.
    let link = "#v=1&f=atlas:6.12.94+deb13-amd64&t=vfs_rename&kind=func&view=history";
    page.send(Msg::AddressChanged(link.into()));
    page.work();
    page.work();
    assert_eq!(page.session.atlas().code.problem(), None);
    assert_eq!(code(&page).map(|code| (code.title.clone(), code.forms)), Some(("vfs_rename".to_owned(), 2)));
}

#[test]
fn a_link_opens_a_kernel_of_the_atlas() {
    let (mut page, id) = with_atlas();
    let link = "#v=1&f=atlas:6.12.94+deb13-amd64&t=inode&kind=struct&view=history";
    page.send(Msg::AddressChanged(link.into()));
    assert!(page.session.reading().is_some());
    page.work();
    assert_eq!((page.session.problems(), page.session.wanted().is_some()), ([].as_slice(), false));
    let file = page.file();
    assert_eq!((file.name.as_str(), file.origin.atlas()), ("6.12.94+deb13-amd64", Some("6.12.94+deb13-amd64")));
    assert!(file.facts().ends_with("from the atlas") && page.session.reading().is_none());
    // Its release is that of the kernel; people also read what the atlas says about it.
    assert_eq!(file.release().as_deref(), Some("6.12.94+deb13-amd64"));
    assert!(file.about_kernel().is_some_and(|said| said.ends_with("from debian.atlas")), "{:?}", file.about_kernel());
    let selected = page.session.selection().and_then(|s| page.file().btf.get(s.id)).map(|t| t.name().to_owned());
    assert_eq!((page.session.view(), selected.as_deref()), (View::History, Some("inode")));
    assert!(page.session.atlas().history(false).is_some_and(|past| past.title == "struct inode"));
    // The address is the link again, except for the new id of the type; Share offers this link first.
    let offers = page.session.offers();
    assert!(offers[0].fragment.starts_with("#v=1&f=atlas:6.12.94+deb13-amd64&t=inode&kind=struct&id="), "{offers:?}");
    // If the link is followed again, the kernel is not taken out of the atlas again.
    page.send(Msg::AddressChanged(link.into()));
    page.work();
    assert_eq!(page.session.files().len(), 1);
    // A kernel that the atlas lacks is reported, and the link does not wait for it.
    page.send(Msg::AddressChanged("#v=1&f=atlas:6.99.0-amd64".into()));
    page.work();
    let [problem] = page.session.problems() else { panic!("{:?}", page.session.problems()) };
    assert!(problem.message.contains("6.99.0-amd64") && problem.file == "6.99.0-amd64", "{problem:?}");
    assert!(page.session.wanted().is_none() && page.session.reading().is_none());
    page.send(Msg::Atlas(AtlasMsg::Close(id)));
    assert!(!page.session.atlas().any());
}

/// If the kernel lacks what the link names, the notice says so and stays; the notice that the kernel is open does not
/// replace it.
#[test]
fn link_to_a_type_that_the_kernel_lacks_is_reported() {
    for (rest, said) in
        [("t=nope", "There is no type nope in this file"), ("t=inode&m=i_stat", "inode has no member i_stat here")]
    {
        let (mut page, _) = with_atlas();
        page.send(Msg::AddressChanged(format!("#v=1&f=atlas:6.12.94+deb13-amd64&{rest}")));
        page.work();
        assert_eq!((page.session.files().len(), page.session.notice()), (1, said));
    }
}

/// There is no history for a path whose type no kernel has. If no kernel has the member, the history shows it as
/// absent.
#[test]
fn a_path_of_no_type_has_no_history() {
    let (mut page, _) = with_atlas();
    for (path, problem) in [
        (
            "task_strct.mm",
            Some("No kernel of this atlas has a type “task_strct”; there are task_struct, task_struct__safe_rcu."),
        ),
        ("task_struct.nope", None),
    ] {
        page.send(Msg::Atlas(AtlasMsg::About(path.into())));
        page.work();
        let past = page.session.atlas().ask_of(false);
        assert_eq!((past.problem(), past.answer().is_some()), (problem, problem.is_none()), "{path}");
    }
}

/// The list of names is hidden while a history is shown, and for a path.
#[test]
fn names_make_room_for_a_history() {
    let (mut page, _) = with_atlas();
    let mut names_after = |msg: AtlasMsg| {
        page.send(Msg::Atlas(msg));
        page.work();
        page.session.atlas().names().len()
    };
    assert!(names_after(AtlasMsg::Text("sock".into())) > 5);
    assert_eq!(names_after(AtlasMsg::Enter), 0);
    assert!(names_after(AtlasMsg::Step(1)) > 5);
    assert_eq!(names_after(AtlasMsg::About("struct sock".into())), 0);
    assert!(names_after(AtlasMsg::Text("sock_".into())) > 5);
    assert_eq!(names_after(AtlasMsg::Text("sock.__sk_common.skc_num".into())), 0);
}

/// The link names a kernel that no open atlas has. It is followed when an atlas with this kernel is dropped.
#[test]
fn a_link_opens_when_its_atlas_is_dropped() {
    let mut page = Page::new();
    page.send(Msg::AddressChanged("#v=1&f=atlas:6.12.94+deb13-amd64&t=inode&kind=struct&view=layout".into()));
    page.work();
    let [problem] = page.session.problems() else { panic!("{:?}", page.session.problems()) };
    assert_eq!(problem.file, "6.12.94+deb13-amd64");
    assert_eq!(problem.message, "This page was built without an atlas. Drop an .atlas file that has it.");
    drop_debian(&mut page);
    page.work();
    assert_eq!(page.file().name, "6.12.94+deb13-amd64");
    let selected = page.session.selection().and_then(|s| page.file().btf.get(s.id)).map(|t| t.name().to_owned());
    assert_eq!((page.session.view(), selected.as_deref()), (View::Layout, Some("inode")));
    assert_eq!((page.session.problems(), page.session.wanted().is_some()), ([].as_slice(), false));
}

/// Several atlases are asked together, and each history names its atlas. The history in the second atlas is saved as a
/// picture.
#[test]
fn several_atlases_are_asked_together() {
    let (mut page, first) = with_atlas();
    // The second atlas has one of the kernels of the first atlas.
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../static/atlas/debian.atlas");
    let bytes: Arc<[u8]> = std::fs::read(path).expect("it is committed").into();
    let all = Atlas::open(bytes).expect("an atlas");
    let number = all.kernel_called("6.12.94+deb13-amd64").expect("it is there");
    let kernel = btf::Btf::parse(all.take_out(number).expect("sound"), None).expect("BTF");
    let mut draft = Draft::new();
    draft.add(all.kernels()[number as usize].clone(), &kernel).expect("it fits");
    let second = page.session.new_file_id();
    let bytes = draft.write().expect("it fits").into();
    page.send(Msg::Atlas(AtlasMsg::Dropped(second, "mine.atlas".into(), bytes)));
    page.send(Msg::Atlas(AtlasMsg::Choose(Some(first))));
    page.send(Msg::Atlas(AtlasMsg::About("struct inode".into())));
    page.work();
    let alone = page.session.atlas().history(false).expect("an answer").clone();
    assert!(alone.atlas.is_empty() && alone.also.is_empty() && !page.session.atlas().asks_all());
    page.send(Msg::Atlas(AtlasMsg::All));
    page.work();
    let look = page.session.atlas();
    assert_eq!((look.ask_of(false).problem(), look.asks_all()), (None, true));
    let both = look.history(false).expect("an answer").clone();
    let [other] = both.also.as_slice() else { panic!("{:?}", both.also.len()) };
    assert_eq!((both.atlas.as_str(), other.atlas.as_str()), ("debian.atlas", "mine.atlas"));
    assert_eq!((&both.shapes, both.kernels.len(), other.kernels.len()), (&alone.shapes, all.kernels().len(), 1));

    page.send(Msg::Atlas(AtlasMsg::Picture(false, 1, false, true)));
    let (name, svg) = page.saved.pop().expect("a picture");
    assert_eq!(name, "history_struct_inode_mine_atlas.svg");
    assert!(svg.contains("struct inode: history in mine.atlas"), "{svg}");
    assert_eq!(svg.matches("<g><title>").count(), 1);

    // Each name is listed once, although both atlases have it; neither has names of modules.
    page.send(Msg::Atlas(AtlasMsg::Text("task_struc".into())));
    page.work();
    assert_eq!(page.session.atlas().names().iter().filter(|row| row.name == "task_struct").count(), 1);
    // Fits asks a kernel that is in both atlases only once.
    page.open(crate::page::STORIES);
    page.send(Msg::Fits(session::FitsMsg::Show));
    page.send(Msg::Fits(session::FitsMsg::Atlas(Some("release:6.12.94+deb13-amd64,6.1.0-56-amd64".into()))));
    page.work();
    let fits = page.look().fits.fits().expect("an answer").clone();
    assert_eq!(fits.kernels(), 2, "{}", fits.note);
}

/// A file without a release in its name is one of the atlas's kernels. The person asks which one; the answer is the
/// kernel's name, and sentences.
#[test]
fn a_file_says_which_kernel_it_is() {
    let (mut page, _) = with_atlas();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../static/atlas/debian.atlas");
    let atlas = Atlas::open(Arc::<[u8]>::from(std::fs::read(path).expect("it is committed"))).expect("an atlas");
    let number = atlas.kernel_called("6.12.94+deb13-amd64").expect("it is in it");
    let bytes: Arc<[u8]> = atlas.take_out(number).expect("a kernel").into();
    let input = FileInput::new("unknown.btf".into(), FileKind::Raw, bytes);
    page.send(Msg::Files(FilesMsg::Opened(Box::new(input))));
    page.work();
    let id = page.session.current().expect("it is open");
    assert!(page.session.atlas().may_identify(page.file()) && !page.session.atlas().is_identified(id));
    assert_eq!(page.session.atlas().which.answer(), None);
    page.send(Msg::Atlas(AtlasMsg::Identify));
    page.work();
    let said = page.session.atlas().which.answer().expect("an answer");
    assert!(said.kernels.iter().any(|kernel| kernel == "6.12.94+deb13-amd64"), "{said:?}");
    assert!(said.sentences[0].contains("6.12.94+deb13"), "{said:?}");
    // Another file is compared only if the person asks.
    let other = page.open("tests/fixtures/bin/relo-old.bpfel.btf");
    page.work();
    assert!(!page.session.atlas().is_identified(other));
}

/// If the person asks, a module whose kernel is not open says which kernels it continues, in the sentences of the
/// terminal.
#[test]
fn a_module_alone_says_which_kernels_it_continues() {
    let (mut page, _) = with_atlas();
    let module = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/bin/module.x86_64.btf");
    let blob: Arc<[u8]> = std::fs::read(module).expect("it is committed").into();
    let input = desk::open::input(container::open("module.btf", &blob).expect("a fixture opens"));
    page.send(Msg::Files(FilesMsg::Opened(Box::new(input))));
    let waiting = page.session.waiting().first().expect("it waits for its kernel").input.btf.clone();
    assert!(page.session.atlas().continued(&waiting).is_none(), "nobody asked");
    page.send(Msg::Atlas(AtlasMsg::Continued(waiting.clone())));
    page.work();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../static/atlas/debian.atlas");
    let atlas = Atlas::open(Arc::<[u8]>::from(std::fs::read(path).expect("it is committed"))).expect("an atlas");
    let expected = model::atlas::which_continued(&atlas, &blob, &|_| true);
    let said = page.session.atlas().continued(&waiting).and_then(|asked| asked.answer()).expect("an answer").clone();
    assert_eq!((&said.sentences, &said.kernels), (&expected.sentences, &expected.fits));
    assert!(said.sentences[0].starts_with("It continues the types of a kernel, but of none of"), "{said:?}");
}
