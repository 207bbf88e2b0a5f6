//! Every outside tool that the tests run, once: the names it goes by, the versions that are known to do, and the package it comes
//! from. `cargo xtask test` installs by this table where it may, the tests ask it and nothing else: what lies on `PATH` in another
//! version is reported as missing, not used.

use std::collections::BTreeMap;
use std::env;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use crate::programs;

/// The first two numbers of a version: 19.1.7 is `Version(19, 1)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version(pub u32, pub u32);

/// Versions from the first to the second, both included.
pub type Range = (Version, Version);

/// No upper end.
const NEWEST: Version = Version(u32::MAX, u32::MAX);

/// Where a tool comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Packages of Debian 12, the first one with the tool itself.
    Debian(&'static [&'static str]),
    /// A program from crates.io in exactly this version, compiled into `.tools/bin`.
    Crate(&'static str),
    /// A package of npm's in exactly this version, in `.tools/npm`; the file of it that is used.
    Npm(&'static str, &'static str),
}

/// An outside tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tool {
    /// What it is called, here and in messages.
    pub name: &'static str,
    /// The variable that may name its file.
    pub variable: Option<&'static str>,
    /// The names of its program, the one that `source` installs first. For a library: the program that knows of it.
    pub programs: &'static [&'static str],
    /// The arguments that make the program print its version.
    pub ask: &'static [&'static str],
    /// The versions that the tests pass with.
    pub versions: &'static [Range],
    /// Where it comes from.
    pub source: Source,
    /// What it is for: "the layouts are compared with it".
    pub purpose: &'static str,
}

/// Compiles C for BPF and dumps layouts. Before 19 it writes ENUM where ENUM64 belongs (14), and refuses a flexible array in a
/// struct that is empty otherwise (before 18).
pub const CLANG: Tool = Tool {
    name: "clang",
    variable: Some("CLANG"),
    programs: &["clang-19", "clang-22", "clang-21", "clang-20", "clang"],
    ask: &["--version"],
    versions: &[(Version(19, 0), Version(22, u32::MAX))],
    source: Source::Debian(&["clang-19"]),
    purpose: "our C is compiled with it, and layouts and BTF are compared with its own",
};

/// Prints BTF. What differs between these versions is listed in `tests/tests/dump/installed.rs`.
pub const BPFTOOL: Tool = Tool {
    name: "bpftool",
    variable: Some("BPFTOOL"),
    programs: &["bpftool"],
    ask: &["version"],
    versions: &[(Version(7, 1), Version(7, 1)), (Version(7, 8), Version(7, 8))],
    source: Source::Debian(&["bpftool"]),
    purpose: "the printers are compared with it",
};

/// Prints layouts. What this version lacks is listed in `tests/tests/dump/installed.rs`.
pub const PAHOLE: Tool = Tool {
    name: "pahole",
    variable: Some("PAHOLE"),
    programs: &["pahole"],
    ask: &["--version"],
    versions: &[(Version(1, 24), Version(1, 24))],
    source: Source::Debian(&["dwarves"]),
    purpose: "layouts are compared with it",
};

/// Compiles libbpf.
pub const CC: Tool = Tool {
    name: "cc",
    variable: Some("CC"),
    programs: &["cc"],
    ask: &["--version"],
    versions: &[(Version(9, 0), NEWEST)],
    source: Source::Debian(&["gcc", "libc6-dev"]),
    purpose: "libbpf is compiled with it",
};

/// Compiles libbpf: its crate runs libbpf's own Makefile.
pub const MAKE: Tool = Tool {
    name: "make",
    variable: None,
    programs: &["make"],
    ask: &["--version"],
    versions: &[(Version(4, 0), NEWEST)],
    source: Source::Debian(&["make"]),
    purpose: "libbpf is compiled with it",
};

/// Finds libraries.
pub const PKG_CONFIG: Tool = Tool {
    name: "pkg-config",
    variable: Some("PKG_CONFIG"),
    programs: &["pkg-config"],
    ask: &["--version"],
    versions: &[(Version(0, 29), NEWEST)],
    source: Source::Debian(&["pkg-config"]),
    purpose: "it finds the libraries that libbpf needs",
};

