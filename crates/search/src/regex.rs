//! `/regex/` words.

use std::ops::Range;

use names::{Names, Needle, Rank};

/// True if this build can match patterns; the page cannot, and leaves them to its worker.
pub const PATTERNS: bool = cfg!(feature = "regex");

/// The most memory for a compiled pattern, in bytes. The time to match grows with this size.
#[cfg(feature = "regex")]
const SIZE_LIMIT: usize = 16 << 10;

/// A regular expression over names.
#[derive(Clone, Debug)]
pub(crate) struct Regex {
    #[cfg(feature = "regex")]
    regex: regex_lite::Regex,
    /// True if case is ignored, because the pattern has no upper-case letter outside escapes.
    ignore_case: bool,
    /// Text that every match contains. Only names with this text are tried, which is much faster.
    literal: Option<Needle>,
}

impl Regex {
    /// Compiles a pattern; the error is a message.
    pub(crate) fn new(source: &str) -> Result<Regex, String> {
        #[cfg(feature = "regex")]
        let regex = regex_lite::RegexBuilder::new(source)
            .size_limit(SIZE_LIMIT)
            .build()
            .map_err(|e| format!("invalid regular expression: {e}"))?;
        let ignore_case = !has_upper(source);
        let literal = literal(source).map(|text| Needle { text, ignore_case });
        Ok(Regex {
            #[cfg(feature = "regex")]
            regex,
            ignore_case,
            literal,
        })
    }

    /// Text that every match contains.
    pub(crate) fn literal(&self) -> Option<&Needle> {
        self.literal.as_ref()
    }

    #[cfg(all(test, feature = "regex"))]
    pub(crate) fn source(&self) -> &str {
        self.regex.as_str()
    }

    #[cfg(feature = "regex")]
    fn find(&self, name: &str) -> Option<Range<usize>> {
        self.regex.find(name).map(|found| found.range())
    }

    /// A build without patterns finds nothing here, and leaves such searches to the page's worker.
    #[cfg(not(feature = "regex"))]
    fn find(&self, _: &str) -> Option<Range<usize>> {
        None
    }

    /// The rank of the first match in a name; none without a match.
    pub(crate) fn rank(&self, names: &Names, row: usize) -> Option<Rank> {
        let found = self.find(names.get(row, self.ignore_case))?;
        Some(Rank::of(names.get(row, false).as_bytes(), found.start, found.len()))
    }
}

/// True if a pattern has an upper-case letter that is not part of an escape.
fn has_upper(source: &str) -> bool {
    let mut escaped = false;
    source.chars().any(|c| {
        let literal = !escaped;
        escaped = c == '\\' && !escaped;
        literal && c.is_ascii_uppercase()
    })
}

/// The longest text that every match of a pattern contains, as far as that is easy to find: outside of groups, classes
/// and repetitions, and only if the pattern has neither alternatives outside of groups nor flags. None if there is
/// no such text.
fn literal(source: &str) -> Option<String> {
    let mut best = String::new();
    let mut run = String::new();
    // Ends the run of characters. Without `keep_last` its last character is left out, because it may be optional or
    // repeated.
    let mut end = |run: &mut String, keep_last: bool| {
        if !keep_last {
            run.pop();
        }
        if run.len() > best.len() {
            best.clone_from(run);
        }
        run.clear();
    };
    let mut chars = source.chars().peekable();
    let mut depth = 0u32;
    while let Some(c) = chars.next() {
        match c {
            '(' => {
                end(&mut run, true);
                depth += 1;
                if chars.next_if_eq(&'?').is_some() && chars.next() != Some(':') {
                    return None;
                }
            }
            ')' => depth = depth.checked_sub(1)?,
            '[' => {
                end(&mut run, true);
                skip_class(&mut chars)?;
            }
            '|' if depth == 0 => return None,
            '*' | '?' | '{' => {
                end(&mut run, false);
                if c == '{' {
                    chars.find(|&c| c == '}')?;
                }
            }
            '+' | '.' | '^' | '$' => end(&mut run, true),
            '\\' => match chars.next()? {
                'd' | 'D' | 'w' | 'W' | 's' | 'S' | 'b' | 'B' | 'A' | 'z' => end(&mut run, true),
                c if c.is_ascii_punctuation() && !matches!(c, '<' | '>') && depth == 0 => run.push(c),
                c if c.is_ascii_punctuation() && depth > 0 => {}
                _ => return None,
            },
            c if depth == 0 => run.push(c),
            _ => {}
        }
    }
    end(&mut run, true);
    (depth == 0 && !best.is_empty()).then_some(best)
}

