//! The corpus: real files, and the output of reference tools for them.

mod dump;

use std::env;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

pub use self::dump::{Dump, DumpMember, DumpParam, DumpType, DumpValue, DumpVar};
use crate::skip::{say, skip};

/// The corpus in `BTFSCOPE_CORPUS`: the project's own, or one made by `cargo xtask corpus` (docs/corpus.md).
#[derive(Clone, Debug)]
pub struct Corpus {
    root: PathBuf,
    /// Kernels of Debian, by their names in the index.
    kernels: Vec<String>,
    /// Files that a made corpus lacks: the prefix of their names, and a description. Empty for the project's own.
    absent: Vec<(String, String)>,
}

/// The corpus, if it has the folder `part` beside `files` and `ref`, such as `kernels` or `needs`. `None`, with a
/// message, when there is no corpus, or a made one that declares the part absent.
///
/// # Panics
/// As [`corpus_or_skip`], and when the part is missing without being declared absent.
pub fn part_or_skip(part: &str) -> Option<Corpus> {
    let corpus = corpus_or_skip()?;
    if corpus.root().join(part).is_dir() {
        return Some(corpus);
    }
    let absent = corpus.absent.iter().find(|(start, _)| start == part);
    let (_, what) = absent.unwrap_or_else(|| panic!("{} has no folder {part}", corpus.root().display()));
    say("SKIPPED", &format!("the corpus that `cargo xtask corpus` makes has no {part} ({what})"));
    None
}

/// The corpus, or `None` with a message.
///
/// # Panics
/// When there is none and `BTFSCOPE_CI` is set, and when `BTFSCOPE_CORPUS` is a folder without a corpus.
pub fn corpus_or_skip() -> Option<Corpus> {
    let Some(root) = env::var_os("BTFSCOPE_CORPUS").map(PathBuf::from) else {
        skip("BTFSCOPE_CORPUS is not set, so there are no real files to compare with");
        return None;
    };
    assert!(root.join("INDEX.tsv").is_file(), "BTFSCOPE_CORPUS={} has no INDEX.tsv", root.display());
    let mut corpus = Corpus { root, kernels: Vec::new(), absent: Vec::new() };
    let kernels = corpus.index().into_iter().map(|row| row.file).filter(|file| file.starts_with("btf/vmlinux-deb-"));
    corpus.kernels = kernels.collect();
    if corpus.root.join("ABSENT.tsv").is_file() {
        corpus.absent = corpus.table("ABSENT.tsv").into_iter().map(|c| (c[0].clone(), c[1].clone())).collect();
    }
    Some(corpus)
}

/// A row of `INDEX.tsv`.
#[derive(Clone, Debug)]
pub struct Row {
    /// The path of the file, relative to `files/`.
    pub file: String,
    /// Bytes of the file.
    pub size: u64,
    /// `LE` or `BE`; empty where the file has no BTF.
    pub endian: String,
    /// Bytes of the BTF header.
    pub hdr_len: Option<u32>,
    /// Bytes of the layout section.
    pub layout_len: Option<u32>,
    /// The number of types, without those of a base.
    pub types: Option<u32>,
    /// `KIND=count`, separated by spaces.
    pub kinds: String,
}

/// A row of `rawtests/index.tsv`: one test of the kernel's own tables.
#[derive(Clone, Debug)]
pub struct RawTest {
    /// The path of the file, relative to `files/`.
    pub file: String,
    /// The test's description.
    pub about: String,
    /// Whether the kernel refuses it; `None` where the table does not say.
    pub kernel_refuses: Option<bool>,
    /// The kernel's message when it refuses it.
    pub kernel_error: String,
    /// Whether `btf__new` of libbpf accepts it.
    pub libbpf_accepts: bool,
    /// The number of types that libbpf then finds; 0 when the table does not say.
    pub types: u32,
}

impl Corpus {
    /// The corpus's folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The name of a file in this corpus. A made corpus may have newer point releases than the tests name: `6.1.176`
    /// then stands for any 6.1.
    pub fn actual(&self, file: &str) -> String {
        let here = |file: &str| self.root.join("files").join(file).exists();
        if self.is_made() && !here(file) {
            for (listed, series) in [("6.1.176-", "6.1."), ("6.12.107-", "6.12.")] {
                let point = |kernel: &String| {
                    let rest = kernel.strip_prefix("btf/vmlinux-deb-")?.strip_prefix(series)?;
                    Some(format!("{series}{}-", rest.split('-').next()?))
                };
                let mut points = self.kernels.iter().filter_map(point).map(|point| file.replace(listed, &point));
                if let Some(found) = points.find(|found| found != file && here(found)) {
                    return found;
                }
            }
        }
        file.to_owned()
    }

    /// The path of a file.
    pub fn path(&self, file: &str) -> PathBuf {
        self.root.join("files").join(self.actual(file))
    }

    /// The folder of pahole's output for a kernel, one file for each struct.
    pub fn pahole(&self, kernel: &str) -> PathBuf {
        self.root.join("ref/pahole").join(self.actual(kernel).trim_start_matches("btf/"))
    }

