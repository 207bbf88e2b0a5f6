//! The assembler listing of the selected type or the whole file. A click on a line selects its bytes; type names are
//! links.

use std::rc::Rc;

use btf::{MemberIndex, TypeId};
use desk::FileId;
use dump::{AsmNames, TokenKind, Tokens};
use model::bytes::{Focus, highlights};
use model::focus::{BlobId, ByteFocus};
use model::listing::{ListingLine, Source, Symbols, WholeListing, line_of_byte, line_of_item, text, type_listing};
use model::print::DumpFormat;
use model::words::many;
use session::file::OpenFile;
use session::{FilesMsg, Msg, focus_item};
use web_sys::KeyboardEvent;
use yew::prelude::*;

use super::code_format::format_menu;
use super::codebar::{code_bar, file_name};
use super::detail::ViewProps;
use super::list_keys;
use super::option_row::{OptionRow, option_row};
use super::rows::Rows;
use crate::ctx::{Ctx, Hover, HoverCtx, go_to, selected};

const ROW: u32 = 20;

/// The lines of the listing of the type `id`.
fn lines(file: &OpenFile, id: TypeId, symbols: Option<&Symbols>) -> Vec<ListingLine> {
    let (blob, none) = (file.blob_of(id), Symbols::default());
    let Some(btf) = file.blob(blob) else { return vec![] };
    let tags: Vec<TypeId> = file.tags().of(id).iter().map(|tag| tag.tag).collect();
    type_listing(Source { btf, blob, ext: file.ext.as_deref(), symbols: symbols.unwrap_or(&none) }, id, &tags)
}

/// The active line: the line of the selected byte, or else of the selected member.
fn active(file: &OpenFile, lines: &[ListingLine]) -> Option<usize> {
    if let Some(byte) = file.look.byte {
        return line_of_byte(lines, byte.blob, byte.at);
    }
    let (id, item) = focus_item(&file.btf, file.look.selection.as_ref()?);
    item.and_then(|item| line_of_item(lines, id, Some(MemberIndex(item))))
}

/// The view.
#[component]
pub fn ListingView(props: &ViewProps) -> Html {
    let whole = use_state(|| false);
    let toggle = {
        let whole = whole.clone();
        Callback::from(move |_: Event| whole.set(!*whole))
    };
    let left = html! {
        <>
            { format_menu(&props.ctx) }
            <label><input type="checkbox" checked={*whole} onchange={toggle}/>{ "whole file" }</label>
        </>
    };
    match *whole {
        true => html! { <WholeFile ctx={props.ctx.clone()} hover={props.hover.clone()} {left}/> },
        false => html! { <OneType ctx={props.ctx.clone()} hover={props.hover.clone()} {left}/> },
    }
}

#[derive(Properties, PartialEq)]
struct PartProps {
    ctx: Ctx,
    hover: HoverCtx,
    /// The content at the left of the bar.
    left: Html,
}

#[component]
fn OneType(props: &PartProps) -> Html {
    let (ctx, hover) = (&props.ctx, &props.hover);
    let session = ctx.session();
    let chosen = selected(&session).map(|(file, selection)| (file, selection.id));
    let symbols = chosen.and_then(|(file, _)| session.looks()[file.id].listing.symbols());
    let key = chosen.map(|(file, id)| (file.id, id, symbols.is_some()));
    // The lines are made once for each type, not for each selected line.
    let made = use_memo(key, |_| {
        let lines = chosen.map(|(file, id)| lines(file, id, symbols.as_deref())).unwrap_or_default();
        // The text of all lines, for Copy and Download.
        let mut whole = Tokens::new();
        dump::Sink::token(&mut whole, TokenKind::Text, &text(&lines));
        (Rc::new(lines), Rc::new(whole))
    });
    let Some((file, id)) = chosen else { return html! {} };
    let (lines, whole) = &*made;
    let at = active(file, lines);
    let name = file_name(&dump::type_name(&file.btf, id), ".s");
    let render = {
        let (ctx, hover, lines) = (ctx.clone(), hover.clone(), Rc::clone(lines));
        Callback::from(move |i: usize| match lines.get(i) {
            Some(of) => line(&ctx, &hover, of, (i, lines.len()), at == Some(i), false),
            None => html! {},
        })
    };
    let keys = {
        let lines = Rc::clone(lines);
        line_keys(ctx, at, lines.len(), false, move |_, i| lines.get(i).cloned())
    };
    html! {
        <>
            { code_bar(ctx, whole, "listing", &name, props.left.clone()) }
            if lines.is_empty() {
                <p class="prose">{ "This type has no record of its own." }</p>
            } else {
                <Rows count={lines.len()} height={ROW} active={at} {render} role="listbox" label="Assembler listing" class="asmlines"
                    active_id={at.map(|i| format!("asmline-{i}"))} reset={u64::from(id.0)} onkeydown={keys}/>
            }
        </>
    }
}

/// One line of the listing of a whole file, made when it is shown.
fn made(ctx: &Ctx, of: FileId, whole: &WholeListing, names: &AsmNames, i: usize) -> Option<ListingLine> {
    let session = ctx.session();
    let file = session.file_of(of)?;
    whole.line(&file.btf, file.ext.as_deref(), names, i)
}

