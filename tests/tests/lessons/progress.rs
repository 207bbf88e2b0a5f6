//! The stored progress of lessons: what counts as answered, and what a reload or the next lesson makes of it.

use super::*;

impl Page {
    /// The page after a reload, with the stored progress and the address.
    fn reloaded(&self, kept: Option<String>) -> Page {
        let mut page = Page::new();
        page.send(Msg::Today("2026-11-24".into()));
        page.learn(LearnMsg::Kept(kept));
        page.send(Msg::AddressChanged(self.session.address().to_fragment()));
        page.send(Msg::Link(session::LinkMsg::Reloaded));
        page.work();
        page
    }

    /// Sends a message. Returns the progress to store if it changed.
    fn keeps(&mut self, msg: LearnMsg) -> Option<String> {
        let effects = self.session.update(Msg::Learn(msg));
        let kept = effects.iter().find_map(|e| match e {
            Effect::SaveProgress(text) => Some(text.clone()),
            _ => None,
        });
        for effect in effects {
            if let Effect::Ask(job) = effect {
                let outcomes = self.book.ask(job, &self.session);
                self.said(outcomes);
            }
        }
        self.work();
        kept
    }
}

#[test]
fn a_reload_lands_in_the_step_with_what_was_done() {
    let mut page = Page::new();
    page.send(Msg::Today("2026-11-23".into()));
    page.learn(LearnMsg::Kept(Some(String::new())));
    page.learn(LearnMsg::Start("blob".into(), 1));
    assert_eq!(page.keeps(LearnMsg::Answer("7".into())).as_deref(), Some("blob 2 2026-11-23 .,o1,.,.,.,.,.,.,.\n"));
    assert_eq!(page.keeps(LearnMsg::Answer(" ".into())), None, "nothing was typed");
    assert_eq!(page.keeps(LearnMsg::Answer("0".into())).as_deref(), Some("blob 2 2026-11-23 .,d2,.,.,.,.,.,.,.\n"));
    // Enter once more goes to the next step.
    assert_eq!(page.keeps(LearnMsg::Answer("0".into())).as_deref(), Some("blob 3 2026-11-23 .,d2,o,.,.,.,.,.,.\n"));
    assert_eq!(page.session.learn().at, 2);
    // A shown answer does not count as answered, even if it is typed afterwards.
    assert_eq!(page.keeps(LearnMsg::Reveal).as_deref(), Some("blob 3 2026-11-23 .,d2,s,.,.,.,.,.,.\n"));
    let kept = page.keeps(LearnMsg::Answer("24".into())).unwrap();
    assert_eq!(kept, "blob 3 2026-11-23 .,d2,b1,.,.,.,.,.,.\n");

    let again = page.reloaded(Some(kept));
    let learn = again.session.learn();
    assert_eq!(learn.step().map(|s| s.title.as_str()), page.session.learn().step().map(|s| s.title.as_str()));
    assert_eq!(again.session.address().to_fragment(), page.session.address().to_fragment());
    assert!(learn.is_done() && !learn.mark().is_answered());
    assert!(learn.marks.steps[1].is_answered());
    // The files of the step are loaded once.
    let mut loaded = again.loaded.clone();
    loaded.sort();
    assert_eq!(loaded, ["blob.md", "first.btf"]);
    assert_eq!(learn.go_on().map(|(e, at)| (e.name, at)), Some(("blob", 2)));
    // Without stored progress, the step is shown as well.
    let blank = page.reloaded(None);
    assert_eq!(blank.session.learn().at, 2);
    assert!(blank.session.learn().progress.refused);
    assert!(!blank.session.learn().is_done());
}

#[test]
fn a_link_loads_nothing_although_a_reload_does() {
    let mut page = Page::new();
    page.send(Msg::AddressChanged("#v=1&learn=blob:3".into()));
    page.work();
    assert_eq!(page.loaded, [""; 0]);
    page.send(Msg::Link(session::LinkMsg::Reloaded));
    page.work();
    assert_eq!(page.session.learn().at, 2);
}

#[test]
fn a_task_that_the_page_does_is_not_answered() {
    let mut page = Page::start("why");
    // The first task is an action, which the page does itself on "Show me".
    page.learn(LearnMsg::Reveal);
    let mark = page.session.learn().mark();
    assert!(mark.done && mark.shown && !mark.is_answered());
    assert_eq!(mark.word(), "shown");
}

#[test]
fn a_finished_lesson_leads_to_the_next_one() {
    let mut page = Page::new();
    page.learn(LearnMsg::Kept(Some("blob 9 2026-11-23 d,d,d,d,d,d,d,d,d\nwhy 2 2026-11-22 d,o,.\n".into())));
    assert_eq!(page.session.learn().go_on().map(|(e, at)| (e.name, at)), Some(("strings", 0)));
    page.learn(LearnMsg::Start("blob".into(), 0));
    assert_eq!(page.session.learn().next_lesson().map(|e| e.name), Some("strings"));
    // Progress in another version of a lesson does not count for this one.
    page.learn(LearnMsg::Start("why".into(), 0));
    assert!(!page.session.learn().mark().done);
    page.learn(LearnMsg::Forget);
    assert!(page.session.learn().progress.lessons().is_empty());
}

#[test]
fn keys_lead_through_the_steps_and_into_the_deck() {
    let mut page = Page::start("blob");
    let press = |page: &mut Page, command| page.send(Msg::Command(command));
    use session::commands::Command;
    press(&mut page, Command::StepBack);
    assert_eq!(page.session.learn().at, 0, "there is none before the first");
    press(&mut page, Command::NextStep);
    press(&mut page, Command::Deck);
    assert!(page.session.learn().in_deck());
    assert!(
        page.session.address().to_fragment().ends_with("&learn=blob:2&deck=1"),
        "{}",
        page.session.address().to_fragment()
    );
    let deck = page.session.address().to_fragment();
    press(&mut page, Command::Close);
    assert!(!page.session.learn().in_deck());
    assert_eq!(page.session.learn().at, 1);
    // Back, or a link with this address, shows the presentation again.
    page.send(Msg::AddressChanged(deck));
    assert!(page.session.learn().in_deck());
    for _ in 0..20 {
        press(&mut page, Command::NextStep);
    }
    assert_eq!(page.session.learn().at, 8, "there is none after the last");
}
