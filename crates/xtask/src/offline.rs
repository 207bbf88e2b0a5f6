//! Makes the built page installable and usable offline: a service worker that caches its files, and a manifest.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};

use crate::hash;
use crate::head;

/// Files of `static/site` that are copied unchanged.
const PLAIN: [&str; 4] = ["site.webmanifest", "icon.svg", "icon-512.png", "_headers"];
const WORKER: &str = "sw.js";
const REGISTER: &str = "register.js";
/// A script that says why the program does not start; it comes before everything that may fail.
const FAILED: &str = "failed.js";
/// A script that runs before the first paint, to set the page's colours.
const EARLY: &str = "early.js";
/// Folders whose files are loaded on a click.
const ON_CLICK: [&str; 3] = ["lessons", "samples", "samples/lessons"];
/// The size, in bytes, up to which files of [`ON_CLICK`] are stored at once. A larger file, such as a kernel, is stored
/// once it has been loaded.
const SMALL: u64 = 100_000;

/// A file of the built page, for the service worker's lists.
#[derive(Debug)]
pub struct Part {
    /// Its path in the built page, with slashes.
    pub name: String,
    /// Where its bytes are now.
    pub from: PathBuf,
}

/// Adds the service worker, the manifest and their scripts to the page in `built`, whose other files must have their
/// final names. `sources` is `static/site`. `later` are files that will be added to the page; the service worker stores
/// each of them once it has been loaded.
///
/// # Errors
/// When a file cannot be read or written, or does not have the expected form.
pub fn add(sources: &Path, built: &Path, later: Vec<Part>) -> io::Result<()> {
    for name in PLAIN {
        fs::copy(sources.join(name), built.join(name))?;
    }
    let register = script(sources, REGISTER, "offline", built)?;
    let early = script(sources, EARLY, "early", built)?;
    head::add(built, "<link rel=\"manifest\" href=\"site.webmanifest\">")?;
    let failed = script(sources, FAILED, "failed", built)?;
    head::add_first(built, &format!("<script src=\"./{failed}\"></script>\n    <script src=\"./{early}\"></script>"))?;
    head::add(built, &format!("<script type=\"module\" src=\"./{register}\"></script>"))?;
    let worker = worker(&fs::read_to_string(sources.join(WORKER))?, built, later)?;
    fs::write(built.join(WORKER), worker)
}

/// Adds a script under a name with its hash. Returns the name.
fn script(sources: &Path, source: &str, word: &str, built: &Path) -> io::Result<String> {
    let text = fs::read_to_string(sources.join(source))?;
    let name = format!("{word}-{}.js", hash::hex(&text));
    fs::write(built.join(&name), text)?;
    Ok(name)
}

/// The service worker for these files: those in the top folder and the small ones of [`ON_CLICK`] are stored at once,
/// the others later.
fn worker(template: &str, built: &Path, mut later: Vec<Part>) -> io::Result<String> {
    let mut first = Vec::new();
    for entry in fs::read_dir(built)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        // Files that begin with `_` are for the host and are not served.
        if entry.file_type()?.is_file() && name != WORKER && !name.starts_with('_') {
            first.push(Part { name, from: entry.path() });
        }
    }
    for folder in ON_CLICK.iter().filter(|folder| built.join(folder).is_dir()) {
        for entry in fs::read_dir(built.join(folder))? {
            let entry = entry?;
            if entry.file_type()?.is_file() {
                let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
                let list = if entry.metadata()?.len() <= SMALL { &mut first } else { &mut later };
                list.push(Part { name, from: entry.path() });
            }
        }
    }
    let (first, later) = (entries(first)?, entries(later)?);
    let text = template.replace("'HASH'", &format!("'{}'", hash::hex((template, &first, &later))));
    let text = text.replace("/* FILES */", &first).replace("/* LATER */", &later);
    if ["HASH'", "FILES */", "LATER */"].iter().any(|place| text.contains(place)) {
        return Err(io::Error::other("sw.js has no place for its files"));
    }
    Ok(text)
}

/// The files with their digests, as the entries of a script's Map, sorted.
fn entries(mut parts: Vec<Part>) -> io::Result<String> {
    parts.sort_by(|a, b| a.name.cmp(&b.name));
    let entry = |part: &Part| {
        let digest = BASE64_STANDARD.encode(Sha256::digest(fs::read(&part.from)?));
        // The page itself is requested by its folder.
        let name = if part.name == "index.html" { "" } else { &part.name };
        Ok(format!("['./{name}', 'sha256-{digest}']"))
    };
    Ok(parts.iter().map(entry).collect::<io::Result<Vec<_>>>()?.join(", "))
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
            // An atlas, which is copied later.
            let atlas = Part { name: "atlas/debian.atlas".to_owned(), from: built.join("web_bg.wasm") };
            add(&sources, &built, vec![atlas]).unwrap();
            let page = fs::read_to_string(built.join("index.html")).unwrap();
            let worker = fs::read_to_string(built.join("sw.js")).unwrap();
            fs::remove_dir_all(&built).unwrap();
            (page, worker)
        };
        let (page, worker) = make("one");
        assert!(page.contains("href=\"site.webmanifest\"") && page.contains("src=\"./offline-"), "{page}");
        // The script that reports errors comes before all others.
        let at = |text: &str| page.find(text).unwrap_or_else(|| panic!("{text}: {page}"));
        assert!(at("<script src=\"./failed-") < at("<script src=\"./early-"), "{page}");
        assert!(at("<script src=\"./early-") < at("<script></script>"), "{page}");
        assert!(worker.contains("'./samples/lessons/first.btf'") && worker.contains("'./lessons/blob.md'"), "{worker}");
        for name in ["'./'", "'./web_bg.wasm'", "'./icon.svg'", "'./site.webmanifest'", "'./offline-"] {
            assert!(worker.contains(name), "{name}: {worker}");
        }
        // FIPS 180-4's digests, as `openssl dgst -sha256 -binary | base64` prints them: of "one", and of 100,001 zero
        // bytes.
        let one = "sha256-dpLDrTVAu4A8Ags67mbNiIcSMjTqDG5xQ8Ct1z/0Me0=";
        let (first, later) = worker.split_once("const LATER").unwrap();
        assert!(first.contains(&format!("['./web_bg.wasm', '{one}']")), "{worker}");
        assert!(later.contains(&format!("['./atlas/debian.atlas', '{one}']")), "{worker}");
        assert!(
            !first.contains("samples/large")
                && later.contains("['./samples/large', 'sha256-0MaQ0Bmi4n8CdGte3195dCtpSqfhnz7GiNAa6TbnDpw=']"),
            "{worker}"
        );
        assert!(!worker.contains("./sw.js") && !worker.contains("_headers") && !worker.contains("HASH'"));
        // The service worker changes if and only if the build does.
        assert_ne!(make("two").1, worker);
        assert_eq!(make("one").1, worker);
    }
}
