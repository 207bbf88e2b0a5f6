//! Long work, cancelling, giving memory back, and failures of the desk.

use btf::TypeId;
use desk::{Amount, CANCELLED, ENDED, FromDesk, Outcome, Print, SILENT_TICKS, SLOW_TICKS, UNREADABLE};
use desk::{Digest, FileId, Job, Topic};
use model::path::Path;
use model::print::DumpFormat;
use model::views::View;
use session::look::changes::ChangesMsg;
use session::{BrowserHistory, FilesMsg, LearnMsg, Msg, SearchMsg, SettingsMsg, Work};

use crate::page::{KERNEL, Page, SAMPLE};

#[test]
fn memory_is_given_back_after_the_last_file() {
    let mut page = Page::new();
    assert_eq!(page.line.starts(), 0, "not before it is needed");
    let id = page.open(KERNEL);
    assert_eq!(page.line.starts(), 0);
    page.send(Msg::Search(SearchMsg::Query("size:>8".into())));
    page.work();
    assert!(page.line.is_on());
    page.send(Msg::Files(FilesMsg::Close(id)));
    assert!(!page.line.is_on());
}

#[test]
fn a_whole_file_is_printed_and_the_desk_ends() {
    let mut page = Page::new();
    let id = page.open(SAMPLE);
    page.send(Msg::Files(FilesMsg::Print(id, DumpFormat::Raw)));
    assert_eq!(page.session.reading().map(|r| r.what.as_str()), Some("printing the raw listing"));
    page.work();
    assert_eq!(page.session.reading(), None);
    let (name, text) = page.saved.pop().expect("it is there");
    assert_eq!(name, "sample.bpf.btf.txt");
    assert_eq!(text, DumpFormat::Raw.print(&page.file().btf, None));
    assert!(!page.line.is_on(), "its memory is given back");
}

/// The assembler listing of a program includes `.BTF.ext` and symbols.
#[test]
fn the_assembler_listing_is_that_of_the_object() {
    let mut page = Page::new();
    let id = page.open(SAMPLE);
    page.send(Msg::Files(FilesMsg::Print(id, DumpFormat::Asm)));
    page.work();
    let (name, text) = page.saved.pop().expect("it is there");
    assert_eq!(name, "sample.bpf.s");
    for part in ["\t.section\t.BTF.ext,", "\t.long\t.Lfunc_begin0 ", "\t.long\twatched_port ", "# Line 85 Col "] {
        assert!(text.contains(part), "{part}");
    }
}

/// The listing of a type has symbols, which come from the program's ELF relocations. The desk is asked for them while a
/// listing is shown.
#[test]
fn the_listing_of_a_type_has_symbols() {
    let mut page = Page::new();
    page.open(SAMPLE);
    let rodata = page.file().btf.types().find(|t| t.name() == ".rodata").expect("a section").id();
    page.send(Msg::GoTo(rodata, Path::root(), BrowserHistory::Push));
    page.send(Msg::View(View::Record));
    page.work();
    assert_eq!(page.look().listing.symbols(), None, "the record is no listing");
    page.send(Msg::Settings(SettingsMsg::AsAsm(true)));
    page.work();
    let symbols = page.look().listing.symbols().expect("the desk answered");
    // The expected values are from `llvm-readelf -r`: the symbols in .rel.BTF, and the number of relocations in
    // .rel.BTF.ext.
    let named = [(0x5a8, "seen"), (0x5c0, "tcp"), (0x5d8, "events"), (0x5f0, "watched_port"), (0x608, "_license")];
    let ours: Vec<(u32, &str)> = symbols.in_btf.iter().map(|(at, name)| (*at, name.as_str())).collect();
    assert_eq!(ours, named);
    assert_eq!(symbols.in_ext.len(), 38);
    // A kernel has no symbols: the desk is not asked.
    page.open(KERNEL);
    page.send(Msg::GoTo(TypeId(1), Path::root(), BrowserHistory::Push));
    page.work();
    assert_eq!(page.look().listing.symbols(), None);
}

