//! Reads the list of the page's parts in web/index.html. The elements and attributes are trunk's, so that trunk can
//! build the page, too. Anything that is not supported here is an error.

use std::ops::Range;

use crate::machine::{Failure, Outcome};

/// An element `<link data-trunk ...>`.
#[derive(Debug, PartialEq, Eq)]
pub struct Link {
    /// Its place in the text.
    pub at: Range<usize>,
    /// The part that it names.
    pub part: Part,
}

/// A part of the page. Paths are relative to the folder of the page.
#[derive(Debug, PartialEq, Eq)]
pub enum Part {
    /// A style sheet.
    Styles(String),
    /// A folder to copy.
    Folder(String),
    /// A wasm module.
    Module(Module),
}

/// A wasm module: a package of the workspace with one program of the same name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Module {
    /// The package.
    pub name: String,
    /// Its features, with commas between them.
    pub features: String,
    /// The cargo profile for publishing.
    pub profile: String,
    /// True if it is the worker, which the page's script starts.
    pub is_worker: bool,
}

const OPEN: &str = "<link data-trunk";

/// All links in the text of the page, in order.
///
/// # Errors
/// When a link is not supported.
pub fn links(html: &str) -> Outcome<Vec<Link>> {
    let mut found = vec![];
    for (at, _) in html.match_indices(OPEN) {
        let rest = html.get(at + OPEN.len()..).unwrap_or_default();
        let wrong = |why: &str| {
            let line = html.get(..at).unwrap_or_default().matches('\n').count() + 1;
            Failure(format!("web/index.html, line {line}: {why}"))
        };
        let (text, _) = rest.split_once('>').ok_or_else(|| wrong("the link has no end"))?;
        let attributes = attributes(text).ok_or_else(|| wrong("a value of the link is not in double quotes"))?;
        let part = part(&attributes).map_err(|why| wrong(&why))?;
        found.push(Link { at: at..at + OPEN.len() + text.len() + 1, part });
    }
    Ok(found)
}

/// The names and values of an element's attributes; a value that is missing is empty. `None` if a value is not in
/// double quotes.
fn attributes(text: &str) -> Option<Vec<(&str, &str)>> {
    let mut found = vec![];
    let mut rest = text.trim_end_matches('/').trim();
    while !rest.is_empty() {
        let end = rest.find([' ', '=']).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        let (value, after) = match after.strip_prefix('=') {
            Some(after) => after.strip_prefix('"')?.split_once('"')?,
            None => ("", after),
        };
        found.push((name, value));
        rest = after.trim_start();
    }
    Some(found)
}

fn part(attributes: &[(&str, &str)]) -> Result<Part, String> {
    let get = |name: &str| attributes.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
    let need = |name: &str| get(name).map(str::to_owned).ok_or_else(|| format!("the link has no {name}"));
    let known: &[&str] = match get("rel") {
        Some("css") => &["data-integrity"],
        Some("copy-dir") => &[],
        Some("rust") => &[
            "data-bin",
            "data-bindgen-target",
            "data-cargo-features",
            "data-cargo-profile-release",
            "data-integrity",
            "data-loader-shim",
            "data-type",
            "data-wasm-opt",
        ],
        other => return Err(format!("{:?} is not a known kind of part", other.unwrap_or_default())),
    };
    if let Some((name, _)) =
        attributes.iter().find(|(name, _)| !known.contains(name) && !["rel", "href"].contains(name))
    {
        return Err(format!("{name} is not known here"));
    }
    // The only values that are supported. No digest (data-integrity), because files change after assembly. No wasm-opt
    // by trunk (data-wasm-opt), because xtask runs wasm-opt itself.
    let expected =
        [("data-integrity", "none"), ("data-wasm-opt", "0"), ("data-bindgen-target", "web"), ("data-type", "worker")];
    for (name, value) in expected {
        if get(name).is_some_and(|given| given != value) {
            return Err(format!("{name} must be {value:?}"));
        }
    }
    let href = need("href")?;
    Ok(match get("rel") {
        Some("css") => Part::Styles(href),
        Some("copy-dir") => Part::Folder(href),
        _ => Part::Module(Module {
            name: need("data-bin")?,
            features: get("data-cargo-features").unwrap_or_default().to_owned(),
            profile: need("data-cargo-profile-release")?,
            is_worker: get("data-type").is_some(),
        }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_page() {
        let html = include_str!("../../../web/index.html");
        let links = links(html).unwrap();
        let parts: Vec<&Part> = links.iter().map(|link| &link.part).collect();
        assert_eq!(parts[0], &Part::Styles("../static/styles.css".into()));
        assert!(parts.contains(&&Part::Folder("../docs/lessons".into())));
        let modules: Vec<(&str, &str, &str, bool)> = parts
            .iter()
            .filter_map(|part| match part {
                Part::Module(m) => Some((&*m.name, &*m.features, &*m.profile, m.is_worker)),
                _ => None,
            })
            .collect();
        assert_eq!(modules, [("web", "", "web", false), ("worker", "full", "worker", true)]);
        for link in &links {
            assert!(html[link.at.clone()].starts_with("<link data-trunk ") && html[link.at.clone()].ends_with('>'));
        }
    }

    #[test]
    fn says_what_it_does_not_know() {
        let why = |link: &str| links(&format!("<head>\n{link}")).unwrap_err().0;
        assert_eq!(
            why("<link data-trunk rel=\"sass\" href=\"a\">"),
            "web/index.html, line 2: \"sass\" is not a known kind of part"
        );
        assert!(why("<link data-trunk rel=\"css\" href=\"a\" data-inline>").contains("data-inline is not known"));
        assert!(why("<link data-trunk rel=\"css\" href=a>").contains("double quotes"));
        assert!(why("<link data-trunk rel=\"css\"").contains("no end"));
        assert!(why("<link data-trunk rel=\"css\">").contains("no href"));
        assert!(why("<link data-trunk rel=\"css\" href=\"a\" data-integrity=\"sha384\">").contains("must be \"none\""));
    }
}
