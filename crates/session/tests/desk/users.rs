//! The users of a type.

use model::path::Path;
use model::used_by::Line;
use model::views::View;
use session::look::used_by::{NO_MATCH, NOT_CONTAINED, UNUSED, UsedByMsg};
use session::{BrowserHistory, Empty, Msg};

use crate::page::{KERNEL, Page};

#[test]
fn users_are_asked_for_when_the_view_is_shown() {
    let mut page = Page::new();
    page.open(KERNEL);
    let id = |page: &Page, name: &str| {
        let btf = &page.file().btf;
        btf.all_types().find(|t| t.name() == name).expect("it is there").id()
    };
    let list = id(&page, "list_head");
    page.send(Msg::GoTo(list, Path::root(), BrowserHistory::Push));
    assert!(page.session.used_by().of().is_none(), "not before it is asked");
    page.send(Msg::View(View::UsedBy));
    assert!(page.session.used_by().waits());
    assert_eq!(page.session.used_by().empty(), Some(Empty::Waits("Searching for users …")));
    page.work();
    assert_eq!(page.session.used_by().empty(), None);
    let lines = |page: &Page| -> Vec<String> {
        let used_by = page.session.used_by();
        let columns = page.file().look.list.columns();
        let line = |i| used_by.line(columns, i).expect("it is there");
        let text = |l: Line| format!("{} | {} | {} | {} | {}", l.usage.title(), l.name, l.part, l.offset, l.held);
        (0..used_by.rows().len()).map(|i| text(line(i)).trim_end().to_owned()).collect()
    };
    let all = lines(&page);
    assert!(all.contains(&"embedded in | struct task_struct | children | 24 |".to_owned()), "{all:#?}");
    assert!(all.contains(&"pointed to by | struct list_head | next | 0 | struct list_head *".to_owned()), "{all:#?}");
    let counts = page.session.used_by().counts();
    assert_eq!(counts.iter().map(|c| c.1).sum::<usize>(), all.len());
    page.send(Msg::UsedBy(UsedByMsg::How(Some(relate::Usage::Pointed))));
    assert!(lines(&page).iter().all(|l| l.starts_with("pointed to by")) && !lines(&page).is_empty());
    page.send(Msg::UsedBy(UsedByMsg::How(None)));
    page.send(Msg::UsedBy(UsedByMsg::Filter("no such".into())));
    assert_eq!(page.session.used_by().empty(), Some(Empty::Nothing(NO_MATCH)));
    page.send(Msg::UsedBy(UsedByMsg::Filter("CHILDREN".into())));
    assert_eq!(lines(&page).len(), 1);
    page.send(Msg::UsedBy(UsedByMsg::Step(1)));
    page.send(Msg::UsedBy(UsedByMsg::Open));
    let selection = page.session.selection().expect("it is there").clone();
    assert_eq!((selection.id, selection.path.0), (id(&page, "task_struct"), vec![5]));
    assert_eq!(page.session.view(), View::Layout);
    // Another type is selected now, so the desk is asked about it.
    page.send(Msg::View(View::UsedBy));
    page.work();
    assert_eq!(page.session.used_by().of(), Some(id(&page, "task_struct")));
    // The filter stayed.
    page.send(Msg::UsedBy(UsedByMsg::Filter(String::new())));
    page.send(Msg::UsedBy(UsedByMsg::Step(i64::MAX)));
    assert!(page.session.used_by().rows().chosen().is_some());
    let function = id(&page, "register_device");
    page.send(Msg::GoTo(function, Path::root(), BrowserHistory::Push));
    page.work();
    assert_eq!(lines(&page), [""; 0]);
    assert_eq!(page.session.used_by().empty(), Some(Empty::Nothing(UNUSED)));
    page.send(Msg::UsedBy(UsedByMsg::Deep(true)));
    page.work();
    assert_eq!(page.session.used_by().empty(), Some(Empty::Nothing(NOT_CONTAINED)));
}
