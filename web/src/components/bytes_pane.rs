//! The bytes of a file: in the right pane, or in the middle of the page, where rows are twice as long.

use std::rc::Rc;

use btf::BlobRange;
use model::bytes::{HexRow, Highlights, Mark, ROW, Run, WIDE_ROW, address_digits, covers, hex};
use model::focus::{BlobId, ByteFocus};
use model::inspect::{Inspection, Meaning};
use model::words::grouped;
use session::bytes::{NO_BTF, POINT, SELECT, say_marks};
use session::commands::Command;
use session::file::OpenFile;
use session::look::kernel_lists::ListsMsg;
use session::{BytesPlace, Msg, SettingsMsg, blob_of, shown_blob};
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};
use yew::prelude::*;

use super::rows::Rows;
use crate::ctx::{Ctx, Hover, HoverCtx};
use crate::dom::keys::page_of;

const HEIGHT: u32 = 21;

struct HexView {
    digits: usize,
    marks: Highlights,
    over: Option<BlobRange>,
    /// The ranges that the lesson's step is about.
    lesson: Rc<[BlobRange]>,
    at: Option<u32>,
    /// The offsets of the runs into which an ELF relocation is written when the object is linked.
    filled: Vec<u32>,
}

fn run(v: &HexView, row: &HexRow, r: &Run) -> Html {
    let mark = v.marks.mark(r.range).map(Mark::css);
    let hov = covers(v.over, r.range).then_some("hov");
    let lesson = v.lesson.iter().any(|m| m.covers(r.range)).then_some("lesson");
    let filled = v.filled.contains(&r.range.start);
    let bytes = row.bytes_of(r);
    let class = classes!("run", r.class.css(), mark, hov, lesson, filled.then_some("filled"));
    let mark = mark.into_iter().chain(hov).collect::<Vec<_>>().join(" ");
    let active = v.at.filter(|&at| r.range.contains(at)).map(|at| (at - r.range.start) as usize);
    let marks = say_marks(filled, lesson.is_some());
    let cell = |range: std::ops::Range<usize>| cell(r, bytes, range, marks);
    match active {
        None => html! {
            <span class={class} data-mark={mark} role="gridcell" aria-label={r.say(r.range.start, bytes) + marks} data-at={r.range.start.to_string()}>{ hex(bytes) }</span>
        },
        // The active byte is a cell of its own. The bytes of the run before and after it are cells, too.
        Some(i) => html! {
            <span class={class} data-mark={mark} role="presentation">
                { cell(0..i) }
                <span class="at" id="active-byte" role="gridcell" aria-selected="true" data-at={v.at.map(|at| at.to_string())}
                    aria-label={r.say_byte(r.range.start.saturating_add(i as u32), bytes.get(i).copied().unwrap_or_default()) + marks}>
                    { hex(bytes.get(i..i + 1).unwrap_or_default()) }</span>
                { cell(i + 1..bytes.len()) }
            </span>
        },
    }
}

/// Some bytes of a run as a cell. `marks`: the words for the marks of the run.
fn cell(r: &Run, bytes: &[u8], range: std::ops::Range<usize>, marks: &str) -> Html {
    let at = r.range.start.saturating_add(range.start as u32);
    match bytes.get(range) {
        Some(part) if !part.is_empty() => {
            html! { <span role="gridcell" aria-label={r.say(at, part) + marks} data-at={at.to_string()}>{ hex(part) }</span> }
        }
        _ => html! {},
    }
}

/// A row; `owners`: the items that its bytes belong to, in a wide row.
fn hex_row(v: &HexView, row: &HexRow, owners: Option<String>) -> Html {
    html! {
        <div key={row.row} class="hexrow" role="row" aria-rowindex={(row.row + 1).to_string()}>
            <span class="ad" role="rowheader">{ format!("{:0width$x}", row.address, width = v.digits) }</span>
            { for row.runs.iter().map(|r| run(v, row, r)) }
            if let Some(owners) = owners {
                <span class="ascii" aria-hidden="true">{ &row.ascii }</span><span class="owners" title={owners.clone()}>{ owners }</span>
            }
        </div>
    }
}

/// The offset of the byte under the mouse. The element has the offset of its first byte in `data-at`, and all its
/// bytes are equally wide.
pub(super) fn byte_of(e: &MouseEvent) -> Option<u32> {
    let element = e.target()?.dyn_into::<Element>().ok()?;
    let cell = element.closest("[data-at]").ok()??;
    let first: u32 = cell.get_attribute("data-at")?.parse().ok()?;
    let count = cell.text_content()?.len() / 3;
    let place = cell.get_bounding_client_rect();
    let share = (f64::from(e.client_x()) - place.left()) / place.width();
    // At the right edge of the element the index can be one too large.
    let index = ((share * count as f64) as usize).min(count.saturating_sub(1));
    first.checked_add(index as u32)
}

