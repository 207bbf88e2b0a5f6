//! Writes the Content-Security-Policy into the built page: the page may run only its own scripts, and talk only to its
//! own server.

use std::fs;
use std::io;
use std::path::Path;

use crate::hash;

/// The page's permissions. The worker is started from a `blob:` address; the frame `static/from-address/` has a policy
/// of its own and loads files from the web; Yew writes `style=` attributes; the icon is a `data:` address.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; connect-src 'self'; frame-src 'self'; \
                      style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; manifest-src 'self'; \
                      base-uri 'none'; form-action 'none'";

const OPEN: &str = "<script type=\"module\">";
const CLOSE: &str = "</script>";

/// The placeholder for the server's address in the script of `trunk serve` that reloads the page.
const LATER: &str = "{{__TRUNK_ADDRESS__}}";

/// True if the page in `built` has a script that is completed later.
///
/// # Errors
/// When the page cannot be read.
pub fn is_incomplete(built: &Path) -> io::Result<bool> {
    Ok(fs::read_to_string(built.join("index.html"))?.contains(LATER))
}

/// Moves the page's inline start script to a file, so that the policy need not allow inline scripts. Puts the policy
/// before everything that it applies to.
///
/// # Errors
/// When the page cannot be read or written, or has no inline start script or no `charset`.
pub fn apply(built: &Path) -> io::Result<()> {
    let page = built.join("index.html");
    let html = fs::read_to_string(&page)?;
    let (html, script) =
        split(&html).ok_or_else(|| io::Error::other("index.html has no script that starts the page"))?;
    let name = format!("start-{}.js", hash::hex(&script));
    fs::write(built.join(&name), script.trim_start())?;
    let html = html.replacen(OPEN, &format!("<script type=\"module\" src=\"./{name}\">"), 1);
    let charset = "<meta charset=\"utf-8\">";
    let policy = format!("{charset}\n    <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">");
    if !html.contains(charset) {
        return Err(io::Error::other("index.html has no charset to put the policy behind"));
    }
    fs::write(page, html.replacen(charset, &policy, 1))
}

/// The page without its inline script, and the script.
fn split(html: &str) -> Option<(String, String)> {
    let from = html.find(OPEN)? + OPEN.len();
    let to = from + html.get(from..)?.find(CLOSE)?;
    Some((format!("{}{}", html.get(..from)?, html.get(to..)?), html.get(from..to)?.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_moves_out_and_the_policy_in() {
        let folder = std::env::temp_dir().join(format!("btfscope-policy-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let html = "<head>\n<meta charset=\"utf-8\">\n<script type=\"module\">\nimport './a.js';\n</script></head>";
        fs::write(folder.join("index.html"), html).unwrap();
        assert!(!is_incomplete(&folder).unwrap());
        apply(&folder).unwrap();
        let page = fs::read_to_string(folder.join("index.html")).unwrap();
        assert!(page.find("Content-Security-Policy").unwrap() < page.find("<script").unwrap());
        assert!(!page.contains("import"), "{page}");
        let name = page.split("src=\"./").nth(1).unwrap().split('"').next().unwrap();
        assert_eq!(fs::read_to_string(folder.join(name)).unwrap(), "import './a.js';\n");
        assert!(apply(&folder.join("none")).is_err());
        fs::write(folder.join("index.html"), "<script>const address = '{{__TRUNK_ADDRESS__}}';</script>").unwrap();
        assert!(is_incomplete(&folder).unwrap());
        fs::remove_dir_all(folder).unwrap();
    }
}