/// A library of libbpf's.
pub const LIBELF: Tool = Tool {
    name: "libelf",
    variable: None,
    programs: PKG_CONFIG.programs,
    ask: &["--modversion", "libelf"],
    versions: &[(Version(0, 180), NEWEST)],
    source: Source::Debian(&["libelf-dev"]),
    purpose: "libbpf reads ELF with it",
};

/// A library of libelf's.
pub const ZLIB: Tool = Tool {
    name: "zlib",
    variable: None,
    programs: PKG_CONFIG.programs,
    ask: &["--modversion", "zlib"],
    versions: &[(Version(1, 2), NEWEST)],
    source: Source::Debian(&["zlib1g-dev"]),
    purpose: "libelf unpacks sections with it",
};

/// The browser, and a font to draw with. Headless as we start it since 112; tried with 156.
pub const CHROMIUM: Tool = Tool {
    name: "chromium",
    variable: Some("CHROMIUM"),
    programs: &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"],
    ask: &["--version"],
    versions: &[(Version(140, 0), NEWEST)],
    source: Source::Debian(&["chromium", "fonts-dejavu-core"]),
    purpose: "the page is tested in it",
};

/// Drives Chromium; its major version must be Chromium's, see [`chromium`].
pub const CHROMEDRIVER: Tool = Tool {
    name: "chromedriver",
    variable: Some("CHROMEDRIVER"),
    programs: &["chromedriver"],
    ask: &["--version"],
    versions: CHROMIUM.versions,
    source: Source::Debian(&["chromium-driver"]),
    purpose: "it drives Chromium",
};

/// The other browser. Tried with 153.
pub const FIREFOX: Tool = Tool {
    name: "firefox",
    variable: Some("FIREFOX"),
    programs: &["firefox-esr", "firefox"],
    ask: &["--version"],
    versions: &[(Version(140, 0), NEWEST)],
    source: Source::Debian(&["firefox-esr"]),
    purpose: "the page's first steps are tested in it",
};

/// Drives Firefox. Debian 12 has no package of it.
pub const GECKODRIVER: Tool = Tool {
    name: "geckodriver",
    variable: Some("GECKODRIVER"),
    programs: &["geckodriver"],
    ask: &["--version"],
    versions: &[(Version(0, 35), NEWEST)],
    source: Source::Crate("0.37.1"),
    purpose: "it drives Firefox",
};

/// Runs the JavaScript package, and the decoding crates as wasm32.
pub const NODE: Tool = Tool {
    name: "node",
    variable: None,
    programs: &["node"],
    ask: &["--version"],
    versions: &[(Version(18, 15), NEWEST)],
    source: Source::Debian(&["nodejs"]),
    purpose: "the JavaScript package and the module for wasm32 are tested in it",
};

/// Installs what comes from npm.
pub const NPM: Tool = Tool {
    name: "npm",
    variable: None,
    programs: &["npm"],
    ask: &["--version"],
    versions: &[(Version(8, 0), NEWEST)],
    source: Source::Debian(&["npm"]),
    purpose: "it installs TypeScript and axe-core",
};

/// Compiles the package's types. The newest that is JavaScript itself, for any machine.
pub const TYPESCRIPT: Tool = Tool {
    name: "typescript",
    variable: None,
    programs: &[],
    ask: &[],
    versions: &[(Version(5, 9), Version(5, 9))],
    source: Source::Npm("5.9.3", "bin/tsc"),
    purpose: "the types of the JavaScript package are compiled with it",
};

/// Looks for what keeps people out of a page; it is never part of the page.
pub const AXE: Tool = Tool {
    name: "axe-core",
    variable: None,
    programs: &[],
    ask: &[],
    versions: &[(Version(4, 14), Version(4, 14))],
    source: Source::Npm("4.14.1", "axe.min.js"),
    purpose: "the page is searched for barriers with it",
};

/// A plain web server that is not ours.
pub const PYTHON: Tool = Tool {
    name: "python3",
    variable: None,
    programs: &["python3"],
    ask: &["--version"],
    versions: &[(Version(3, 8), NEWEST)],
    source: Source::Debian(&["python3"]),
    purpose: "the page is tested behind its web server",
};