#[test]
fn cancel_ends_long_work() {
    let mut page = Page::new();
    let id = page.open(SAMPLE);
    page.work();
    page.send(Msg::Files(FilesMsg::Print(id, DumpFormat::C)));
    page.send(Msg::Files(FilesMsg::CancelReading));
    assert!(!page.line.is_on());
    page.work();
    assert_eq!((page.session.reading(), page.saved.len()), (None, 0));
    assert_eq!(page.session.notice(), "sample.bpf.o: printing the C header was cancelled");
    // A new desk gets the file again.
    page.send(Msg::Files(FilesMsg::Print(id, DumpFormat::C)));
    page.work();
    assert_eq!(page.saved.len(), 1);
    assert_eq!(page.line.starts(), 2);
}

/// Closing a file ends the bar of work on it that is given up, whether it ran or waited.
#[test]
fn work_on_a_closed_file_has_no_bar() {
    let mut page = Page::new();
    let id = page.open(SAMPLE);
    page.work();
    page.send(Msg::Files(FilesMsg::Print(id, DumpFormat::C)));
    assert!(page.session.reading().is_some());
    page.send(Msg::Files(FilesMsg::Close(id)));
    assert_eq!((page.session.reading(), page.line.is_on()), (None, false));

    let [old, new] = ["old", "new"].map(|kernel| page.open(&format!("tests/fixtures/bin/relo-{kernel}.bpfel.btf")));
    page.send(Msg::Changes(ChangesMsg::Show(true)));
    page.work();
    // Other work runs, so that writing the differences waits.
    let outcomes = page.book.ask(Digest { file: new }.into(), &page.session);
    assert_eq!(outcomes, []);
    page.send(Msg::Changes(ChangesMsg::Save(false)));
    assert!(page.session.reading().is_some());
    page.send(Msg::Files(FilesMsg::Close(old)));
    assert_eq!(page.session.reading(), None);
    page.work();
    assert!(page.saved.is_empty());
}

#[test]
fn failures_of_the_desk_are_reported() {
    let mut page = Page::new();
    let id = page.open(SAMPLE);
    page.work();
    let gone = FileId(99);
    let print = Print { file: gone, format: DumpFormat::C, save_as: "x.h".into() };
    let outcomes = page.book.ask(Job::Print(print), &page.session);
    assert!(
        matches!(&outcomes[..], [Outcome::Failed(job, p)] if job.lane() == Topic::Print.into() && p.message.contains("not open")),
        "{outcomes:?}"
    );
    // If the desk dies during a search, the page runs the search itself.
    page.send(Msg::Search(SearchMsg::Query("size:>8".into())));
    assert!(page.searching());
    let outcomes = page.book.died("out of memory", &page.session);
    page.said(outcomes);
    assert!(!page.searching());
    assert_eq!(page.listed(), page.expected("size:>8", false));
    // If the desk dies while printing, that is reported.
    page.send(Msg::Files(FilesMsg::Print(id, DumpFormat::C)));
    let outcomes = page.book.died("out of memory", &page.session);
    page.said(outcomes);
    let problem = page.session.problems().last().cloned().expect("it is there");
    assert_eq!((problem.file.as_str(), problem.message.as_str()), ("sample.bpf.o", "out of memory"));
    assert_eq!(page.session.reading(), None);
}

#[test]
fn digests_are_those_of_the_file() {
    let mut page = Page::new();
    for name in [SAMPLE, KERNEL] {
        let id = page.open(name);
        let outcomes = page.book.ask(Digest { file: id }.into(), &page.session);
        assert_eq!(outcomes, []);
        page.work();
        let file = page.file();
        assert_eq!(file.digest, Some(model::digest::sha256_hex(&file.digest_of)), "{name}");
    }
}

/// Damages a message to the desk, or its answer, and checks what follows.
fn damaged(damage: impl Fn(&mut Page)) {
    let mut page = Page::new();
    let id = page.open(SAMPLE);
    page.work();
    let starts = page.line.starts();
    // Cancel ends the desk, so the next question starts a new one. The first message to the new desk gives it the file;
    // its first answer is to the question.
    page.send(Msg::Files(FilesMsg::Print(id, DumpFormat::C)));
    page.send(Msg::Files(FilesMsg::CancelReading));
    damage(&mut page);
    page.send(Msg::Files(FilesMsg::Print(id, DumpFormat::C)));
    page.work();
    assert!(page.saved.is_empty());
    assert_eq!(page.session.reading(), None, "nobody waits any more");
    assert!(page.session.problems().iter().any(|p| p.message == UNREADABLE), "{:?}", page.session.problems());
    assert!(!page.line.is_on());
    page.send(Msg::Files(FilesMsg::Print(id, DumpFormat::C)));
    page.work();
    assert_eq!(page.saved.len(), 1);
    assert!(page.line.starts() > starts);
}

