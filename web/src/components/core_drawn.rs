//! Pictures of a relocation: its path over the bytes of the root type, and the instruction before and after patching.

use model::relocations::{Detail, OnTarget, PatchField, PatchSide, PathBar};
use yew::prelude::*;

fn bars(title: &str, all: &[PathBar]) -> Html {
    let size = all.first().map_or(0, |whole| whole.end);
    let bar = |(i, b): (usize, &PathBar)| {
        let (left, width) = b.drawn(size);
        let words = format!("{}, {}: {}", b.title, b.of, b.place());
        html! {
            <li key={i}>
                <span class="barname" title={words}><span>{ &b.title }</span><em>{ b.place() }</em></span>
                <span class="track"><i class={b.class.clone()} style={format!("left:{}%;width:{}%", left as f64 / 10.0, width as f64 / 10.0)}></i></span>
            </li>
        }
    };
    html! { <div><h3>{ title.to_owned() }</h3><ol>{ for all.iter().enumerate().map(bar) }</ol></div> }
}

/// The path over the bytes of the root type: in the program, and on the kernel that is shown.
pub(super) fn core_bars(d: &Detail, on: Option<&OnTarget>) -> Html {
    let there = on.filter(|on| !on.bars.is_empty());
    html! {
        if !d.bars.is_empty() {
            <section class="pathbars" aria-label="The path over the bytes">
                { bars("In the program", &d.bars) }
                if let Some(on) = there { { bars(&format!("On {}", on.name), &on.bars) } }
            </section>
        }
    }
}

fn side(title: &str, side: &PatchSide) -> Html {
    let field = |f: &PatchField| {
        html! { <span class={classes!("slotfield", f.class.clone(), f.changed.then_some("changed"))} title={f.words()}>{ &f.hex }</span> }
    };
    html! {
        <div>
            <h3>{ title.to_owned() }</h3>
            { for side.slots.iter().map(|slot| html! { <p class="hexrow">{ for slot.iter().map(field) }</p> }) }
            <p class="ins">{ &side.text }</p>
        </div>
    }
}

/// The instruction before and after patching.
pub(super) fn core_patch(on: &OnTarget) -> Html {
    html! {
        if let Some(patch) = on.patch.as_ref() {
            <section class="patch" aria-label={format!("The instruction before and after, on {}", on.name)}>
                { side("As compiled", &patch.before) }
                <span class="sign" aria-hidden="true">{ "→" }</span>
                { side(&format!("As loaded on {}", on.name), &patch.after) }
            </section>
        }
    }
}
