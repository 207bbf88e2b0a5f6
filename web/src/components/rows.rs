//! A virtual list: only the visible rows are elements, so that the list can have any length.

use gloo::events::EventListener;
use gloo::utils::window;
use model::words::grouped;
use session::scroll::{Align, Viewport};
use web_sys::{Element, KeyboardEvent};
use yew::prelude::*;

use crate::dom::resize::Resize;

/// The properties of a list.
#[derive(Properties, PartialEq)]
pub struct RowsProps {
    /// The number of rows.
    pub count: usize,
    /// The height of each row, in pixels.
    pub height: u32,
    /// The index of the selected row. This row always has an element, and is scrolled into view when it changes.
    pub active: Option<usize>,
    /// Draws the row with this index.
    pub render: Callback<usize, Html>,
    pub role: &'static str,
    /// The accessible name.
    pub label: AttrValue,
    /// The id of the selected row's element, for `aria-activedescendant`.
    #[prop_or_default]
    pub active_id: Option<String>,
    /// The id of the list's element.
    #[prop_or_default]
    pub id: Option<AttrValue>,
    /// CSS classes in addition to `rows`.
    #[prop_or_default]
    pub class: Classes,
    /// Called for each key.
    #[prop_or_default]
    pub onkeydown: Callback<KeyboardEvent>,
    /// When this value changes, the list scrolls to its top, or to the selected row if that is further down.
    #[prop_or_default]
    pub reset: u64,
    /// A heading that stays at the top while the list scrolls.
    #[prop_or_default]
    pub head: Html,
    /// The height of the heading in pixels; 0 without one.
    #[prop_or(0)]
    pub head_height: u32,
    /// The number of columns, for grids.
    #[prop_or_default]
    pub columns: Option<usize>,
    /// Draws a row over the first visible row: the head of the group of the visible rows, while that head is out of
    /// view. Gets the index of the first visible row, and whether that row is cut off at the top.
    #[prop_or_default]
    pub above: Option<Callback<(usize, bool), Html>>,
    /// Whether a selected row that is out of view is scrolled to the middle even if it is only one row away.
    #[prop_or(false)]
    pub center: bool,
}

pub struct Rows {
    node: NodeRef,
    /// The height of the heading, in pixels.
    head: i32,
    scroll: f64,
    height: f64,
    /// Whether to scroll the element to `scroll` after the next drawing.
    place: bool,
    resize: Option<Resize>,
    /// Whether the page is being printed: then up to [`PRINTED`] rows are drawn.
    printed: bool,
    _paper: [EventListener; 2],
}

/// The most rows that are printed, about 200 pages. The browser would take minutes to lay out all types of a kernel.
const PRINTED: usize = 10_000;

/// How many rows are shown above and below the selected row in a new list.
const AROUND: usize = 2;

/// Messages of a list.
pub enum RowsMsg {
    /// The element was scrolled.
    Scrolled,
    /// The element has another size.
    Resized,
    /// The first drawing is done. It was made with a guessed height.
    Drawn,
    /// Printing begins (true) or has ended.
    Print(bool),
}

impl Rows {
    fn viewport(&self, props: &RowsProps) -> Viewport {
        Viewport::new(u32::try_from(props.count).unwrap_or(u32::MAX), f64::from(props.height), self.height)
    }

    fn element(&self) -> Option<Element> {
        self.node.cast::<Element>()
    }

    fn measure(&mut self) -> bool {
        let Some(element) = self.element() else { return false };
        let height = f64::from((element.client_height() - self.head).max(0));
        let changed = height != self.height;
        self.height = height;
        changed
    }

    /// Scrolls to the selected row: by one row if a row next to it is visible and [`RowsProps::center`] is not set,
    /// else so that the row is in the middle.
    fn bring_to_sight(&mut self, props: &RowsProps) {
        let Some(active) = props.active else { return };
        let near = [active.saturating_sub(1), (active + 1).min(props.count.saturating_sub(1))];
        let near = near.into_iter().any(|row| self.is_seen(props, row));
        self.bring(props, active, if near && !props.center { Align::Nearest } else { Align::Center });
    }

    /// Scrolls so that the selected row and [`AROUND`] rows on each side are visible. Used for a new list, and for a
    /// list that has become lower.
    fn bring_with_neighbours(&mut self, props: &RowsProps) {
        let Some(active) = props.active else { return };
        let around = [active, active.saturating_sub(AROUND), (active + AROUND).min(props.count.saturating_sub(1))];
        if around.into_iter().any(|row| !self.is_seen(props, row)) {
            self.bring(props, active, Align::Center);
        }
    }

    fn is_seen(&self, props: &RowsProps, row: usize) -> bool {
        self.viewport(props).scroll_to(row as u32, self.scroll, Align::Nearest).is_none()
    }

    /// Scrolls to a row. The element is scrolled only after the next drawing, when it has its new height.
    fn bring(&mut self, props: &RowsProps, row: usize, align: Align) {
        let viewport = self.viewport(props);
        let to = |row: usize| viewport.scroll_to(row as u32, self.scroll, align);
        // The row that is drawn over the first visible row must not cover this row.
        let (first, cut) = viewport.first_row(to(row).unwrap_or(self.scroll));
        let above = if cut > 0.5 { first + 1 } else { first } as usize;
        let covered = props.above.is_some() && row > 0 && row <= above;
        if let Some(top) = to(if covered { row - 1 } else { row }) {
            self.scroll = top;
            self.place = true;
        }
    }
}

