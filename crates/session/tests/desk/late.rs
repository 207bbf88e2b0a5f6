//! Answers and failures that come too late, and the texts of empty panes.

use model::path::Path;
use model::views::View;
use session::commands::Command;
use session::look::compare::{CompareMsg, Sift};
use session::look::relocations::NO_COLUMNS;
use session::{BrowserHistory, CoreMsg, Empty, FilesMsg, FitsMsg, Msg, ProgramMsg};

use crate::page::{KERNEL, Page, RELO, SAMPLE};

fn go(page: &mut Page, name: &str) {
    let btf = &page.file().btf;
    let id = btf.all_types().find(|t| t.name() == name).expect("it is there").id();
    page.send(Msg::GoTo(id, Path::root(), BrowserHistory::Push));
}

/// Users are asked for in two files. A failure for the previous file must not be shown for the current one.
#[test]
fn late_failure_of_another_file_is_not_shown() {
    let mut page = Page::new();
    let kernel = page.open(KERNEL);
    go(&mut page, "list_head");
    let sample = page.open(SAMPLE);
    go(&mut page, "event");
    page.send(Msg::View(View::UsedBy));
    page.send(Msg::Files(FilesMsg::Switch(kernel)));
    assert!(page.session.used_by().waits());
    // The question about the sample runs; the question about the kernel waits.
    let outcomes = page.book.died("out of memory", &page.session);
    page.said(outcomes);
    assert_eq!(page.session.used_by().problem(), None);
    assert!(page.session.used_by().waits());
    page.work();
    let used_by = page.session.used_by();
    assert_eq!((used_by.problem(), used_by.waits(), used_by.rows().is_empty()), (None, false, false));
    // A failure of the current question is shown.
    page.send(Msg::Files(FilesMsg::Switch(sample)));
    let outcomes = page.book.died("out of memory", &page.session);
    page.said(outcomes);
    assert_eq!(page.session.used_by().problem(), Some("out of memory"));
    assert_eq!(page.session.used_by().empty(), Some(Empty::Failed("out of memory")));
}

/// A link to a relocation on one kernel, and the part of it that carries the kernel.
fn link() -> (String, String) {
    let mut page = Page::with_kernels();
    page.send(Msg::Core(CoreMsg::Filter("lost_member".into())));
    page.send(Msg::Core(CoreMsg::Step(0)));
    page.work();
    page.send(Msg::Command(Command::Share));
    page.work();
    let link = page.session.offers()[0].fragment.clone();
    let target = link.split('&').find(|part| part.starts_with("f=target,data:")).expect("a kernel").to_owned();
    (link, target)
}

/// The parts of a link are opened one after the other; if one is damaged, the others are opened all the same.
#[test]
fn all_that_a_link_carries_is_opened() {
    let (link, target) = link();
    let other = target.replace(";name=relo-new", ";name=relo-other");
    assert_ne!(target, other);
    let two = link.replace(&target, &format!("{target}&{other}"));
    let names = |page: &Page| page.session.files().iter().map(|f| f.name.clone()).collect::<Vec<_>>();
    let mut page = Page::new();
    page.send(Msg::AddressChanged(two));
    page.work();
    assert_eq!(page.session.problems(), []);
    assert_eq!(names(&page), ["relo.clang.bpfel.o", "relo-new.bpfel.btf", "relo-other.bpfel.btf"]);
    let damaged = format!("{}{}", &target[..40], &target[41..]);
    let mut page = Page::new();
    page.send(Msg::AddressChanged(link.replace(&target, &format!("{damaged}&{other}"))));
    page.work();
    assert_eq!(page.session.problems().len(), 1);
    assert_eq!(names(&page), ["relo.clang.bpfel.o", "relo-other.bpfel.btf"]);
}

#[test]
fn a_link_that_was_left_before_it_was_unpacked_opens_nothing() {
    let (link, _) = link();
    let mut page = Page::new();
    page.send(Msg::AddressChanged(link.clone()));
    page.send(Msg::AddressChanged(String::new()));
    page.work();
    assert_eq!((page.session.files().len(), page.session.wanted().is_some()), (0, false));
    page.send(Msg::AddressChanged(link));
    page.work();
    assert_eq!(page.session.files().len(), 2);
}

