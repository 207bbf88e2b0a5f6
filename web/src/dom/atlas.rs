//! The atlas that the page comes with, as the build wrote it into the page: `ADDRESS; WHAT IS ON BOARD`.

use gloo::utils::document;
use web_sys::Url;

use super::page::meta;

fn parts() -> Option<(String, String)> {
    let content = meta("btfscope-atlas")?;
    content.split_once("; ").map(|(address, board)| (address.to_owned(), board.to_owned()))
}

/// Where it is, as a whole address: a worker may have another base than the page.
pub fn address() -> Option<String> {
    let base = document().base_uri().ok()??;
    Some(Url::new_with_base(&parts()?.0, &base).ok()?.href())
}

/// What is on board: `297 kernels of Debian, 5.10 to 7.2`.
pub fn on_board() -> Option<String> {
    Some(parts()?.1)
}
