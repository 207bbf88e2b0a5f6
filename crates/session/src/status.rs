//! The status line.

use model::heading::offset_words;
use model::heading::path_text;

use crate::Session;
use crate::screen::Screen;

/// The texts of the status line: the path of the selection, and its offset and size. Both empty without a file.
pub fn status(session: &Session) -> (String, String) {
    let Some(file) = session.file() else { return <(String, String)>::default() };
    if session.screen() == Screen::Programs {
        let look = &session.looks()[file.id].program;
        let place = look.row().map(|row| match look.insn() {
            Some(insn) => format!(" · {} · instruction {}", row.name, insn.slot),
            None => format!(" · {}", row.name),
        });
        return (format!("{}{}", file.name, place.unwrap_or_default()), String::new());
    }
    let Some(s) = &file.look.selection else { return (file.name.clone(), String::new()) };
    (path_text(&file.btf, s), offset_words(&file.btf, s))
}

/// The keys that the status line names, a few of those in the help.
pub fn keys(session: &Session) -> &'static str {
    if session.files().is_empty() {
        return "Ctrl+O open · ? keys";
    }
    match session.screen() {
        Screen::Types => "↑↓ move · → expand · Enter go to the type · [ back · ? keys",
        Screen::Fits => "↑↓ move · ←→ kernels · Enter go to the relocation · [ back · ? keys",
        _ => "↑↓ move · Enter go into the view · [ back · ? keys",
    }
}
