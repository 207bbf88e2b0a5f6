//! Opening, printing and saving files, modules that wait for their kernel, and problems. [`queue`] decides which file
//! is read next.

mod bars;
mod queue;

use desk::{Amount, Digest, FileId, FileInput, Lane, Origin, Print, Printed, Problem, SaveChanges, THIS_LINK, Topic};
use model::address;
use model::address::{Address, Source};
use model::from_dwarf::is_missing;
use model::kind::FileKind;
use model::print::DumpFormat;

use self::bars::Bars;
use self::queue::{Queue, Task};
use crate::Session;
use crate::feature::Feature;
use crate::file::OpenFile;
use crate::incoming::{Reading, Waiting, Work};
use crate::msg::{
    AtlasMsg, BrowserHistory, Effect, FilesMsg, FitsMsg, LearnMsg, LinkMsg, LogMsg, Msg, OfferedFile, Overlay,
    ReadResult, Wanted,
};
use crate::out::Out;
use crate::receive::Receives;
use crate::seen::Seen;

/// The text for a file that must be read again, but whose bytes the browser no longer has.
pub const NOT_THERE: &str = "The file is no longer available: open it again";

/// The work of printing a file, or the differences of two files, for its bar.
const PRINT: Work = Work::Desk(Lane { topic: Topic::Print, file: None, part: None });

/// Files being read, waiting modules, and problems.
#[derive(Debug, Default)]
pub(crate) struct Intake {
    /// Modules whose kernel is not open.
    pub(crate) waiting: Vec<Waiting>,
    /// Problems that the person has not dismissed.
    pub(crate) problems: Vec<Problem>,
    /// Files that the server of the page offers, such as the files given to `btfscope view`.
    pub(crate) offered: Vec<OfferedFile>,
    /// Files on their way in.
    pub(crate) queue: Queue,
    /// The bars of the desk's work.
    pub(crate) bars: Bars,
}

impl Intake {
    /// The bar of the long work that runs, if any.
    pub(crate) fn reading(&self) -> Option<&Reading> {
        self.bars.silence().or(self.queue.bar()).or(self.bars.work())
    }

    /// Handles the result of reading a file.
    fn read(&mut self, task: Task, came: ReadResult, seen: &Seen) -> Vec<Out> {
        let (id, name) = (task.id, task.name().to_owned());
        if !matches!(came, ReadResult::Failed(_) | ReadResult::LongWork) {
            // A person who repairs a file drops it again under the same name, so the problems under this name are
            // dropped. If only an entry of an archive opened, they stay: the archive itself may be damaged.
            let again = task.origin == Origin::Dropped && task.entry.is_none();
            self.came(Some(id), if again { &name } else { "" }, seen);
        }
        match came {
            ReadResult::Opened(mut input) => {
                (input.id, input.origin) = (Some(id), task.origin.clone());
                let replaced = task.replaces.map(Out::Close);
                if input.has_dwarf
                    || input.from_c.is_some()
                    || input.from_dwarf.as_ref().is_some_and(|made| !made.missing.is_empty())
                {
                    self.queue.keep_source(task);
                }
                replaced.into_iter().chain([self.opened(input, seen)]).collect()
            }
            ReadResult::Failed(problem) => {
                // The file may open later, together with a file that is missing now.
                if !problem.wants.is_empty() {
                    self.queue.keep_source(task);
                }
                // Waiting links are not told: the person gave this file, and the alert for the link's file stays.
                self.add_problem(problem.about(id));
                vec![]
            }
            ReadResult::Listed(mut archive) => {
                // If the archive itself is damaged, the problem stays when one of its entries opens.
                if let Some(damage) = archive.damage.take() {
                    self.add_problem(*damage);
                }
                self.queue.choose(task, archive);
                vec![]
            }
            ReadResult::Log(text) => vec![Msg::Log(LogMsg::Text(text)).into()],
            ReadResult::Lesson(text) => vec![Msg::Learn(LearnMsg::Text(name, text)).into()],
            ReadResult::Atlas(bytes) => vec![Msg::Atlas(AtlasMsg::Dropped(id, name, bytes)).into()],
            ReadResult::LongWork => vec![],
        }
    }

