//! The state of a build that may be interrupted: `X.atlas.part` has the kernels so far, `X.atlas.part.tsv` lists the
//! files that they came from.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, UNIX_EPOCH};

use atlas::{Atlas, Draft, Seeking};

use crate::fail::{Failure, say};
use crate::files::{AsText, Target, own, save};

/// The state of a build, written from time to time.
pub struct Part {
    atlas: PathBuf,
    list: PathBuf,
    /// The first line of the list: identifies all that the result depends on besides the files.
    head: String,
    /// The lines of the files whose kernels are in the draft.
    done: BTreeSet<String>,
    /// The least time between two writings. If it is zero, the part is written after each file.
    every: Duration,
    last: Instant,
    /// How long the last writing took.
    took: Duration,
}

impl Part {
    /// Finds the part that an interrupted build of `to` left, and puts its kernels into the draft, which is empty
    /// before. `head` identifies all that the result depends on besides the files; a part with another `head` is not
    /// used.
    pub fn find(to: &Path, head: &str, every: Duration, draft: &mut Draft) -> Part {
        let beside = |end: &str| {
            let mut name = OsString::from(to);
            name.push(end);
            PathBuf::from(name)
        };
        let mut part = Part {
            atlas: beside(".part"),
            list: beside(".part.tsv"),
            head: head.to_owned(),
            done: BTreeSet::new(),
            every,
            last: Instant::now(),
            took: Duration::ZERO,
        };
        let Ok(list) = fs::read_to_string(&part.list) else { return part };
        let mut lines = list.lines();
        if lines.next() != Some(head) {
            say(&format!("{}: made with another table or version, so it is not used", part.list.as_text()));
            return part;
        }
        match part.read(draft) {
            Ok(()) => part.done = lines.map(str::to_owned).collect(),
            // The part cannot be used: everything is built anew.
            Err(e) => say(&format!("{}: {e}, so it is not used", part.atlas.as_text())),
        }
        part
    }

    fn read(&self, draft: &mut Draft) -> Result<(), String> {
        let ranges = Seeking::new(own(&self.atlas).map_err(|e| e.to_string())?).map_err(|e| e.to_string())?;
        let mut merged = Draft::new();
        merged.merge(&Atlas::open(ranges).map_err(|e| e.to_string())?).map_err(|e| e.to_string())?;
        *draft = merged;
        Ok(())
    }

    /// Whether a file was read before, and has not changed since.
    pub fn has(&self, path: &Path) -> bool {
        line(path).is_ok_and(|line| self.done.contains(&line))
    }

    /// Notes that a file is in the draft, and writes the draft and the list when it is time.
    ///
    /// # Errors
    /// When the draft or the list cannot be written.
    pub fn note(&mut self, path: &Path, draft: &Draft) -> Result<(), Failure> {
        self.done.extend(line(path).ok());
        // At most a tenth of the time is spent on writing, unless `every` is zero.
        if !self.every.is_zero() && self.last.elapsed() < self.every.max(self.took * 10) {
            return Ok(());
        }
        let since = Instant::now();
        let bytes = draft.write().map_err(|e| self.atlas.bad(e))?;
        // The draft is written before the list: if the list then lacks a file of the draft, the next build merely reads
        // that file again.
        save(&Target::from(self.atlas.clone().into_os_string()), &bytes)?;
        let lines: String = self.done.iter().map(|line| format!("{line}\n")).collect();
        save(&Target::from(self.list.clone().into_os_string()), format!("{}\n{lines}", self.head).as_bytes())?;
        (self.last, self.took) = (Instant::now(), since.elapsed());
        Ok(())
    }

    /// Removes the part, after the atlas was written.
    pub fn remove(self) {
        fs::remove_file(&self.list).ok();
        fs::remove_file(&self.atlas).ok();
    }
}

/// The line of a file in the list: its path, its size in bytes, and when it was changed, in nanoseconds since 1970.
fn line(path: &Path) -> io::Result<String> {
    let about = fs::metadata(path)?;
    let changed = about.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
    let path = std::path::absolute(path)?;
    Ok(format!("{}\t{}\t{changed}", path.as_text().replace(['\t', '\n'], " "), about.len()))
}
