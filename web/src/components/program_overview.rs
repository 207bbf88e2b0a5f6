//! The overview of a program: a sentence that says on which kernels it loads; its programs as strips over kernels;
//! maps; needs.

use model::fits::{Fit, Strips};
use model::overview::WITHOUT_BTF;
use model::program::{MapRow, NeedLine, Overview};
use model::words::{grouped, many};
use session::file::OpenFile;
use session::look::fits::FitsLook;
use session::{CoreMsg, FitsMsg, Msg, Overlay, ProgramMsg};
use yew::prelude::*;

use super::about_file::AboutFile;
use super::ask::distributions;
use super::axis::{Lane, Run, axis};
use super::excerpt::excerpt_note;
use super::from_dwarf::from_dwarf;
use super::overview::{beside, make_from_dwarf, overview_export};
use crate::ctx::{Ctx, go_to};

/// The centre.
pub fn program_overview(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let Some(file) = session.program_overview() else { return html! {} };
    let looks = &session.looks()[file.id];
    let strips = looks.fits.fits().map(|fits| fits.strips()).unwrap_or_default();
    let chosen = looks.program.verdict.or_else(|| strips.first());
    html! {
        <div class="overview ofprogram" id="view" tabindex="0" role="region" aria-label="Overview">
            { say(ctx, file, &looks.fits) }
            <div class="overbody">
                { excerpt_note(ctx) }
                if file.no_btf { <p class="dim">{ WITHOUT_BTF }</p> }
                if file.no_btf && file.has_dwarf { { make_from_dwarf(ctx, file) } }
                if let Some(made) = &file.from_dwarf { { from_dwarf(made) } }
                { beside(ctx, file) }
                if !file.btf.diagnostics().is_empty() {
                    <p><button class="link" onclick={ctx.on(Msg::Overlay(Overlay::Problems))}>{ format!("{} found in it", many(file.btf.diagnostics().len() as u64, "problem")) }</button></p>
                }
                { programs(ctx, &strips, chosen, looks.program.overview().map(|overview| &**overview)) }
                if let Some(overview) = looks.program.overview() {
                    <div class="duo">
                        { maps(ctx, overview) }
                        { needs_table(ctx, file, overview, &looks.fits) }
                    </div>
                } else if let Some(why) = looks.program.empty() {
                    <p class="prose" role={why.role()}>{ why.text() }</p>
                }
                <AboutFile ctx={ctx.clone()}/>
            </div>
        </div>
    }
}

/// The sentence, or in its place the button that asks for it, or the reason why there is no sentence. The facts on
/// which the sentence is based, and links, are below it.
fn say(ctx: &Ctx, file: &OpenFile, look: &FitsLook) -> Html {
    let session = ctx.session();
    let fits = look.fits().filter(|_| !look.is_unasked());
    let atlas = session.atlas();
    let asks = atlas.any() && look.atlas.is_none() && look.carried.is_none();
    let ask = |class: &'static str| {
        let on = ctx.on(Msg::Fits(FitsMsg::Atlas(Some(atlas.condition()))));
        html! { <button {class} onclick={on}>{ look.ask_words(atlas) }</button> }
    };
    let said = match fits.map(|fits| fits.headline.as_slice()) {
        _ if look.is_asking() && look.atlas.is_some() => {
            html! { <p class="dim" role="status">{ "Asking the kernels …" }</p> }
        }
        Some([first, more @ ..]) => html! { <><p class="first">{ first }</p><p class="more">{ more.join(" ") }</p></> },
        _ => match look.problem() {
            Some(why) => html! { <p class="more bad" role="alert">{ why.to_owned() }</p> },
            None if look.fits().is_none() => html! {},
            None if asks => html! { <p>{ ask("btn") }</p> },
            None => html! { <p class="first">{ "Drop a kernel to see whether it loads." }</p> },
        },
    };
    html! {
        <div class="say">
            <h1 class="sr">{ &file.name }</h1>
            <div class="answer" aria-live="polite">{ said }</div>
            if asks { { distributions(ctx) } }
            <div class="under">
                { for fits.into_iter().flat_map(|fits| &fits.facts).map(|fact| html! { <span>{ fact }</span> }) }
                <span class="grow"></span>
                if asks && fits.is_some() { { ask("btn quiet") } }
                <button class="btn quiet" onclick={ctx.on(Msg::Program(ProgramMsg::CheckKernel))}>{ "Check my kernel…" }</button>
                { overview_export(ctx) }
                <button class={classes!("btn", (asks && fits.is_none()).then_some("quiet"))} onclick={ctx.on(Msg::Fits(FitsMsg::Show))}>{ "Kernels" }</button>
            </div>
        </div>
    }
}

