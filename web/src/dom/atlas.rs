//! The atlas that is published with the page. The build writes its address and a summary into a meta element:
//! `ADDRESS; SUMMARY`.

use gloo::utils::window;
use model::atlas::Answer;
use session::look::atlas::ServerAtlas;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Response, Url};

use super::page::{absolute, meta};

fn parts() -> Option<(String, String)> {
    let content = meta("btfscope-atlas")?;
    content.split_once("; ").map(|(address, board)| (address.to_owned(), board.to_owned()))
}

/// The other atlases on the server, from the list beside the page's own atlas: at most [`MOST_ON_SERVER`]. The first
/// line of the list has the titles of the columns. Each further line is an atlas: the name of its file, the size of the
/// file in bytes, and the number of its kernels, separated by tabs; further columns are ignored. Empty if there is no
/// such list.
pub async fn on_server() -> Vec<ServerAtlas> {
    let Some(list) = list().await else { return Vec::new() };
    let one = |line: &str| {
        let mut cells = line.split('\t');
        let (file, bytes, kernels) = (cells.next()?, cells.next()?.parse().ok()?, cells.next()?.parse().ok()?);
        let address = Url::new_with_base(file, &list.0).ok()?.href();
        let name = file.rsplit('/').next().unwrap_or(file).to_owned();
        Some(ServerAtlas { address, name, bytes, kernels })
    };
    list.1.lines().skip(1).filter_map(one).take(MOST_ON_SERVER).collect()
}

/// The most atlases of the server that are offered.
const MOST_ON_SERVER: usize = 64;

/// The address of the list, and its text.
async fn list() -> Option<(String, String)> {
    let address = absolute(&meta("btfscope-atlas-index")?)?;
    let response = JsFuture::from(window().fetch_with_str(&address)).await.ok()?;
    let response: Response = response.dyn_into().ok()?;
    let text = JsFuture::from(response.text().ok().filter(|_| response.ok())?).await.ok()?;
    Some((address, text.as_string()?))
}

/// The absolute address of the atlas, because a worker may resolve a relative address against another base than the
/// page.
pub fn address() -> Option<String> {
    absolute(&parts()?.0)
}

/// The answer of the atlas that the build put into the page.
pub fn first() -> Option<Answer> {
    Answer::unpacked(&meta("btfscope-first")?)
}

/// The summary of the atlas: `297 kernels of Debian, 5.10 to 7.2`.
pub fn on_board() -> Option<String> {
    Some(parts()?.1)
}
