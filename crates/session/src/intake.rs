//! Files on their way in and out: what is read or printed, what waits for its kernel, what went wrong, an archive to choose from.

use desk::archive::ArchiveView;
use desk::{Amount, Digest, FileId, FileInput, Lane, Print, Printed, Problem, SaveChanges, Topic};
use model::address;
use model::address::{Address, Source};
use model::print::DumpFormat;

use crate::hear::Hears;
use crate::link::{LinkMsg, Wanted};
use crate::look::atlas::AtlasMsg;
use crate::look::relocations::CoreMsg;
use crate::state::Out;
use crate::{Effect, History, Msg, Overlay, Reading, Session, Waiting, Work};

/// What happens with files.
#[derive(Clone, Debug)]
pub enum FilesMsg {
    /// A file was read and BTF was found in it.
    Opened(Box<FileInput>),
    /// A file could not be opened.
    Failed(Problem),
    /// A problem was read and can go.
    Dismiss(usize),
    /// A module that waits for its kernel was given up.
    DropWaiting(usize),
    /// The digest of a file is known.
    Digest(FileId, String),
    /// The browser cannot compute the digest of a file: the desk is to.
    AskDigest(FileId),
    /// Another file's chip was chosen.
    Switch(FileId),
    /// A file's chip was closed.
    Close(FileId),
    /// Print the whole file, in the worker, and save it.
    Print(FileId, DumpFormat),
    /// Make types of the file's debug information, beside those of its BTF.
    FromDwarf(FileId),
    /// Load one of the page's samples.
    LoadSample(String),
    /// Ask whether to load the file at this address.
    AskUrl(String),
    /// Load the file at this address: a person said so.
    LoadUrl(String),
    /// How far reading a file is.
    Reading(Reading),
    /// A file is not read any more.
    ReadingEnded(FileId),
    /// The person does not want to wait any longer: the bar's button.
    CancelReading,
    /// A file is an archive with these entries.
    Listed(FileId, ArchiveView),
    /// An entry of the archive was chosen.
    ChooseEntry(u32),
    /// No entry was chosen.
    CloseArchive,
    /// These files came together, and all of them were read.
    CameTogether(Vec<FileId>),
}

/// What is read, waits or went wrong.
#[derive(Debug, Default)]
pub(crate) struct Intake {
    /// Modules whose kernel is not open.
    pub(crate) waiting: Vec<Waiting>,
    /// What went wrong and was not dismissed.
    pub(crate) problems: Vec<Problem>,
    /// What is read or printed, when it takes long enough to have a bar.
    reading: Option<Reading>,
    /// What the desk is asked and takes long, whatever it is.
    slow: Option<Reading>,
    /// That the desk gives no sign.
    silence: Option<Reading>,
    /// An archive of which an entry is to be chosen.
    archive: Option<ArchiveView>,
}

impl Intake {
    /// How far long work is, when there is some.
    pub(crate) fn reading(&self) -> Option<&Reading> {
        self.silence.as_ref().or(self.reading.as_ref()).or(self.slow.as_ref())
    }

    /// An archive of which an entry is to be chosen.
    pub(crate) fn archive(&self) -> Option<&ArchiveView> {
        self.archive.as_ref()
    }

