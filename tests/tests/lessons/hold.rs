//! A step shows the same to all who come to it, and there is a way back to it.

use super::*;
use model::views::View;

#[test]
fn a_step_has_its_view_whatever_was_shown_before() {
    let mut page = Page::start("kinds");
    assert_eq!(page.session.view(), View::Record);
    page.send(Msg::View(View::Tree));
    page.learn(LearnMsg::Turn(1));
    assert_eq!(page.session.view(), View::Record, "the view that the step before names");
    // A link into the middle shows the same.
    let mut linked = Page::new();
    linked.learn(LearnMsg::Start("kinds".into(), 1));
    assert_eq!(linked.session.view(), View::Record);
}

#[test]
fn whoever_strays_comes_back_and_loses_nothing() {
    let mut page = Page::start("holes");
    page.learn(LearnMsg::Typed("25".into()));
    page.learn(LearnMsg::Hint);
    assert!(!page.session.is_away_from_step());
    let here = page.session.file().and_then(|file| file.look.selection.clone());
    page.send(Msg::View(View::Tree));
    assert!(page.session.is_away_from_step(), "another view");
    page.learn(LearnMsg::Again);
    assert_eq!((page.session.view(), page.session.is_away_from_step()), (View::Layout, false));
    page.send(Msg::Select(model::path::Path::root().child(1)));
    assert!(page.session.is_away_from_step(), "a member");
    page.learn(LearnMsg::Again);
    assert_eq!(page.session.file().and_then(|file| file.look.selection.clone()), here);
    assert_eq!((page.session.learn().draft(), page.session.learn().hints), ("25", 1));
    assert!(page.session.learn().message.is_none());
}

#[test]
fn going_to_a_step_shows_all_that_it_names() {
    let mut away = Vec::new();
    for entry in LESSONS {
        let mut page = Page::start(entry.name);
        for at in 0..read(entry.name).steps.len() {
            page.learn(LearnMsg::Step(at));
            if page.session.is_away_from_step() {
                away.push(format!("{}:{}", entry.name, at + 1));
            }
        }
    }
    assert_eq!(away, [""; 0]);
}
