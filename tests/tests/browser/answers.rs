//! The page does not show the answer to a lesson's question before the person has answered it.

use lesson::LESSONS;
use tests::browser::Browser;
use tests::extended;

use crate::steps::no_errors;

/// Steps whose question asks to find something on the screen, by lesson and step from 1: nothing is covered there.
const LOOKED_UP: &[(&str, usize)] = &[
    ("why", 2),
    ("why", 3),
    ("why", 6),
    ("strings", 7),
    ("kernel", 3),
    ("kernel", 4),
    ("split", 1),
    ("ext", 8),
    ("core", 2),
    ("maps", 1),
    ("maps", 8),
    ("vmlinux", 2),
    ("vmlinux", 3),
    ("vmlinux", 7),
    ("vmlinux", 8),
    ("kfuncs", 1),
    ("kfuncs", 3),
    ("kfuncs", 5),
    ("kfuncs", 6),
    ("kfuncs", 10),
    ("verdict", 2),
    ("verdict", 3),
    ("dedup", 2),
    ("dedup", 4),
    ("dedup", 7),
    ("logs", 6),
    ("elf", 1),
    ("elf", 7),
    ("elf", 8),
    ("calls", 2),
    ("calls", 5),
    ("fields", 4),
    ("langs", 1),
];

/// Steps on whose screen the same word or number stands for something else: the names in the list, an offset in the
/// code.
const BY_CHANCE: &[(&str, usize)] = &[
    ("kinds", 8),
    ("kinds", 13),
    ("tags", 3),
    ("ext", 1),
    ("reorganise", 1),
    ("inline", 8),
    // The answer is also a field or a size of the sound blob, which is shown beside the damaged blobs.
    ("faults", 3),
    ("faults", 4),
    ("faults", 9),
    ("faults", 10),
    ("faults", 14),
    ("faults", 16),
    ("faults", 18),
];

/// The visible text of the page's panes, without the lesson and without the bytes themselves.
const SEEN: &str = "return ['aside', 'main', 'section[aria-label=\"Inspector and bytes\"]'].flatMap(s => [...document.querySelectorAll(s)]) \
    .map(pane => { const bytes = pane.querySelector('[role=grid][aria-label=Bytes]'); const text = pane.innerText; \
    return bytes ? text.replace(bytes.innerText, '') : text }).join('\\n')";

/// The ways in which the page writes an answer. Forms of one character are left out, because they are everywhere.
fn forms(answer: &str) -> Vec<String> {
    let (one, other) = answer.split_once(" (").unwrap_or((answer, ""));
    let hex = one.parse::<u64>().map(|n| format!("{n:#x}")).unwrap_or_default();
    let all = [one.to_owned(), other.trim_end_matches(')').to_owned(), hex];
    all.into_iter().filter(|form| form.trim_start_matches("0x").len() > 1).collect()
}

/// Whether a text has this form as a word of its own.
fn has(text: &str, form: &str) -> bool {
    let joins = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | ':');
    text.match_indices(form).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + form.len()..].chars().next();
        !before.is_some_and(joins) && !after.is_some_and(joins)
    })
}

/// Checks every third lesson, and in the extended run all lessons.
#[tokio::test]
async fn no_question_is_answered_before_somebody_answers_it() {
    let Some(page) = Browser::start().await else { return };
    let mut given_away = Vec::new();
    let mut asked = 0;
    for entry in LESSONS.iter().step_by(extended::step(3)) {
        page.open(&format!("v=1&learn={}:1", entry.name)).await;
        page.click("button", "Start the lesson").await;
        page.by_role("toolbar", "Steps").await;
        let count = "return e.querySelectorAll('button').length";
        let steps = page.within("toolbar", "Steps", count).await.as_u64().expect("a number");
        for step in 0..steps {
            let turn = format!("e.querySelectorAll('button')[{step}].click()");
            page.within("toolbar", "Steps", &turn).await;
            page.wait_for_text(&format!("step {} of {steps}", step + 1)).await;
            if !page.has("group", "Task").await {
                continue;
            }
            page.wait_within(
                "group",
                "Task",
                "return /Show (me|the answer)|Open (the scratch pad|an empty blob)/.test(e.innerText)",
            )
            .await;
            if !page.text_in("group", "Task").await.contains("Show the answer") {
                continue;
            }
            asked += 1;
            page.settle().await;
            let seen = page.text_of(SEEN).await.replace(',', "");
            page.click("button", "Show the answer").await;
            let answer = page
                .text_of(
                    "return /The answer is (.*)\\./.exec(document.querySelector('.task [role=status]').innerText)[1]",
                )
                .await;
            let found: Vec<String> = forms(&answer).into_iter().filter(|form| has(&seen, form)).collect();
            let place = (entry.name, step as usize + 1);
            if !found.is_empty() && !LOOKED_UP.contains(&place) && !BY_CHANCE.contains(&place) {
                given_away.push(format!("{} step {}: {answer}", place.0, place.1));
            }
            let covered = page.text_of("return document.querySelector('[data-covered]')?.dataset.covered ?? ''").await;
            assert_eq!(covered, "", "{place:?}: the answer was shown");
        }
    }
    assert!(asked > 120 / extended::step(4), "{asked} questions");
    assert!(given_away.is_empty(), "these stand on the screen before they are answered:\n{}", given_away.join("\n"));
    no_errors(&page).await;
}