/// All tools of the tests.
pub const ALL: [&Tool; 17] = [
    &CC,
    &MAKE,
    &PKG_CONFIG,
    &LIBELF,
    &ZLIB,
    &CLANG,
    &BPFTOOL,
    &PAHOLE,
    &NODE,
    &NPM,
    &TYPESCRIPT,
    &CHROMIUM,
    &CHROMEDRIVER,
    &AXE,
    &FIREFOX,
    &GECKODRIVER,
    &PYTHON,
];

/// What libbpf is compiled with.
pub const LIBBPF: [&Tool; 5] = [&CC, &MAKE, &PKG_CONFIG, &LIBELF, &ZLIB];

/// What only browser tests need.
pub const BROWSER: [&Tool; 6] = [&CHROMIUM, &CHROMEDRIVER, &AXE, &FIREFOX, &GECKODRIVER, &PYTHON];

/// A tool that is here, in a version that does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Its program, or its file; of a library the program that knows of it.
    pub path: PathBuf,
    /// Its version as far as it is compared.
    pub version: Version,
    /// Its version as it gives it.
    pub text: String,
}

impl Found {
    /// A command that runs it.
    #[must_use]
    pub fn command(&self) -> Command {
        Command::new(&self.path)
    }
}

/// Why a tool is missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Missing {
    /// It is not here, or does not start.
    Absent,
    /// It is here, in a version that is not used.
    Other(Found),
}

