//! An explanation of BTF for the start page: a sentence, and a picture of a declaration, its BTF record, and the bytes that the
//! record describes.

use model::c_text::{Part, parts};
use yew::prelude::*;

/// The sentence.
pub const SENTENCE: &str =
    "BTF, the BPF Type Format, is how Linux kernels, modules and BPF programs describe their own C types.";

/// A declaration with a hole.
const DECLARATION: &str = "struct packet {\n\tu8  kind;\n\tu16 port;\n\tu32 from;\n};";

/// Its record as `bpftool btf dump` prints it. Types 1 to 6 are the three integers and their typedefs.
const RECORD: &str = "[7] STRUCT 'packet' size=8 vlen=3\n  'kind' type_id=2 bits_offset=0\n  'port' type_id=4 bits_offset=16\n  'from' type_id=6 bits_offset=32";

/// The bytes of the struct: how many, the member, the CSS class.
const BYTES: [(u32, &str, &str); 4] = [(1, "kind", "int"), (1, "", "hole"), (2, "port", "int"), (4, "from", "int")];

/// C source with the colours of the C view. `types` are the names to colour as types.
pub fn coloured(source: &str, types: &[&str]) -> Html {
    let spans = parts(source, types).into_iter().map(|(part, text)| match class(part) {
        Some(class) => html! { <span class={class}>{ text.to_owned() }</span> },
        None => html! { { text.to_owned() } },
    });
    html! { { for spans } }
}

/// The CSS class for the colour of a part.
pub(super) fn class(part: Part) -> Option<&'static str> {
    match part {
        Part::Keyword => Some("kw"),
        Part::Type => Some("ty"),
        Part::Number => Some("num"),
        Part::Comment => Some("com"),
        Part::Text => Some("str"),
        Part::Plain => None,
    }
}

pub fn picture() -> Html {
    let bytes = BYTES.iter().map(|(bytes, name, class)| {
        html! {
            <div class={classes!("seg", *class)} style={format!("--c:var(--int);grid-column:span {bytes}")}>{ *name }</div>
        }
    });
    let numbers = (0..8).map(|n| html! { <small>{ n }</small> });
    html! {
        <figure class="whatis" aria-label="From C to BTF to the layout">
            <div><b>{ "C" }</b><pre class="tokens">{ coloured(DECLARATION, &["u8", "u16", "u32"]) }</pre></div>
            <i aria-hidden="true">{ "→" }</i>
            <div><b>{ "BTF" }</b><pre class="tokens">{ RECORD }</pre></div>
            <i aria-hidden="true">{ "→" }</i>
            <div><b>{ "Layout" }</b>
                <div class="bytes8" role="img" aria-label="8 bytes: kind at 0, a hole at 1, port at 2, from at 4">{ for bytes }{ for numbers }</div>
                <span class="dim">{ "8 bytes, 1 of them a hole" }</span>
            </div>
        </figure>
    }
}