    #[inline(never)]
    pub(crate) fn update(&mut self, msg: FilesMsg, session: &Session) -> Vec<Out> {
        match msg {
            FilesMsg::Opened(input) => {
                if let Some(id) = input.id {
                    self.end(Work::File(id));
                    // It failed before, and now it is open.
                    self.problems.retain(|p| p.of != Some(id));
                }
                if let Some(kernel) = input.origin.atlas() {
                    // No atlas had it, and now one has.
                    self.problems.retain(|p| p.of.is_some() || p.file != kernel);
                }
                return vec![Out::Open(input)];
            }
            FilesMsg::Failed(problem) => {
                self.failed(problem);
                return vec![LinkMsg::Failed.into()];
            }
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
            FilesMsg::Switch(id) if session.file_of(id).is_some() && session.current() != Some(id) => {
                // What was said last was of the other file.
                let said = Msg::Notice(String::new()).into();
                return vec![said, Out::LookAt(id), Out::Address(History::Push)];
            }
            FilesMsg::Switch(_) => {}
            FilesMsg::Close(id) => return vec![Out::Close(id)],
            FilesMsg::Print(id, format) => return self.print(id, format, session),
            FilesMsg::FromDwarf(id) => return vec![Effect::FromDwarf(id).into()],
            FilesMsg::LoadSample(name) => return vec![Effect::LoadSample(name).into()],
            FilesMsg::AskUrl(address) => {
                let files = vec![(address::Role::Main, Source::Url(address))];
                let address = Address { files, view: session.view(), ..Address::default() };
                return vec![LinkMsg::Want(Box::new(Wanted { address, other: None, reading: false })).into()];
            }
            FilesMsg::LoadUrl(address) => return self.load_url(address, session),
            FilesMsg::Reading(reading) => self.reading = Some(reading),
            FilesMsg::ReadingEnded(id) => {
                self.end(Work::File(id));
            }
            FilesMsg::CancelReading => return self.cancel(),
            FilesMsg::Listed(id, mut archive) => {
                self.end(Work::File(id));
                // It is about the archive: an entry that opens takes nothing back.
                if let Some(damage) = archive.damage.take() {
                    self.failed(*damage);
                }
                self.archive = Some(archive);
            }
            FilesMsg::CameTogether(ids) => return came_together(&ids, session),
            FilesMsg::ChooseEntry(index) => {
                self.archive = None;
                return vec![Effect::OpenEntry(index).into()];
            }
            FilesMsg::CloseArchive => {
                self.archive = None;
                return vec![Effect::CancelReading.into()];
            }
        }
        vec![]
    }

    /// A module waits for its kernel. The same bytes again wait once.
    pub(crate) fn wait(&mut self, waiting: Waiting) -> Vec<Out> {
        let (name, btf) = (&waiting.input.name, &waiting.input.btf);
        self.waiting.retain(|w| w.input.name != *name || w.input.btf != *btf);
        let said = format!("{name} needs its kernel");
        self.waiting.push(waiting);
        vec![Msg::Notice(said).into()]
    }

    /// A file was closed: what was wrong with it goes with it.
    pub(crate) fn closed(&mut self, id: FileId) {
        self.problems.retain(|problem| problem.of != Some(id));
    }

    fn failed(&mut self, problem: Problem) {
        if let Some(id) = problem.of {
            self.end(Work::File(id));
        }
        // A link, or the desk, says again what it has said.
        self.problems.retain(|p| p.of != problem.of || p.of.is_none() && p.file != problem.file);
        self.problems.push(problem);
    }

    fn cancel(&mut self) -> Vec<Out> {
        if self.silence.take().is_some() {
            return vec![Effect::RestartDesk.into()];
        }
        match self.reading.take().or_else(|| self.slow.take()) {
            Some(Reading { work: Work::Desk(lane), what, name, .. }) => {
                self.slow = None;
                let said = Msg::Notice(format!("{name}: {what} was cancelled"));
                let mut out = vec![said.into(), Effect::CancelJob(lane).into()];
                if lane.topic == Topic::TakeKernel {
                    out.push(Msg::Atlas(AtlasMsg::Cancelled).into());
                }
                out
            }
            reading => {
                let said = reading.map(|reading| Msg::Notice(format!("{} was not opened", reading.name)).into());
                said.into_iter().chain([Effect::CancelReading.into()]).collect()
            }
        }
    }

    /// Loads a file from the web.
    fn load_url(&mut self, address: String, session: &Session) -> Vec<Out> {
        let what = format!("loading from {}", address::host(&address));
        let name = address::file_name(&address);
        let id = session.new_file_id();
        self.reading = Some(Reading { work: Work::File(id), name, what, amount: Amount::default() });
        vec![Out::Overlay(Overlay::None), Effect::LoadUrl(id, address).into()]
    }

    /// Prints a whole file, to be saved.
    fn print(&mut self, id: FileId, format: DumpFormat, session: &Session) -> Vec<Out> {
        let Some(file) = session.file_of(id) else { return vec![] };
        let (name, save_as) = (file.name.clone(), format.file_name(&file.name));
        let what = format!("printing the {}", format.title());
        self.reading = Some(Reading { work: Work::Desk(Topic::Print.into()), name, what, amount: Amount::default() });
        vec![Out::ask(Print { file: id, format, save_as })]
    }

