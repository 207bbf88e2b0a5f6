//! pahole's output, without type names.

/// The lines of one struct or union in the plain form of [`crate::model`].
pub fn lines(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut in_enum = false;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if in_enum {
            if !line.starts_with('}') {
                continue;
            }
            in_enum = false;
            out.push(declaration(line.trim_start_matches('}')));
        } else if let Some(comment) = line.strip_prefix("/*").and_then(|l| l.strip_suffix("*/")) {
            out.push(comment.trim().to_owned());
        } else if let Some(head) = line.strip_suffix('{') {
            match head.split_whitespace().find(|word| matches!(*word, "struct" | "union" | "enum")) {
                Some("enum") => in_enum = true,
                Some(word) => out.push(format!("open {word}")),
                None => panic!("what opens here? {line}"),
            }
        } else if line.starts_with('}') {
            out.push(format!("close{}", closing(line)));
        } else {
            out.push(declaration(line));
        }
    }
    out
}

/// The attributes in a text, as ` packed` and ` aligned(64)`.
fn attributes(text: &str) -> String {
    let mut out = String::new();
    if text.contains("__packed__") {
        out.push_str(" packed");
    }
    if let Some((_, rest)) = text.split_once("__aligned__(") {
        let number: String = rest.chars().take_while(char::is_ascii_digit).collect();
        out.push_str(&format!(" aligned({number})"));
    }
    out
}

/// The text without `__attribute__((...))`. An attribute contains no nested parentheses except those of
/// `__aligned__(n)`.
fn without_attributes(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("__attribute__((") {
        out.push_str(before);
        rest = behind.split_once("))").map_or("", |(_, r)| r.trim_start_matches(')'));
    }
    out + rest
}

/// A `}` line: attributes of the type, the member's name, its attributes, its place.
fn closing(line: &str) -> String {
    let rest = line.trim_start_matches('}').trim();
    let (text, place) = split_comment(rest);
    let plain = without_attributes(text);
    let name = name(&plain);
    let (before, behind) = match (name.as_str(), text.rfind("__attribute__")) {
        (_, None) => (String::new(), String::new()),
        ("", Some(_)) => (attributes(text), String::new()),
        // The attributes are before or after the name.
        (name, Some(at)) => match text.find(&format!(" {name}")) {
            Some(of_name) if of_name > at => (attributes(text), String::new()),
            _ => (String::new(), attributes(text)),
        },
    };
    let mut out = before;
    if !place.is_empty() {
        out.push_str(&format!(" {name} {place}{behind}"));
    }
    out
}

/// A member: `name place attributes`; an unnamed bitfield: `:n`.
fn declaration(line: &str) -> String {
    let (text, place) = split_comment(line);
    let plain = without_attributes(text);
    if place.is_empty()
        && let Some((_, bits)) = plain.rsplit_once(':')
    {
        return format!(":{}", bits.trim_end_matches(';').trim());
    }
    format!("{} {place}{}", name(&plain), attributes(text))
}

/// The declaration, and the numbers in its comment: `offset size` or `offset:bit size`.
fn split_comment(line: &str) -> (&str, String) {
    match line.rsplit_once("/*") {
        Some((text, comment)) => {
            let comment = comment.trim_end_matches("*/").trim().replace(':', " : ");
            let words: Vec<&str> = comment.split_whitespace().collect();
            (text, words.join(" ").replace(" : ", ":"))
        }
        None => (line, String::new()),
    }
}

/// The declared name, with `:bits` for a bitfield.
fn name(declaration: &str) -> String {
    let text = declaration.trim().trim_end_matches(';').trim();
    if let Some((_, rest)) = text.split_once("(*") {
        return rest.split([')', '[']).next().unwrap_or_default().trim_start_matches('*').trim().to_owned();
    }
    let text = text.split('[').next().unwrap_or_default();
    text.split_whitespace().last().unwrap_or_default().trim_start_matches('*').to_owned()
}