#[test]
fn a_message_that_cannot_be_read_is_a_failure_and_the_desk_starts_anew() {
    damaged(|page| page.line.damage_next());
    // After a search the desk has the file, so the next message is the question.
    damaged(|page| {
        page.send(Msg::Search(SearchMsg::Query("size:>8".into())));
        assert!(page.searching());
        page.work();
        assert!(page.line.is_on() && !page.searching());
        page.line.damage_next();
    });
}

#[test]
fn an_answer_that_cannot_be_read_is_a_failure_and_the_desk_starts_anew() {
    damaged(|page| page.line.damage_next_answer());
}

#[test]
fn failed_step_is_reported_and_asked_again_when_entered_again() {
    let mut page = Page::new();
    page.open(SAMPLE);
    page.work();
    let text = "---\ntitle: T\nfile: sample.bpf.o\n---\n\n## One\n\nWords.\n";
    page.send(Msg::Learn(LearnMsg::Text("mine.md".into(), text.into())));
    // The desk answers twice: with the lesson, and then with its step.
    let said = page.line.work().expect("the lesson is read");
    page.line.damage_next_answer();
    for message in said {
        let outcomes = page.book.take(message, &page.session);
        page.said(outcomes);
    }
    page.work();
    let learn = page.session.learn();
    assert!(learn.lesson.is_some(), "{:?}", page.session.problems());
    assert_eq!(
        (learn.message.clone(), learn.ready().is_some(), learn.waits()),
        (Some((false, UNREADABLE.into())), false, false)
    );
    page.send(Msg::Learn(LearnMsg::Step(0)));
    page.work();
    let learn = page.session.learn();
    assert_eq!((learn.message.clone(), learn.ready().is_some(), learn.waits()), (None, true, false));
}

/// Lets this many ticks pass without a message of the worker.
fn tick(page: &mut Page, times: u32) {
    for _ in 0..times {
        let outcomes = page.book.take(FromDesk::Tick, &page.session);
        page.said(outcomes);
    }
}

/// Whether the page shows that the desk does not respond.
fn silent(page: &Page) -> bool {
    page.session.reading().is_some_and(|r| r.work == Work::Silence)
}

#[test]
fn a_desk_that_gives_no_sign_is_a_failure_and_another_starts() {
    let mut page = Page::new();
    let id = page.open(SAMPLE);
    page.work();
    tick(&mut page, 4 * SILENT_TICKS);
    assert!(page.session.reading().is_none(), "an idle desk need not give a sign");
    page.send(Msg::Files(FilesMsg::Print(id, DumpFormat::C)));
    tick(&mut page, SILENT_TICKS - 1);
    assert!(!silent(&page));
    tick(&mut page, 1);
    assert!(silent(&page));
    let bar = page.session.reading().expect("it is there");
    assert_eq!((bar.name.as_str(), bar.button(), bar.percent()), ("The worker", "Restart it", None));
    assert!(bar.text().starts_with("has not responded for 15 seconds"), "{}", bar.text());
    // The desk was only busy and reports progress now, so the bar about its silence is removed.
    let outcomes =
        page.book.take(FromDesk::Progress("printing".into(), Amount::of("types", 1512, 2048)), &page.session);
    page.said(outcomes);
    let bar = page.session.reading().expect("the bar of what is printed");
    assert_eq!(
        (bar.text().as_str(), bar.button(), bar.percent()),
        ("printing … 1,512 of 2,048 types", "Cancel", Some(73))
    );
    // An amount without a unit counts bytes.
    let outcomes = page.book.take(FromDesk::Progress("printing".into(), Amount::bytes(512, 2048)), &page.session);
    page.said(outcomes);
    assert_eq!(page.session.reading().map(|bar| bar.text()), Some("printing … 512 B of 2.0 KB".to_owned()));
    // The desk is silent again, and the person restarts it.
    tick(&mut page, SILENT_TICKS);
    assert!(silent(&page));
    let starts = page.line.starts();
    page.send(Msg::Files(FilesMsg::CancelReading));
    assert!(page.session.reading().is_none() && !page.line.is_on());
    let problems: Vec<&str> = page.session.problems().iter().map(|p| p.message.as_str()).collect();
    assert_eq!(problems, [ENDED]);
    page.send(Msg::Files(FilesMsg::Print(id, DumpFormat::C)));
    page.work();
    assert_eq!((page.saved.len(), page.line.starts()), (1, starts + 1));
}

