//! The table of members in the scratch pad: rows can be dragged to another place.

use std::rc::Rc;

use btf::TypeId;
use model::path::Path;
use model::table::Table;
use session::commands::Command;
use session::{Msg, PadMsg, ScrubMsg};
use web_sys::{Element, KeyboardEvent, PointerEvent};
use yew::prelude::*;

use crate::ctx::Ctx;

/// How far the pointer must move, in pixels, to make a press a drag and not a click.
const SLACK: i32 = 4;

/// The properties of the table.
#[derive(Properties, PartialEq)]
pub struct ScrubProps {
    pub ctx: Ctx,
    /// The rows.
    pub table: Rc<Table>,
    /// The selected type.
    pub root: TypeId,
    /// The height of a row, in pixels.
    pub row: u32,
    pub class: Classes,
    pub style: String,
    pub children: Html,
}

/// A member that is being dragged.
struct Held {
    /// The rows at the beginning of the drag. The rows on the screen change during the drag, but the pointer is located
    /// among the rows of the beginning.
    rows: Rc<Table>,
    path: Path,
    of: TypeId,
    member: u32,
    /// Where the dragged member is now: the index, before the drag, of the member that had this place.
    at: u32,
    start: i32,
    moving: bool,
}

/// The row under the pointer, counted from the first.
fn row_at(list: &Element, y: i32, height: u32) -> usize {
    let top = list.query_selector(".tall").ok().flatten().map_or(0.0, |tall| tall.get_bounding_client_rect().top());
    ((f64::from(y) - top) / f64::from(height.max(1))).max(0.0) as usize
}

fn send(ctx: &Ctx, msg: ScrubMsg) {
    ctx.send(Msg::Pad(PadMsg::Scrub(msg)));
}

/// A table whose rows can be dragged.
#[component]
pub fn Scrub(props: &ScrubProps) -> Html {
    let held = use_mut_ref(|| None::<Held>);
    let list = use_node_ref();
    let (ctx, height) = (props.ctx.clone(), props.row);
    let down = {
        let (held, list, ctx, table, root) =
            (held.clone(), list.clone(), ctx.clone(), Rc::clone(&props.table), props.root);
        Callback::from(move |e: PointerEvent| {
            let target = e.target_dyn_into::<Element>();
            let inside = |what: &str| target.as_ref().is_some_and(|t| t.closest(what).ok().flatten().is_some());
            // A finger or a pen scrolls the rows, unless it is on the handle.
            let takes =
                if e.pointer_type() == "mouse" { inside(".trow") && !inside("button") } else { inside(".grip") };
            if e.button() != 0 || !takes {
                return;
            }
            let Some(list) = list.cast::<Element>() else { return };
            let path = table.rows.get(row_at(&list, e.client_y(), height)).filter(|row| !row.form.is_gap());
            let Some(path) = path.map(|row| row.path.clone()) else { return };
            let session = ctx.session();
            let Some(file) = session.pad_file() else { return };
            let Some(step) = model::path::walk(&file.btf, root, &path).and_then(|mut steps| steps.pop()) else {
                return;
            };
            let (of, member) = (step.parent.id(), step.item.index);
            if session.pad().declares(of, member) {
                let rows = Rc::clone(&table);
                let start = e.client_y();
                *held.borrow_mut() = Some(Held { rows, path, of, member, at: member, start, moving: false });
            }
        })
    };
    let moved = {
        let (held, list, ctx) = (held.clone(), list.clone(), ctx.clone());
        Callback::from(move |e: PointerEvent| {
            let mut held = held.borrow_mut();
            let Some(held) = &mut *held else { return };
            let Some(list) = list.cast::<Element>() else { return };
            if !held.moving && (e.client_y() - held.start).abs() < SLACK {
                return;
            }
            if !held.moving {
                held.moving = true;
                let _ = list.set_pointer_capture(e.pointer_id());
                ctx.send(Msg::Select(held.path.clone()));
            }
            e.prevent_default();
            let at = held.rows.beside(&held.path, row_at(&list, e.client_y(), height));
            if let Some(at) = at.filter(|at| *at != held.at) {
                held.at = at;
                send(&ctx, ScrubMsg::Drag(held.of, held.member, at));
            }
        })
    };
    let up = {
        let (held, ctx) = (held.clone(), ctx.clone());
        Callback::from(move |_: PointerEvent| {
            if held.take().is_some_and(|held| held.moving) {
                send(&ctx, ScrubMsg::Drop);
            }
        })
    };
    let back = {
        let (held, ctx) = (held.clone(), ctx.clone());
        move || {
            let was = held.take().filter(|held| held.moving);
            if let Some(held) = &was {
                send(&ctx, ScrubMsg::Drag(held.of, held.member, held.member));
                send(&ctx, ScrubMsg::Drop);
            }
            was.is_some()
        }
    };
    let cancel = {
        let back = back.clone();
        Callback::from(move |_: PointerEvent| {
            back();
        })
    };
    let onkeydown = Callback::from(move |e: KeyboardEvent| {
        if e.key() == "Escape" && back() {
            e.prevent_default();
            e.stop_propagation();
        }
    });
    let session = props.ctx.session();
    let says = match session.pad().moved() {
        "" => "Drag a member, or press Alt and ↑ or ↓.",
        says => says,
    };
    html! {
        <div ref={list} class={classes!(props.class.clone(), "scrub")} style={props.style.clone()} onpointerdown={down} onpointermove={moved}
            onpointerup={up} onpointercancel={cancel} {onkeydown}>
            <div class="scrubbar">
                <button class="mini" onclick={props.ctx.on(Msg::Command(Command::Smallest))}>{ "As small as it gets" }</button>
                <span role="status">{ says }</span>
            </div>
            { props.children.clone() }
        </div>
    }
}
