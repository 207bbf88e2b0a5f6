//! Builds the page into `dist/`.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

pub use xtask::files::files;
use xtask::files::walk;

use crate::atlas;
use crate::bundle;
use crate::finish;
use crate::first_load;
use crate::head;
use crate::machine::{Doing, Failure, Outcome, Project, run};
use crate::samples;
use crate::setup::{self, TARGET, Tools};
use crate::small;
use crate::tool;

/// How the page is built.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mode {
    /// For publishing.
    Release,
    /// For trying it on this computer: in one part, and with little optimisation, so that it is compiled sooner.
    Serve,
    /// For working on the page: in cargo's profile `dev`, and without a service worker.
    Dev,
}

/// The folder in a zip file of the page, and the name of the file.
const NAME: &str = concat!("btfscope-", env!("CARGO_PKG_VERSION"));

/// Folders that do not affect the built page. The paths are relative to the top of the project.
const APART: [&str; 13] = [
    "target",
    "dist",
    "benches",
    "fuzz",
    "packaging",
    "crates/bill",
    "crates/pack",
    "crates/cli",
    "crates/site",
    "crates/api",
    "tests/src",
    "tests/tests",
    "node_modules",
];

/// The command: builds the page. For publishing, also prints the size of a first visit, and with `--zip` packs the
/// page.
pub fn command(project: &Project, words: Vec<String>) -> Outcome<()> {
    let (without, words): (Vec<String>, Vec<String>) = words.into_iter().partition(|word| word == "--without-atlas");
    let (mode, zip) = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => (Mode::Release, false),
        ["--zip"] => (Mode::Release, true),
        ["--dev"] => (Mode::Dev, false),
        _ => return Err(Failure(format!("unknown arguments: {}", words.join(" ")))),
    };
    let dist = build(project, mode, without.is_empty(), project.dist())?;
    if mode == Mode::Release
        && let Err(Failure(why)) = first_load(project, &dist, true)
    {
        println!("NOTE: {why}");
    }
    if zip {
        let file = project.top.join("target").join(format!("{NAME}.zip"));
        fs::create_dir_all(project.top.join("target")).doing("create target")?;
        pack(project, &dist, &file)?;
        println!("All of it is in {}", file.display());
    }
    Ok(())
}

/// Packs a built page into the zip file `to`.
pub fn pack(project: &Project, dist: &Path, to: &Path) -> Outcome<()> {
    run(tool::command(project, tool::PACK)?.arg("page").arg(dist).arg(NAME).arg(to))
}

/// Builds `dist/` for publishing, with the atlas, unless it is up to date.
pub fn dist(project: &Project) -> Outcome<PathBuf> {
    build(project, Mode::Release, true, project.dist())
}

/// Builds the page in the folder `place`, with or without the atlas, unless it is up to date.
pub fn build(project: &Project, mode: Mode, with_atlas: bool, place: PathBuf) -> Outcome<PathBuf> {
    let tools = setup::setup(project, mode)?;
    let _lock = project.page_lock()?;
    let name = place.strip_prefix(&project.top).unwrap_or(&place).display().to_string();
    let stamp = project.work().join(place.file_name().unwrap_or_default()).with_extension("stamp");
    let sources = fingerprint(project, mode, with_atlas, &tools)?;
    // The stamp has the hash of the sources, and the hash of the folder after the build: someone may have changed the
    // folder since.
    let expected = |built: u64| format!("{sources:016x} {built:016x}\n");
    let is_current =
        fs::read_to_string(&stamp).is_ok_and(|text| contents(&place).is_ok_and(|built| text == expected(built)));
    if is_current {
        println!("The page in {name} is up to date.");
        return Ok(place);
    }
    let began = Instant::now();
    println!("Building the page ({}) ...", how_long(project, mode)?);
    let stage = project.work().join("stage");
    remove(&stage).doing("clear target/xtask/stage")?;
    bundle::bundle(project, mode, &stage)?;
    finish::finish(project, mode, &tools, with_atlas, &stage)?;
    if with_atlas {
        atlas::ship::add(project, &stage).doing("add the atlas")?;
    }
    replace(&stage, &place, &project.work().join("old")).doing(format_args!("move the built page to {name}"))?;
    fs::write(&stamp, expected(contents(&place).doing(&name)?)).doing("note what was built")?;
    println!("The page is in {name} after {} s.", began.elapsed().as_secs());
    Ok(place)
}

