//! The box in which the map scrolls. It follows the selection, and so does the bit strip below it.

use btf::TypeId;
use model::path::Path;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct MapBoxProps {
    /// The type that the map shows.
    pub of: TypeId,
    /// The path of the selected member.
    pub path: Path,
    pub children: Html,
}

/// Scrolls `area` as little as needed to show the element that matches `selected`, with one more line above or below it.
fn follow(area: &Element, selected: &str) {
    let Ok(Some(segment)) = area.query_selector(selected) else { return };
    let (outer, inner) = (area.get_bounding_client_rect(), segment.get_bounding_client_rect());
    let line = inner.height().min(outer.height() / 4.0);
    let delta = match (inner.top() - line - outer.top(), inner.bottom() + line - outer.bottom()) {
        (above, _) if above < 0.0 => above,
        (_, below) if below > 0.0 => below,
        _ => return,
    };
    area.set_scroll_top(area.scroll_top() + delta as i32);
}

/// The map of a type.
#[component]
pub fn MapBox(props: &MapBoxProps) -> Html {
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with((props.of, props.path.clone()), move |(_, path)| {
            let Some(area) = node.cast::<HtmlElement>() else { return };
            match path.is_root() {
                true => area.set_scroll_top(0),
                false => follow(&area, ".seg.sel"),
            }
            if let Ok(Some(bits)) = gloo::utils::document().query_selector(".bits-box") {
                follow(&bits, ".cell.sel");
            }
        });
    }
    html! {
        <div class="upper" ref={node} tabindex="0" aria-label="Map and bits" role="group">{ props.children.clone() }</div>
    }
}
