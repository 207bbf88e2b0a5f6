//! The head of the built index.html: adds links, and meta elements for `web/src/dom/page.rs`.

use std::fs;
use std::io;
use std::path::Path;

use crate::machine::{Project, output};

const HEAD_END: &str = "</head>";
const CHARSET: &str = "<meta charset=\"utf-8\">";
const POLICY: &str = "<meta http-equiv=\"Content-Security-Policy\"";
/// The picture that other sites show beside a link to the page; a path relative to the page.
const PICTURE: &str = "preview/btfscope.png";

/// The variable with the page's public address, for links in exported texts.
pub const SITE: &str = "BTFSCOPE_SITE";

/// Adds `<meta name=.. content=..>` to the page in the folder `built`. Drops the characters `"<>&` from the text, so
/// that it cannot leave its attribute.
///
/// # Errors
/// When the page cannot be read or written, or has no head.
pub fn set_meta(built: &Path, name: &str, text: &str) -> io::Result<()> {
    let text = text.replace(['"', '<', '>', '&'], "");
    add(built, &format!("<meta name=\"{name}\" content=\"{text}\">"))
}

/// Adds an element at the end of the page's head.
///
/// # Errors
/// When the page cannot be read or written, or has no head.
pub fn add(built: &Path, element: &str) -> io::Result<()> {
    let page = built.join("index.html");
    let html = fs::read_to_string(&page)?;
    if html.matches(HEAD_END).count() != 1 {
        return Err(io::Error::other(format!("index.html: expected one {HEAD_END}")));
    }
    fs::write(page, html.replace(HEAD_END, &format!("  {element}\n  {HEAD_END}")))
}

/// Adds an element before all that the page loads, after the character set and the page's policy.
///
/// # Errors
/// When the page cannot be read or written, or has neither a policy nor a character set.
pub fn add_first(built: &Path, element: &str) -> io::Result<()> {
    let page = built.join("index.html");
    let html = fs::read_to_string(&page)?;
    let begin = html.find(POLICY).or_else(|| html.find(CHARSET));
    let end = begin.and_then(|begin| Some(begin + html.get(begin..)?.find('>')? + 1));
    let (before, after) = end
        .and_then(|end| html.split_at_checked(end))
        .ok_or_else(|| io::Error::other(format!("index.html: expected {CHARSET}")))?;
    fs::write(page, format!("{before}\n    {element}{after}"))
}

/// Adds the page's public address from the environment variable [`SITE`], if it is set; and the address of the picture
/// for links, because sites that show links need a complete address.
///
/// # Errors
/// When the page cannot be read or written, or has no head.
pub fn set_site(built: &Path) -> io::Result<()> {
    match std::env::var(SITE) {
        Ok(site) if !site.is_empty() => {
            set_meta(built, "btfscope-site", &site)?;
            let site = site.replace(['"', '<', '>', '&'], "");
            let site = site.trim_end_matches('/');
            add(built, &format!("<meta property=\"og:url\" content=\"{site}/\">"))?;
            add(built, &format!("<meta property=\"og:image\" content=\"{site}/{PICTURE}\">"))
        }
        _ => Ok(()),
    }
}

/// Adds the commit that the page is built from, where git knows one: its first 12 digits, and `-dirty` if files differ
/// from it.
///
/// # Errors
/// When the page cannot be read or written, or has no head.
pub fn set_commit(project: &Project, built: &Path) -> io::Result<()> {
    let describe = ["describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"];
    // Without git, or with sources from an archive, the page names only its version.
    match project.program("git").and_then(|mut git| output(git.args(describe))) {
        Ok(commit) if !commit.is_empty() => set_meta(built, "btfscope-commit", &commit),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_stays_in_its_element() {
        let built = std::env::temp_dir().join(format!("btfscope-head-{}", std::process::id()));
        fs::create_dir_all(&built).unwrap();
        fs::write(built.join("index.html"), "<head>\n</head>").unwrap();
        set_meta(&built, "btfscope-x", "a \"b\"><script>c").unwrap();
        let page = fs::read_to_string(built.join("index.html")).unwrap();
        assert_eq!(page, "<head>\n  <meta name=\"btfscope-x\" content=\"a bscriptc\">\n  </head>");
        fs::write(built.join("index.html"), "<head><meta charset=\"utf-8\">\n</head>").unwrap();
        add_first(&built, "<i>").unwrap();
        let page = || fs::read_to_string(built.join("index.html")).unwrap();
        assert_eq!(page(), "<head><meta charset=\"utf-8\">\n    <i>\n</head>");
        let policy = "<meta http-equiv=\"Content-Security-Policy\" content=\"a 'b'\">";
        fs::write(built.join("index.html"), format!("<meta charset=\"utf-8\">{policy}<link>")).unwrap();
        add_first(&built, "<i>").unwrap();
        assert_eq!(page(), format!("<meta charset=\"utf-8\">{policy}\n    <i><link>"));
        fs::write(built.join("index.html"), "<body>").unwrap();
        assert!(add_first(&built, "<i>").is_err());
        assert!(set_meta(&built, "btfscope-x", "a").is_err());
        fs::remove_dir_all(built).unwrap();
    }
}
