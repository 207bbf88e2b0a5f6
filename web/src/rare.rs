//! Views that are not needed to open a file and look at its types. In the published page they are a second module,
//! which is fetched after the first paint. Until it is loaded, each of these views is a line that says that it is being
//! loaded.
//!
//! The boundary is [`draw`]: code that only [`draw_view`] uses is in the second module. `cargo xtask dist` splits the
//! page there (feature `split`). In every other build it is a plain function call.

use std::cell::{Cell, RefCell};

use yew::prelude::*;

use crate::components::printed::What;
use crate::components::{
    at_offset, atlas, changes_list, compare_view, core_list, core_view, fields, file_bytes, fits_answer, fits_view,
    goto, graph, help, history_view, insn_pane, learn, listing_view, lists, log, log_alone, offered, offset, pad,
    printed, problems, program_answer, program_overview, program_view, programs, reading, records_view, share, used_by,
    values, verdict_list,
};
use crate::ctx::{Ctx, HoverCtx};

/// A view of the second module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rare {
    /// The entries of an archive, one of which the person chooses.
    Archive,
    /// The dialog that finds the member at an offset.
    AtOffset,
    /// The kernels of the atlas.
    Atlas,
    /// The selected type as code.
    Code,
    /// The list of types that differ between two files.
    Changes,
    /// The selected type beside a type of another file, usually the type of the same name.
    Compare,
    /// The relocations of a program.
    CoreList,
    /// One relocation in detail, or the matrix of relocations and kernels.
    Core,
    /// Fields, with their offsets in all open files.
    Fields,
    /// The bytes in the file that belong to a row of a list (ELF relocation, symbol, section).
    FileBytes,
    /// The selected answer of the matrix: whether a program loads on a kernel, and why.
    FitsAnswer,
    /// The matrix of programs and kernels of the screen "Loads on".
    Fits,
    /// The command box.
    GoTo,
    /// The graph.
    Graph,
    /// The help.
    Help,
    /// The history of the selected type.
    History,
    /// The bytes of an instruction.
    Insn,
    /// The panel with the lesson.
    Learn,
    /// The rows of the list that is chosen in [`Lists`](Rare::Lists).
    Listed,
    /// The selected type as an assembler listing.
    Listing,
    /// The lists of a file.
    Lists,
    /// A log below its program.
    Log,
    /// A log without its program.
    LogAlone,
    /// The files that `btfscope view` offers.
    Offered,
    /// The dialog that goes to an offset in the blob.
    Offset,
    /// The scratch pad.
    Pad,
    /// The problems of a file.
    Problems,
    /// The code of a program, its maps and globals.
    Program,
    /// Why a program loads or fails, beside its overview.
    ProgramAnswer,
    /// The overview of a program.
    ProgramOverview,
    /// The functions of a program.
    Programs,
    /// The record of the selected type.
    Record,
    /// All records with their bytes.
    Records,
    /// The dialog with links to what is shown.
    Share,
    /// The users of the selected type.
    UsedBy,
    /// Bytes as values of the selected type.
    Values,
    /// The answer whether kernels accept the file, and the faults that they find.
    Verdict,
}

/// The function that draws a view of the second module.
type Draw = fn(Rare, &Ctx, &HoverCtx) -> Html;

