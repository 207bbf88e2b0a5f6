//! Printed text: C with links, and the record as bpftool prints it. And the digits that choose tabs.

use tests::browser::Browser;

use crate::steps::{choose, heading, no_errors, open_fixture, show};

/// The printed text.
async fn code(page: &Browser) -> String {
    page.text_of("return document.querySelector('[role=tabpanel] pre')?.textContent ?? ''").await
}

#[tokio::test]
pub async fn c_is_linked_and_can_be_copied() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "kernel.x86_64.btf").await;
    page.allow_clipboard().await;
    show(&page, "struct", "task_struct", "c").await;
    let text = code(&page).await;
    let folded = text.split_whitespace().collect::<Vec<_>>().join(" ");
    // The struct of kernel.h, except for the names of basic types.
    let expected = "struct task_struct { enum task_state state; int pid; u32 on_cpu: 1; u32 policy: 5; \
                    struct task_struct *parent; struct list_head children; char comm[16]; \
                    union { u64 exit_code; void *exit_data; }; atomic_t usage; };";
    assert_eq!(folded, expected);
    page.click("button", "Copy").await;
    assert_eq!(page.clipboard().await.trim(), text.trim());
    page.screenshot("c").await;

    // The other format also has the types that the struct needs, each before its first use.
    choose(&page, "Format", "C with dependencies").await;
    let text = code(&page).await;
    let at = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part:?} is missing: {text}"));
    let order = [at("struct list_head {"), at("enum task_state {"), at("} atomic_t;")];
    let own = at("struct task_struct {");
    assert!(order.iter().all(|&at| at < own), "{text}");
    assert!(at("TASK_STOPPED = -1") < own);
    choose(&page, "Format", "C").await;

    // Names of types are links.
    page.click("link", "list_head").await;
    assert_eq!(heading(&page).await, "struct list_head");
    assert_eq!(page.attribute("tab", "Code", "aria-selected").await, "true");
    no_errors(&page).await;
}

/// The output of `bpftool btf dump file module.s390x.ko -B kernel.s390x.btf format raw`, bpftool 7.1. As JSON it is in
/// tests/fixtures/ref.
const FIXTURE_DEVICE: &str = "[47] STRUCT 'fixture_device' size=88 vlen=7
\t'device' type_id=24 bits_offset=0
\t'mode' type_id=46 bits_offset=384
\t'owner' type_id=16 bits_offset=448
\t'hidden' type_id=49 bits_offset=512
\t'short_flags' type_id=41 bits_offset=576 bitfield_size=3
\t'long_flags' type_id=41 bits_offset=579 bitfield_size=5
\t'queue' type_id=50 bits_offset=592";

/// bpftool's output for an enum of layout.clang.bpfeb.o.
const BIT_SIGNED: &str = "[26] ENUM 'bit_signed' encoding=SIGNED size=4 vlen=2
\t'BIT_MINUS' val=-1
\t'BIT_ZERO' val=0";

#[tokio::test]
pub async fn a_record_is_what_bpftool_prints() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "kernel.s390x.btf").await;
    page.browse(&[&crate::steps::fixture("module.s390x.ko")]).await;
    show(&page, "struct", "fixture_device", "record").await;
    assert_eq!(code(&page).await.trim_end(), FIXTURE_DEVICE);
    page.screenshot("record").await;
    // Every id is a link; here to a type of the kernel.
    page.click("link", "24").await;
    assert_eq!(heading(&page).await, "struct net_device");
    open_fixture(&page, "layout.clang.bpfeb.o").await;
    show(&page, "enum", "bit_signed", "record").await;
    assert_eq!(code(&page).await.trim_end(), BIT_SIGNED);
    no_errors(&page).await;
}

#[tokio::test]
pub async fn digits_and_clicks_choose_the_view() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "layout.clang.bpfel.o").await;
    show(&page, "struct", "outer", "layout").await;
    page.click("row", "inner").await;
    // Graph and Compare have the digits 3 and 6.
    for (digit, tab, word) in [
        ("2", "Tree", "tree"),
        ("5", "Used by", "users"),
        ("4", "Code", "c"),
        ("8", "Values", "values"),
        ("1", "Layout", "layout"),
    ] {
        page.press(digit).await;
        assert_eq!(page.attribute("tab", tab, "aria-selected").await, "true", "{digit}");
        let fragment = page.fragment().await;
        assert!(fragment.contains(&format!("view={word}")) && fragment.contains("m=inner"), "{fragment}");
        assert_eq!(page.attribute("tabpanel", tab, "id").await, "view");
    }
    page.click("tab", "Tree").await;
    page.by_role("tree", "Type tree").await;
    // In the tab list, an arrow goes to the next tab.
    page.press("ArrowRight").await;
    assert_eq!(page.focus().await, ("tab".to_owned(), "Graph".to_owned()));
    assert!(page.fragment().await.contains("view=graph"));
    page.press("Home").await;
    assert!(page.fragment().await.contains("view=layout"));
    // Choosing another type keeps the view.
    page.press("2").await;
    show(&page, "struct", "nested", "tree").await;
    page.by_role("tree", "Type tree").await;
    no_errors(&page).await;
}