    /// Opens a file and drops the problems of earlier attempts.
    fn opened(&mut self, input: Box<FileInput>, seen: &Seen) -> Out {
        // An earlier problem may say that no atlas has this kernel, or that this sample could not be loaded.
        self.came(input.id, input.origin.atlas().or(input.origin.sample()).unwrap_or_default(), seen);
        if matches!(input.origin, Origin::Dropped | Origin::Address(_) | Origin::Sample(_)) {
            // The person has opened another file, so the problem of a link that could not be read is dropped.
            self.settled(THIS_LINK);
        }
        Out::Open(input)
    }

    /// Drops the problems of earlier attempts to read a file. These are the problems with its id and, unless `name` is
    /// empty, the problems with this name that are not of an open file: those of an older version of the file, say.
    /// Files that were dropped together keep their problems while files are left to read, because several of them may
    /// have the same name.
    fn came(&mut self, id: Option<FileId>, name: &str, seen: &Seen) {
        let queue = &self.queue;
        let is_older = |of: FileId| seen.file_of(of).is_none() && !queue.is_together(of);
        self.problems.retain(|p| {
            let is_named = !name.is_empty() && p.file == name;
            (p.of.is_none() || p.of != id) && !(is_named && p.of.is_none_or(is_older))
        });
    }

    /// Drops the problems that have this name and no file id: of a link, a lesson, an atlas, or work on an open file.
    pub(crate) fn settled(&mut self, name: &str) {
        self.problems.retain(|p| p.of.is_some() || p.file != name);
    }

    /// Reads a file again. `start` gives the effect that reads it; none if the browser no longer has the file.
    fn read_again(&mut self, start: impl FnOnce(&mut Queue) -> Option<Effect>) -> Out {
        let said = |said: &str| Msg::Notice(said.to_owned()).into();
        if !self.queue.is_idle() {
            return said("Another file is being read");
        }
        start(&mut self.queue).map_or_else(|| said(NOT_THERE), Out::from)
    }

    /// Adds a module that waits for its kernel; modules with the same name and bytes are listed once.
    pub(crate) fn add_waiting(&mut self, waiting: Waiting) -> Vec<Out> {
        let (name, btf) = (&waiting.input.name, &waiting.input.btf);
        self.waiting.retain(|w| w.input.name != *name || w.input.btf != *btf);
        let said = format!("{name} needs its kernel");
        self.waiting.push(waiting);
        vec![Msg::Notice(said).into()]
    }

    /// Drops the problems of a closed file, and those of work on it.
    pub(crate) fn closed(&mut self, id: FileId, name: &str) {
        self.problems.retain(|problem| problem.of != Some(id));
        self.settled(name);
    }

    /// Shows why a file could not be opened. If a link waits for the file, the person is then asked for it. But no link
    /// is told about a file that was being loaded from the web, because the person had clicked to load it.
    fn failed(&mut self, problem: Problem) -> Vec<Out> {
        let was_loading = problem.of.is_some_and(|id| self.queue.loading_failed(id));
        let name = problem.file.clone();
        self.add_problem(problem);
        if was_loading { vec![] } else { vec![LinkMsg::Failed(name).into()] }
    }

    fn add_problem(&mut self, problem: Problem) {
        // A new problem of a file replaces the previous problem of this file. Among problems without a file id, the
        // name counts.
        self.problems.retain(|p| p.of != problem.of || p.of.is_none() && p.file != problem.file);
        self.problems.push(problem);
    }

    fn cancel(&mut self) -> Vec<Out> {
        if let Some(restart) = self.bars.restart() {
            return vec![restart.into()];
        }
        match self.queue.cancel() {
            Some((name, end)) => vec![Msg::Notice(format!("{name} was not opened")).into(), end.into()],
            None => self.bars.cancel(),
        }
    }

    /// Starts to load a file from the web.
    fn load_url(&mut self, address: String, seen: &Seen) -> Vec<Out> {
        // Drop the problem of an earlier attempt, unless the file of that attempt is open. This attempt has a new id.
        let before = self.queue.loaded_before(&address).filter(|&id| seen.file_of(id).is_none());
        self.problems.retain(|p| p.of.is_none() || p.of != before);
        vec![Out::Overlay(Overlay::None), self.queue.load(seen.new_file_id(), address).into()]
    }

