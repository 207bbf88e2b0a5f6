//! The fixes that a step offers, and the kernel's answer to the chosen fix.

use session::LearnMsg;
use session::learn::Learn;
use yew::prelude::*;

use super::learn::{spans, to};
use crate::ctx::Ctx;

/// The fixes as buttons. A fix that was tried has a sign: right or wrong.
pub(super) fn fixes(ctx: &Ctx, learn: &Learn) -> Html {
    let (Some(step), Some(ready)) = (learn.step(), learn.ready()) else { return html! {} };
    let one = |(at, fix): (usize, &lesson::Fix)| {
        let (tried, shown) = learn.chosen(at);
        let right = fix.is_right();
        let (sign, class, words) = match (tried, right) {
            (false, _) => ("○", "dim", ""),
            (true, true) => ("✓", "good", ", right"),
            (true, false) => ("✗", "bad", ", wrong"),
        };
        html! {
            <li key={at}><button class="btn quiet" disabled={ready.goal != Some(lesson::Goal::Fix)} aria-pressed={shown.to_string()} onclick={ctx.on(to(LearnMsg::Fix(at)))}>
                <span class={class} aria-hidden="true">{ sign }{ " " }</span>{ spans(&fix.text) }<span class="sr">{ words }</span></button></li>
        }
    };
    html! { <ul class="fixes" aria-label="Fixes">{ for step.plan.fixes.iter().enumerate().map(one) }</ul> }
}

/// The kernel's answer to the fix that is shown, and the reason. Both are shown below the sentence of the task.
pub(super) fn said(learn: &Learn) -> Html {
    let Some((fix, ready)) = learn.shown_fix() else { return html! {} };
    html! {
        <div class="fixsaid">
            if !ready.says.is_empty() { <p>{ "The kernel: " }<code>{ &ready.says }</code></p> }
            <p>{ spans(&fix.why) }</p>
        </div>
    }
}