fn byte_keys(ctx: &Ctx, id: BlobId, width: u32) -> Callback<KeyboardEvent> {
    ctx.with(move |ctx, e: KeyboardEvent| {
        let ctrl = e.ctrl_key() || e.meta_key();
        let msg = ctx.session().file().and_then(|file| file.byte_key(id, &e.key(), ctrl, page_of(&e), width));
        if let Some(msg) = msg {
            e.prevent_default();
            ctx.send(msg);
        }
    })
}

/// Follows the mouse over the bytes: shows what a byte means, and marks its item in all panes.
fn watch(ctx: &Ctx, hover: &HoverCtx, id: BlobId, say: UseStateHandle<String>) -> Callback<MouseEvent> {
    let (ctx, set) = (ctx.clone(), hover.set.clone());
    Callback::from(move |e: MouseEvent| {
        let Some(at) = byte_of(&e) else { return };
        let session = ctx.session();
        let Some(file) = session.file() else { return };
        let (text, focus) = file.byte_meaning(id, at);
        let over = focus.map(|focus| Hover {
            id: focus.id,
            item: focus.item.map(|i| i.0),
            field: focus.field.filter(|_| session.shows_listing()),
        });
        if *say != text {
            say.set(text);
        }
        set.emit(over);
    })
}

fn field(ctx: &Ctx, file: &OpenFile, blob: BlobId, marked: Option<BlobRange>, f: &model::inspect::FieldView) -> Html {
    let is = f.meaning.iter().filter_map(|m| match m {
        Meaning::Is { text, link } => Some(html! {
            <i>{ " → " }
                if let Some(link) = link {
                    <button class="link" onclick={ctx.on(file.inspector_link(blob, link))}>{ text }</button>
                } else { { text } }
            </i>
        }),
        _ => None,
    });
    let notes = f.meaning.iter().filter_map(|m| match m {
        Meaning::Is { .. } => None,
        Meaning::Note { label, value, text } => Some(html! {
            <span class="note">{ label }{ " " }<b>{ value }</b>{ " " }{ text }</span>
        }),
        Meaning::Problem(text) => Some(html! { <span class="note hu">{ "! " }{ text }</span> }),
    });
    let strong = marked.is_some_and(|m| m == f.range);
    let at = f.range.start;
    html! {
        <>
            <dt class={f.class.css()}>
                <button class="typelink" title="Show its bytes" onclick={ctx.on(Msg::Byte(ByteFocus { blob, at }))}>{ f.name }</button>
            </dt>
            <dd class={classes!(strong.then_some("strong"))}>{ &f.value }{ for is }{ for notes }</dd>
        </>
    }
}

fn inspection(ctx: &Ctx, file: &OpenFile, blob: BlobId, marks: &Highlights, i: &Inspection) -> Html {
    html! {
        <div class="insp">
            <h3>{ &i.title }</h3>
            <dl class="kv">{ for i.fields.iter().map(|f| field(ctx, file, blob, marks.field, f)) }</dl>
            { for i.problems.iter().map(|p| html! { <p class="hu">{ "! " }{ p }</p> }) }
            if let Some(note) = &i.note { <p class="dim">{ note }</p> }
        </div>
    }
}

/// The line above the bytes: buttons that fold, unfold and move them, the other blobs, and the place.
pub fn bytes_head(ctx: &Ctx, file: &OpenFile, place: BytesPlace) -> Html {
    let id = shown_blob(file);
    let folded = place == BytesPlace::Folded;
    let (label, sign, to) = match place {
        BytesPlace::Folded => ("Show the bytes", "▸", BytesPlace::Half),
        BytesPlace::Half | BytesPlace::Middle | BytesPlace::All => ("Fold the bytes", "▾", BytesPlace::Folded),
    };
    let go = |to: BytesPlace| ctx.on(Msg::Settings(SettingsMsg::Bytes(to)));
    let switch = file.blobs().into_iter().filter(|b| b.0 != id && !folded).map(|(to, name)| {
        html! { <button class="mini" title={format!("Show the bytes of {name}")} onclick={ctx.on(Msg::Byte(ByteFocus { blob: to, at: 0 }))}>{ name }</button> }
    });
    let total = blob_of(file, id).map_or(0, |blob| blob.len());
    html! {
        <div class="pt">
            <h2><button class="fold" aria-label={label} aria-expanded={(!folded).to_string()} title={format!("{label} (b)")} onclick={go(to)}>
                <span aria-hidden="true">{ sign }{ " " }</span>{ "Bytes" }</button></h2>
            { for switch }
            <button class="link dim mono" title={format!("{} bytes in all; g goes to an offset", grouped(total.into()))}
                onclick={ctx.on(Msg::Command(Command::GoToOffset))}>{ file.byte_place(id) }</button>
            <span class="grow"></span>
            if place == BytesPlace::Half {
                <button class="mini" title="Bytes in the middle of the page (b)" aria-label="Bytes in the middle" onclick={go(BytesPlace::Middle)}>{ "⤢" }</button>
            }
        </div>
    }
}

