//! The inspector of "Loads on": the selected answer, its reason, a remedy as code, the loader's words, and links.

use model::fits::{Fits, Loader, Picked};
use session::look::fits::FitsLook;
use session::{FitsMsg, Msg, SettingsMsg};
use yew::prelude::*;

use super::menu::{Choice, Menu};
use super::part::{action, copy, heading_part, part};
use crate::ctx::Ctx;

/// The right pane.
pub fn fits_answer(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let Some(file) = session.fits() else { return html! {} };
    let look = &session.looks()[file.id].fits;
    match look.fits().cloned().zip(look.picked()) {
        Some((fits, picked)) => answer(ctx, &fits, &picked),
        None => html! { <p class="empty">{ nothing(look) }</p> },
    }
}

/// The text in place of an answer; empty while an answer is awaited.
fn nothing(look: &FitsLook) -> &'static str {
    if look.is_unasked() { "Why a program loads on a kernel or fails, in the loader's words." } else { "" }
}

fn answer(ctx: &Ctx, fits: &Fits, picked: &Picked<'_>) -> Html {
    let Picked { of, cell, .. } = picked;
    let class = classes!("says", picked.is_failure().then_some("bad"));
    let whys = picked.whys();
    let kernels = picked.kernels(fits);
    html! {
        <div class="inspect kinspect" tabindex="0" aria-label="Answer" role="group">
            <div aria-live="polite">{ heading_part(html! {
                <>
                    <p {class}>{ picked.title() }</p>
                    <h2>{ if of.is_program() { &of.name } else { of.label() } }</h2>
                    <p class="dim">{ picked.kernel_words(fits) }if !of.since.is_empty() { { format!(" · Linux {}", of.since) } }</p>
                    if !of.of.is_empty() { <p class="dim">{ of.of_words() }<code>{ &of.of }</code></p> }
                </>
            }) }</div>
            if !whys.is_empty() {
                { part("Why", html! {}, html! { <>{ for whys.iter().map(|why| html! { <p>{ sentence(why) }</p> }) }</> }) }
            }
            { way_out(ctx, fits, picked) }
            if !cell.words.is_empty() {
                { part("The loader says", copy(ctx, &cell.words, "message"), html! { <pre class="snip">{ &cell.words }</pre> }) }
            }
            { go_on(ctx, fits, picked) }
            if kernels.len() > 1 {
                <section class="part" aria-label="Kernels"><details><summary>{ format!("All {} kernels", kernels.len()) }</summary>
                    <ul class="all">{ for kernels.iter().map(|name| html! { <li key={name.clone()}>{ name }</li> }) }</ul></details></section>
            }
        </div>
    }
}

/// The part with a remedy, as code if code is known.
pub fn way_out(ctx: &Ctx, fits: &Fits, picked: &Picked<'_>) -> Html {
    let cell = picked.cell;
    let loader = ctx.session().settings().loader;
    let code = cell.way.as_ref().and_then(|way| Some((way, way.code(loader, picked.program(fits))?)));
    let menu = cell.way.as_ref().filter(|way| way.is_of_loader()).map(|_| loaders(ctx, loader));
    match code {
        Some((way, code)) => {
            let aside = html! { <>{ for menu }{ " " }{ copy(ctx, &code, "code") }</> };
            // If the code is for the loader, the text has other remedies, too.
            let more = Some(cell.way_out.as_str()).filter(|text| !text.is_empty() && way.is_of_loader());
            part(
                "Way out",
                aside,
                html! {
                    <><p>{ way.kind.says() }</p><pre class="snip">{ code }</pre>
                        { for more.map(|text| html! { <details><summary>{ "Other ways" }</summary><p>{ sentence(text) }</p></details> }) }</>
                },
            )
        }
        None if !cell.way_out.is_empty() => {
            part("Way out", html! { { for menu } }, html! { <p>{ sentence(&cell.way_out) }</p> })
        }
        None => html! {},
    }
}

fn loaders(ctx: &Ctx, chosen: Loader) -> Html {
    let choice = |loader: Loader| {
        Choice::new(loader.name(), ctx.on(Msg::Settings(SettingsMsg::Loader(loader)))).on(loader == chosen)
    };
    let choices = Loader::ALL.into_iter().map(choice).collect::<Vec<_>>();
    html! { <Menu id="loader" label="Loader" face={chosen.name()} class="link" {choices}/> }
}

fn go_on(ctx: &Ctx, fits: &Fits, picked: &Picked<'_>) -> Html {
    let way = |name: String, msg: FitsMsg| action(ctx, name, Msg::Fits(msg));
    let compare = picked.near_words(fits).map(|there| way(format!("Compare with {there}"), FitsMsg::Compare));
    let history = !picked.question().is_empty() && ctx.session().atlas().any();
    let history = history.then(|| way("History".to_owned(), FitsMsg::History));
    let open = picked.in_atlas(fits).map(|(_, version)| way(format!("Open {version}"), FitsMsg::Kernel));
    let relocation = picked.relocation().map(|_| way("Show the relocation".to_owned(), FitsMsg::Open));
    let all: Vec<Html> = [compare, history, open, relocation].into_iter().flatten().collect();
    if all.is_empty() {
        return html! {};
    }
    part("Go on", html! {}, html! { <div class="acts">{ for all }</div> })
}

/// The text with a capital letter and a full stop.
pub fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first: String = chars.next().map(|c| c.to_uppercase().collect()).unwrap_or_default();
    format!("{first}{}.", chars.as_str())
}