    /// The bytes of a file.
    ///
    /// # Panics
    /// When it cannot be read.
    pub fn read(&self, file: &str) -> Vec<u8> {
        let path = self.path(file);
        fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    }

    /// The description of the absent part, if this file belongs to one. Only made corpora declare absent parts.
    fn why_absent(&self, file: &str) -> Option<&str> {
        if self.path(file).exists() || self.index().iter().any(|row| row.file.starts_with(file)) {
            return None;
        }
        self.absent.iter().find(|(start, _)| file.starts_with(start.as_str())).map(|(_, what)| what.as_str())
    }

    /// False if a made corpus declares this file, or the files with this prefix, absent; then the test is reported as
    /// skipped. True otherwise: a file that is missing without being declared absent makes the test fail later.
    pub fn has_or_skip(&self, file: &str) -> bool {
        let why = self.why_absent(file);
        why.inspect(|what| {
            say("SKIPPED", &format!("the corpus that `cargo xtask corpus` makes has no {file} ({what})"))
        })
        .is_none()
    }

    /// Like [`Corpus::has_or_skip`], for a part of a test: prints a note, and the rest of the test
    /// runs without the file.
    pub fn has(&self, file: &str) -> bool {
        let why = self.why_absent(file);
        why.inspect(|what| say("NOTE", &format!("without {file} ({what}), which `cargo xtask corpus` cannot make")))
            .is_none()
    }

