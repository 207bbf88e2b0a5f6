//! Settings in the browser's store, as words.

use model::declare::Language;
use model::views::View;
use session::Settings;

use crate::dom::store;

const SETTINGS: &str = "settings";

/// What was kept; what is not there is as it comes.
pub(super) fn load_settings() -> Settings {
    let words = store::get(SETTINGS).unwrap_or_default();
    Settings {
        single_keys: !words.contains("no-single-keys"),
        flip_bits: words.contains("flip-bits"),
        c_needs: words.contains("c-needs"),
        language: words
            .split(' ')
            .filter_map(|w| Language::from_word(w.strip_prefix("language-")?))
            .next()
            .unwrap_or_default(),
        assertions: !words.contains("no-assertions"),
        as_pahole: words.contains("as-pahole"),
        as_asm: words.contains("as-asm"),
        hex: words.split(' ').any(|word| word == "hex"),
        bytes_folded: words.contains("bytes-folded"),
        view: words.split(' ').filter_map(|w| View::from_word(w.strip_prefix("view-")?)).next().unwrap_or_default(),
    }
}

/// Keeps the settings.
pub(super) fn save_settings(s: Settings) {
    let words = [
        (!s.single_keys, "no-single-keys"),
        (s.flip_bits, "flip-bits"),
        (s.c_needs, "c-needs"),
        (!s.assertions, "no-assertions"),
        (s.as_pahole, "as-pahole"),
        (s.as_asm, "as-asm"),
        (s.hex, "hex"),
        (s.bytes_folded, "bytes-folded"),
    ];
    let words = words.into_iter().filter(|w| w.0).map(|w| w.1.to_string());
    let chosen = [format!("view-{}", s.view.word()), format!("language-{}", s.language.word())];
    let words: Vec<String> = words.chain(chosen).collect();
    store::set(SETTINGS, &words.join(" "));
}
