//! The head of the built index.html: adds links, and meta elements for `web/src/dom/page.rs`.

use std::fs;
use std::io;
use std::path::Path;

const HEAD_END: &str = "</head>";

/// The variable with the page's public address, for links in exported texts.
pub const SITE: &str = "BTFSCOPE_SITE";

/// Adds `<meta name=.. content=..>` to the page in the folder `built`. Drops the characters `"<>&` from the text, so
/// that it cannot leave its attribute.
///
/// # Errors
/// When the page cannot be read or written.
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

/// Adds the page's public address from the environment variable [`SITE`], if it is set.
///
/// # Errors
/// When the page cannot be read or written.
pub fn set_site(built: &Path) -> io::Result<()> {
    match std::env::var(SITE) {
        Ok(site) if !site.is_empty() => set_meta(built, "btfscope-site", &site),
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
        fs::write(built.join("index.html"), "<body>").unwrap();
        assert!(set_meta(&built, "btfscope-x", "a").is_err());
        fs::remove_dir_all(built).unwrap();
    }
}
