//! The queue of files to read: which file is next, and whether the page or a worker reads it. An effect asks the page
//! to read a file, and a message brings the result.
//!
//! Files are read one after the other: two unpackings at once would need twice the memory.

use std::collections::{HashMap, VecDeque};

use desk::archive::ArchiveView;
use desk::{Amount, FileId, Origin};

use crate::incoming::{Reading, Work};
use crate::msg::{BrowserFile, Effect, TypesFrom, Unpack};

/// A file to read, for the first time or again.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    /// The id of the resulting file.
    pub(crate) id: FileId,
    /// The file, and after it other files with more of its debug information.
    pub(crate) files: Vec<BrowserFile>,
    /// The index of the chosen entry, if the first file is an archive.
    pub(crate) entry: Option<u32>,
    /// Where the file came from.
    pub(crate) origin: Origin,
    /// The open file that the result replaces.
    pub(crate) replaces: Option<FileId>,
}

impl Task {
    /// The name of its first file.
    pub(crate) fn name(&self) -> &str {
        self.files.first().map_or("", |file| &file.name)
    }
}

/// A file that is being loaded from the web.
#[derive(Debug)]
struct Loading {
    id: FileId,
    address: String,
    bar: Reading,
}

/// The work that runs now.
#[derive(Debug, Default)]
enum Now {
    /// No work is running: the next file may be read.
    #[default]
    Idle,
    /// The page reads a file by ranges. This is short and has no bar.
    Reading(Task),
    /// A worker unpacks or searches a file.
    Unpacking(Task, Reading),
    /// The person must choose an entry of an archive.
    Choosing(Task, ArchiveView),
}

/// The queue of files to read.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    now: Now,
    /// Files to read, in order.
    waiting: VecDeque<Task>,
    /// The ids of files that were dropped together with others. Cleared when no file is left to read.
    together: Vec<FileId>,
    /// A file that is being loaded from the web. When it has come, it joins the queue.
    loading: Option<Loading>,
    /// The ids of files that were given before, by name, size and time of change. A browser says no more about a file
    /// before it is read.
    known: HashMap<(String, u64, u64), FileId>,
    /// The ids of files that were loaded from the web before, by their addresses.
    known_addresses: HashMap<String, FileId>,
    /// Files that may be read again. A file with debug information is read again to make types from it, alone or
    /// together with another file; a kernel header is read again for another machine.
    sources: Vec<Task>,
}

impl Queue {
    /// Whether the page is reading a file itself, so that the view will change in a moment. Unpacking in a worker does
    /// not count.
    pub(crate) fn is_reading(&self) -> bool {
        matches!(self.now, Now::Reading(_))
    }

    /// Whether the next file may be read.
    pub(crate) fn is_idle(&self) -> bool {
        matches!(self.now, Now::Idle)
    }

    /// The bar of unpacking or loading.
    pub(crate) fn bar(&self) -> Option<&Reading> {
        match &self.now {
            Now::Unpacking(_, bar) => Some(bar),
            Now::Idle | Now::Reading(_) | Now::Choosing(..) => self.loading.as_ref().map(|loading| &loading.bar),
        }
    }

    /// The archive of which the person must choose an entry.
    pub(crate) fn archive(&self) -> Option<&ArchiveView> {
        if let Now::Choosing(_, archive) = &self.now { Some(archive) } else { None }
    }

    /// Whether the browser's file with this key may still be read.
    pub(crate) fn needs(&self, key: u32) -> bool {
        let now = match &self.now {
            Now::Idle => None,
            Now::Reading(task) | Now::Unpacking(task, _) | Now::Choosing(task, _) => Some(task),
        };
        let mut tasks = self.waiting.iter().chain(&self.sources).chain(now);
        tasks.any(|task| task.files.iter().any(|file| file.key == key))
    }

    /// Adds files that were dropped or chosen. `new_id` gives a new id. `failed(id)`: whether the file with this id
    /// failed to open and its problem is still shown; such a file keeps its id when it is given again.
    pub(crate) fn enqueue_all(
        &mut self,
        mut files: Vec<BrowserFile>,
        new_id: impl Fn() -> FileId,
        failed: impl Fn(FileId) -> bool,
    ) {
        let several = files.len() > 1;
        // Files with debug information for another file come after that file.
        files.sort_by_key(|file| [".dwo", ".dwp"].iter().any(|end| file.name.ends_with(end)));
        for file in files {
            let key = (file.name.clone(), file.size, file.modified);
            let id = self.known.get(&key).copied().filter(|&id| failed(id)).unwrap_or_else(&new_id);
            self.known.insert(key, id);
            self.together.extend(several.then_some(id));
            self.enqueue(id, file, Origin::Dropped);
        }
    }

