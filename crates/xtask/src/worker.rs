//! The worker's files in the built page. trunk gives them no hash, but a page from the browser's cache must not meet a
//! worker of another build.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io;
use std::path::Path;

/// trunk's names for the worker's files: the loader that the page starts, the shim, the wasm module.
const FILES: [&str; 3] = ["worker_loader.js", "worker.js", "worker_bg.wasm"];

/// True if a file of the built page belongs to the worker. The limit for the first load does not count the worker's
/// files.
pub fn is_part(file: &Path) -> bool {
    let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name.starts_with("worker_") || name.starts_with("worker-") || name == "worker.js"
}

/// Puts a common hash into the names of the worker's files, and changes the names in the page and in these files, which
/// refer to each other.
pub fn hash_names(dist: &Path) -> io::Result<()> {
    let mut hasher = DefaultHasher::new();
    for name in FILES {
        fs::read(dist.join(name))?.hash(&mut hasher);
    }
    let hashed = |name: &str| name.replacen("worker", &format!("worker-{:016x}", hasher.finish()), 1);
    // The page names the loader, the loader names the shim, and the shim names the module.
    for (at, of) in [("index.html", FILES[0]), (FILES[0], FILES[1]), (FILES[1], FILES[2])] {
        let file = dist.join(at);
        let text = fs::read_to_string(&file)?;
        if !text.contains(of) {
            return Err(io::Error::other(format!("{at} does not name {of}")));
        }
        fs::write(&file, text.replace(of, &hashed(of)))?;
    }
    for name in FILES {
        fs::rename(dist.join(name), dist.join(hashed(name)))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_finds_its_worker() {
        let dist = std::env::temp_dir().join(format!("btfscope-worker-{}", std::process::id()));
        fs::create_dir_all(&dist).unwrap();
        let texts = ["import init from './worker.js';", "new URL('worker_bg.wasm', import.meta.url)", "wasm"];
        for (name, text) in FILES.iter().zip(texts) {
            fs::write(dist.join(name), text).unwrap();
        }
        fs::write(dist.join("index.html"), "content=\"worker_loader.js\"").unwrap();
        hash_names(&dist).unwrap();
        // Follow the names from the page to the loader, from there to the shim, and from there to the module.
        let page = fs::read_to_string(dist.join("index.html")).unwrap();
        let loader = page.split('"').nth(1).unwrap();
        let shim = fs::read_to_string(dist.join(loader)).unwrap();
        let shim = shim.split('\'').nth(1).unwrap().trim_start_matches("./");
        let module = fs::read_to_string(dist.join(shim)).unwrap();
        let module = module.split('\'').nth(1).unwrap();
        assert_eq!(fs::read_to_string(dist.join(module)).unwrap(), "wasm");
        assert!([loader, shim, module].iter().all(|name| is_part(Path::new(name)) && name.contains('-')), "{loader}");
        assert!(!is_part(Path::new("dist/web-0123.js")) && is_part(Path::new("dist/worker_bg.wasm")));
        // A missing file is an error.
        assert!(hash_names(&dist).is_err());
        fs::remove_dir_all(dist).unwrap();
    }
}
