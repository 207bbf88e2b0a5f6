//! The field that finds a node by its name.

use session::Msg;
use session::graph::GraphMsg;
use web_sys::{HtmlInputElement, KeyboardEvent};
use yew::prelude::*;

use super::Graph;
use crate::components::search_box::{SearchBox, search_box};
use crate::dom::focus;

impl Graph {
    /// The field. Typing focuses the first node with such a name, arrows go to the next or previous one, Enter moves
    /// the focus into the graph.
    pub(super) fn find(&self, ctx: &Context<Self>) -> Html {
        let c = &ctx.props().ctx;
        let typed = c.callback(|text: String| Msg::Graph(GraphMsg::Find(text, 0)));
        let keys = c.with(|c, e: KeyboardEvent| {
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
        let session = c.session();
        let search = SearchBox {
            keys,
            title: Some("Find by name. Arrow keys go to the next match, Enter to the graph"),
            ..SearchBox::new("Find a node", "find a node", &session.graph().search_text)
        };
        search_box(search, typed)
    }
}
