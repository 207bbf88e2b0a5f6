//! Looks for a tool on this machine.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use super::{CHROMEDRIVER, CHROMIUM, HEADLESS_SHELL, Source, Tool, Version, WEBKIT, XVFB};
use crate::programs;

/// An installed tool and its version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundTool {
    /// The tool's program or file; for a library, the program that reports its version.
    pub path: PathBuf,
    /// The first two numbers of its version; only these are compared, except for npm's packages.
    pub version: Version,
    /// The whole version, as printed or as in package.json.
    pub text: String,
}

impl FoundTool {
    /// A command that runs it.
    #[must_use]
    pub fn command(&self) -> Command {
        Command::new(&self.path)
    }
}

/// Why a tool is missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Missing {
    /// It is not installed, fails when it is asked for its version, or prints none; or it is a package of npm's that
    /// lacks the file that is used.
    Absent,
    /// It is installed, but in an unsupported version.
    Other(FoundTool),
}

impl Tool {
    /// The tool on this machine. Each process looks for it only once.
    ///
    /// # Errors
    /// A message for people: the name, the supported versions, what was found instead, and where to get it.
    pub fn found(&self) -> Result<FoundTool, String> {
        static KNOWN: Mutex<BTreeMap<&str, Result<FoundTool, Missing>>> = Mutex::new(BTreeMap::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known.entry(self.name).or_insert_with(|| self.look());
        found.clone().map_err(|missing| self.explain(&missing))
    }

    /// Looks for the tool in the file that its variable names, or else in `.tools/`, along `PATH`, and in `/usr/sbin`,
    /// where Debian keeps bpftool. npm's packages, and libraries for Python, are looked for only in `.tools/`.
    ///
    /// # Errors
    /// The tool is absent, or only other versions of it are here; then the error holds the first one found.
    pub fn look(&self) -> Result<FoundTool, Missing> {
        if let Source::Npm(version, file) = self.source {
            return self.look_in_npm(version, file);
        }
        let mut other = None;
        for path in self.places() {
            match self.version_of(&path) {
                Some(found) if self.takes(found.version) => return Ok(found),
                Some(found) => other = other.or(Some(found)),
                None => {}
            }
        }
        Err(other.map_or(Missing::Absent, Missing::Other))
    }

    /// The files that may be the program, in the order in which they are tried.
    fn places(&self) -> Vec<PathBuf> {
        let named = self.variable.and_then(env::var_os).filter(|path| !path.is_empty());
        if let Some(path) = named {
            // A bare name, as in CC=gcc, is searched for along `PATH`.
            let path = PathBuf::from(path);
            let found = path.to_str().filter(|name| !name.contains('/')).and_then(programs::on_path);
            return vec![found.unwrap_or(path)];
        }
        if let Source::Pypi(..) = self.source
            && self.programs == ["python"]
        {
            let python = top().join(".tools/python/bin/python");
            return if python.is_file() { vec![python] } else { Vec::new() };
        }
        let path = env::var_os("PATH").unwrap_or_default();
        let mut own = vec![top().join(".tools/bin"), top().join(".tools/python/bin")];
        if let Source::Pypi(package, _) = self.source {
            own.extend(site_packages().map(|folder| folder.join(package)));
        }
        let folders =
            env::join_paths(own.into_iter().chain(env::split_paths(&path)).chain([PathBuf::from("/usr/sbin")]));
        let folders = folders.unwrap_or(path);
        self.programs.iter().filter_map(|name| programs::on_this_path(name, &folders)).collect()
    }

    /// The version that a program prints; `None` if the program does not start, fails, or prints no version.
    fn version_of(&self, path: &Path) -> Option<FoundTool> {
        let output = Command::new(path).args(self.ask).output().ok().filter(|output| output.status.success())?;
        // xxd prints its version on stderr.
        let answer = [output.stdout, output.stderr].concat();
        let answer = String::from_utf8_lossy(&answer);
        let (version, text) = version_in(&answer)?;
        Some(FoundTool { path: path.to_owned(), version, text: text.to_owned() })
    }

    fn look_in_npm(&self, wanted: &str, file: &str) -> Result<FoundTool, Missing> {
        let package = top().join(".tools/npm/node_modules").join(self.name);
        let text = std::fs::read_to_string(package.join("package.json")).unwrap_or_default();
        let after = text.split_once("\"version\": \"").and_then(|(_, rest)| rest.split_once('"'));
        let found = after.and_then(|(text, _)| {
            let (version, text) = version_in(text)?;
            Some(FoundTool { path: package.join(file), version, text: text.to_owned() })
        });
        match found {
            Some(found) if !found.path.is_file() => Err(Missing::Absent),
            Some(found) if found.text == wanted => Ok(found),
            Some(found) => Err(Missing::Other(found)),
            None => Err(Missing::Absent),
        }
    }

    pub(super) fn takes(&self, version: Version) -> bool {
        self.versions.iter().any(|(from, to)| (*from..=*to).contains(&version))
    }
}

/// Chromium and the chromedriver of the same major version.
///
/// # Errors
/// The missing program, as a sentence.
pub fn chromium() -> Result<(FoundTool, FoundTool), String> {
    let (browser, driver) = (CHROMIUM.found()?, CHROMEDRIVER.found()?);
    if browser.version.0 == driver.version.0 {
        return Ok((browser, driver));
    }
    Err(format!(
        "chromedriver {} is missing, and {} is {}, which does not drive {}",
        browser.version.0,
        driver.path.display(),
        driver.text,
        browser.path.display()
    ))
}

/// Chromium's headless shell and the chromedriver of the same major version; `None` if the shell is missing or of
/// another version, or if the variable of [`CHROMIUM`] names a browser.
pub fn headless_shell() -> Option<(FoundTool, FoundTool)> {
    if CHROMIUM.variable.and_then(env::var_os).is_some_and(|path| !path.is_empty()) {
        return None;
    }
    let (browser, driver) = (HEADLESS_SHELL.found().ok()?, CHROMEDRIVER.found().ok()?);
    (browser.version.0 == driver.version.0).then_some((browser, driver))
}

/// WebKit's driver, and the program (Xvfb) that provides its screen.
///
/// # Errors
/// The missing program, as a sentence.
pub fn webkit() -> Result<(PathBuf, PathBuf), String> {
    let program = |tool: &Tool, name: &str| {
        tool.found()?;
        programs::on_path(name).ok_or_else(|| format!("{name} is not on PATH: {}", tool.purpose))
    };
    Ok((program(&WEBKIT, "WebKitWebDriver")?, program(&XVFB, "Xvfb")?))
}

/// The package folder of the Python in `.tools/python`: `lib/python3.11/site-packages`; `None` if it is not installed.
fn site_packages() -> Option<PathBuf> {
    let versions = fs::read_dir(top().join(".tools/python/lib")).ok()?;
    let mut folders = versions.filter_map(|entry| Some(entry.ok()?.path().join("site-packages")));
    folders.find(|folder| folder.is_dir())
}

/// The top folder of the project.
fn top() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here)
}

