//! The licences of other people's code in published artefacts: for each artefact a text with the libraries that are
//! linked into it, and their notices. A licence that is not known to be fit is an error.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use spdx::{Expression, LicenseReq, Licensee, ParseMode};

use crate::machine::{Doing, Failure, Outcome, Project, cargo_home};

/// A published artefact that has to name the licences of the libraries in it.
#[derive(Clone, Copy, Debug)]
pub struct Artefact {
    /// The name of its text.
    name: &'static str,
    /// The words by which the text refers to the artefact.
    what: &'static str,
    /// Cargo's arguments that choose its packages and features.
    chosen: &'static [&'static str],
}

/// The file name of the text in an artefact.
pub const FILE: &str = "licences.txt";

/// The page.
pub const PAGE: Artefact = Artefact {
    name: "page",
    what: "the page of btfscope",
    chosen: &["-p", "web", "-p", "worker", "--features", "worker/full", "--target", "wasm32-unknown-unknown"],
};

/// The JavaScript package.
pub const NPM: Artefact = Artefact {
    name: "npm",
    what: "the JavaScript package of btfscope",
    chosen: &["-p", "api", "--target", "wasm32-unknown-unknown"],
};

/// The program for the machine that runs xtask, unless a target is named. The page inside the program has a text of its
/// own.
pub const PROGRAM: Artefact = Artefact {
    name: "btfscope",
    what: "the program btfscope",
    chosen: &["-p", "btfscope", "--features", "btfscope/page"],
};

/// The licences that may be used, the preferred ones first.
const FIT: [&str; 12] = [
    "MIT",
    "Zlib",
    "BSD-3-Clause",
    "BSD-2-Clause",
    "ISC",
    "bzip2-1.0.6",
    "Apache-2.0",
    "Unicode-3.0",
    "BSL-1.0",
    "0BSD",
    "CC0-1.0",
    "Unlicense",
];

/// The licence whose text is the same in each library.
const APACHE: &str = "Apache-2.0";

/// A library in an artefact.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Library {
    /// Its name on crates.io.
    pub name: String,
    /// Its version.
    pub version: String,
    /// An SPDX expression, as its authors wrote it.
    pub licence: String,
    /// The address of its source code; empty if the library names none.
    pub repository: String,
}

/// The command: writes the texts of all artefacts into `target/notices`.
///
/// # Errors
/// When a licence is not fit, or a file cannot be read or written.
pub fn notices(project: &Project) -> Outcome<()> {
    let folder = project.top.join("target/notices");
    fs::create_dir_all(&folder).doing("make target/notices")?;
    for artefact in [PAGE, NPM, PROGRAM] {
        let to = folder.join(format!("{}.txt", artefact.name));
        fs::write(&to, text(project, artefact, None)?).doing(format_args!("write {}", to.display()))?;
        println!("{}", to.display());
    }
    Ok(())
}

/// The libraries that are linked into an artefact, for a target of the compiler if one is named.
///
/// # Errors
/// When cargo does not name them, or a library is not from a registry.
pub fn libraries_of(project: &Project, artefact: Artefact, target: Option<&str>) -> Outcome<Vec<Library>> {
    let mut cargo = project.cargo()?;
    // Macros and build scripts leave none of their own code in the result.
    cargo.args([
        "tree",
        "--edges",
        "normal,no-proc-macro",
        "--prefix",
        "none",
        "--format",
        "{p}\t{l}\t{r}",
        "--locked",
    ]);
    if let Some(target) = target {
        cargo.args(["--target", target]);
    }
    let output = cargo.args(artefact.chosen).output().doing("start cargo tree")?;
    if !output.status.success() {
        return Err(Failure(format!("cargo tree: {}", String::from_utf8_lossy(&output.stderr).trim())));
    }
    libraries(&String::from_utf8_lossy(&output.stdout))
}

