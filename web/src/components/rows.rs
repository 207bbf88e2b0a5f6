//! A list of any length of which only the rows on the screen exist.

use gloo::events::EventListener;
use gloo::utils::window;
use model::words::grouped;
use session::scroll::{Align, Viewport};
use web_sys::{Element, KeyboardEvent};
use yew::prelude::*;

use crate::dom::resize::Resize;

/// What a list is drawn from.
#[derive(Properties, PartialEq)]
pub struct RowsProps {
    /// How many rows.
    pub count: usize,
    /// The height of each, in pixels.
    pub height: u32,
    /// The row that is selected: always drawn, and kept in sight.
    pub active: Option<usize>,
    /// Draws a row, given the style that places it.
    pub render: Callback<usize, Html>,
    /// The ARIA role of the list.
    pub role: &'static str,
    /// Its name.
    pub label: AttrValue,
    /// The id of the selected row's element.
    #[prop_or_default]
    pub active_id: Option<String>,
    /// The id of the list's element.
    #[prop_or_default]
    pub id: Option<AttrValue>,
    /// CSS classes beside `rows`.
    #[prop_or_default]
    pub class: Classes,
    /// Keys that the list has to answer.
    #[prop_or_default]
    pub onkeydown: Callback<KeyboardEvent>,
    /// The list starts anew at its top when this changes.
    #[prop_or_default]
    pub reset: u64,
    /// A row of headers, which stays at the top.
    #[prop_or_default]
    pub head: Html,
    /// Its height, in pixels; 0 without one.
    #[prop_or(0)]
    pub head_height: u32,
    /// How many columns, for grids.
    #[prop_or_default]
    pub columns: Option<usize>,
    /// Where the selected row comes to be when it is out of sight.
    #[prop_or(false)]
    pub center: bool,
}

/// A virtual list.
pub struct Rows {
    node: NodeRef,
    /// The height of the row of headers.
    head: i32,
    scroll: f64,
    height: f64,
    /// The element has to be scrolled to `scroll` after the next drawing.
    place: bool,
    resize: Option<Resize>,
    /// The page is being printed: all rows are drawn.
    printed: bool,
    _paper: [EventListener; 2],
}

/// So many rows are printed at most: some 200 pages. A list of all types would take minutes.
const PRINTED: usize = 10_000;

/// So many rows on each side of the selected one say where it stands.
const AROUND: usize = 2;

/// A list's own messages.
pub enum RowsMsg {
    /// It was scrolled.
    Scrolled,
    /// It has another size.
    Resized,
    /// It was drawn for the first time, with a guessed height.
    Drawn,
    /// The page is about to be printed, or was.
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

    /// Scrolls so that the selected row is seen: a step beyond the edge moves by a row; what is far away comes with what stands around it.
    fn bring_to_sight(&mut self, props: &RowsProps) {
        let Some(active) = props.active else { return };
        let near = [active.saturating_sub(1), (active + 1).min(props.count.saturating_sub(1))];
        let near = near.into_iter().any(|row| self.is_seen(props, row));
        self.bring(props, active, if near && !props.center { Align::Nearest } else { Align::Center });
    }

    /// Scrolls so that the selected row is seen with what stands around it: in a list that is new, or was made lower.
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

    /// Scrolls to a row. The element follows after the next drawing, when it has its new height.
    fn bring(&mut self, props: &RowsProps, row: usize, align: Align) {
        if let Some(top) = self.viewport(props).scroll_to(row as u32, self.scroll, align) {
            self.scroll = top;
            self.place = true;
        }
    }
}

impl Component for Rows {
    type Message = RowsMsg;
    type Properties = RowsProps;

    fn create(ctx: &Context<Self>) -> Self {
        // A guess, so that the first drawing already has rows.
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
                // A hidden list has no place, and one on paper is not scrolled.
                if self.height == 0.0 || self.printed {
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
                    // What grew beside the list does not cover the selected row, nor what stands around it.
                    self.bring_with_neighbours(ctx.props());
                }
                if was_hidden && changed {
                    // A pane that was not shown could not be scrolled.
                    self.bring_to_sight(ctx.props());
                    self.place = true;
                }
                changed
            }
            RowsMsg::Drawn => true,
            RowsMsg::Print(on) => {
                self.printed = on;
                // Paper has scrolled the list to its top.
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
        }
        if props.reset != old.reset {
            self.bring_with_neighbours(props);
        } else if props.active != old.active {
            // A row that was clicked in a list that has just been scrolled is in sight: the event of the scrolling comes a frame later.
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
        let onscroll = ctx.link().callback(|_: Event| RowsMsg::Scrolled);
        // The selected row exists also when it is scrolled away: aria-activedescendant points at it.
        let outside = props.active.filter(|&i| i < props.count && !range.contains(&i));
        html! {
            <div ref={self.node.clone()} id={props.id.clone()} class={classes!("rows", props.class.clone())} role={props.role}
                aria-label={props.label.clone()} tabindex="0" aria-activedescendant={props.active_id.clone()}
                aria-rowcount={props.columns.map(|_| (props.count + usize::from(self.head > 0)).to_string())}
                aria-colcount={props.columns.map(|n| n.to_string())}
                data-page={viewport.page().to_string()} onscroll={onscroll} onkeydown={props.onkeydown.clone()}>
                { props.head.clone() }
                <div class="tall" role="presentation" style={format!("height:{}px", viewport.element_height() as i64)}>
                    <div class="win" role="presentation" style={format!("top:{}px", if self.printed { 0 } else { window.top as i64 })}>
                        // A list of its own: beside a node without a key all rows would be made anew when the window moves.
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
