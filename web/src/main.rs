//! The btfscope page: a Yew front end over the crates `session`, `model` and `desk`. Components hold no domain logic; `dom` is what touches the browser.

mod app;
mod components;
mod ctx;
mod dom;
mod rare;
mod samples;
mod worker;

fn main() {
    dom::panic::install();
    // The text that stands in the page until now.
    if let Some(body) = gloo::utils::document().body() {
        body.set_inner_html("");
    }
    yew::Renderer::<app::App>::new().render();
}