#[derive(Properties, PartialEq)]
pub struct BytesProps {
    pub ctx: Ctx,
    pub hover: HoverCtx,
    /// Where the bytes are shown. In the middle of the page, rows have 32 bytes, their text and their owners.
    pub place: BytesPlace,
}

/// The bytes, and the fields of the selected bytes.
#[component]
pub fn BytesPane(props: &BytesProps) -> Html {
    let (ctx, hover, place) = (&props.ctx, &props.hover, props.place);
    let wide = place == BytesPlace::Middle;
    let width = if wide { WIDE_ROW } else { ROW };
    let say = use_state(String::new);
    let session = ctx.session();
    let Some(file) = session.file() else { return html! {} };
    if file.no_btf {
        return html! {
            <div class="hexpane" role="region" aria-label="Bytes of the file">
                <div class="pt"><h2>{ "Bytes" }</h2></div>
                <p class="empty">{ NO_BTF }</p>
                <p class="empty"><button class="btn" onclick={ctx.on(Msg::Lists(ListsMsg::Show(true)))}>{ "Show them" }</button></p>
            </div>
        };
    }
    let id = shown_blob(file);
    let Some(blob) = blob_of(file, id) else { return html! {} };
    let marks = file.byte_marks(id);
    let at = file.look.byte.filter(|b| b.blob == id).map(|b| b.at);
    let focus = session.byte_in_sight(file, id);
    let over = hover.over.and_then(|over| file.item_bytes(id, over.focus()));
    let lesson = session.lesson_marks(file.id).map(|l| l.in_blob(id)).unwrap_or_default();
    let lesson: Rc<[BlobRange]> = Rc::from(lesson);
    let render = {
        let (ctx, file_id, digits) = (ctx.clone(), file.id, address_digits(blob.len()));
        Callback::from(move |i: usize| {
            let session = ctx.session();
            let Some(file) = session.file_of(file_id) else { return html! {} };
            let rows = blob_of(file, id).map(|blob| blob.rows(i as u32, 1, width)).unwrap_or_default();
            let Some(row) = rows.first() else { return html! {} };
            let owners = wide.then(|| file.row_owners(id, row));
            let filled = row.runs.iter().map(|r| r.range.start).filter(|&at| file.is_filled(id, at)).collect();
            hex_row(&HexView { digits, marks, over, lesson: Rc::clone(&lesson), at, filled }, row, owners)
        })
    };
    let choose = ctx.with(move |ctx, e: MouseEvent| {
        if let Some(at) = byte_of(&e) {
            ctx.send(Msg::Byte(ByteFocus { blob: id, at }));
            ctx.send(Msg::ByteOwner);
        }
    });
    let leave = {
        let (say, set) = (say.clone(), hover.set.clone());
        Callback::from(move |_: MouseEvent| {
            say.set(String::new());
            set.emit(None);
        })
    };
    let shown = file.inspection(id);
    let total = blob.total_rows(width) as usize;
    html! {
        <>
            if wide { <h1 class="sr">{ format!("Bytes of {}", file.name) }</h1> }
            <div class={classes!("hexpane", wide.then_some("widehex"))} role="region" aria-label="Bytes of the file">
                { bytes_head(ctx, file, place) }
                <div class="hexwrap" onclick={choose} onmousemove={watch(ctx, hover, id, say.clone())} onmouseleave={leave}>
                    <Rows count={total} height={HEIGHT} active={focus.map(|f| blob.row_of(f, width) as usize)} render={render} role="grid"
                        label="Bytes" class="hex" active_id={at.map(|_| "active-byte".to_string())} columns={width as usize} center=true
                        onkeydown={byte_keys(ctx, id, width)}/>
                </div>
                <div class="hoverline" role="note" aria-label="What the byte means">{ if say.is_empty() { html! { <span>{ POINT }</span> } } else { html! { { (*say).clone() } } } }</div>
            </div>
            <section class="inspector" role="region" aria-label="Fields of the bytes" tabindex="0">
                if let Some(shown) = shown { { inspection(ctx, file, id, &marks, &shown) } } else {
                    <p class="empty">{ SELECT }</p>
                }
            </section>
        </>
    }
}
