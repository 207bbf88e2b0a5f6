//! The field that finds a node by its name.

use session::Msg;
use session::graph::GraphMsg;
use web_sys::{HtmlInputElement, InputEvent, KeyboardEvent};
use yew::prelude::*;

use super::Graph;
use crate::dom::focus;

impl Graph {
    /// The field: what is typed has the focus of the graph at once, arrows lead to the next one of that name, Enter into the graph.
    pub(super) fn find(&self, ctx: &Context<Self>) -> Html {
        let c = ctx.props().ctx.clone();
        let oninput = {
            let c = c.clone();
            Callback::from(move |e: InputEvent| {
                let text = e.target_unchecked_into::<HtmlInputElement>().value();
                c.send(Msg::Graph(GraphMsg::Find(text, 0)));
            })
        };
        let onkeydown = Callback::from(move |e: KeyboardEvent| {
            let by = match e.key().as_str() {
                "ArrowDown" => 1,
                "ArrowUp" => -1,
                "Enter" => {
                    focus::on("svg.graph");
                    0
                }
                _ => return,
            };
            e.prevent_default();
            if by != 0 {
                let text = e.target_unchecked_into::<HtmlInputElement>().value();
                c.send(Msg::Graph(GraphMsg::Find(text, by)));
            }
        });
        html! {
            <input class="field" type="search" aria-label="Find a node" placeholder="find a node" autocomplete="off" spellcheck="false"
                title="By name; arrows lead to the next one, Enter into the graph" oninput={oninput} onkeydown={onkeydown}/>
        }
    }
}
