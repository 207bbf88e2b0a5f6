//! Messages about settings.

use model::declare::Language;
use model::views::View;

use crate::settings::Settings;

/// Messages about settings.
#[derive(Clone, Debug)]
pub enum SettingsMsg {
    /// The stored settings were read.
    Loaded(Settings),
    /// Show or hide, in the C view, the types that the type needs.
    CNeeds(bool),
    /// Use this language in the C view.
    Language(Language),
    /// Switch assertions of sizes and offsets on or off.
    Assertions(bool),
    /// Show Layout as pahole prints it (true), or as a table.
    AsPahole(bool),
    /// Show Record as an assembler listing (true), or as bpftool prints it.
    AsAsm(bool),
    /// Show or hide hexadecimal offsets and sizes.
    Hex(bool),
    /// Toggle single-letter keys.
    SingleKeys,
    /// Toggle the direction of bit strips.
    FlipBits,
    /// Toggle the pane of the bytes.
    FoldBytes,
    /// The person chose this view, for all types.
    View(View),
}
