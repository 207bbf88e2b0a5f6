//! The box of the map. It shows as many whole lines as fit, among them the line of the selection; on demand, all lines.

use std::ops::Range;

use btf::TypeId;
use gloo::events::EventListener;
use gloo::utils::window;
use model::map::shown_lines;
use web_sys::HtmlElement;
use yew::prelude::*;

use crate::dom::resize::Resize;

#[derive(Properties, PartialEq)]
pub struct MapBoxProps {
    /// The type that the map shows.
    pub of: TypeId,
    /// How many lines the map has.
    pub lines: usize,
    /// The text of the button that shows all.
    pub all: AttrValue,
    /// The height of a line with the gap below it, in pixels.
    pub height: u32,
    /// The line of the selection.
    pub selected: Option<usize>,
    /// Draws these lines.
    pub draw: Callback<Range<usize>, Html>,
}

/// The share of the view's height that the map may have, in percent.
const SHARE: i32 = 38;

/// Room for the paddings of the map, and for the line with the button, in pixels.
const AROUND: i32 = 22;
const BUTTON: i32 = 22;

/// The least height of the table below, in pixels, when all lines are shown.
const TABLE: i32 = 200;

/// How many lines there is room for: in a share of the view, and in nearly all of it.
fn room(view: i32, height: u32, lines: usize) -> [usize; 2] {
    let fit = |pixels: i32| (pixels / height.max(1) as i32).max(2) as usize;
    let share = view * SHARE / 100 - AROUND;
    let some = if fit(share) >= lines { fit(share) } else { fit(share - BUTTON) };
    [some, fit(view - TABLE - AROUND - BUTTON)]
}

/// The map of a type.
#[component]
pub fn MapBox(props: &MapBoxProps) -> Html {
    let node = use_node_ref();
    let view = use_state_eq(|| {
        let whole = window().inner_height().ok().and_then(|height| height.as_f64()).unwrap_or(900.0);
        (whole as i32 - 170).max(0)
    });
    let all = use_state_eq(|| None::<TypeId>);
    let printed = use_state_eq(|| false);
    {
        let (node, view) = (node.clone(), view.clone());
        use_effect_with((), move |()| {
            let parent = node.cast::<HtmlElement>().and_then(|own| own.parent_element());
            let resize = parent.and_then(|parent| {
                let (of, view) = (parent.clone(), view.clone());
                view.set(parent.client_height());
                Resize::watch(&parent, move || view.set(of.client_height()))
            });
            move || drop(resize)
        });
    }
    {
        let printed = printed.clone();
        use_effect_with((), move |()| {
            let paper = [("beforeprint", true), ("afterprint", false)].map(|(name, on)| {
                let printed = printed.clone();
                EventListener::new(&window(), name, move |_| printed.set(on))
            });
            move || drop(paper)
        });
    }
    let (lines, height) = (props.lines, props.height);
    let [some, most] = room(*view, height, lines);
    let is_all = *all == Some(props.of);
    {
        // When all lines are shown, the box can be scrolled, so scroll to the selected line.
        let node = node.clone();
        use_effect_with((is_all, props.of, props.selected), move |&(is_all, _, selected)| {
            let Some(area) = node.cast::<HtmlElement>().filter(|_| is_all) else { return };
            let top = selected.unwrap_or_default() as i32 * height as i32;
            if top < area.scroll_top() || top + height as i32 > area.scroll_top() + area.client_height() {
                area.set_scroll_top(top - area.client_height() / 2);
            }
        });
    }
    let shown = if is_all || *printed { 0..lines } else { shown_lines(lines, some, props.selected) };
    let style = is_all.then(|| format!("height:{}px", lines.min(most) as u32 * height));
    let toggle = {
        let (all, of) = (all.clone(), props.of);
        Callback::from(move |_: MouseEvent| all.set(if is_all { None } else { Some(of) }))
    };
    let name = if is_all { AttrValue::from("fewer") } else { props.all.clone() };
    html! {
        <>
            <div class={classes!("upper", is_all.then_some("whole"))} ref={node} style={style} tabindex={is_all.then_some("0")}
                aria-label="Map" role="group">{ props.draw.emit(shown) }</div>
            if lines > some {
                <div class="maplines"><button class="link" aria-expanded={is_all.to_string()} onclick={toggle}>{ name }</button></div>
            }
        </>
    }
}
