//! The bar above the graph: settings of its depth and contents, buttons to zoom, and for programs buttons to save it.

use session::Msg;
use session::graph::{GraphMsg, GraphSettings};
use session::look::picture::Shot;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::{Graph, GraphEvent};
use crate::dom::theme;

fn select(
    label: &'static str,
    text: &'static str,
    options: &[(u32, String)],
    chosen: u32,
    pick: Callback<u32>,
) -> Html {
    let onchange = Callback::from(move |e: Event| {
        if let Ok(value) = e.target_unchecked_into::<HtmlSelectElement>().value().parse() {
            pick.emit(value);
        }
    });
    html! {
        <label>{ text }
            <select class="field" aria-label={label} onchange={onchange}>
                { for options.iter().map(|(value, shown)| html! {
                    <option value={value.to_string()} selected={*value == chosen}>{ shown }</option>
                }) }
            </select>
        </label>
    }
}

impl Graph {
    pub(super) fn bar(&self, ctx: &Context<Self>, program: bool) -> Html {
        let c = &ctx.props().ctx;
        let session = c.session();
        let graph = session.graph();
        let settings = graph.settings;
        let pick = |change: fn(&mut GraphSettings, u32)| {
            c.callback(move |value: u32| {
                let mut settings = settings;
                change(&mut settings, value);
                Msg::Graph(GraphMsg::Settings(settings))
            })
        };
        let depths: Vec<(u32, String)> = (0..=GraphSettings::DEEPEST).map(|n| (n, n.to_string())).collect();
        let groups = [(1, "by kind".to_owned()), (0, "none".to_owned())];
        let (fold, table) = (pick(|s, on| s.folded = on != 0), pick(|s, on| s.table = on != 0));
        let fold = Callback::from(move |_: Event| fold.emit(u32::from(!settings.folded)));
        let table = Callback::from(move |_: MouseEvent| table.emit(u32::from(!settings.table)));
        let save = |png: bool| c.callback(move |_: MouseEvent| Msg::Picture(Shot::View, png, theme::is_dark()));
        let zoom = |percent: i32| ctx.link().callback(move |_: MouseEvent| GraphEvent::Zoom(percent));
        html! {
            <div class="codebar" role="group" aria-label="Graph settings">
                if !program {
                    { select("Steps to what it uses", "uses", &depths, settings.uses, pick(|s, n| s.uses = n)) }
                    { select("Steps to its users", "used by", &depths, settings.used_by, pick(|s, n| s.used_by = n)) }
                    if !settings.table {
                        { select("Boxes for many nodes", "boxes", &groups, u32::from(settings.boxed), pick(|s, n| s.boxed = n != 0)) }
                    }
                    <label><input type="checkbox" checked={settings.folded} onchange={fold}/>{ "fold typedefs" }</label>
                }
                if !settings.table {
                    { self.find(ctx) }
                    <button class="btn quiet" aria-label="Zoom out" title="Zoom out (-)" onclick={zoom(80)}>{ "−" }</button>
                    <button class="btn quiet" aria-label="Zoom in" title="Zoom in (+)" onclick={zoom(125)}>{ "+" }</button>
                    <button class="btn quiet" title="Fit the graph into the view as far as it stays readable, and fold boxes if need be (0)" onclick={ctx.link().callback(|_: MouseEvent| GraphEvent::Fit)}>{ "fit" }</button>
                }
                <span class="grow"></span>
                // For the graph of a type, the menu Export saves these pictures.
                if program {
                    <button class="btn quiet" title="Save as SVG" onclick={save(false)}>{ "SVG" }</button>
                    <button class="btn quiet" title="Save as PNG" onclick={save(true)}>{ "PNG" }</button>
                }
                <button class="btn quiet" aria-pressed={settings.table.to_string()} onclick={table}>{ "table" }</button>
            </div>
        }
    }
}
