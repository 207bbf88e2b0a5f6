//! Each question of the page's lessons explains at least two wrong answers.

use super::*;

#[test]
fn every_question_has_two_reasons_at_least() {
    let mut short = Vec::new();
    for entry in LESSONS {
        for (at, step) in read(entry.name).steps.iter().enumerate().filter(|(_, step)| step.plan.answer.is_some()) {
            let reasons: BTreeSet<String> = step.plan.wrong.iter().map(|wrong| words(&wrong.why)).collect();
            if reasons.len() < 2 || reasons.iter().any(|why| why.split(' ').count() < 3) {
                short.push(format!("{}:{} {reasons:?}", entry.name, at + 1));
            }
        }
    }
    assert_eq!(short, [""; 0]);
}

/// A choice needs at least three answers: with two, the second try is always right.
#[test]
fn every_choice_has_three_answers_at_least() {
    for entry in LESSONS {
        for (at, step) in read(entry.name).steps.iter().enumerate() {
            let offered = step.plan.wrong.iter().filter(|wrong| wrong.offered).count();
            assert!(offered != 1, "{}:{} offers two answers", entry.name, at + 1);
        }
    }
}

fn words(spans: &[lesson::Span]) -> String {
    spans.iter().map(|span| span.text.as_str()).collect()
}
