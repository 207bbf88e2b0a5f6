//! The files that were open last: names, sizes, digests and what was looked at, nothing of their contents. Kept by the browser as
//! text, a line each: digest, size in bytes, date, and the address of the last view.

use model::address::{Address, Role, Shown, Source, file_name};
use model::words::file_size;

use crate::Remembered;

/// Files that are listed at most.
pub const MAX_RECENT: usize = 12;
/// Characters of an address that is kept, at most: a graph that was expanded far is left out.
pub const MAX_STATE: usize = 2000;

/// A file that was open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recent {
    /// SHA-256 in hex of what links know it by.
    pub sha256: String,
    /// Its size in bytes.
    pub size: u64,
    /// When it was opened last, as `2026-11-21`.
    pub date: String,
    /// The address of what was looked at last, as a fragment.
    pub fragment: String,
}

/// What was kept. A line that makes no sense is left out: other programs can write there, too.
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

/// The text that [`read`] reads.
pub fn write(list: &[Recent]) -> String {
    let mut out = String::new();
    for r in list {
        out.push_str(&format!("{} {} {} {}\n", r.sha256, r.size, r.date, r.fragment));
    }
    out
}

/// A line of the start page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecentRow {
    /// The file's digest.
    pub sha256: String,
    /// Its name.
    pub name: String,
    /// `struct task_struct · 4.4 MB · 2026-11-21 · ecf4e48f`: what was looked at, and the digest's begin.
    pub facts: String,
    /// The browser has its contents.
    pub kept: bool,
}

/// The lines of the start page: the files that were open, then others that the browser keeps.
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
        let mut facts = what(address);
        if !facts.is_empty() {
            facts.push_str(" · ");
        }
        facts.push_str(&format!("{} · {} · {}", file_size(r.size), r.date, sha256.get(..8).unwrap_or_default()));
        out.push(RecentRow { sha256, name, facts, kept: false });
    }
    for k in kept {
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

/// The files of an address that the browser has, by their digests, in the order in which they are to be opened.
pub(crate) fn kept_of(remembered: &[Remembered], address: &Address) -> Vec<String> {
    let mut all = Vec::new();
    for (role, source) in &address.files {
        if let Source::Digest { sha256, .. } = source
            && remembered.iter().any(|k| k.sha256 == *sha256)
        {
            // A kernel before its module.
            let at = if *role == Role::Base { 0 } else { all.len() };
            all.insert(at, sha256.clone());
        }
    }
    all
}

/// What an address shows of its file, in words.
fn what(address: Address) -> String {
    match address.shown {
        Shown::Relocation(key) | Shown::Program(key) => key,
        _ if address.type_name.is_empty() => String::new(),
        _ => format!("{} {}", address.kind, address.type_name),
    }
}
