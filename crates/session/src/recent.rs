//! The list of recent files: names, sizes, digests and what was shown last, but no contents. The browser stores it as
//! text, one file on each line: digest, size in bytes, date, and the address of the last view.

use model::address::{Address, NO_ITEM, Role, Shown, Source, file_name};
use model::words::file_size;

use crate::incoming::Remembered;

/// How many files are listed, at most.
pub const MAX_RECENT: usize = 12;
/// How long a stored address may be, in bytes. A longer address (of a graph with many expanded nodes, say) is not
/// stored.
pub const MAX_STATE: usize = 2000;

/// A file that was open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recent {
    /// Its SHA-256 in hex, by which links name it.
    pub sha256: String,
    /// Its size in bytes.
    pub size: u64,
    /// The date when it was opened last, as `2026-11-21`.
    pub date: String,
    /// The address of the last view, as a fragment.
    pub fragment: String,
}

/// Reads the stored text. Skips lines without a digest of 64 characters, lines whose address is too long, and all lines
/// after the first [`MAX_RECENT`] valid ones: other programs can write to the browser's storage, too. A size that is no
/// number becomes 0.
pub fn read(text: &str) -> Vec<Recent> {
    let mut list = Vec::new();
    for line in text.lines() {
        let mut words = line.split(' ');
        let mut word = || words.next().unwrap_or_default().to_owned();
        let (sha256, size, date, fragment) = (word(), word(), word(), word());
        if sha256.len() == 64 && fragment.len() <= MAX_STATE && list.len() < MAX_RECENT {
            list.push(Recent { sha256, size: size.parse().unwrap_or_default(), date, fragment });
        }
    }
    list
}

/// The text that [`read()`] reads.
pub fn write(list: &[Recent]) -> String {
    let mut out = String::new();
    for r in list {
        out.push_str(&format!("{} {} {} {}\n", r.sha256, r.size, r.date, r.fragment));
    }
    out
}

/// A recent file on the start page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecentRow {
    /// The file's digest.
    pub sha256: String,
    /// Its name.
    pub name: String,
    /// The last view and facts: `struct task_struct · 4.4 MB · 2026-11-21 · ecf4e48f` (the last is the beginning of
    /// the digest).
    pub facts: String,
    /// Whether the browser stores its contents.
    pub kept: bool,
}

/// The recent files for the start page, and after them other files that the browser stores.
pub fn rows(list: &[Recent], kept: &[Remembered]) -> Vec<RecentRow> {
    let mut out: Vec<RecentRow> = Vec::new();
    for r in list {
        let Ok(address) = Address::parse(&r.fragment) else { continue };
        let name = match address.main_file() {
            Some(Source::Digest { name, .. }) => name.clone(),
            Some(Source::Url(url)) => file_name(url),
            Some(Source::Atlas(name)) => name.clone(),
            _ => continue,
        };
        let sha256 = r.sha256.clone();
        let mut facts = view_words(address);
        if !facts.is_empty() {
            facts.push_str(" · ");
        }
        facts.push_str(&format!("{} · {} · {}", file_size(r.size), r.date, sha256.get(..8).unwrap_or_default()));
        out.push(RecentRow { sha256, name, facts, kept: false });
    }
    for k in kept.iter().filter(|k| !k.for_tab) {
        if let Some(row) = out.iter_mut().find(|row| row.sha256 == k.sha256) {
            row.kept = true;
            row.facts.push_str(" · kept here");
        } else {
            out.push(RecentRow {
                sha256: k.sha256.clone(),
                name: k.name.clone(),
                facts: "kept here".into(),
                kept: true,
            });
        }
    }
    out
}

/// The digests of those files of an address that the browser stores, in the order in which they must be opened.
pub(crate) fn kept_of(remembered: &[Remembered], address: &Address) -> Vec<String> {
    let mut all = Vec::new();
    for (role, source) in &address.files {
        if let Source::Digest { sha256, .. } = source
            && remembered.iter().any(|k| k.sha256 == *sha256)
        {
            // A kernel must be opened before its module.
            let at = if *role == Role::Base { 0 } else { all.len() };
            all.insert(at, sha256.clone());
        }
    }
    all
}

/// Describes in words what an address shows.
fn view_words(address: Address) -> String {
    match address.shown {
        Shown::Program(key) if key == NO_ITEM => String::new(),
        Shown::Relocation(key) | Shown::Program(key) => key,
        _ if address.type_name.is_empty() => String::new(),
        _ => format!("{} {}", address.kind, address.type_name),
    }
}
