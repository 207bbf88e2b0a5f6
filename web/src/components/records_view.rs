//! All records of the file, as bpftool prints them, each line with its bytes. Beside the C of the scratch pad, a record
//! and the lines of its declaration have a stripe of the same colour.

use std::rc::Rc;

use btf::TypeId;
use dump::TokenKind;
use model::bytes::hex;
use model::focus::{BlobId, ByteFocus};
use model::print::DumpFormat;
use model::records::{RecordLine, RecordLines};
use model::words::many;
use session::{FilesMsg, Msg, focus_item};
use yew::prelude::*;

use super::code_format::format_menu;
use super::detail::ViewProps;
use super::list_keys;
use super::option_row::{OptionRow, option_row};
use super::pad::HUES;
use super::rows::Rows;
use crate::ctx::{Ctx, Hover, HoverCtx, go_to};

const ROW: u32 = 20;

/// The view.
#[component]
pub fn RecordsView(props: &ViewProps) -> Html {
    let (ctx, hover) = (&props.ctx, &props.hover);
    let session = ctx.session();
    let file = session.file();
    let counted = use_memo(file.map(|file| file.id), |_| file.map(|file| Rc::new(RecordLines::new(&file.btf))));
    let (Some(file), Some(lines)) = (file, counted.as_ref()) else { return html! {} };
    let (id, count) = (file.id, lines.len());
    let selected = || file.look.selection.as_ref().map(|selection| focus_item(&file.btf, selection));
    // The line of the chosen byte, or else of the selected member.
    let at = match file.look.byte.filter(|byte| byte.blob == BlobId::Own) {
        Some(byte) => lines.line_of_byte(&file.btf, byte.at),
        None => selected().and_then(|(of, item)| lines.number_of(&file.btf, of, item)),
    };
    let made = {
        let (btf, lines) = (file.btf.clone(), Rc::clone(lines));
        move |i: usize| lines.line(&btf, i)
    };
    let render = {
        let (ctx, hover, made) = (ctx.clone(), hover.clone(), made.clone());
        Callback::from(move |i: usize| match made(i) {
            Some(of) => line(&ctx, &hover, &of, (i, count), at == Some(i)),
            None => html! {},
        })
    };
    let keys = list_keys::keys(ctx, move |ctx, key, delta| {
        match (key, delta) {
            ("Enter" | "ArrowRight", _) => {
                if let Some(id) = at.and_then(|i| leads_to(&made(i)?)) {
                    ctx.send(go_to(id));
                }
            }
            (_, Some(delta)) => {
                if let Some(line) = moved(at, delta, count, &made) {
                    choose(ctx, line.range.start);
                }
            }
            _ => return false,
        }
        true
    });
    html! {
        <>
            <div class="codebar">
                { format_menu(ctx) }
                <span class="grow"></span>
                <span>{ many(count as u64, "line") }</span>
                <button class="btn quiet" onclick={ctx.on(Msg::Files(FilesMsg::Print(id, DumpFormat::Raw)))}>{ "Download" }</button>
            </div>
            if count == 0 {
                <p class="prose">{ "The file has no records of its own." }</p>
            } else {
                <Rows {count} height={ROW} active={at} {render} role="listbox" label="Records with their bytes" class="records" center=true
                    active_id={at.map(|i| format!("record-{i}"))} reset={u64::from(id.0)} onkeydown={keys}/>
            }
        </>
    }
}

/// The type that a line refers to.
fn leads_to(line: &RecordLine) -> Option<TypeId> {
    line.text.iter().find_map(|(kind, _)| match kind {
        TokenKind::TypeName(id) if id != line.id => Some(id),
        _ => None,
    })
}

/// The line that is `by` lines after the active line. Lines without text are skipped: they only have further bytes of
/// the line before.
fn moved(at: Option<usize>, by: i64, count: usize, line: impl Fn(usize) -> Option<RecordLine>) -> Option<RecordLine> {
    let mut to = session::list::step(at, by, count)?;
    loop {
        let found = line(to)?;
        if !found.text.text().is_empty() {
            return Some(found);
        }
        to = if by < 0 { to.checked_sub(1)? } else { to + 1 };
    }
}

/// Selects a byte, and with it the type and member that it belongs to.
fn choose(ctx: &Ctx, at: u32) {
    ctx.send(Msg::Byte(ByteFocus { blob: BlobId::Own, at }));
    ctx.send(Msg::ByteOwner);
}

fn line(ctx: &Ctx, hover: &HoverCtx, line: &RecordLine, (i, of): (usize, usize), selected: bool) -> Html {
    let over = Hover::new(line.id, line.item);
    let (enter, leave) = hover.on(over);
    let is_over = hover.over == Some(over);
    let session = ctx.session();
    let hue = session.pad_file().and_then(|_| session.pad().hue_of(line.id)).and_then(|hue| HUES.get(hue)).copied();
    let start = line.range.start;
    let choose = ctx.with(move |ctx, _: MouseEvent| choose(ctx, start));
    let tokens = line.text.iter().map(|(kind, text)| token(ctx, kind, text, line.id));
    let bytes =
        session.file().and_then(|file| file.btf.bytes().get(line.range.start as usize..line.range.end as usize));
    let row = OptionRow {
        list: "record",
        index: i,
        of,
        height: Some(ROW),
        class: classes!(is_over.then_some("hov"), hue),
        title: Some(
            format!("{}\n.BTF + {:#x}", line.text.text().trim_start(), line.range.start).trim_start().to_owned(),
        ),
        selected,
        choose,
        ..OptionRow::default()
    };
    let cells = html! { <><code>{ for tokens }</code><span class="by">{ hex(bytes.unwrap_or_default()) }</span></> };
    // The wrapper only handles the mouse.
    html! { <div key={i} role="presentation" data-mark={is_over.then_some("hov")} onmouseenter={enter} onmouseleave={leave}>{ option_row(row, cells) }</div> }
}

fn token(ctx: &Ctx, kind: TokenKind, text: &str, own: TypeId) -> Html {
    let class = match kind {
        TokenKind::TypeName(id) if id != own => {
            let go = ctx.on_and_stop(go_to(id));
            return html! { <span class="typelink ty" onclick={go}>{ text.to_owned() }</span> };
        }
        TokenKind::Number => "num",
        TokenKind::Keyword | TokenKind::Directive => "kw",
        TokenKind::TypeName(_) | TokenKind::Comment => "com",
        TokenKind::Name | TokenKind::Member(..) => "nm",
        TokenKind::Punct | TokenKind::Text => return html! { { text.to_owned() } },
    };
    html! { <span {class}>{ text.to_owned() }</span> }
}
