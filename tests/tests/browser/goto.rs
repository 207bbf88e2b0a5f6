//! The command box.

use tests::browser::Browser;

use crate::steps::{LANDING, choose, click_node, heading, no_errors, open_fixture, selected, show};

/// Opens the command box and types.
async fn goto(page: &Browser, text: &str) {
    page.press("Ctrl+K").await;
    page.by_role("combobox", "Go to").await;
    assert_eq!(page.focus().await, ("combobox".to_owned(), "Go to".to_owned()));
    page.type_text(text).await;
}

#[tokio::test]
pub async fn the_box_goes_to_types_fields_ids_and_commands() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "kernel.x86_64.btf").await;
    // After a type, a function or an id is typed, Enter goes to it.
    for (text, arrives) in
        [("net_device", "struct net_device"), ("sum_long", "func sum_long"), ("#12", "enum task_state")]
    {
        goto(&page, text).await;
        page.press("Enter").await;
        page.wait_for_none("combobox", "Go to").await;
        assert_eq!(heading(&page).await, arrives);
    }
    goto(&page, "task_struct.children").await;
    page.press("Enter").await;
    assert_eq!(heading(&page).await, "struct task_struct");
    assert_eq!(selected(&page, "treegrid", "Members").await, ["children"]);
    // Names of members are followed through their types.
    goto(&page, "net_device.list.prev").await;
    page.press("Enter").await;
    assert_eq!(heading(&page).await, "struct net_device");
    assert_eq!(selected(&page, "treegrid", "Members").await, ["prev"]);

    // The results are a listbox; arrows move in it, and `aria-activedescendant` of the input names the active row.
    goto(&page, "net_device").await;
    let options = page.rows("listbox", "Results").await;
    assert!(options.len() >= 2 && options[0].selected && !options[1].selected, "{options:?}");
    // The row below the name leads to its history, if the page has an atlas.
    for _ in 0..1 + usize::from(options[1].name.starts_with("history ")) {
        page.press("ArrowDown").await;
    }
    let options = page.rows("listbox", "Results").await;
    assert!(!options[0].selected, "{options:?}");
    let id = page.attribute("combobox", "Go to", "aria-activedescendant").await;
    let active = page.text_of(&format!("return document.getElementById('{id}').innerText")).await;
    assert!(active.contains("net_device_ops"), "{active}");
    page.screenshot("goto").await;
    page.press("Enter").await;
    assert_eq!(heading(&page).await, "struct net_device_ops");
    // A click works as well.
    goto(&page, "list_he").await;
    page.click_css("[aria-label=Results] [role=option]").await;
    assert_eq!(heading(&page).await, "struct list_head");

    // If nothing is found, the box says so, and Enter does nothing.
    goto(&page, "no_such_thing").await;
    page.wait_for_text("Nothing has that name here").await;
    page.press("Enter").await;
    page.press("Escape").await;
    page.wait_for_none("combobox", "Go to").await;
    assert_eq!(heading(&page).await, "struct list_head");

    // After `>`, the box finds commands.
    goto(&page, ">show the rec").await;
    page.press("Enter").await;
    assert_eq!(page.attribute("tab", "Code", "aria-selected").await, "true");
    let theme = || page.text_of("return document.documentElement.dataset.theme");
    let before = theme().await;
    goto(&page, ">theme").await;
    page.press("Enter").await;
    assert_ne!(theme().await, before);
    goto(&page, ">close this file").await;
    page.press("Enter").await;
    page.by_role("heading", LANDING).await;
    no_errors(&page).await;
}

