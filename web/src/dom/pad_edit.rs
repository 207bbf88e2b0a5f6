//! Changes the text in the editor of the scratch pad, in a way that the editor's own Undo knows.

use gloo::utils::document;
use model::pad::{changed, units};
use session::PadEdit;
use wasm_bindgen::JsCast;
use web_sys::{HtmlDocument, HtmlElement, HtmlTextAreaElement};

/// The editor.
const EDITOR: &str = ".pad textarea";

/// Changes the text. Returns the new text; none if the editor is missing, or has another text than the expected one.
pub fn edit(edit: &PadEdit) -> Option<String> {
    let area: HtmlTextAreaElement = document().query_selector(EDITOR).ok().flatten()?.dyn_into().ok()?;
    // Only the focused element can be edited in this way. `inputmode` keeps a phone from showing its keyboard.
    let back = document().active_element();
    let _ = area.set_attribute("inputmode", "none");
    let _ = area.focus();
    let done = match edit {
        PadEdit::Undo(redo) => {
            exec(if *redo { "redo" } else { "undo" }, "");
            true
        }
        PadEdit::Replace { from, to, again } => {
            let fits = area.value() == *from;
            if fits {
                if *again {
                    exec("undo", "");
                }
                insert(&area, to);
            }
            fits
        }
    };
    let _ = area.remove_attribute("inputmode");
    if let Some(back) = back.and_then(|e| e.dyn_into::<HtmlElement>().ok()).filter(|e| **e != **area) {
        let _ = back.focus();
    }
    done.then(|| area.value())
}

/// Replaces the part in which the text differs from the new text.
fn insert(area: &HtmlTextAreaElement, to: &str) {
    let now = area.value();
    let Some((range, text)) = changed(&now, to) else { return };
    let range = units(&now, &range);
    let _ = area.set_selection_range(range.start, range.end);
    exec("insertText", text);
    if area.value() != to {
        // A hidden editor cannot have the focus, so the text is set directly. Its Undo then does not know of the
        // change.
        area.set_value(to);
    }
}

fn exec(command: &str, text: &str) {
    if let Ok(page) = document().dyn_into::<HtmlDocument>() {
        let _ = page.exec_command_with_show_ui_and_value(command, false, text);
    }
}