    /// The files of a list that the corpus has; prints a line about the others. As in [`Corpus::has_or_skip`], only
    /// files that a made corpus declares absent are left out.
    pub fn present<'f>(&self, files: &[&'f str]) -> Vec<&'f str> {
        let (here, absent): (Vec<&str>, Vec<&str>) = files.iter().partition(|file| self.why_absent(file).is_none());
        if !absent.is_empty() {
            say("NOTE", &format!("without {}, which `cargo xtask corpus` cannot make", absent.join(", ")));
        }
        assert!(!here.is_empty(), "the corpus has none of {files:?}");
        here
    }

    /// `own` in the project's own corpus, `made` in a made one.
    pub fn either<'f>(&self, own: &'f str, made: &'f str) -> &'f str {
        if self.is_made() { made } else { own }
    }

    /// Whether `cargo xtask corpus` made this corpus. A made one has fewer kinds of files, and more
    /// programs.
    pub fn is_made(&self) -> bool {
        !self.absent.is_empty()
    }

    /// The least number of comparisons that a test must make: in the project's own corpus, and in a made one.
    pub fn at_least<N>(&self, own: N, made: N) -> N {
        if self.is_made() { made } else { own }
    }

    /// The rows of a table without its heading, split at tabs. Short rows get empty cells up to the heading's number.
    fn table(&self, path: &str) -> Vec<Vec<String>> {
        let path = self.root.join(path);
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let columns = text.lines().next().unwrap_or_default().split('\t').count();
        let row = |line: &str| {
            let mut cells: Vec<String> = line.split('\t').map(str::to_owned).collect();
            cells.resize(columns.max(cells.len()), String::new());
            cells
        };
        text.lines().skip(1).filter(|line| !line.is_empty()).map(row).collect()
    }

    /// All files that the corpus lists.
    pub fn index(&self) -> Vec<Row> {
        let row = |c: Vec<String>| Row {
            file: c[0].clone(),
            size: c[4].parse().unwrap_or(0),
            endian: c[5].clone(),
            hdr_len: c[7].parse().ok(),
            layout_len: c[8].parse().ok(),
            types: c[9].parse().ok(),
            kinds: c[11].clone(),
        };
        self.table("INDEX.tsv").into_iter().map(row).collect()
    }

    /// The kernel's tables of tests.
    pub fn raw_tests(&self) -> Vec<RawTest> {
        let row = |c: Vec<String>| RawTest {
            file: format!("btf/rawtests/{}", c[0]),
            about: c[2].clone(),
            kernel_refuses: match c[3].as_str() {
                "0" => Some(false),
                "1" => Some(true),
                _ => None,
            },
            kernel_error: c[4].clone(),
            libbpf_accepts: c[6] == "0",
            types: c[7].parse().unwrap_or(0),
        };
        self.table("files/btf/rawtests/index.tsv").into_iter().map(row).collect()
    }

    /// The output of bpftool for a file, if the corpus has it.
    ///
    /// # Panics
    /// When it exists but cannot be unpacked, or is not the expected JSON.
    pub fn dump(&self, file: &str) -> Option<Dump> {
        let text = self.reference(file, "dump.json")?;
        Some(serde_json::from_slice(&text).unwrap_or_else(|e| panic!("dump.json of {file}: {e}")))
    }

    /// A reference of a file (`dump.json`, `raw.txt`, `dump.h`), unpacked; `None` if there is none.
    ///
    /// # Panics
    /// When a packed reference cannot be unpacked.
    pub fn reference(&self, file: &str, name: &str) -> Option<Vec<u8>> {
        let folder = self.root.join("ref").join(self.actual(file));
        if let Ok(text) = fs::read(folder.join(name)) {
            return Some(text);
        }
        let packed = fs::read(folder.join(format!("{name}.zst"))).ok()?;
        let mut text = Vec::new();
        ruzstd::decoding::StreamingDecoder::new(packed.as_slice())
            .map_err(|e| e.to_string())
            .and_then(|mut decoder| decoder.read_to_end(&mut text).map_err(|e| e.to_string()))
            .unwrap_or_else(|e| panic!("{name}.zst of {file}: {e}"));
        Some(text)
    }

    /// The base of a split BTF: the kernel with the same tag, or a distilled base beside it (`INDEX.md`).
    pub fn base_of(&self, file: &str) -> Option<String> {
        let actual = self.actual(file);
        let file = actual.as_str();
        let name = file.strip_prefix("btf/")?;
        if name == "mod-cilium-btf_testmod.btf" {
            return Some("btf/mod-cilium-btf_testmod.btf.base".to_owned());
        }
        let is_module = name.starts_with("mod-") && name.ends_with(".btf") || name.ends_with(".ko");
        if is_module && name.contains("retis-6.15.1-") {
            return Some("btf/vmlinux-retis-6.15.1-tiny-x86_64.btf".to_owned());
        }
        // The tag of a kernel: `6.1.176-amd64`.
        let tag = |kernel: &str| Some(kernel.strip_prefix("btf/vmlinux-deb-")?.strip_suffix(".btf")?.to_owned() + "-");
        let of_tag =
            |kernel: &&String| tag(kernel).is_some_and(|tag| name.trim_start_matches("mod-deb-").starts_with(&tag));
        self.kernels.iter().find(|kernel| is_module && of_tag(kernel)).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(name: &str, absent: &[(&str, &str)]) -> Corpus {
        let root = env::temp_dir().join(format!("btfscope-{name}-{}", std::process::id()));
        fs::create_dir_all(root.join("files/btf")).expect("a folder");
        let kernels = ["btf/vmlinux-deb-6.1.190-amd64.btf", "btf/vmlinux-deb-6.12.111-s390x.btf"];
        for file in kernels.into_iter().chain(["btf/mod-deb-6.1.190-amd64-veth.btf", "btf/6.1.190-amd64-veth.ko"]) {
            fs::write(root.join("files").join(file), file).expect("a file");
        }
        fs::write(root.join("INDEX.tsv"), "file\n").expect("a file");
        let absent = absent.iter().map(|(start, what)| ((*start).to_owned(), (*what).to_owned())).collect();
        Corpus { root, kernels: kernels.map(str::to_owned).to_vec(), absent }
    }

    #[test]
    fn newer_point_releases_stand_for_those_that_tests_name() {
        let corpus = made("renewed", &[("btf/rawtests/", "tables")]);
        assert_eq!(corpus.actual("btf/vmlinux-deb-6.1.176-amd64.btf"), "btf/vmlinux-deb-6.1.190-amd64.btf");
        assert_eq!(corpus.actual("btf/6.1.176-amd64-veth.ko"), "btf/6.1.190-amd64-veth.ko");
        assert_eq!(corpus.read("btf/mod-deb-6.1.176-amd64-veth.btf"), b"btf/mod-deb-6.1.190-amd64-veth.btf");
        let base = corpus.base_of("btf/mod-deb-6.1.176-amd64-veth.btf");
        assert_eq!(base.as_deref(), Some("btf/vmlinux-deb-6.1.190-amd64.btf"));
        assert_eq!(corpus.base_of("btf/6.1.190-amd64-veth.ko"), base);
        // A kernel of another machine does not replace the named one.
        assert_eq!(corpus.actual("btf/vmlinux-deb-6.12.107-arm64.btf"), "btf/vmlinux-deb-6.12.107-arm64.btf");
        fs::remove_dir_all(&corpus.root).expect("a folder");
    }

    #[test]
    fn only_what_is_named_as_absent_may_be_missing() {
        let corpus = made("absent", &[("btf/rawtests/", "tables")]);
        // `has_or_skip` would print a line that is counted as a skipped test.
        assert_eq!(corpus.why_absent("btf/rawtests/"), Some("tables"));
        assert_eq!(corpus.why_absent("btf/6.1.176-amd64-veth.ko"), None);
        assert_eq!(corpus.why_absent("btf/vmlinux-deb-5.10-amd64.btf"), None, "missing: the test fails on it");
        assert_eq!(corpus.present(&["btf/rawtests/a.btf", "btf/6.1.190-amd64-veth.ko"]), ["btf/6.1.190-amd64-veth.ko"]);
        // The project's own corpus has everything.
        let own = made("own", &[]);
        assert!(own.why_absent("btf/rawtests/").is_none() && !own.is_made());
        assert_eq!(own.actual("btf/vmlinux-deb-6.1.176-amd64.btf"), "btf/vmlinux-deb-6.1.176-amd64.btf");
        for corpus in [corpus, own] {
            fs::remove_dir_all(&corpus.root).expect("a folder");
        }
    }
}
