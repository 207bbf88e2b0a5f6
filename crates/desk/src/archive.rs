//! An archive whose entries are to choose from, as the page shows it.

use wire::wire;

/// A file of an archive that may hold BTF.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryView {
    /// Which: what the container opens it by.
    pub index: u32,
    /// Its path in the archive.
    pub path: String,
    /// Its size in bytes.
    pub size: u64,
}
wire!(struct EntryView { index, path, size });

/// An archive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArchiveView {
    /// Its name.
    pub name: String,
    /// Kernel images and modules in it.
    pub entries: Vec<EntryView>,
    /// How many other files it has.
    pub others: u64,
}
wire!(struct ArchiveView { name, entries, others });

impl ArchiveView {
    /// The entries whose path holds `text`, without regard to case.
    pub fn find(&self, text: &str) -> Vec<&EntryView> {
        let text = text.to_ascii_lowercase();
        self.entries.iter().filter(|e| e.path.to_ascii_lowercase().contains(&text)).collect()
    }
}