    /// Asks the desk to print a whole file, which will be saved.
    fn print(&mut self, id: FileId, format: DumpFormat, seen: &Seen) -> Vec<Out> {
        let Some(file) = seen.file_of(id) else { return vec![] };
        let (name, save_as) = (file.name.clone(), format.file_name(&file.name));
        let what = format!("printing the {}", format.title());
        self.bars.begin(Reading { work: PRINT, name, what, amount: Amount::default() });
        vec![Out::ask(Print { file: id, format, save_as })]
    }

    /// Saves the file that the desk printed.
    pub(crate) fn printed(&mut self, printed: Printed) -> Vec<Out> {
        if let Some(bar) = self.bars.end(PRINT) {
            self.settled(&bar.name);
        }
        let said = Msg::Notice(format!("Saved {}", printed.save_as));
        vec![said.into(), Effect::Save(printed.save_as, printed.text).into()]
    }

    /// Shows why the desk could not print a file.
    pub(crate) fn print_failed(&mut self, problem: Problem) {
        let name = self.bars.end(PRINT).map(|reading| reading.name).unwrap_or_default();
        self.add_problem(Problem { file: name, ..problem });
    }
}

impl Feature for Intake {
    type Msg = FilesMsg;
    type Reads<'a> = &'a Seen;

    fn update(&mut self, msg: FilesMsg, seen: &Seen) -> Vec<Out> {
        match msg {
            FilesMsg::Given(files) => {
                let failed = |id| seen.file_of(id).is_none() && self.problems.iter().any(|p| p.of == Some(id));
                self.queue.enqueue_all(files, || seen.new_file_id(), failed);
            }
            FilesMsg::Read(id, ReadResult::LongWork) => {
                return self.queue.needs_worker(id).map(Out::from).into_iter().collect();
            }
            FilesMsg::Read(id, came) => {
                // A result that comes after Cancel is dropped.
                let Some((task, by_worker)) = self.queue.end(id) else { return vec![] };
                // Ending the worker gives its memory back.
                let end = by_worker.then(|| Effect::EndUnpacking.into());
                return end.into_iter().chain(self.read(task, came, seen)).collect();
            }
            FilesMsg::Progress(id, what, amount) => self.queue.progress(id, what, amount),
            FilesMsg::Loaded(id, file) => self.queue.loaded(id, file),
            FilesMsg::Opened(input) => return vec![self.opened(input, seen)],
            FilesMsg::Failed(problem) => return self.failed(problem),
            FilesMsg::Problem(problem) => self.add_problem(problem),
            FilesMsg::Settled(name) => self.settled(&name),
            FilesMsg::Dismiss(i) => {
                if i < self.problems.len() {
                    self.problems.remove(i);
                }
            }
            FilesMsg::DropWaiting(i) => {
                if i < self.waiting.len() {
                    self.waiting.remove(i);
                }
            }
            FilesMsg::Digest(id, digest) => return vec![Out::Digest(id, digest)],
            FilesMsg::AskDigest(id) => return vec![Out::ask(Digest { file: id })],
            FilesMsg::Switch(id) if seen.file_of(id).is_some() && seen.current() != Some(id) => {
                // The notice was about another file.
                let said = Msg::Notice(String::new()).into();
                return vec![said, Out::MakeCurrent(id), Out::Address(BrowserHistory::Push)];
            }
            FilesMsg::Switch(_) => {}
            FilesMsg::Close(id) => return vec![Out::Close(id)],
            FilesMsg::Print(id, format) => return self.print(id, format, seen),
            FilesMsg::FromDwarf(id) => {
                return vec![self.read_again(|queue| queue.make_from_dwarf(id, seen.new_file_id()))];
            }
            FilesMsg::Machine(id, machine) => {
                return vec![self.read_again(|queue| queue.make_for_machine(id, machine, seen.new_file_id()))];
            }
            FilesMsg::LoadSample(name) => return vec![Effect::LoadSample(name).into()],
            FilesMsg::AskUrl(address) => {
                let files = vec![(address::Role::Main, Source::Url(address))];
                let address = Address { files, view: seen.view(), ..Address::default() };
                return vec![LinkMsg::Want(Box::new(Wanted { address, other: None, reading: false })).into()];
            }
            FilesMsg::LoadUrl(address) => return self.load_url(address, seen),
            FilesMsg::Reading(bar) => self.bars.begin(bar),
            FilesMsg::CancelReading => return self.cancel(),
            FilesMsg::ChooseEntry(index) => return self.queue.chosen(index).map(Out::from).into_iter().collect(),
            FilesMsg::CloseArchive => drop(self.queue.close_archive()),
            FilesMsg::Offered(files, alone) => {
                self.offered = files;
                return alone.then_some(Out::Overlay(Overlay::Offered)).into_iter().collect();
            }
            FilesMsg::ChooseOffered(index) if index < self.offered.len() => {
                return vec![Out::Overlay(Overlay::None), Effect::LoadOffered(index).into()];
            }
            FilesMsg::ChooseOffered(_) => {}
        }
        vec![]
    }

