//! The queue of files, without a browser: which file is read when, by the page or a worker; and what follows if a
//! file opens, is an archive, fails or is cancelled.

use desk::archive::{ArchiveView, EntryView};
use desk::{Amount, FileId, FileInput, FromC, Origin, Problem};
use model::from_dwarf::FromDwarf;
use session::{
    BrowserFile, Effect, FilesMsg, Msg, NOT_THERE, OfferedFile, Overlay, ReadResult, Screen, Session, TypesFrom, Unpack,
};

const KERNEL: &str = "tests/fixtures/bin/kernel.x86_64.btf";
const OTHER: &str = "tests/fixtures/bin/kernel.s390x.btf";
const MODULE: &str = "tests/fixtures/bin/module.x86_64.btf";
const SAMPLE: &str = "static/samples/sample.bpf.o";
const PLAIN: &str = "tests/fixtures/bin/net.gcc.s390x.o";

fn input(path: &str, name: &str) -> FileInput {
    let path = format!("{}/../../{path}", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    desk::open::input(container::open(name, &bytes).expect("a fixture opens"))
}

fn opened(path: &str, name: &str) -> ReadResult {
    ReadResult::Opened(Box::new(input(path, name)))
}

/// A session, and the dropped files; the key of a file is its index.
#[derive(Default)]
struct Page {
    s: Session,
    names: Vec<String>,
}

impl Page {
    fn browser_file(&mut self, name: &str) -> BrowserFile {
        self.names.push(name.to_owned());
        BrowserFile { key: self.names.len() as u32 - 1, name: name.to_owned(), size: 9, modified: 1 }
    }

    fn send(&mut self, msg: FilesMsg) -> Vec<Effect> {
        self.s.update(Msg::Files(msg))
    }

    fn drop(&mut self, names: &[&str]) -> Vec<Effect> {
        let files = names.iter().map(|name| self.browser_file(name)).collect();
        self.send(FilesMsg::Given(files))
    }

    fn came(&mut self, id: FileId, came: ReadResult) -> Vec<Effect> {
        self.send(FilesMsg::Read(id, came))
    }

    /// The file that an effect asks to read.
    fn read(&self, effects: &[Effect]) -> Option<(FileId, &str)> {
        let reads: Vec<_> = effects
            .iter()
            .filter_map(|e| match e {
                Effect::Read(id, key) => Some((*id, self.names[*key as usize].as_str())),
                _ => None,
            })
            .collect();
        assert!(reads.len() <= 1, "one after the other: {effects:?}");
        reads.first().copied()
    }

    fn open_names(&self) -> Vec<&str> {
        self.s.files().iter().map(|f| f.name.as_str()).collect()
    }
}

/// The job for a worker, if an effect has one.
fn unpacks(effects: &[Effect]) -> Option<&Unpack> {
    effects.iter().find_map(|e| if let Effect::Unpack(work) = e { Some(work) } else { None })
}

fn archive(entries: &[&str]) -> ArchiveView {
    let entry = |(index, path): (usize, &&str)| EntryView { index: index as u32, path: path.to_string(), size: 1 };
    let entries = entries.iter().enumerate().map(entry).collect();
    ArchiveView { name: "linux.deb".into(), entries, others: 0, damage: None }
}

#[test]
fn three_files_are_read_one_after_the_other() {
    let mut page = Page::default();
    let effects = page.drop(&["a", "b", "c"]);
    let (first, name) = page.read(&effects).expect("the first is read");
    assert_eq!((name, page.s.is_reading()), ("a", true));
    // A file that is dropped while others are being read is read after them.
    assert_eq!(page.drop(&["d"]), []);
    let effects = page.came(first, opened(KERNEL, "a"));
    let (second, name) = page.read(&effects).expect("the second is read");
    assert_eq!((name, page.open_names()), ("b", vec!["a"]));
    // A file that fails is reported, and the next one is read.
    let effects = page.came(second, ReadResult::Failed(Problem::new("b", "No BTF.")));
    let (third, name) = page.read(&effects).expect("the third is read");
    assert_eq!((name, page.s.problems()[0].of), ("c", Some(second)));
    let effects = page.came(third, opened(OTHER, "c"));
    let (fourth, name) = page.read(&effects).expect("the file that was dropped later is read");
    assert_eq!(name, "d");
    // A lesson is handed to its feature.
    page.came(fourth, ReadResult::Lesson("# no lesson".into()));
    assert_eq!((page.open_names(), page.s.is_reading()), (vec!["a", "c"], false));
    assert!(!(0..4).any(|key| page.s.needs_browser_file(key)), "the page need not hold any of them");
}

#[test]
fn late_results_are_dropped() {
    let mut page = Page::default();
    let effects = page.drop(&["a", "b"]);
    let (first, _) = page.read(&effects).expect("it is read");
    page.came(first, ReadResult::LongWork);
    let effects = page.send(FilesMsg::CancelReading);
    assert!(effects.contains(&Effect::EndUnpacking), "{effects:?}");
    let (second, name) = page.read(&effects).expect("the next one is read");
    assert_eq!((name, page.s.notice()), ("b", "a was not opened"));
    page.came(first, opened(KERNEL, "a"));
    page.send(FilesMsg::Progress(first, Some("unpacking".into()), Amount::bytes(1, 2)));
    assert_eq!((page.open_names(), page.s.reading()), (vec![], None));
    page.came(second, opened(OTHER, "b"));
    assert_eq!(page.open_names(), ["b"]);
    // If there is no bar, there is nothing to cancel.
    assert_eq!(page.send(FilesMsg::CancelReading), []);
}

#[test]
fn bar_shows_the_file_that_is_being_unpacked() {
    let mut page = Page::default();
    let effects = page.drop(&["vmlinux.xz", "b"]);
    let (id, _) = page.read(&effects).expect("it is read");
    assert_eq!(page.s.reading(), None, "reading by ranges is short and has no bar");
    let effects = page.came(id, ReadResult::LongWork);
    let expected = Unpack { id, name: "vmlinux.xz".into(), files: vec![0], entry: None, types: TypesFrom::File };
    assert_eq!((unpacks(&effects), page.read(&effects)), (Some(&expected), None));
    assert_eq!(page.s.reading().map(|r| r.text()), Some("starting … ".into()));
    page.send(FilesMsg::Progress(id, Some("unpacking xz".into()), Amount::bytes(1, 2)));
    assert_eq!(page.s.reading().map(|r| r.text()), Some("unpacking xz … 1 B of 2 B".into()));
    // The failure of another file does not change the bar.
    page.s.update(Msg::Files(FilesMsg::Failed(Problem::new("vmlinux.xz", "It is damaged."))).about(FileId(99)));
    assert!(page.s.reading().is_some());
    let effects = page.came(id, opened(KERNEL, "vmlinux"));
    assert!(effects.contains(&Effect::EndUnpacking) && page.s.reading().is_none(), "{effects:?}");
    assert_eq!(page.read(&effects).map(|r| r.1), Some("b"));
}

#[test]
fn an_entry_of_an_archive_is_chosen() {
    let mut page = Page::default();
    let effects = page.drop(&["linux.deb", "b"]);
    let (id, _) = page.read(&effects).expect("it is read");
    page.came(id, ReadResult::LongWork);
    let damage = Some(Box::new(Problem::new("linux.deb", "It is cut off.")));
    let effects = page.came(id, ReadResult::Listed(ArchiveView { damage, ..archive(&["vmlinux", "a.ko"]) }));
    assert_eq!(
        (effects.as_slice(), page.s.archive().map(|a| a.entries.len())),
        ([Effect::EndUnpacking].as_slice(), Some(2))
    );
    assert_eq!(page.s.problems().len(), 1);
    // Waiting files still wait until an entry is chosen.
    assert_eq!(page.drop(&["c"]), []);
    let effects = page.send(FilesMsg::ChooseEntry(1));
    let expected = Unpack { id, name: "linux.deb".into(), files: vec![0], entry: Some(1), types: TypesFrom::File };
    assert_eq!((unpacks(&effects), page.s.archive()), (Some(&expected), None));
    let effects = page.came(id, opened(KERNEL, "a.ko"));
    assert_eq!((page.open_names(), page.read(&effects).map(|r| r.1)), (vec!["a.ko"], Some("b")));
}

#[test]
fn an_archive_is_closed_without_a_choice() {
    let mut page = Page::default();
    let effects = page.drop(&["linux.deb", "b"]);
    let (id, _) = page.read(&effects).expect("it is read");
    page.came(id, ReadResult::LongWork);
    page.came(id, ReadResult::Listed(archive(&["vmlinux"])));
    let effects = page.send(FilesMsg::CloseArchive);
    assert_eq!((page.s.archive(), page.read(&effects).map(|r| r.1)), (None, Some("b")));
    assert!(!page.s.needs_browser_file(0));
    assert_eq!(page.send(FilesMsg::ChooseEntry(0)), [], "there is none any more");
}

#[test]
fn a_module_waits_for_its_kernel_and_not_the_other_way_round() {
    let mut page = Page::default();
    let effects = page.drop(&["veth.ko", "vmlinux"]);
    let (module, _) = page.read(&effects).expect("it is read");
    let mut needs = input(MODULE, "veth.ko");
    needs.needs_base = true;
    let effects = page.came(module, ReadResult::Opened(Box::new(needs)));
    assert_eq!((page.s.waiting().len(), page.open_names()), (1, vec![]));
    let (kernel, _) = page.read(&effects).expect("its kernel is read");
    page.came(kernel, opened(KERNEL, "vmlinux"));
    assert_eq!((page.s.waiting().len(), page.open_names()), (0, vec!["vmlinux", "veth.ko"]));
    let base = page.s.files()[1].base;
    assert_eq!(base, Some(kernel));
}

/// The current file and its screen, after these files came in one drop.
fn together(files: &[(&str, &str)]) -> (Option<String>, Screen) {
    let mut page = Page::default();
    let names: Vec<&str> = files.iter().map(|f| f.1).collect();
    let mut effects = page.drop(&names);
    for (path, name) in files {
        let (id, _) = page.read(&effects).expect("the next one is read");
        effects = page.came(id, opened(path, name));
    }
    (page.s.file().map(|f| f.name.clone()), page.s.screen())
}

#[test]
fn program_dropped_with_kernels_becomes_current() {
    let (sample, kernel) = ((SAMPLE, "the program"), (KERNEL, "vmlinux"));
    assert_eq!(together(&[sample, kernel]), (Some("the program".into()), Screen::Fits));
    assert_eq!(together(&[kernel, sample]), (Some("the program".into()), Screen::Fits));
    // Objects without functions in `.BTF.ext`, and programs without a kernel beside them, are shown as usual.
    assert_eq!(together(&[(PLAIN, "net.o"), kernel]), (Some("vmlinux".into()), Screen::Types));
    assert_eq!(together(&[sample]), (Some("the program".into()), Screen::Programs));
    // A kernel that is dropped later, alone, is shown as usual, with its types.
    let mut page = Page::default();
    for (path, name) in [sample, kernel] {
        let effects = page.drop(&[name]);
        let (id, _) = page.read(&effects).expect("it is read");
        page.came(id, opened(path, name));
    }
    assert_eq!(page.s.screen(), Screen::Types);
}

#[test]
fn failed_file_keeps_its_id() {
    let mut page = Page::default();
    let effects = page.drop(&["a"]);
    let (first, _) = page.read(&effects).expect("it is read");
    page.came(first, ReadResult::Failed(Problem::new("a", "It is empty.")));
    let effects = page.drop(&["a"]);
    let (again, _) = page.read(&effects).expect("it is read again");
    assert_eq!(again, first, "its problem goes when it opens");
    page.came(again, opened(KERNEL, "a"));
    assert!(page.s.problems().is_empty());
    // If a file of this name is open, the file that is read next gets a new id.
    let effects = page.drop(&["a"]);
    assert_ne!(page.read(&effects).expect("it is read").0, first);
}

#[test]
fn loaded_file_is_read_after_dropped_files() {
    let mut page = Page::default();
    let address = "https://example.org/k.btf";
    let effects = page.send(FilesMsg::LoadUrl(address.into()));
    let [Effect::LoadUrl(id, asked)] = effects.as_slice() else { panic!("{effects:?}") };
    let id = *id;
    assert_eq!(asked, address);
    page.send(FilesMsg::Progress(id, None, Amount::bytes(1, 2)));
    let bar = page.s.reading().map(|r| (r.name.clone(), r.text()));
    assert_eq!(bar, Some(("k.btf".into(), "loading from example.org … 1 B of 2 B".into())));
    let effects = page.drop(&["a"]);
    let (first, _) = page.read(&effects).expect("it is read");
    let file = page.browser_file("k.btf");
    assert_eq!(page.send(FilesMsg::Loaded(id, file)), []);
    let effects = page.came(first, opened(OTHER, "a"));
    assert_eq!(page.read(&effects), Some((id, "k.btf")));
    page.came(id, opened(KERNEL, "k.btf"));
    assert_eq!(page.s.files()[1].origin, Origin::Address(address.into()));
    // Cancel ends the loading; if the file comes after that, it is not opened.
    let effects = page.send(FilesMsg::LoadUrl("https://example.org/late".into()));
    let [Effect::LoadUrl(late, _)] = effects.as_slice() else { panic!("{effects:?}") };
    let late = *late;
    assert_eq!(page.send(FilesMsg::CancelReading), [Effect::EndLoading]);
    let file = page.browser_file("late");
    assert_eq!((page.send(FilesMsg::Loaded(late, file)), page.s.reading()), (vec![], None));
    assert!(!page.s.needs_browser_file(page.names.len() as u32 - 1));
}

/// A file that has debug information in addition to its BTF.
fn with_dwarf(path: &str, name: &str) -> ReadResult {
    ReadResult::Opened(Box::new(FileInput { has_dwarf: true, ..input(path, name) }))
}

/// A file with types made from debug information; further debug information is in these missing files.
fn made(path: &str, name: &str, missing: &[&str]) -> ReadResult {
    let mut input = input(path, name);
    let missing = missing.iter().map(|&name| name.to_owned()).collect();
    input.from_dwarf = Some(Box::new(FromDwarf { missing, ..FromDwarf::default() }));
    ReadResult::Opened(Box::new(input))
}

#[test]
fn types_are_made_of_debug_information_on_request() {
    let mut page = Page::default();
    let effects = page.drop(&["vmlinux"]);
    let (id, _) = page.read(&effects).expect("it is read");
    page.came(id, with_dwarf(KERNEL, "vmlinux"));
    assert!(page.s.needs_browser_file(0), "it may be read again");
    let effects = page.send(FilesMsg::FromDwarf(id));
    let work = unpacks(&effects).expect("a worker makes them").clone();
    assert_eq!((work.types, work.files.as_slice(), work.id == id), (TypesFrom::DebugInfo, [0].as_slice(), false));
    page.send(FilesMsg::FromDwarf(id));
    assert_eq!(page.s.notice(), "Another file is being read");
    page.came(work.id, made(OTHER, "vmlinux", &[]));
    assert_eq!(page.s.files().len(), 2, "one file has the types of its BTF, the other those of the debug information");
    // If the same file is dropped again, no further file is opened. After the file is closed, its bytes are no longer
    // held.
    let effects = page.drop(&["vmlinux"]);
    let (again, _) = page.read(&effects).expect("it is read");
    page.came(again, with_dwarf(KERNEL, "vmlinux"));
    assert_eq!(page.s.files().len(), 2);
    page.send(FilesMsg::Close(id));
    page.send(FilesMsg::FromDwarf(id));
    assert_eq!(page.s.notice(), NOT_THERE);
    assert!(!page.s.needs_browser_file(0));
}

#[test]
fn a_kernel_header_is_read_for_another_machine() {
    let mut page = Page::default();
    let effects = page.drop(&["vmlinux.h"]);
    let (id, _) = page.read(&effects).expect("it is read");
    let from_c = |machine: &str| {
        let made = FromC { machine: Some(machine.into()), machines: vec!["x86-64".into(), "arm64".into()] };
        ReadResult::Opened(Box::new(FileInput { from_c: Some(Box::new(made)), ..input(KERNEL, "vmlinux.h") }))
    };
    page.came(id, from_c("x86-64"));
    let effects = page.send(FilesMsg::Machine(id, "arm64".into()));
    let work = unpacks(&effects).expect("a worker reads it").clone();
    assert_eq!((work.types, work.files.as_slice()), (TypesFrom::Header("arm64".into()), [0].as_slice()));
    // The result replaces the other file, and can be read again for the first machine.
    page.came(work.id, from_c("arm64"));
    let machines: Vec<_> = page.s.files().iter().filter_map(|file| file.from_c.as_ref()?.machine.clone()).collect();
    assert_eq!(machines, ["arm64"]);
    let effects = page.send(FilesMsg::Machine(work.id, "x86-64".into()));
    assert!(unpacks(&effects).is_some(), "{effects:?}");
}

#[test]
fn stored_file_gets_its_debug_information_when_dropped() {
    let mut page = Page::default();
    let kept = FileInput { id: Some(page.s.new_file_id()), has_dwarf: true, ..input(KERNEL, "vmlinux") };
    let id = kept.id.expect("it has one");
    page.send(FilesMsg::Opened(Box::new(kept)));
    page.send(FilesMsg::FromDwarf(id));
    assert_eq!(page.s.notice(), NOT_THERE);
    let effects = page.drop(&["vmlinux"]);
    let (again, _) = page.read(&effects).expect("it is read");
    page.came(again, with_dwarf(KERNEL, "vmlinux"));
    assert_eq!(page.s.notice(), "vmlinux is open already");
    let effects = page.send(FilesMsg::FromDwarf(id));
    assert!(unpacks(&effects).is_some_and(|work| work.types == TypesFrom::DebugInfo), "{effects:?}");
}

#[test]
fn a_file_with_more_debug_information_is_read_with_the_one_that_wants_it() {
    let mut page = Page::default();
    // A file with debug information for another file comes after that file, in whatever order they were dropped.
    let effects = page.drop(&["b.dwo", "prog", "a.dwo"]);
    let (id, name) = page.read(&effects).expect("it is read");
    assert_eq!(name, "prog");
    page.came(id, ReadResult::LongWork);
    let effects = page.came(id, made(KERNEL, "prog", &["obj/a.dwo", "obj/b.dwo"]));
    let work = unpacks(&effects).expect("its types are made again").clone();
    assert_eq!((work.files.as_slice(), work.name.as_str()), ([1, 0, 2].as_slice(), "prog"));
    let effects = page.came(work.id, made(OTHER, "prog", &[]));
    assert!(effects.contains(&Effect::LeaveDesk(id)), "the result is in the place of the first: {effects:?}");
    assert_eq!(page.s.files().iter().map(|f| f.id).collect::<Vec<_>>(), [work.id]);
    assert!(!(0..3).any(|key| page.s.needs_browser_file(key)));
}

#[test]
fn refused_file_opens_with_its_missing_part() {
    let mut page = Page::default();
    let effects = page.drop(&["prog"]);
    let (id, _) = page.read(&effects).expect("it is read");
    page.came(id, ReadResult::LongWork);
    let wants = vec!["prog.dwo".to_owned()];
    page.came(id, ReadResult::Failed(Problem { wants, ..Problem::new("prog", "Its debug information is elsewhere.") }));
    let effects = page.drop(&["prog.dwo"]);
    let work = unpacks(&effects).expect("both are read").clone();
    assert_eq!((work.id, work.files.as_slice(), work.types == TypesFrom::DebugInfo), (id, [0, 1].as_slice(), true));
    page.came(id, made(KERNEL, "prog", &[]));
    assert!(page.s.problems().is_empty() && page.open_names() == ["prog"]);
}

#[test]
fn a_dropped_log_is_shown_as_one_that_was_pasted() {
    let mut page = Page::default();
    let effects = page.drop(&["verifier.log"]);
    let (id, _) = page.read(&effects).expect("it is read");
    page.came(id, ReadResult::Log("0: R1=ctx() R10=fp0".into()));
    assert!(page.open_names().is_empty() && page.s.problems().is_empty() && !page.s.is_reading());
    assert_eq!(page.s.overlay(), session::Overlay::Log);
}

/// A page that carries out effects, and checks that these fit its state.
#[derive(Default)]
struct Busy {
    page: Page,
    /// The file that is being read, and whether by a worker.
    reads: Option<(FileId, bool)>,
    loads: Option<FileId>,
}

impl Busy {
    fn have(&mut self, effects: &[Effect]) {
        for effect in effects {
            match effect {
                Effect::Read(id, key) => {
                    assert!(self.reads.is_none() && self.page.s.needs_browser_file(*key), "{effects:?}");
                    self.reads = Some((*id, false));
                }
                Effect::Unpack(work) => {
                    assert!(self.reads.is_none_or(|reads| reads == (work.id, false)), "{effects:?}");
                    assert!(
                        !work.files.is_empty() && work.files.iter().all(|&key| self.page.s.needs_browser_file(key))
                    );
                    self.reads = Some((work.id, true));
                }
                Effect::EndUnpacking => self.reads = self.reads.filter(|reads| !reads.1),
                Effect::LoadUrl(id, _) => self.loads = Some(*id),
                Effect::EndLoading => self.loads = None,
                _ => {}
            }
        }
        assert_eq!(self.page.s.is_reading(), self.reads.is_some_and(|reads| !reads.1), "{effects:?}");
    }

    fn send(&mut self, msg: FilesMsg) {
        let effects = self.page.send(msg);
        self.have(&effects);
    }

    fn come(&mut self, came: ReadResult) {
        let Some((id, by_worker)) = self.reads else { return };
        if !(by_worker && matches!(came, ReadResult::LongWork)) {
            self.reads = if matches!(came, ReadResult::LongWork) { self.reads } else { None };
            self.send(FilesMsg::Read(id, came));
        }
    }

    fn step(&mut self, mut random: impl FnMut(u32) -> u32) {
        const NAMES: [&str; 5] = ["a", "b", "a.dwo", "b.dwo", "c"];
        let id = FileId(random(12));
        match random(12) {
            0 | 1 => {
                let names: Vec<&str> = (0..1 + random(3)).map(|_| NAMES[random(5) as usize]).collect();
                let effects = self.page.drop(&names);
                self.have(&effects);
            }
            2..6 => {
                let name = NAMES[random(5) as usize];
                let wants = vec!["a.dwo".to_owned(), "b.dwo".to_owned()];
                let came = match random(8) {
                    0 => opened([KERNEL, OTHER, PLAIN, SAMPLE][random(4) as usize], name),
                    1 => with_dwarf(KERNEL, name),
                    2 => made(OTHER, name, &["a.dwo", "b.dwo"]),
                    3 => ReadResult::Listed(archive(&["x", "y"])),
                    4 => ReadResult::Failed(Problem { wants, ..Problem::new(name, "More is needed.") }),
                    5 => ReadResult::Failed(Problem::new(name, "It is damaged.")),
                    _ => ReadResult::LongWork,
                };
                self.come(came);
            }
            6 => {
                let late = self.reads.is_none_or(|reads| reads.0 != id);
                if late {
                    self.send(FilesMsg::Read(id, opened(KERNEL, "late")));
                }
            }
            7 => self.send(FilesMsg::CancelReading),
            8 => self.send(if random(2) == 0 { FilesMsg::ChooseEntry(random(2)) } else { FilesMsg::CloseArchive }),
            9 => match self.loads.take() {
                Some(id) if random(2) == 0 => self.send(FilesMsg::Failed(Problem::new("web", "No.").about(id))),
                Some(id) => {
                    let file = self.page.browser_file("web");
                    self.send(FilesMsg::Loaded(id, file));
                }
                None => self.send(FilesMsg::LoadUrl("https://example.org/web".into())),
            },
            10 => self.send(FilesMsg::FromDwarf(id)),
            _ => self.send(FilesMsg::Close(id)),
        }
    }
}

#[test]
fn random_events_read_one_file_at_a_time_and_lose_none() {
    for seed in 0..200u64 {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut random = |most: u32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) as u32) % most
        };
        let mut busy = Busy::default();
        for _ in 0..60 {
            busy.step(&mut random);
        }
        // In the end all files are read, and when all are closed, the page needs none of them.
        while busy.reads.is_some() || busy.page.s.archive().is_some() {
            busy.send(FilesMsg::CloseArchive);
            busy.come(ReadResult::Failed(Problem::new("last", "It is damaged.")));
        }
        busy.send(FilesMsg::CancelReading);
        assert_eq!(busy.page.s.reading(), None, "seed {seed}");
        while let Some(id) = busy.page.s.files().first().map(|f| f.id) {
            busy.send(FilesMsg::Close(id));
        }
        while !busy.page.s.problems().is_empty() {
            busy.send(FilesMsg::Dismiss(0));
        }
        let held = (0..busy.page.names.len() as u32).find(|&key| busy.page.s.needs_browser_file(key));
        assert_eq!((held, busy.reads), (None, None), "seed {seed}");
    }
}

#[test]
fn what_the_server_offers_is_loaded_when_it_is_chosen() {
    let offered = |name: &str| OfferedFile { name: name.to_owned(), size: 9 };
    let mut page = Page::default();
    // If other files are opened, the list is not shown by itself.
    assert_eq!(page.send(FilesMsg::Offered(vec![offered("nf_tables"), offered("xfs")], false)), []);
    assert_eq!((page.s.overlay(), page.s.offered().len()), (Overlay::None, 2));
    page.s.update(Msg::Overlay(Overlay::Offered));
    let effects = page.send(FilesMsg::ChooseOffered(1));
    assert!(effects.contains(&Effect::LoadOffered(1)), "{effects:?}");
    assert_eq!(page.s.overlay(), Overlay::None);
    assert_eq!(page.send(FilesMsg::ChooseOffered(2)), [], "there is none");
    // If no other file is opened, the list is shown.
    let mut page = Page::default();
    page.send(FilesMsg::Offered(vec![offered("a.btf")], true));
    assert_eq!(page.s.overlay(), Overlay::Offered);
}
