//! Long work, Cancel, memory that is given back, and what the desk cannot do.

use desk::FileId;
use desk::{Job, Outcome, Print, Sort};
use model::print::DumpFormat;
use session::Msg;

use crate::page::{KERNEL, Page, SAMPLE};

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
    assert_eq!(text, DumpFormat::Raw.print(&page.file().btf));
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
    let outcomes = page.book.ask(Job::Print(print), &page.session);
    assert!(
        matches!(&outcomes[..], [Outcome::Failed(Sort::Print, p)] if p.message.contains("not open")),
        "{outcomes:?}"
    );
    // A search whose desk dies is done by the page.
    page.send(Msg::Query("size:>8".into()));
    assert!(page.searching());
    let outcomes = page.book.died("out of memory", &page.session);
    page.said(outcomes);
    assert!(!page.searching());
    assert_eq!(page.listed(), page.expected("size:>8", false));
    // Printing is not: it is told.
    page.send(Msg::DumpFile(id, DumpFormat::C));
    let outcomes = page.book.died("out of memory", &page.session);
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
        let outcomes = page.book.ask(Job::Digest(id), &page.session);
        assert_eq!(outcomes, []);
        page.work();
        let file = page.file();
        assert_eq!(file.digest, Some(model::digest::sha256_hex(&file.digest_of)), "{name}");
    }
}
