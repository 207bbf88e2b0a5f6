//! What a person set.

use model::declare::Language;
use model::views::View;

use crate::state::Out;
use crate::{Effect, Msg};

/// What a person set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Single-letter keys act.
    pub single_keys: bool,
    /// Bit strips run in the other direction.
    pub flip_bits: bool,
    /// The C view shows what the type needs, too.
    pub c_needs: bool,
    /// The language of the C view.
    pub language: Language,
    /// Declarations in other languages than C assert sizes and offsets.
    pub assertions: bool,
    /// The Layout view prints structs as pahole does.
    pub as_pahole: bool,
    /// The Record view has the assembler listing.
    pub as_asm: bool,
    /// Layout has offsets and sizes in hexadecimal beside the decimal ones.
    pub hex: bool,
    /// The pane of the bytes is folded away.
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

/// What happens to the settings.
#[derive(Clone, Debug)]
pub enum SettingsMsg {
    /// The settings that were remembered.
    Loaded(Settings),
    /// The C view shows what the type needs, or not.
    CNeeds(bool),
    /// The C view declares in this language.
    Language(Language),
    /// Declarations assert sizes and offsets, or not.
    Assertions(bool),
    /// Layout as pahole prints it, or as pictures.
    AsPahole(bool),
    /// Record as an assembler listing, or as bpftool prints it.
    AsAsm(bool),
    /// Offsets and sizes in hexadecimal, too, or not.
    Hex(bool),
    /// Single-letter keys act, or do not: the other of the two.
    SingleKeys,
    /// Bit strips run in the other direction.
    FlipBits,
    /// The pane of the bytes is folded away, or is not: the other of the two.
    FoldBytes,
    /// This view was chosen, for all types.
    View(View),
}

/// Where one of two things is set.
type Place = fn(&mut Settings) -> &mut bool;

/// What can be one of two: its word among those that the browser keeps, which is there when it is not as it comes, and its place.
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
    /// As the browser keeps them: words with spaces between.
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

    /// As they were kept. What is not there is as it comes, and unknown words are left out.
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

    pub(crate) fn update(&mut self, msg: SettingsMsg) -> Vec<Out> {
        match msg {
            SettingsMsg::Loaded(settings) => {
                *self = settings;
                return vec![Out::View(settings.view)];
            }
            SettingsMsg::CNeeds(on) => self.c_needs = on,
            SettingsMsg::Language(language) => self.language = language,
            SettingsMsg::Assertions(on) => self.assertions = on,
            SettingsMsg::Hex(on) => self.hex = on,
            SettingsMsg::AsPahole(on) if on == self.as_pahole => return vec![],
            SettingsMsg::AsPahole(on) => {
                self.as_pahole = on;
                return vec![self.save(), Effect::FocusBack.into()];
            }
            SettingsMsg::AsAsm(on) if on == self.as_asm => return vec![],
            SettingsMsg::AsAsm(on) => {
                self.as_asm = on;
                return vec![self.save(), Effect::FocusBack.into()];
            }
            SettingsMsg::SingleKeys => {
                self.single_keys = !self.single_keys;
                let state = if self.single_keys { "on" } else { "off" };
                return vec![Msg::Notice(format!("Single-letter keys are {state}")).into(), self.save()];
            }
            SettingsMsg::FoldBytes => self.bytes_folded = !self.bytes_folded,
            SettingsMsg::FlipBits => self.flip_bits = !self.flip_bits,
            SettingsMsg::View(view) => self.view = view,
        }
        vec![self.save()]
    }

    fn save(&self) -> Out {
        Effect::SaveSettings(self.to_words()).into()
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