/// Skips to the end of a character class; none for rare forms.
fn skip_class(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Option<()> {
    chars.next_if_eq(&'^');
    if chars.next_if_eq(&']').is_some() {
        return None;
    }
    loop {
        match chars.next()? {
            ']' => return Some(()),
            '[' => return None,
            '\\' => {
                chars.next()?;
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals() {
        let of = |source: &str| literal(source).unwrap_or_default();
        assert_eq!(of("_ops$"), "_ops");
        assert_eq!(of("^tcp_.*sk$"), "tcp_");
        assert_eq!(of("ab?cd"), "cd");
        assert_eq!(of("abc*"), "ab");
        assert_eq!(of("abc+d"), "abc");
        assert_eq!(of("abc{0}d"), "ab");
        assert_eq!(of("(abc)?de"), "de");
        assert_eq!(of("(?:abc)d"), "d");
        assert_eq!(of("[0-9]+_t"), "_t");
        assert_eq!(of("a\\.b\\w+c"), "a.b");
        assert_eq!(of("a\\/b"), "a/b");
        assert_eq!(of("é+ßb"), "ßb");
        for none in
            ["", ".", "a|b", "(a)", "(?i)abc", "[abc]", "[]a]bc", "[[:alpha:]]bc", "\\x41bc", "a?", "a*", "(?x) a b"]
        {
            assert_eq!(literal(none), None, "{none}");
        }
    }

    #[test]
    fn names_without_the_literal_do_not_match() {
        let all =
            ["", "a", "ab", "abc", "xabcx", "a.b", "aab", "b", "A", "aBc", "tcp_sock", "a|b", "abab", "]", "a]b", "bc"];
        let names = Names::collect(all.len(), &mut |i, text| text.extend_from_slice(all[i].as_bytes()));
        let patterns = [
            "ab",
            "a+b",
            "ab*",
            "ab?c",
            "a.c",
            "(ab)+",
            "(ab)*",
            "a(b|c)",
            "a|b",
            "^a",
            "b$",
            "a{2}b",
            "a{0,1}b",
            "[ab]b",
            "[^a]b",
            "a\\.b",
            "aB",
            "\\bb",
            "(?:a|b)c",
            "x*abc",
            "a+?b",
            "(a(b)?)+c",
            "[]a]b",
            "a\\|b",
        ];
        for pattern in patterns {
            let regex = Regex::new(pattern).unwrap_or_else(|e| panic!("{e}"));
            for (row, name) in all.iter().enumerate() {
                let has = regex.literal().is_none_or(|n| names.get(row, n.ignore_case).contains(&n.text));
                assert!(
                    has || regex.rank(&names, row).is_none(),
                    "/{pattern}/ matches {name:?} without {:?}",
                    regex.literal()
                );
            }
        }
    }

    #[test]
    fn case_is_smart_and_size_is_bounded() {
        let names = Names::collect(2, &mut |i, text| text.extend_from_slice([b"FooBar", b"foobar"][i]));
        let found = |pattern: &str| {
            let regex = Regex::new(pattern).unwrap_or_else(|e| panic!("{e}"));
            (0..2).filter_map(|row| regex.rank(&names, row)).collect::<Vec<_>>()
        };
        assert_eq!(found("^foobar$"), [Rank::Exact, Rank::Exact]);
        assert_eq!(found("Foo"), [Rank::Prefix]);
        assert_eq!(found("\\Wx|bar"), [Rank::Word, Rank::Inside]);
        assert!(Regex::new("(").is_err());
        assert!(Regex::new("((a{100}){100}){100}").is_err());
    }
}