impl Component for Rows {
    type Message = RowsMsg;
    type Properties = RowsProps;

    fn create(ctx: &Context<Self>) -> Self {
        // A height is assumed, so that the first drawing has rows already.
        let head = ctx.props().head_height as i32;
        let paper = [("beforeprint", true), ("afterprint", false)].map(|(name, on)| {
            let link = ctx.link().clone();
            EventListener::new(&window(), name, move |_| link.send_message(RowsMsg::Print(on)))
        });
        Rows {
            node: NodeRef::default(),
            head,
            scroll: 0.0,
            height: 600.0,
            place: false,
            resize: None,
            printed: false,
            _paper: paper,
        }
    }

    fn update(&mut self, ctx: &Context<Self>, msg: RowsMsg) -> bool {
        match msg {
            RowsMsg::Scrolled => {
                // A list that is hidden or being printed reports a scroll position of 0. One that is still to be drawn
                // reports the position of its previous rows: Yew handles events also between `changed` and `rendered`.
                if self.height == 0.0 || self.printed || self.place {
                    return false;
                }
                let top = self.element().map_or(0.0, |e| f64::from(e.scroll_top()));
                let moved = top != self.scroll;
                self.scroll = top;
                moved
            }
            RowsMsg::Resized => {
                let was_hidden = self.height == 0.0;
                let was_seen = ctx.props().active.is_some_and(|row| self.is_seen(ctx.props(), row));
                let changed = self.measure();
                if was_seen && changed {
                    // The list may have become lower: keep the selected row and the rows around it visible.
                    self.bring_with_neighbours(ctx.props());
                }
                if was_hidden && changed {
                    // While the pane was hidden it could not be scrolled, so scroll now.
                    self.bring_to_sight(ctx.props());
                    self.place = true;
                }
                changed
            }
            RowsMsg::Drawn => true,
            RowsMsg::Print(on) => {
                // Only the view prints all its rows. Yew draws for at most 16 ms; then the browser prints the rows that
                // are drawn by then. Rows of other panes would take a part of that time.
                let beside = |e: Element| e.closest(".left, .right, .learn").is_ok_and(|pane| pane.is_some());
                if on && self.element().is_none_or(beside) {
                    return false;
                }
                self.printed = on;
                // Printing scrolled the list to its top, so scroll it back.
                self.place = !on;
                true
            }
        }
    }

    fn changed(&mut self, ctx: &Context<Self>, old: &RowsProps) -> bool {
        let props = ctx.props();
        if props.reset != old.reset {
            self.scroll = 0.0;
            self.place = true;
            self.bring_with_neighbours(props);
        } else if props.active != old.active {
            // A click can come before the scroll event, which browsers send a frame later. Read the real position;
            // otherwise the list would jump.
            if !self.place
                && !self.printed
                && self.height > 0.0
                && let Some(element) = self.element()
            {
                self.scroll = f64::from(element.scroll_top());
            }
            self.bring_to_sight(props);
        }
        true
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let props = ctx.props();
        let viewport = self.viewport(props);
        let window = viewport.window(self.scroll, 6);
        let range = match self.printed {
            true => 0..props.count.min(PRINTED),
            false => window.first as usize..(window.first + window.count) as usize,
        };
        let (first, cut) = viewport.first_row(self.scroll);
        let first = (first as usize, cut > 0.5);
        let onscroll = ctx.link().callback(|_: Event| RowsMsg::Scrolled);
        // A selected row that is out of view is drawn, too, because `aria-activedescendant` names it.
        let outside = props.active.filter(|&i| i < props.count && !range.contains(&i));
        html! {
            <div ref={self.node.clone()} id={props.id.clone()} class={classes!("rows", props.class.clone())} role={props.role}
                aria-label={props.label.clone()} tabindex="0" aria-activedescendant={props.active_id.clone()}
                aria-rowcount={props.columns.map(|_| (props.count + usize::from(self.head > 0)).to_string())}
                aria-colcount={props.columns.map(|n| n.to_string())}
                data-page={viewport.page().to_string()} onscroll={onscroll} onkeydown={props.onkeydown.clone()}>
                { props.head.clone() }
                if let Some(above) = &props.above {
                    <div class="over" role="presentation" style={format!("top:{}px", self.head)}>{ above.emit(first) }</div>
                }
                <div class="tall" role="presentation" style={format!("height:{}px", viewport.element_height() as i64)}>
                    <div class="win" role="presentation" style={format!("top:{}px", if self.printed { 0 } else { window.top as i64 })}>
                        // The rows are in a fragment of their own: next to an element without a key, Yew would make
                        // all rows anew when the list scrolls.
                        <>{ for range.map(|i| props.render.emit(i)) }</>
                        if self.printed && props.count > PRINTED { <p>{ format!("… {} more rows", grouped((props.count - PRINTED) as u64)) }</p> }
                    </div>
                    if let Some(i) = outside {
                        <div class="sr" role="presentation">{ props.render.emit(i) }</div>
                    }
                </div>
            </div>
        }
    }

    fn rendered(&mut self, ctx: &Context<Self>, first: bool) {
        if first {
            let link = ctx.link().clone();
            let resized = move || link.send_message(RowsMsg::Resized);
            self.resize = self.element().and_then(|element| Resize::watch(&element, resized));
            self.measure();
            self.bring_with_neighbours(ctx.props());
            ctx.link().send_message(RowsMsg::Drawn);
        }
        if std::mem::take(&mut self.place)
            && let Some(element) = self.element()
        {
            element.set_scroll_top(self.scroll as i32);
        }
    }
}
