//! Strips of histories on the kernel axis, and what is below them.

use model::atlas::{Answer, Strip, StripRun, StripTone};
use yew::prelude::*;

use super::axis::{Lane, Run, axis};

/// The most letters of a lane's title that are shown.
const LONGEST: usize = 24;

fn run(run: &StripRun, counted: bool) -> Run {
    let class = match run.tone {
        StripTone::Usual => None,
        StripTone::Other => Some("other"),
        StripTone::Absent => Some("absent"),
    };
    Run {
        from: run.from as usize,
        to: run.to as usize,
        class: classes!(class),
        text: run.text.clone().into(),
        count: counted.then(|| run.kernels.to_string().into()),
        title: run.about.clone().into(),
        ..Run::default()
    }
}

/// A strip. `counted`: with the number of kernels in each run.
pub fn strip(strip: &Strip, label: &str, class: &'static str, counted: bool) -> Html {
    let lanes: Vec<Lane> = strip
        .lanes
        .iter()
        .map(|lane| Lane {
            title: lane.title.clone().into(),
            aside: lane.aside.clone().into(),
            runs: lane.runs.iter().map(|r| run(r, counted)).collect(),
        })
        .collect();
    let letters = strip.lanes.iter().map(|lane| lane.title.chars().count() + lane.aside.chars().count() + 1).max();
    let style = format!("--letters:{}", letters.unwrap_or(0).min(LONGEST));
    html! { <div class={classes!("onaxis", class)} {style}>{ axis(label, &strip.unit, &strip.columns, &lanes) }</div> }
}

/// What the letters in a strip stand for.
pub fn forms(strip: &Strip) -> Html {
    let one = |form: &model::atlas::StripForm| {
        html! { <><dt>{ &form.letter }</dt><dd>{ &form.about }</dd><dd class="dim">{ form.kernels }</dd></> }
    };
    html! { if !strip.forms.is_empty() { <dl class="stripforms" aria-label="Forms">{ for strip.forms.iter().map(one) }</dl> } }
}

/// The lines about modules.
pub fn modules(answer: &Answer) -> Html {
    html! { { for answer.modules.iter().map(|line| html! { <p class="dim">{ line }</p> }) } }
}

/// Grey bars in place of a strip that is awaited.
pub fn awaited(what: &'static str) -> Html {
    html! { <><p class="dim" role="status">{ what }</p><div class="awaited" aria-hidden="true"><i></i><i></i><i></i><i></i></div></> }
}
