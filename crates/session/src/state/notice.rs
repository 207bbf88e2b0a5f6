//! The text of the status line.

/// The last message about something that was done or could not be done.
#[derive(Debug, Default)]
pub(crate) struct Notice {
    /// The text; empty if there is none.
    pub(crate) text: String,
    /// Whether only screen readers need the text.
    pub(crate) is_for_readers: bool,
    /// Changes with each text that is said, also when the text is the same as before: it is then shown and read aloud
    /// again.
    pub(crate) turn: u32,
}

impl Notice {
    /// Says something that is to be seen and read aloud.
    pub(crate) fn say(&mut self, text: impl Into<String>) {
        *self = Notice { text: text.into(), is_for_readers: false, turn: self.turn.wrapping_add(1) };
    }

    /// Says something that the page shows anyway, and that only a screen reader must be told.
    pub(crate) fn read_aloud(&mut self, text: impl Into<String>) {
        *self = Notice { text: text.into(), is_for_readers: true, turn: self.turn.wrapping_add(1) };
    }

    /// Removes the text.
    pub(crate) fn clear(&mut self) {
        *self = Notice { turn: self.turn, ..Notice::default() };
    }
}