    /// Starts to read the next file, if none is being read. After the last file of a drop of several files, shows the
    /// dropped program.
    fn reconcile(&mut self, seen: &Seen) -> Vec<Out> {
        let has_problem = |id| self.problems.iter().any(|p| p.of == Some(id));
        let waits = |id| self.waiting.iter().any(|w| w.input.id == Some(id));
        self.queue.forget_sources(|id| seen.file_of(id).is_some() || has_problem(id) || waits(id));
        let together = self.queue.all_read();
        if !together.is_empty() {
            return show_dropped_program(&together, seen);
        }
        let wanted_by = |name: &str| needs_debug_file(name, seen.files(), &self.problems);
        self.queue.next(wanted_by, || seen.new_file_id()).map(Out::from).into_iter().collect()
    }
}

/// Finds the file whose debug information needs a file with this name (a `.dwo`, say). The second value is true if the
/// found file is open and its types were made from DWARF; false if it was refused because parts were missing.
fn needs_debug_file(name: &str, files: &[OpenFile], problems: &[Problem]) -> Option<(FileId, bool)> {
    let opened = files.iter().find(|file| {
        let made = file.from_dwarf.as_ref().filter(|_| file.given_name != name);
        made.is_some_and(|made| is_missing(&made.missing, &file.given_name, name))
    });
    let refused = || problems.iter().find(|p| p.file != name && is_missing(&p.wants, &p.file, name));
    opened.map(|file| (file.id, true)).or_else(|| Some((refused()?.of?, false)))
}

/// After a drop of several files: if one is a program and another open file may be a kernel, shows on which kernels the
/// program loads.
fn show_dropped_program(ids: &[FileId], seen: &Seen) -> Vec<Out> {
    let programs = || {
        let is_program = |file: &&OpenFile| file.kind == FileKind::Program && file.may_have_programs();
        seen.files().iter().filter(|file| ids.contains(&file.id)).filter(is_program)
    };
    let current = programs().find(|file| seen.current() == Some(file.id));
    let Some(program) = current.or_else(|| programs().next_back()) else { return vec![] };
    if seen.files().iter().all(|file| file.id == program.id || !file.is_target()) {
        return vec![];
    }
    vec![Out::MakeCurrent(program.id), Msg::Fits(FitsMsg::Show).into()]
}

impl Receives<Print> for Session {
    fn receive(&mut self, _: Print, result: Result<Printed, Problem>) {
        self.saved(result);
    }

    fn cancelled(&mut self, _: Print) {}

    fn file_closed(&mut self, _: Print) {
        self.intake.bars.end(PRINT);
    }
}

impl Receives<SaveChanges> for Session {
    fn receive(&mut self, _: SaveChanges, result: Result<Printed, Problem>) {
        self.saved(result);
    }

    fn cancelled(&mut self, _: SaveChanges) {}

    fn file_closed(&mut self, _: SaveChanges) {
        self.intake.bars.end(PRINT);
    }
}

impl Session {
    /// Saves a printed text, or shows why there is none.
    fn saved(&mut self, result: Result<Printed, Problem>) {
        match result {
            Ok(printed) => {
                let out = self.intake.printed(printed);
                self.apply_out(out);
            }
            Err(problem) => self.intake.print_failed(problem),
        }
    }
}

impl Receives<Digest> for Session {
    fn receive(&mut self, ask: Digest, result: Result<String, Problem>) {
        // If the digest cannot be computed, links name the file by its name.
        if let Ok(sha256) = result {
            self.apply(Msg::Files(FilesMsg::Digest(ask.file, sha256)));
        }
    }
}
