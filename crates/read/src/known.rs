//! Names of fields that no rule finds: the names after a field moved or was taken apart, and names that only kernels
//! between the kernels of an atlas had.
//!
//! Each entry is from the kernel's own history, with the commit that introduced the name. A second list has the fields
//! whose values changed their meaning, with the commit that changed it.

use relate::FieldPath;
use release::Series;

/// A name that a field has in a range of series.
#[derive(Debug)]
pub(crate) struct Name {
    /// The members from the struct on.
    pub path: &'static str,
    /// The first series with this name; none if the field had it from the beginning.
    pub since: Option<Series>,
    /// The last series with this name; none if the field still has it, or the table does not say.
    pub until: Option<Series>,
    /// The commit that introduced the name; none for the first name.
    pub commit: Option<Commit>,
    /// True if a pointer is followed on the way.
    pub by_pointer: bool,
}

/// A commit of the kernel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Commit {
    /// The first twelve digits of its id.
    pub id: &'static str,
    /// The first line of its message.
    pub subject: &'static str,
}

impl Commit {
    /// As the kernel's own messages name it: `12cd44023651 ("fs: rename inode i_atime and i_mtime fields")`.
    pub fn words(self) -> String {
        format!("{} (\"{}\")", self.id, self.subject)
    }
}

