//! The text shown instead of the contents of a list or view that is loading, empty or failed.

/// Why nothing is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Empty<'a> {
    /// The contents are being loaded or computed.
    Waits(&'a str),
    /// There are no contents; the text gives the reason, or the next thing to do.
    Nothing(&'a str),
    /// Loading or computing the contents failed; the text says why.
    Failed(&'a str),
}

impl<'a> Empty<'a> {
    /// The text.
    pub fn text(self) -> &'a str {
        match self {
            Empty::Waits(text) | Empty::Nothing(text) | Empty::Failed(text) => text,
        }
    }

    /// The ARIA role of the text. Screen readers read out a text with a role as soon as it appears.
    pub fn role(self) -> Option<&'static str> {
        match self {
            Empty::Waits(_) => Some("status"),
            Empty::Nothing(_) => None,
            Empty::Failed(_) => Some("alert"),
        }
    }
}
