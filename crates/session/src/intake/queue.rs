//! Files on their way in: which one is read, by whom, and what follows. It decides only; the page reads, and reports what came of it.
//!
//! One file is read after the other: a module may come before its kernel, but two unpackings at once would take twice the memory.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use desk::archive::ArchiveView;
use desk::{Amount, FileId, FileInput, Origin, Problem};

use crate::{Effect, Reading, Work};

/// A file as the browser gave it: what is known of it before it is read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BrowserFile {
    /// The page's number for it, by which effects name it.
    pub key: u32,
    /// Its name.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// When it was changed last, in milliseconds since 1970.
    pub modified: u64,
}

/// What came of reading a file.
#[derive(Clone, Debug)]
pub enum Came {
    /// BTF was found in it, or it is a program without.
    Opened(Box<FileInput>),
    /// It has to be unpacked or searched, which takes the worker.
    LongWork,
    /// It is an archive with these entries, one of which is to be chosen.
    Listed(ArchiveView),
    /// It is the log of a verifier or loader, with this text.
    Log(String),
    /// It is a lesson that somebody wrote, with this text.
    Lesson(String),
    /// It is an atlas: its bytes.
    Atlas(Arc<[u8]>),
    /// It could not be opened.
    Failed(Problem),
}

/// What a worker of its own is to do with a file of the browser's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unpack {
    /// What the result is known by.
    pub id: FileId,
    /// The name of the first file.
    pub name: String,
    /// The file, then those that have more of its debug information: by [`BrowserFile::key`].
    pub files: Vec<u32>,
    /// The entry of the first of them, when that is an archive and one was chosen.
    pub entry: Option<u32>,
    /// Its types are made of its debug information.
    pub from_dwarf: bool,
}

/// A file to read, for the first time or again.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    /// What the result is known by.
    pub(crate) id: FileId,
    /// The file, then those that have more of its debug information.
    pub(crate) files: Vec<BrowserFile>,
    /// The entry of the first of them, when that is an archive and one was chosen.
    pub(crate) entry: Option<u32>,
    /// Where it came from.
    pub(crate) origin: Origin,
    /// The open file that the result takes the place of.
    pub(crate) replaces: Option<FileId>,
}

impl Task {
    /// Its name.
    pub(crate) fn name(&self) -> &str {
        self.files.first().map_or("", |file| &file.name)
    }
}

/// A file on its way from the web.
#[derive(Debug)]
struct Loading {
    id: FileId,
    address: String,
    bar: Reading,
}

/// What is done now.
#[derive(Debug, Default)]
enum Now {
    /// Nothing: the next file may be read.
    #[default]
    Idle,
    /// The page reads a file by ranges. That is short, and has no bar.
    Reading(Task),
    /// A worker unpacks or searches a file.
    Unpacking(Task, Reading),
    /// The file is an archive, and the person chooses one of its entries.
    Choosing(Task, ArchiveView),
}

/// Files on their way in.
#[derive(Debug, Default)]
pub(crate) struct Queue {
    now: Now,
    /// Files that wait for their turn.
    waiting: VecDeque<Task>,
    /// Files that came in one drop, not all of which are read.
    together: Vec<FileId>,
    /// A file on its way from the web. It is read after those that wait.
    loading: Option<Loading>,
    /// What files were known by: name, size and time of the last change are as much as a browser says before a file is read.
    known: HashMap<(String, u64, u64), FileId>,
    /// What was read of files with debug information: their types may be made of that, or again with a file beside them.
    sources: Vec<Task>,
}

impl Queue {
    /// Whether the page reads a file: what is shown is about to change. What a worker unpacks has a bar meanwhile, with Cancel.
    pub(crate) fn is_reading(&self) -> bool {
        matches!(self.now, Now::Reading(_))
    }

    /// Whether the next file may be read.
    pub(crate) fn is_idle(&self) -> bool {
        matches!(self.now, Now::Idle)
    }

