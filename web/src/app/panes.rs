//! Chooses which component each pane shows.

use session::learn::DeckPanes;
use session::{BytesPlace, Session};
use yew::prelude::*;

use crate::components::bytes_pane::BytesPane;
use crate::components::detail::detail;
use crate::components::file_bytes::has_file_bytes;
use crate::components::inspector;
use crate::components::kernel_modes::kernel_modes_bar;
use crate::components::log::with_log;
use crate::components::side_tabs::side_tabs;
use crate::components::types::Types;
use crate::components::verdict_list::back;
use crate::ctx::{Ctx, HoverCtx};
use crate::rare::{Rare, rare};

/// The left pane: the tabs, and below them the list of the current screen (types, functions, relocations ..).
pub fn list(ctx: &Ctx, hover: &HoverCtx) -> Html {
    let session = ctx.session();
    let show = |view| rare(view, ctx, hover);
    let Some(file) = session.file() else { return html! {} };
    let (pad, verdict) = (session.pad_file().is_some(), session.verdict_shown());
    let shown = if session.core().is_some() {
        show(Rare::CoreList)
    } else if session.fits().is_some() {
        // The matrix shows the names itself.
        html! {}
    } else if session.lists().is_some() {
        show(Rare::Lists)
    } else if session.program().is_some() {
        show(Rare::Programs)
    } else if session.changes_shown() {
        show(Rare::Changes)
    } else if verdict {
        show(Rare::Verdict)
    } else {
        html! { <Types ctx={ctx.clone()}/> }
    };
    // The number of nodes is always the same. Otherwise Yew would make the tabs anew when a list changes, and a
    // focused tab would lose the focus.
    html! {
        <>
            if pad { { show(Rare::Pad) } }
            { if pad && verdict { back(ctx) } else { side_tabs(ctx, file) } }
            <>{ shown }</>
        </>
    }
}

/// The two panes beside the list: the view, and the pane on its right (inspector, bytes, or an answer).
pub fn beside_list(ctx: &Ctx, hover: &HoverCtx) -> (Html, Html) {
    let session = ctx.session();
    let show = |view| rare(view, ctx, hover);
    let (program, listing) = (session.program(), session.lists().is_some());
    // For maps and globals the pane shows the bytes of their types, not instructions.
    let insn = program.is_some_and(|f| f.look.byte.is_none() && session.looks()[f.id].program.row().is_some());
    let place = session.bytes_place();
    let bytes = |place: BytesPlace| html! { <BytesPane ctx={ctx.clone()} hover={hover.clone()} {place}/> };
    let main = if bytes_in_middle(&session) {
        bytes(BytesPlace::Middle)
    } else if session.core().is_some() {
        show(Rare::Core)
    } else if session.fits().is_some() {
        show(Rare::Fits)
    } else if listing {
        show(Rare::Listed)
    } else if session.program_overview().is_some() {
        show(Rare::ProgramOverview)
    } else if program.is_some() {
        show(Rare::Program)
    } else if session.fields_shown() {
        show(Rare::Fields)
    } else {
        detail(ctx, hover)
    };
    let right = if session.fits().is_some() {
        show(Rare::FitsAnswer)
    } else if listing && has_file_bytes(ctx) {
        show(Rare::FileBytes)
    } else if session
        .program_overview()
        .is_some_and(|file| file.look.byte.is_none() && (program.is_some() || !file.no_btf))
    {
        show(Rare::ProgramAnswer)
    } else if insn {
        show(Rare::Insn)
    } else if has_inspector(&session) {
        inspector::right(ctx, hover, place)
    } else {
        bytes(BytesPlace::All)
    };
    let main = html! { <><>{ kernel_modes_bar(ctx) }</>{ main }</> };
    (with_log(ctx, main, || show(Rare::Log)), right)
}

/// Whether the right pane is the inspector of the selected type or member.
fn has_inspector(session: &Session) -> bool {
    (session.screen().has_type() || session.fields_shown()) && session.file().is_some_and(|file| !file.no_btf)
}

/// Whether the bytes are in the middle of the page.
fn bytes_in_middle(session: &Session) -> bool {
    has_inspector(session) && session.bytes_place() == BytesPlace::Middle
}

/// The CSS classes of the page: which panes it has, and how wide they are.
pub fn shape(session: &Session) -> Classes {
    let matrix = session.core().is_some_and(|f| session.looks()[f.id].core.matrix);
    classes!(
        "app",
        session.file().is_none().then_some("wide"),
        session.learn().shown.then_some("learning"),
        deck_class(session),
        session.embed().then_some("embed"),
        session.pad_file().is_some().then_some("padded"),
        matrix.then_some("matrixed"),
        session.fits().is_some().then_some("fitted rail"),
        bytes_in_middle(session).then_some("widebytes"),
    )
}

/// The parts that the step of the lesson covers, as words for the style sheet; none if it covers nothing.
pub fn covered(session: &Session) -> Option<String> {
    let words: Vec<&str> = session.learn().covered().iter().map(|cover| cover.word()).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// The CSS class of the presentation of a lesson: which panes are beside the step.
fn deck_class(session: &Session) -> Option<&'static str> {
    let learn = session.learn();
    learn.in_deck().then(|| match learn.deck_panes() {
        DeckPanes::View => "decked",
        DeckPanes::Bytes => "decked bytes",
        DeckPanes::Both => "decked both",
        DeckPanes::List => "decked list",
    })
}
