//! The person's settings, and how the browser stores them.

use model::code_format::CodeFormat;
use model::fits::Loader;
use model::views::View;

btf::named! {
    /// Where the bytes are shown.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum BytesPlace {
        /// Folded to one strip at the foot of the inspector.
        #[default]
        Folded = "folded";
        /// In the lower half of the inspector.
        Half = "half";
        /// In the middle, at full width.
        Middle = "middle";
        /// On the whole right side, without the inspector.
        All = "all";
    }
    /// All places.
    pub const ALL;
    /// The word in the stored settings.
    pub fn word;
}

impl BytesPlace {
    /// The place with this word.
    pub fn from_word(word: &str) -> Option<BytesPlace> {
        BytesPlace::ALL.into_iter().find(|place| place.word() == word)
    }

    /// The place to which the key `b` leads: the lower half, then the middle, then folded.
    pub fn next(self) -> BytesPlace {
        match self {
            BytesPlace::Folded => BytesPlace::Half,
            BytesPlace::Half => BytesPlace::Middle,
            BytesPlace::Middle | BytesPlace::All => BytesPlace::Folded,
        }
    }

    /// The place to which `Shift+B` leads: the whole right side, or folded.
    pub fn toggled_all(self) -> BytesPlace {
        if self == BytesPlace::All { BytesPlace::Folded } else { BytesPlace::All }
    }
}

/// The person's settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Whether single-letter keys work.
    pub single_keys: bool,
    /// Whether bit strips are drawn in the reverse of their usual direction.
    pub flip_bits: bool,
    /// The format of the view Code.
    pub format: CodeFormat,
    /// Whether declarations in other languages than C assert sizes and offsets.
    pub assertions: bool,
    /// Whether the Record view shows the assembler listing.
    pub as_asm: bool,
    /// Whether Layout also shows offsets and sizes in hexadecimal.
    pub hex: bool,
    /// Where the bytes are shown.
    pub bytes: BytesPlace,
    /// Whether folded bytes are shown because the person chose one of them. This is not stored: the next visit begins
    /// with the place that the person chose.
    pub unfolded: bool,
    /// The view that was last chosen.
    pub view: View,
    /// The loader for which remedies for a failure ([`model::fits`]) are written as code.
    pub loader: Loader,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            single_keys: true,
            flip_bits: false,
            format: CodeFormat::C,
            assertions: true,
            as_asm: false,
            hex: false,
            bytes: BytesPlace::Folded,
            unfolded: false,
            view: View::Layout,
            loader: Loader::Libbpf,
        }
    }
}

/// Returns the field of a setting.
type Place = fn(&mut Settings) -> &mut bool;

/// The boolean settings: the word that the browser stores if the setting differs from its default, and the field.
const SWITCHES: [(&str, Place); 5] = [
    ("no-single-keys", |s| &mut s.single_keys),
    ("flip-bits", |s| &mut s.flip_bits),
    ("no-assertions", |s| &mut s.assertions),
    ("as-asm", |s| &mut s.as_asm),
    ("hex", |s| &mut s.hex),
];

impl Settings {
    /// Where the bytes are shown.
    pub fn bytes_place(&self) -> BytesPlace {
        if self.unfolded && self.bytes == BytesPlace::Folded { BytesPlace::Half } else { self.bytes }
    }

    /// The settings as words with spaces between, for the browser to store.
    pub fn to_words(mut self) -> String {
        let mut words = String::new();
        for (word, place) in SWITCHES {
            if *place(&mut self) != *place(&mut Settings::default()) {
                words.push_str(word);
                words.push(' ');
            }
        }
        let loader = match self.loader == Loader::default() {
            true => String::new(),
            false => format!(" loader-{}", self.loader.word()),
        };
        words + "view-" + self.view.word() + " format-" + self.format.word() + " bytes-" + self.bytes.word() + &loader
    }

    /// Reads stored words. A setting without a word has its default; unknown words are skipped.
    pub fn from_words(words: &str) -> Settings {
        let mut settings = Settings::default();
        for word in words.split(' ') {
            if let Some((_, place)) = SWITCHES.iter().find(|switch| switch.0 == word) {
                *place(&mut settings) = !*place(&mut Settings::default());
            }
            settings.view = word.strip_prefix("view-").and_then(View::from_word).unwrap_or(settings.view);
            // Earlier versions stored the format as `language-go`.
            let format = word.strip_prefix("format-").or_else(|| word.strip_prefix("language-"));
            settings.format = format.and_then(CodeFormat::from_word).unwrap_or(settings.format);
            settings.loader = word.strip_prefix("loader-").and_then(Loader::from_word).unwrap_or(settings.loader);
            settings.bytes = word.strip_prefix("bytes-").and_then(BytesPlace::from_word).unwrap_or(settings.bytes);
        }
        settings
    }
}

#[cfg(test)]
mod tests {
    use model::code_format::CodeFormat;
    use model::views::View;

    use super::{BytesPlace, Settings};

    #[test]
    fn settings_are_kept_as_words() {
        assert_eq!(Settings::default().to_words(), "view-layout format-c bytes-folded");
        let kept = "no-single-keys no-assertions hex view-tree format-rust bytes-middle";
        let settings = Settings::from_words(kept);
        assert_eq!(
            settings,
            Settings {
                single_keys: false,
                assertions: false,
                hex: true,
                view: View::Tree,
                format: CodeFormat::Rust,
                bytes: BytesPlace::Middle,
                ..Settings::default()
            }
        );
        assert_eq!(settings.to_words(), kept);
        let all = "no-single-keys flip-bits no-assertions as-asm hex view-c format-c-needs bytes-all loader-aya";
        assert_eq!(Settings::from_words(all).to_words(), all);
        assert_eq!(Settings::from_words("of-later hexadecimal view-none  "), Settings::default());
        // Earlier versions stored these words.
        assert_eq!(Settings::from_words("as-pahole bytes-folded language-go").format, CodeFormat::Go);
    }

    #[test]
    fn the_key_of_the_bytes_goes_round() {
        let mut place = BytesPlace::Folded;
        let mut seen = vec![];
        for _ in 0..3 {
            place = place.next();
            seen.push(place);
        }
        assert_eq!(seen, [BytesPlace::Half, BytesPlace::Middle, BytesPlace::Folded]);
        assert_eq!(
            [BytesPlace::All.toggled_all(), BytesPlace::Half.toggled_all()],
            [BytesPlace::Folded, BytesPlace::All]
        );
    }
}
