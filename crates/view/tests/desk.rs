//! The desk without a worker: what is asked, superseded, cancelled and given back. Answers are those of the page's own search.

use std::sync::Arc;

use btf::{Kind, TypeId};
use view::commands::Command;
use view::desk::{Answer, Book, Job, Outcome, Print, SameThread, Search, Sort};
use view::file::FileId;
use view::search::{Columns, Options, Order, Query};
use view::session::{CoreMsg, DumpFormat, Effect, LogMsg, Msg, ProgramMsg, Session, Way};
use view::views::View;

const SAMPLE: &str = "static/samples/sample.bpf.o";
const KERNEL: &str = "tests/fixtures/bin/kernel.x86_64.btf";
const MODULE: &str = "tests/fixtures/bin/module.x86_64.ko";

/// A session, its desk, and what the desk's work has said.
struct Page {
    session: Session,
    line: SameThread,
    book: Book<SameThread>,
    /// What was to be saved.
    saved: Vec<(String, String)>,
}

impl Page {
    fn new() -> Page {
        let line = SameThread::default();
        let mut session = Session::default();
        session.has_desk = true;
        Page { session, book: Book::new(line.clone()), line, saved: Vec::new() }
    }

    fn open(&mut self, name: &str) -> FileId {
        let path = format!("{}/../../{name}", env!("CARGO_MANIFEST_DIR"));
        let bytes = std::fs::read(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
        let opened = container::open(name.rsplit('/').next().expect("it is there"), &bytes).expect("it is there");
        self.send(Msg::Opened(Box::new(view::open::input(opened))));
        self.session.current.expect("it is there")
    }

    fn send(&mut self, msg: Msg) {
        for effect in self.session.update(msg) {
            let outcomes = match effect {
                Effect::Ask(job) => self.book.ask(job, &self.session.files),
                Effect::CancelJob(sort) => self.book.cancel(sort, &self.session.files),
                Effect::LeaveDesk(id) => {
                    self.book.close(id);
                    vec![]
                }
                Effect::Save(name, text) => {
                    self.saved.push((name, String::from_utf8(text.to_vec()).expect("it is there")));
                    vec![]
                }
                _ => vec![],
            };
            self.said(outcomes);
        }
    }

    fn said(&mut self, outcomes: Vec<Outcome>) {
        for outcome in outcomes {
            self.send(Msg::Desk(outcome.into()));
        }
    }

    /// The desk does what it was sent.
    fn work(&mut self) {
        while let Some(said) = self.line.work() {
            for message in said {
                let outcomes = self.book.take(message, &self.session.files);
                self.said(outcomes);
            }
        }
    }

    fn listed(&self) -> Vec<TypeId> {
        let list = &self.session.file().expect("it is there").look.list;
        (0..list.count()).filter_map(|row| list.id_at(row)).collect()
    }

    fn searching(&self) -> bool {
        self.session.file().expect("it is there").look.list.is_searching()
    }

    /// What the page's own search finds.
    fn expected(&self, text: &str, derived: bool) -> Vec<TypeId> {
        let file = self.session.file().expect("it is there");
        let order = if text.is_empty() { Order::Id } else { Order::Name };
        let options = Options { derived, order, own_only: file.btf.is_split(), ..Options::default() };
        Columns::new(Arc::clone(&file.btf)).run(&Query::parse(text).0, &options).ids.to_vec()
    }
}

#[test]
fn slow_searches_are_answered_by_the_desk() {
    let mut page = Page::new();
    page.open(KERNEL);
    for text in ["size:>8", "member:next", "/^[a-z]*$/", "kind:ptr", "task", "type:list_head struct task"] {
        let before = page.listed();
        page.send(Msg::Query(text.into()));
        assert!(page.searching(), "{text}");
        // Until then the list stays as it is.
        assert_eq!(page.listed(), before, "{text}");
        page.work();
        assert!(!page.searching());
        assert_eq!(page.listed(), page.expected(text, false), "{text}");
        assert!(!page.listed().is_empty(), "{text}");
    }
    // Nothing to search for is shown at once.
    page.send(Msg::Query(String::new()));
    assert!(!page.searching());
    // So are names, once they are gathered.
    page.session.file().expect("it is there").look.list.columns().prepare();
    page.send(Msg::Query("task".into()));
    assert!(!page.searching());
    assert_eq!(page.listed(), page.expected("task", false));
    // With made-up names it is slow again.
    page.send(Msg::Derived(true));
    assert!(page.searching());
    page.work();
    assert_eq!(page.listed(), page.expected("task", true));
    let pointer =
        |id: &TypeId| page.session.file().expect("it is there").btf.get(*id).expect("it is there").kind() == Kind::Ptr;
    assert!(page.listed().iter().any(pointer));
}

#[test]
fn late_answers_are_dropped() {
    let mut page = Page::new();
    page.open(KERNEL);
    page.send(Msg::Query("size:>8".into()));
    page.send(Msg::Query("size:>80".into()));
    page.send(Msg::Query("size:>16".into()));
    // The first is at work, the second is superseded before it is sent, the third waits.
    page.work();
    assert_eq!(page.listed(), page.expected("size:>16", false));
    page.send(Msg::Query("size:>8".into()));
    page.send(Msg::Query(String::new()));
    let all = page.listed();
    page.work();
    assert_eq!(page.listed(), all, "the answer came too late");
    assert!(!page.searching());
}

#[test]
fn a_module_searches_its_kernel_too_and_each_blob_is_sent_once() {
    let mut page = Page::new();
    let kernel = page.open(KERNEL);
    let module = page.open(MODULE);
    page.send(Msg::OwnOnly(false));
    page.work();
    page.send(Msg::Query("size:>8".into()));
    page.work();
    assert!(page.listed().len() > page.expected("size:>8", false).len(), "types of the kernel");
    let sent = page.line.buffers();
    page.send(Msg::Switch(kernel));
    page.send(Msg::Query("size:>8".into()));
    page.work();
    assert_eq!(page.line.buffers(), sent, "the kernel was there");
    assert_eq!(page.listed(), page.expected("size:>8", false));
    // The kernel goes; the module brings its bytes again only when the desk starts anew.
    page.send(Msg::Close(kernel));
    page.send(Msg::Query("size:>4".into()));
    page.work();
    assert_eq!(page.session.current, Some(module));
    assert_eq!(page.line.starts(), 1);
    let dead = page.book.died("out of memory", &page.session.files);
    assert!(dead.is_empty(), "nothing was asked");
    page.send(Msg::Query("size:>5".into()));
    page.work();
    assert_eq!(page.line.starts(), 2);
    assert!(page.listed().len() > 1 && !page.searching());
}

#[test]
fn memory_is_given_back_after_the_last_file() {
    let mut page = Page::new();
    assert_eq!(page.line.starts(), 0, "not before it is needed");
    let id = page.open(KERNEL);
    assert_eq!(page.line.starts(), 0);
    page.send(Msg::Query("size:>8".into()));
    page.work();
    assert!(page.line.is_on());
    page.send(Msg::Close(id));
    assert!(!page.line.is_on());
}

#[test]
fn a_whole_file_is_printed_and_the_desk_ends() {
    let mut page = Page::new();
    let id = page.open(SAMPLE);
    page.send(Msg::DumpFile(id, DumpFormat::Raw));
    assert_eq!(page.session.reading.as_ref().map(|r| r.what.as_str()), Some("printing the raw listing"));
    page.work();
    assert_eq!(page.session.reading, None);
    let (name, text) = page.saved.pop().expect("it is there");
    assert_eq!(name, "sample.bpf.btf.txt");
    assert_eq!(text, DumpFormat::Raw.print(&page.session.file().expect("it is there").btf));
    assert!(!page.line.is_on(), "its memory is given back");
}

#[test]
fn cancel_breaks_off_what_is_long() {
    let mut page = Page::new();
    let id = page.open(SAMPLE);
    page.send(Msg::DumpFile(id, DumpFormat::C));
    page.send(Msg::CancelReading);
    assert!(!page.line.is_on());
    page.work();
    assert_eq!((page.session.reading.take(), page.saved.len()), (None, 0));
    assert_eq!(page.session.notice, "sample.bpf.o: printing the C header was cancelled");
    // A fresh desk gets the file again.
    page.send(Msg::DumpFile(id, DumpFormat::C));
    page.work();
    assert_eq!(page.saved.len(), 1);
    assert_eq!(page.line.starts(), 2);
}

#[test]
fn what_the_desk_cannot_do_is_told() {
    let mut page = Page::new();
    let id = page.open(SAMPLE);
    let gone = FileId(99);
    let print = Print { file: gone, format: DumpFormat::C, save_as: "x.h".into() };
    let outcomes = page.book.ask(Job::Print(print), &page.session.files);
    assert!(
        matches!(&outcomes[..], [Outcome::Failed(Sort::Print, p)] if p.message.contains("not open")),
        "{outcomes:?}"
    );
    // A search whose desk dies is done by the page.
    page.send(Msg::Query("size:>8".into()));
    assert!(page.searching());
    let outcomes = page.book.died("out of memory", &page.session.files);
    page.said(outcomes);
    assert!(!page.searching());
    assert_eq!(page.listed(), page.expected("size:>8", false));
    // Printing is not: it is told.
    page.send(Msg::DumpFile(id, DumpFormat::C));
    let outcomes = page.book.died("out of memory", &page.session.files);
    page.said(outcomes);
    let problem = page.session.problems.pop().expect("it is there");
    assert_eq!((problem.file.as_str(), problem.message.as_str()), ("sample.bpf.o", "out of memory"));
    assert_eq!(page.session.reading, None);
}

#[test]
fn digests_are_those_of_the_file() {
    let mut page = Page::new();
    for name in [SAMPLE, KERNEL] {
        let id = page.open(name);
        let outcomes = page.book.ask(Job::Digest(id), &page.session.files);
        assert_eq!(outcomes, []);
        page.work();
        let file = page.session.file().expect("it is there");
        assert_eq!(file.digest, Some(view::digest::sha256_hex(&file.digest_of)), "{name}");
    }
}

#[test]
fn a_search_passes_what_takes_long() {
    let mut page = Page::new();
    let id = page.open(SAMPLE);
    page.open(KERNEL);
    let files = &page.session.files;
    let digest = |id| Job::Digest(id);
    page.book.ask(digest(FileId(1)), files);
    page.book.ask(digest(FileId(2)), files);
    let search = Search { file: id, turn: 1, text: "size:>8".into(), options: Options::default() };
    page.book.ask(Job::Search(search), files);
    let mut order = Vec::new();
    while let Some(said) = page.line.work() {
        for message in said {
            for outcome in page.book.take(message, files) {
                order.push(match outcome {
                    Outcome::Done(Answer::Found(_)) => "search",
                    Outcome::Done(Answer::Digest(FileId(1), _)) => "first",
                    _ => "second",
                });
            }
        }
    }
    assert_eq!(order, ["first", "search", "second"]);
}

/// Programs: lists and functions come from the desk, the address says what is picked, and Back finds it again.
#[test]
fn programs_are_read_by_the_desk() {
    let mut page = Page::new();
    let id = page.open(SAMPLE);
    let picked = |page: &Page| page.session.file().expect("it is there").look.program.key();
    let rows = |page: &Page| {
        let look = &page.session.file().expect("it is there").look.program;
        look.model().map_or(0, |m| m.listing.rows.len())
    };
    assert!(page.session.program().is_none());
    page.send(Msg::Program(ProgramMsg::Show(true)));
    assert!(page.session.program().is_some_and(|f| f.look.program.overview.is_none()));
    page.work();
    assert_eq!(picked(&page), "fentry/tcp_connect:on_connect");
    assert!(rows(&page) > 29, "{}", rows(&page));
    page.send(Msg::Program(ProgramMsg::Slot(9)));
    let there = page.session.address().to_fragment();
    assert!(there.ends_with("&p=fentry/tcp_connect:on_connect%409"), "{there}");
    // Enter follows the jump; a step goes from one instruction to the next.
    page.send(Msg::Program(ProgramMsg::Follow));
    assert_eq!(picked(&page), "fentry/tcp_connect:on_connect@27");
    page.send(Msg::Program(ProgramMsg::Step(1)));
    assert_eq!(picked(&page), "fentry/tcp_connect:on_connect@28");
    page.send(Msg::Program(ProgramMsg::Step(-100)));
    page.send(Msg::Program(ProgramMsg::Step(2)));
    // What CO-RE patches leads to its type: then types are shown.
    page.send(Msg::Program(ProgramMsg::Follow));
    assert!(page.session.program().is_none());
    let selected = page.session.selection().expect("it is there").id;
    assert_eq!(page.session.file().expect("it is there").btf.get(selected).map(|t| t.name()), Some("task_struct"));
    page.send(Msg::Arrive(there.clone()));
    assert_eq!(
        page.session.program().map(|f| f.look.program.key()).as_deref(),
        Some("fentry/tcp_connect:on_connect@9")
    );
    // The other function, then maps and globals.
    page.send(Msg::Program(ProgramMsg::ListStep(1)));
    page.work();
    assert_eq!((picked(&page).as_str(), rows(&page) > 18), ("raw_tp/sched_process_exit:on_exit", true));
    page.send(Msg::Program(ProgramMsg::ListStep(1)));
    assert_eq!(picked(&page), ".maps:");
    page.send(Msg::Close(id));

    // A link opens at the instruction, once the file is there.
    let mut page = Page::new();
    page.send(Msg::Arrive(there.clone()));
    page.open(SAMPLE);
    page.work();
    assert_eq!(
        page.session.program().map(|f| f.look.program.key()).as_deref(),
        Some("fentry/tcp_connect:on_connect@9")
    );
    assert_eq!(page.session.file().expect("it is there").look.program.insn().map(|i| i.slot), Some(9));
    assert_eq!(page.session.address().to_fragment(), there);
}

#[test]
fn the_users_of_a_type_are_found_when_they_are_looked_at() {
    use view::used_by::UsedByMsg;
    use view::views::View;
    let mut page = Page::new();
    page.open(KERNEL);
    let id = |page: &Page, name: &str| {
        let btf = &page.session.file().expect("it is there").btf;
        btf.all_types().find(|t| t.name() == name).expect("it is there").id()
    };
    let list = id(&page, "list_head");
    page.send(Msg::GoTo(list, view::path::Path::root(), view::session::Way::Push));
    assert!(page.session.used_by.is_none(), "not before it is asked");
    page.send(Msg::View(View::UsedBy));
    assert!(page.session.used_by.as_ref().is_some_and(|u| u.waits()));
    page.work();
    let lines = |page: &Page| -> Vec<String> {
        let used_by = page.session.used_by.as_ref().expect("it is there");
        let columns = page.session.file().expect("it is there").look.list.columns();
        let line = |i| used_by.line(columns, i).expect("it is there");
        let text = |l: view::used_by::Line| {
            format!("{} | {} | {} | {} | {}", l.sort.title(), l.name, l.part, l.offset, l.held)
        };
        (0..used_by.len()).map(|i| text(line(i)).trim_end().to_owned()).collect()
    };
    let all = lines(&page);
    assert!(all.contains(&"embedded in | struct task_struct | children | 24 |".to_owned()), "{all:#?}");
    assert!(all.contains(&"pointed to by | struct list_head | next | 0 | struct list_head *".to_owned()), "{all:#?}");
    let counts = page.session.used_by.as_ref().expect("it is there").counts();
    assert_eq!(counts.iter().map(|c| c.1).sum::<usize>(), all.len());
    page.send(Msg::UsedBy(UsedByMsg::Sort(Some(relate::Sort::Pointed))));
    assert!(lines(&page).iter().all(|l| l.starts_with("pointed to by")) && !lines(&page).is_empty());
    page.send(Msg::UsedBy(UsedByMsg::Sort(None)));
    page.send(Msg::UsedBy(UsedByMsg::Filter("CHILDREN".into())));
    assert_eq!(lines(&page).len(), 1);
    page.send(Msg::UsedBy(UsedByMsg::Step(1)));
    page.send(Msg::UsedBy(UsedByMsg::Open));
    let selection = page.session.selection().expect("it is there").clone();
    assert_eq!((selection.id, selection.path.0), (id(&page, "task_struct"), vec![5]));
    assert_eq!(page.session.view, View::Layout);
    // Another type asks anew; the same one does not.
    page.send(Msg::View(View::UsedBy));
    page.work();
    assert_eq!(page.session.used_by.as_ref().expect("it is there").of, id(&page, "task_struct"));
    // The filter stayed.
    page.send(Msg::UsedBy(UsedByMsg::Filter(String::new())));
    page.send(Msg::UsedBy(UsedByMsg::Step(i64::MAX)));
    assert!(page.session.used_by.as_ref().expect("it is there").chosen.is_some());
    let function = id(&page, "register_device");
    page.send(Msg::GoTo(function, view::path::Path::root(), view::session::Way::Push));
    page.work();
    assert_eq!(lines(&page), [""; 0]);
}

/// CO-RE: kernels that are dropped join the table, the address says what is picked, and its record is in the Bytes.
#[test]
fn relocations_are_resolved_by_the_desk() {
    let mut page = Page::new();
    page.open("tests/fixtures/bin/relo.clang.bpfel.o");
    page.send(Msg::Core(CoreMsg::Show));
    page.work();
    let list = |page: &Page| page.session.core().and_then(|f| f.look.core.list.clone()).expect("a list");
    assert_eq!(list(&page).summary(), "83 relocations · open a kernel to resolve them on it");
    page.open("tests/fixtures/bin/relo-old.bpfel.btf");
    page.open("tests/fixtures/bin/relo-new.bpfel.btf");
    page.work();
    // The program is still what is looked at.
    assert_eq!(list(&page).summary(), "83 relocations × 2 kernels · 14 fail on 2");
    page.send(Msg::Core(CoreMsg::Filter("lost_member".into())));
    page.send(Msg::Core(CoreMsg::Step(0)));
    page.work();
    let there = page.session.address().to_fragment();
    assert!(there.ends_with("&r=raw_tp/member_gone%230"), "{there}");
    let look = &page.session.core().expect("it is shown").look;
    let detail = look.core.model().expect("it was read");
    let results: Vec<_> = detail.results.iter().map(|r| r.result.as_str()).collect();
    assert_eq!((results.as_slice(), look.core.told()), (["ok", "poisoned"].as_slice(), Some(1)));
    assert_eq!(look.byte.map(|b| b.at), Some(detail.record.expect("a record").0));
    // Closed kernels leave the table.
    let old = page.session.files.iter().find(|f| f.name == "relo-old.bpfel.btf").expect("it is open").id;
    page.send(Msg::Close(old));
    page.work();
    assert_eq!(list(&page).heads.len(), 1);
    // A type is looked at among types; Back leads to the relocation.
    page.send(Msg::GoTo(TypeId(45), view::path::Path::root(), Way::Push));
    assert!(page.session.core().is_none());
    page.send(Msg::Arrive(there.clone()));
    page.work();
    assert_eq!(page.session.address().to_fragment(), there);

    // A link opens at the relocation, once the file is there.
    let mut page = Page::new();
    page.send(Msg::Arrive(there.clone()));
    page.open("tests/fixtures/bin/relo.clang.bpfel.o");
    page.work();
    assert_eq!(page.session.address().to_fragment(), there);
    page.send(Msg::Core(CoreMsg::Save(false)));
}

/// The list of functions, narrowed by words; the rows below it stay.
#[test]
fn functions_are_filtered() {
    let mut page = Page::new();
    page.open("tests/fixtures/bin/relo.clang.bpfel.o");
    page.send(Msg::Program(ProgramMsg::Show(true)));
    page.work();
    let look = |page: &Page| page.session.program().expect("it is shown").look.program.clone();
    let names = |page: &Page| -> Vec<String> {
        let look = look(page);
        let overview = look.overview.clone().expect("it was read");
        look.listed().iter().map(|&i| overview.functions[i].name.clone()).collect()
    };
    assert!(names(&page).len() > 10);
    page.send(Msg::Program(ProgramMsg::Filter("RAW_tp gone".into())));
    assert_eq!(names(&page), ["member_gone"]);
    // The picked one is filtered away: the first that is not comes next, then maps and globals.
    page.send(Msg::Program(ProgramMsg::ListStep(1)));
    assert_eq!(look(&page).row().map(|row| row.name.as_str()), Some("member_gone"));
    page.send(Msg::Program(ProgramMsg::ListStep(1)));
    assert!(look(&page).row().is_none());
    page.send(Msg::Program(ProgramMsg::Filter("nothing like that".into())));
    assert_eq!(names(&page), [""; 0]);
}

/// A pasted log: its lines lead to instructions and relocations of the program.
#[test]
fn a_log_is_read_by_the_desk() {
    let mut page = Page::new();
    page.open(KERNEL);
    let text =
        "libbpf: prog 'member_gone': relo #0: no matching targets found\nnothing\n0: (85) call unknown#195896080\n";
    // Without a program there is nothing to read it with.
    assert!(!page.session.takes_log(text));
    page.send(Msg::Log(LogMsg::Show));
    assert_eq!(page.session.overlay, view::session::Overlay::None);
    assert!(page.session.notice.contains("open the BPF object first"));

    page.open("tests/fixtures/bin/relo.clang.bpfel.o");
    assert!(page.session.takes_log(text) && !page.session.takes_log("9f eb 01 00"));
    page.send(Msg::Log(LogMsg::Text(text.into())));
    assert_eq!(page.session.overlay, view::session::Overlay::Log);
    page.work();
    let look = |page: &Page| page.session.file().expect("it is there").look.log.clone();
    let log = look(&page);
    assert_eq!((log.lines.len(), log.active(), log.link_at(1), log.link_at(2)), (3, Some(0), None, Some(1)));
    // Its relocation, and its instruction.
    page.send(Msg::Log(LogMsg::Follow));
    page.work();
    assert_eq!(page.session.overlay, view::session::Overlay::None);
    assert!(page.session.address().to_fragment().ends_with("&r=raw_tp/member_gone%230"));
    page.send(Msg::Log(LogMsg::Show));
    page.send(Msg::Log(LogMsg::Step(1)));
    assert_eq!(look(&page).active(), Some(2));
    page.send(Msg::Log(LogMsg::Follow));
    page.work();
    let there = page.session.address().to_fragment();
    assert!(there.ends_with("&p=raw_tp/member_gone:member_gone%400"), "{there}");
    page.send(Msg::Log(LogMsg::Text(String::new())));
    assert_eq!(look(&page), view::session::LogLook::default());
}

/// The matrix: its cells are the list's rows and the open kernels, and lead to a relocation on a kernel.
#[test]
fn the_matrix_leads_to_a_relocation_on_a_kernel() {
    let mut page = Page::new();
    page.open("tests/fixtures/bin/relo.clang.bpfel.o");
    page.send(Msg::Core(CoreMsg::Show));
    for kernel in ["old", "new"] {
        page.open(&format!("tests/fixtures/bin/relo-{kernel}.bpfel.btf"));
    }
    page.work();
    let picked = |page: &Page| {
        let look = &page.session.core().expect("it is shown").look.core;
        (look.matrix, look.picked, look.column())
    };
    page.send(Msg::Core(CoreMsg::Matrix(true)));
    assert_eq!(picked(&page), (true, Some(0), 0));
    let there = page.session.address().to_fragment();
    assert!(there.ends_with("&r=raw_tp/moves%230*"), "{there}");
    page.send(Msg::Core(CoreMsg::Step(2)));
    page.send(Msg::Core(CoreMsg::Column(5)));
    assert_eq!(picked(&page), (true, Some(2), 1));
    page.send(Msg::Core(CoreMsg::Column(-9)));
    assert_eq!(picked(&page), (true, Some(2), 0));
    let new = page.session.kernels()[1];
    page.send(Msg::Core(CoreMsg::Cell(4, new)));
    page.work();
    assert_eq!(picked(&page), (false, Some(4), 1));
    assert_eq!(page.session.core().and_then(|f| f.look.core.told()), Some(1));
    page.send(Msg::Arrive(there.clone()));
    assert_eq!((picked(&page).0, page.session.address().to_fragment()), (true, there));
}

/// What is read of the picked relocation: title, result, reason, of the kernel that is told of.
fn told(page: &Page) -> (String, String, String, String) {
    let look = &page.session.core().expect("it is shown").look.core;
    let d = look.model().expect("it was read");
    let at = look.told().expect("a kernel");
    let (result, why) = (&d.results[at], &d.why[at]);
    (format!("{} {}", d.kind, d.path), format!("{} {}", result.name, result.result), why.title.clone(), d.line.clone())
}

/// A relocation goes into a link with what it meets on a kernel, and a fresh page shows the same.
#[test]
fn a_relocation_goes_into_a_link_and_comes_out() {
    let mut page = Page::new();
    page.open("tests/fixtures/bin/relo.clang.bpfel.o");
    page.send(Msg::Core(CoreMsg::Show));
    for kernel in ["old", "new"] {
        page.open(&format!("tests/fixtures/bin/relo-{kernel}.bpfel.btf"));
    }
    page.work();
    page.send(Msg::Core(CoreMsg::Filter("lost_member".into())));
    page.send(Msg::Core(CoreMsg::Step(0)));
    page.work();
    let before = told(&page);
    assert_eq!(before.1, "relo-new.bpfel.btf poisoned");
    page.send(Msg::Command(Command::Share));
    assert!(page.session.is_packing());
    assert_eq!(page.session.offers().len(), 1, "the short one needs no work");
    page.work();
    assert!(!page.session.is_packing());
    let offers = page.session.offers();
    assert_eq!(offers.len(), 2);
    let link = offers[0].fragment.clone();
    assert!(offers[0].title.contains("relocation") && link.len() < view::share::CHAT, "{}", link.len());
    assert!(
        link.contains(";name=relo.clang.bpfel.o&f=target,data:") && link.ends_with("&r=raw_tp/member_gone%230"),
        "{link}"
    );

    let mut page = Page::new();
    page.send(Msg::Arrive(link.clone()));
    page.work();
    assert_eq!(
        (page.session.problems.as_slice(), page.session.wanted.is_some(), page.session.files.len()),
        ([].as_slice(), false, 2)
    );
    assert_eq!(told(&page), before);
    // The address stays the link, so that a reload shows the same; a second time nothing is opened again.
    assert_eq!(page.session.address().to_fragment(), link);
    page.send(Msg::Arrive(link.clone()));
    page.work();
    assert_eq!((page.session.files.len(), told(&page)), (2, before.clone()));
    // It can be sent on.
    page.send(Msg::Command(Command::Share));
    page.work();
    assert_eq!(page.session.offers()[0].fragment, link);

    // Damage of either part is told, and the other is shown as far as it goes.
    let parts: Vec<usize> = link.match_indices("data:").map(|(at, _)| at + 40).collect();
    for (i, at) in parts.into_iter().enumerate() {
        let mut page = Page::new();
        page.send(Msg::Arrive(format!("{}{}", &link[..at], &link[at + 1..])));
        page.work();
        assert_eq!((page.session.problems.len(), page.session.files.len()), (1, i), "part {i}");
    }
    // No object, though it begins like one; more kernels than anybody sends.
    let odd = share::pack(b"\x7fELF and nothing else");
    let mut page = Page::new();
    page.send(Msg::Arrive(format!("#v=1&f=data:{odd};name=x&r=x%230")));
    page.work();
    assert!(page.session.problems[0].message.starts_with("The relocation in this link cannot be read"));
    assert_eq!(page.session.files.len(), 0);
}

/// Links to relocations that were made once open for ever.
#[test]
fn a_link_to_a_relocation_of_version_1_opens() {
    const OLD: &str = include_str!("links/v1-relocation.txt");
    let mut page = Page::new();
    page.send(Msg::Arrive(OLD.trim().to_owned()));
    page.work();
    assert_eq!(page.session.problems, []);
    let (path, result, why, line) = told(&page);
    assert_eq!((path.as_str(), line.as_str()), ("byte_off struct lost_member.state", "relo.bpf.c:147"));
    assert_eq!((result.as_str(), why.as_str()), ("relo-new.bpfel.btf poisoned", "Why it fails on relo-new.bpfel.btf"));
}

/// From a relocation to the Tree: of its own root type, and of a kernel's at the path as it is there.
#[test]
fn relocations_lead_to_trees() {
    let mut page = Page::new();
    let program = page.open("tests/fixtures/bin/relo.clang.bpfel.o");
    page.send(Msg::Core(CoreMsg::Show));
    page.open("tests/fixtures/bin/relo-new.bpfel.btf");
    let kernel = page.session.files.last().expect("it is there").id;
    page.work();
    let there = page.session.address().to_fragment();
    assert!(there.ends_with("&r=raw_tp/moves%230"), "{there}");
    let shown = |page: &Page| {
        let address = page.session.address();
        (page.session.current, page.session.view, format!("{} {}", address.type_name, address.member))
    };
    // The key of a view of types shows the whole path in it.
    page.send(Msg::View(View::Tree));
    assert_eq!(shown(&page), (Some(program), View::Tree, "moved cell".into()));
    page.send(Msg::Arrive(there.clone()));
    page.work();
    let result = page.session.core().and_then(|f| f.look.core.model()?.results.first().cloned()).expect("a result");
    assert_eq!(result.file, kernel);
    page.send(Msg::Core(CoreMsg::Tree(kernel, result.type_id.expect("a type"), result.member)));
    assert_eq!(shown(&page), (Some(kernel), View::Tree, "moved cell".into()));
    let open = page.session.file().and_then(|f| f.tree()).expect("a tree");
    assert!(open.iter().any(|n| n.name == "cell"), "{open:?}");
    // In the Tree the desk is asked what the access would be: once a member, and again when a kernel comes.
    page.work();
    let probed = page.session.probed.clone().expect("it was asked");
    assert!(probed.is_current());
    assert_eq!(probed.answer.expect("a path").rows.len(), 1);
    page.open("tests/fixtures/bin/relo-old.bpfel.btf");
    page.send(Msg::Switch(kernel));
    assert!(!page.session.probed.as_ref().is_some_and(|p| p.is_current()));
    page.work();
    let probed = page.session.probed.clone().expect("it was asked");
    assert_eq!(
        probed.answer.filter(|_| probed.asked == probed.answered.expect("an answer")).expect("a path").rows.len(),
        2
    );
    page.send(Msg::Arrive(there.clone()));
    assert_eq!(page.session.address().to_fragment(), there);
    // A file that was closed meanwhile leads nowhere.
    page.send(Msg::Close(kernel));
    page.send(Msg::Core(CoreMsg::Tree(kernel, TypeId(1), view::path::Path::root())));
    assert_eq!(page.session.current, Some(program));
}
