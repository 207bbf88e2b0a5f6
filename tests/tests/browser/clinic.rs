//! The log clinic, by keyboard: find the line, say the cause, choose a fix, see what the kernel said.

use tests::browser::Browser;

use crate::steps::no_errors;

/// Presses Tab until the element with this role and name has the focus.
async fn tab_to(page: &Browser, role: &str, name: &str) {
    for _ in 0..120 {
        let found = page.focus().await;
        if found.0 == role && found.1.contains(name) {
            return;
        }
        page.tap("Tab").await;
    }
    panic!("Tab does not come to {role} {name:?}");
}

/// How many lines of the log look like errors, and how many are explained.
async fn marked(page: &Browser) -> String {
    let marks = "return document.querySelectorAll('.lrow.wrong, .lrow [aria-invalid]').length + ' ' + \
        document.querySelectorAll('.meaning').length";
    page.text_of(marks).await
}

#[tokio::test]
async fn a_case_is_solved_by_keyboard() {
    let Some(page) = Browser::start().await else { return };
    page.open("v=1&learn=clinic:1").await;
    page.click("button", "Start the lesson").await;
    page.wait_within("group", "Task", "return /Show me/.test(e.innerText)").await;
    page.by_role("grid", "Lines of the log").await;
    assert_eq!(marked(&page).await, "0 0", "no line looks like an error, and none is explained");

    tab_to(&page, "grid", "Lines of the log").await;
    let done = "return document.querySelector('.task.done') ? 'done' : ''";
    let picked = "return document.querySelector('.logpane .whole')?.textContent ?? ''";
    for _ in 0..30 {
        page.press("ArrowDown").await;
        if page.text_of(picked).await.contains("invalid mem access") {
            break;
        }
    }
    assert!(page.text_of(picked).await.contains("invalid mem access"), "the keys come to the line");
    assert_eq!(page.text_of(done).await, "", "to pass over the line is not to choose it");
    assert_eq!(marked(&page).await, "0 0", "the line still looks like the others");
    page.press("Enter").await;
    assert_eq!(page.text_of(done).await, "done", "Enter chooses it");
    assert!(marked(&page).await.ends_with(" 1"), "now the line is explained");

    tab_to(&page, "button", "Next").await;
    page.press("Enter").await;
    page.wait_within("group", "Task", "return /Show the answer/.test(e.innerText)").await;
    assert_eq!(marked(&page).await, "0 0", "the next step covers the explanation again");
    tab_to(&page, "button", "a number is used").await;
    page.press("Enter").await;
    page.wait_within("group", "Task", "return /scalar/.test(e.innerText)").await;
    tab_to(&page, "button", "a pointer that may be NULL").await;
    page.press("Enter").await;
    page.wait_within("group", "Task", "return /Right/.test(e.innerText)").await;

    tab_to(&page, "button", "Next").await;
    page.press("Enter").await;
    page.wait_within("group", "Task", "return /Show me/.test(e.innerText)").await;
    tab_to(&page, "button", "after the addition").await;
    page.press("Enter").await;
    page.wait_within("group", "Task", "return /refuses it/.test(e.innerText) && /map_value_or_null/.test(e.innerText)")
        .await;
    assert!(page.focus().await.1.contains("after the addition"), "the focus stays at the choice");
    page.wait_for_text("count_late").await;
    tab_to(&page, "button", "before the addition").await;
    page.press("Enter").await;
    page.wait_within("group", "Task", "return /The kernel accepts it/.test(e.innerText)").await;
    no_errors(&page).await;
}