    fn enqueue(&mut self, id: FileId, file: BrowserFile, origin: Origin) {
        self.waiting.push_back(Task { id, files: vec![file], entry: None, origin, replaces: None });
    }

    /// The id under which the file at this address was loaded last.
    pub(crate) fn loaded_before(&self, address: &str) -> Option<FileId> {
        self.known_addresses.get(address).copied()
    }

    /// Whether a file was dropped together with others; false once no file is left to read.
    pub(crate) fn is_together(&self, id: FileId) -> bool {
        self.together.contains(&id)
    }

    /// Starts to load a file from the web; replaces one that is being loaded.
    pub(crate) fn load(&mut self, id: FileId, address: String) -> Effect {
        self.known_addresses.insert(address.clone(), id);
        let (name, what) = (model::address::file_name(&address), loading_words(&address));
        let bar = Reading { work: Work::File(id), name, what, amount: Amount::default() };
        self.loading = Some(Loading { id, address: address.clone(), bar });
        Effect::LoadUrl(id, address)
    }

    /// A file was loaded from the web: adds it to the queue.
    pub(crate) fn loaded(&mut self, id: FileId, file: BrowserFile) {
        if let Some(loading) = self.loading.take_if(|loading| loading.id == id) {
            self.enqueue(id, file, Origin::Address(loading.address));
        }
    }

    /// A file could not be opened. Returns whether it is the file that was being loaded from the web.
    pub(crate) fn loading_failed(&mut self, id: FileId) -> bool {
        self.loading.take_if(|loading| loading.id == id).is_some()
    }

    /// Updates the bar of a file. `what`: the current step, if it changed.
    pub(crate) fn progress(&mut self, id: FileId, what: Option<String>, amount: Amount) {
        let bar = match &mut self.now {
            Now::Unpacking(task, bar) if task.id == id => Some(bar),
            _ => self.loading.as_mut().filter(|loading| loading.id == id).map(|loading| &mut loading.bar),
        };
        if let Some(bar) = bar {
            *bar = Reading { what: what.unwrap_or_else(|| bar.what.clone()), amount, ..bar.clone() };
        }
    }

    /// Starts to read the next file, if none is being read. `wanted_by` finds, for the name of a file, the file whose
    /// debug information needs it, and says whether that file is open. `new_id` gives a new id.
    pub(crate) fn next(
        &mut self,
        wanted_by: impl Fn(&str) -> Option<(FileId, bool)>,
        new_id: impl Fn() -> FileId,
    ) -> Option<Effect> {
        if !self.is_idle() {
            return None;
        }
        let task = self.waiting.pop_front()?;
        let wanted = wanted_by(task.name());
        let source = wanted.and_then(|(id, open)| Some((self.sources.iter().find(|s| s.id == id)?.clone(), open)));
        let Some((mut again, open)) = source else {
            let read = task.files.first().map(|file| Effect::Read(task.id, file.key));
            self.now = Now::Reading(task);
            return read;
        };
        // Take all waiting files with debug information for the same file.
        let of = again.id;
        let (beside, others) = self.waiting.drain(..).partition(|w| wanted_by(w.name()).is_some_and(|by| by.0 == of));
        self.waiting = others;
        let beside: VecDeque<Task> = beside;
        again.files.extend([task].into_iter().chain(beside).flat_map(|task| task.files));
        // If the file failed to open, it keeps its id. If it is open, the result is a new file that replaces it.
        if open {
            again = Task { id: new_id(), origin: Origin::Dropped, replaces: Some(of), ..again };
        }
        Some(self.unpack(again, TypesFrom::DebugInfo))
    }

    /// The ids of the files that came in drops of several files, returned once when no file is left to read; empty
    /// before.
    pub(crate) fn all_read(&mut self) -> Vec<FileId> {
        let done = self.is_idle() && self.waiting.is_empty();
        if done { std::mem::take(&mut self.together) } else { vec![] }
    }

