//! The Markdown of lessons: paragraphs, lists, code, emphasis, links. There is no HTML: text that looks like HTML is
//! shown as it is.

use crate::error::LessonError;
use crate::{Block, Span, Style};

/// The most bytes of a paragraph or item. This also bounds how far the closing character of emphasis, code or a link is
/// searched.
const MAX_TEXT: usize = 4000;

/// The blocks of some lines; each line comes with its number.
pub(crate) fn blocks(lines: &[(u32, &str)]) -> Result<Vec<Block>, LessonError> {
    let mut out: Vec<Block> = Vec::new();
    let mut at = 0;
    while let Some(&(number, line)) = lines.get(at) {
        at += 1;
        let text = line.trim();
        if text.is_empty() {
            continue;
        }
        if let Some(fence) = text.strip_prefix("```") {
            let rest = lines.get(at..).unwrap_or_default();
            let Some(end) = rest.iter().position(|(_, l)| l.trim() == "```") else {
                return Err(LessonError::new(number, format!("the block that ```{fence} begins has no end")));
            };
            let code: Vec<&str> = rest.iter().take(end).map(|(_, l)| *l).collect();
            out.push(Block::Code(code.join("\n")));
            at += end + 1;
            continue;
        }
        if text.starts_with('#') && text.trim_start_matches('#').starts_with(' ') {
            return Err(LessonError::new(number, "only a step has a heading, and it starts with ##"));
        }
        // The following lines belong to the same paragraph or item until a blank line, a new item or a fence.
        let mut whole = String::from(text);
        while let Some((_, next)) = lines.get(at) {
            let next = next.trim();
            if next.is_empty() || next.starts_with("```") || item(next).is_some() {
                break;
            }
            whole.push(' ');
            whole.push_str(next);
            at += 1;
        }
        if whole.len() > MAX_TEXT {
            return Err(LessonError::new(number, format!("a paragraph has {MAX_TEXT} bytes at most")));
        }
        match item(text) {
            Some((numbered, head)) => {
                let spans = spans(whole.get(head..).unwrap_or_default(), number)?;
                match out.last_mut() {
                    Some(Block::List(same, items)) if *same == numbered => items.push(spans),
                    _ => out.push(Block::List(numbered, vec![spans])),
                }
            }
            None => out.push(Block::Paragraph(spans(&whole, number)?)),
        }
    }
    Ok(out)
}

/// For a line that begins an item: whether the item is numbered, and where its text starts. None for another line.
fn item(line: &str) -> Option<(bool, usize)> {
    if line.starts_with("- ") || line.starts_with("* ") {
        return Some((false, 2));
    }
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = line.get(digits..)?;
    ((1..=3).contains(&digits) && rest.starts_with(". ")).then_some((true, digits + 2))
}

/// Splits a text by its styles.
pub(crate) fn spans(text: &str, line: u32) -> Result<Vec<Span>, LessonError> {
    let mut out = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let found = match c {
            '\\' => {
                let behind = rest.get(1..).unwrap_or_default();
                let escaped = behind.chars().next().filter(char::is_ascii_punctuation);
                plain.push(escaped.unwrap_or('\\'));
                rest = behind.get(usize::from(escaped.is_some())..).unwrap_or_default();
                continue;
            }
            '`' => between(rest, "`").map(|(inner, after)| (Style::Code, inner, "", after)),
            '*' if rest.starts_with("**") => {
                between(rest, "**").map(|(inner, after)| (Style::Strong, inner, "", after))
            }
            '*' => between(rest, "*").map(|(inner, after)| (Style::Emphasis, inner, "", after)),
            '[' => link(rest).map(|(inner, target, after)| (Style::Link, inner, target, after)),
            _ => None,
        };
        let Some((style, inner, target, after)) = found else {
            plain.push(c);
            rest = rest.get(c.len_utf8()..).unwrap_or_default();
            continue;
        };
        let target = match style {
            Style::Link => leads_to(target).ok_or_else(|| {
                let message = format!("a link leads to https://…, http://…, #v=1&… or lesson:NAME, not to {target:?}");
                LessonError::new(line, message)
            })?,
            _ => String::new(),
        };
        if !plain.is_empty() {
            let text = std::mem::take(&mut plain);
            out.push(Span { style: Style::Plain, text, target: String::new() });
        }
        out.push(Span { style, text: inner.to_string(), target });
        rest = after;
    }
    if !plain.is_empty() {
        out.push(Span { style: Style::Plain, text: plain, target: String::new() });
    }
    Ok(out)
}

