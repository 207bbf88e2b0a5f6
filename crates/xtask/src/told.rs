//! What the build tells the page: meta elements of index.html, which `web/src/dom/page.rs` reads.

use std::fs;
use std::io;
use std::path::Path;

const HEAD_END: &str = "</head>";

/// Where the page will be, when whoever publishes it says so: links made elsewhere then point there.
pub const SITE: &str = "BTFSCOPE_SITE";

/// Tells the page in `built` something. What would end the element or the attribute is left out of the text.
///
/// # Errors
/// When the page cannot be read or written.
pub fn tell(built: &Path, name: &str, text: &str) -> io::Result<()> {
    let text = text.replace(['"', '<', '>', '&'], "");
    add_to_head(built, &format!("<meta name=\"{name}\" content=\"{text}\">"))
}

/// Puts an element at the end of the page's head.
///
/// # Errors
/// When the page cannot be read or written, or has no head.
pub fn add_to_head(built: &Path, element: &str) -> io::Result<()> {
    let page = built.join("index.html");
    let html = fs::read_to_string(&page)?;
    if html.matches(HEAD_END).count() != 1 {
        return Err(io::Error::other("index.html has not one end of its head"));
    }
    fs::write(page, html.replace(HEAD_END, &format!("  {element}\n  {HEAD_END}")))
}

/// Tells the page where it will be, if that is known.
///
/// # Errors
/// When the page cannot be read or written.
pub fn site(built: &Path) -> io::Result<()> {
    match std::env::var(SITE) {
        Ok(site) if !site.is_empty() => tell(built, "btfscope-site", &site),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_stays_in_its_element() {
        let built = std::env::temp_dir().join(format!("btfscope-told-{}", std::process::id()));
        fs::create_dir_all(&built).unwrap();
        fs::write(built.join("index.html"), "<head>\n</head>").unwrap();
        tell(&built, "btfscope-x", "a \"b\"><script>c").unwrap();
        let page = fs::read_to_string(built.join("index.html")).unwrap();
        assert_eq!(page, "<head>\n  <meta name=\"btfscope-x\" content=\"a bscriptc\">\n  </head>");
        fs::write(built.join("index.html"), "<body>").unwrap();
        assert!(tell(&built, "btfscope-x", "a").is_err());
        fs::remove_dir_all(built).unwrap();
    }
}