#[component]
fn WholeFile(props: &PartProps) -> Html {
    let (ctx, hover) = (&props.ctx, &props.hover);
    let session = ctx.session();
    let file = session.file();
    let symbols = file.and_then(|file| session.looks()[file.id].listing.symbols());
    let key = file.map(|file| (file.id, symbols.is_some()));
    let counted = use_memo(key, |_| {
        let whole = file.map(|file| WholeListing::new(&file.btf, file.ext.as_deref())).unwrap_or_default();
        (Rc::new(whole), Rc::new(symbols.map(|symbols| symbols.names()).unwrap_or_default()))
    });
    let Some(file) = file else { return html! {} };
    let (id, (whole, names)) = (file.id, &*counted);
    let selected = || {
        let selection = file.look.selection.as_ref()?;
        let (of, item) = focus_item(&file.btf, selection);
        let focus = Focus { id: of, item: item.map(MemberIndex), field: None };
        Some((BlobId::Own, highlights(&file.btf, focus).innermost()?.start))
    };
    let at = file.look.byte.map(|byte| (byte.blob, byte.at)).or_else(selected);
    let at = at.and_then(|(blob, at)| whole.line_of(blob, at));
    let count = whole.count();
    let render = {
        let (ctx, hover, whole, names) = (ctx.clone(), hover.clone(), Rc::clone(whole), Rc::clone(names));
        Callback::from(move |i: usize| match made(&ctx, id, &whole, &names, i) {
            Some(of) => line(&ctx, &hover, &of, (i, count), at == Some(i), true),
            None => html! {},
        })
    };
    let keys = {
        let (whole, names) = (Rc::clone(whole), Rc::clone(names));
        line_keys(ctx, at, count, true, move |ctx, i| made(ctx, id, &whole, &names, i))
    };
    html! {
        <>
            <div class="codebar">
                { props.left.clone() }
                <span class="grow"></span>
                <span>{ many(count as u64, "line") }</span>
                <button class="btn quiet" onclick={ctx.on(Msg::Files(FilesMsg::Print(id, DumpFormat::Asm)))}>{ "Download" }</button>
            </div>
            <Rows {count} height={ROW} active={at} {render} role="listbox" label="Assembler listing" class="asmlines" center=true
                active_id={at.map(|i| format!("asmline-{i}"))} reset={u64::from(id.0)} onkeydown={keys}/>
        </>
    }
}

/// The messages that select a line: its bytes and, in a whole file, its type.
fn choose(line: &ListingLine, whole: bool) -> Vec<Msg> {
    let byte = (!line.range.is_empty()).then_some(Msg::Byte(ByteFocus { blob: line.blob, at: line.range.start }));
    let owner = (whole && line.focus.is_some()).then_some(Msg::ByteOwner);
    byte.into_iter().chain(owner).collect()
}

/// The keys: move between lines, and follow a line to the type that it names.
fn line_keys(
    ctx: &Ctx,
    at: Option<usize>,
    count: usize,
    whole: bool,
    line: impl Fn(&Ctx, usize) -> Option<ListingLine> + 'static,
) -> Callback<KeyboardEvent> {
    list_keys::keys(ctx, move |ctx, key, delta| {
        let messages = match (key, delta) {
            ("Enter" | "ArrowRight", _) => {
                let to = at.and_then(|i| line(ctx, i)?.leads_to());
                to.map(go_to).into_iter().collect()
            }
            (_, Some(delta)) => step(at, delta, count, |i| line(ctx, i)).map_or(vec![], |line| choose(&line, whole)),
            _ => return false,
        };
        messages.into_iter().for_each(|msg| ctx.send(msg));
        true
    })
}

/// The line that is `delta` lines after the active line. If that line has no bytes, its neighbour instead: for a move
/// up the line before it, unless it is the first line; else the line after it.
fn step(
    at: Option<usize>,
    delta: i64,
    count: usize,
    line: impl Fn(usize) -> Option<ListingLine>,
) -> Option<ListingLine> {
    let to = session::list::step(at, delta, count)?;
    let found = line(to)?;
    if found.range.is_empty() { line(if delta < 0 && to > 0 { to - 1 } else { to + 1 }) } else { Some(found) }
}

fn line(ctx: &Ctx, hover: &HoverCtx, line: &ListingLine, (i, of): (usize, usize), selected: bool, whole: bool) -> Html {
    let over = line.focus.map(|Focus { id, item, field }| Hover { id, item: item.map(|i| i.0), field });
    let (enter, leave) = over.map(|over| hover.on(over)).unzip();
    let is_over = over.is_some() && hover.over == over;
    let click = {
        let (ctx, messages) = (ctx.clone(), choose(line, whole));
        Callback::from(move |_: MouseEvent| messages.iter().for_each(|msg| ctx.send(msg.clone())))
    };
    let own = line.focus.map(|focus| focus.id);
    let tokens = line.tokens.iter().map(|(kind, text)| token(ctx, kind, text, own));
    let section = if line.blob == BlobId::Ext { ".BTF.ext" } else { ".BTF" };
    let row = OptionRow {
        list: "asmline",
        index: i,
        of,
        height: Some(ROW),
        class: classes!(is_over.then_some("hov")),
        title: (!line.range.is_empty()).then(|| format!("{section} + {:#x}", line.range.start)),
        selected,
        choose: click,
        ..OptionRow::default()
    };
    // The wrapper only handles the mouse.
    html! { <div key={i} role="presentation" data-mark={is_over.then_some("hov")} onmouseenter={enter} onmouseleave={leave}>{ option_row(row, html! { <code>{ for tokens }</code> }) }</div> }
}

fn token(ctx: &Ctx, kind: TokenKind, text: &str, own: Option<TypeId>) -> Html {
    let class = match kind {
        TokenKind::TypeName(id) if Some(id) != own => {
            let go = ctx.on_and_stop(go_to(id));
            return html! { <span class="typelink ty" onclick={go}>{ text.to_owned() }</span> };
        }
        TokenKind::Number => "num",
        TokenKind::Directive | TokenKind::Keyword => "kw",
        TokenKind::Comment | TokenKind::TypeName(_) => "com",
        _ => return html! { { text.to_owned() } },
    };
    html! { <span class={class}>{ text.to_owned() }</span> }
}
