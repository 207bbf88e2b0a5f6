//! Patterns for `member:`, `value:`, `type:` and `tag:`.

/// A whole name, or one with wildcards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Pattern {
    /// Exactly this name. Case counts, because names in C are case-sensitive.
    Exact(String),
    /// `*` matches any text, `?` one byte. Case is ignored when there is no upper-case letter.
    Glob { text: String, ignore_case: bool },
}

impl Pattern {
    pub(crate) fn parse(text: &str) -> Pattern {
        if text.contains(['*', '?']) {
            Pattern::Glob { text: text.to_string(), ignore_case: !text.contains(|c: char| c.is_ascii_uppercase()) }
        } else {
            Pattern::Exact(text.to_string())
        }
    }

    pub(crate) fn matches(&self, name: &[u8]) -> bool {
        match self {
            Pattern::Exact(text) => text.as_bytes() == name,
            Pattern::Glob { text, ignore_case } => glob(text.as_bytes(), name, *ignore_case),
        }
    }
}

/// Matches a name. After a mismatch it goes back to the last `*` only: where that finds no match, a longer text for an
/// earlier `*` leads to none either.
fn glob(pattern: &[u8], name: &[u8], ignore_case: bool) -> bool {
    let same = |p: u8, b: u8| p == b'?' || p == if ignore_case { b.to_ascii_lowercase() } else { b };
    let (mut p, mut n) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while n < name.len() {
        if pattern.get(p) == Some(&b'*') {
            star = Some((p, n));
            p += 1;
        } else if pattern.get(p).is_some_and(|&c| same(c, name[n])) {
            p += 1;
            n += 1;
        } else if let Some((at, from)) = star {
            star = Some((at, from + 1));
            p = at + 1;
            n = from + 1;
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(|&c| c == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        let matches = |pattern: &str, name: &str| Pattern::parse(pattern).matches(name.as_bytes());
        assert!(matches("pid", "pid") && !matches("pid", "Pid") && !matches("pid", "tpid"));
        assert!(matches("*pid*", "pid") && matches("*pid*", "thread_pid_links") && matches("*pid*", "PIDs"));
        assert!(!matches("*Pid*", "pid") && matches("*Pid*", "aPid"));
        assert!(matches("pid_*", "pid_") && !matches("pid_*", "pid"));
        assert!(matches("*_lock", "a_lock_lock") && !matches("*_lock", "lock"));
        assert!(matches("a?c", "abc") && !matches("a?c", "ac"));
        assert!(matches("*a*b*c", "xaybzc") && !matches("*a*b*c", "xaybz"));
        assert!(matches("*", "") && matches("**", "x"));
    }
}
