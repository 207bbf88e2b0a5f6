//! Texts with holes: `R{reg:reg} is not ..`. A hole has a name and a kind:
//!
//! | kind | fits |
//! |---|---|
//! | `reg` | `R` with one or two digits, or an argument on the stack as kernels from 7.x on write it (`*(R11-8)`) |
//! | `int` | a number, decimal or after `0x`, with or without a sign |
//! | `word` | ASCII letters, digits and signs up to the next literal, blank, comma or quotation mark, without the full stops, colons, semicolons and backslashes at the end |
//! | `null` | the name of a kind of pointer that may be NULL: a word with `or_null` in it |
//! | `text` | anything up to the next literal; without one, the rest of the line without what a loader adds |

/// How many beginnings of a message are tried in a line: the start of the line, and behind each of the first colons.
const MOST_STARTS: usize = 8;

/// The texts that fit into a hole, by the table above.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum HoleKind {
    Register,
    Int,
    Word,
    Nullable,
    Text,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Literal(&'static str),
    Hole(&'static str, HoleKind),
}

/// A parsed pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pattern {
    parts: Vec<Part>,
}

/// The contents of a pattern's holes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Holes<'t>(Vec<(&'static str, &'t str)>);

impl<'t> Holes<'t> {
    /// The content of the hole with this name.
    pub(crate) fn get(&self, name: &str) -> Option<&'t str> {
        self.0.iter().find(|(of, _)| *of == name).map(|(_, text)| *text)
    }
}

/// Where a message may begin in a line: at its start, and behind each `: `, because loaders put the step that failed
/// before the kernel's message.
pub(crate) fn starts(line: &str) -> impl Iterator<Item = usize> {
    let first = line.len() - line.trim_start().len();
    std::iter::once(first).chain(line.match_indices(": ").map(|(at, _)| at + 2)).take(MOST_STARTS)
}

impl Pattern {
    /// Parses a pattern. The first brace that does not begin a hole, and all behind it, is text.
    pub(crate) fn parse(text: &'static str) -> Pattern {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some(open) = rest.find('{') {
            let (before, behind) = rest.split_at(open);
            let hole = behind.find('}').and_then(|end| Some((behind.get(1..end)?, behind.get(end + 1..)?)));
            let Some(((name, kind), after)) = hole.and_then(|(hole, after)| Some((hole.split_once(':')?, after)))
            else {
                break;
            };
            if !before.is_empty() {
                parts.push(Part::Literal(before));
            }
            let kind = match kind {
                "reg" => HoleKind::Register,
                "int" => HoleKind::Int,
                "word" => HoleKind::Word,
                "null" => HoleKind::Nullable,
                _ => HoleKind::Text,
            };
            parts.push(Part::Hole(name, kind));
            rest = after;
        }
        if !rest.is_empty() {
            parts.push(Part::Literal(rest));
        }
        Pattern { parts }
    }

    /// The names of its holes.
    #[cfg(test)]
    pub(crate) fn names(&self) -> Vec<&'static str> {
        self.parts.iter().filter_map(|part| if let Part::Hole(name, _) = part { Some(*name) } else { None }).collect()
    }

    /// The contents of the holes, if a text begins with the pattern and a message may end behind it ([`ends`]).
    pub(crate) fn find<'t>(&self, text: &'t str) -> Option<Holes<'t>> {
        let mut holes = Vec::new();
        let rest = fit(&self.parts, text, &mut holes)?;
        ends(rest).then_some(Holes(holes))
    }
}

/// Matches parts at the start of a text, and returns the rest of it. A hole for text ends at the first match of the
/// next literal; without a literal behind it, the hole takes the rest of the line, except what a loader adds
/// ([`omitted`]).
fn fit<'t>(parts: &[Part], text: &'t str, holes: &mut Vec<(&'static str, &'t str)>) -> Option<&'t str> {
    let mut text = text;
    let mut parts = parts.iter().peekable();
    while let Some(part) = parts.next() {
        let (name, length) = match part {
            Part::Literal(literal) => {
                text = text.strip_prefix(literal)?;
                continue;
            }
            Part::Hole(name, kind) => {
                let next = match parts.peek() {
                    Some(Part::Literal(literal)) => Some(*literal),
                    _ => None,
                };
                (*name, length(*kind, text, next)?)
            }
        };
        let (held, rest) = text.split_at_checked(length)?;
        holes.push((name, held.trim_end()));
        text = rest;
    }
    Some(text)
}

