//! The atlas that is published with the page. The build writes its address and a summary into a meta element: `ADDRESS; SUMMARY`.

use gloo::utils::document;
use model::atlas::Answer;
use web_sys::Url;

use super::page::meta;

fn parts() -> Option<(String, String)> {
    let content = meta("btfscope-atlas")?;
    content.split_once("; ").map(|(address, board)| (address.to_owned(), board.to_owned()))
}

/// The absolute address of the atlas: a worker may resolve a relative one against another base than the page.
pub fn address() -> Option<String> {
    let base = document().base_uri().ok()??;
    Some(Url::new_with_base(&parts()?.0, &base).ok()?.href())
}

/// The answer of the atlas that the build put into the page.
pub fn first() -> Option<Answer> {
    Answer::unpacked(&meta("btfscope-first")?)
}

/// The summary of the atlas: `297 kernels of Debian, 5.10 to 7.2`.
pub fn on_board() -> Option<String> {
    Some(parts()?.1)
}