/// The text for an artefact, for a target of the compiler if one is named.
///
/// # Errors
/// When cargo does not name the libraries, a file cannot be read, a licence is not fit, or a library has no text of its
/// licence.
pub fn text(project: &Project, artefact: Artefact, target: Option<&str>) -> Outcome<String> {
    let libraries = libraries_of(project, artefact, target)?;
    let sources = sources().doing("look for the sources of libraries in cargo's folder")?;
    let apache = fs::read_to_string(project.top.join("LICENSE-APACHE")).doing("read LICENSE-APACHE")?;
    let mut list = String::new();
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for library in &libraries {
        let Library { name, version, licence, repository } = library;
        let chosen = chosen(licence).map_err(|why| Failure(format!("{name} {version}: {why}")))?;
        let folder = sources.iter().map(|at| at.join(format!("{name}-{version}"))).find(|at| at.is_dir());
        let folder =
            folder.ok_or_else(|| Failure(format!("{name} {version} is not in cargo's folder: cargo fetch")))?;
        let found = notices_in(&folder, &chosen).doing(format_args!("read {}", folder.display()))?;
        let (chosen, own) = match found {
            found if !found.is_empty() => (chosen, found),
            // Libraries that share a repository often leave their licence files there. The text of the Apache License
            // is the same for all.
            _ if apache_is_among(licence) => (vec![APACHE.to_owned()], vec![apache.clone()]),
            _ => return Err(Failure(format!("{name} {version} ({licence}) has no file with its licence"))),
        };
        let _ = writeln!(list, "{name} {version}: {} ({repository})", chosen.join(" and "));
        for text in own {
            texts.entry(text).or_default().push(format!("{name} {version}"));
        }
    }
    texts.entry(apache).or_default().push("Rust's standard library".to_owned());
    let mut all = format!(
        "btfscope is under the MIT licence or the Apache License 2.0, at your option.\n\n\
         In {} there is code of other people, each under the licence beside it:\n\n\
         Rust's standard library: MIT or Apache-2.0 (https://github.com/rust-lang/rust)\n{list}",
        artefact.what
    );
    for (text, of) in &texts {
        let _ = write!(all, "\n{}\n{}\n\n{}\n", "=".repeat(72), of.join(", "), text.trim());
    }
    Ok(all)
}

/// The libraries in the output of `cargo tree`, without our own crates.
fn libraries(tree: &str) -> Outcome<Vec<Library>> {
    let mut all = Vec::new();
    for line in tree.lines().filter(|line| !line.is_empty()) {
        let line = line.strip_suffix(" (*)").unwrap_or(line);
        let mut parts = line.split('\t');
        let [package, licence, repository] = std::array::from_fn(|_| parts.next().unwrap_or_default());
        let (name, version) = package.split_once(" v").ok_or_else(|| Failure(format!("cargo tree says {line:?}")))?;
        // A folder behind the version means one of our own crates.
        if version.contains(" (/") {
            continue;
        }
        if version.contains(' ') {
            return Err(Failure(format!("{package}: it is from no registry")));
        }
        let [name, version, licence, repository] = [name, version, licence, repository].map(str::to_owned);
        all.push(Library { name, version, licence, repository });
    }
    all.sort();
    all.dedup();
    Ok(all)
}

fn parsed(licence: &str) -> Result<Expression, String> {
    // Older crates write `MIT/Apache-2.0`.
    Expression::parse_mode(licence, ParseMode::LAX).map_err(|e| format!("{licence:?}: {}", e.reason))
}

/// The licences that are taken from an expression: as few as possible, and the preferred ones.
fn chosen(licence: &str) -> Result<Vec<String>, String> {
    let fit: Vec<Licensee> = FIT.iter().filter_map(|id| Licensee::parse(id).ok()).collect();
    let needed = parsed(licence)?.minimized_requirements(&fit);
    let needed = needed.map_err(|_| format!("{licence} is not among the licences that may be used"))?;
    Ok(needed.iter().map(LicenseReq::to_string).collect())
}

/// True if the Apache License alone is enough.
fn apache_is_among(licence: &str) -> bool {
    parsed(licence).is_ok_and(|parsed| parsed.evaluate(|one| one.license.id().is_some_and(|id| id.name == APACHE)))
}

/// The folders where cargo keeps the sources of libraries.
fn sources() -> io::Result<Vec<PathBuf>> {
    fs::read_dir(cargo_home().unwrap_or_default().join("registry/src"))?.map(|entry| Ok(entry?.path())).collect()
}

/// The texts of the chosen licences in a library's folder, and its other notices.
fn notices_in(folder: &Path, chosen: &[String]) -> io::Result<Vec<String>> {
    let mut names: Vec<String> = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            names.extend(entry.file_name().into_string());
        }
    }
    names.sort();
    let taken = files_of(&names, chosen);
    taken.into_iter().map(|name| Ok(String::from_utf8_lossy(&fs::read(folder.join(name))?).replace('\r', ""))).collect()
}

