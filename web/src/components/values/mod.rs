//! The Values view: bytes as values of the selected type. Pointing at a row marks its bytes, and pointing at a byte
//! marks its row.

mod ask;
mod bytes;
mod edit;
mod rows;

use std::rc::Rc;

use btf::Endian;
use model::path::walk;
use model::values::{Output, PrintOptions, Shown};
use model::words::many;
use session::file::OpenFile;
use session::look::values::reads;
use session::{Msg, ValuesMsg};
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use self::ask::ask;
use self::bytes::bytes;
use self::edit::Edit;
use self::rows::rows;
use super::code::code;
use super::codebar::{code_bar, file_name};
use super::detail::ViewProps;
use super::row_splitter::RowSplitter;
use super::tab_list::{Tab, tab_list};
use crate::ctx::{Ctx, Hover, selected};
use crate::dom::focus;

/// The marks that rows and bytes share.
struct Marks {
    shown: Rc<Shown>,
    /// The index of the selected row.
    active: Option<usize>,
    /// The index of the row under the mouse.
    over: Option<usize>,
    /// Sets the row under the mouse.
    point: Callback<Option<usize>>,
}

impl Marks {
    /// Callbacks for the mouse entering and leaving an element of this row.
    fn pointing(&self, row: Option<usize>) -> (Callback<MouseEvent>, Callback<MouseEvent>) {
        let (enter, leave) = (self.point.clone(), self.point.clone());
        (Callback::from(move |_| enter.emit(row)), Callback::from(move |_| leave.emit(None)))
    }
}

fn send(ctx: &Ctx, msg: ValuesMsg) {
    ctx.send(Msg::Values(msg));
}

fn on<E: 'static>(ctx: &Ctx, msg: ValuesMsg) -> Callback<E> {
    ctx.on(Msg::Values(msg))
}

/// A select element. `choose` makes a message from the index of the choice.
fn choice(
    ctx: &Ctx,
    label: &'static str,
    options: &[(String, bool)],
    choose: impl Fn(usize) -> ValuesMsg + 'static,
) -> Html {
    let onchange = ctx.with(move |ctx, e: Event| {
        let at = e.target_unchecked_into::<HtmlSelectElement>().selected_index();
        send(ctx, choose(usize::try_from(at).unwrap_or(0)));
    });
    let options = options.iter().map(|(name, on)| html! { <option selected={*on}>{ name }</option> });
    html! { <select class="field" aria-label={label} title={label} onchange={onchange}>{ for options }</select> }
}

/// The member of a row, in the form in which other panes mark the item under the mouse.
fn member(ctx: &Ctx, shown: &Shown, row: usize) -> Option<Hover> {
    let session = ctx.session();
    let file = session.file()?;
    let root = file.look.selection.as_ref()?.id;
    let path = shown.rows.get(row)?.path();
    let item = *path.0.last()?;
    Some(Hover::new(walk(&file.btf, root, &path)?.last()?.parent.id(), Some(item)))
}

/// The view.
#[component]
pub fn Values(props: &ViewProps) -> Html {
    let (ctx, hover) = (&props.ctx, &props.hover);
    let over = use_state(|| None::<usize>);
    let session = ctx.session();
    let asks = session.file().is_some_and(|file| session.looks()[file.id].values.is_asking());
    let asked = use_mut_ref(|| asks);
    use_effect_with(asks, move |asks| {
        if asked.replace(*asks) && !asks {
            focus::rescue_later();
        }
    });
    let Some((file, selection)) = selected(&session) else { return html! {} };
    let look = &session.looks()[file.id].values;
    if let Err(e) = reads(&file.btf, selection.id) {
        return html! { <p class="prose" tabindex="0">{ e }</p> };
    }
    let point = {
        let (over, set, ctx, shown) = (over.clone(), hover.set.clone(), ctx.clone(), look.shown.clone());
        Callback::from(move |row: Option<usize>| {
            if *over != row {
                over.set(row);
                set.emit(row.zip(shown.as_ref()).and_then(|(row, shown)| member(&ctx, shown, row)));
            }
        })
    };
    let marks = look.shown.as_ref().map(|shown| {
        let over = over.filter(|row| *row < shown.rows.len());
        Rc::new(Marks { shown: Rc::clone(shown), active: look.active(), over, point })
    });
    // The field for bytes is always at the same place among its siblings, so it stays the same element and keeps the
    // focus. When the field closes, the values get the focus.
    html! {
        <div class="values">
            if let Some(marks) = &marks { { bar(ctx, file, &marks.shown) } }
            if asks { { ask(ctx) } }
            if let Some(marks) = &marks { { body(ctx, file, marks) } }
        </div>
    }
}

