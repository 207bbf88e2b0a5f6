//! Homebrew's formula, made from a template and the digests of the archives.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::VERSION;
use crate::machine::{Doing, Outcome, Project};

const TEMPLATE: &str = "packaging/btfscope.rb.in";
const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");

/// Homebrew's words for a system and a processor, and the compiler's name for both.
const MACHINES: [(&str, &str, &str); 4] = [
    ("macos", "arm", "aarch64-apple-darwin"),
    ("macos", "intel", "x86_64-apple-darwin"),
    ("linux", "arm", "aarch64-unknown-linux-musl"),
    ("linux", "intel", "x86_64-unknown-linux-musl"),
];

/// Writes `btfscope.rb` into a folder, for the archives among `sums` (lines of SHA256SUMS); nothing if there are none.
pub fn write(project: &Project, folder: &Path, sums: &str) -> Outcome<()> {
    let archives = archives(sums);
    if archives.is_empty() {
        return Ok(());
    }
    let template = fs::read_to_string(project.top.join(TEMPLATE)).doing(TEMPLATE)?;
    let text = template.replace("@REPOSITORY@", REPOSITORY).replace("@VERSION@", VERSION);
    fs::write(folder.join("btfscope.rb"), text.replace("@ARCHIVES@\n", &archives)).doing("write the formula")
}

/// A block for each system that has an archive.
fn archives(sums: &str) -> String {
    let mut text = String::new();
    for system in ["macos", "linux"] {
        let mut inner = String::new();
        for (_, processor, triple) in MACHINES.iter().filter(|machine| machine.0 == system) {
            let name = format!("btfscope-{VERSION}-{triple}.tar.gz");
            let Some(digest) = sums.lines().find_map(|line| line.strip_suffix(&name)).map(str::trim) else { continue };
            let _ = write!(
                inner,
                "    on_{processor} do\n      url \"{REPOSITORY}/releases/download/v{VERSION}/{name}\"\n      \
                 sha256 \"{digest}\"\n    end\n"
            );
        }
        if !inner.is_empty() {
            let _ = write!(text, "  on_{system} do\n{inner}  end\n\n");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_the_archives_that_are_there() {
        let sums = format!("abc  btfscope-{VERSION}-x86_64-unknown-linux-musl.tar.gz\ndef  btfscope.txt\n");
        let name = format!("btfscope-{VERSION}-x86_64-unknown-linux-musl.tar.gz");
        assert_eq!(
            archives(&sums),
            format!(
                "  on_linux do\n    on_intel do\n      \
                 url \"https://github.com/btfscope/btfscope/releases/download/v{VERSION}/{name}\"\n      sha256 \"abc\"\n    end\n  end\n\n"
            )
        );
        assert_eq!(archives("def  btfscope.txt\n"), "");
    }
}