/// From this number of columns on, a single column is too narrow for words.
const NARROW: usize = 5;

/// The colour of a verdict; only failure is red.
fn class(fit: Fit) -> &'static str {
    if fit == Fit::Fails { "fails" } else { "quiet" }
}

/// The programs, with a strip each. Until kernels are asked, only their names.
fn programs(ctx: &Ctx, strips: &Strips, chosen: Option<(usize, usize)>, overview: Option<&Overview>) -> Html {
    if strips.heads.is_empty() {
        let names = overview.map(|overview| overview.functions.iter().filter(|f| f.is_program)).into_iter().flatten();
        let row = |f: &model::program::FunctionRow| {
            html! {
                <div class="axrow" key={f.index}><button class="axlane link" onclick={ctx.on(Msg::Program(ProgramMsg::Function(f.index)))}>{ &f.name }</button>
                    <span class="axline"></span><i class="dim">{ f.badge() }</i></div>
            }
        };
        return html! { <section aria-label="Programs"><h2>{ "Programs" }</h2><div class="axis unasked">{ for names.map(row) }</div></section> };
    }
    let narrow = strips.heads.len() >= NARROW;
    let lane = |(at, lane): (usize, &model::fits::StripLane)| {
        let run = |(n, run): (usize, &model::fits::StripRun)| Run {
            from: run.from,
            to: run.to,
            class: classes!(class(run.fit)),
            text: if narrow && run.to - run.from == 1 { run.short() } else { run.text() }.into(),
            title: format!("{}: {}", lane.name, run.says()).into(),
            selected: chosen == Some((at, n)),
            choose: Some(ctx.on(Msg::Program(ProgramMsg::Verdict(at, n)))),
            ..Run::default()
        };
        Lane {
            title: lane.name.clone().into(),
            aside: lane.section.clone().into(),
            runs: lane.runs.iter().enumerate().map(run).collect(),
        }
    };
    let lanes: Vec<Lane> = strips.lanes.iter().enumerate().map(lane).collect();
    html! {
        <section class="strips" aria-label="Programs">
            { axis("Programs on kernels", "Programs", &strips.heads, &lanes) }
            if !strips.not_among.is_empty() { <p class="dim notamong">{ &strips.not_among }</p> }
        </section>
    }
}

fn maps(ctx: &Ctx, overview: &Overview) -> Html {
    let row = |m: &MapRow| {
        let name = match m.type_id {
            Some(id) => {
                html! { <button class="link" onclick={ctx.on(go_to(id))}>{ &m.name }</button> }
            }
            None => html! { { &m.name } },
        };
        html! {
            <tr key={m.name.clone()}><td>{ name }</td><td class="dim">{ &m.kind }</td><td>{ m.pair() }</td>
                <td class="num dim">{ m.max_entries.map(|n| grouped(n.into())).unwrap_or_default() }</td></tr>
        }
    };
    html! {
        <section aria-label="Maps">
            <h2>{ "Maps" }</h2>
            if overview.data.maps.is_empty() {
                <p class="dim">{ "none" }</p>
            } else {
                <table aria-label="Maps"><tbody>{ for overview.data.maps.iter().map(row) }</tbody></table>
            }
        </section>
    }
}

/// The needs; their names are links to the screens CO-RE and Loads on.
fn needs_table(ctx: &Ctx, file: &OpenFile, overview: &Overview, look: &FitsLook) -> Html {
    let row = |line: NeedLine| {
        let goes = match line.kind {
            _ if line.count == 0 => None,
            _ if line.is_core && file.has_relocations() => Some(Msg::Core(CoreMsg::Show)),
            _ => Some(Msg::Fits(FitsMsg::Show)),
        };
        let name = match goes {
            Some(msg) => html! { <button class="link" onclick={ctx.on(msg)}>{ line.name }</button> },
            None => html! { { line.name } },
        };
        let met = look.fits().filter(|_| line.count > 0).map(|fits| fits.met_by(&[line.kind]));
        let (fit, said) = met.unwrap_or_default();
        html! { <tr key={line.name}><td class="num"><b>{ grouped(line.count.into()) }</b></td><td>{ name }</td>
        <td class={classes!("num", if fit == Some(Fit::Fails) { "bad" } else { "dim" })}>{ said }</td></tr> }
    };
    html! {
        <section aria-label="Needs">
            <h2>{ "Needs" }</h2>
            <table class="needs" aria-label="Needs"><tbody>{ for overview.needs.lines().map(row) }</tbody></table>
        </section>
    }
}
