//! The centre in Programs: a function with its source lines, the program as libbpf loads it, the maps and globals, or
//! the graph of calls.

use std::rc::Rc;

use model::program::{
    AsmKind, FunctionModel, FunctionRow, Goes, InsnRow, ListingRow, LoadModel, LoadRow, LoaderCall, LoaderCalls, Note,
    NoteKind, SourceRow,
};
use session::look::program::Picked;
use session::{Empty, Msg, ProgramMsg};
use web_sys::KeyboardEvent;
use yew::prelude::*;

use super::graph::graph_view;
use super::list_keys;
use super::program_data::program_data;
use super::rows::Rows;
use super::tab_list::{Tab, tab_list};
use super::variants::{VariantMenu, VariantSource, variant_line, variant_of};
use crate::ctx::{Ctx, HoverCtx, go_to};

const ROW: u32 = 21;

/// The centre.
pub fn program_view(ctx: &Ctx, hover: &HoverCtx) -> Html {
    let session = ctx.session();
    let Some(file) = session.program() else { return html! {} };
    let look = &session.looks()[file.id].program;
    let note = |why: Empty<'_>| html! { <p class="prose" role={why.role()}>{ why.text() }</p> };
    let why = look.empty();
    let (Some(overview), false) = (look.overview(), matches!(why, Some(Empty::Failed(_)))) else {
        return why.map(note).into_iter().collect();
    };
    if look.picked == Some(Picked::Calls) {
        return html! {
            <>
                <div class="head"><h1>{ "Calls and maps" }</h1></div>
                <div class="viewbody" id="view">{ graph_view(ctx, hover) }</div>
            </>
        };
    }
    let Some(row) = look.row() else { return program_data(ctx, &overview.data, look.picked.as_ref()) };
    let tab = |name: &'static str, loaded: bool| {
        let choose = ctx.on(Msg::Program(ProgramMsg::AsLoaded(loaded)));
        Tab::new(name, look.as_loaded == loaded, choose).of("view")
    };
    let variant = variant_of(file);
    let body = match look.model() {
        None => why.map(note).into_iter().collect(),
        Some(model) if look.as_loaded => loaded(&model.load, &model.calls),
        Some(model) if variant.is_some() => html! {
            <div class="variant">
                { for variant.map(|variant| html! { <VariantSource {variant} here={variant_line(model, look.active())}/> }) }
                { listing(ctx, model, look.active()) }
            </div>
        },
        Some(model) => listing(ctx, model, look.active()),
    };
    html! {
        <>
            <div class="head">{ heading(ctx, row) }{ for variant.map(|shown| html! { <VariantMenu ctx={ctx.clone()} {shown}/> }) }</div>
            { tab_list("tabs", "Views", vec![tab("Code", false), tab("As loaded", true)]) }
            <div class="viewbody" id="view" role="tabpanel" aria-label={if look.as_loaded { "As loaded" } else { "Code" }}>{ body }</div>
        </>
    }
}

fn heading(ctx: &Ctx, row: &FunctionRow) -> Html {
    let figure = |term: &str, value: String| html! { <div><dt>{ term }</dt><dd>{ value }</dd></div> };
    let source = row.source.as_ref().map(|file| format!("{file}:{}", row.line));
    html! {
        <>
            <h1 class="func"><span class="kw" title={row.kind()}>{ row.badge() }</span>{ " " }{ &row.name }</h1>
            if !row.prototype.is_empty() { <p class="dim mono about">{ &row.prototype }</p> }
            <dl class="meta">
                { figure("section", row.section.clone()) }
                if let Some(target) = &row.target { { figure("attaches to", target.clone()) } }
                { figure("instructions", row.instructions.to_string()) }
                { figure("CO-RE relocations", row.core_relos.to_string()) }
                if let Some(source) = source { { figure("source", source) } }
                if let Some(id) = row.type_id {
                    <div><dt>{ "type" }</dt><dd>
                        <button class="link" onclick={ctx.on(go_to(id))}>{ format!("[{id}] {}", row.name) }</button>
                    </dd></div>
                }
            </dl>
        </>
    }
}

