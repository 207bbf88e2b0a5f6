//! The screen "Loads on" shows on which kernels the programs of an object load. It has a sentence, the counts and the
//! matrix; the selected answer is in the right pane (`fits_answer.rs`).

use model::fits::{Fit, Fits};
use session::look::fits::FitsLook;
use session::{Empty, FitsFile, FitsMsg, Msg};
use yew::prelude::*;

use super::ask::distributions;
use super::fits_matrix::fits_matrix;
use super::kernel_modes::kernel_modes;
use super::menu::{Choice, Menu};
use super::search_box::{SearchBox, search_box};
use crate::ctx::Ctx;

/// The centre: the matrix, or why there is none.
pub fn fits_view(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let Some(file) = session.fits() else { return html! {} };
    let look = &session.looks()[file.id].fits;
    let fits = look.fits().cloned();
    let said = match (&fits, look.is_unasked()) {
        (Some(fits), false) if !fits.headline.is_empty() => fits.headline.join(" "),
        (Some(_), true) => "Drop a kernel to see whether it loads.".to_owned(),
        _ => String::new(),
    };
    let grid = look.grid().unwrap_or_default();
    let why = look.empty().or_else(|| look.no_lines(grid.lines.len()));
    html! {
        <>
            <h1 class="say">{ said }</h1>
            <div class="tools">
                { kernel_modes(ctx) }
                if let Some(fits) = fits.as_ref().filter(|_| !look.is_unasked()) { { counts(ctx, look, fits) } }
                <span class="grow"></span>
                { atlas_kernels(ctx, look) }
                if fits.is_some() && !look.is_unasked() { { export(ctx, &file.name, look) } }
            </div>
            if look.carried.is_some() {
                <p class="asked" role="note">{ "These answers came with the link. " }
                    <button class="link" onclick={ctx.on(Msg::Fits(FitsMsg::Here))}>{ "Ask the kernels here" }</button></p>
            }
            <div class="viewbody fits" id="view" role="tabpanel" aria-label="Loads on">
                if let Some(why) = why {
                    <p class="prose" role={if matches!(why, Empty::Failed(_)) { why.role() } else { None }}>{ why.text() }</p>
                } else if let Some(fits) = &fits {
                    { fits_matrix(ctx, fits, grid, look) }
                }
            </div>
        </>
    }
}

/// The numbers of kernels by result. A click on a number leaves only the programs that have this result on some kernel.
fn counts(ctx: &Ctx, look: &FitsLook, fits: &Fits) -> Html {
    let tally = fits.tally();
    let chip = |fit: Option<Fit>, n: usize, what: &str| {
        let class = if fit == Some(Fit::Fails) { "bad" } else { "" };
        let sign = fit.map(|fit| html! { <span {class} aria-hidden="true">{ fit.sign() }{ " " }</span> });
        html! {
            <button class="btn quiet" aria-pressed={(look.only == fit).to_string()} onclick={ctx.on(Msg::Fits(FitsMsg::Only(fit)))}>
                { for sign }<b {class}>{ n }</b>{ " " }<span class="dim">{ what.to_owned() }</span></button>
        }
    };
    html! {
        <div class="counts" role="group" aria-label="Kernels by result">
            { chip(None, tally.kernels, &tally.what) }
            { chip(Some(Fit::Loads), tally.loads, if tally.loads == 1 { "loads" } else { "load" }) }
            if tally.unknown > 0 { { chip(Some(Fit::CannotTell), tally.unknown, "cannot tell") } }
            if tally.fails > 0 {
                { chip(Some(Fit::Fails), tally.fails, match (tally.in_part, tally.fails) { (true, 1) => "fails in part", (true, _) => "fail in part", (false, 1) => "fails", (false, _) => "fail" }) }
            }
        </div>
    }
}

/// The menu to save files, and the command that makes the same check.
fn export(ctx: &Ctx, name: &str, look: &FitsLook) -> Html {
    let save = |name: &'static str, format| Choice::new(name, ctx.on(Msg::Fits(FitsMsg::Save(format))));
    let command = session::look::fits::command(name, look.atlas.as_deref());
    let copy = Choice::new("Command line for CI", ctx.on(Msg::Copy(command, "Command copied".to_owned())));
    let choices = vec![
        save("CSV", FitsFile::Csv),
        save("JSON", FitsFile::Json),
        save("Markdown", FitsFile::Markdown),
        save("SVG", FitsFile::Svg),
        copy.hint("copy").apart(),
    ];
    html! { <Menu id="fits-export" label="Export" face="Export" class="btn quiet" {choices}/> }
}

/// The kernels of the atlas: the button that asks them, or the conditions by which they are chosen.
fn atlas_kernels(ctx: &Ctx, look: &FitsLook) -> Html {
    let session = ctx.session();
    let atlas = session.atlas();
    if !atlas.any() || look.carried.is_some() {
        return html! {};
    }
    let set = |select: Option<&str>| ctx.on(Msg::Fits(FitsMsg::Atlas(select.map(str::to_owned))));
    let Some(select) = look.atlas.as_deref() else {
        let class = if look.is_unasked() { "btn" } else { "btn quiet" };
        let button =
            html! { <button {class} onclick={set(Some(&atlas.condition()))}>{ look.ask_words(atlas) }</button> };
        return html! { <>{ distributions(ctx) }{ button }</> };
    };
    let typed = ctx.with(move |ctx, text: String| ctx.send(Msg::Fits(FitsMsg::Atlas(Some(text)))));
    let says = match look.atlas_problem() {
        Some(problem) => html! { <p class="bad" role="alert">{ problem }</p> },
        None if look.is_asking() => html! { <p class="dim" role="status">{ "Asking the kernels …" }</p> },
        None => html! {},
    };
    let field = SearchBox {
        title: Some("Conditions on kernels: arch:amd64 version:>=6.1 flavour:cloud"),
        ..SearchBox::new("Kernels of the atlas", "distribution: arch: version:", select)
    };
    html! {
        <div class="asking">
            { search_box(field, typed) }
            <button class="icon" aria-label="Leave them out" title="Leave the atlas's kernels out" onclick={set(None)}>{ "✕" }</button>
            { says }
        </div>
    }
}
