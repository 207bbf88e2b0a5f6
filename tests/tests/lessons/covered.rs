//! Parts of the page that a question covers until it is answered or its answer is shown. In the presentation, they are
//! covered each time that the step begins.

use super::*;
use lesson::Cover;
use session::commands::Command;

const TEXT: &str = "---\ntitle: Mine\nsample: first.btf\n---\n## One\n```lesson\nhide: inspector, view\nask: How long is a point?\n\
                    answer: size struct point\n```\n## Two\n```lesson\nhide: figures\nask: How many?\nanswer: types\n```\n";

fn mine(text: &str) -> Page {
    let mut page = Page::new();
    page.learn(LearnMsg::Text("mine.md".into(), text.into()));
    page.learn(LearnMsg::Load);
    page
}

#[test]
fn a_right_answer_uncovers() {
    let mut page = mine(TEXT);
    assert_eq!(page.session.learn().covered(), [Cover::Inspector, Cover::View]);
    for wrong in ["", "4", "64"] {
        page.learn(LearnMsg::Answer(wrong.into()));
        assert_eq!(page.session.learn().covered().len(), 2, "{wrong:?}");
    }
    page.learn(LearnMsg::Answer("8".into()));
    assert_eq!(page.session.learn().covered(), []);
    page.learn(LearnMsg::Turn(1));
    assert_eq!(page.session.learn().covered(), [Cover::Figures], "each step covers its own");
    page.learn(LearnMsg::Turn(-1));
    assert_eq!(page.session.learn().covered(), [], "what was answered stays uncovered");
    page.learn(LearnMsg::Turn(1));
    page.learn(LearnMsg::Reveal);
    assert_eq!(page.session.learn().covered(), [], "and so does what was shown");
    page.learn(LearnMsg::Step(1));
    assert_eq!(page.session.learn().covered(), []);
}

#[test]
fn a_closed_panel_and_a_question_without_an_answer_cover_nothing() {
    let mut page = mine(TEXT);
    page.learn(LearnMsg::Show(false));
    assert_eq!(page.session.learn().covered(), []);
    page.learn(LearnMsg::Show(true));
    assert_eq!(page.session.learn().covered().len(), 2);
    // A question that does not fit the files covers nothing, because no answer would ever uncover it.
    let page = mine(&TEXT.replace("struct point", "struct pointer"));
    assert_eq!(page.session.learn().ready().map(|ready| ready.problems.len()), Some(1));
    assert_eq!(page.session.learn().covered(), []);
}

#[test]
fn the_presentation_covers_what_was_answered_before() {
    let mut page = mine(TEXT);
    page.learn(LearnMsg::Answer("8".into()));
    page.send(Msg::Command(Command::Deck));
    let looks = |page: &Page| {
        let learn = page.session.learn();
        (learn.covered().len(), learn.looks_done(), learn.task_message().1, learn.can_uncover())
    };
    assert_eq!(looks(&page), (2, false, String::new(), true));
    assert_eq!(page.session.learn().draft(), "", "the answer is not in the field, either");
    page.send(Msg::Command(Command::Uncover));
    assert_eq!(looks(&page), (0, true, "Done.".to_owned(), false));
    page.learn(LearnMsg::Turn(1));
    page.learn(LearnMsg::Turn(-1));
    assert_eq!(looks(&page).0, 2, "each time that the step begins");
    page.learn(LearnMsg::Answer("8".into()));
    assert_eq!(looks(&page), (0, true, "Right.".to_owned(), false));
    page.learn(LearnMsg::Turn(1));
    page.send(Msg::Command(Command::Uncover));
    let mark = page.session.learn().mark();
    assert!(
        !mark.shown && !mark.done && page.session.learn().covered().is_empty(),
        "to uncover is not to show the answer"
    );
    // Out of the presentation, the question is as it was.
    page.send(Msg::Command(Command::Deck));
    page.learn(LearnMsg::Step(1));
    assert_eq!(page.session.learn().covered(), [Cover::Figures]);
}
