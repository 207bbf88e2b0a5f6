//! The steps of a lesson, each with its result. They are one stop of the Tab key; arrows move between them.

use gloo::events::EventListener;
use lesson::LessonStep;
use session::{LearnMsg, Msg};
use yew::prelude::*;

use super::header::CtxProps;
use super::tab_list::arrows;
use crate::dom::deck;

/// In the presentation, makes the text of the step fit the screen: each time it is drawn, and when the window's size
/// changes.
#[component]
pub(super) fn Fit(_: &CtxProps) -> Html {
    use_effect(deck::fit);
    use_effect_with((), |()| {
        let listener = EventListener::new(&gloo::utils::window(), "resize", |_| deck::fit());
        move || drop(listener)
    });
    html! {}
}

#[component]
pub(super) fn Steps(props: &CtxProps) -> Html {
    let ctx = &props.ctx;
    let session = ctx.session();
    let learn = session.learn();
    let at = learn.at;
    let stop = use_state(|| at);
    {
        let stop = stop.clone();
        use_effect_with(at, move |&at| stop.set(at));
    }
    let Some(lesson) = &learn.lesson else { return html! {} };
    let one = |(i, step): (usize, &LessonStep)| {
        let mark = learn.marks.steps.get(i).copied().unwrap_or_default();
        let name = format!("Step {}, {}: {}", i + 1, step.title, mark.word());
        html! {
            <button key={i} title={name.clone()} aria-label={name} aria-current={(at == i).then_some("step")} data-mark={mark.word()}
                tabindex={if *stop == i { "0" } else { "-1" }} onclick={ctx.on(Msg::Learn(LearnMsg::Step(i)))}>{ i + 1 }{ mark.sign() }</button>
        }
    };
    html! {
        <div class="lsteps" role="toolbar" aria-label="Steps" onkeydown={arrows(&stop)}>{ for lesson.steps.iter().enumerate().map(one) }</div>
    }
}
