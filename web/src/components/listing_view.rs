//! The assembler listing of the selected type: each line leads to its bytes and to the type that it names.

use std::rc::Rc;

use btf::{MemberIndex, TypeId};
use dump::{TokenKind, Tokens};
use model::bytes::Focus;
use model::focus::{BlobId, ByteFocus};
use model::listing::{ListingLine, Source, Symbols, line_of_byte, line_of_item, text, type_listing};
use model::path::Path;
use session::file::OpenFile;
use session::{History, Msg, SettingsMsg, focus_item};
use yew::prelude::*;

use super::codebar::{code_bar, file_name};
use super::detail::ViewProps;
use super::list_keys;
use super::option_row::{OptionRow, option_row};
use super::rows::Rows;
use crate::ctx::{Ctx, Hover, HoverCtx};

const ROW: u32 = 20;

/// What switches between the listing and what bpftool prints.
pub fn asm_toggle(ctx: &Ctx) -> Html {
    let on = ctx.session().settings().as_asm;
    html! {
        <label title="The lines that clang -S writes for this record"><input type="checkbox" checked={on}
            onchange={ctx.on(Msg::Settings(SettingsMsg::AsAsm(!on)))}/>{ "assembler listing" }</label>
    }
}

/// The lines of the selected type.
fn lines(file: &OpenFile, id: TypeId, symbols: Option<&Symbols>) -> Vec<ListingLine> {
    let (blob, none) = (file.blob_of(id), Symbols::default());
    let Some(btf) = file.blob(blob) else { return vec![] };
    let tags: Vec<TypeId> = file.tags().of(id).iter().map(|tag| tag.tag).collect();
    type_listing(Source { btf, blob, ext: file.ext.as_deref(), symbols: symbols.unwrap_or(&none) }, id, &tags)
}

/// The line that is chosen: that of the chosen byte, else that of the selected member.
fn active(file: &OpenFile, lines: &[ListingLine]) -> Option<usize> {
    if let Some(byte) = file.look.byte {
        return line_of_byte(lines, byte.blob, byte.at);
    }
    let (id, item) = focus_item(&file.btf, file.look.selection.as_ref()?);
    item.and_then(|item| line_of_item(lines, id, Some(MemberIndex(item))))
}

/// The listing.
#[component]
pub fn ListingView(props: &ViewProps) -> Html {
    let (ctx, hover) = (&props.ctx, &props.hover);
    let session = ctx.session();
    let chosen = session.file().and_then(|f| Some((f, f.look.selection.as_ref()?.id)));
    let symbols = chosen.and_then(|(file, _)| file.look.listing.symbols());
    let key = chosen.map(|(file, id)| (file.id, id, symbols.is_some()));
    // Made once for each type, not for each line that is chosen in it.
    let made = use_memo(key, |_| {
        let lines = chosen.map(|(file, id)| lines(file, id, symbols.as_deref())).unwrap_or_default();
        // For copying and saving.
        let mut whole = Tokens::new();
        dump::Sink::token(&mut whole, TokenKind::Text, &text(&lines));
        (Rc::new(lines), Rc::new(whole))
    });
    let Some((file, id)) = chosen else { return html! {} };
    let (lines, whole) = &*made;
    let at = active(file, lines);
    let name = file_name(&dump::type_name(&file.btf, id), ".s");
    let left = html! { <>{ asm_toggle(ctx) }<span class="how">{ "as clang -S writes it; a click shows the bytes of a line" }</span></> };
    let render = {
        let (ctx, hover, lines) = (ctx.clone(), hover.clone(), Rc::clone(lines));
        Callback::from(move |i: usize| line(&ctx, &hover, &lines, i, at == Some(i)))
    };
    let keys = {
        let lines = Rc::clone(lines);
        list_keys::keys(ctx, move |ctx, key, delta| {
            let to = match (key, delta) {
                ("Enter" | "ArrowRight", _) => {
                    at.and_then(|i| lines.get(i)?.leads_to()).map(|id| Msg::GoTo(id, Path::root(), History::Push))
                }
                (_, Some(delta)) => step(&lines, at, delta).map(Msg::Byte),
                _ => return false,
            };
            to.into_iter().for_each(|msg| ctx.send(msg));
            true
        })
    };
    html! {
        <>
            { code_bar(ctx, whole, "listing", &name, left) }
            if lines.is_empty() {
                <p class="prose">{ "This type has no record of its own." }</p>
            } else {
                <Rows count={lines.len()} height={ROW} active={at} {render} role="listbox" label="Assembler listing" class="asmlines"
                    active_id={at.map(|i| format!("asmline-{i}"))} reset={u64::from(id.0)} onkeydown={keys}/>
            }
        </>
    }
}

/// The bytes of the line so many lines from the chosen one, passing over lines without bytes.
fn step(lines: &[ListingLine], at: Option<usize>, delta: i64) -> Option<ByteFocus> {
    let last = lines.len().checked_sub(1)?;
    let from = at.map_or(-1, |at| at as i64);
    let to = usize::try_from(from.saturating_add(delta).clamp(0, last as i64)).ok()?;
    let line = lines.get(to)?;
    let line = match line.range.is_empty() {
        true => lines.get(if delta < 0 { to.checked_sub(1)? } else { to + 1 })?,
        false => line,
    };
    Some(ByteFocus { blob: line.blob, at: line.range.start })
}

fn line(ctx: &Ctx, hover: &HoverCtx, lines: &[ListingLine], i: usize, selected: bool) -> Html {
    let Some(line) = lines.get(i) else { return html! {} };
    let over = line.focus.map(|Focus { id, item, field }| Hover { id, item: item.map(|i| i.0), field });
    let (enter, leave) = over.map(|over| hover.on(over)).unzip();
    let is_over = over.is_some() && hover.over == over;
    let choose = match line.range.is_empty() {
        true => Callback::noop(),
        false => ctx.on(Msg::Byte(ByteFocus { blob: line.blob, at: line.range.start })),
    };
    let own = line.focus.map(|focus| focus.id);
    let tokens = line.tokens.iter().map(|(kind, text)| token(ctx, kind, text, own));
    let section = if line.blob == BlobId::Ext { ".BTF.ext" } else { ".BTF" };
    let row = OptionRow {
        list: "asmline",
        index: i,
        of: lines.len(),
        height: Some(ROW),
        class: classes!(is_over.then_some("hov")),
        title: (!line.range.is_empty()).then(|| format!("{section} + {:#x}", line.range.start)),
        selected,
        choose,
        ..OptionRow::default()
    };
    // Around the row: its mouse.
    html! { <div key={i} role="presentation" onmouseenter={enter} onmouseleave={leave}>{ option_row(row, html! { <code>{ for tokens }</code> }) }</div> }
}

fn token(ctx: &Ctx, kind: TokenKind, text: &str, own: Option<TypeId>) -> Html {
    let class = match kind {
        TokenKind::TypeName(id) if Some(id) != own => {
            let ctx = ctx.clone();
            let go = Callback::from(move |e: MouseEvent| {
                e.stop_propagation();
                ctx.send(Msg::GoTo(id, Path::root(), History::Push));
            });
            return html! { <span class="typelink ty" onclick={go}>{ text.to_owned() }</span> };
        }
        TokenKind::Number => "num",
        TokenKind::Directive | TokenKind::Keyword => "kw",
        TokenKind::Comment | TokenKind::TypeName(_) => "com",
        _ => return html! { { text.to_owned() } },
    };
    html! { <span class={class}>{ text.to_owned() }</span> }
}
