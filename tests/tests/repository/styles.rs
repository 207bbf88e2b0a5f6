//! Every class in the style sheets is one that the page makes, and sizes are tokens (the CSS variables of
//! `tokens.css`).

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Each style sheet's name and text, without comments.
fn sections() -> Vec<(String, String)> {
    let mut found = vec![];
    for entry in fs::read_dir(top().join("static/styles")).unwrap() {
        let file = entry.unwrap().path();
        let text = fs::read_to_string(&file).unwrap();
        let plain = text.split("/*").map(|part| part.split_once("*/").map_or(part, |(_, rest)| rest)).collect();
        found.push((file.file_stem().unwrap().to_string_lossy().into_owned(), plain));
    }
    assert!(found.len() > 20, "{found:?}");
    found
}

/// Collects the words of all quoted texts in the code that makes elements; the CSS classes are among them.
fn quoted(folder: &Path, words: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        if file.is_dir() {
            quoted(&file, words);
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
            // The parts are the texts in quotes and the code between them. Words of the code do no harm; parts with `<`
            // or `=` are skipped.
            for part in line.split('"').filter(|part| !part.contains(['<', '='])) {
                words.extend(part.split(|c: char| !c.is_alphanumeric() && c != '-').map(str::to_owned));
            }
        }
    }
}

/// The class names (`.name`) in selectors.
fn classes(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for selector in text.split('}').filter_map(|rule| rule.rsplit_once('{').map(|(before, _)| before)) {
        for part in selector.split('.').skip(1) {
            let name: String = part.chars().take_while(|c| c.is_alphanumeric() || *c == '-').collect();
            if name.starts_with(|c: char| c.is_ascii_alphabetic()) {
                found.insert(name);
            }
        }
    }
    found
}

#[test]
fn every_class_of_the_styles_is_made_by_the_page() {
    let mut words = BTreeSet::new();
    for folder in [
        "web/src",
        "crates/model/src",
        "crates/search/src",
        "crates/lesson/src",
        "crates/logs/src",
        "crates/session/src",
        "crates/relate/src",
    ] {
        quoted(&top().join(folder), &mut words);
    }
    // The elements that exist before the program starts, or that scripts make.
    for file in ["web/index.html", "static/site/register.js", "static/site/failed.js"] {
        let text = fs::read_to_string(top().join(file)).unwrap();
        words.extend(text.split(|c: char| !c.is_alphanumeric() && c != '-').map(str::to_owned));
    }
    let mut number = 0;
    for (section, text) in sections() {
        let classes = classes(&text);
        number += classes.len();
        let dead: Vec<&String> = classes.iter().filter(|class| !words.contains(*class)).collect();
        assert!(dead.is_empty(), "{section}.css has rules for what the page does not make: {dead:?}");
    }
    assert!(number > 300, "only {number} classes were found");
    assert_eq!(classes("a.b-c:hover > .d { margin: .5em } @media (x) { .e, i.f { top: 0 } }").len(), 4);
}

#[test]
fn the_text_before_the_program_is_that_of_the_start_page() {
    let shell = fs::read_to_string(top().join("web/index.html")).unwrap();
    let page = fs::read_to_string(top().join("web/src/components/landing.rs")).unwrap();
    for text in
        ["See every type in a kernel or a BPF program.", "Drop a file", "Open file", "It stays on this computer."]
    {
        assert!(shell.contains(&format!(">{text}<")), "index.html lacks {text:?}");
        assert!(page.contains(&format!("{{ \"{text}\" }}")), "landing.rs lacks {text:?}");
    }
}

/// Whether a font size, a space or a radius in pixels is neither a token nor a hairline.
fn is_bare(property: &str, value: &str) -> bool {
    // The line height (after `/`) belongs to the height of rows.
    let sizes = value.split_whitespace().map(|word| word.split('/').next().unwrap_or_default());
    let mut bare = sizes.filter(|size| size.ends_with("px") && !["1px", "-1px", "-1.5px"].contains(size));
    is_size(property) && bare.next().is_some()
}

fn is_size(property: &str) -> bool {
    ["font", "font-size", "border-radius", "gap"].contains(&property)
        || property.starts_with("padding")
        || property.starts_with("margin")
}

/// Collects the sizes in the page's code that are not tokens. Returns how many pieces of text were
/// checked.
fn inline(folder: &Path, found: &mut Vec<String>) -> usize {
    let mut number = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        if file.is_dir() {
            number += inline(&file, found);
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        for part in text.lines().flat_map(|line| line.split('"')) {
            number += 1;
            for (property, value) in part.split(';').filter_map(|declaration| declaration.split_once(':')) {
                if is_bare(property.trim(), value) {
                    found.push(format!("{}: {property}:{value}", file.display()));
                }
            }
        }
    }
    number
}

#[test]
fn single_elements_measure_by_tokens_too() {
    let mut found = Vec::new();
    let number = inline(&top().join("web/src"), &mut found);
    assert!(number > 10_000, "only {number} texts were looked at");
    assert_eq!(found, [""; 0], "use a class with a token instead");
    for style in ["font-size:13px", "padding:0 18px", "padding-left:{}px", "margin-top: 5px"] {
        let (property, value) = style.split_once(':').unwrap();
        assert!(is_bare(property, value), "{style}");
    }
    for style in ["margin:0", "height:25px", "padding:0 var(--s9)", "font: var(--t4)/18px var(--mono)", "top:-1px"] {
        let (property, value) = style.split_once(':').unwrap();
        assert!(!is_bare(property, value), "{style}");
    }
}

/// Font sizes, spaces and radii are tokens, except 0, hairlines (1px, -1px, -1.5px), and values
/// that are not in pixels.
#[test]
fn sizes_are_tokens() {
    let mut number = 0;
    for (section, text) in sections().into_iter().filter(|(section, _)| section != "tokens") {
        for declaration in text.split(['{', '}', ';']) {
            let Some((property, value)) = declaration.trim().split_once(": ") else { continue };
            number += usize::from(is_size(property));
            assert!(!is_bare(property, value), "{section}.css: {property}: {value}");
        }
    }
    assert!(number > 400, "only {number} sizes were found");
}

/// An unclosed rule contains all rules after it, also those of later files, because the files are
/// joined.
#[test]
fn every_rule_is_closed() {
    let files = std::fs::read_dir(top().join("static/styles")).unwrap().map(|entry| entry.unwrap().path());
    let mut seen = 0;
    for path in files.filter(|path| path.extension().is_some_and(|end| end == "css")) {
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text.matches('{').count(), text.matches('}').count(), "{}", path.display());
        seen += 1;
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn hatching_is_a_tile() {
    // Firefox 153 draws a repeating gradient over a large area as a few lines far apart. It draws a
    // tile with a gradient as Chromium does.
    for (section, text) in sections() {
        assert!(!text.contains("repeating-"), "{section}");
    }
}
