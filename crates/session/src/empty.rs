//! What stands in the place of a list or a view that has nothing to show: what is waited for, that there is nothing, or why it is not there.

/// Why nothing is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Empty<'a> {
    /// It is on its way.
    Waits(&'a str),
    /// There is nothing, and why, or what to do.
    Nothing(&'a str),
    /// It cannot be had.
    Failed(&'a str),
}

impl<'a> Empty<'a> {
    /// The text.
    pub fn text(self) -> &'a str {
        match self {
            Empty::Waits(text) | Empty::Nothing(text) | Empty::Failed(text) => text,
        }
    }

    /// The ARIA role of the text: what comes by itself is read out.
    pub fn role(self) -> Option<&'static str> {
        match self {
            Empty::Waits(_) => Some("status"),
            Empty::Nothing(_) => None,
            Empty::Failed(_) => Some("alert"),
        }
    }
}
