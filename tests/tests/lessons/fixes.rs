//! Fixes of programs: each is shown with its own log, and only a right one makes the step done.

use super::*;
use session::look::log::LogMsg;

/// Chooses each fix of a step, the right ones last. Returns what is not as it should be.
pub fn all_are_judged(page: &mut Page, step: &LessonStep) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut order: Vec<usize> = (0..step.plan.fixes.len()).collect();
    order.sort_by_key(|at| step.plan.fixes[*at].is_right());
    for at in order {
        let fix = &step.plan.fixes[at];
        let name = &fix.log.of.text;
        page.learn(LearnMsg::Fix(at));
        let learn = page.session.learn();
        if learn.is_done() != fix.is_right() {
            wrong.push(format!("{name}: done is {}", learn.is_done()));
        }
        let Some((_, shown)) = learn.shown_fix() else {
            wrong.push(format!("{name} is not shown"));
            continue;
        };
        if shown.is_accepted != fix.log.is_accepted() || shown.says.is_empty() {
            wrong.push(format!("{name}: {shown:?}"));
        }
        let log = page.session.docked_log().map(|log| log.lines.join("\n"));
        if log.as_deref() != Some(fix.log.text.trim_end()) {
            wrong.push(format!("{name}: another log is shown"));
        }
        let file = page.session.file().expect("the program").id;
        let key = page.session.looks()[file].program.key();
        if !key.split('@').next().unwrap_or_default().ends_with(&format!(":{name}")) {
            wrong.push(format!("{name}: {key} is shown"));
        }
    }
    wrong
}

fn case(lesson: &str, at: usize) -> Page {
    let mut page = Page::start(lesson);
    page.learn(LearnMsg::Step(at));
    page
}

#[test]
fn a_line_of_the_log_is_found_by_picking_it() {
    let mut page = case("clinic", 0);
    let covered = |page: &Page| page.session.learn().covered().to_vec();
    let log = page.session.docked_log().expect("the log").clone();
    assert_eq!((log.picked, covered(&page)), (None, vec![lesson::Cover::Log]), "nothing leads to the line");
    let line = log.lines.iter().position(|line| line.contains("invalid mem access")).expect("the line");
    for wrong in [0, line - 1, line + 1] {
        page.send(Msg::Log(LogMsg::Pick(wrong)));
        assert!(!page.session.learn().is_done(), "{}", log.lines[wrong]);
        let (good, said) = page.session.learn().task_message();
        assert!(!good && !said.is_empty(), "a wrong line is called wrong");
    }
    page.send(Msg::Log(LogMsg::Pick(line)));
    assert!(page.session.learn().is_done() && page.session.learn().task_message().0);
    assert_eq!(covered(&page), []);
    // The log of a step is closed when the step is left; a log that the person pasted stays.
    page.learn(LearnMsg::Step(3));
    assert!(page.session.docked_log().is_some_and(|log| log.lines[0].contains("'slot'")));
    page.learn(LearnMsg::Start("logs".into(), 0));
    assert!(page.session.docked_log().is_none());
}

/// The line of the log that the clinic's first step asks for.
fn sought(page: &Page) -> usize {
    let log = page.session.docked_log().expect("the log");
    log.lines.iter().position(|line| line.contains("invalid mem access")).expect("the line")
}

#[test]
fn moving_over_the_line_does_not_choose_it() {
    let mut page = case("clinic", 0);
    let line = sought(&page);
    for at in 0..=line {
        page.send(Msg::Log(LogMsg::Step(1)));
        assert_eq!(page.session.docked_log().and_then(|log| log.picked), Some(at), "the keys stop at each line");
    }
    assert!(!page.session.learn().is_done());
    page.send(Msg::Log(LogMsg::Follow));
    assert!(page.session.learn().is_done());
    assert_eq!(page.session.docked_log().and_then(|log| log.picked), Some(line));
}