/// The Share dialog packs the current view, even if the view changes while the dialog is open.
#[test]
fn share_packs_the_current_view() {
    let mut page = Page::with_kernels();
    page.send(Msg::Core(CoreMsg::Step(0)));
    page.work();
    page.send(Msg::Command(Command::Share));
    page.work();
    let first = page.session.offers()[0].fragment.clone();
    page.send(Msg::Core(CoreMsg::Step(1)));
    assert!(page.session.is_packing());
    page.work();
    assert!(!page.session.is_packing());
    assert_eq!(page.session.offers().len(), 2);
    assert_ne!(page.session.offers()[0].fragment, first);
}

/// The texts of empty panes.
#[test]
fn an_empty_pane_says_why() {
    let mut page = Page::new();
    page.open(RELO);
    page.send(Msg::Core(CoreMsg::Show));
    let core = |page: &Page| page.look().core.empty().map(|why| (why.text().to_owned(), why.role()));
    assert_eq!(core(&page), Some(("Resolving the relocation …".to_owned(), Some("status"))));
    page.work();
    assert_eq!(core(&page), None);
    fn no_rows(page: &Page) -> Option<Empty<'_>> {
        let look = &page.look().core;
        look.no_rows(look.shown_rows().len())
    }
    assert_eq!(no_rows(&page), None);
    page.send(Msg::Core(CoreMsg::Matrix(true)));
    assert_eq!(no_rows(&page), Some(Empty::Nothing(NO_COLUMNS)));
    page.send(Msg::Core(CoreMsg::Matrix(false)));
    page.send(Msg::Core(CoreMsg::Filter("no such".into())));
    assert_eq!(no_rows(&page), Some(Empty::Nothing("No relocation matches.")));

    let fits = |page: &Page| page.look().fits.clone();
    let mut fresh = Page::new();
    fresh.open(RELO);
    fresh.send(Msg::Fits(FitsMsg::Show));
    assert_eq!(fits(&fresh).empty(), Some(Empty::Waits("Asking the kernels …")));
    page.send(Msg::Fits(FitsMsg::Show));
    page.work();
    let look = fits(&page);
    assert_eq!(look.empty(), None);
    assert_eq!(look.no_lines(0), Some(Empty::Nothing(NO_COLUMNS)));

    page.send(Msg::Program(ProgramMsg::Show(true)));
    let program = |page: &Page| page.look().program.empty().map(|why| why.text().to_owned());
    assert_eq!(program(&fresh).as_deref(), Some("Reading the program …"));
    assert_eq!(program(&page), None);
    page.send(Msg::Program(ProgramMsg::ListStep(1)));
    assert_eq!(program(&page).as_deref(), Some("Reading the function …"));
    page.work();
    page.send(Msg::Program(ProgramMsg::Data));
    assert_eq!(program(&page), None, "maps are there with the program");
}

#[test]
fn an_empty_comparison_or_verdict_says_why() {
    let mut page = Page::new();
    page.open("tests/fixtures/bin/relo-old.bpfel.btf");
    page.open("tests/fixtures/bin/relo-new.bpfel.btf");
    let int = page.file().btf.all_types().find(|t| t.kind() == btf::Kind::Int).expect("it is there").id();
    page.send(Msg::GoTo(int, Path::root(), BrowserHistory::Push));
    page.send(Msg::View(View::Compare));
    assert_eq!(page.session.compare().empty(), Some(Empty::Waits("Comparing …")));
    page.work();
    assert_eq!(page.session.compare().empty(), None);
    page.send(Msg::Compare(CompareMsg::Sift(Sift::Changed)));
    assert_eq!(page.session.compare().empty(), Some(Empty::Nothing("No row matches the filter.")));

    page.send(Msg::Command(Command::Verdict));
    let verdict = |page: &Page| page.session.verdict().empty(&page.session).map(|why| why.text().to_owned());
    assert_eq!(verdict(&page).as_deref(), Some("Asking the kernels …"));
    assert_eq!(page.session.verdict().line(&page.session), "Verdict: would a kernel accept this BTF?");
}