/// The time to expect, as measured on two cores.
fn how_long(project: &Project, mode: Mode) -> Outcome<&'static str> {
    let folder = match mode {
        Mode::Release => "web",
        Mode::Serve => "serve",
        Mode::Dev => "debug",
    };
    let is_first = !project.target()?.join(TARGET).join(folder).is_dir();
    Ok(match (mode, is_first) {
        (Mode::Release, true) => "the first time three to four minutes on two cores",
        (Mode::Release, false) => "minutes when the core has changed",
        (_, true) => "the first time two to three minutes on two cores",
        (_, false) => "seconds",
    })
}

/// Prints the sizes of the files that a visit to the built page loads: those of the first load and, if `with_later`,
/// those that are loaded later (the worker and the second module), whose compression takes most of the time. Fails when
/// the first load is over the limit.
pub fn first_load(project: &Project, dist: &Path, with_later: bool) -> Outcome<()> {
    let mut files = files(dist).doing("list dist/")?;
    files.retain(|file| first_load::is_part(dist, file));
    let (mut later, first): (Vec<_>, Vec<_>) = files.into_iter().partition(|file| first_load::is_later(file));
    later.retain(|_| with_later);
    first_load::check(project, &first, &later, first_load::MOST)
}

/// Puts the folder `new` in the place of the folder `place`, which is missing only for a moment: the former folder
/// moves to `old`, and is removed at the end.
pub(crate) fn replace(new: &Path, place: &Path, old: &Path) -> io::Result<()> {
    remove(old)?;
    if place.exists() {
        fs::rename(place, old)?;
    }
    fs::rename(new, place)?;
    remove(old)
}

pub(crate) fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// A hash of everything that the page is built from.
fn fingerprint(project: &Project, mode: Mode, with_atlas: bool, tools: &Tools) -> Outcome<u64> {
    let mut hasher = DefaultHasher::new();
    samples::stamp(project).hash(&mut hasher);
    (mode, with_atlas, &tools.versions, small::FEATURES, std::env::var_os("RUSTFLAGS"), std::env::var_os(head::SITE))
        .hash(&mut hasher);
    for entry in fs::read_dir(&project.top).doing("list the project")? {
        let path = entry.doing("list the project")?.path();
        let extension = path.extension().and_then(|extension| extension.to_str());
        // In the top folder, only the files that the tools read count.
        if matches!(extension, Some("toml" | "lock")) && path.is_file() {
            fs::read(&path).doing(path.display())?.hash(&mut hasher);
        }
    }
    let apart: Vec<PathBuf> = APART.iter().map(|path| project.top.join(path)).collect();
    let mut sources = vec![];
    walk(&project.top, &apart, &mut sources).doing("list the sources")?;
    sources.retain(|file| file.parent() != Some(&project.top));
    sources.sort();
    for file in sources {
        file.hash(&mut hasher);
        fs::read(&file).doing(file.display())?.hash(&mut hasher);
    }
    Ok(hasher.finish())
}

/// A hash of the paths and contents of all files in a folder, except those in hidden folders.
pub(crate) fn contents(folder: &Path) -> io::Result<u64> {
    let mut hasher = DefaultHasher::new();
    for file in files(folder)? {
        file.hash(&mut hasher);
        fs::read(&file)?.hash(&mut hasher);
    }
    Ok(hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_page_replaces_the_old_one() {
        let scratch = std::env::temp_dir().join(format!("btfscope-dist-{}", std::process::id()));
        let (new, place, old) = (scratch.join("new"), scratch.join("dist"), scratch.join("old"));
        for (folder, text) in [(&place, "first"), (&old, "left over")] {
            fs::create_dir_all(folder).unwrap();
            fs::write(folder.join(text), text).unwrap();
        }
        let before = contents(&place).unwrap();
        fs::create_dir_all(new.join("deep/.hidden")).unwrap();
        fs::write(new.join("deep/second"), "second").unwrap();
        replace(&new, &place, &old).unwrap();
        assert_eq!(files(&place).unwrap(), [place.join("deep/second")]);
        assert!(!old.exists() && !new.exists());
        assert_ne!(contents(&place).unwrap(), before);
        fs::remove_dir_all(scratch).unwrap();
    }
}