#[test]
fn a_pasted_log_does_not_do_the_task_and_the_lessons_comes_back() {
    let mut page = case("clinic", 0);
    let line = sought(&page);
    let text = page.session.docked_log().expect("the log").lines.join("\n");
    page.send(Msg::Log(LogMsg::Text(text)));
    page.work();
    page.send(Msg::Log(LogMsg::Pick(line)));
    assert!(!page.session.learn().is_done() && page.session.is_away_from_step());
    page.learn(LearnMsg::Again);
    assert!(!page.session.is_away_from_step());
    assert_eq!(page.session.docked_log().map(|log| log.picked), Some(None));
    // "Show me" opens a closed log again.
    page.send(Msg::Log(LogMsg::Show(false)));
    assert!(page.session.docked_log().is_none() && page.session.is_away_from_step());
    page.learn(LearnMsg::Reveal);
    assert_eq!(page.session.docked_log().map(|log| log.picked), Some(Some(line)));
}

#[test]
fn a_link_that_names_a_view_does_not_keep_the_steps_log_away() {
    let mut page = case("clinic", 2);
    page.learn(LearnMsg::Fix(0));
    let first = |page: &Page| page.session.docked_log().map(|log| log.lines[0].clone()).unwrap_or_default();
    assert!(first(&page).contains("'count_late'"), "{}", first(&page));
    page.learn(LearnMsg::AddressNames("clinic:1".into(), true, false));
    assert!(first(&page).contains("'count':"), "{}", first(&page));
    assert_eq!(page.session.learn().covered(), [lesson::Cover::Log]);
}

#[test]
fn a_log_above_a_choice_is_covered_until_one_is_chosen() {
    let mut page = case("clinic", 2);
    let state = |page: &Page| {
        let picked = page.session.docked_log().is_some_and(|log| log.picked.is_some());
        (page.session.learn().covered().len(), picked)
    };
    assert_eq!(state(&page), (1, false));
    page.learn(LearnMsg::Fix(0));
    assert_eq!(state(&page), (0, true), "the log of the fix is explained");
    page.learn(LearnMsg::Again);
    assert_eq!(state(&page), (1, false));
    page.learn(LearnMsg::Fix(2));
    // The presentation begins without the choice.
    page.learn(LearnMsg::Deck(true));
    assert_eq!((state(&page), page.session.learn().chosen(2)), ((1, false), (false, false)));
}

#[test]
fn a_wrong_fix_shows_the_kernels_words_and_its_reason() {
    let mut page = case("clinic", 2);
    page.learn(LearnMsg::Fix(0));
    let learn = page.session.learn();
    assert_eq!(learn.task_message(), (false, "The kernel refuses it.".to_owned()));
    let (fix, shown) = learn.shown_fix().expect("a fix");
    assert_eq!(shown.says, "R0 invalid mem access 'map_value_or_null'");
    assert!(!fix.why.is_empty() && learn.chosen(0) == (true, true));
    page.learn(LearnMsg::Fix(2));
    let learn = page.session.learn();
    assert_eq!(learn.task_message(), (true, "The kernel accepts it.".to_owned()));
    assert_eq!((learn.chosen(0), learn.chosen(2)), ((true, false), (true, true)));
    assert_eq!(learn.mark().tries, 2);
    // Other fixes can be looked at afterwards.
    page.learn(LearnMsg::Fix(1));
    assert_eq!((page.session.learn().is_done(), page.session.learn().mark().tries), (true, 2));
}

#[test]
fn a_program_that_loads_and_is_no_fix_is_a_trap() {
    let mut page = case("clinic2", 5);
    let at = page.session.learn().step().unwrap().plan.fixes.iter().position(|fix| fix.is_trap).expect("a trap");
    page.learn(LearnMsg::Fix(at));
    assert_eq!(
        page.session.learn().task_message(),
        (false, "The kernel accepts it, but the program does not do what it should.".to_owned())
    );
    assert!(!page.session.learn().is_done());
    // The right fix is in another object: the same code under another license.
    page.learn(LearnMsg::Reveal);
    assert_eq!(page.session.file().map(|file| file.given_name.as_str()), Some("clinic-licence-gpl.bpf.o"));
    assert!(page.session.learn().mark().shown);
}