fn keys(ctx: &Ctx) -> Callback<KeyboardEvent> {
    list_keys::keys(ctx, |ctx, key, delta| {
        match (key, delta) {
            ("Enter", _) => ctx.send(Msg::Program(ProgramMsg::Follow)),
            ("ArrowLeft", _) => return crate::dom::focus::on("#programs"),
            (_, Some(delta)) => ctx.send(Msg::Program(ProgramMsg::Step(delta))),
            _ => return false,
        }
        true
    })
}

fn listing(ctx: &Ctx, model: &Rc<FunctionModel>, active: Option<usize>) -> Html {
    let count = model.listing.rows.len();
    // If the picked instruction jumps, the instruction that it jumps to is marked.
    let jump = active.and_then(|i| match model.listing.rows.get(i) {
        Some(ListingRow::Insn(insn)) => insn.jump,
        _ => None,
    });
    let render = {
        let (ctx, model) = (ctx.clone(), Rc::clone(model));
        Callback::from(move |i: usize| match model.listing.rows.get(i) {
            Some(ListingRow::Source(row)) => source(i, row),
            Some(ListingRow::Insn(row)) => insn(&ctx, i, row, active == Some(i), jump == Some(row.slot)),
            None => html! {},
        })
    };
    html! {
        <Rows count={count} height={ROW} active={active} render={render} role="grid" label="Instructions" id="code"
            class={classes!("asm")} columns={1} active_id={active.map(|i| format!("insn-{i}"))} reset={model.index as u64} onkeydown={keys(ctx)}/>
    }
}

fn source(i: usize, row: &SourceRow) -> Html {
    let place = format!("{}:{}", row.file, row.line);
    html! {
        <div key={i} class="list-row arow src" style={format!("height:{ROW}px")} role="row" aria-rowindex={(i + 1).to_string()} title={format!("{}\n{}", row.text, row.path)}>
            <span role="gridcell">
                <span class="no"></span><span class="com">{ format!("; {}", row.text) }</span><span class="where">{ place }</span>
            </span>
        </div>
    }
}

fn class(kind: AsmKind) -> &'static str {
    match kind {
        AsmKind::Keyword => "kw",
        AsmKind::Register => "reg",
        AsmKind::Number => "num",
        AsmKind::Type => "ty",
        AsmKind::Function => "fn",
        AsmKind::Target => "num",
        AsmKind::Punct => "",
        AsmKind::Unknown => "bad",
    }
}

fn insn(ctx: &Ctx, i: usize, row: &InsnRow, on: bool, jumped: bool) -> Html {
    let pieces = row.pieces.iter().map(|(kind, text)| match (kind, row.jump) {
        (AsmKind::Target, Some(to)) => {
            link(ctx, Goes::Slot(to), "num", text.clone(), format!("Go to instruction {to}"))
        }
        _ => html! { <span class={class(*kind)}>{ text.clone() }</span> },
    });
    let to = row.jump.map(|to| html! { <span class="to">{ format!("→ {to}") }</span> });
    html! {
        <div key={i} id={format!("insn-{i}")} class={classes!("list-row", "arow", row.is_target.then_some("target"), jumped.then_some("jumped"))}
            style={format!("height:{ROW}px")} role="row" aria-rowindex={(i + 1).to_string()} aria-selected={on.to_string()}
            aria-label={format!("{}: {}", row.slot, row.text())} onclick={ctx.on(Msg::Program(ProgramMsg::Slot(row.slot)))}>
            <span role="gridcell">
                <span class="no">{ row.slot }{ ":" }</span><span class="ins">{ for pieces }{ to }</span>
                { for row.notes.iter().map(|n| note(ctx, n)) }
                { for row.relos.iter().map(|r| link(ctx, r.goes.clone(), "relo", r.name.clone(), r.formula.clone())) }
            </span>
        </div>
    }
}

/// A link within a row. It stops the click, so that the row is not picked, too.
fn link(ctx: &Ctx, goes: Goes, class: &'static str, text: String, title: String) -> Html {
    let onclick = ctx.on_and_stop(Msg::Program(ProgramMsg::Go(goes)));
    html! { <a class={classes!("go", class)} role="link" tabindex="-1" title={title} onclick={onclick}>{ text }</a> }
}

