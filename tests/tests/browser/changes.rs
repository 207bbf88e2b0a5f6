//! The comparison of two whole files, fields in all open files, and paths between types.

use tests::browser::Browser;

use crate::steps::{fixture, heading, lose_files, more, no_errors, open, open_fixture, show, show_member};

#[tokio::test]
pub async fn all_that_differs_is_listed_and_walked() {
    let Some(page) = Browser::start().await else { return };
    open(&page, &[&fixture("relo-old.bpfel.btf"), &fixture("relo-new.bpfel.btf")]).await;
    more(&page, "Changes").await;
    page.by_role("listbox", "Changed types").await;
    let all = page.rows("listbox", "Changed types").await.len();
    assert!(all > 10, "{all}");
    page.click("searchbox", "Search changed types").await;
    page.type_text("lost").await;
    page.wait_for_rows("listbox", "Changed types", |rows| rows < 5).await;
    let names: Vec<String> = page.rows("listbox", "Changed types").await.into_iter().map(|r| r.name).collect();
    assert!(names.contains(&"struct lost_member: 4 changes, refused at load".to_owned()), "{names:?}");
    page.click("option", "struct lost_member: 4 changes, refused at load").await;
    page.by_role("listbox", "Side by side").await;
    assert_eq!(heading(&page).await, "struct lost_member");
    // Keys choose a removed type, which is then shown in the file that has it.
    page.click("button", "Clear the search").await;
    let removed = page.texts("[aria-label='What became of them'] button").await;
    let chip = removed.iter().find(|c| c.starts_with("removed")).expect("a chip").clone();
    page.click("button", &chip).await;
    page.focus_on("listbox", "Changed types").await;
    page.press("Home").await;
    page.wait_for_text("has no type of this name and kind").await;
    assert!(page.fragment().await.contains("&f=target,sha256:"), "{}", page.fragment().await);
    page.screenshot("changes").await;
    page.click("tab", "Types").await;
    page.by_role("listbox", "Types").await;
    no_errors(&page).await;
}

#[tokio::test]
async fn a_link_and_back_keep_the_list_open() {
    let Some(page) = Browser::start().await else { return };
    let files = [fixture("relo-old.bpfel.btf"), fixture("relo-new.bpfel.btf")];
    open(&page, &[&files[0], &files[1]]).await;
    show(&page, "struct", "lost_member", "layout").await;
    more(&page, "Changes").await;
    page.by_role("listbox", "Changed types").await;
    page.wait_for("return location.hash.includes('f=old,sha256:')", "both digests").await;
    let link = page.fragment().await;
    assert!(link.ends_with("&changes=1"), "{link}");
    page.back().await;
    page.by_role("listbox", "Types").await;
    assert!(!page.fragment().await.contains("changes"), "{}", page.fragment().await);
    page.forward().await;
    page.by_role("listbox", "Changed types").await;
    lose_files(&page).await;
    page.reload().await;
    page.wait_for_text(
        "You were looking at struct lost_member of relo-new.bpfel.btf beside that of relo-old.bpfel.btf",
    )
    .await;
    page.drop_files(&[&files[1]]).await;
    page.wait_for_text("This link compares with relo-old.bpfel.btf, which is not open").await;
    page.by_role("listbox", "Types").await;
    page.drop_files(&[&files[0]]).await;
    page.by_role("listbox", "Changed types").await;
    assert_eq!(heading(&page).await, "struct lost_member");
    no_errors(&page).await;
}

#[tokio::test]
async fn a_field_is_found_in_all_files() {
    let Some(page) = Browser::start().await else { return };
    open(&page, &[&fixture("relo-old.bpfel.btf"), &fixture("relo-new.bpfel.btf")]).await;
    show_member(&page, "struct", "lost_member", "layout", "kept").await;
    page.focus_on("treegrid", "Members").await;
    page.press("f").await;
    page.by_role("heading", "Fields in all open files").await;
    page.by_role("table", "Fields").await;
    let rows = page.texts("table[aria-label=Fields] tbody tr").await;
    assert_eq!(rows, ["lost_member.kept 0 · 4 B int 8 · 4 B int ≠ differs from relo-old.bpfel.btf"]);
    // In the text field, letters are text and not keys.
    page.click("textbox", "Fields, one per line or separated by commas").await;
    page.press("Ctrl+End").await;
    page.type_text(", lost_member.state").await;
    page.wait_for_text("absent: no member “state”").await;
    page.by_role("button", "Save as CSV").await;
    page.screenshot("fields").await;
    // The view has an address, and Back returns to it.
    assert!(page.fragment().await.contains("&fields=lost_member.kept,lost_member.state"), "{}", page.fragment().await);
    page.click("tab", "Types").await;
    page.by_role("heading", "struct lost_member").await;
    page.back().await;
    page.by_role("heading", "Fields in all open files").await;
    page.click("tab", "Types").await;
    // The view also opens from the command box.
    page.press("Ctrl+K").await;
    page.type_text(">fields").await;
    page.press("Enter").await;
    page.by_role("heading", "Fields in all open files").await;
    no_errors(&page).await;
}

#[tokio::test]
async fn paths_to_a_type_lead_to_the_tree() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "kernel.x86_64.btf").await;
    show(&page, "struct", "task_struct", "users").await;
    page.click("combobox", "Find paths to").await;
    page.type_text("list_h").await;
    // Names are completed with the results of the search.
    page.wait_for(
        "return [...document.querySelectorAll('datalist option')].some(o => o.value === 'list_head')",
        "list_head offered",
    )
    .await;
    page.type_text("ead").await;
    page.press("Enter").await;
    page.by_role("heading", "Paths to struct list_head").await;
    page.wait_for_text("struct task_struct 0:5 children @ 24").await;
    page.click("button", "task->children").await;
    page.by_role("tree", "Type tree").await;
    assert!(page.fragment().await.ends_with("&view=tree&m=children"), "{}", page.fragment().await);
    page.back().await;
    page.by_role("listbox", "Users").await;
    no_errors(&page).await;
}

#[tokio::test]
async fn changes_are_limited_to_what_the_program_uses() {
    let Some(page) = Browser::start().await else { return };
    let files = ["relo-old.bpfel.btf", "relo-new.bpfel.btf", "relo.clang.bpfel.o"].map(fixture);
    open(&page, &[&files[0], &files[1]]).await;
    page.browse(&[&files[2]]).await;
    page.by_role("heading", "relo.clang.bpfel.o").await;
    page.click("button", "…new.bpfel.btf raw").await;
    page.by_role("heading", "relo-new.bpfel.btf").await;
    more(&page, "Changes").await;
    page.by_role("listbox", "Changed types").await;
    let buttons = page.names("button").await;
    let chip = buttons.iter().find(|name| name.starts_with("used by relo.clang.bpfel.o ")).expect("a chip");
    page.click("button", chip).await;
    let count = chip.rsplit(' ').next().unwrap_or_default().to_owned();
    page.wait_for_text(&format!("{count} of ")).await;
    let sort = "e.selectedIndex = 2; e.dispatchEvent(new Event('change', {bubbles: true}))";
    page.within("combobox", "Sort changes by", sort).await;
    assert_eq!(page.value_in("combobox", "Sort changes by").await, "2");
    page.screenshot("changes-used").await;
    no_errors(&page).await;
}
