//! The parts of a lesson's step are in sight: its question on every screen, its marked bytes on usual ones, its whole
//! text in the presentation on a projector. A step that is longer than the screen is scrolled before the next one is
//! shown.

use std::fs;

use lesson::{Entry, LESSONS};
use tests::browser::Browser;
use tests::extended;
use tests::fixture::project;

use crate::steps::{NONE, no_errors};

/// How much of an element is in sight, in percent: within the window and within all that scrolls or cuts off around it.
const PART: &str = "const part = e => { if (!e) return 100; const r = e.getBoundingClientRect(); \
    let [t, b, l, w] = [Math.max(r.top, 0), Math.min(r.bottom, innerHeight), Math.max(r.left, 0), Math.min(r.right, innerWidth)]; \
    for (let p = e.parentElement; p; p = p.parentElement) { if (getComputedStyle(p).overflow === 'visible') continue; \
      const q = p.getBoundingClientRect(); t = Math.max(t, q.top); b = Math.min(b, q.bottom); l = Math.max(l, q.left); w = Math.min(w, q.right); } \
    return 100 * Math.max(0, b - t) * Math.max(0, w - l) / (r.width * r.height || 1); };";

/// How many places of bytes each step of a lesson marks.
fn marks(lesson: &Entry) -> Vec<usize> {
    let path = project().join(format!("docs/lessons/{}.md", lesson.name));
    let read = lesson::parse(&fs::read_to_string(path).expect("a lesson")).expect("it is walked by other tests");
    read.steps.iter().map(|step| step.plan.marks.len()).collect()
}

/// Goes through the steps of a lesson as a person does, by Next. Returns the result of the script `finds` for each
/// step, with the step. In the script, `marks` is the number of places of bytes that the step marks.
async fn walk(page: &Browser, lesson: &Entry, deck: bool, finds: &str) -> Vec<String> {
    page.open(&format!("v=1&learn={}:1{}", lesson.name, if deck { "&deck=1" } else { "" })).await;
    page.click("button", "Start the lesson").await;
    let mut found = Vec::new();
    let marks = marks(lesson);
    let mut at = 1;
    loop {
        page.wait_for_text(&format!("step {at} of")).await;
        if page.has("group", "Task").await {
            page.wait_within("group", "Task", "return /Show (me|the answer)|Open the scratch pad/.test(e.innerText)")
                .await;
        }
        page.settle().await;
        let said = page.text_of(&format!("{PART} const marks = {}; {finds}", marks[at - 1])).await;
        if !said.is_empty() {
            found.push(format!("{}:{at} {said}", lesson.name));
        }
        if !page.has("button", "Next").await {
            return found;
        }
        page.click("button", "Next").await;
        at += 1;
    }
}

/// The lessons that are walked: the longest texts and some others; all in the extended run.
fn walked() -> impl Iterator<Item = &'static Entry> {
    let long = ["kfuncs", "dedup", "logs"];
    LESSONS
        .iter()
        .enumerate()
        .filter(move |(i, e)| i % extended::step(12) == 0 || long.contains(&e.name))
        .map(|(_, e)| e)
}

const QUESTION: &str = "const parts = [...document.querySelectorAll('#learn .task > p:first-child, #learn .task form')].map(part); \
    return parts.every(p => p > 90) ? '' : 'the question is out of sight'";

/// A script that says whether all marked bytes are out of sight. It finds nothing if the bytes are in a pane of their
/// own that is not shown, as in a narrow window.
const MARKS: &str = "const grid = document.querySelector('[role=grid][aria-label=Bytes]'); \
    const seen = [...document.querySelectorAll('.run.lesson')].map(part); \
    return !marks || !grid?.getClientRects().length || Math.max(0, ...seen) > 90 ? '' : 'the marked bytes are out of sight'";

/// Checks the window of 1280x720 that projectors have, and a narrower one.
#[tokio::test]
async fn marked_bytes_are_in_sight() {
    let Some(page) = Browser::start().await else { return };
    let mut found = Vec::new();
    for (width, height) in [(1280, 720), (1024, 768)] {
        page.resize(width, height).await;
        // In each of these two lessons, a marked word was once out of sight: the last word of a record, and a word in
        // another blob. The extended run walks all lessons.
        for lesson in LESSONS.iter().filter(|e| extended::is_extended() || ["core", "split"].contains(&e.name)) {
            let here = walk(&page, lesson, false, MARKS).await;
            found.extend(here.into_iter().map(|what| format!("{width}: {what}")));
        }
    }
    assert_eq!(found, NONE);
    no_errors(&page).await;
}

#[tokio::test]
async fn a_question_is_in_sight_also_at_200_percent() {
    let Some(page) = Browser::start().await else { return };
    let mut found = Vec::new();
    // The last one is a window of 1280x800 at 200 %.
    for (width, height) in [(1440, 900), (1280, 720), (1024, 768), (640, 400)] {
        page.resize(width, height).await;
        for lesson in walked() {
            let here = walk(&page, lesson, false, QUESTION).await;
            found.extend(here.into_iter().map(|what| format!("{width}: {what}")));
        }
    }
    assert_eq!(found, NONE);
    no_errors(&page).await;
}

#[tokio::test]
async fn a_step_of_the_presentation_is_on_the_projector_as_a_whole() {
    let Some(page) = Browser::start().await else { return };
    page.resize(1920, 1080).await;
    let whole = "const text = document.querySelector('.decked .ltext'); \
        return text.scrollHeight - text.clientHeight > 1 ? 'ends below the screen' : ''";
    let mut found = Vec::new();
    for lesson in walked() {
        found.extend(walk(&page, lesson, true, whole).await);
    }
    assert_eq!(found, NONE);
    no_errors(&page).await;
}

#[tokio::test]
async fn a_long_step_is_scrolled_before_it_is_turned() {
    let Some(page) = Browser::start().await else { return };
    // A window this low has no room for the step, however small the letters are.
    page.resize(1000, 420).await;
    page.open("v=1&learn=kfuncs:6&deck=1").await;
    page.click("button", "Start the lesson").await;
    page.wait_for_text("step 6 of").await;
    page.wait_within("group", "Task", "return /Show the answer/.test(e.innerText)").await;
    page.settle().await;
    let top = "return String(Math.round(document.querySelector('.decked .ltext').scrollTop))";
    let size = "return document.querySelector('.decked .ltext').style.getPropertyValue('--fit')";
    assert_eq!(page.text_of(size).await, "0.80", "a text that is scrolled anyway need not be small");
    let mut tops = vec![page.text_of(top).await];
    while !page.text_of("return document.querySelector('#learn').innerText").await.contains("step 7 of") {
        assert!(tops.len() < 12, "Space does not come to the end: {tops:?}");
        page.press(" ").await;
        page.settle().await;
        tops.push(page.text_of(top).await);
    }
    assert!(tops.len() > 2, "it was read in parts: {tops:?}");
    assert_eq!(tops.last().map(String::as_str), Some("0"), "the next step begins at its top");
    // Back to the long step, and up: at the top, Page Up goes to the step before.
    page.press("PageUp").await;
    page.wait_for_text("step 6 of").await;
    page.press("PageDown").await;
    page.settle().await;
    assert_ne!(page.text_of(top).await, "0");
    page.press("PageUp").await;
    page.settle().await;
    assert_eq!(page.text_of(top).await, "0");
    page.wait_for_text("step 6 of").await;
    no_errors(&page).await;
}
