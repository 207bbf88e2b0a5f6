//! The person's settings, and how the browser stores them.

use model::declare::Language;
use model::views::View;

/// The person's settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Whether single-letter keys work.
    pub single_keys: bool,
    /// Whether bit strips run in the other direction.
    pub flip_bits: bool,
    /// Whether the C view also shows the types that the type needs.
    pub c_needs: bool,
    /// The language of the C view.
    pub language: Language,
    /// Whether declarations in other languages than C assert sizes and offsets.
    pub assertions: bool,
    /// Whether the Layout view prints structs as pahole does.
    pub as_pahole: bool,
    /// Whether the Record view shows the assembler listing.
    pub as_asm: bool,
    /// Whether Layout also shows offsets and sizes in hexadecimal.
    pub hex: bool,
    /// Whether the pane of the bytes is hidden.
    pub bytes_folded: bool,
    /// The view that was last chosen.
    pub view: View,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            single_keys: true,
            flip_bits: false,
            c_needs: false,
            language: Language::C,
            assertions: true,
            as_pahole: false,
            as_asm: false,
            hex: false,
            bytes_folded: false,
            view: View::Layout,
        }
    }
}

/// The field of a switch.
type Place = fn(&mut Settings) -> &mut bool;

/// The boolean settings: the word that the browser stores if the setting differs from its default, and the field.
const SWITCHES: [(&str, Place); 8] = [
    ("no-single-keys", |s| &mut s.single_keys),
    ("flip-bits", |s| &mut s.flip_bits),
    ("c-needs", |s| &mut s.c_needs),
    ("no-assertions", |s| &mut s.assertions),
    ("as-pahole", |s| &mut s.as_pahole),
    ("as-asm", |s| &mut s.as_asm),
    ("hex", |s| &mut s.hex),
    ("bytes-folded", |s| &mut s.bytes_folded),
];

impl Settings {
    /// The settings as words with spaces between, for the browser to store.
    pub fn to_words(mut self) -> String {
        let mut words = String::new();
        for (word, place) in SWITCHES {
            if *place(&mut self) != *place(&mut Settings::default()) {
                words.push_str(word);
                words.push(' ');
            }
        }
        words + "view-" + self.view.word() + " language-" + self.language.word()
    }

    /// Reads stored words. Settings without a word have their default; unknown words are skipped.
    pub fn from_words(words: &str) -> Settings {
        let mut settings = Settings::default();
        for word in words.split(' ') {
            if let Some((_, place)) = SWITCHES.iter().find(|switch| switch.0 == word) {
                *place(&mut settings) = !*place(&mut Settings::default());
            }
            settings.view = word.strip_prefix("view-").and_then(View::from_word).unwrap_or(settings.view);
            let language = word.strip_prefix("language-").and_then(Language::from_word);
            settings.language = language.unwrap_or(settings.language);
        }
        settings
    }
}

#[cfg(test)]
mod tests {
    use model::declare::Language;
    use model::views::View;

    use super::Settings;

    #[test]
    fn settings_are_kept_as_words() {
        assert_eq!(Settings::default().to_words(), "view-layout language-c");
        let kept = "no-single-keys c-needs no-assertions hex view-tree language-rust";
        let settings = Settings::from_words(kept);
        assert_eq!(
            settings,
            Settings {
                single_keys: false,
                c_needs: true,
                assertions: false,
                hex: true,
                view: View::Tree,
                language: Language::Rust,
                ..Settings::default()
            }
        );
        assert_eq!(settings.to_words(), kept);
        let all = "no-single-keys flip-bits c-needs no-assertions as-pahole as-asm hex bytes-folded view-c language-go";
        assert_eq!(Settings::from_words(all).to_words(), all);
        assert_eq!(Settings::from_words("of-later hexadecimal view-none  "), Settings::default());
    }
}
