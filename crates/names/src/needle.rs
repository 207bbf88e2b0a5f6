//! [`Needle`]: text that a name must contain.

/// Text that a name must contain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Needle {
    /// The text. With `ignore_case` it has no upper-case letter.
    pub text: String,
    /// Whether names are compared in lower case (ASCII only, as C's letters).
    pub ignore_case: bool,
}

impl Needle {
    /// Case is ignored when the text has no upper-case letter.
    pub fn new(text: &str) -> Needle {
        Needle { text: text.to_string(), ignore_case: !text.contains(|c: char| c.is_ascii_uppercase()) }
    }
}
