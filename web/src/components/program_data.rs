//! The tables of a program's maps and global variables.

use model::program::{Data, GlobalSection, MapRow, TypeLink};
use model::words::grouped;
use session::look::program::Picked;
use yew::prelude::*;

use crate::ctx::{Ctx, go_to};

fn type_link(ctx: &Ctx, link: &TypeLink) -> Html {
    html! { <button class="link" onclick={ctx.on(go_to(link.id))}>{ &link.name }</button> }
}

fn side(ctx: &Ctx, link: &Option<TypeLink>, size: Option<u32>) -> Html {
    html! {
        <>
            if let Some(link) = link { { type_link(ctx, link) }{ " " } }
            if let Some(size) = size { <span class="dim">{ format!("{size} B") }</span> }
        </>
    }
}

fn map(ctx: &Ctx, m: &MapRow, on: bool) -> Html {
    html! {
        <tr key={m.name.clone()} aria-selected={on.to_string()}>
            <td>if let Some(id) = m.type_id {
                <button class="link" onclick={ctx.on(go_to(id))}>{ &m.name }</button>
            } else { { &m.name } }</td>
            <td>{ &m.kind }</td>
            <td>{ side(ctx, &m.key, m.key_size) }</td>
            <td>{ side(ctx, &m.value, m.value_size) }</td>
            <td class="num">{ m.max_entries.map(|n| grouped(n.into())).unwrap_or_default() }</td>
            <td class="value">{ m.more.join(", ") }if !m.problems.is_empty() { <span class="bad">{ format!(" {}", m.problems.join("; ")) }</span> }</td>
        </tr>
    }
}

fn section(ctx: &Ctx, s: &GlobalSection, picked: Option<&str>) -> Html {
    let rows = s.variables.iter().enumerate().map(|(i, v)| {
        let on = picked == Some(v.name.as_str());
        html! {
            <tr key={i} aria-selected={on.to_string()}>
                <td>{ &v.name }</td>
                <td>{ type_link(ctx, &v.of) }</td>
                <td class="num">{ v.place() }</td>
                <td class="num">{ v.size }</td>
                <td class="value">{ v.value.clone().unwrap_or_default() }</td>
                <td class="dim">{ &v.linkage }</td>
            </tr>
        }
    });
    let head =
        [("variable", false), ("type", false), ("offset", true), ("size", true), ("value", false), ("linkage", false)];
    html! {
        <>
            <h2><button class="link" onclick={ctx.on(go_to(s.type_id))}>{ &s.name }</button>
                <span class="dim">{ s.facts() }</span></h2>
            <table class="plain" aria-label={format!("Variables of {}", s.name)}>
                { head_row(&head) }
                <tbody>{ for rows }</tbody>
            </table>
        </>
    }
}

/// The heads of a table. For each column: its title, and whether it has numbers.
fn head_row(columns: &[(&'static str, bool)]) -> Html {
    let column = |(title, numbers): &(&'static str, bool)| {
        html! { <th scope="col" class={numbers.then_some("num")}>{ *title }</th> }
    };
    html! { <thead><tr>{ for columns.iter().map(column) }</tr></thead> }
}

/// Both tables.
pub fn program_data(ctx: &Ctx, data: &Data, picked: Option<&Picked>) -> Html {
    let picked = match picked {
        Some(Picked::Data(name)) => name.as_deref(),
        _ => None,
    };
    let head = [("map", false), ("kind", false), ("key", false), ("value", false), ("entries", true), ("", false)];
    html! {
        <>
            <div class="head">
                <h1>{ "Maps and globals" }</h1>
                <dl class="meta">
                    <div><dt>{ "maps" }</dt><dd>{ data.maps.len() }</dd></div>
                    <div><dt>{ "variables" }</dt><dd>{ data.variables() }</dd></div>
                    if let Some(license) = &data.license { <div><dt>{ "licence" }</dt><dd>{ license }</dd></div> }
                </dl>
            </div>
            <div class="program" id="view" tabindex="0" role="region" aria-label="Maps and globals">
                if data.maps.is_empty() {
                    <p class="dim">{ "This program declares no maps." }</p>
                } else {
                    <table class="plain" aria-label="Maps">
                        { head_row(&head) }
                        <tbody>{ for data.maps.iter().map(|m| map(ctx, m, picked == Some(m.name.as_str()))) }</tbody>
                    </table>
                }
                { for data.sections.iter().map(|s| section(ctx, s, picked)) }
            </div>
        </>
    }
}
