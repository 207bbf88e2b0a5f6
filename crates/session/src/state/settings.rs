//! What a person set, and how whole files are printed.

use model::views::View;

/// What a person set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Single-letter keys act.
    pub single_keys: bool,
    /// Bit strips run the other way.
    pub flip_bits: bool,
    /// The C view shows what the type needs, too.
    pub c_needs: bool,
    /// The Layout view prints structs as pahole does.
    pub as_pahole: bool,
    /// The view that was last chosen.
    pub view: View,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { single_keys: true, flip_bits: false, c_needs: false, as_pahole: false, view: View::Layout }
    }
}