#[test]
fn silent_desk_may_still_answer_and_ends_with_the_last_file() {
    let mut page = Page::new();
    let id = page.open(SAMPLE);
    page.send(Msg::Files(FilesMsg::Print(id, DumpFormat::C)));
    tick(&mut page, 2 * SILENT_TICKS + 1);
    assert!(silent(&page));
    page.work();
    assert_eq!((page.session.reading(), page.saved.len()), (None, 1), "the answer removes the bar");
    // A superseded job is ended, so that it does not delay the job that waits.
    page.send(Msg::Search(SearchMsg::Query("size:>8".into())));
    page.send(Msg::Search(SearchMsg::Query("size:>16".into())));
    let starts = page.line.starts();
    tick(&mut page, SLOW_TICKS);
    assert!(page.session.reading().is_none() && page.searching() && page.line.starts() == starts + 1);
    page.work();
    assert_eq!(page.listed(), page.expected("size:>16", false));
    // Closing the last file ends the desk.
    page.send(Msg::Search(SearchMsg::Query("size:>32".into())));
    tick(&mut page, SILENT_TICKS);
    assert!(silent(&page));
    page.send(Msg::Files(FilesMsg::Close(id)));
    assert!(!silent(&page) && !page.line.is_on());
}

/// Each of these questions has a bar with a Cancel button, and its feature learns that it was cancelled, so that
/// nothing waits for ever.
#[test]
fn slow_questions_can_be_cancelled() {
    type Case = (&'static str, fn(&mut Page));
    let cases: [Case; 5] = [
        ("searching", |page| page.send(Msg::Search(SearchMsg::Query("size:>8".into())))),
        ("printing the C header", |page| {
            let id = page.file().id;
            page.send(Msg::Files(FilesMsg::Print(id, DumpFormat::C)));
        }),
        ("drawing the graph", |page| page.send(Msg::View(View::Graph))),
        ("searching for users", |page| page.send(Msg::View(View::UsedBy))),
        ("reading the function", |page| page.send(Msg::Program(session::ProgramMsg::Function(0)))),
    ];
    for (what, ask) in cases {
        let mut page = Page::new();
        page.open(SAMPLE);
        let event = page.file().btf.types().find(|t| t.name() == "event").expect("a struct").id();
        page.send(Msg::GoTo(event, Path::root(), BrowserHistory::Push));
        page.work();
        ask(&mut page);
        tick(&mut page, SLOW_TICKS);
        let bar = page.session.reading().unwrap_or_else(|| panic!("{what}: no bar"));
        assert_eq!((bar.what.as_str(), bar.button()), (what, "Cancel"));
        page.send(Msg::Files(FilesMsg::CancelReading));
        assert!(page.session.notice().ends_with(&format!("{what} was cancelled")), "{}", page.session.notice());
        assert!(page.session.reading().is_none() && !page.searching(), "{what}: something still waits");
        // A later question is answered.
        page.send(Msg::Search(SearchMsg::Query("size:>16".into())));
        page.work();
        assert_eq!(page.listed(), page.expected("size:>16", false), "{what}");
    }
}

#[test]
fn cancelled_question_is_shown_in_its_pane() {
    let mut page = Page::new();
    page.open(SAMPLE);
    page.send(Msg::Search(SearchMsg::Query("size:>8".into())));
    tick(&mut page, SLOW_TICKS);
    // If the answer comes before the person cancels, the bar is removed.
    page.work();
    assert!(page.session.reading().is_none());
    assert_eq!(page.listed(), page.expected("size:>8", false));
    let event = page.file().btf.types().find(|t| t.name() == "event").expect("a struct").id();
    page.send(Msg::GoTo(event, Path::root(), BrowserHistory::Push));
    page.work();
    page.send(Msg::View(View::UsedBy));
    tick(&mut page, SLOW_TICKS);
    assert_eq!(page.session.reading().map(|bar| bar.what.as_str()), Some("searching for users"));
    page.send(Msg::Files(FilesMsg::CancelReading));
    assert_eq!(page.session.used_by().empty().map(|why| why.text().to_owned()), Some(CANCELLED.to_owned()));
}
