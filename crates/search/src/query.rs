//! Parses the text of the search box, word by word.

use std::ops::Range;

use names::Needle;

use crate::conditions::{Word, hash_id, keyed, keyword, unknown};
use crate::regex::Regex;

/// A query. A type is found if all words hold for it; without words, every type is found.
#[derive(Clone, Debug, Default)]
pub struct Query {
    pub(crate) words: Vec<Word>,
}

/// A problem with a word of a query. The search ignores the word, takes it for plain text, or finds nothing if it is an
/// invalid regex.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QueryProblem {
    /// The byte range of the word in the query.
    pub range: Range<usize>,
    /// The fault, and a valid form.
    pub message: String,
}

/// A typed word.
struct Typed<'t> {
    range: Range<usize>,
    form: Form<'t>,
}

enum Form<'t> {
    Plain(&'t str),
    Quoted(&'t str),
    Regex(&'t str),
    /// `key:"value with spaces"`: the key, and the value without its quotes.
    Keyed(&'t str, &'t str),
}

impl Query {
    /// Parses a query. Any text is a valid query: words that cannot be parsed are ignored and reported.
    ///
    /// Words are separated by spaces: plain text, `"text with spaces"`, `/regex/`, `#id`, and `key:value`. A word
    /// with an unknown key is plain text, and reported. With an invalid regex nothing is found. `struct`, `union` or
    /// `enum` before plain text asks for types of that kind, as in C.
    pub fn parse(text: &str) -> (Query, Vec<QueryProblem>) {
        let typed = split(text);
        let mut words = Vec::with_capacity(typed.len());
        let mut problems = Vec::new();
        for (i, word) in typed.iter().enumerate() {
            let read = match word.form {
                Form::Plain(text) => {
                    let before_text =
                        matches!(typed.get(i + 1), Some(Typed { form: Form::Plain(t), .. }) if !t.contains(':'));
                    match keyword(text) {
                        Some(kinds) if before_text => Ok(Word::Kind(kinds)),
                        _ => plain(text),
                    }
                }
                Form::Quoted(text) => Ok(Word::Text(Needle::new(text))),
                Form::Regex(pattern) => Regex::new(pattern).map(Word::Regex),
                Form::Keyed(key, value) => keyed(key, value).unwrap_or_else(|| Ok(Word::Text(Needle::new(value)))),
            };
            let key = match (&word.form, &read) {
                (Form::Plain(text), Ok(Word::Text(_))) => unknown(text),
                (Form::Keyed(key, value), Ok(Word::Text(_))) => unknown(&format!("{key}:{value}")),
                _ => None,
            };
            if let Some(message) = key {
                problems.push(QueryProblem { range: word.range.clone(), message });
            }
            match read {
                Ok(Word::Text(needle)) if needle.text.is_empty() => {}
                Ok(word) => words.push(word),
                Err(message) => {
                    problems.push(QueryProblem { range: word.range.clone(), message });
                    if matches!(word.form, Form::Regex(_)) {
                        words.push(Word::Nothing);
                    }
                }
            }
        }
        (Query { words }, problems)
    }

    /// True if it has no words: then everything is found.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// True if it compares names: then results are ranked.
    pub fn is_ranked(&self) -> bool {
        self.words.iter().any(|w| matches!(w, Word::Text(_) | Word::Regex(_)))
    }

    /// True if it has `/patterns/`.
    pub fn has_patterns(&self) -> bool {
        self.words.iter().any(|w| matches!(w, Word::Regex(_)))
    }
}

fn plain(text: &str) -> Result<Word, String> {
    if let Some(id) = hash_id(text) {
        return Ok(id);
    }
    text.split_once(':').and_then(|(key, value)| keyed(key, value)).unwrap_or_else(|| Ok(Word::Text(Needle::new(text))))
}

fn split(text: &str) -> Vec<Typed<'_>> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..) {
        let Some(gap) = rest.find(|c: char| !c.is_whitespace()) else { break };
        let start = at + gap;
        let word = &text[start..];
        let (len, form) = if let Some(body) = word.strip_prefix('/') {
            let (body, len) = regex_body(body);
            (len + 1, Form::Regex(body))
        } else if let Some(body) = word.strip_prefix('"') {
            let (body, len) = until_quote(body);
            (len + 1, Form::Quoted(body))
        } else {
            let len = word.find(char::is_whitespace).unwrap_or(word.len());
            match word[..len].split_once(":\"") {
                Some((key, _)) => {
                    let value = key.len() + 2;
                    let (body, len) = until_quote(&word[value..]);
                    (value + len, Form::Keyed(key, body))
                }
                None => (len, Form::Plain(&word[..len])),
            }
        };
        out.push(Typed { range: start..start + len, form });
        at = start + len;
    }
    out
}

