//! Reads from a crate's sources which of its modules use which others: by paths that begin with `crate` or `super`, in
//! `use` and elsewhere. A path through a `pub use` counts as a path to the module that has the item.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A module by its path from the crate's root, which is empty for the root itself.
type Module = Vec<String>;

/// All `.rs` files of a folder and its sub-folders.
///
/// # Panics
/// When the folder cannot be read.
pub fn sources(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let below = |path: PathBuf| if path.is_dir() { sources(&path) } else { vec![path] };
    paths.flat_map(below).filter(|path| path.extension().is_some_and(|e| e == "rs")).collect()
}

/// The code of a file, without its tests and without lines of comment.
///
/// # Panics
/// When the file cannot be read.
pub fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a source file");
    let code = text.split("\n#[cfg(test)]\nmod ").next().unwrap_or_default();
    code.lines().filter(|line| !line.trim_start().starts_with("//")).flat_map(|line| [line, "\n"]).collect()
}

/// The modules of a crate, each with the modules that it uses.
pub struct Modules(BTreeMap<Module, BTreeSet<Module>>);

impl Modules {
    /// The modules of the crate whose sources are in this folder.
    pub fn of(src: &Path) -> Modules {
        let code: BTreeMap<Module, String> =
            sources(src).iter().map(|path| (module(path.strip_prefix(src).unwrap_or(path)), code(path))).collect();
        let exported: BTreeMap<&Module, Vec<Module>> =
            code.iter().map(|(module, text)| (module, exports(module, text, &code))).collect();
        let uses = |(module, text): (&Module, &String)| {
            let paths = paths_after(text, &["crate::", "super::"]);
            let paths = paths.iter().filter_map(|path| absolute(module, path));
            (module.clone(), paths.map(|path| home(path, &exported)).collect())
        };
        Modules(code.iter().map(uses).collect())
    }

    /// The number of modules.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Whether the module `user` uses the module `used`. Each is a path like `codec::lz4`.
    pub fn has(&self, user: &str, used: &str) -> bool {
        let path = |name: &str| name.split("::").map(str::to_owned).collect::<Module>();
        self.0.get(&path(user)).is_some_and(|uses| uses.contains(&path(used)))
    }

    /// The circles, as lines `a::{b -> c}`: siblings that use each other, directly or by their children. A folder may
    /// use its own files, and these files may use the folder, because together they count as one module.
    pub fn circles(&self) -> Vec<String> {
        let mut folders: BTreeMap<&[String], BTreeSet<(&str, &str)>> = BTreeMap::new();
        for (user, used) in self.0.iter().flat_map(|(user, all)| all.iter().map(move |used| (user, used))) {
            let common = user.iter().zip(used).take_while(|(a, b)| a == b).count();
            if let (Some(a), Some(b)) = (user.get(common), used.get(common)) {
                folders.entry(&user[..common]).or_default().insert((a, b));
            }
        }
        folders.iter_mut().for_each(|(_, arrows)| while take_ends(arrows) {});
        let lines = folders.into_iter().flat_map(|(folder, arrows)| {
            arrows.into_iter().map(move |(a, b)| format!("{}::{{{a} -> {b}}}", folder.join("::")))
        });
        lines.collect()
    }
}

/// Removes arrows that cannot be part of a circle: arrows to a module without outgoing arrows, and arrows from a module
/// without incoming arrows. Returns whether there were any.
fn take_ends(arrows: &mut BTreeSet<(&str, &str)>) -> bool {
    let (from, to): (BTreeSet<_>, BTreeSet<_>) = arrows.iter().copied().unzip();
    let before = arrows.len();
    arrows.retain(|(a, b)| to.contains(a) && from.contains(b));
    arrows.len() < before
}

/// The module of a file. `path` is relative to the folder `src`.
fn module(path: &Path) -> Module {
    let path = path.with_extension("");
    let parts = path.iter().map(|part| part.to_string_lossy().into_owned());
    parts.filter(|part| !["mod", "lib", "main"].contains(&part.as_str())).collect()
}

