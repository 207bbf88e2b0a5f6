//! Messages about settings.

use model::code_format::CodeFormat;
use model::fits::Loader;
use model::views::View;

use crate::settings::{BytesPlace, Settings};

/// Messages about settings.
#[derive(Clone, Debug)]
pub enum SettingsMsg {
    /// The stored settings were read.
    Loaded(Settings),
    /// Use this format in the view Code.
    Format(CodeFormat),
    /// Switch assertions of sizes and offsets on or off.
    Assertions(bool),
    /// Show Record as an assembler listing (true), or as bpftool prints it.
    AsAsm(bool),
    /// Show or hide hexadecimal offsets and sizes.
    Hex(bool),
    /// Toggle single-letter keys.
    SingleKeys,
    /// Toggle the direction of bit strips.
    FlipBits,
    /// Show the bytes at this place.
    Bytes(BytesPlace),
    /// The person chose this view; it is then the view of every selected type.
    View(View),
    /// Write remedies for a failure ([`model::fits`]) as code for this loader.
    Loader(Loader),
}
