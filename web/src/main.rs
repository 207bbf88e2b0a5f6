//! The btfscope page: a Yew front end over the crates `session`, `model` and `desk`. Components contain no BTF logic;
//! `dom` holds the browser code.

mod app;
mod components;
mod ctx;
mod dom;
mod rare;
mod samples;
mod worker;

fn main() {
    dom::panic::install();
    // Remove the text that the page shows while the program is being loaded.
    if let Some(body) = gloo::utils::document().body() {
        body.set_inner_html("");
    }
    yew::Renderer::<app::App>::new().render();
}