fn draw_view(view: Rare, ctx: &Ctx, hover: &HoverCtx) -> Html {
    let c = || ctx.clone();
    match view {
        Rare::Archive => html! { <reading::ArchiveList ctx={c()}/> },
        Rare::AtOffset => html! { <at_offset::AtOffset ctx={c()}/> },
        Rare::Atlas => atlas::atlas_dialog(ctx),
        Rare::Code => html! { <printed::Printed ctx={c()} what={What::Code}/> },
        Rare::Changes => changes_list::changes_list(ctx),
        Rare::Compare => compare_view::compare_view(ctx),
        Rare::CoreList => core_list::core_list(ctx),
        Rare::Core => core_view::core_view(ctx),
        Rare::Fields => fields::fields(ctx),
        Rare::FileBytes => file_bytes::file_bytes(ctx),
        Rare::FitsAnswer => fits_answer::fits_answer(ctx),
        Rare::Fits => fits_view::fits_view(ctx),
        Rare::GoTo => html! { <goto::GoTo ctx={c()}/> },
        Rare::Graph => graph::graph_view(ctx, hover),
        Rare::Help => help::help(ctx),
        Rare::History => history_view::history_view(ctx),
        Rare::Insn => insn_pane::insn_pane(ctx),
        Rare::Learn => learn::learn(ctx),
        Rare::Listed => lists::listed(ctx),
        Rare::Listing => html! { <listing_view::ListingView ctx={c()} hover={hover.clone()}/> },
        Rare::Lists => lists::lists(ctx),
        Rare::Log => log::log(ctx),
        Rare::LogAlone => log_alone::log_alone(ctx),
        Rare::Offered => html! { <offered::OfferedList ctx={c()}/> },
        Rare::Offset => html! { <offset::Offset ctx={c()}/> },
        Rare::Pad => html! { <pad::Pad ctx={c()} hover={hover.clone()}/> },
        Rare::Problems => problems::problems(ctx),
        Rare::Program => program_view::program_view(ctx, hover),
        Rare::ProgramAnswer => program_answer::program_answer(ctx),
        Rare::ProgramOverview => program_overview::program_overview(ctx),
        Rare::Programs => programs::programs(ctx),
        Rare::Record => html! { <printed::Printed ctx={c()} what={What::Record}/> },
        Rare::Records => html! { <records_view::RecordsView ctx={c()} hover={hover.clone()}/> },
        Rare::Share => share::share(ctx),
        Rare::UsedBy => used_by::used_by_view(ctx),
        Rare::Values => html! { <values::Values ctx={c()} hover={hover.clone()}/> },
        Rare::Verdict => verdict_list::verdict_list(ctx),
    }
}

/// The boundary of the second module; no other code refers to [`draw_view`].
#[cfg(feature = "split")]
#[wasm_split_helpers::wasm_split(later, fallible)]
fn draw() -> Result<Draw, wasm_split_helpers::SplitLoaderError> {
    Ok(draw_view)
}

#[cfg(not(feature = "split"))]
async fn draw() -> Result<Draw, std::convert::Infallible> {
    Ok(draw_view)
}

/// The state of the second module.
#[derive(Clone, Copy, Default)]
enum State {
    #[default]
    Unasked,
    Fetching,
    Failed,
    There(Draw),
}

thread_local! {
    static STATE: Cell<State> = const { Cell::new(State::Unasked) };
    /// Called to draw the page again.
    static REDRAW: RefCell<Callback<()>> = RefCell::new(Callback::noop());
}

/// Fetches the second module, unless it was fetched or is being fetched. `redraw` is called when it is loaded or has
/// failed.
pub fn fetch(redraw: Callback<()>) {
    REDRAW.set(redraw);
    if matches!(STATE.get(), State::Fetching | State::There(_)) {
        return;
    }
    STATE.set(State::Fetching);
    wasm_bindgen_futures::spawn_local(async {
        STATE.set(draw().await.map_or(State::Failed, State::There));
        REDRAW.with_borrow(Clone::clone).emit(());
    });
}

/// Whether the second module is neither loaded nor failed, so that its views are still to come.
pub fn is_coming() -> bool {
    matches!(STATE.get(), State::Unasked | State::Fetching)
}

/// A view of the second module. If the module is not there yet, a line that says that it is being loaded; if loading
/// failed, a message with buttons to try it again and to load the page again.
pub fn rare(view: Rare, ctx: &Ctx, hover: &HoverCtx) -> Html {
    match STATE.get() {
        State::There(draw) => draw(view, ctx, hover),
        State::Unasked | State::Fetching => {
            html! { <p class="prose rare" role="status" tabindex="0">{ "Loading this view …" }</p> }
        }
        State::Failed => {
            let again = Callback::from(|_| {
                let redraw = REDRAW.with_borrow(Clone::clone);
                fetch(redraw.clone());
                redraw.emit(());
            });
            // Loading the page again helps if the server has a newer build, and no longer the files of this build. The
            // address names the file and the view, so they are shown again afterwards.
            let reload = Callback::from(|_| {
                let _ = gloo::utils::window().location().reload();
            });
            html! {
                <div class="prose rare" role="alert" tabindex="0">
                    <p>{ "This part of the page could not be loaded: there is no network, or the server has another version of the page." }</p>
                    <button class="btn" onclick={again}>{ "Try again" }</button>
                    { " " }
                    <button class="btn quiet" onclick={reload}>{ "Load the page again" }</button>
                </div>
            }
        }
    }
}
