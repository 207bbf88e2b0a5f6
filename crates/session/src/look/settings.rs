//! The messages of the settings. The state is [`crate::settings::Settings`].

use crate::msg::{Effect, Msg, SettingsMsg};
use crate::out::Out;
use crate::settings::Settings;

impl Settings {
    /// Handles a message, and stores the settings that the person changed.
    pub(crate) fn update(&mut self, msg: SettingsMsg) -> Vec<Out> {
        match msg {
            SettingsMsg::Loaded(settings) => {
                *self = settings;
                return vec![Out::View(settings.view)];
            }
            SettingsMsg::Format(format) => self.format = format,
            SettingsMsg::Assertions(on) => self.assertions = on,
            SettingsMsg::Hex(on) => self.hex = on,
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
            SettingsMsg::Bytes(place) => (self.bytes, self.unfolded) = (place, false),
            SettingsMsg::FlipBits => self.flip_bits = !self.flip_bits,
            SettingsMsg::View(view) => self.view = view,
            SettingsMsg::Loader(loader) => self.loader = loader,
        }
        vec![self.save()]
    }

    fn save(&self) -> Out {
        Effect::SaveSettings(self.to_words()).into()
    }
}
