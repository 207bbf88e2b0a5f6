//! A problem is removed when its cause is gone: the file opens after all, a load is tried again, another link is
//! followed, the file is closed. Problems of other files stay.

use desk::{FileId, FileInput, Origin, Outcome, Problem};
use model::print::DumpFormat;
use session::{BrowserFile, Effect, FilesMsg, LearnMsg, LinkMsg, Msg, ReadResult, RecentMsg, Remembered, Session};

const KERNEL: &str = "tests/fixtures/bin/kernel.x86_64.btf";
const OTHER: &str = "tests/fixtures/bin/kernel.s390x.btf";

fn bytes(path: &str) -> Vec<u8> {
    let path = format!("{}/../../{path}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

fn input(path: &str, name: &str, origin: Origin) -> FileInput {
    FileInput { origin, ..desk::open::input(container::open(name, &bytes(path)).expect("a fixture opens")) }
}

fn files(s: &mut Session, msg: FilesMsg) -> Vec<Effect> {
    s.update(Msg::Files(msg))
}

/// The names and messages of the problems that are shown.
fn shown(s: &Session) -> Vec<(&str, &str)> {
    s.problems().iter().map(|p| (p.file.as_str(), p.message.as_str())).collect()
}

/// Drops a file; `modified` tells its versions apart. Returns its id.
fn drop_file(s: &mut Session, name: &str, modified: u64) -> FileId {
    let file = BrowserFile { key: 0, name: name.to_owned(), size: 9, modified };
    let effects = files(s, FilesMsg::Given(vec![file]));
    let read = effects.iter().find_map(|e| if let Effect::Read(id, _) = e { Some(*id) } else { None });
    read.expect("it is read")
}

fn opened(path: &str, name: &str) -> ReadResult {
    ReadResult::Opened(Box::new(input(path, name, Origin::Dropped)))
}

#[test]
fn the_problem_of_a_file_goes_when_the_repaired_file_is_dropped() {
    let mut s = Session::default();
    for name in ["prog.o", "other.o"] {
        let id = drop_file(&mut s, name, 1);
        files(&mut s, FilesMsg::Read(id, ReadResult::Failed(Problem::new(name, "It is cut off."))));
    }
    assert_eq!(s.problems().len(), 2);
    // The new version is another file to the browser. It may be anything that can be read.
    for (modified, came) in [(2, opened(KERNEL, "prog.o")), (3, ReadResult::Lesson("# one".into()))] {
        let id = drop_file(&mut s, "prog.o", modified);
        files(&mut s, FilesMsg::Read(id, came));
        assert_eq!(shown(&s), [("other.o", "It is cut off.")]);
    }
    // If one drop has two files with the same name, the file that opens does not remove the problem of the other.
    let twin = |key, size| BrowserFile { key, name: "twin.o".into(), size, modified: 1 };
    let first = files(&mut s, FilesMsg::Given(vec![twin(1, 1), twin(2, 2)]));
    let Some(Effect::Read(first, _)) = first.first().cloned() else { panic!("{first:?}") };
    let next = files(&mut s, FilesMsg::Read(first, ReadResult::Failed(Problem::new("twin.o", "It is empty."))));
    let Some(Effect::Read(second, _)) = next.first().cloned() else { panic!("{next:?}") };
    files(&mut s, FilesMsg::Read(second, opened(OTHER, "twin.o")));
    assert_eq!(shown(&s), [("other.o", "It is cut off."), ("twin.o", "It is empty.")]);
}

#[test]
fn the_problem_of_a_load_goes_when_the_load_is_tried_again() {
    let mut s = Session::default();
    let load = |s: &mut Session, address: &str| {
        let effects = files(s, FilesMsg::LoadUrl(address.into()));
        effects
            .iter()
            .find_map(|e| if let Effect::LoadUrl(id, _) = e { Some(*id) } else { None })
            .expect("it is loaded")
    };
    for address in ["https://example.org/k", "https://example.org/other"] {
        let id = load(&mut s, address);
        let name = address.rsplit('/').next().unwrap_or_default();
        files(&mut s, FilesMsg::Failed(Problem::new(name, "The server did not answer.").about(id)));
    }
    assert_eq!(s.problems().len(), 2);
    load(&mut s, "https://example.org/k");
    assert_eq!(shown(&s), [("other", "The server did not answer.")], "before the second answer comes");
    // A sample that is loaded at the second attempt has another name as a file. Its problem is removed all the same.
    let id = s.new_file_id();
    files(&mut s, FilesMsg::Failed(Problem::new("program", "There is no network.").about(id)));
    let sample = input(KERNEL, "sample.btf", Origin::Sample("program".into()));
    files(&mut s, FilesMsg::Opened(Box::new(sample)));
    assert_eq!(shown(&s), [("other", "The server did not answer.")]);
}

#[test]
fn the_problem_of_a_link_goes_with_the_link() {
    let bad = "#v=99&f=name:x";
    let mut s = Session::default();
    s.update(Msg::AddressChanged(bad.into()));
    assert_eq!(s.problems().len(), 1, "{:?}", s.problems());
    s.update(Msg::AddressChanged("#v=1&f=name:x".into()));
    assert_eq!(shown(&s), []);
    // The person goes on without the link.
    s.update(Msg::AddressChanged(bad.into()));
    assert_eq!(s.problems().len(), 1);
    let id = drop_file(&mut s, "k", 1);
    files(&mut s, FilesMsg::Read(id, opened(KERNEL, "k")));
    assert_eq!(shown(&s), []);
}

#[test]
fn the_problem_of_printing_goes_when_it_is_printed_and_with_the_file() {
    let mut s = Session::default();
    files(&mut s, FilesMsg::Opened(Box::new(input(KERNEL, "k", Origin::Dropped))));
    let id = s.files()[0].id;
    let print = |s: &mut Session, fails: bool| {
        let effects = files(s, FilesMsg::Print(id, DumpFormat::C));
        let job = effects.into_iter().find_map(|e| if let Effect::Ask(job) = e { Some(job) } else { None });
        let job = Box::new(job.expect("the desk is asked"));
        let outcome = match fails {
            true => Outcome::Failed(job, Problem::new("", "It takes too much memory.")),
            false => {
                let printed = desk::Printed { save_as: "k.h".into(), text: b"int x;".as_slice().into() };
                Outcome::Done(job, desk::Answer::Print(printed))
            }
        };
        s.update(Msg::Desk(std::rc::Rc::new(outcome)));
    };
    print(&mut s, true);
    assert_eq!(shown(&s), [("k", "It takes too much memory.")]);
    print(&mut s, false);
    assert_eq!(shown(&s), []);
    print(&mut s, true);
    files(&mut s, FilesMsg::Close(id));
    assert_eq!(shown(&s), []);
}

#[test]
fn the_problem_of_a_lesson_or_kernel_goes_when_it_comes() {
    let mut s = Session::default();
    files(&mut s, FilesMsg::Problem(Problem::new("one.md", "The lesson could not be loaded.")));
    files(&mut s, FilesMsg::Problem(Problem::new("6.1.0-53-amd64", "No atlas has it.")));
    files(&mut s, FilesMsg::Settled("one.md".into()));
    assert_eq!(shown(&s), [("6.1.0-53-amd64", "No atlas has it.")]);
    let kernel = input(KERNEL, "vmlinux", Origin::Atlas("6.1.0-53-amd64".into()));
    files(&mut s, FilesMsg::Opened(Box::new(kernel)));
    assert_eq!(shown(&s), []);
}

#[test]
fn a_link_waits_on_when_another_file_fails() {
    let sha256 = model::digest::sha256_hex(&bytes(KERNEL));
    let mut s = Session::default();
    s.update(Msg::AddressChanged(format!("#v=1&f=sha256:{sha256};name=vmlinux")));
    s.update(Msg::Link(LinkMsg::Reloaded));
    let kept = Remembered { sha256: sha256.clone(), name: "vmlinux".into(), for_tab: false };
    let effects = s.update(Msg::Recent(RecentMsg::Remembered(vec![kept])));
    assert!(effects.contains(&Effect::OpenRemembered(vec![sha256.clone()])), "{effects:?}");
    let asks = |s: &Session| s.file_alert().is_some();
    assert!(!asks(&s), "it is being read");
    // The link still waits if another file fails: a dropped file, a file from the web, another stored file, or an
    // atlas.
    let id = drop_file(&mut s, "bad.o", 1);
    files(&mut s, FilesMsg::Read(id, ReadResult::Failed(Problem::new("bad.o", "It is empty."))));
    let loads = files(&mut s, FilesMsg::LoadUrl("https://example.org/vmlinux".into()));
    let Some(Effect::LoadUrl(id, _)) = loads.iter().find(|e| matches!(e, Effect::LoadUrl(..))) else {
        panic!("{loads:?}")
    };
    files(&mut s, FilesMsg::Failed(Problem::new("vmlinux", "The server did not answer.").about(*id)));
    files(&mut s, FilesMsg::Failed(Problem::new("veth.ko", "It is damaged.")));
    files(&mut s, FilesMsg::Problem(Problem::new("x.atlas", "It is damaged.")));
    s.update(Msg::Recent(RecentMsg::Lost("00".repeat(32))));
    assert!(!asks(&s), "{:?}", s.problems());
    // Now the stored file that the link waits for fails.
    files(&mut s, FilesMsg::Failed(Problem::new("vmlinux", "It is damaged.")));
    assert!(asks(&s));
}

/// After a reload, a link by name or address waits for the list of stored files, whatever else fails meanwhile.
#[test]
fn a_link_waits_for_the_list_of_stored_files() {
    for source in ["name:vmlinux", "url:https://example.org/vmlinux"] {
        let mut s = Session::default();
        s.update(Msg::AddressChanged(format!("#v=1&f={source}&t=int")));
        s.update(Msg::Link(LinkMsg::Reloaded));
        files(&mut s, FilesMsg::Failed(Problem::new("bad.o", "It is empty.")));
        assert!(s.file_alert().is_none(), "{source}");
        s.update(Msg::Recent(RecentMsg::Remembered(vec![])));
        assert!(s.file_alert().is_some(), "{source}");
    }
}

#[test]
fn the_warning_of_lost_progress_goes_when_there_is_room_again() {
    let mut s = Session::default();
    for (saved, refused) in [(false, true), (true, false)] {
        s.update(Msg::Learn(LearnMsg::Saved(saved)));
        assert_eq!(s.learn().progress.refused, refused);
    }
}
