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

impl Settings {
    #[inline(never)]
    pub(crate) fn update(&mut self, msg: SettingsMsg) -> Vec<Out> {
        let save = Out::Effect(Effect::SaveSettings);
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
                return vec![save, Effect::FocusBack.into()];
            }
            SettingsMsg::AsAsm(on) if on == self.as_asm => return vec![],
            SettingsMsg::AsAsm(on) => {
                self.as_asm = on;
                return vec![save, Effect::FocusBack.into()];
            }
            SettingsMsg::SingleKeys => {
                self.single_keys = !self.single_keys;
                let state = if self.single_keys { "on" } else { "off" };
                return vec![Msg::Notice(format!("Single-letter keys are {state}")).into(), save];
            }
            SettingsMsg::FoldBytes => self.bytes_folded = !self.bytes_folded,
            SettingsMsg::FlipBits => self.flip_bits = !self.flip_bits,
            SettingsMsg::View(view) => self.view = view,
        }
        vec![save]
    }
}
