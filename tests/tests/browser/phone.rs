//! A phone: the header is visible and can be touched, and dialogs can be closed without a keyboard.

use serde_json::json;
use tests::browser::Browser;

use crate::steps::{THEME, choose, fixture, no_errors, on_kernels, open};

/// The buttons of the header that are not wholly in the window. Buttons that a phone has in a menu or the command box
/// instead do not count: the scratch pad, the list, Share, Add a file.
const OUTSIDE: &str = "return [...document.querySelectorAll('header > button:not([title^=Type])')].filter(b => !b.matches('.listbutton, .share, [popovertarget=addmenu]')).filter(b => { const r = b.getBoundingClientRect(); \
                       return r.width < 10 || r.left < 0 || r.top < 0 || r.right > innerWidth || r.bottom > innerHeight; }).map(b => b.textContent)";

#[tokio::test]
pub async fn the_header_is_in_sight_and_dialogs_have_a_cross() {
    let Some(page) = Browser::start().await else { return };
    page.resize(390, 844).await;
    page.open("").await;
    assert_eq!(page.js(OUTSIDE).await, json!([]), "on the start page");
    // With several files, the files' names scroll and the buttons stay. Buttons for which there is no room are in the
    // menu.
    let files = ["kernel.x86_64.btf", "layout.clang.bpfel.o", "net.gcc.s390x.o"].map(fixture);
    open(&page, &[&files[0], &files[1], &files[2]]).await;
    assert_eq!(page.js(OUTSIDE).await, json!([]), "with three files");
    assert_eq!(page.js("return document.documentElement.scrollWidth").await, json!(390));
    let chips = page.within("list", "Files", "return e.getBoundingClientRect().width").await.as_f64().unwrap();
    assert!(chips > 150.0, "{chips} pixels for the files");
    for hidden in ["Share", "Add a file"] {
        assert!(!page.has("button", hidden).await, "{hidden}");
    }
    choose(&page, "Menu", "Share a link to this view").await;
    page.by_role("dialog", "Share").await;
    page.click("button", "Close").await;
    page.wait_for_none("dialog", "Share").await;
    let theme = async || page.text_of("return document.documentElement.dataset.theme").await;
    let before = theme().await;
    choose(&page, "Menu", THEME).await;
    assert_ne!(theme().await, before);
    choose(&page, "Menu", "Keys and help").await;
    page.by_role("dialog", "Keys and help").await;
    page.click("button", "Close").await;
    page.wait_for_none("dialog", "Keys and help").await;
    // Dialogs without a title line have a button to close them, too.
    page.click("button", "Go to…").await;
    page.by_role("dialog", "Go to").await;
    page.click("button", "Close").await;
    page.wait_for_none("dialog", "Go to").await;
    for (command, dialog) in [("What is at an offset", "What is at an offset"), ("Go to a byte offset", "Go to offset")]
    {
        page.press("Ctrl+K").await;
        page.type_text(&format!(">{command}")).await;
        page.press("Enter").await;
        page.by_role("dialog", dialog).await;
        // The close button covers no field.
        let free = "const cross = [...e.querySelectorAll('button')].find(b => b.ariaLabel === 'Close').getBoundingClientRect(); \
                    return [...e.querySelectorAll('input, button:not([aria-label=Close])')].every(i => { const r = i.getBoundingClientRect(); \
                    return r.right <= cross.left || r.top >= cross.bottom; })";
        assert_eq!(page.within("dialog", dialog, free).await, json!(true), "{dialog}");
        page.click("button", "Close").await;
        page.wait_for_none("dialog", dialog).await;
    }
    no_errors(&page).await;
}

/// The overview of a program names its lists, and one touch opens them.
#[tokio::test]
pub async fn the_overview_of_a_program_leads_to_its_lists() {
    let Some(page) = Browser::start().await else { return };
    page.resize(390, 844).await;
    open(&page, &[&fixture("relo.clang.bpfel.o")]).await;
    let shown = async |tab: &str| page.attribute("tab", tab, "aria-selected").await == "true";
    assert!(shown("Overview").await);
    let names = page.names("button").await;
    let relocations = names.iter().find(|name| name.starts_with("CO-RE ")).expect("a way to the relocations");
    page.click("button", relocations).await;
    assert!(shown("List").await, "the list is in the first pane");
    page.by_role("listbox", "CO-RE relocations").await;
    page.click("tab", "Relocation").await;
    // The screen "Loads on" has two panes: the table is in the view, which says what to do first.
    page.click("tab", "List").await;
    on_kernels(&page, "Loads on").await;
    assert!(shown("Matrix").await);
    let hint = "return !!document.querySelector('.fits .prose')?.textContent";
    page.wait_for(hint, "a word on what to do first").await;
    assert_eq!(page.js("return document.documentElement.scrollWidth").await, json!(390));
    no_errors(&page).await;
}
