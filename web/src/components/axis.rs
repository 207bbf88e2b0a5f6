//! The kernel axis: series of releases from left to right, drawn in the same way on every screen, and lanes with runs
//! on it.

use yew::prelude::*;

/// A run of columns in a lane.
#[derive(Clone, PartialEq, Default)]
pub struct Run {
    /// The first column.
    pub from: usize,
    /// One past the last column.
    pub to: usize,
    /// Its colour: a class of static/styles/axis.css (`fails`, `quiet`, `other`, `name`, `absent`), or none for the
    /// usual case.
    pub class: Classes,
    /// The text in it.
    pub text: AttrValue,
    /// A number at its right.
    pub count: Option<AttrValue>,
    /// A sentence about it, for screen readers and the tooltip.
    pub title: AttrValue,
    /// Whether the run is selected.
    pub selected: bool,
    /// If the axis is one stop of the Tab key: whether this run is the stop, from which arrows lead on. None if each
    /// run is a stop.
    pub stop: Option<bool>,
    /// Called when it is chosen.
    pub choose: Option<Callback<MouseEvent>>,
}

/// A lane of the axis. In columns without a run there is a thin line: no kernel is known there.
#[derive(Clone, PartialEq, Default)]
pub struct Lane {
    /// Its title.
    pub title: AttrValue,
    /// A dim text after the title.
    pub aside: AttrValue,
    /// Its runs, from left to right.
    pub runs: Vec<Run>,
}

/// From this number of columns on, the first three are wider, because these series are maintained for years.
const MANY: usize = 7;

fn columns(count: usize) -> String {
    let wide = if count >= MANY { ["1.9fr", "1.6fr", "1.4fr"].as_slice() } else { &[] };
    let all = (0..count).map(|i| format!("minmax(0,{})", wide.get(i).copied().unwrap_or("1fr")));
    format!("--axc:{}", all.collect::<Vec<_>>().join(" "))
}

/// The titles of the columns. `corner`: the text above the titles of the lanes.
fn heads(corner: &str, series: &[String]) -> Html {
    html! {
        <div class="axrow axhead" aria-hidden="true">
            <span class="axlane dim">{ corner.to_owned() }</span>
            { for series.iter().map(|s| html! { <span class="axv">{ s }</span> }) }
        </div>
    }
}

fn run(run: &Run) -> Html {
    // Column 1 has the titles of the lanes.
    let style = format!("grid-column:{} / {}", run.from + 2, run.to + 2);
    let class = classes!("axrun", run.class.clone(), run.selected.then_some("sel"));
    let body = html! { <><span>{ &run.text }</span>if let Some(count) = &run.count { <i>{ count }</i> }</> };
    match &run.choose {
        Some(choose) => html! {
            <button {class} {style} title={run.title.clone()} aria-label={run.title.clone()} aria-pressed={run.selected.to_string()} tabindex={run.stop.map(|stop| if stop { "0" } else { "-1" })} onclick={choose}>{ body }</button>
        },
        None => {
            html! { <span {class} {style} role="img" title={run.title.clone()} aria-label={run.title.clone()}>{ body }</span> }
        }
    }
}

/// The whole axis: the titles of lanes and columns, and the runs. `label`: its accessible name.
pub fn axis(label: &str, corner: &str, series: &[String], lanes: &[Lane]) -> Html {
    let lane = |lane: &Lane| {
        html! {
            <div class={classes!("axrow", lane.runs.iter().any(|run| run.selected).then_some("chosen"))} role="group" aria-label={format!("{} {}", lane.title, lane.aside)}>
                <span class="axlane" title={lane.title.clone()}>{ &lane.title }if !lane.aside.is_empty() { <i>{ " " }{ &lane.aside }</i> }</span>
                <span class="axline" style={format!("grid-column:2 / {}", series.len() + 2)}></span>
                { for lane.runs.iter().map(run) }
            </div>
        }
    };
    html! {
        <div class="axis" role="group" aria-label={label.to_owned()} style={columns(series.len())}>
            { heads(corner, series) }
            { for lanes.iter().map(lane) }
        </div>
    }
}