/// The text up to the closing quote, and its length with the quote. Without a closing quote, the whole text: it is
/// still being typed.
fn until_quote(text: &str) -> (&str, usize) {
    match text.split_once('"') {
        Some((body, _)) => (body, body.len() + 1),
        None => (text.trim_end(), text.len()),
    }
}

/// A regex up to the slash that ends a word (the regex may contain spaces). Without such a slash, the whole text: it is
/// still being typed.
fn regex_body(text: &str) -> (&str, usize) {
    let mut escaped = false;
    for (i, c) in text.char_indices() {
        if c == '/' && !escaped && text[i + 1..].chars().next().is_none_or(char::is_whitespace) {
            return (&text[..i], i + 1);
        }
        escaped = c == '\\' && !escaped;
    }
    (text.trim_end(), text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words in short, then the problems, each with the text that it is about.
    fn read(text: &str) -> (Vec<String>, Vec<String>) {
        let (query, problems) = Query::parse(text);
        let words = query.words.iter().map(|w| match w {
            Word::Text(n) => format!("{}{}", n.text, if n.ignore_case { "" } else { " (case)" }),
            Word::Regex(r) => format!("/{}/", r.source()),
            Word::Kind(_) => "kind".into(),
            Word::Size(s) => format!("size {}..{}", s.min, s.max),
            Word::Holes(s) => format!("holes {}..{}", s.min, s.max),
            Word::Id(s) => format!("id {}", s.min),
            Word::Has(r, p) => format!("{r:?} {p:?}"),
            Word::Flexible(yes) => format!("flexible {yes}"),
            Word::Nothing => "nothing".into(),
        });
        (words.collect(), problems.iter().map(|p| text[p.range.clone()].to_string()).collect())
    }

    fn words(text: &str) -> Vec<String> {
        let (words, problems) = read(text);
        assert!(problems.is_empty(), "{text}: {problems:?}");
        words
    }

    #[test]
    fn words_and_keys() {
        assert_eq!(words("  sk  Buff "), ["sk", "Buff (case)"]);
        assert_eq!(
            words("kind:s,u size:16..32 holes:0 #7 id:8"),
            ["kind", "size 16..32", "holes 0..0", "id 7", "id 8"]
        );
        assert_eq!(words("member:pid"), ["Member Exact(\"pid\")"]);
        assert_eq!(words("TYPE:list_head"), ["Type Exact(\"list_head\")"]);
        assert_eq!(words("type:\"unsigned int\" x"), ["Type Exact(\"unsigned int\")", "x"]);
        assert_eq!(words("tag:contains:x"), ["Tag Exact(\"contains:x\")"]);
        assert_eq!(
            words("std::string contains:a #x \"unsigned int\""),
            ["std::string", "contains:a", "#x", "unsigned int"]
        );
        assert_eq!(words(""), [""; 0]);
        assert_eq!(words("\"\" \""), [""; 0]);
    }

    #[test]
    fn c_keywords_before_a_name_are_kinds() {
        assert_eq!(words("struct sk_buff"), ["kind", "sk_buff"]);
        assert_eq!(words("struct"), ["struct"]);
        assert_eq!(words("struct size:4"), ["struct", "size 4..4"]);
        assert_eq!(words("task struct"), ["task", "struct"]);
    }

    #[test]
    fn regexes_may_have_spaces_and_slashes() {
        assert_eq!(words("/^unsigned int$/ kind:int"), ["/^unsigned int$/", "kind"]);
        assert_eq!(words("/a\\/b/ c"), ["/a\\/b/", "c"]);
        assert_eq!(words("/a/b/ c"), ["/a/b/", "c"]);
        assert_eq!(words("/still typing"), ["/still typing/"]);
    }

    #[test]
    fn problems_name_their_word() {
        assert_eq!(read("a kind:sturct b"), (vec!["a".into(), "b".into()], vec!["kind:sturct".into()]));
        assert_eq!(read("kind: size:> member: é holes:x").1, ["kind:", "size:>", "member:", "holes:x"]);
        assert_eq!(read("x /a(/ y"), (vec!["x".into(), "nothing".into(), "y".into()], vec!["/a(/".into()]));
        assert_eq!(read("sise:>4 x"), (vec!["sise:>4".into(), "x".into()], vec!["sise:>4".into()]));
        assert!(Query::parse("kind:strcut").1[0].message.contains("did you mean struct?"));
        assert!(Query::parse("sise:>4").1[0].message.contains("size:"));
        assert_eq!(words("flexible: flexible:no"), ["flexible true", "flexible false"]);
        assert_eq!(read("type:\"\" x").1, ["type:\"\""]);
        for p in Query::parse("kind:x size:x member: /(/ id:").1 {
            assert!(!p.message.is_empty() && p.message.len() < 160, "{}", p.message);
        }
    }
}
