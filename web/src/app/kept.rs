//! What the browser has kept from the last time, as messages of a page that starts.

use model::address::is_local;
use session::{LearnMsg, Msg, RecentMsg, Settings};

use super::effects;
use crate::dom::{clipboard, page, store};

/// What the person set.
pub(super) fn settings() -> Settings {
    Settings::from_words(&store::get(effects::SETTINGS).unwrap_or_default())
}

/// The files that were open last, as the browser has them.
pub(super) fn recent() -> Msg {
    Msg::Recent(RecentMsg::List(store::get(effects::RECENT).unwrap_or_default()))
}

/// What was done of the lessons, as the browser has it.
pub(super) fn learnt() -> Msg {
    let kept = store::get(effects::LEARNT).or_else(|| store::is_there().then(String::new));
    Msg::Learn(LearnMsg::Kept(kept))
}

/// Where links point to that are made here: what a person said, or, on a computer of one's own, where the page is published.
pub(super) fn known_site() -> String {
    let published = || is_local(&clipboard::link("")).then(|| page::meta("btfscope-site")).flatten();
    store::get("site").or_else(published).unwrap_or_default()
}