    /// How far reading is, when it takes long enough to have a bar.
    pub(crate) fn bar(&self) -> Option<&Reading> {
        match &self.now {
            Now::Unpacking(_, bar) => Some(bar),
            Now::Idle | Now::Reading(_) | Now::Choosing(..) => self.loading.as_ref().map(|loading| &loading.bar),
        }
    }

    /// The archive of which an entry is to be chosen.
    pub(crate) fn archive(&self) -> Option<&ArchiveView> {
        if let Now::Choosing(_, archive) = &self.now { Some(archive) } else { None }
    }

    /// Whether the file that has this key may still be read.
    pub(crate) fn needs(&self, key: u32) -> bool {
        let now = match &self.now {
            Now::Idle => None,
            Now::Reading(task) | Now::Unpacking(task, _) | Now::Choosing(task, _) => Some(task),
        };
        let mut tasks = self.waiting.iter().chain(&self.sources).chain(now);
        tasks.any(|task| task.files.iter().any(|file| file.key == key))
    }

    /// Files were dropped or chosen: they wait for their turn. `fresh` gives a new id; `failed` says that a file could not be opened and
    /// still has a problem, by its id: if it comes again it is the same.
    pub(crate) fn give(
        &mut self,
        mut files: Vec<BrowserFile>,
        fresh: impl Fn() -> FileId,
        failed: impl Fn(FileId) -> bool,
    ) {
        let several = files.len() > 1;
        // What has debug information of another file comes behind it.
        files.sort_by_key(|file| [".dwo", ".dwp"].iter().any(|end| file.name.ends_with(end)));
        for file in files {
            let key = (file.name.clone(), file.size, file.modified);
            let id = self.known.get(&key).copied().filter(|&id| failed(id)).unwrap_or_else(&fresh);
            self.known.insert(key, id);
            self.together.extend(several.then_some(id));
            self.wait(id, file, Origin::Dropped);
        }
    }

    fn wait(&mut self, id: FileId, file: BrowserFile, origin: Origin) {
        self.waiting.push_back(Task { id, files: vec![file], entry: None, origin, replaces: None });
    }

    /// A file is to be loaded from the web, in the place of another one that is on its way.
    pub(crate) fn load(&mut self, id: FileId, address: String) -> Effect {
        let (name, what) = (model::address::file_name(&address), loading_words(&address));
        let bar = Reading { work: Work::File(id), name, what, amount: Amount::default() };
        self.loading = Some(Loading { id, address: address.clone(), bar });
        Effect::LoadUrl(id, address)
    }

    /// A file came from the web.
    pub(crate) fn loaded(&mut self, id: FileId, file: BrowserFile) {
        if let Some(loading) = self.loading.take_if(|loading| loading.id == id) {
            self.wait(id, file, Origin::Address(loading.address));
        }
    }

    /// A file does not come from the web.
    pub(crate) fn not_loaded(&mut self, id: FileId) {
        self.loading.take_if(|loading| loading.id == id);
    }

    /// How far a file is. `what`: what is done, if that changed.
    pub(crate) fn progress(&mut self, id: FileId, what: Option<String>, amount: Amount) {
        let bar = match &mut self.now {
            Now::Unpacking(task, bar) if task.id == id => Some(bar),
            _ => self.loading.as_mut().filter(|loading| loading.id == id).map(|loading| &mut loading.bar),
        };
        if let Some(bar) = bar {
            *bar = Reading { what: what.unwrap_or_else(|| bar.what.clone()), amount, ..bar.clone() };
        }
    }

    /// The next file, when none is being read. `wanted_by` says which file makes its types again with a file of this name, and whether it is
    /// open; `fresh` gives a new id.
    pub(crate) fn next(
        &mut self,
        wanted_by: impl Fn(&str) -> Option<(FileId, bool)>,
        fresh: impl Fn() -> FileId,
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
        // With all those that wait and belong to it, too.
        let of = again.id;
        let (beside, others) = self.waiting.drain(..).partition(|w| wanted_by(w.name()).is_some_and(|by| by.0 == of));
        self.waiting = others;
        let beside: VecDeque<Task> = beside;
        again.files.extend([task].into_iter().chain(beside).flat_map(|task| task.files));
        // What could not be opened keeps its id; an open file gives its place to the result.
        if open {
            again = Task { id: fresh(), origin: Origin::Dropped, replaces: Some(of), ..again };
        }
        Some(self.unpack(again, true))
    }

