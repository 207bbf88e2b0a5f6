//! `/regex/` words.

use super::names::Names;
use super::rank::Rank;

/// The most memory that a pattern may take when it is compiled, in bytes; time is in proportion to it.
const SIZE_LIMIT: usize = 16 << 10;

/// A regular expression over names.
#[derive(Clone, Debug)]
pub(super) struct Regex {
    source: String,
    regex: regex_lite::Regex,
    /// Without an upper-case letter (escapes apart), case does not matter.
    ignore_case: bool,
}

impl Regex {
    /// Compiles a pattern; an error says what is wrong with it.
    pub(super) fn new(source: &str) -> Result<Regex, String> {
        let regex = regex_lite::RegexBuilder::new(source)
            .size_limit(SIZE_LIMIT)
            .build()
            .map_err(|e| format!("/{source}/ is no regular expression: {e}"))?;
        Ok(Regex { source: source.to_string(), regex, ignore_case: !has_upper(source) })
    }

    #[cfg(test)]
    pub(super) fn source(&self) -> &str {
        &self.source
    }

    /// The rank of its first match in a name.
    pub(super) fn rank(&self, names: &Names, row: usize) -> Option<Rank> {
        let found = self.regex.find(names.get(row, self.ignore_case))?;
        Some(Rank::of(names.get(row, false), found.start(), found.len()))
    }
}

/// Whether a pattern has an upper-case letter that stands for itself.
fn has_upper(source: &str) -> bool {
    let mut escaped = false;
    source.chars().any(|c| {
        let literal = !escaped;
        escaped = c == '\\' && !escaped;
        literal && c.is_ascii_uppercase()
    })
}
