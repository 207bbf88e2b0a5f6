//! Makes the built page installable and usable offline: a service worker that caches its files, and a manifest.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io;
use std::path::Path;

use crate::head;

/// Files of `static/site` that are copied unchanged.
const PLAIN: [&str; 4] = ["site.webmanifest", "icon.svg", "icon-512.png", "_headers"];
const WORKER: &str = "sw.js";
const REGISTER: &str = "register.js";
/// A script that says why the program does not start: before everything that may fail.
const FAILED: &str = "failed.js";
/// A script that runs before the first paint, to set the page's colours.
const EARLY: &str = "early.js";
/// Folders whose files are loaded on a click.
const ON_CLICK: [&str; 3] = ["lessons", "samples", "samples/lessons"];
/// Larger files of these folders (a kernel) are cached only after they were loaded. In bytes.
const SMALL: u64 = 100_000;

/// Adds these files to the page in `built`, whose other files must have their final names. `sources` is `static/site`.
///
/// # Errors
/// When a file cannot be read or written, or is other than expected.
pub fn add(sources: &Path, built: &Path) -> io::Result<()> {
    for name in PLAIN {
        fs::copy(sources.join(name), built.join(name))?;
    }
    let register = script(sources, REGISTER, "offline", built)?;
    let early = script(sources, EARLY, "early", built)?;
    head::add(built, "<link rel=\"manifest\" href=\"site.webmanifest\">")?;
    let failed = script(sources, FAILED, "failed", built)?;
    head::add_first(built, &format!("<script src=\"./{failed}\"></script>\n    <script src=\"./{early}\"></script>"))?;
    head::add(built, &format!("<script type=\"module\" src=\"./{register}\"></script>"))?;
    let worker = worker(&fs::read_to_string(sources.join(WORKER))?, built)?;
    fs::write(built.join(WORKER), worker)
}

/// Adds a script under a name with its hash. Returns the name.
fn script(sources: &Path, source: &str, word: &str, built: &Path) -> io::Result<String> {
    let text = fs::read_to_string(sources.join(source))?;
    let name = format!("{word}-{:016x}.js", hash(&text));
    fs::write(built.join(&name), text)?;
    Ok(name)
}

/// The service worker for these files: those in the top folder, and the small ones of [`ON_CLICK`].
fn worker(template: &str, built: &Path) -> io::Result<String> {
    let mut hasher = DefaultHasher::new();
    template.hash(&mut hasher);
    let mut names = Vec::new();
    for entry in fs::read_dir(built)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        // Files that begin with `_` are for the host and are not served.
        if entry.file_type()?.is_file() && name != WORKER && !name.starts_with('_') {
            names.push(name);
        }
    }
    for folder in ON_CLICK.iter().filter(|folder| built.join(folder).is_dir()) {
        for entry in fs::read_dir(built.join(folder))? {
            let entry = entry?;
            if entry.file_type()?.is_file() && entry.metadata()?.len() <= SMALL {
                names.push(format!("{folder}/{}", entry.file_name().to_string_lossy()));
            }
        }
    }
    names.sort();
    for name in &names {
        (name, fs::read(built.join(name))?).hash(&mut hasher);
    }
    // The page itself is requested by its folder.
    let list: Vec<String> =
        names.iter().map(|name| format!("'./{}'", if name == "index.html" { "" } else { name })).collect();
    let text = template.replace("'HASH'", &format!("'{:016x}'", hasher.finish()));
    let text = text.replace("/* FILES */", &list.join(", "));
    if text.contains("HASH'") || text.contains("FILES */") {
        return Err(io::Error::other("sw.js has no place for its files"));
    }
    Ok(text)
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_kept_as_a_whole() {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../static/site");
        let built = std::env::temp_dir().join(format!("btfscope-offline-{}", std::process::id()));
        let make = |wasm: &str| {
            fs::create_dir_all(built.join("samples/lessons")).unwrap();
            fs::create_dir_all(built.join("lessons")).unwrap();
            fs::write(built.join("samples/large"), vec![0; SMALL as usize + 1]).unwrap();
            fs::write(built.join("samples/lessons/first.btf"), "a sample").unwrap();
            fs::write(built.join("lessons/blob.md"), "a lesson").unwrap();
            fs::write(built.join("index.html"), "<head><meta charset=\"utf-8\"><script></script></head><body>")
                .unwrap();
            fs::write(built.join("web_bg.wasm"), wasm).unwrap();
            add(&sources, &built).unwrap();
            let page = fs::read_to_string(built.join("index.html")).unwrap();
            let worker = fs::read_to_string(built.join("sw.js")).unwrap();
            fs::remove_dir_all(&built).unwrap();
            (page, worker)
        };
        let (page, worker) = make("one");
        assert!(page.contains("href=\"site.webmanifest\"") && page.contains("src=\"./offline-"), "{page}");
        // Errors of scripts are heard from the first on.
        let at = |text: &str| page.find(text).unwrap_or_else(|| panic!("{text}: {page}"));
        assert!(at("<script src=\"./failed-") < at("<script src=\"./early-"), "{page}");
        assert!(at("<script src=\"./early-") < at("<script></script>"), "{page}");
        assert!(worker.contains("'./samples/lessons/first.btf'") && worker.contains("'./lessons/blob.md'"), "{worker}");
        for name in ["'./'", "'./web_bg.wasm'", "'./icon.svg'", "'./site.webmanifest'", "'./offline-"] {
            assert!(worker.contains(name), "{name}: {worker}");
        }
        assert!(
            !worker.contains("samples/large")
                && !worker.contains("./sw.js")
                && !worker.contains("_headers")
                && !worker.contains("HASH'")
        );
        // The name changes if and only if the build does.
        assert_ne!(make("two").1, worker);
        assert_eq!(make("one").1, worker);
    }
}