    /// Files that came in one drop, once all of them are read.
    pub(crate) fn all_read(&mut self) -> Vec<FileId> {
        let done = self.is_idle() && self.waiting.is_empty();
        if done { std::mem::take(&mut self.together) } else { vec![] }
    }

    fn unpack(&mut self, task: Task, from_dwarf: bool) -> Effect {
        let (id, name) = (task.id, task.name().to_owned());
        let files = task.files.iter().map(|file| file.key).collect();
        let unpack = Unpack { id, name: name.clone(), files, entry: task.entry, from_dwarf };
        let bar = Reading { work: Work::File(id), name, what: "starting".to_owned(), amount: Amount::default() };
        self.now = Now::Unpacking(task, bar);
        Effect::Unpack(unpack)
    }

    /// The file that was read, when it is the one that this is about: what is said of another one came too late. And whether a worker read
    /// it.
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

    /// A file turned out to take the worker.
    pub(crate) fn needs_worker(&mut self, id: FileId) -> Option<Effect> {
        let (task, _) = self.end(id)?;
        Some(self.unpack(task, false))
    }

    /// A file is an archive: one of its entries is to be chosen.
    pub(crate) fn choose(&mut self, task: Task, archive: ArchiveView) {
        self.now = Now::Choosing(task, archive);
    }

    /// An entry of the archive was chosen.
    pub(crate) fn chosen(&mut self, entry: u32) -> Option<Effect> {
        let task = self.close_archive()?;
        Some(self.unpack(Task { entry: Some(entry), ..task }, false))
    }

    /// No entry of the archive is chosen.
    pub(crate) fn close_archive(&mut self) -> Option<Task> {
        match std::mem::take(&mut self.now) {
            Now::Choosing(task, _) => Some(task),
            other => {
                self.now = other;
                None
            }
        }
    }

    /// Gives up what has the bar: its name, and what the page ends.
    pub(crate) fn cancel(&mut self) -> Option<(String, Effect)> {
        match std::mem::take(&mut self.now) {
            Now::Unpacking(task, _) => Some((task.name().to_owned(), Effect::EndUnpacking)),
            other => {
                self.now = other;
                self.loading.take().map(|loading| (loading.bar.name, Effect::EndLoading))
            }
        }
    }

    /// Makes types of a file's debug information, beside those of its BTF. None when the browser's file is not there any more.
    pub(crate) fn make_from_dwarf(&mut self, of: FileId, fresh: FileId) -> Option<Effect> {
        let source = self.sources.iter().find(|source| source.id == of)?.clone();
        Some(self.unpack(Task { id: fresh, origin: Origin::Dropped, replaces: None, ..source }, true))
    }

    /// What was read is of use again: it has debug information.
    pub(crate) fn keep_source(&mut self, task: Task) {
        self.sources.retain(|source| source.id != task.id);
        self.sources.push(Task { replaces: None, ..task });
    }

    /// What was read is open already, as another file.
    pub(crate) fn is_open_as(&mut self, read: FileId, open: FileId) {
        let is_known = self.sources.iter().any(|source| source.id == open);
        match self.sources.iter_mut().find(|source| source.id == read) {
            Some(source) if !is_known => source.id = open,
            _ => {}
        }
    }

    /// Forgets what nobody can ask for any more: `is_there` says which files are open, wait for their kernel or have a problem.
    pub(crate) fn forget_sources(&mut self, is_there: impl Fn(FileId) -> bool) {
        self.sources.retain(|source| is_there(source.id));
    }
}

fn loading_words(address: &str) -> String {
    format!("loading from {}", model::address::host(address))
}