/// The first version in a text: `19.1.7` of `Debian clang version 19.1.7 (3~deb12u1)`. `None` for Apple's clang: its
/// numbers differ, and it cannot compile for BPF.
fn version_in(answer: &str) -> Option<(Version, &str)> {
    if answer.starts_with("Apple") {
        return None;
    }
    answer.split_whitespace().find_map(|word| {
        let word = word.trim_start_matches(['v', '(']).trim_start_matches("go").trim_end_matches(')');
        let mut numbers = word.split(|c: char| !c.is_ascii_digit());
        let major = numbers.next()?.parse().ok()?;
        Some((Version(major, numbers.next().and_then(|n| n.parse().ok()).unwrap_or(0)), word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_versions() {
        let cases = [
            ("Debian clang version 19.1.7 (3~deb12u1)\nTarget: bpf\n", Some((19, 1, "19.1.7"))),
            ("/usr/sbin/bpftool v7.1.0\nusing libbpf v1.1\n", Some((7, 1, "7.1.0"))),
            ("v1.24\n", Some((1, 24, "1.24"))),
            ("Chromium 156.0.8078.79 built on Debian GNU/Linux 12 (bookworm)\n", Some((156, 0, "156.0.8078.79"))),
            ("Mozilla Firefox 153.7.0esr\n", Some((153, 7, "153.7.0esr"))),
            ("gcc (Debian 12.2.0-14+deb12u1) 12.2.0\n", Some((12, 2, "12.2.0-14+deb12u1"))),
            ("GNU Make 4.3\n", Some((4, 3, "4.3"))),
            ("0.188\n", Some((0, 188, "0.188"))),
            ("2.50.6-1~deb12u2", Some((2, 50, "2.50.6-1~deb12u2"))),
            ("2:21.1.7-3+deb12u9", Some((2, 21, "2:21.1.7-3+deb12u9"))),
            ("go version go1.19.8 linux/amd64\n", Some((1, 19, "1.19.8"))),
            ("Apple clang version 21.0.0 (clang-2100.0.1)\n", None),
            ("no numbers here", None),
        ];
        for (answer, expected) in cases {
            let found = version_in(answer).map(|(Version(major, minor), text)| (major, minor, text));
            assert_eq!(found, expected, "{answer}");
        }
    }
}
