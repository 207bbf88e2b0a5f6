//! Facts about an archive: its files that may hold BTF.

use container::Archive;
use dump::{Sink, TokenKind};
use json::Count;
use json::facts::ArchiveFacts;
use model::words::{file_size, grouped};
use text::counted;

use super::row;
use crate::out::{Out, out};

/// An archive with up to this many files is listed in full.
const LISTED_ENTRIES: usize = 40;
/// How many files of each kind are listed of a larger archive.
const LISTED_OF_KIND: usize = 5;

/// Prints the archive as JSON.
pub fn json(archive: &Archive, out: &mut Out) {
    let Archive { what, others, notes, .. } = archive;
    let (what, entries) = (what.to_string(), json::facts::entries(archive));
    json::print(&ArchiveFacts { what, entries, others: Count(*others), notes }, out);
}

/// Lists the files of an archive. Of a large archive, only the first files of each kind are listed, and the others are
/// counted.
pub fn list(name: &str, archive: &Archive, out: &mut Out) {
    row(out, "file", name);
    row(out, "what", &archive.what.to_string());
    row(out, "files", &format!("{} that may hold BTF, {}", archive.entries.len(), counted(archive.others, "other")));
    let most = if archive.entries.len() > LISTED_ENTRIES { LISTED_OF_KIND } else { LISTED_ENTRIES };
    for of_kind in archive.entries.chunk_by(|a, b| a.kind == b.kind) {
        let kind = of_kind.first().map_or("", |entry| entry.kind.as_str());
        for entry in of_kind.iter().take(most) {
            out.token(TokenKind::Keyword, &format!("  {kind:<8}"));
            out!(out, "{:>8}  {}\n", file_size(entry.size), entry.path);
        }
        if let rest @ [_, ..] = of_kind.get(most..).unwrap_or_default() {
            let size = file_size(rest.iter().map(|entry| entry.size).sum());
            out.token(TokenKind::Keyword, &format!("  {kind:<8}"));
            out!(out, "{size:>8}  in {} more (--json lists all)\n", grouped(rest.len() as u64));
        }
    }
    archive.notes.iter().for_each(|note| row(out, "note", note));
    match archive.entries.first() {
        Some(first) => row(out, "next", &format!("btfscope info {} --entry {}", quoted(name), quoted(&first.path))),
        None => row(
            out,
            "next",
            "another file: a kernel has its BTF in vmlinux or vmlinuz, a module in its .ko, a BPF tool in its binary",
        ),
    }
}

/// Quotes a word for the shell.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-/+=:,@%".contains(c);
    if word.chars().all(plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}
