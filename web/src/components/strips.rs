//! Strips of histories on the kernel axis, and the lines below them.

use model::atlas::{Answer, Strip, StripRun, StripTone};
use yew::prelude::*;

use super::axis::{Lane, Run, axis};

/// The most letters of a lane's title, with the dim text after it, that get room.
const LONGEST: usize = 24;

/// Gives the action of a click on a run, and whether the run is chosen.
pub type Chooses<'a> = &'a dyn Fn(&StripRun) -> (Callback<MouseEvent>, bool);

fn run(run: &StripRun, counted: bool) -> Run {
    let class = match run.tone {
        StripTone::Usual => None,
        StripTone::Name => Some("name"),
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

/// A strip. `counted`: whether each run shows the number of its kernels.
pub fn strip(strip: &Strip, label: &str, class: &'static str, counted: bool) -> Html {
    with_choices(strip, label, class, counted, None)
}

/// A strip whose runs can be chosen, if `chooses` is given.
pub fn with_choices(
    strip: &Strip,
    label: &str,
    class: &'static str,
    counted: bool,
    chooses: Option<Chooses<'_>>,
) -> Html {
    let any_chosen = chooses.is_some_and(|of| strip.lanes.iter().flat_map(|l| &l.runs).any(|r| of(r).1));
    let mut first = true;
    let mut chosen = |r: &StripRun| {
        let mut run = run(r, counted);
        if let Some(of) = chooses {
            let (choose, selected) = of(r);
            let stop = if any_chosen { selected } else { first };
            first = false;
            (run.choose, run.selected, run.stop) = (Some(choose), selected, Some(stop));
        }
        run
    };
    let lanes: Vec<Lane> = strip
        .lanes
        .iter()
        .map(|lane| Lane {
            title: lane.title.clone().into(),
            aside: lane.aside.clone().into(),
            runs: lane.runs.iter().map(&mut chosen).collect(),
        })
        .collect();
    let letters = strip.lanes.iter().map(|lane| lane.title.chars().count() + lane.aside.chars().count() + 1).max();
    let style = format!("--letters:{}", letters.unwrap_or(0).min(LONGEST));
    html! { <div class={classes!("onaxis", class)} {style}>{ axis(label, &strip.unit, &strip.columns, &lanes) }</div> }
}

/// The key of a strip's letters: the form of the type that each letter stands for.
pub fn forms(strip: &Strip) -> Html {
    let one = |form: &model::atlas::StripForm| {
        let part = |(text, is_new): &(String, bool)| {
            html! { if *is_new { <mark>{ text }</mark> } else { { text } } }
        };
        let about = match form.parts.as_slice() {
            [] => html! { { &form.about } },
            parts => html! { { for parts.iter().map(part) } },
        };
        html! { <><dt>{ &form.letter }</dt><dd>{ about }</dd><dd class="dim">{ form.kernels }</dd></> }
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