/// The bar: which bytes are shown, and how they are read.
fn bar(ctx: &Ctx, file: &OpenFile, shown: &Shown) -> Html {
    let session = ctx.session();
    let look = &session.looks()[file.id].values;
    let orders = [Endian::Little, Endian::Big];
    let order = look.order(file);
    let name = |o| if o == Endian::Little { "little-endian" } else { "big-endian" };
    let names = orders.map(|o| (name(o).to_owned(), o == order));
    let tabs =
        Output::ALL.map(|o| Tab::new(o.title(), look.output == o, on(ctx, ValuesMsg::Show(o))).of("values-body"));
    html! {
        <div class="vbar">
            { tab_list("tabs vtabs", "What is shown of the bytes", tabs.into()) }
            <span role="status">{ format!("{}: {}", many(shown.len, "byte"), look.form_text) }
                { for shown.notes.iter().map(|note| format!(" · {note}")) }
                if !look.is_linked() { { " · too many for a link" } }</span>
            { choice(ctx, "Byte order", &names, move |at| ValuesMsg::Order(orders.get(at).copied().unwrap_or(Endian::Little))) }
            if look.has_own() {
                <button class="btn quiet" onclick={on(ctx, ValuesMsg::Own)}>{ "The file's own" }</button>
            }
            <button class="btn quiet" aria-expanded={look.asking.to_string()} onclick={on(ctx, ValuesMsg::Asking(!look.asking))}>{ "Other bytes" }</button>
        </div>
    }
}

/// The body: rows, bytes and bits; or the values as text or JSON.
fn body(ctx: &Ctx, file: &OpenFile, marks: &Rc<Marks>) -> Html {
    let session = ctx.session();
    let look = &session.looks()[file.id].values;
    let body = match look.output {
        Output::Rows => {
            let bits = look.bits(file, ctx.session().settings().flip_bits);
            html! {
                <>
                    <div class="vcols">
                        { bytes(ctx, marks, look.active_byte()) }
                        if let Some(bits) = bits {
                            <Edit ctx={ctx.clone()} bits={bits} refused={look.refused.clone()} changed={look.is_changed()}/>
                        } else {
                            <div class="vedit" role="region" aria-label="The chosen value"><p class="dim">{
                                "Choose a value in the table or in the bytes to see and change its bits here." }</p></div>
                        }
                    </div>
                    <RowSplitter above=".vcols" label="Height of the bytes"/>
                    { rows(ctx, marks) }
                </>
            }
        }
        Output::Text | Output::Json => html! { <Text ctx={ctx.clone()}/> },
    };
    html! { <div class="vbody" id="values-body" role="tabpanel" aria-label={look.output.title()}>{ body }</div> }
}

/// The values as text or JSON, with the options of printing.
#[component]
fn Text(props: &super::header::CtxProps) -> Html {
    let ctx = &props.ctx;
    let session = ctx.session();
    let Some(file) = session.file() else { return html! {} };
    let look = &session.looks()[file.id].values;
    let Some(printed) = look.printed(file) else { return html! {} };
    let options = look.options;
    let check = |name: &'static str, checked: bool, new: PrintOptions| {
        html! { <label><input type="checkbox" checked={checked} onchange={on(ctx, ValuesMsg::Print(new))}/>{ name }</label> }
    };
    let is_map = matches!(look.sheet.as_ref().map(|s| &s.by), Some(model::values::By::Map { .. }));
    let left = match (look.output, is_map) {
        (Output::Text, false) => html! {
            <>
                { check("on one line", options.compact, PrintOptions { compact: !options.compact, ..options }) }
                { check("without names", options.skip_names, PrintOptions { skip_names: !options.skip_names, ..options }) }
                { check("zeros, too", options.emit_zeroes, PrintOptions { emit_zeroes: !options.emit_zeroes, ..options }) }
            </>
        },
        (Output::Text, true) => html! { <span>{ "as bpftool map dump prints it" }</span> },
        (_, true) => html! { <span>{ "as bpftool -p map dump prints it" }</span> },
        (_, false) => html! { <span>{ "as bpftool map dump prints a value" }</span> },
    };
    let (label, end) = if look.output == Output::Json { ("JSON", ".json") } else { ("text", ".txt") };
    let tokens = Rc::new(printed.tokens());
    let name = file.look.selection.as_ref().map(|s| dump::type_name(&file.btf, s.id)).unwrap_or_default();
    html! {
        <>
            { code_bar(ctx, &tokens, label, &file_name(&name, end), left) }
            if let Some(problem) = &printed.problem { <p class="vproblem" role="alert">{ problem }</p> }
            { code(ctx, &tokens, label, None) }
        </>
    }
}
