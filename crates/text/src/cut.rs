//! Texts cut to fit.

/// Cuts a text to at most `most` characters, of which the last is `…` if the text was cut. `most` must be at least 1.
pub fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}