#[tokio::test]
pub async fn what_is_at_an_offset_is_found_in_the_box_and_by_a_key() {
    let Some(page) = Browser::start().await else { return };
    // The offsets of task_struct's members in bytes, by tests/fixtures/src/kernel.h: state 0, pid 4, bits 8, parent 16,
    // children 24, comm 40, a union 56, usage 64.
    open_fixture(&page, "kernel.x86_64.btf").await;
    goto(&page, "task_struct+0x10").await;
    page.press("Enter").await;
    assert_eq!(heading(&page).await, "struct task_struct");
    assert_eq!(selected(&page, "treegrid", "Members").await, ["parent"]);
    // While a type is open, an offset alone is enough; all members of a union are listed.
    goto(&page, "0x38").await;
    let found = page.seen_in("listbox", "Results").await;
    assert!(found.contains("exit_code") && found.contains("exit_data"), "{found}");
    page.press("Escape").await;

    // `g` asks in Layout and in Tree. A line of the verifier's log is accepted as well.
    for (view, role, name, line, wanted) in [
        ("layout", "treegrid", "Members", "0x10", "parent"),
        ("tree", "tree", "Type tree", "r1 = *(u64 *)(r6 +16)", "parent"),
        ("layout", "treegrid", "Members", "28", "next"),
    ] {
        show(&page, "struct", "task_struct", view).await;
        page.focus_on(role, name).await;
        page.press("g").await;
        assert_eq!(page.focus().await, ("combobox".to_owned(), "Offset or line".to_owned()));
        assert_eq!(page.value_in("combobox", "Type").await, "task_struct");
        page.type_text(line).await;
        let found = page.seen_in("listbox", "What is there").await;
        assert!(found.contains(&format!(".{wanted}")), "{line}: {found}");
        page.press("Enter").await;
        page.wait_for_none("combobox", "Offset or line").await;
        assert_eq!(selected(&page, role, name).await, [wanted], "{line}");
    }
    // For an offset beyond the end, the box says so.
    page.press("g").await;
    page.type_text("0x1000").await;
    assert_eq!(page.rows("listbox", "What is there").await.len(), 0);
    page.wait_for_text("72").await;
    page.press("Escape").await;
    no_errors(&page).await;
}

#[tokio::test]
pub async fn members_and_enumerators_are_found_by_their_names_alone() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "kernel.x86_64.btf").await;
    goto(&page, "children").await;
    assert!(page.seen_in("listbox", "Results").await.starts_with("task_struct.children"));
    page.press("Enter").await;
    assert_eq!(heading(&page).await, "struct task_struct");
    assert_eq!(selected(&page, "treegrid", "Members").await, ["children"]);
    goto(&page, "TASK_WAITING").await;
    let found = page.seen_in("listbox", "Results").await;
    assert!(found.contains("TASK_WAITING") && found.contains("= 1 · task_state"), "{found}");
    page.press("Enter").await;
    assert_eq!(heading(&page).await, "enum task_state");
    assert_eq!(selected(&page, "treegrid", "Enumerators").await, ["TASK_WAITING"]);
    no_errors(&page).await;
}

#[tokio::test]
async fn single_letters_can_be_switched_off_and_never_act_in_inputs() {
    let Some(page) = Browser::start().await else { return };
    open_fixture(&page, "layout.clang.bpfel.o").await;
    show(&page, "struct", "holes", "layout").await;
    // In the search, letters are text.
    page.press("/").await;
    assert_eq!(page.focus().await, ("searchbox".to_owned(), "Search types".to_owned()));
    page.type_text("2?cD[").await;
    assert_eq!(page.value_in("searchbox", "Search types").await, "2?cD[");
    assert_eq!(page.attribute("tab", "Layout", "aria-selected").await, "true");
    page.press("Escape").await;
    page.click("row", "a").await;
    page.press("2").await;
    assert_eq!(page.attribute("tab", "Tree", "aria-selected").await, "true");

    goto(&page, ">single-letter").await;
    page.press("Enter").await;
    page.wait_for_text("Single-letter keys are off").await;
    click_node(&page, "b").await;
    for key in ["1", "/", "j", "Shift+D", "?"] {
        page.press(key).await;
        assert_eq!(page.attribute("tab", "Tree", "aria-selected").await, "true", "{key}");
        assert_eq!(page.focus().await.0, "tree", "{key}");
        assert_eq!(selected(&page, "tree", "Type tree").await, ["b"], "{key}");
    }
    assert_eq!(page.names("dialog").await.len(), 0);
    // The setting survives a reload. It can be changed in the help, which the menu opens, too.
    page.reload().await;
    choose(&page, "Menu", "Keys and help").await;
    let checkbox = page.by_role("checkbox", "enable single-letter keys").await;
    assert_eq!(checkbox.prop("checked").await.unwrap().as_deref(), Some("false"));
    page.click("checkbox", "enable single-letter keys").await;
    page.press("Escape").await;
    page.wait_for_none("dialog", "Keys and help").await;
    page.press("?").await;
    page.by_role("dialog", "Keys and help").await;
    page.screenshot("help").await;
    no_errors(&page).await;
}