/// The names of the files with these licences, and of notices. If one of the licences has no file named after it, all
/// licence files are taken.
fn files_of<'a>(names: &'a [String], chosen: &[String]) -> Vec<&'a str> {
    let begins = |name: &str, words: &[&str]| words.iter().any(|word| name.starts_with(word));
    let about: Vec<(&str, String)> = names.iter().map(|name| (name.as_str(), name.to_ascii_uppercase())).collect();
    let licences = || about.iter().filter(|(_, name)| begins(name, &["LICENSE", "LICENCE", "COPYING", "UNLICENSE"]));
    let words = |id: &str| id.split('-').next().unwrap_or(id).to_ascii_uppercase();
    let of_id = |id: &String| licences().filter(|(_, name)| name.contains(&words(id))).collect::<Vec<_>>();
    let named: Vec<Vec<_>> = chosen.iter().map(of_id).collect();
    let all_named = named.iter().all(|files| !files.is_empty());
    let taken: Vec<_> = if all_named { named.into_iter().flatten().collect() } else { licences().collect() };
    let notices = about.iter().filter(|(_, name)| begins(name, &["NOTICE", "COPYRIGHT"]));
    let mut taken: Vec<&str> = taken.into_iter().chain(notices).map(|(name, _)| *name).collect();
    taken.dedup();
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_cargo_says() {
        let tree = "web v0.1.0 (/work/web)\tMIT OR Apache-2.0\thttps://x\nyew v0.23.0\tMIT OR Apache-2.0\thttps://y\n\
                    bytes v1.12.1\tMIT\thttps://z (*)\nyew v0.23.0\tMIT OR Apache-2.0\thttps://y (*)\n";
        let read = libraries(tree).unwrap();
        let names: Vec<String> = read.iter().map(|l| format!("{} {} {}", l.name, l.version, l.repository)).collect();
        assert_eq!(names, ["bytes 1.12.1 https://z", "yew 0.23.0 https://y"]);
        assert!(libraries("a v1.0.0 (https://github.com/a/b#c)\tMIT\t").is_err());
        assert!(libraries("what").is_err());
    }

    #[test]
    fn takes_the_licence_with_the_shortest_conditions() {
        assert_eq!(chosen("MIT OR Apache-2.0").unwrap(), ["MIT"]);
        assert_eq!(chosen("Apache-2.0/MIT").unwrap(), ["MIT"]);
        assert_eq!(chosen("Apache-2.0").unwrap(), ["Apache-2.0"]);
        assert_eq!(chosen("(MIT OR Apache-2.0) AND Unicode-3.0").unwrap(), ["MIT", "Unicode-3.0"]);
        assert_eq!(chosen("Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT").unwrap(), ["MIT"]);
        for unfit in ["GPL-2.0-only", "MPL-2.0", "MIT AND GPL-3.0-or-later", "", "what"] {
            assert!(chosen(unfit).is_err(), "{unfit}");
        }
        assert!(
            apache_is_among("MIT OR Apache-2.0") && !apache_is_among("MIT") && !apache_is_among("MIT AND Apache-2.0")
        );
    }

    #[test]
    fn takes_the_files_of_that_licence() {
        let names = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let of = |files: &str, ids: &str| files_of(&names(files), &names(ids)).join(" ");
        assert_eq!(of("Cargo.toml LICENSE-APACHE LICENSE-MIT README.md", "MIT"), "LICENSE-MIT");
        assert_eq!(of("LICENSE README.md", "MIT"), "LICENSE");
        assert_eq!(of("COPYING LICENSE-MIT UNLICENSE", "MIT"), "LICENSE-MIT");
        assert_eq!(of("LICENSE-MIT LICENSE-APACHE LICENSE-UNICODE", "MIT Unicode-3.0"), "LICENSE-MIT LICENSE-UNICODE");
        assert_eq!(of("LICENSE.md NOTICE", "Apache-2.0"), "LICENSE.md NOTICE");
        assert_eq!(of("README.md", "MIT"), "");
    }

    #[test]
    fn what_is_published_has_its_notices() {
        let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let project = Project { top };
        let page = text(&project, PAGE, None).unwrap();
        // The package of yew has no licence file, so the only licence whose text is known is taken.
        assert!(page.lines().any(|line| line.starts_with("yew 0.2") && line.contains(": Apache-2.0 (")));
        assert!(page.contains("Copyright (c) 2014 Alex Crichton"), "{page}");
        // A macro, a library of the program only, and a crate of ours.
        for not in ["\nyew-macro ", "\nclap ", "\nmodel "] {
            assert!(!page.contains(not), "{not}");
        }
        assert!(text(&project, NPM, None).unwrap().contains("\nobject "));
        assert!(text(&project, PROGRAM, None).unwrap().contains("\nclap "));
    }
}
