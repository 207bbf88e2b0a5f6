//! The steps by which a bitfield is read, as pictures of a 64-bit register in both byte orders: the load, then each
//! shift.

use btf::Endian;
use gloo::timers::callback::Timeout;
use layout::{CoreLoad, Options};
use lesson::LessonScreen;
use model::bitread;
use model::bitread::{BitOf, Given, MovingBit, STEPS, Side};
use model::strip::{shown_strip, strip};
use model::table::table_type;
use web_sys::{Element, HtmlInputElement, InputEvent, KeyboardEvent};
use yew::prelude::*;

use crate::ctx::{Ctx, selected};
use crate::dom::focus;

/// Milliseconds between two steps when they play by themselves.
const BEAT: u32 = 1100;

#[derive(Properties, PartialEq)]
pub struct BitReadProps {
    pub load: CoreLoad,
    /// The offset of the load from the start of the outermost struct, in bytes.
    pub at: u64,
    pub endian: Endian,
    /// Whether the explanation is unfolded from the start.
    pub open: bool,
}

/// The typed texts, and the contents of the field that they describe.
#[derive(Clone, PartialEq, Eq)]
struct Typed {
    value: String,
    bytes: String,
    given: Given,
    /// Why the last text is not valid; none if it is valid.
    error: Option<String>,
}

impl Typed {
    /// The contents, and the texts that describe them.
    fn of(props: &BitReadProps, given: Given) -> Typed {
        let [own, _] = bitread::both(&props.load, props.at, props.endian, &given);
        Typed { value: own.value.to_string(), bytes: own.memory_text(), given, error: None }
    }
}

fn bit(b: &MovingBit) -> Html {
    let class = match b.bit.of {
        BitOf::Field => "f",
        BitOf::Beside => "b",
        BitOf::Zero => "z",
        BitOf::Sign => "s",
    };
    // The style sheet sets the bits into one row of 64 or, in a narrow window, into two rows of 32, and animates the
    // bits that move.
    let row = i32::from(b.place < 32);
    let style = format!("--p:{};--c:{};--r:{row}", b.place, b.place - 32 * (1 - row));
    html! { <i key={b.bit.source.to_string()} class={class} style={style}>{ if b.bit.set { "1" } else { "0" } }</i> }
}

/// The steps of reading the selected bitfield; nothing if no bitfield is selected, or if CO-RE cannot read it.
pub fn step_through(ctx: &Ctx) -> Html {
    let session = ctx.session();
    let found = selected(&session).and_then(|(file, selection)| {
        let layout = layout::layout(&file.btf, table_type(&file.btf, selection.id), &Options::default()).ok()?;
        let shown = shown_strip(&file.btf, &layout, &selection.path)?;
        let strip = strip(&file.btf, &shown.layout, shown.member, shown.base, false)?;
        Some((strip.load?, strip.base, strip.endian, file.id, selection))
    });
    let Some((load, base, endian, file, selection)) = found else { return html! {} };
    let learn = session.learn();
    let open = learn.shown && learn.ready().is_some_and(|ready| ready.screen == Some(LessonScreen::Register));
    let at = u64::from(load.byte_offset) + base;
    // The key makes a new component for each bitfield, so that the steps and the typed value begin again. They also
    // begin again after each change in the scratch pad, because each compilation gives a new file.
    html! {
        <BitRead key={format!("{}-{}-{:?}", file.0, selection.id.0, selection.path)} {load} {at} {endian} {open}/>
    }
}

fn order(endian: Endian) -> &'static str {
    match endian {
        Endian::Little => "little-endian",
        Endian::Big => "big-endian",
    }
}

/// A register after a step, with its byte order and the bytes in memory.
fn register(side: &Side, at: usize, is_own: bool) -> Html {
    let Some(shown) = side.steps.get(at) else { return html! {} };
    let name = format!("r1 = {:#x}", shown.value);
    let label = if is_own { name.clone() } else { format!("{}: {name}", order(side.endian)) };
    let result = if at + 1 == STEPS { format!("{} = {}", name, side.value) } else { name };
    html! {
        <section aria-label={format!("The register, {}", order(side.endian))}>
            <h3>{ format!("In {} BTF", order(side.endian)) }if is_own { <span>{ ", as in this file" }</span> }</h3>
            <p class="regline"><span>{ "memory " }<code>{ side.memory_text() }</code></span><code>{ &shown.instruction }</code></p>
            <div class="reg" role="img" aria-label={label}>{ for bitread::moving(&side.load, &side.steps, at).iter().map(bit) }</div>
            <div class="ends">{ ends("bit 63", "bits 63, 31") }<code>{ result }</code>{ ends("bit 0", "bits 32, 0") }</div>
        </section>
    }
}

/// The label at an end of the register: `one` if the register is drawn as one row, `two` if it is drawn as two rows,
/// because the window is narrow.
fn ends(one: &'static str, two: &'static str) -> Html {
    html! { <span><span class="one">{ one }</span><span class="two">{ two }</span></span> }
}

