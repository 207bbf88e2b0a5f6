//! The steps by which a bitfield is read, as pictures of a 64-bit register: the load, then each shift.

use btf::Endian;
use gloo::timers::callback::Timeout;
use layout::{CoreLoad, Options};
use model::bitread;
use model::bitread::{Bit, BitOf, STEPS};
use model::strip::{shown_strip, strip};
use model::table::table_type;
use web_sys::{HtmlInputElement, InputEvent};
use yew::prelude::*;

use crate::ctx::Ctx;

/// Milliseconds between two steps when they play by themselves.
const BEAT: u32 = 1100;

#[derive(Properties, PartialEq)]
pub struct BitReadProps {
    pub load: CoreLoad,
    /// The offset of the load from the start of the outermost struct, in bytes.
    pub at: u64,
    pub endian: Endian,
}

fn bit(b: &Bit) -> Html {
    let class = match b.of {
        BitOf::Field => "f",
        BitOf::Beside => "b",
        BitOf::Zero => "z",
        BitOf::Sign => "s",
    };
    // The register has 64 places of equal width (1.5625% each). The style sheet animates a bit that moves.
    let left = (63 - b.at.min(63)) * 15625;
    let style = format!("left:{}.{:04}%", left / 10000, left % 10000);
    html! { <i key={b.source.to_string()} class={class} style={style}>{ if b.set { "1" } else { "0" } }</i> }
}

/// The steps of reading the selected bitfield; nothing if no bitfield is selected, or if CO-RE cannot read it.
pub fn step_through(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let found = session.file().and_then(|file| {
        let selection = file.look.selection.as_ref()?;
        let layout = layout::layout(&file.btf, table_type(&file.btf, selection.id), &Options::default()).ok()?;
        let shown = shown_strip(&file.btf, &layout, &selection.path)?;
        let strip = strip(&file.btf, &shown.layout, shown.member, shown.base, false)?;
        Some((strip.load?, strip.base, strip.endian, selection))
    });
    let Some((load, base, endian, selection)) = found else { return html! {} };
    // The key makes a new component for each bitfield, so that the steps begin again.
    html! {
        <BitRead key={format!("{}-{:?}", selection.id.0, selection.path)} load={load} at={u64::from(load.byte_offset) + base} endian={endian}/>
    }
}

/// The steps, folded until the person opens them.
#[component]
pub fn BitRead(props: &BitReadProps) -> Html {
    let (load, endian) = (props.load, props.endian);
    let step = use_state(|| 0usize);
    let playing = use_state(|| false);
    let value = use_state(|| bitread::example(&load));
    let error = use_state(|| false);
    {
        let (step, playing) = (step.clone(), playing.clone());
        use_effect_with((*step, *playing), move |(at, on)| {
            let timer = on.then(|| {
                let at = *at;
                Timeout::new(BEAT, move || match at + 1 < STEPS {
                    true => step.set(at + 1),
                    false => playing.set(false),
                })
            });
            move || drop(timer)
        });
    }
    let steps = bitread::steps(&load, props.at, *value, endian);
    let at = (*step).min(STEPS - 1);
    let shown = &steps[at];
    let (least, greatest) = bitread::range(&load);
    let change = {
        let (value, error) = (value.clone(), error.clone());
        Callback::from(move |e: InputEvent| {
            let text = e.target_dyn_into::<HtmlInputElement>().map(|i| i.value()).unwrap_or_default();
            match text.trim().parse::<i128>() {
                Ok(n) if (least..=greatest).contains(&n) => {
                    value.set(n);
                    error.set(false);
                }
                _ => error.set(true),
            }
        })
    };
    let go = |to: usize| {
        let (step, playing) = (step.clone(), playing.clone());
        Callback::from(move |_: MouseEvent| {
            playing.set(false);
            step.set(to);
        })
    };
    let play = {
        let (step, playing) = (step.clone(), playing.clone());
        Callback::from(move |_: MouseEvent| {
            if !*playing && at + 1 == STEPS {
                step.set(0);
            }
            playing.set(!*playing);
        })
    };
    let said = bitread::said(&load, &steps, at);
    html! {
        <details class="bitread" aria-label="The read, step by step">
            <summary>{ "Step through the read" }</summary>
            <div class="ctl">
                { for steps.iter().enumerate().map(|(i, s)| html! {
                    <button class="chip" aria-pressed={(i == at).to_string()} onclick={go(i)}><code>{ &s.instruction }</code></button>
                }) }
                <button class="chip" onclick={play}>{ if *playing { "Pause" } else { "Play" } }</button>
                <label>{ "when it holds " }
                    <input class="field code" type="text" inputmode="numeric" value={value.to_string()} oninput={change} aria-invalid={error.to_string()}/>
                </label>
                if *error { <span class="err" role="alert">{ bitread::range_words(&load) }</span> }
            </div>
            <div class="reg" role="img" aria-label={format!("r1 = {:#x}", shown.value)}>{ for shown.bits.iter().map(bit) }</div>
            <div class="ends"><span>{ "bit 63" }</span><code>{ format!("r1 = {:#x}", shown.value) }</code><span>{ "bit 0" }</span></div>
            <p role="status">{ said }</p>
        </details>
    }
}