    /// How far the desk's work is.
    pub(crate) fn progress(&mut self, lane: Lane, what: String, amount: Amount) {
        let bars = [&mut self.reading, &mut self.slow].into_iter().flatten();
        for reading in bars.filter(|reading| reading.work == Work::Desk(lane)) {
            *reading = Reading { what: what.clone(), amount: amount.clone(), ..reading.clone() };
        }
    }

    /// What the desk is asked takes long enough to be waited for, or not any more. The list of changes has a bar of its own, with a button.
    pub(crate) fn desk_is_slow(&mut self, lane: Option<Lane>) {
        self.slow = lane.filter(|lane| lane.topic != Topic::AskChanges).map(|lane| Reading {
            work: Work::Desk(lane),
            name: "The worker".to_owned(),
            what: lane.topic.doing().to_owned(),
            amount: Amount::default(),
        });
    }

    /// Whether the desk gives no sign. The person says whether to wait on.
    pub(crate) fn desk_is_silent(&mut self, silent: bool) {
        let what = "has not responded for 15 seconds: it is busy or has stopped.".to_owned();
        let bar = || Reading { work: Work::Silence, name: "The worker".to_owned(), what, amount: Amount::default() };
        self.silence = silent.then(bar);
    }

    /// The desk has printed a file.
    pub(crate) fn printed(&mut self, printed: Printed) -> Vec<Out> {
        self.end(Work::Desk(Topic::Print.into()));
        let said = Msg::Notice(format!("Saved {}", printed.save_as));
        vec![said.into(), Effect::Save(printed.save_as, printed.text).into()]
    }

    /// It could not.
    pub(crate) fn unprinted(&mut self, problem: Problem) {
        let name = self.end(Work::Desk(Topic::Print.into())).map(|reading| reading.name).unwrap_or_default();
        self.failed(Problem { file: name, ..problem });
    }

    /// Takes the bar of this work away, if it is there.
    pub(crate) fn end(&mut self, work: Work) -> Option<Reading> {
        self.reading.take_if(|reading| reading.work == work)
    }
}

/// Of files that came together a program is looked at, on the kernels beside it.
fn came_together(ids: &[FileId], session: &Session) -> Vec<Out> {
    let programs = || session.files().iter().filter(|file| ids.contains(&file.id) && file.has_relocations());
    let current = programs().find(|file| session.current() == Some(file.id));
    let Some(program) = current.or_else(|| programs().next_back()) else { return vec![] };
    if session.files().iter().all(|file| file.id == program.id || !file.is_target()) {
        return vec![];
    }
    vec![Out::LookAt(program.id), Msg::Core(CoreMsg::Show).into()]
}

impl Hears<Print> for Session {
    fn heard(&mut self, _: Print, said: Result<Printed, Problem>, effects: &mut Vec<Effect>) {
        self.saved(said, effects);
    }

    fn cancelled(&mut self, _: Print, _: &mut Vec<Effect>) {}
}

impl Hears<SaveChanges> for Session {
    fn heard(&mut self, _: SaveChanges, said: Result<Printed, Problem>, effects: &mut Vec<Effect>) {
        self.saved(said, effects);
    }

    fn cancelled(&mut self, _: SaveChanges, _: &mut Vec<Effect>) {}
}

impl Session {
    /// A text is printed, to be saved, or cannot be.
    fn saved(&mut self, said: Result<Printed, Problem>, effects: &mut Vec<Effect>) {
        match said {
            Ok(printed) => self.run(effects, |s| &mut s.intake, |i, _| i.printed(printed)),
            Err(problem) => self.intake.unprinted(problem),
        }
    }
}

impl Hears<Digest> for Session {
    fn heard(&mut self, ask: Digest, said: Result<String, Problem>, effects: &mut Vec<Effect>) {
        // A link by name does without.
        if let Ok(sha256) = said {
            self.apply(Msg::Files(FilesMsg::Digest(ask.file, sha256)), effects);
        }
    }
}