/// The CO-RE relocations of the bitfield with their values, in both byte orders.
fn relocations(own: &Side, other: &Side) -> Html {
    let load = own.load;
    let both = format!("{} ({}), {} ({})", load.lshift, order(own.endian), other.load.lshift, order(other.endian));
    let rows = [
        ("byte_off", load.byte_offset.to_string()),
        ("byte_sz", load.byte_size.to_string()),
        ("signed", u8::from(load.signed).to_string()),
        ("lshift_u64", if load.lshift == other.load.lshift { load.lshift.to_string() } else { both }),
        ("rshift_u64", load.rshift.to_string()),
    ];
    html! {
        <dl class="facts" aria-label="CO-RE relocations of the field">{ for rows.iter().map(|(name, value)| html! { <><dt>{ *name }</dt><dd>{ value }</dd></> }) }</dl>
    }
}

/// The steps, folded until the person or a lesson opens them.
#[component]
pub fn BitRead(props: &BitReadProps) -> Html {
    let load = props.load;
    let step = use_state(|| 0usize);
    let playing = use_state(|| false);
    let typed = use_state(|| Typed::of(props, Given::Value(bitread::example(&load))));
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
    // A step changes the registers and the sentence below them, so both are scrolled into view.
    use_effect_with((props.open, *step), |&(open, _)| {
        if open {
            focus::into_view(".bitread .regs");
            focus::into_view(".bitread [role=status]");
        }
    });
    let [own, other] = bitread::both(&load, props.at, props.endian, &typed.given);
    let at = (*step).min(STEPS - 1);
    let text_of = |e: &InputEvent| e.target_dyn_into::<HtmlInputElement>().map(|i| i.value()).unwrap_or_default();
    let (least, greatest) = bitread::range(&load);
    let shown = own.value;
    let still = move |why: String| format!("{why}; the register still shows {shown}");
    let type_value = {
        let typed = typed.clone();
        let props = BitReadProps { ..*props };
        Callback::from(move |e: InputEvent| {
            let text = text_of(&e);
            let next = match bitread::read_value(&text) {
                Some(n) if (least..=greatest).contains(&n) => Typed::of(&props, Given::Value(n)),
                _ => Typed { error: Some(still(bitread::range_words(&load))), ..(*typed).clone() },
            };
            typed.set(Typed { value: text, ..next });
        })
    };
    let type_bytes = {
        let typed = typed.clone();
        let props = BitReadProps { ..*props };
        Callback::from(move |e: InputEvent| {
            let text = text_of(&e);
            let next = match bitread::read_bytes(&load, &text) {
                Ok(bytes) => Typed::of(&props, Given::Bytes(bytes)),
                Err(why) => Typed { error: Some(still(why)), ..(*typed).clone() },
            };
            typed.set(Typed { bytes: text, ..next });
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
    let onkeydown = {
        let (step, playing) = (step.clone(), playing.clone());
        Callback::from(move |e: KeyboardEvent| {
            let to = match e.key().as_str() {
                "ArrowRight" => (at + 1).min(STEPS - 1),
                "ArrowLeft" => at.saturating_sub(1),
                _ => return,
            };
            let in_text = e.target_dyn_into::<Element>().is_some_and(|target| target.tag_name() == "INPUT");
            if !(in_text || e.ctrl_key() || e.alt_key() || e.meta_key()) {
                e.prevent_default();
                e.stop_propagation();
                playing.set(false);
                step.set(to);
            }
        })
    };
    let invalid = typed.error.is_some().to_string();
    html! {
        <details class="bitread" aria-label="The read, step by step" open={props.open} {onkeydown}>
            <summary>{ "Step through the read" }</summary>
            <div class="ctl">
                { for own.steps.iter().enumerate().map(|(i, s)| html! {
                    <button class="chip" aria-pressed={(i == at).to_string()} onclick={go(i)}><code>{ &s.instruction }</code></button>
                }) }
                <button class="chip" onclick={play}>{ if *playing { "Pause" } else { "Play" } }</button>
            </div>
            <div class="ctl">
                <label>{ "when it holds " }
                    <input class="field code" type="text" inputmode="numeric" value={typed.value.clone()} oninput={type_value} aria-invalid={invalid.clone()}/>
                </label>
                <label>{ "or the bytes are " }
                    <input class="field code" type="text" spellcheck="false" autocomplete="off" value={typed.bytes.clone()} oninput={type_bytes} aria-invalid={invalid}/>
                </label>
                if let Some(why) = &typed.error { <span class="err" role="alert">{ why }</span> }
            </div>
            <div class="regs">{ register(&own, at, true) }{ register(&other, at, false) }</div>
            <p role="status">{ bitread::said_of_both(&own, &other, at) }</p>
            { relocations(&own, &other) }
        </details>
    }
}
