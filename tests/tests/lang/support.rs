//! The languages, their compilers, and types to declare.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use btf::{Btf, TypeId};
use dump::Sink;
use lang::Options;
use tests::extended;

/// A language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    Rust,
    Zig,
    Go,
}

impl Language {
    pub const ALL: [Language; 3] = [Language::Rust, Language::Zig, Language::Go];

    /// The ending of its files.
    pub fn extension(self) -> &'static str {
        match self {
            Language::Rust => "rs",
            Language::Zig => "zig",
            Language::Go => "go",
        }
    }

    /// Declarations with assertions, as text.
    pub fn declare(self, btf: &Btf, roots: &[TypeId]) -> String {
        let mut text = String::new();
        self.print(btf, roots, &mut text);
        text
    }

    /// Like [`Language::declare`], as tokens.
    pub fn print<S: Sink + ?Sized>(self, btf: &Btf, roots: &[TypeId], sink: &mut S) {
        let options = Options::default();
        match self {
            Language::Rust => lang::rust(btf, roots, &options, sink),
            Language::Zig => lang::zig(btf, roots, &options, sink),
            Language::Go => lang::go(btf, roots, &options, sink),
        }
    }
}

/// A folder that is removed on drop.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let n = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("btfscope-lang-{}-{n}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, text).expect("a file");
        path
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

/// The output of a command; if it fails, its error output.
pub fn output(command: &mut Command) -> Result<String, String> {
    let done = command.output().map_err(|e| format!("{command:?}: {e}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if done.status.success() {
        return Ok(text(&done.stdout));
    }
    Err(text(&done.stderr).chars().take(4000).collect())
}

/// The Rust compiler: `$RUSTC`, or else `rustc` of the path.
pub fn rustc() -> Command {
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.args(["--edition", "2024", "--crate-name", "types"]);
    rustc
}

/// `count` of a kernel's structs, unions and enums: some well-known ones, and others spread over all. Some of their
/// names are used by several types.
pub fn roots(btf: &Btf, count: usize) -> Vec<TypeId> {
    let known =
        ["sk_buff", "task_struct", "tcphdr", "iphdr", "page", "tcp_sock", "net", "rq", "perf_event_attr", "net_device"];
    let tags: Vec<_> = btf
        .types()
        .filter(|t| (t.kind().is_composite() || t.kind().is_any_enum()) && !t.is_anonymous() && t.size_or_type() > 0)
        .collect();
    let mut roots: Vec<TypeId> =
        tags.iter().filter(|t| known.contains(&t.name())).map(|t| t.id()).take(count).collect();
    let step = (tags.len() / count.saturating_sub(roots.len()).max(1)).max(1);
    for t in tags.iter().skip(extended::seed(0) as usize % step).step_by(step) {
        if roots.len() < count && !roots.contains(&t.id()) {
            roots.push(t.id());
        }
    }
    assert_eq!(roots.len(), count);
    roots
}
