//! An archive of which the person chooses an entry.

use model::words::many;
use wire::Wire;

use crate::Problem;

/// A file of an archive that may hold BTF.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct EntryView {
    /// The index that `container` takes to open the file.
    pub index: u32,
    /// Its path in the archive.
    pub path: String,
    /// Its size in bytes.
    pub size: u64,
}

/// An archive.
#[derive(Clone, PartialEq, Eq, Debug, Wire)]
pub struct ArchiveView {
    /// Its name.
    pub name: String,
    /// The files that may hold BTF.
    pub entries: Vec<EntryView>,
    /// How many other files it has.
    pub others: u64,
    /// The damage, if the archive could be listed only up to a damaged place.
    pub damage: Option<Box<Problem>>,
}

impl ArchiveView {
    /// The question of which file to open. It says how many files may hold BTF, and how many others there are.
    pub fn question(&self) -> String {
        let (entries, others) = (many(self.entries.len() as u64, "file"), many(self.others, "other"));
        format!("{} holds {entries} that may hold BTF, and {others}. Which one?", self.name)
    }

    /// The entries with `text` in their paths, ignoring case.
    pub fn find(&self, text: &str) -> Vec<&EntryView> {
        let text = text.to_ascii_lowercase();
        self.entries.iter().filter(|e| e.path.to_ascii_lowercase().contains(&text)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_question_says_how_many_there_are() {
        let entry = |index| EntryView { index, path: String::new(), size: 0 };
        let question = |entries: u32, others| {
            let entries = (0..entries).map(entry).collect();
            ArchiveView { name: "linux.deb".to_owned(), entries, others, damage: None }.question()
        };
        assert_eq!(question(4112, 1), "linux.deb holds 4,112 files that may hold BTF, and 1 other. Which one?");
        assert_eq!(question(1, 20), "linux.deb holds 1 file that may hold BTF, and 20 others. Which one?");
    }
}