impl Name {
    /// The path of this name in the struct `root`.
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

/// The three names of the seconds or the nanoseconds of a time of an inode. `first`: the minor version of the series
/// 6.x that introduced the second name.
const fn time(old: &'static str, between: &'static str, new: &'static str, first: u8) -> [Name; 3] {
    let renamed = match first {
        6 => Commit { id: "13bc24457850", subject: "fs: rename i_ctime field to __i_ctime" },
        _ => Commit { id: "12cd44023651", subject: "fs: rename inode i_atime and i_mtime fields" },
    };
    [
        Name { path: old, since: None, until: series(6, first - 1), commit: None, by_pointer: false },
        Name { path: between, since: series(6, first), until: series(6, 10), commit: Some(renamed), by_pointer: false },
        Name { path: new, since: series(6, 11), until: None, commit: Some(SPLIT), by_pointer: false },
    ]
}

const SPLIT: Commit =
    Commit { id: "3aa63a569c64", subject: "fs: switch timespec64 fields in inode to discrete integers" };

const ACCESSED: [Name; 3] = time("i_atime.tv_sec", "__i_atime.tv_sec", "i_atime_sec", 7);
const ACCESSED_NS: [Name; 3] = time("i_atime.tv_nsec", "__i_atime.tv_nsec", "i_atime_nsec", 7);
const MODIFIED: [Name; 3] = time("i_mtime.tv_sec", "__i_mtime.tv_sec", "i_mtime_sec", 7);
const MODIFIED_NS: [Name; 3] = time("i_mtime.tv_nsec", "__i_mtime.tv_nsec", "i_mtime_nsec", 7);
const CHANGED: [Name; 3] = time("i_ctime.tv_sec", "__i_ctime.tv_sec", "i_ctime_sec", 6);
const CHANGED_NS: [Name; 3] = time("i_ctime.tv_nsec", "__i_ctime.tv_nsec", "i_ctime_nsec", 6);

/// The names of a whole time of an inode, until it was split into seconds and nanoseconds.
const fn whole(old: &'static str, between: &'static str, first: u8) -> [Name; 2] {
    let [before, renamed, _] = time(old, between, "", first);
    [before, renamed]
}

const WHOLE_ACCESSED: [Name; 2] = whole("i_atime", "__i_atime", 7);
const WHOLE_MODIFIED: [Name; 2] = whole("i_mtime", "__i_mtime", 7);
const WHOLE_CHANGED: [Name; 2] = whole("i_ctime", "__i_ctime", 6);

/// An old and a new name; `by_pointer`: whether the new name follows a pointer.
const fn pair(old: &'static str, new: &'static str, by_pointer: bool, since: Series, commit: Commit) -> [Name; 2] {
    [
        Name { path: old, since: None, until: None, commit: None, by_pointer: false },
        Name { path: new, since: Some(since), until: None, commit: Some(commit), by_pointer },
    ]
}

const PER_CPU: Commit = Commit { id: "f1a7941243c1", subject: "mm: convert mm's rss stats into percpu_counter" };

const fn resident(old: &'static str, new: &'static str) -> [Name; 2] {
    pair(old, new, false, Series { major: 6, minor: 2 }, PER_CPU)
}

const RESIDENT: [[Name; 2]; 4] = [
    resident("rss_stat.count[0].counter", "rss_stat[0].count"),
    resident("rss_stat.count[1].counter", "rss_stat[1].count"),
    resident("rss_stat.count[2].counter", "rss_stat[2].count"),
    resident("rss_stat.count[3].counter", "rss_stat[3].count"),
];

const DISK_OF_REQUEST: [Name; 2] = pair(
    "rq_disk",
    "q.disk",
    true,
    Series { major: 5, minor: 17 },
    Commit { id: "f3fa33acca9f", subject: "block: remove the ->rq_disk field in struct request" },
);

const DISK_OF_BIO: [Name; 2] = pair(
    "bi_disk",
    "bi_bdev.bd_disk",
    true,
    Series { major: 5, minor: 12 },
    Commit { id: "309dca309fc3", subject: "block: store a block_device pointer in struct bio" },
);

const CLOCK: Commit =
    Commit { id: "4d25ca2d6801", subject: "net: Rename mono_delivery_time to tstamp_type for scalabilty" };

const CLOCK_OF_PACKET: [Name; 2] =
    pair("mono_delivery_time", "tstamp_type", false, Series { major: 6, minor: 11 }, CLOCK);

/// For each field, its struct and its names.
const FIELDS: [(&str, &[Name]); 16] = [
    ("inode", &ACCESSED),
    ("inode", &ACCESSED_NS),
    ("inode", &MODIFIED),
    ("inode", &MODIFIED_NS),
    ("inode", &CHANGED),
    ("inode", &CHANGED_NS),
    ("inode", &WHOLE_ACCESSED),
    ("inode", &WHOLE_MODIFIED),
    ("inode", &WHOLE_CHANGED),
    ("mm_struct", &RESIDENT[0]),
    ("mm_struct", &RESIDENT[1]),
    ("mm_struct", &RESIDENT[2]),
    ("mm_struct", &RESIDENT[3]),
    ("request", &DISK_OF_REQUEST),
    ("bio", &DISK_OF_BIO),
    ("sk_buff", &CLOCK_OF_PACKET),
];

/// A field whose values mean something else from a series on.
struct Meaning {
    root: &'static str,
    /// The member whose value gets another meaning.
    member: &'static str,
    since: Series,
    /// The new meaning, after "From 6.13 ".
    text: &'static str,
    commit: Commit,
}

const MEANINGS: [Meaning; 3] = [
    Meaning {
        root: "mm_struct",
        member: "rss_stat",
        since: Series { major: 6, minor: 2 },
        text: "the count leaves out the pages that each processor has not added yet",
        commit: PER_CPU,
    },
    Meaning {
        root: "inode",
        member: "i_ctime_nsec",
        since: Series { major: 6, minor: 13 },
        text: "bit 31 of i_ctime_nsec may be set and is not part of the time, so mask it with 0x7fffffff",
        commit: Commit { id: "4e40eff0b573", subject: "fs: add infrastructure for multigrain timestamps" },
    },
    Meaning {
        root: "sk_buff",
        member: "tstamp_type",
        since: Series { major: 6, minor: 11 },
        text: "the value is a clock (0 real time, 1 monotonic, 2 TAI), before that only whether it is monotonic",
        commit: CLOCK,
    },
];

/// The sentences about values whose meaning changed, of a field whose forms have these members on the way.
pub(crate) fn meanings(root: &str, members: &[&str]) -> Vec<String> {
    let has = |meaning: &&Meaning| meaning.root == root && members.contains(&meaning.member);
    let sentence = |m: &Meaning| format!("From {} {}: {}.", m.since, m.text, m.commit.words());
    MEANINGS.iter().filter(has).map(sentence).collect()
}

/// All names of the field that has this path as one of its names; empty for fields that are not in the table.
pub(crate) fn names(path: &FieldPath) -> &'static [Name] {
    let is = |name: &Name| name.of(path.root()).is_some_and(|known| known.parts() == path.parts());
    let found = FIELDS.iter().find(|(root, names)| *root == path.root() && names.iter().any(is));
    found.map_or(&[], |(_, names)| names)
}

/// The sentence about a whole time of an inode, of which newer kernels have only the parts. None for other fields.
pub(crate) fn parts_of(path: &FieldPath) -> Option<String> {
    let whole = path.parts();
    let (_, names) = FIELDS.iter().find(|(root, names)| {
        let of = |name: &Name| {
            name.of(root).is_some_and(|known| known.parts().len() > 1 && known.parts().starts_with(whole))
        };
        *root == path.root() && names.iter().any(of) && !names.last().is_some_and(of)
    })?;
    let last = names.last()?;
    let commit = last.commit?.words();
    Some(format!("{} its parts are members of their own, as {}: {commit}.", capital(&last.series()), last.path))
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(chars).collect()
}
