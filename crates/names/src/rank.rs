//! How well a name matches.

/// How well a name matches, the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Rank {
    /// The text is the whole name.
    Exact,
    /// The name starts with the text.
    Prefix,
    /// The text starts at a word of the name: at or after a character that is no letter or digit (underscore, dot,
    /// space), or at an upper-case letter that follows a lower-case one.
    Word,
    /// The text is somewhere else in the name.
    Inside,
}

/// How many ranks there are.
pub const RANKS: usize = 4;

impl Rank {
    /// The rank of a match of `len` bytes at byte `at` of a name in its own case.
    pub fn of(name: &[u8], at: usize, len: usize) -> Rank {
        match at {
            0 if len == name.len() => Rank::Exact,
            0 => Rank::Prefix,
            _ if is_word_start(name, at) => Rank::Word,
            _ => Rank::Inside,
        }
    }
}

fn is_word_start(name: &[u8], at: usize) -> bool {
    let (Some(&before), Some(&here)) = (at.checked_sub(1).and_then(|i| name.get(i)), name.get(at)) else {
        return false;
    };
    let is_letter = |b: u8| b.is_ascii_alphanumeric() || b >= 0x80;
    !is_letter(before) || !is_letter(here) || before.is_ascii_lowercase() && here.is_ascii_uppercase()
}

/// The best rank of `needle` in `name`; `hay` is the name in the case that is searched. `None` if `hay` does not
/// contain `needle`.
pub fn best(name: &str, hay: &str, needle: &str) -> Option<Rank> {
    let mut best = None;
    let mut from = 0;
    while let Some(i) = hay.get(from..).and_then(|rest| rest.find(needle)) {
        let at = from + i;
        let rank = Rank::of(name.as_bytes(), at, needle.len());
        if best.is_none_or(|b| rank < b) {
            best = Some(rank);
        }
        if rank <= Rank::Word {
            break;
        }
        // Moves on by one character, whatever its length.
        from = at + hay[at..].chars().next().map_or(1, char::len_utf8);
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks() {
        let rank = |name: &str, needle: &str| best(name, &name.to_ascii_lowercase(), needle);
        assert_eq!(rank("sk_buff", "sk_buff"), Some(Rank::Exact));
        assert_eq!(rank("sk_buff", "sk"), Some(Rank::Prefix));
        assert_eq!(rank("__sk_buff", "sk"), Some(Rank::Word));
        assert_eq!(rank("task_sk", "sk"), Some(Rank::Word), "the second sk is the better one");
        assert_eq!(rank("task", "sk"), Some(Rank::Inside));
        assert_eq!(rank("netSk", "sk"), Some(Rank::Word));
        assert_eq!(rank("sk_buff", "_buff"), Some(Rank::Word));
        assert_eq!(rank("long unsigned int", "int"), Some(Rank::Word));
        assert_eq!(rank("sk_buff", "skb"), None);
        assert_eq!(rank("ßß", "ß"), Some(Rank::Prefix));
        assert_eq!(rank("aßß", "ß"), Some(Rank::Inside));
        assert_eq!(rank("", ""), Some(Rank::Exact));
    }
}
