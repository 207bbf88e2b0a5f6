//! The keys of the graph.

use session::Msg;
use session::graph::{Direction, GraphMsg};
use web_sys::KeyboardEvent;
use yew::prelude::*;

use super::{Graph, GraphEvent};
use crate::dom::focus;

impl Graph {
    /// The key handler: arrows go to neighbours; other keys expand, open, and zoom.
    pub(super) fn keys(&self, ctx: &Context<Self>) -> Callback<KeyboardEvent> {
        let (c, link) = (ctx.props().ctx.clone(), ctx.link().clone());
        Callback::from(move |e: KeyboardEvent| {
            if e.ctrl_key() || e.alt_key() || e.meta_key() {
                return;
            }
            let (focus, single, inside) = {
                let session = c.session();
                (session.graph().focus, session.settings().single_keys, session.graph().is_inside())
            };
            let msg = match e.key().as_str() {
                "ArrowLeft" => Some(GraphMsg::Step(Direction::Left)),
                "ArrowRight" => Some(GraphMsg::Step(Direction::Right)),
                "ArrowUp" => Some(GraphMsg::Step(Direction::Up)),
                "ArrowDown" => Some(GraphMsg::Step(Direction::Down)),
                "Home" => Some(GraphMsg::Step(Direction::Home)),
                "Enter" | " " => focus.map(GraphMsg::Toggle),
                "o" if single => focus.map(GraphMsg::Open),
                "Escape" if inside => Some(GraphMsg::Leave),
                "Escape" => {
                    e.prevent_default();
                    focus::tab_later("Views");
                    return;
                }
                "+" | "=" | "-" | "0" => None,
                _ => return,
            };
            e.prevent_default();
            match msg {
                Some(msg) => c.send(Msg::Graph(msg)),
                None => link.send_message(match e.key().as_str() {
                    "-" => GraphEvent::Zoom(80),
                    "0" => GraphEvent::Fit,
                    _ => GraphEvent::Zoom(125),
                }),
            }
        })
    }
}
