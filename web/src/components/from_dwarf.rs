//! For types made from debug information (DWARF): what they were made from, and what was left out.

use model::from_dwarf::{EntryAt, FromDwarf, LeftOut, TagEntries};
use model::words::grouped;
use yew::prelude::*;

fn reason(left: &LeftOut) -> Html {
    let line = format!("{}: {}: {}", left.what, grouped(left.count), left.reason);
    if left.places.is_empty() {
        return html! { <li>{ line }</li> };
    }
    let more = left.count.saturating_sub(left.places.len() as u64);
    let more = if more > 0 { format!(" … {} more", grouped(more)) } else { String::new() };
    html! { <li><details><summary>{ line }</summary><p class="mono dim">{ left.places.join(", ") }{ more }</p></details></li> }
}

/// The section in the overview.
pub fn from_dwarf(made: &FromDwarf) -> Html {
    let missing = made.missing_sentence().map(|sentence| {
        html! {
            <div role="alert">
                <p>{ sentence }</p>
                <ul class="mono">{ for made.missing.iter().map(|name| html! { <li>{ name }</li> }) }</ul>
            </div>
        }
    });
    html! {
        <div class="fromdwarf">
            <p>{ made.sentence() }</p>
            { missing }
            if !made.left_out.is_empty() {
                <h2>{ "Left out" }</h2>
                <ul>{ for made.left_out.iter().map(reason) }</ul>
            }
        </div>
    }
}

/// The DWARF entries that a tag was made from, shown beside its record.
pub fn tag_entries(tag: &TagEntries) -> Html {
    html! {
        <details class="ready fromdwarf" open=true><summary>{ "The DWARF entries that it was made of" }</summary>
            <div class="entries">{ entry("the annotation", &tag.annotation) }{ entry("on", &tag.of) }</div>
        </details>
    }
}

fn entry(what: &'static str, at: &EntryAt) -> Html {
    html! {
        <table class="mono" aria-label={what}>
            <caption>{ what }{ " " }<b>{ &at.tag }</b>{ format!(" {} + {:#x}", at.section, at.offset) }</caption>
            { for at.attributes.iter().map(|(name, value)| html! { <tr><th scope="row">{ name }</th><td>{ value }</td></tr> }) }
        </table>
    }
}
