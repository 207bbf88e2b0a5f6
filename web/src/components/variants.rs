//! One program in several variants: the menu that switches between them, and the C of the shown variant.

use std::cell::Cell;
use std::rc::Rc;

use gloo::timers::callback::Timeout;
use model::program::{FunctionModel, ListingRow};
use model::variants::{VARIANTS, Variant};
use session::file::OpenFile;
use session::{LinkMsg, Msg};
use web_sys::{HtmlElement, HtmlSelectElement};
use yew::prelude::*;

use super::c_colours::coloured;
use crate::ctx::Ctx;
use crate::dom::focus;

/// The message that shows a variant, and loads it first if it is not open.
pub(super) fn open_variant(variant: &Variant) -> Msg {
    Msg::Link(LinkMsg::FollowSample(variant.address().to_fragment()))
}

/// The variant that this file is; `None` if it is not a variant.
pub(super) fn variant_of(file: &OpenFile) -> Option<&'static Variant> {
    file.origin.sample().and_then(Variant::of_sample)
}

/// How long the arrow keys must rest before the variant that they chose is opened, in milliseconds.
const PAUSE: u32 = 400;

thread_local! {
    /// True while a variant that was chosen in the menu is being loaded: the menu of that variant then takes the focus.
    static CHOSEN: Cell<bool> = const { Cell::new(false) };
}

/// Lets the menu of the variant that is opened next take the focus.
pub(super) fn take_focus() {
    CHOSEN.set(true);
}

#[derive(Properties, PartialEq)]
pub(super) struct VariantMenuProps {
    pub ctx: Ctx,
    pub shown: &'static Variant,
}

/// The menu, and a sentence about the behaviour of the shown variant on other kernels.
#[component]
pub(super) fn VariantMenu(props: &VariantMenuProps) -> Html {
    let VariantMenuProps { ctx, shown } = props;
    let menu = use_node_ref();
    {
        let menu = menu.clone();
        use_effect_with(shown.sample, move |sample| {
            // After keys have moved the choice, the attribute `selected` of the options no longer moves it.
            if let Some(menu) = menu.cast::<HtmlSelectElement>() {
                menu.set_value(sample);
            }
            if CHOSEN.take()
                && let Some(menu) = menu.cast::<HtmlElement>()
            {
                menu.focus().ok();
            }
        });
    }
    // Each arrow key changes the choice of a closed `select` element. The variant is opened after a pause; otherwise
    // each variant on the way would be opened.
    let by_arrow = use_mut_ref(|| false);
    let waiting = use_mut_ref(|| None::<Timeout>);
    let choose = {
        let (by_arrow, shown) = (Rc::clone(&by_arrow), *shown);
        ctx.with(move |ctx, e: Event| {
            let sample = e.target_unchecked_into::<HtmlSelectElement>().value();
            let Some(variant) = Variant::of_sample(&sample) else { return };
            // The older timer is dropped, so it does not run.
            *waiting.borrow_mut() = None;
            if variant == shown {
                return;
            }
            let ctx = ctx.clone();
            let open = move || {
                take_focus();
                ctx.send(open_variant(variant));
            };
            if *by_arrow.borrow() {
                *waiting.borrow_mut() = Some(Timeout::new(PAUSE, open));
            } else {
                open();
            }
        })
    };
    let key = {
        let by_arrow = Rc::clone(&by_arrow);
        Callback::from(move |e: KeyboardEvent| *by_arrow.borrow_mut() = e.key().starts_with("Arrow"))
    };
    let pointer = Callback::from(move |_: PointerEvent| *by_arrow.borrow_mut() = false);
    html! {
        <p class="variantbar">
            <select class="field" aria-label="Variant" ref={menu} onchange={choose} onkeydown={key} onpointerdown={pointer}>
                { for VARIANTS.iter().map(|v| html! { <option value={v.sample} selected={v == *shown}>{ v.title }</option> }) }
            </select>
            <span>{ shown.about }</span>
        </p>
    }
}

/// The line of the C that the selected instruction is from; `active` is its row in the listing.
pub(super) fn variant_line(model: &FunctionModel, active: Option<usize>) -> Option<usize> {
    let above = active.and_then(|active| model.listing.rows.get(..active)).unwrap_or_default();
    above.iter().rev().find_map(|row| match row {
        ListingRow::Source(row) => Some(row.line as usize),
        ListingRow::Insn(_) => None,
    })
}

#[derive(Properties, PartialEq)]
pub(super) struct VariantSourceProps {
    pub variant: &'static Variant,
    /// The marked line, from 1.
    pub here: Option<usize>,
}

/// The C of a variant, with a marked line that is kept in sight.
#[component]
pub(super) fn VariantSource(props: &VariantSourceProps) -> Html {
    use_effect_with((props.variant.sample, props.here), |_| focus::show(".variantline.here"));
    let line = |(at, text): (usize, &str)| {
        let class = classes!("variantline", (props.here == Some(at + 1)).then_some("here"));
        html! { <span key={at} {class}><i>{ at + 1 }</i>{ coloured(text, &[]) }{ "\n" }</span> }
    };
    html! { <pre class="code variantsource" tabindex="0" aria-label="C source">{ for props.variant.text.lines().enumerate().map(line) }</pre> }
}
