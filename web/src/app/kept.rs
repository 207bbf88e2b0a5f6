//! Reads what the browser stored during earlier visits, as messages for a page that starts.

use model::address::is_local;
use session::{LearnMsg, Msg, RecentMsg, Settings};

use super::effects;
use crate::dom::{clipboard, page, store};

pub(super) fn settings() -> Settings {
    Settings::from_words(&store::get(effects::SETTINGS).unwrap_or_default())
}

/// The list of files that were open last.
pub(super) fn recent() -> Msg {
    Msg::Recent(RecentMsg::List(store::get(effects::RECENT).unwrap_or_default()))
}

/// The progress in the lessons: an empty text if none is stored, `None` if the browser stores nothing at all.
pub(super) fn progress() -> Msg {
    let kept = store::get(effects::PROGRESS).or_else(|| store::is_there().then(String::new));
    Msg::Learn(LearnMsg::Kept(kept))
}

/// The address with which links begin: the one that the person set; if there is none and the page is on a local
/// server, the address of the published page; else empty.
pub(super) fn known_site() -> String {
    let published = || is_local(&clipboard::link("")).then(|| page::meta("btfscope-site")).flatten();
    store::get("site").or_else(published).unwrap_or_default()
}