fn note(ctx: &Ctx, note: &Note) -> Html {
    let class = match note.kind {
        NoteKind::Core => "patched",
        NoteKind::Elf | NoteKind::Plain => "elf",
    };
    let text = |range: std::ops::Range<usize>| note.text.get(range).unwrap_or_default().to_owned();
    let (start, end) = (note.link.start, note.link.end);
    html! {
        <span class={classes!("note", class)} title={note.text.clone()}>
            { "; " }{ text(0..start) }
            if let Some((goes, title)) = note.target() { { link(ctx, goes, "", text(start..end), title.to_owned()) } } else { { text(start..end) } }
            { text(end..note.text.len()) }
        </span>
    }
}

fn records(title: &str, rows: &[LoadRow]) -> Html {
    let rows = rows.iter().enumerate().map(|(i, r)| {
        html! {
            <tr key={i}><td>{ &r.function }</td><td class="num">{ format!("{:#x}", r.in_file) }</td><td class="num">{ r.passed }</td></tr>
        }
    });
    html! {
        <>
            <h2>{ title.to_owned() }</h2>
            <table class="plain">
                <thead><tr><th scope="col">{ "function" }</th><th scope="col" class="num">{ "in the file, bytes" }</th>
                    <th scope="col" class="num">{ "as passed, slots" }</th></tr></thead>
                <tbody>{ for rows }</tbody>
            </table>
        </>
    }
}

fn call(call: &LoaderCall) -> Html {
    let attributes = call.attributes.iter().enumerate().map(|(i, a)| {
        let value = if a.answer { format!("→ {}", a.value) } else { a.value.clone() };
        html! { <tr key={i}><th scope="row">{ &a.name }</th><td>{ value }</td><td class="dim">{ &a.note }</td></tr> }
    });
    let notes = call.notes.iter().map(|note| html! { <p class="dim">{ note }</p> });
    html! {
        <details key={call.number} class="call" open={true}>
            <summary><span class="num">{ call.number }</span><b>{ &call.command }</b><span>{ &call.about }</span></summary>
            <table class="plain"><tbody>{ for attributes }</tbody></table>
            { for notes }
        </details>
    }
}

/// The `bpf()` calls that load the program into the kernel, and the calls by which a tool finds it there.
fn calls(calls: &LoaderCalls) -> Html {
    let notes = calls.notes.iter().map(|note| html! { <p class="bad">{ note }</p> });
    html! {
        <>
            <h2>{ "The loader's calls of bpf()" }</h2>
            { for notes }
            { for calls.load.iter().map(call) }
            if !calls.ask.is_empty() {
                <h2>{ "Calls of a tool that looks at them afterwards" }</h2>
                { for calls.ask.iter().map(call) }
            }
        </>
    }
}

/// The program as libbpf passes it to the kernel.
fn loaded(load: &LoadModel, of: &LoaderCalls) -> Html {
    let parts = load.functions.iter().enumerate().map(|(i, p)| {
        html! { <tr key={i}><td>{ &p.name }</td><td class="num">{ p.at }</td><td class="num">{ p.slots }</td></tr> }
    });
    let demands = load.demands.iter().enumerate().map(|(i, (what, broken))| match broken {
        None => html! { <li key={i} class="ok">{ format!("✓ {what}") }</li> },
        Some(why) => html! { <li key={i} class="bad">{ format!("✗ {what}: {why}") }</li> },
    });
    html! {
        <div class="program" tabindex="0" role="region" aria-label="As loaded">
            <h2>{ "What the kernel requires" }</h2>
            <ul class="demands">{ for demands }</ul>
            <h2>{ "Functions in load order" }</h2>
            <table class="plain">
                <thead><tr><th scope="col">{ "function" }</th><th scope="col" class="num">{ "from slot" }</th>
                    <th scope="col" class="num">{ "slots" }</th></tr></thead>
                <tbody>{ for parts }</tbody>
            </table>
            { records("func_info", &load.func_infos) }
            { records("line_info", &load.line_infos) }
            { calls(of) }
        </div>
    }
}
