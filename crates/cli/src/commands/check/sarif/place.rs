//! Where findings are: files as URIs relative to the root of the source, as code scanning looks for them.

use std::env;
use std::path::{Component, Path, PathBuf};

use serde::Serialize;

use crate::fail::Failure;
use crate::files::AsText;

/// The name that stands for the root in the log, in place of the root's path on this computer (SARIF 2.1.0, section
/// 3.14.14).
pub const ROOT: &str = "%SRCROOT%";

/// A file (`artifactLocation`, section 3.4).
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Artifact {
    uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri_base_id: Option<&'static str>,
}

/// The root of the source, and the folder that btfscope runs in.
pub struct Root {
    here: PathBuf,
    root: PathBuf,
    /// The root with all links resolved. A path that a compiler wrote may begin with `root` or with this path.
    real: PathBuf,
}

impl Root {
    /// The given folder, or else the first that exists of: the top of the git checkout that btfscope runs in,
    /// `GITHUB_WORKSPACE`, the current folder.
    ///
    /// # Errors
    /// When the given path is no folder, or there is no current folder.
    pub fn find(given: Option<&Path>) -> Result<Root, Failure> {
        let here = env::current_dir().map_err(|e| Failure::Bad(format!("the current folder: {e}")))?;
        let root = match given {
            Some(given) if here.join(given).is_dir() => here.join(given),
            Some(given) => return Err(Failure::Bad(format!("--root: {} is no folder", given.as_text()))),
            None => git_top(&here).or_else(workspace).unwrap_or_else(|| here.clone()),
        };
        Ok(Root::at(&here, &root))
    }

    fn at(here: &Path, root: &Path) -> Root {
        let root = clean(root);
        let real = root.canonicalize().unwrap_or_else(|_| root.clone());
        Root { here: here.to_owned(), root, real }
    }

    /// The artifact of an object, which is named by the path that was typed.
    pub fn object(&self, name: &str) -> Artifact {
        let path = clean(&self.here.join(name));
        self.inside(&path).map_or_else(|| absolute(&path), |rest| relative(&rest))
    }

    /// The artifact of a source file, which is named as in the object's line information. A relative name starts from
    /// the folder where the compiler ran, which the object does not tell. These folders are tried in this order: the
    /// object's, the folders above it up to the root, the current folder, and the root. The first is taken from which
    /// the name leads to a file inside the root; if there is none, the root. A name that leads to the root itself, such
    /// as `.`, gives the object.
    pub fn source(&self, file: &str, object: &str) -> Artifact {
        let path = Path::new(file);
        if path.is_absolute() {
            let path = clean(path);
            return self.inside(&path).map_or_else(|| absolute(&path), |rest| relative(&rest));
        }
        let object = clean(&self.here.join(object));
        let above = object.ancestors().skip(1).take_while(|folder| self.inside(folder).is_some());
        let folders = above.chain([self.here.as_path(), self.root.as_path()]);
        let found =
            folders.map(|folder| clean(&folder.join(path))).find(|path| path.is_file() && self.inside(path).is_some());
        let path = found.unwrap_or_else(|| clean(&self.root.join(path)));
        match self.inside(&path) {
            Some(rest) if rest.as_os_str().is_empty() => self.object(&object.to_string_lossy()),
            Some(rest) => relative(&rest),
            None => absolute(&path),
        }
    }

    /// The path relative to the root; `None` if it is outside the root.
    fn inside(&self, path: &Path) -> Option<PathBuf> {
        let below = |path: &Path| {
            path.strip_prefix(&self.root).or_else(|_| path.strip_prefix(&self.real)).ok().map(Path::to_owned)
        };
        below(path).or_else(|| below(&path.canonicalize().ok()?))
    }
}

/// The top folder of the git checkout: the nearest folder with a `.git`, which is a file in a worktree.
fn git_top(here: &Path) -> Option<PathBuf> {
    here.ancestors().find(|folder| folder.join(".git").exists()).map(Path::to_owned)
}

/// The checkout of a GitHub job.
fn workspace() -> Option<PathBuf> {
    env::var_os("GITHUB_WORKSPACE").map(PathBuf::from).filter(|folder| folder.is_absolute() && folder.is_dir())
}

/// The path without `.` and `..`. The file system is not asked, since the file may be on another computer.
fn clean(path: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                clean.pop();
            }
            part => clean.push(part),
        }
    }
    clean
}

fn relative(path: &Path) -> Artifact {
    Artifact { uri: escaped(&slashes(path)), uri_base_id: Some(ROOT) }
}

fn absolute(path: &Path) -> Artifact {
    let path = slashes(path);
    let slash = if path.starts_with('/') { "" } else { "/" };
    Artifact { uri: format!("file://{slash}{}", escaped(&path)), uri_base_id: None }
}

fn slashes(path: &Path) -> String {
    let text = path.to_string_lossy();
    if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() }
}

/// A path as a part of a URI: all bytes are escaped except `/`, `+` and the unreserved characters (RFC 3986, section
/// 2.3).
fn escaped(path: &str) -> String {
    let one = |b: u8| match b {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' | b'+' => char::from(b).to_string(),
        b => format!("%{b:02X}"),
    };
    path.bytes().map(one).collect()
}

#[cfg(all(test, unix))]
mod tests {
    use std::process::Command;

    use super::*;

    /// Makes files and folders with a shell, because in this crate only the module `files` may write files.
    fn made(at: &Path, script: &str) {
        assert!(Command::new("sh").args(["-c", script]).current_dir(at).status().is_ok_and(|status| status.success()));
    }

    #[test]
    fn files_are_relative_to_the_root() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |path: &str| folder.path().join(path);
        made(
            folder.path(),
            "mkdir -p top/src/bpf/build top/other top/inc && touch top/src/bpf/a.bpf.c top/other/b.c top/inc/b.c && ln -s top link",
        );
        let root = Root::at(&at("top/other"), &at("top"));
        let uri = |file: &str| root.source(file, "../src/bpf/build/a.o").uri;
        let absolute = |path: &str| at(path).to_str().expect("text").to_owned();
        // The object was built with -fdebug-compilation-dir=. in the folder of the source.
        assert_eq!(uri("./a.bpf.c"), "src/bpf/a.bpf.c");
        assert_eq!(uri("b.c"), "other/b.c");
        assert_eq!(uri("../inc/b.c"), "inc/b.c");
        // No folder has the file, so its name is relative to the root.
        assert_eq!(uri("./x/y z.c"), "x/y%20z.c");
        assert_eq!(uri(&absolute("top/src/./gone.c")), "src/gone.c");
        assert_eq!(uri(&absolute("link/inc/b.c")), "inc/b.c");
        // A file outside of the root is never shown as if it were inside.
        assert_eq!(uri("/usr/include/x.h"), "file:///usr/include/x.h");
        assert!(uri("../../../../../../../../../../../../x.c").starts_with("file:///"));
        assert_eq!(uri("."), "src/bpf/build/a.o");
        assert_eq!(root.object("a b.o"), Artifact { uri: "other/a%20b.o".to_owned(), uri_base_id: Some(ROOT) });
        assert_eq!(root.object("/tmp/../usr/a.o"), Artifact { uri: "file:///usr/a.o".to_owned(), uri_base_id: None });
    }

    #[test]
    fn the_top_of_a_checkout_is_the_root() {
        let folder = tempfile::tempdir().expect("a folder");
        made(folder.path(), "mkdir -p a/b && echo 'gitdir: elsewhere' > a/.git");
        assert_eq!(git_top(&folder.path().join("a/b")), Some(folder.path().join("a")));
    }
}