    fn unpack(&mut self, task: Task, types: TypesFrom) -> Effect {
        let (id, name) = (task.id, task.name().to_owned());
        let files = task.files.iter().map(|file| file.key).collect();
        let unpack = Unpack { id, name: name.clone(), files, entry: task.entry, types };
        let bar = Reading { work: Work::File(id), name, what: "starting".to_owned(), amount: Amount::default() };
        self.now = Now::Unpacking(task, bar);
        Effect::Unpack(unpack)
    }

    /// Ends the current work if it is about this file. Returns its task, and whether a worker read the file. None if
    /// the work is about another file: the result for this one comes too late.
    pub(crate) fn end(&mut self, id: FileId) -> Option<(Task, bool)> {
        match std::mem::take(&mut self.now) {
            Now::Reading(task) if task.id == id => Some((task, false)),
            Now::Unpacking(task, _) if task.id == id => Some((task, true)),
            other => {
                self.now = other;
                None
            }
        }
    }

    /// Starts the worker for a file that turned out to need it.
    pub(crate) fn needs_worker(&mut self, id: FileId) -> Option<Effect> {
        let (task, _) = self.end(id)?;
        Some(self.unpack(task, TypesFrom::File))
    }

    /// A file is an archive: waits for the person to choose an entry.
    pub(crate) fn choose(&mut self, task: Task, archive: ArchiveView) {
        self.now = Now::Choosing(task, archive);
    }

    /// Unpacks the entry that the person chose.
    pub(crate) fn chosen(&mut self, entry: u32) -> Option<Effect> {
        let task = self.close_archive()?;
        Some(self.unpack(Task { entry: Some(entry), ..task }, TypesFrom::File))
    }

    /// Ends the choice of an entry. Returns the archive's task.
    pub(crate) fn close_archive(&mut self) -> Option<Task> {
        match std::mem::take(&mut self.now) {
            Now::Choosing(task, _) => Some(task),
            other => {
                self.now = other;
                None
            }
        }
    }

    /// Cancels the work whose bar is shown. Returns the file's name and the effect that ends the work.
    pub(crate) fn cancel(&mut self) -> Option<(String, Effect)> {
        match std::mem::take(&mut self.now) {
            Now::Unpacking(task, _) => Some((task.name().to_owned(), Effect::EndUnpacking)),
            other => {
                self.now = other;
                self.loading.take().map(|loading| (loading.bar.name, Effect::EndLoading))
            }
        }
    }

    /// Starts to make another file from this file's debug information. None if the browser no longer has the file.
    pub(crate) fn make_from_dwarf(&mut self, of: FileId, new_id: FileId) -> Option<Effect> {
        let source = self.sources.iter().find(|source| source.id == of)?.clone();
        let task = Task { id: new_id, origin: Origin::Dropped, replaces: None, ..source };
        Some(self.unpack(task, TypesFrom::DebugInfo))
    }

    /// Starts to read a kernel header again, for this machine; the result replaces the file. None if the browser no
    /// longer has the file.
    pub(crate) fn make_for_machine(&mut self, of: FileId, machine: String, new_id: FileId) -> Option<Effect> {
        let source = self.sources.iter().find(|source| source.id == of)?.clone();
        let task = Task { id: new_id, replaces: Some(of), ..source };
        Some(self.unpack(task, TypesFrom::Header(machine)))
    }

    /// Keeps the task of a file that may be read again: the file has debug information, is a kernel header, or failed
    /// to open because another file was missing.
    pub(crate) fn keep_source(&mut self, task: Task) {
        self.sources.retain(|source| source.id != task.id);
        self.sources.push(Task { replaces: None, ..task });
    }

    /// Gives the kept task of `read` the id `open`, because the bytes that were read are the same as in the open file
    /// `open`. Does nothing if `open` has a kept task already.
    pub(crate) fn move_source(&mut self, read: FileId, open: FileId) {
        let is_known = self.sources.iter().any(|source| source.id == open);
        match self.sources.iter_mut().find(|source| source.id == read) {
            Some(source) if !is_known => source.id = open,
            _ => {}
        }
    }

    /// Drops the tasks of files that are gone. `is_there`: the file is open, waits for its kernel or has a problem.
    pub(crate) fn forget_sources(&mut self, is_there: impl Fn(FileId) -> bool) {
        self.sources.retain(|source| is_there(source.id));
    }
}

fn loading_words(address: &str) -> String {
    format!("loading from {}", model::address::host(address))
}
