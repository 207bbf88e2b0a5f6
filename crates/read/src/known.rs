//! Names that no rule finds: a field that was taken apart, and names that only kernels between those of an atlas had.
//!
//! Each line is from the kernel's own history: the subject of the commit that brought the name stands beside it.

use relate::FieldPath;
use release::Series;

/// A name of a field, from one series to another.
#[derive(Debug)]
pub(crate) struct Name {
    /// The members from the struct on.
    pub path: &'static str,
    /// The first series with it; none: from the beginning.
    pub since: Option<Series>,
    /// The last one; none: until today.
    pub until: Option<Series>,
    /// The subject of the commit that brought it; empty of the first name.
    pub commit: &'static str,
}

impl Name {
    /// The path from the struct on.
    pub fn of(&self, root: &str) -> Option<FieldPath> {
        FieldPath::parse(&format!("{root}.{}", self.path)).ok()
    }

    /// The series in words.
    pub fn series(&self) -> String {
        match (self.since, self.until) {
            (Some(since), Some(until)) if since != until => format!("{since} to {until}"),
            (Some(since), Some(_)) => since.to_string(),
            (Some(since), None) => format!("from {since}"),
            (None, Some(until)) => format!("to {until}"),
            (None, None) => String::new(),
        }
    }
}

const fn series(major: u8, minor: u8) -> Option<Series> {
    Some(Series { major, minor })
}

/// The three names of a part of a time of an inode.
const fn time(old: &'static str, between: &'static str, new: &'static str, first: u8) -> [Name; 3] {
    const SPLIT: &str = "fs: switch timespec64 fields in inode to discrete integers";
    let renamed = match first {
        6 => "fs: rename i_ctime field to __i_ctime",
        _ => "fs: rename i_atime and i_mtime fields to __i_atime and __i_mtime",
    };
    [
        Name { path: old, since: None, until: series(6, first - 1), commit: "" },
        Name { path: between, since: series(6, first), until: series(6, 10), commit: renamed },
        Name { path: new, since: series(6, 11), until: None, commit: SPLIT },
    ]
}

const ACCESSED: [Name; 3] = time("i_atime.tv_sec", "__i_atime.tv_sec", "i_atime_sec", 7);
const ACCESSED_NS: [Name; 3] = time("i_atime.tv_nsec", "__i_atime.tv_nsec", "i_atime_nsec", 7);
const MODIFIED: [Name; 3] = time("i_mtime.tv_sec", "__i_mtime.tv_sec", "i_mtime_sec", 7);
const MODIFIED_NS: [Name; 3] = time("i_mtime.tv_nsec", "__i_mtime.tv_nsec", "i_mtime_nsec", 7);
const CHANGED: [Name; 3] = time("i_ctime.tv_sec", "__i_ctime.tv_sec", "i_ctime_sec", 6);
const CHANGED_NS: [Name; 3] = time("i_ctime.tv_nsec", "__i_ctime.tv_nsec", "i_ctime_nsec", 6);

/// The names of a whole time of an inode, until it was taken apart.
const fn whole(old: &'static str, between: &'static str, first: u8) -> [Name; 2] {
    let [before, renamed, _] = time(old, between, "", first);
    [before, renamed]
}

const WHOLE_ACCESSED: [Name; 2] = whole("i_atime", "__i_atime", 7);
const WHOLE_MODIFIED: [Name; 2] = whole("i_mtime", "__i_mtime", 7);
const WHOLE_CHANGED: [Name; 2] = whole("i_ctime", "__i_ctime", 6);

/// The names of each field, with its struct.
const FIELDS: [(&str, &[Name]); 9] = [
    ("inode", &ACCESSED),
    ("inode", &ACCESSED_NS),
    ("inode", &MODIFIED),
    ("inode", &MODIFIED_NS),
    ("inode", &CHANGED),
    ("inode", &CHANGED_NS),
    ("inode", &WHOLE_ACCESSED),
    ("inode", &WHOLE_MODIFIED),
    ("inode", &WHOLE_CHANGED),
];

/// All names of a field that has one of these; empty for others.
pub(crate) fn names(path: &FieldPath) -> &'static [Name] {
    let is = |name: &Name| name.of(path.root()).is_some_and(|known| known.parts() == path.parts());
    let found = FIELDS.iter().find(|(root, names)| *root == path.root() && names.iter().any(is));
    found.map_or(&[], |(_, names)| names)
}

/// The sentence about a whole time of an inode, of which code can read the parts only.
pub(crate) fn parts_of(path: &FieldPath) -> Option<String> {
    let whole = path.parts();
    let (_, names) = FIELDS.iter().find(|(root, names)| {
        let of = |name: &Name| {
            name.of(root).is_some_and(|known| known.parts().len() > 1 && known.parts().starts_with(whole))
        };
        *root == path.root() && names.iter().any(of)
    })?;
    let last = names.last()?;
    Some(format!("{} its parts are members of their own, as {} ({}).", capital(&last.series()), last.path, last.commit))
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(chars).collect()
}