/// How many bytes of a text a hole takes.
fn length(kind: HoleKind, text: &str, next: Option<&str>) -> Option<usize> {
    let found = match kind {
        HoleKind::Register => register(text)?,
        HoleKind::Int => int(text)?,
        HoleKind::Word | HoleKind::Nullable => {
            let end = text.find(|c: char| !c.is_ascii_graphic() || matches!(c, '\'' | '"' | ',')).unwrap_or(text.len());
            let word = text.get(..end)?;
            // The word may end a sentence.
            let word = word.trim_end_matches(['.', ':', ';', '\\']);
            if kind == HoleKind::Nullable && !word.contains("or_null") {
                return None;
            }
            // The word ends before the next literal: in `{f:word}#{n:int}` before `#`.
            next.and_then(|next| word.find(next)).unwrap_or(word.len())
        }
        HoleKind::Text => match next {
            Some(next) => text.find(next)?,
            None => omitted(text),
        },
    };
    (found > 0).then_some(found)
}

/// The length of a text without `(12 line(s) omitted)`, which cilium/ebpf adds behind its last line, and without the
/// closing quote of a field.
fn omitted(text: &str) -> usize {
    let end = text
        .rfind(" (")
        .filter(|&at| text.get(at..).is_some_and(|rest| rest.contains("omitted)")))
        .unwrap_or(text.len());
    let text = text.get(..end).unwrap_or(text);
    text.trim_end().trim_end_matches(['"', '}', '\\']).len()
}

fn register(text: &str) -> Option<usize> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    if let Some(number) = text.strip_prefix('R') {
        let n = digits(number);
        return (n == 1 || n == 2).then_some(1 + n);
    }
    let inside = text.strip_prefix("*(R")?;
    let end = inside.find(')')?;
    let plain = |b: u8| b.is_ascii_digit() || matches!(b, b'+' | b'-' | b' ');
    inside.get(..end)?.bytes().all(plain).then_some(end + 4)
}

fn int(text: &str) -> Option<usize> {
    let sign = usize::from(text.starts_with(['-', '+']));
    let number = text.get(sign..)?;
    let (from, count) = match number.strip_prefix("0x") {
        Some(hex) => (2, hex.bytes().take_while(u8::is_ascii_hexdigit).count()),
        None => (0, number.bytes().take_while(u8::is_ascii_digit).count()),
    };
    (count > 0 && count <= 20).then_some(sign + from + count)
}

/// Whether a message may end here: only closing signs are left, a structured log's quotation mark or brace follows, or
/// `(.. omitted)` of cilium/ebpf.
fn ends(rest: &str) -> bool {
    let bare = rest.trim_start_matches(['.', ',', ';', '\'', '`', ')', ']', '\\']);
    let bare = bare.trim();
    bare.is_empty() || bare.starts_with(['"', '}']) || bare.starts_with('(') && bare.contains("omitted")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held<'t>(pattern: &'static str, text: &'t str) -> Option<Vec<&'t str>> {
        Some(Pattern::parse(pattern).find(text)?.0.into_iter().map(|(_, held)| held).collect())
    }

    #[test]
    fn each_kind_of_hole_takes_its_texts() {
        assert_eq!(held("{r:reg} !read_ok", "R10 !read_ok"), Some(vec!["R10"]));
        assert_eq!(held("{r:reg} !read_ok", "*(R11-8) !read_ok"), Some(vec!["*(R11-8)"]));
        assert_eq!(held("{r:reg} !read_ok", "R100 !read_ok"), None);
        assert_eq!(held("off={o:int} size={s:int}", "off=-520 size=0x8"), Some(vec!["-520", "0x8"]));
        assert_eq!(held("'{t:null}'", "'map_value_or_null'"), Some(vec!["map_value_or_null"]));
        assert_eq!(held("'{t:null}'", "'map_value'"), None);
        assert_eq!(held("func {f:text}#{n:int}", "func bpf_x#7"), Some(vec!["bpf_x", "7"]));
        assert_eq!(held("v={v:text} off={o:int}", "v=(0x0; 0x1f) off=-16"), Some(vec!["(0x0; 0x1f)", "-16"]));
        assert_eq!(held("into {w:text}", "into rdonly_mem (12 line(s) omitted)"), Some(vec!["rdonly_mem"]));
    }

    #[test]
    fn nothing_stands_behind_a_message() {
        assert!(
            held("only read", "only read").is_some() && held("only read", "only read (3 line(s) omitted)").is_some()
        );
        assert!(held("only read", "only read\" subsys=datapath").is_some());
        assert!(held("only read", "only reading").is_none() && held("only read", "only read is supported").is_none());
    }

    #[test]
    fn a_message_begins_behind_a_colon() {
        assert_eq!(starts("a: b: c").collect::<Vec<_>>(), [0, 3, 6]);
        assert_eq!(starts(&": ".repeat(1000)).count(), MOST_STARTS);
    }
}