impl Tool {
    /// The tool on this machine, looked for once in each process.
    ///
    /// # Errors
    /// What is missing, for a person: the name, the versions that do, what is here in their place, where it comes from.
    pub fn found(&self) -> Result<Found, String> {
        static KNOWN: Mutex<BTreeMap<&str, Result<Found, Missing>>> = Mutex::new(BTreeMap::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known.entry(self.name).or_insert_with(|| self.look());
        found.clone().map_err(|missing| self.explain(&missing))
    }

    /// Looks for the tool: at the file that its variable names, or else in `.tools/`, along `PATH`, and in `/usr/sbin`, where
    /// Debian keeps bpftool.
    ///
    /// # Errors
    /// Whether there is none, or one of another version: the first that was met.
    pub fn look(&self) -> Result<Found, Missing> {
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

    /// Where the program may be.
    fn places(&self) -> Vec<PathBuf> {
        let named = self.variable.and_then(env::var_os).filter(|path| !path.is_empty());
        if let Some(path) = named {
            // A bare name, as in CC=gcc, is looked for like any other.
            let path = PathBuf::from(path);
            let found = path.to_str().filter(|name| !name.contains('/')).and_then(programs::on_path);
            return vec![found.unwrap_or(path)];
        }
        let path = env::var_os("PATH").unwrap_or_default();
        let own = [top().join(".tools/bin")].into_iter();
        let folders = env::join_paths(own.chain(env::split_paths(&path)).chain([PathBuf::from("/usr/sbin")]));
        let folders = folders.unwrap_or(path);
        self.programs.iter().filter_map(|name| programs::on_this_path(name, &folders)).collect()
    }

    /// What a program says of itself; none when it does not start.
    fn version_of(&self, path: &Path) -> Option<Found> {
        let output = Command::new(path).args(self.ask).output().ok().filter(|output| output.status.success())?;
        let answer = String::from_utf8_lossy(&output.stdout);
        let (version, text) = version_in(&answer)?;
        Some(Found { path: path.to_owned(), version, text: text.to_owned() })
    }

    fn look_in_npm(&self, wanted: &str, file: &str) -> Result<Found, Missing> {
        let package = top().join(".tools/npm/node_modules").join(self.name);
        let text = std::fs::read_to_string(package.join("package.json")).unwrap_or_default();
        let after = text.split_once("\"version\": \"").and_then(|(_, rest)| rest.split_once('"'));
        let found = after.and_then(|(text, _)| {
            let (version, text) = version_in(text)?;
            Some(Found { path: package.join(file), version, text: text.to_owned() })
        });
        match found {
            Some(found) if found.text == wanted && found.path.is_file() => Ok(found),
            Some(found) => Err(Missing::Other(found)),
            None => Err(Missing::Absent),
        }
    }

    fn takes(&self, version: Version) -> bool {
        self.versions.iter().any(|(from, to)| (*from..=*to).contains(&version))
    }

    /// The versions that do, for a person: "19 to 22", "7.1 or 7.8", "140 or newer".
    #[must_use]
    pub fn range(&self) -> String {
        let one = |range: &Range| match *range {
            (from, to) if from == to => from.to_string(),
            (from, NEWEST) => format!("{from} or newer"),
            (from, to) => format!("{from} to {to}"),
        };
        self.versions.iter().map(one).collect::<Vec<_>>().join(" or ")
    }

    /// Where it comes from, for a person.
    #[must_use]
    pub fn origin(&self) -> String {
        match self.source {
            Source::Debian(packages) => {
                let s = if packages.len() == 1 { "" } else { "s" };
                format!("Debian's package{s} {}", packages.join(" and "))
            }
            Source::Crate(version) => format!("crates.io's {} {version}", self.name),
            Source::Npm(version, _) => format!("npm's {} {version}", self.name),
        }
    }

    /// What is missing, for a person.
    #[must_use]
    pub fn explain(&self, missing: &Missing) -> String {
        let Tool { name, purpose, .. } = self;
        let wanted = format!("{name} {} ({}) is missing", self.range(), self.origin());
        match missing {
            Missing::Absent => format!("{wanted}: {purpose}"),
            Missing::Other(found) => {
                format!("{wanted}, and {} is {}, which is not used: {purpose}", found.path.display(), found.text)
            }
        }
    }
}

/// Chromium and the chromedriver of the same major version.
///
/// # Errors
/// What is missing, for a person.
pub fn chromium() -> Result<(Found, Found), String> {
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

/// The top folder of the project.
fn top() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here)
}

/// The first word of an answer that is a version: `19.1.7` of `Debian clang version 19.1.7 (3~deb12u1)`. Apple counts its clang
/// differently, and it compiles nothing for BPF: an answer of its has none.
fn version_in(answer: &str) -> Option<(Version, &str)> {
    if answer.starts_with("Apple") {
        return None;
    }
    answer.split_whitespace().find_map(|word| {
        let word = word.trim_start_matches(['v', '(']).trim_end_matches(')');
        let mut numbers = word.split(|c: char| !c.is_ascii_digit());
        let major = numbers.next()?.parse().ok()?;
        Some((Version(major, numbers.next().and_then(|n| n.parse().ok()).unwrap_or(0)), word))
    })
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Version(major, 0 | u32::MAX) => write!(f, "{major}"),
            Version(major, minor) => write!(f, "{major}.{minor}"),
        }
    }
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
            ("Apple clang version 21.0.0 (clang-2100.0.1)\n", None),
            ("no numbers here", None),
        ];
        for (answer, expected) in cases {
            let found = version_in(answer).map(|(Version(major, minor), text)| (major, minor, text));
            assert_eq!(found, expected, "{answer}");
        }
    }

    #[test]
    fn another_version_is_not_used() {
        assert!(CLANG.takes(Version(19, 1)) && CLANG.takes(Version(22, 1)));
        assert!(!CLANG.takes(Version(14, 0)) && !CLANG.takes(Version(23, 0)));
        assert!(BPFTOOL.takes(Version(7, 1)) && !BPFTOOL.takes(Version(7, 5)) && BPFTOOL.takes(Version(7, 8)));
        assert_eq!([CLANG.range(), BPFTOOL.range(), NODE.range()], ["19 to 22", "7.1 or 7.8", "18.15 or newer"]);
        let old = Found { path: "/usr/bin/clang".into(), version: Version(14, 0), text: "14.0.6".to_owned() };
        assert_eq!(
            CLANG.explain(&Missing::Other(old)),
            "clang 19 to 22 (Debian's package clang-19) is missing, and /usr/bin/clang is 14.0.6, which is not used: our C is \
             compiled with it, and layouts and BTF are compared with its own"
        );
    }

    #[test]
    fn the_table_names_each_tool_once() {
        let mut names: Vec<&str> = ALL.iter().map(|tool| tool.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), ALL.len());
        assert!(LIBBPF.iter().chain(&BROWSER).all(|tool| ALL.contains(tool)));
    }
}
