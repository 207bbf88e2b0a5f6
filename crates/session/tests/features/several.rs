//! Several open files: their chips, and texts about each of them.

use desk::{FileId, Origin};
use model::kind::FileKind;
use session::{Effect, FilesMsg, Msg, Session};

const SAMPLE: &str = "static/samples/sample.bpf.o";
const KERNEL: &str = "tests/fixtures/bin/kernel.x86_64.btf";
const OTHER: &str = "tests/fixtures/bin/kernel.s390x.btf";

/// Opens a file of the repository under a name.
fn open(s: &mut Session, path: &str, name: &str) -> FileId {
    let path = format!("{}/../../{path}", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let id = s.new_file_id();
    let mut input = desk::open::input(container::open(name, &bytes).expect("a fixture opens"));
    input.id = Some(id);
    s.update(Msg::Files(FilesMsg::Opened(Box::new(input))));
    id
}

#[test]
fn chips_of_kernels_stand_together_with_short_names() {
    let mut s = Session::default();
    open(&mut s, KERNEL, "vmlinux-6.1.0");
    open(&mut s, SAMPLE, "sample.bpf.o");
    open(&mut s, OTHER, "vmlinux-6.12.0");
    let chips = s.chips();
    let shorts: Vec<(&str, bool)> = chips.iter().map(|c| (c.short.as_str(), c.grouped)).collect();
    assert_eq!(shorts, [("…6.1.0", true), ("…6.12.0", true), ("sample.bpf.o", false)]);
    assert_eq!(chips.iter().filter(|c| c.current).map(|c| c.name.as_str()).collect::<Vec<_>>(), ["vmlinux-6.12.0"]);
    // A chip says in a word what the file is; all facts are in its tooltip.
    assert!(chips[..2].iter().all(|chip| chip.facts == "kernel"));
    assert!(chips[1].title.contains(" · ") && chips[1].title.contains("BE"), "{}", chips[1].title);
    // A single kernel is not a group.
    let id = chips[1].id;
    s.update(Msg::Files(FilesMsg::Close(id)));
    assert!(s.chips().iter().all(|c| !c.grouped));
    assert_eq!(s.chips()[0].short, "vmlinux-6.1.0");
}

#[test]
fn notice_goes_when_another_file_becomes_current() {
    let mut s = Session::default();
    open(&mut s, KERNEL, "first");
    let address = s.address().to_fragment();
    open(&mut s, OTHER, "second");
    assert!(s.notice().starts_with("Opened second"), "{}", s.notice());
    // The person goes back in the browser.
    s.update(Msg::AddressChanged(address));
    assert_eq!((s.file().map(|f| f.name.as_str()), s.notice()), (Some("first"), ""));
}

/// A notice with the same text as the one before is another notice, which the page shows again.
#[test]
fn a_notice_that_is_said_again_has_its_own_turn() {
    let mut s = Session::default();
    let mut said = |text: &str| {
        s.update(Msg::Notice(text.to_owned()));
        (s.notice().to_owned(), s.notice_turn())
    };
    let (first, second) = (said("Copied"), said("Copied"));
    assert_eq!(first.0, second.0);
    assert_ne!(first.1, second.1);
    // A notice that was removed in between does not bring an earlier turn back.
    said("");
    let third = said("Copied");
    assert!(third.1 != first.1 && third.1 != second.1);
}

/// For a program, the mode Changes shows the changes between the open kernels, in types and fields that the program
/// uses. It does not show all types of a kernel as added to the program's own types.
#[test]
fn changes_of_a_program_are_those_between_its_kernels() {
    let mut s = Session::default();
    let newer = open(&mut s, "static/samples/lessons/newer.btf", "vmlinux-6.12.0");
    let older = open(&mut s, "static/samples/lessons/older.btf", "vmlinux-6.1.0");
    open(&mut s, SAMPLE, "sample.bpf.o");
    let program = s.file().expect("the program");
    let msg = s.kernel_modes(program).into_iter().find(|mode| mode.name == "Changes").expect("a mode").msg;
    s.update(msg);
    let pair = s.pair().expect("two files");
    assert_eq!((pair.old, pair.new, s.file().map(|f| f.id)), (older, newer, Some(newer)));
    assert!(s.changes().used && s.changes_shown());
}

/// Of two kernels of atlases, the older one is told by the release, not by the facts, which may begin with the version
/// of a distribution.
#[test]
fn kernels_of_atlases_are_ordered_by_their_releases() {
    let mut s = Session::default();
    let mut open_as = |fixture: &str, name: &str, release: &str, facts: &str| {
        let path = format!("{}/../../static/samples/lessons/{fixture}", env!("CARGO_MANIFEST_DIR"));
        let bytes = std::fs::read(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
        let id = s.new_file_id();
        let mut input = desk::open::input(container::open(name, &bytes).expect("a fixture opens"));
        (input.id, input.kind) = (Some(id), FileKind::Kernel);
        (input.version, input.in_atlas) = (Some(release.to_owned()), Some(facts.to_owned()));
        s.update(Msg::Files(FilesMsg::Opened(Box::new(input))));
        id
    };
    let newer = open_as("newer.btf", "a", "6.1.0-56-amd64", "debian bookworm 6.1.192 amd64");
    let older = open_as("older.btf", "b", "5.4.0-42-generic", "ubuntu 20.04 5.4.0-42 amd64");
    let pair = s.pair().expect("two files");
    assert_eq!((pair.old, pair.new), (older, newer));
    let file = s.file().expect("the second kernel");
    assert_eq!(file.release().as_deref(), Some("5.4.0-42-generic"));
    assert!(s.about(file).contains("ubuntu 20.04 5.4.0-42 amd64"), "{}", s.about(file));
}

/// A dropped file is stored for reloads of its tab. A kernel of an atlas is not, because a reload takes it out of the
/// atlas again.
#[test]
fn only_files_that_do_not_come_back_are_stored_for_a_reload() {
    for (origin, is_stored) in [(Origin::Dropped, true), (Origin::Atlas("6.1.0-53-amd64".into()), false)] {
        let mut s = Session::default();
        let bytes = std::fs::read(format!("{}/../../{KERNEL}", env!("CARGO_MANIFEST_DIR"))).expect("a fixture");
        let id = s.new_file_id();
        let mut input = desk::open::input(container::open("kernel", &bytes).expect("a fixture opens"));
        (input.id, input.origin) = (Some(id), origin);
        s.update(Msg::Files(FilesMsg::Opened(Box::new(input))));
        let effects = s.update(Msg::Files(FilesMsg::Digest(id, "0".repeat(64))));
        assert_eq!(effects.contains(&Effect::KeepForTab(id)), is_stored);
    }
}
