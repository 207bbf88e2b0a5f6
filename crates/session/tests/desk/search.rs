//! Searches by the desk: the results are the same as in the page's own search; late answers are dropped.

use btf::{Kind, TypeId};
use desk::FileId;
use desk::{Answer, Digest, Job, Outcome, Search};
use search::Options;
use session::{FilesMsg, Msg, SearchMsg};

use crate::page::{KERNEL, MODULE, Page, SAMPLE};

#[test]
fn slow_searches_are_answered_by_the_desk() {
    let mut page = Page::new();
    page.open(KERNEL);
    for text in ["size:>8", "member:next", "/^[a-z]*$/", "kind:ptr", "task", "type:list_head struct task"] {
        let before = page.listed();
        page.send(Msg::Search(SearchMsg::Query(text.into())));
        assert!(page.searching(), "{text}");
        // The list stays as it is until the answer comes.
        assert_eq!(page.listed(), before, "{text}");
        page.work();
        assert!(!page.searching());
        assert_eq!(page.listed(), page.expected(text, false), "{text}");
        assert!(!page.listed().is_empty(), "{text}");
    }
    // An empty search is answered at once.
    page.send(Msg::Search(SearchMsg::Query(String::new())));
    assert!(!page.searching());
    // A search for names is answered at once, too, after the page has collected the names.
    page.file().look.list.columns().prepare();
    page.send(Msg::Search(SearchMsg::Query("task".into())));
    assert!(!page.searching());
    assert_eq!(page.listed(), page.expected("task", false));
    // The made-up names of types without a name make the search slow again.
    page.send(Msg::Search(SearchMsg::Derived(true)));
    assert!(page.searching());
    page.work();
    assert_eq!(page.listed(), page.expected("task", true));
    let pointer = |id: &TypeId| page.file().btf.get(*id).expect("it is there").kind() == Kind::Ptr;
    assert!(page.listed().iter().any(pointer));
}

#[test]
fn late_answers_are_dropped() {
    let mut page = Page::new();
    page.open(KERNEL);
    page.send(Msg::Search(SearchMsg::Query("size:>8".into())));
    page.send(Msg::Search(SearchMsg::Query("size:>80".into())));
    page.send(Msg::Search(SearchMsg::Query("size:>16".into())));
    // The first search runs, the second one is superseded before it is sent, and the third one waits.
    page.work();
    assert_eq!(page.listed(), page.expected("size:>16", false));
    page.send(Msg::Search(SearchMsg::Query("size:>8".into())));
    page.send(Msg::Search(SearchMsg::Query(String::new())));
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
    page.send(Msg::Search(SearchMsg::OwnOnly(false)));
    page.work();
    page.send(Msg::Search(SearchMsg::Query("size:>8".into())));
    page.work();
    assert!(page.listed().len() > page.expected("size:>8", false).len(), "types of the kernel");
    let sent = page.line.buffers();
    page.send(Msg::Files(FilesMsg::Switch(kernel)));
    page.send(Msg::Search(SearchMsg::Query("size:>8".into())));
    page.work();
    assert_eq!(page.line.buffers(), sent, "the kernel was there");
    assert_eq!(page.listed(), page.expected("size:>8", false));
    // After the kernel was closed, the module's base is sent again, but only to a new desk.
    page.send(Msg::Files(FilesMsg::Close(kernel)));
    page.send(Msg::Search(SearchMsg::Query("size:>4".into())));
    page.work();
    assert_eq!(page.session.current(), Some(module));
    assert_eq!(page.line.starts(), 1);
    let dead = page.book.died("out of memory", &page.session);
    assert!(dead.is_empty(), "nothing was asked");
    page.send(Msg::Search(SearchMsg::Query("size:>5".into())));
    page.work();
    assert_eq!(page.line.starts(), 2);
    assert!(page.listed().len() > 1 && !page.searching());
}

#[test]
fn search_goes_before_waiting_questions() {
    let mut page = Page::new();
    let id = page.open(SAMPLE);
    page.open(KERNEL);
    page.work();
    let files = &page.session;
    let digest = |id| Job::from(Digest { file: id });
    page.book.ask(digest(FileId(1)), files);
    page.book.ask(digest(FileId(2)), files);
    let search = Search { file: id, turn: 1, text: "size:>8".into(), options: Options::default() };
    page.book.ask(Job::Search(search), files);
    let mut order = Vec::new();
    while let Some(said) = page.line.work() {
        for message in said {
            for outcome in page.book.take(message, files) {
                order.push(match outcome {
                    Outcome::Done(_, Answer::Search(_)) => "search",
                    Outcome::Done(job, _) if *job == digest(FileId(1)) => "first",
                    _ => "second",
                });
            }
        }
    }
    assert_eq!(order, ["first", "search", "second"]);
}

/// If the search in a link to an open file is slow, it goes to the desk, like a search that is typed.
#[test]
fn the_slow_search_of_a_link_is_answered() {
    let mut page = Page::new();
    page.open(KERNEL);
    page.send(Msg::Search(SearchMsg::Query("size:>8".into())));
    page.work();
    let link = page.session.address().to_fragment();
    let found = page.listed();
    page.send(Msg::Search(SearchMsg::Query(String::new())));
    page.send(Msg::AddressChanged(link));
    assert!(page.searching());
    page.work();
    assert!(!page.searching());
    assert_eq!(page.listed(), found);
}
