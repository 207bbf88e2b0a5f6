//! The text shown instead of an empty list or view: it is loading, there is nothing, or it failed.

/// Why nothing is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Empty<'a> {
    /// It is being loaded or computed.
    Waits(&'a str),
    /// There is nothing; the text says why, or what to do.
    Nothing(&'a str),
    /// It failed; the text says why.
    Failed(&'a str),
}

impl<'a> Empty<'a> {
    /// The text.
    pub fn text(self) -> &'a str {
        match self {
            Empty::Waits(text) | Empty::Nothing(text) | Empty::Failed(text) => text,
        }
    }

    /// The ARIA role of the text. Screen readers read out a text that appears by itself.
    pub fn role(self) -> Option<&'static str> {
        match self {
            Empty::Waits(_) => Some("status"),
            Empty::Nothing(_) => None,
            Empty::Failed(_) => Some("alert"),
        }
    }
}
