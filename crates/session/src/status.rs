//! The selection in words, for the bottom of a narrow page.

use model::heading::offset_words;
use model::heading::path_text;

use crate::Session;
use crate::screen::Screen;

/// Two texts: the path of the selection, and its offset and size. On the screen Programs, the first text is the file
/// with the picked function and instruction; without a selection, it is the file's name. In both cases the second text
/// is empty. Without a file, both texts are empty.
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