/// The items that a module exports from other modules, by their paths from the crate's root.
fn exports(module: &Module, text: &str, all: &BTreeMap<Module, String>) -> Vec<Module> {
    let paths = paths_after(text, &["pub use ", "pub(crate) use ", "pub(super) use "]);
    let of_child = |path: &[&str]| {
        let child: Module = module.iter().map(String::as_str).chain(path.first().copied()).map(str::to_owned).collect();
        let rest = path.iter().skip(1).map(|&word| word.to_owned());
        all.contains_key(&child).then(|| child.into_iter().chain(rest).collect())
    };
    paths.iter().filter_map(|path| absolute(module, path).or_else(|| of_child(path))).collect()
}

/// The path from the crate's root; `None` for a path that begins with neither `crate` nor `super`.
fn absolute(module: &Module, path: &[&str]) -> Option<Module> {
    let ups = path.iter().take_while(|word| **word == "super").count();
    let (before, rest) = match path {
        ["crate", rest @ ..] => (&[][..], rest),
        ["super", ..] => (module.get(..module.len().checked_sub(ups)?)?, path.get(ups..)?),
        _ => return None,
    };
    Some(before.iter().cloned().chain(rest.iter().map(|&word| word.to_owned())).collect())
}

/// The module in which the item of this path is.
fn home(mut path: Module, exported: &BTreeMap<&Module, Vec<Module>>) -> Module {
    // An item may be exported by several modules, one after the other.
    for _ in 0..8 {
        let len = (0..=path.len()).rev().find(|&len| exported.contains_key(&path[..len].to_vec())).unwrap_or(0);
        let (module, item) = (path[..len].to_vec(), path.get(len));
        let export = exported.get(&module).into_iter().flatten().find(|to| item.is_some() && to.last() == item);
        match export {
            Some(to) if !path.starts_with(to) => path = to.clone(),
            _ => return module,
        }
    }
    path
}

/// The paths that begin with one of these words. A word inside a longer path or word does not count; `a::{b, c}` gives
/// two paths.
fn paths_after<'a>(text: &'a str, words: &[&str]) -> Vec<Vec<&'a str>> {
    let mut paths = Vec::new();
    for word in words {
        for (at, _) in text.match_indices(word) {
            if !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':') {
                let skip = if word.ends_with(' ') { word.len() } else { 0 };
                read_paths(&text[at + skip..], &[], &mut paths);
            }
        }
    }
    paths
}

/// Reads a path or a tree of paths. Returns the text behind it.
fn read_paths<'a>(mut text: &'a str, before: &[&'a str], paths: &mut Vec<Vec<&'a str>>) -> &'a str {
    let mut path = before.to_vec();
    loop {
        if let Some(mut inner) = text.strip_prefix('{') {
            loop {
                inner = read_paths(inner.trim_start(), &path, paths);
                // Skip the ` as b` of `a as b`.
                inner = inner.trim_start_matches(|c| c != ',' && c != '}');
                match inner.strip_prefix(',') {
                    Some(next) => inner = next,
                    None => return inner.strip_prefix('}').unwrap_or(inner),
                }
            }
        }
        let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
        path.extend(Some(&text[..end]).filter(|word| !word.is_empty()));
        match text[end..].strip_prefix("::") {
            Some(next) => text = next,
            None => {
                paths.push(path);
                return &text[end..];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{absolute, paths_after, read_paths};

    #[test]
    fn paths_are_read_from_use_and_from_code() {
        let mut paths = Vec::new();
        let rest = read_paths("a::{self, b as c, d::{e, f},\n    g,\n}; h", &[], &mut paths);
        let of = |text: &'static str| text.split("::").collect::<Vec<_>>();
        assert_eq!(paths, [of("a::self"), of("a::b"), of("a::d::e"), of("a::d::f"), of("a::g"), of("a")]);
        assert_eq!(rest, "; h");
        let code = "use crate::x::Y;\nlet z = crate::w::v(super::u(), my_crate::t, a::crate::s);";
        assert_eq!(paths_after(code, &["crate::"]), [of("crate::x::Y"), of("crate::w::v")]);
        let module = ["a".to_owned(), "b".to_owned()];
        assert_eq!(absolute(&module.to_vec(), &of("super::super::c")), Some(vec!["c".to_owned()]));
    }
}