/// If `text` begins with `mark`: the part up to the next `mark`, and the part after it. None when there is no next
/// `mark`, or when the first part is empty, or begins or ends with a blank.
fn between<'a>(text: &'a str, mark: &str) -> Option<(&'a str, &'a str)> {
    let inside = text.strip_prefix(mark)?;
    let (inner, after) = inside.split_once(mark)?;
    let fits = !inner.is_empty() && !inner.starts_with(' ') && !inner.ends_with(' ');
    fits.then_some((inner, after))
}

/// `[text](target)`.
fn link(text: &str) -> Option<(&str, &str, &str)> {
    let (inner, after) = text.strip_prefix('[')?.split_once("](")?;
    let (target, after) = after.split_once(')')?;
    (!inner.is_empty() && !inner.contains('[')).then_some((inner, target.trim(), after))
}

/// The target of a link: another site, an address of this page, or a lesson; nothing that runs.
fn leads_to(target: &str) -> Option<String> {
    if let Some(lesson) = target.strip_prefix("lesson:") {
        let plain = lesson.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_:".contains(&b));
        return (plain && !lesson.is_empty()).then(|| format!("#v=1&learn={lesson}"));
    }
    let known = ["https://", "http://", "#v=1&"].iter().any(|start| target.starts_with(start));
    let plain = target.chars().all(|c| !c.is_whitespace() && !c.is_control());
    (known && plain).then(|| target.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(source: &str) -> String {
        let lines: Vec<(u32, &str)> = (1..).zip(source.lines()).collect();
        let line = |spans: &Vec<Span>| {
            let one = |s: &Span| match s.style {
                Style::Plain => s.text.clone(),
                Style::Emphasis => format!("<i {}>", s.text),
                Style::Strong => format!("<b {}>", s.text),
                Style::Code => format!("<c {}>", s.text),
                Style::Link => format!("<a {} {}>", s.text, s.target),
            };
            spans.iter().map(one).collect::<String>()
        };
        let block = |b: &Block| match b {
            Block::Paragraph(spans) => format!("P {}", line(spans)),
            Block::List(numbered, items) => {
                format!(
                    "{} {}",
                    if *numbered { "O" } else { "U" },
                    items.iter().map(line).collect::<Vec<_>>().join(" | ")
                )
            }
            Block::Code(code) => format!("C {code:?}"),
        };
        match blocks(&lines) {
            Ok(blocks) => blocks.iter().map(block).collect::<Vec<_>>().join("\n"),
            Err(e) => format!("line {}: {}", e.line, e.message),
        }
    }

    #[test]
    fn text_has_its_styles() {
        assert_eq!(
            text("a *b* **c** `d*e`\nf\n\n- one\n  more\n- two\n\n1. x\n2. y\n"),
            "P a <i b> <b c> <c d*e> f\nU one more | two\nO x | y"
        );
        assert_eq!(text("```\n<b> *no*\n```\nafter"), "C \"<b> *no*\"\nP after");
        assert_eq!(
            text("[spec](https://docs.kernel.org/bpf/btf.html), [next](lesson:bits:2)"),
            "P <a spec https://docs.kernel.org/bpf/btf.html>, <a next #v=1&learn=bits:2>"
        );
    }

    #[test]
    fn text_without_markup_stays() {
        for plain in ["2 * 3 * 4", "a_b_c", "<script>x</script>", "\\`", "a [b] c", "one * two", "5` of", "![x"] {
            assert_eq!(text(plain), format!("P {}", plain.replace("\\`", "`")), "{plain}");
        }
        assert_eq!(text("\\*no\\*, \\d"), "P *no*, \\d");
    }

    #[test]
    fn links_lead_only_to_allowed_targets() {
        for target in [
            "javascript:alert(1)",
            "data:text/html,x",
            "file:///etc",
            "//host/x",
            "lesson:",
            "lesson:../x",
            "https://a b",
        ] {
            assert!(text(&format!("a\n\n[x]({target})")).starts_with("line 3: a link leads to"), "{target}");
        }
        assert!(text("```c\nint x;").starts_with("line 1:"));
        assert!(text("a\n\n### deeper").starts_with("line 3:"));
    }
}
