//! Used by: orders, names, and the settings that stay if another type is selected.

use model::used_by::Order;
use model::views::View;
use session::Msg;
use session::look::used_by::UsedByMsg;

use crate::Page;

impl Page {
    fn users(&self) -> Vec<String> {
        let used_by = self.session.used_by();
        let columns = self.session.file().expect("a file").look.list.columns();
        let lines = (0..used_by.rows().len()).filter_map(|i| used_by.line(columns, i));
        lines
            .map(|l| {
                format!(
                    "{}{} {} {}",
                    l.name,
                    if l.often > 1 { format!(" × {}", l.often) } else { String::new() },
                    l.part,
                    l.offset
                )
            })
            .collect()
    }
}

fn page(of: &str) -> Page {
    let mut page = Page::default();
    page.open("kernel.x86_64.btf");
    page.go(of);
    page.send(Msg::View(View::UsedBy));
    page
}

#[test]
fn users_have_the_requested_order() {
    let mut page = page("list_head");
    let by = |page: &mut Page, order| {
        page.send(Msg::UsedBy(UsedByMsg::Order(order)));
        page.users()
    };
    assert_eq!(
        by(&mut page, Order::How),
        [
            "struct task_struct children 24",
            "struct net_device list 16",
            "struct module list 0",
            "struct list_head next 0",
            "struct list_head prev 8",
        ]
    );
    let names: Vec<String> =
        by(&mut page, Order::Name).iter().map(|l| l.split(' ').nth(1).unwrap_or_default().to_owned()).collect();
    assert_eq!(names, ["list_head", "list_head", "module", "net_device", "task_struct"]);
    let offsets: Vec<u32> =
        by(&mut page, Order::Offset).iter().filter_map(|l| l.rsplit(' ').next()?.parse().ok()).collect();
    assert_eq!(offsets, [0, 0, 8, 16, 24]);
    let often = by(&mut page, Order::Count);
    assert_eq!(often[..2], ["struct list_head × 2 next 0", "struct list_head × 2 prev 8"]);
    assert!(by(&mut page, Order::Kind).len() == 5 && !page.users()[0].contains('×'));
}

#[test]
fn filter_and_order_stay_on_the_next_type() {
    let mut page = page("list_head");
    page.send(Msg::UsedBy(UsedByMsg::Filter("task".into())));
    page.send(Msg::UsedBy(UsedByMsg::Order(Order::Name)));
    page.send(Msg::UsedBy(UsedByMsg::How(Some(relate::Usage::Embedded))));
    assert_eq!(page.users(), ["struct task_struct children 24"]);
    // For a user without a name, the named type around it is shown, with the offset in that type (pahole: the union
    // is at 56).
    page.go("u64");
    let used_by = page.session.used_by();
    assert_eq!((used_by.text.as_str(), used_by.order), ("task", Order::Name));
    assert_eq!(page.users(), ["struct task_struct exit_code 56"]);
    // A filter by usage is dropped if the next type has no users of that usage.
    page.go("task_struct");
    page.send(Msg::UsedBy(UsedByMsg::Filter(String::new())));
    assert_eq!(page.session.used_by().usage, None);
    assert!(page.users().contains(&"struct task_struct parent 16".to_owned()), "{:?}", page.users());
}
