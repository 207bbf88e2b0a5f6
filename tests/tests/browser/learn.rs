//! The lessons: one walked to its end by keyboard, a link into a step, a person's own lesson, small screens, what the
//! page stores, and no barriers.

use tests::browser::{Browser, Theme};

use crate::steps::{NONE, Scratch, no_errors};

/// Presses Tab until the element with this role and name has the focus; gives up after 100 presses.
async fn tab_to(page: &Browser, role: &str, name: &str) {
    for _ in 0..100 {
        let found = page.focus().await;
        if found.0 == role && found.1.starts_with(name) {
            assert!(page.focus_is_visible().await, "the focus on {found:?} is not seen");
            return;
        }
        page.tap("Tab").await;
    }
    panic!("Tab does not come to {role} {name:?}");
}

/// The heading of the current step.
async fn step(page: &Browser) -> String {
    page.within("region", "Learn", "return e.querySelector('h2').innerText")
        .await
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

/// The class of the message about the task: `good` or `bad`; empty when there is no message.
async fn task_class(page: &Browser) -> String {
    let class = "const message = e.querySelector('[role=status]'); return message?.innerText ? message.className : ''";
    page.within("region", "Learn", class).await.as_str().unwrap_or_default().to_owned()
}

/// The parts of the page that the step hides because they would give the answer away, as words.
async fn covered(page: &Browser) -> String {
    page.text_of("return document.querySelector('[data-covered]')?.dataset.covered ?? ''").await
}

async fn wait_for_step(page: &Browser, number: usize) {
    page.wait_for_text(&format!("step {number} of 9")).await;
    // The button to show the answer appears when the desk has computed it.
    page.wait_within("group", "Task", "return /Show (me|the answer)/.test(e.innerText)").await;
    assert_eq!(page.focus().await.0, "heading", "the focus goes to the step's heading");
}

async fn next(page: &Browser, number: usize) {
    tab_to(page, "button", "Next").await;
    page.press("Enter").await;
    wait_for_step(page, number).await;
}

async fn answer(page: &Browser, typed: &str) {
    tab_to(page, "textbox", "Answer").await;
    page.type_text(typed).await;
    page.press("Enter").await;
}

/// Goes to an offset in the bytes pane.
async fn go_to_byte(page: &Browser, offset: &str) {
    tab_to(page, "grid", "Bytes").await;
    page.press("g").await;
    page.type_text(offset).await;
    page.press("Enter").await;
}

#[tokio::test]
pub async fn a_lesson_is_walked_by_keyboard_alone() {
    let Some(page) = Browser::start().await else { return };
    page.open("").await;
    page.press("Shift+L").await;
    assert_eq!(page.focus().await, ("heading".to_owned(), "Lessons".to_owned()));
    page.by_role("region", "Learn").await;
    tab_to(&page, "button", "A blob, byte by byte").await;
    page.press("Enter").await;
    wait_for_step(&page, 1).await;
    assert_eq!(step(&page).await, "Three types in a few bytes");
    assert_eq!(task_class(&page).await, "");
    page.press("Ctrl+K").await;
    page.type_text("line").await;
    page.press("Enter").await;
    page.by_role("heading", "struct line").await;
    assert_eq!(task_class(&page).await, "good");

    // A wrong answer is called wrong, a hint is shown, and the right answer is called right.
    next(&page, 2).await;
    answer(&page, "7").await;
    assert_eq!(task_class(&page).await, "bad");
    tab_to(&page, "button", "Hint").await;
    page.press("Enter").await;
    let hints = page.texts("[aria-label=Task] p.dim").await;
    assert_eq!(hints.iter().filter(|text| text.starts_with("Hint: ")).count(), 1, "one hint: {hints:?}");
    assert_eq!(page.focus().await.0, "button", "the focus stays after the last hint");
    assert_eq!(covered(&page).await, "inspector", "a wrong answer uncovers nothing");
    // The bytes that the step is about are marked, and their accessible names say so.
    let cells = page.names("gridcell").await;
    assert!(cells.iter().any(|name| name.ends_with(", in the lesson")), "{cells:?}");
    page.fill("textbox", "Answer", "").await;
    answer(&page, "0").await;
    assert_eq!(task_class(&page).await, "good");
    for (number, typed) in [(3, "0x18"), (4, "112"), (5, "3")] {
        next(&page, number).await;
        answer(&page, typed).await;
        assert_eq!(task_class(&page).await, "good", "{number}");
    }
    next(&page, 6).await;
    // The name begins at byte 117: 24 bytes of header, 88 of types, and offset 5 in the strings.
    go_to_byte(&page, "0x75").await;
    assert_eq!(task_class(&page).await, "good");
    for (number, typed) in [(7, "1"), (8, "32 bits")] {
        next(&page, number).await;
        answer(&page, typed).await;
        assert_eq!(task_class(&page).await, "good", "{number}");
    }
    next(&page, 9).await;
    go_to_byte(&page, "12").await;
    assert_eq!(task_class(&page).await, "good");
    tab_to(&page, "button", "Finish").await;
    page.press("Enter").await;
    assert_eq!(page.focus().await, ("heading".to_owned(), "Lessons".to_owned()));
    let buttons = page.names("button").await;
    assert!(buttons.iter().any(|b| b.starts_with("A blob, byte by byte") && b.ends_with("✓ done")), "{buttons:?}");
    page.press("Shift+L").await;
    assert!(!page.has("region", "Learn").await);
    no_errors(&page).await;
}

#[tokio::test]
pub async fn a_link_leads_to_a_step_and_loads_nothing_by_itself() {
    let Some(page) = Browser::start().await else { return };
    page.open("v=1&learn=blob:3").await;
    assert_eq!(step(&page).await, "A blob, byte by byte");
    assert_eq!(page.names("listitem").await.iter().filter(|name| name.contains("first")).count(), 0);
    page.click("button", "Start the lesson").await;
    wait_for_step(&page, 3).await;
    assert_eq!(step(&page).await, "How long the header is");
    assert!(page.fragment().await.contains("learn=blob:3"), "{}", page.fragment().await);
    page.click("button", "Back").await;
    wait_for_step(&page, 2).await;
    assert!(page.fragment().await.contains("learn=blob:2"), "{}", page.fragment().await);
    // The browser's own Back leads to the step that was shown before: step 3.
    page.back().await;
    wait_for_step(&page, 3).await;
    page.click("button", "Show the answer").await;
    let task = page.text_in("group", "Task").await;
    assert!(task.contains("24"), "{task}");
    page.open("v=1&learn=no-such:1").await;
    page.wait_for_text("no-such").await;
    no_errors(&page).await;
}

const OWN: &str = "---\ntitle: Mine\nsample: first.btf\n---\n\n## Only <b>one</b>\n\nText with `code`.\n\n```lesson\nask: How many?\nanswer: types\n```\n";

#[tokio::test]
async fn lessons_of_ones_own_are_opened_like_files() {
    let Some(page) = Browser::start().await else { return };
    let scratch = Scratch::new();
    page.open("").await;
    page.drop_file(&scratch.file("mine.md", OWN.as_bytes())).await;
    page.wait_for_text("step 1 of 1").await;
    // HTML in a lesson is shown as text, and nothing is loaded before a click.
    assert_eq!(step(&page).await, "Only <b>one</b>");
    assert!(!page.has("button", "Close first.btf").await);
    page.click("button", "Load the samples").await;
    page.by_role("button", "Close first.btf").await;
    page.wait_within("group", "Task", "return /Show (me|the answer)/.test(e.innerText)").await;
    page.click("textbox", "Answer").await;
    page.type_text("3").await;
    page.press("Enter").await;
    assert_eq!(task_class(&page).await, "good");
    // A lesson with an error is refused, and the message names the line of the error. The previous lesson stays open.
    let broken = OWN.replace("answer: types", "answer: 3");
    page.drop_file(&scratch.file("broken.md", broken.as_bytes())).await;
    page.wait_for_alert("Line 12").await;
    let alerts = page.names("alert").await;
    assert!(alerts.len() == 1 && alerts[0].contains("broken.md"), "{alerts:?}");
    assert_eq!(step(&page).await, "Only <b>one</b>");
    page.click("button", "Dismiss the problem of broken.md").await;
    assert_eq!(page.names("alert").await, NONE);
    no_errors(&page).await;
}

#[tokio::test]
async fn the_panel_has_no_barriers() {
    let Some(page) = Browser::start().await else { return };
    for (theme, word) in [(Theme::Dark, "dark"), (Theme::Light, "light")] {
        page.prefer(theme, true).await;
        page.resize(1440, 900).await;
        page.open("v=1&learn=blob:2").await;
        page.click("button", "Start the lesson").await;
        wait_for_step(&page, 2).await;
        let Some(mut found) = page.axe(&[]).await else {
            return tests::skip("axe-core is not installed; `cargo xtask test` installs it where there is npm");
        };
        page.screenshot(&format!("learn-{word}")).await;
        page.click("button", "Show the answer").await;
        page.click("button", "Hint").await;
        found.extend(page.axe(&[]).await.unwrap());
        // In a narrow window, the lesson is below the pane.
        page.resize(800, 900).await;
        page.by_role("region", "Learn").await;
        page.by_role("tab", "Inspector").await;
        let width = page.js("return document.documentElement.scrollWidth").await;
        assert_eq!(width, serde_json::json!(800));
        page.screenshot(&format!("learn-narrow-{word}")).await;
        found.extend(page.axe(&[]).await.unwrap());
        page.click("button", "All lessons").await;
        found.extend(page.axe(&[]).await.unwrap());
        assert_eq!(found, NONE, "{word}");
    }
    no_errors(&page).await;
}

/// On a projector, and on a desktop at 200 %: the lesson and the pane it talks about are both in view, and nothing is
/// cut off at the side.
#[tokio::test]
async fn a_lesson_fits_beside_its_pane_on_small_screens() {
    let Some(page) = Browser::start().await else { return };
    for (width, height) in [(1024, 768), (720, 450)] {
        page.resize(width, height).await;
        page.open("v=1&learn=blob:2").await;
        page.click("button", "Start the lesson").await;
        wait_for_step(&page, 2).await;
        // This step is about a byte.
        let seen = "const r = e.getBoundingClientRect(); return r.width >= 200 && r.height >= 60 && r.left >= 0 && \
                    r.right <= innerWidth && r.top >= 0 && r.top + 60 <= innerHeight";
        for (role, name) in [("region", "Learn"), ("grid", "Bytes")] {
            assert_eq!(page.within(role, name, seen).await, serde_json::json!(true), "{width}: {name}");
        }
        assert_eq!(page.js("return document.documentElement.scrollWidth <= innerWidth").await, serde_json::json!(true));
        page.screenshot(&format!("learn-{width}")).await;
    }
    no_errors(&page).await;
}

/// A phone shows one pane: the one that the step is about.
#[tokio::test]
pub async fn a_step_shows_its_pane_on_a_narrow_screen() {
    let Some(page) = Browser::start().await else { return };
    page.resize(390, 844).await;
    page.open("v=1&learn=blob:2").await;
    page.click("button", "Start the lesson").await;
    wait_for_step(&page, 2).await;
    // This step is about a byte.
    assert_eq!(page.attribute("tab", "Inspector", "aria-selected").await, "true");
    page.by_role("grid", "Bytes").await;
    page.screenshot("learn-phone-bytes").await;
    // If the person has opened another pane, the next step opens its own pane again.
    page.click_css("[role=tablist][aria-label=Panes] [role=tab]:nth-child(2)").await;
    page.click("button", "Next").await;
    wait_for_step(&page, 3).await;
    assert_eq!(page.attribute("tab", "Inspector", "aria-selected").await, "true");
    // A link to the step can be copied.
    page.allow_clipboard().await;
    page.click("button", "Copy a link to this step").await;
    page.by_role("button", "✓ Copied").await;
    let link = page.clipboard().await;
    assert!(link.ends_with("#v=1&learn=blob:3"), "{link}");
    no_errors(&page).await;
}

/// The progress survives a reload, which shows the same step. A person can copy the results, and delete them.
#[tokio::test]
pub async fn what_was_done_is_kept_and_a_reload_lands_in_the_step() {
    let Some(page) = Browser::start().await else { return };
    page.open("v=1&learn=blob:2").await;
    page.click("button", "Start the lesson").await;
    wait_for_step(&page, 2).await;
    answer(&page, "7").await;
    page.fill("textbox", "Answer", "").await;
    answer(&page, "0").await;
    // Enter once more goes to the next step.
    page.press("Enter").await;
    wait_for_step(&page, 3).await;
    page.click("button", "Show the answer").await;
    let before = page.fragment().await;
    page.reload().await;
    wait_for_step(&page, 3).await;
    assert_eq!(page.fragment().await, before);
    assert_eq!(step(&page).await, "How long the header is");
    let steps = page.names("button").await;
    assert!(steps.contains(&"Step 3, How long the header is: shown".to_owned()), "{steps:?}");
    assert!(steps.iter().any(|b| b.starts_with("Step 2,") && b.ends_with(": answered")), "{steps:?}");
    page.click("button", "All lessons").await;
    page.by_role("button", "Continue: A blob, byte by byte, step 3").await;
    page.allow_clipboard().await;
    page.click("button", "Copy my results").await;
    page.by_role("button", "✓ Copied").await;
    let results = page.clipboard().await;
    assert!(results.contains("A blob, byte by byte (blob), last on "), "{results}");
    assert!(results.contains("1 of 9 tasks answered, 1 shown\n  answered: 2 (2 tries)\n  shown:    3\n"), "{results}");
    // Deleting asks for confirmation.
    page.click("button", "Delete my progress").await;
    page.click("button", "Delete").await;
    page.reload().await;
    page.press("Shift+L").await;
    page.by_role("heading", "Lessons").await;
    assert!(!page.names("button").await.iter().any(|b| b.starts_with("Continue")), "it is forgotten");
    no_errors(&page).await;
}

/// If the browser refuses to store the progress, lessons work, and the page says that it is not stored.
#[tokio::test]
async fn a_store_that_refuses_is_said() {
    let Some(page) = Browser::start().await else { return };
    page.open("").await;
    page.js("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }").await;
    page.press("Shift+L").await;
    let buttons = page.names("button").await;
    let blob = buttons.iter().find(|b| b.starts_with("A blob, byte by byte")).expect("the lesson").clone();
    page.click("button", &blob).await;
    wait_for_step(&page, 1).await;
    page.css(".lkept").await;
    page.press("n").await;
    wait_for_step(&page, 2).await;
    no_errors(&page).await;
}

#[tokio::test]
pub async fn a_step_alone_is_turned_by_keys() {
    let Some(page) = Browser::start().await else { return };
    page.open("v=1&learn=blob:2&deck=1").await;
    page.click("button", "Start the lesson").await;
    wait_for_step(&page, 2).await;
    assert!(page.fragment().await.ends_with("&learn=blob:2&deck=1"), "{}", page.fragment().await);
    // Only the step and the bytes that it is about are visible.
    assert!(!page.has("banner", "").await && !page.has("searchbox", "Filter the types").await);
    page.by_role("grid", "Bytes").await;
    // The values of the bytes are covered until Enter is pressed.
    let values = "return e.querySelector('dl') ? getComputedStyle(e.querySelector('dl')).visibility : ''";
    assert_eq!(page.within("region", "Fields of the bytes", values).await, "hidden");
    assert_eq!(covered(&page).await, "inspector");
    page.press("Enter").await;
    page.wait_within("region", "Fields of the bytes", &values.replace(" : ''", " === 'visible' : false")).await;
    page.press("ArrowRight").await;
    wait_for_step(&page, 3).await;
    page.press("ArrowLeft").await;
    wait_for_step(&page, 2).await;
    // On a projector, few bytes fit below a view. At least one byte that the step marks is among them.
    page.resize(1024, 768).await;
    page.open("v=1&learn=blob:6&deck=1").await;
    page.click("button", "Start the lesson").await;
    wait_for_step(&page, 6).await;
    page.wait_within(
        "grid",
        "Bytes",
        "const pane = e.getBoundingClientRect(); const marked = [...e.querySelectorAll('[aria-label$=\", in the lesson\"]')]; \
         return marked.length > 0 && marked.some(cell => { const r = cell.getBoundingClientRect(); \
         return r.top >= pane.top && r.bottom <= pane.bottom; })",
    )
    .await;
    page.resize(1440, 900).await;
    page.open("v=1&learn=blob:2&deck=1").await;
    page.click("button", "Start the lesson").await;
    wait_for_step(&page, 2).await;
    page.press("Escape").await;
    page.by_role("button", "All lessons").await;
    assert!(page.fragment().await.ends_with("&learn=blob:2"), "{}", page.fragment().await);
    no_errors(&page).await;
}

/// The page for teachers is beside this one, and its links lead into steps.
#[tokio::test]
pub async fn the_course_leads_into_steps() {
    let Some(page) = Browser::start().await else { return };
    page.open("").await;
    page.click("button", "Learn").await;
    assert_eq!(page.attribute("link", "a course of sessions and exercises", "href").await, "lessons/course.html");
    page.js("location.href = 'lessons/course.html'").await;
    page.wait_for("return document.title.startsWith('A course')", "the course").await;
    page.click("link", "blob, step 9").await;
    page.wait_for_text("step 9").await;
    no_errors(&page).await;
}
