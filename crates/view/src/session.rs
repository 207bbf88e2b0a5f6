//! The state of the page, without a page: what is open and selected. [`Session::update`] takes a message and returns the
//! effects that only a browser can have; nothing here waits, draws or reads.

use std::sync::Arc;

use btf::{Btf, TypeId};

use crate::address::{Address, AddressError, Role, Source};
use crate::archive::ArchiveView;
use crate::bytes::Blob;
use crate::commands::Command;
use crate::file::{BlobId, ByteFocus, FileId, FileInput, FileKind, OpenFile, Selection};
use crate::list::Step;
use crate::path::{self, Path};
use crate::search::Chip;
use crate::views::View;
use crate::words::kind_word;

/// Something that went wrong with a file, to be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The file's name.
    pub file: String,
    /// One sentence: what is wrong.
    pub message: String,
    /// What was expected, when that helps.
    pub expected: Option<String>,
    /// What was found instead.
    pub found: Option<String>,
    /// The byte of the file it is about.
    pub at: Option<u64>,
    /// The open file with a partial model, and the byte of its `.BTF` to go to.
    pub go: Option<(FileId, u32)>,
}

/// A module whose kernel is not open.
#[derive(Clone, Debug)]
pub struct Waiting {
    /// The module.
    pub input: FileInput,
    /// Why the open kernels do not fit, when there are any.
    pub misfit: Option<String>,
}

/// A link whose file is not open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// What to show.
    pub address: Address,
    /// The file that was opened for it is another one: its name.
    pub other: Option<String>,
}

/// How a whole file is printed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DumpFormat {
    /// A C header, as `bpftool btf dump file X format c`.
    C,
    /// JSON, as `bpftool -j btf dump file X`.
    Json,
    /// The listing of records, as `bpftool btf dump file X`.
    Raw,
}

impl DumpFormat {
    /// All.
    pub const ALL: [DumpFormat; 3] = [DumpFormat::C, DumpFormat::Json, DumpFormat::Raw];

    /// What it is called.
    pub fn title(self) -> &'static str {
        match self {
            DumpFormat::C => "C header",
            DumpFormat::Json => "JSON",
            DumpFormat::Raw => "raw listing",
        }
    }

    /// The name of the saved file, for a file called `name`.
    pub fn file_name(self, name: &str) -> String {
        let stem = name.strip_suffix(".btf").or_else(|| name.strip_suffix(".o")).unwrap_or(name);
        match self {
            DumpFormat::C => format!("{stem}.h"),
            DumpFormat::Json => format!("{stem}.json"),
            DumpFormat::Raw => format!("{stem}.btf.txt"),
        }
    }

    /// Prints all types of a file.
    pub fn print(self, btf: &Btf) -> String {
        let mut out = String::new();
        match self {
            DumpFormat::C => dump::c(btf, &mut out, &dump::CFileOptions::default()),
            DumpFormat::Json => dump::json(btf, &mut out, &dump::JsonOptions::default()),
            DumpFormat::Raw => dump::raw(btf, &mut out),
        }
        out
    }
}

/// A file that is being read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// Its name.
    pub name: String,
    /// What is done: `unpacking xz`.
    pub what: String,
    /// Bytes that were read.
    pub done: u64,
    /// Bytes in all; 0 when that is not known.
    pub total: u64,
}

/// A file whose bytes this browser keeps, because the person asked for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remembered {
    /// Its digest: what links know it by.
    pub sha256: String,
    /// Its name.
    pub name: String,
}

/// What a person set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Single-letter keys act.
    pub single_keys: bool,
    /// Bit strips run the other way.
    pub flip_bits: bool,
    /// The C view shows what the type needs, too.
    pub c_needs: bool,
    /// The Layout view prints structs as pahole does.
    pub as_pahole: bool,
    /// The view that was last chosen.
    pub view: View,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { single_keys: true, flip_bits: false, c_needs: false, as_pahole: false, view: View::Layout }
    }
}

/// What is shown above the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Overlay {
    /// Nothing.
    #[default]
    None,
    /// The help.
    Help,
    /// The command box.
    GoTo,
    /// The list of a file's problems.
    Problems,
    /// The field for an offset.
    Offset,
}

/// How a change of the address enters the browser's history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// A step that Back undoes.
    Push,
    /// No step of its own.
    Replace,
}

/// What happened.
#[derive(Clone, Debug)]
pub enum Msg {
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
    /// Another file's chip was chosen.
    Switch(FileId),
    /// A file's chip was closed.
    Close(FileId),
    /// The address bar says this: at the start, or by Back and Forward.
    Arrive(String),
    /// The question for a link's file was closed.
    ForgetWanted,
    /// Text was typed into the search.
    Query(String),
    /// A kind's chip was chosen; none for all.
    Chip(Option<Chip>),
    /// The chip "+ derived" was switched.
    Derived(bool),
    /// Only the module's own types, or all.
    OwnOnly(bool),
    /// The type list moved.
    ListStep(Step),
    /// A row of the type list was chosen.
    ListChoose(usize),
    /// Go to a type.
    GoTo(TypeId, Path, Way),
    /// Select something of the current type.
    Select(Path),
    /// Open or close a row of the table.
    ToggleRow(Path),
    /// Open or close a node of the tree.
    ToggleNode(Path),
    /// The member table moved by rows.
    TableStep(i64),
    /// The tree moved by lines.
    TreeStep(i64),
    /// Right: open, or go to the first child.
    Enter,
    /// Left: close, or go to the parent.
    Leave,
    /// A byte was chosen.
    Byte(ByteFocus),
    /// What the chosen byte belongs to is to be selected everywhere.
    ByteOwner,
    /// Another view.
    View(View),
    /// A command, by key or by the command box.
    Command(Command),
    /// Show or close something above the page.
    Overlay(Overlay),
    /// The settings that were remembered.
    Settings(Settings),
    /// The C view shows what the type needs, or not.
    CNeeds(bool),
    /// Say something in the status line.
    Notice(String),
    /// Copy text; say this when it is done.
    Copy(String, String),
    /// Save text as a file of this name.
    Download(String, String),
    /// Layout as pahole prints it, or as pictures.
    AsPahole(bool),
    /// Print the whole file, in the worker, and save it.
    DumpFile(FileId, DumpFormat),
    /// Load one of the page's samples.
    LoadSample(String),
    /// The files that this browser remembers.
    Remembered(Vec<Remembered>),
    /// Remember a file in this browser.
    Remember(FileId),
    /// Forget a remembered file, by its digest.
    Forget(String),
    /// Open a remembered file, by its digest.
    OpenRemembered(String),
    /// How far reading a file is; none when nothing is read.
    Reading(Option<Reading>),
    /// The person does not want to wait any longer.
    CancelReading,
    /// A file is an archive with these entries.
    Listed(ArchiveView),
    /// An entry of the archive was chosen.
    ChooseEntry(u32),
    /// No entry was chosen.
    CloseArchive,
    /// Show what a link says in the file that is open, though it is not the file the link was made from.
    ShowAnyway,
}

/// What only the browser can do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Set the address bar.
    Address(String, Way),
    /// Copy text; say this when it is done.
    Copy(String, String),
    /// Save text as a file of this name.
    Download(String, String),
    /// Print a whole file in the worker and save it.
    DumpFile(FileId, DumpFormat),
    /// Copy the page's address with this fragment; say this when it is done.
    CopyLink(String, String),
    /// Compute the digest of these bytes, after the next paint.
    Digest(FileId),
    /// Show the file dialog.
    FileDialog,
    /// Put the focus on the search.
    FocusSearch,
    /// Put the focus back to where it was, after something above the page closed.
    FocusBack,
    /// Put the focus into the view.
    FocusView,
    /// Light or dark.
    ToggleTheme,
    /// The browser's Back.
    HistoryBack,
    /// The browser's Forward.
    HistoryForward,
    /// Remember the settings.
    SaveSettings,
    /// Load a sample.
    LoadSample(String),
    /// End what is being read, and what waits to be.
    CancelReading,
    /// Open an entry of the archive that was listed.
    OpenEntry(u32),
    /// Keep a file's bytes in this browser.
    Remember(FileId),
    /// Delete the bytes with this digest.
    Forget(String),
    /// Read the kept bytes with this digest and open them.
    OpenRemembered(String),
}

/// The state of the page.
#[derive(Debug, Default)]
pub struct Session {
    /// The open files, in the order of their chips.
    pub files: Vec<OpenFile>,
    /// The file whose types are shown.
    pub current: Option<FileId>,
    /// Modules whose kernel is not open.
    pub waiting: Vec<Waiting>,
    /// What went wrong and was not dismissed.
    pub problems: Vec<Problem>,
    /// A link whose file is not open.
    pub wanted: Option<Wanted>,
    /// The view of the selected type.
    pub view: View,
    /// What is shown above the page.
    pub overlay: Overlay,
    /// What the person set.
    pub settings: Settings,
    /// The last thing said in the status line.
    pub notice: String,
    /// The files that this browser remembers.
    pub remembered: Vec<Remembered>,
    /// The file that is being read, when it takes long enough to be told.
    pub reading: Option<Reading>,
    /// An archive of which an entry is to be chosen.
    pub archive: Option<ArchiveView>,
    /// How long the last search took, in milliseconds; the page measures it.
    pub search_ms: f64,
    next_id: u32,
    /// What the address bar has.
    shown: String,
}

impl Session {
    /// The file whose types are shown.
    pub fn file(&self) -> Option<&OpenFile> {
        self.file_of(self.current?)
    }

    /// An open file.
    pub fn file_of(&self, id: FileId) -> Option<&OpenFile> {
        self.files.iter().find(|f| f.id == id)
    }

    fn file_mut(&mut self) -> Option<&mut OpenFile> {
        let id = self.current?;
        self.files.iter_mut().find(|f| f.id == id)
    }

    /// The selected type and member of the current file.
    pub fn selection(&self) -> Option<&Selection> {
        self.file()?.look.selection.as_ref()
    }

    /// Takes a message.
    pub fn update(&mut self, msg: Msg) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.apply(msg, &mut effects);
        effects
    }

    fn apply(&mut self, msg: Msg, effects: &mut Vec<Effect>) {
        match msg {
            Msg::Opened(input) => {
                self.reading = None;
                self.open(*input, effects);
            }
            Msg::Failed(problem) => {
                self.reading = None;
                self.problems.retain(|p| p.file != problem.file);
                self.problems.push(problem);
            }
            Msg::Dismiss(i) => {
                if i < self.problems.len() {
                    self.problems.remove(i);
                }
            }
            Msg::DropWaiting(i) => {
                if i < self.waiting.len() {
                    self.waiting.remove(i);
                }
            }
            Msg::Digest(id, digest) => self.digest_known(id, digest, effects),
            Msg::Switch(id) => {
                if self.file_of(id).is_some() && self.current != Some(id) {
                    self.current = Some(id);
                    self.show_address(Way::Push, effects);
                }
            }
            Msg::Close(id) => self.close(id, effects),
            Msg::Arrive(fragment) => self.arrive(&fragment, effects),
            Msg::ForgetWanted => {
                self.wanted = None;
                self.show_address(Way::Replace, effects);
            }
            Msg::Query(text) => {
                if let Some(file) = self.file_mut() {
                    file.look.list.search(&text);
                }
                self.show_address(Way::Replace, effects);
            }
            Msg::Chip(chip) => {
                if let Some(file) = self.file_mut() {
                    file.look.list.choose_chip(chip);
                }
            }
            Msg::Derived(on) => {
                if let Some(file) = self.file_mut() {
                    file.look.list.show_derived(on);
                }
            }
            Msg::OwnOnly(on) => {
                if let Some(file) = self.file_mut() {
                    file.look.list.show_own(on);
                }
            }
            Msg::ListStep(step) => {
                let id = self.file_mut().and_then(|file| file.look.list.step(step));
                if let Some(id) = id {
                    self.go_to(id, Path::root(), Way::Replace, effects);
                }
            }
            Msg::ListChoose(index) => {
                let id = self.file_mut().and_then(|file| file.look.list.choose(index));
                if let Some(id) = id {
                    self.go_to(id, Path::root(), Way::Push, effects);
                }
            }
            Msg::GoTo(id, path, way) => {
                if std::mem::take(&mut self.overlay) != Overlay::None {
                    effects.push(Effect::FocusView);
                }
                self.go_to(id, path, way, effects);
            }
            Msg::Select(path) => self.select(path, effects),
            Msg::ToggleRow(path) => {
                if let Some(file) = self.file_mut() {
                    file.look.table_open.toggle(&path);
                }
            }
            Msg::ToggleNode(path) => {
                if let Some(file) = self.file_mut() {
                    file.look.tree_open.toggle(&path);
                }
            }
            Msg::TableStep(delta) => {
                let next = self.file().and_then(|f| {
                    let table = f.table()?;
                    let from = f.look.selection.as_ref().and_then(|s| table.find(&s.path));
                    Some(table.rows.get(table.step(from, delta)?)?.path.clone())
                });
                if let Some(path) = next {
                    self.select(path, effects);
                }
            }
            Msg::TreeStep(delta) => {
                let next = self.file().and_then(|f| {
                    let tree = f.tree()?;
                    let path = &f.look.selection.as_ref()?.path;
                    let from = tree.iter().position(|n| n.path == *path).unwrap_or(0) as i64;
                    let last = tree.len().checked_sub(1)? as i64;
                    Some(tree.get(from.saturating_add(delta).clamp(0, last) as usize)?.path.clone())
                });
                if let Some(path) = next {
                    self.select(path, effects);
                }
            }
            Msg::Enter => self.enter(effects),
            Msg::Leave => self.leave(effects),
            Msg::Byte(focus) => {
                if let Some(file) = self.file_mut() {
                    file.look.byte = Some(focus);
                }
            }
            Msg::ByteOwner => self.select_byte_owner(effects),
            Msg::View(view) => {
                if self.view != view {
                    self.view = view;
                    self.settings.view = view;
                    effects.push(Effect::SaveSettings);
                    self.reveal();
                    self.show_address(Way::Push, effects);
                }
            }
            Msg::Command(command) => self.command(command, effects),
            Msg::Overlay(overlay) => self.show_overlay(overlay, effects),
            Msg::Settings(settings) => {
                self.settings = settings;
                self.view = settings.view;
            }
            Msg::Remembered(list) => self.remembered = list,
            Msg::Remember(id) => {
                if let Some(file) = self.file_of(id).filter(|f| f.digest.is_some()) {
                    self.notice = format!("{} is remembered in this browser, on this computer only", file.name);
                    effects.push(Effect::Remember(id));
                }
            }
            Msg::Forget(sha256) => {
                self.remembered.retain(|r| r.sha256 != sha256);
                effects.push(Effect::Forget(sha256));
            }
            Msg::OpenRemembered(sha256) => effects.push(Effect::OpenRemembered(sha256)),
            Msg::CNeeds(on) => {
                self.settings.c_needs = on;
                effects.push(Effect::SaveSettings);
            }
            Msg::Notice(text) => self.notice = text,
            Msg::Copy(text, said) => effects.push(Effect::Copy(text, said)),
            Msg::Download(name, text) => {
                self.notice = format!("Saved {name}");
                effects.push(Effect::Download(name, text));
            }
            Msg::AsPahole(on) => {
                self.settings.as_pahole = on;
                effects.push(Effect::SaveSettings);
                effects.push(Effect::FocusBack);
            }
            Msg::DumpFile(id, format) => effects.push(Effect::DumpFile(id, format)),
            Msg::LoadSample(name) => effects.push(Effect::LoadSample(name)),
            Msg::Reading(reading) => self.reading = reading,
            Msg::CancelReading => {
                if let Some(reading) = self.reading.take() {
                    self.notice = format!("{} was not opened", reading.name);
                }
                effects.push(Effect::CancelReading);
            }
            Msg::Listed(archive) => {
                self.reading = None;
                self.archive = Some(archive);
            }
            Msg::ChooseEntry(index) => {
                self.archive = None;
                effects.push(Effect::OpenEntry(index));
            }
            Msg::CloseArchive => {
                self.archive = None;
                effects.push(Effect::CancelReading);
            }
            Msg::ShowAnyway => {
                if let (Some(id), Some(wanted)) = (self.current, self.wanted.take()) {
                    self.show(&wanted.address, id, effects);
                }
            }
        }
    }

    fn show_overlay(&mut self, overlay: Overlay, effects: &mut Vec<Effect>) {
        self.overlay = if self.overlay == overlay { Overlay::None } else { overlay };
        if self.overlay == Overlay::None {
            effects.push(Effect::FocusBack);
        }
    }

    fn command(&mut self, command: Command, effects: &mut Vec<Effect>) {
        // A command that was chosen in the box closes it.
        if self.overlay == Overlay::GoTo && !matches!(command, Command::GoTo | Command::Close) {
            self.overlay = Overlay::None;
            effects.push(Effect::FocusBack);
        }
        match command {
            Command::Filter => effects.push(Effect::FocusSearch),
            Command::GoTo => self.show_overlay(Overlay::GoTo, effects),
            Command::Help => self.show_overlay(Overlay::Help, effects),
            Command::Problems => self.show_overlay(Overlay::Problems, effects),
            Command::GoToOffset => self.show_overlay(Overlay::Offset, effects),
            Command::Open => effects.push(Effect::FileDialog),
            Command::Theme => effects.push(Effect::ToggleTheme),
            Command::Share | Command::CopyLink => {
                let said = match self.file() {
                    Some(f) if f.sample.is_none() && f.digest.is_none() => {
                        "Link copied. The file's digest is still being computed: copy again for one that checks it."
                            .into()
                    }
                    Some(f) if f.sample.is_none() => {
                        format!("Link copied. Whoever opens it is asked for {}, and lands on this view.", f.name)
                    }
                    _ => "Link copied.".to_string(),
                };
                effects.push(Effect::CopyLink(self.address().to_fragment(), said));
            }
            Command::View(view) => {
                self.apply(Msg::View(view), effects);
                // The list that had the focus is gone with its view.
                effects.push(Effect::FocusBack);
            }
            Command::Back => effects.push(Effect::HistoryBack),
            Command::Forward => effects.push(Effect::HistoryForward),
            Command::Close => {
                if self.overlay != Overlay::None {
                    self.overlay = Overlay::None;
                    effects.push(Effect::FocusBack);
                } else if self.archive.is_some() {
                    self.apply(Msg::CloseArchive, effects);
                } else if let Some(file) = self.file_mut()
                    && file.look.byte.take().is_none()
                    && !file.look.list.text().is_empty()
                {
                    self.apply(Msg::Query(String::new()), effects);
                }
            }
            Command::CopyName => {
                if let Some(name) = self.selected_name() {
                    effects.push(Effect::Copy(name.clone(), format!("Copied {name}")));
                }
            }
            Command::Follow => self.follow(effects),
            Command::SingleKeys => {
                self.settings.single_keys = !self.settings.single_keys;
                let state = if self.settings.single_keys { "on" } else { "off" };
                self.notice = format!("Single-letter keys are {state}");
                effects.push(Effect::SaveSettings);
            }
            Command::FlipBits => {
                self.settings.flip_bits = !self.settings.flip_bits;
                effects.push(Effect::SaveSettings);
            }
            Command::ExpandAll => {
                if let Some(file) = self.file_mut()
                    && let Some(selection) = &file.look.selection
                {
                    crate::tree::expand_embedded(&file.btf, selection.id, &mut file.look.table_open);
                    crate::tree::expand_embedded(&file.btf, selection.id, &mut file.look.tree_open);
                }
            }
            Command::CollapseAll => {
                if let Some(file) = self.file_mut() {
                    file.look.table_open.0.clear();
                    file.look.tree_open.0.clear();
                    if let Some(selection) = &mut file.look.selection {
                        selection.path.0.truncate(1);
                    }
                }
            }
            Command::CloseFile => {
                if let Some(id) = self.current {
                    self.close(id, effects);
                }
            }
        }
    }

    fn selected_name(&self) -> Option<String> {
        let file = self.file()?;
        let s = file.look.selection.as_ref()?;
        let named = path::walk(&file.btf, s.id, &s.path)?.last().map(|step| step.item.name.to_string());
        named.filter(|n| !n.is_empty()).or_else(|| Some(dump::type_name(&file.btf, s.id)))
    }

    fn open(&mut self, mut input: FileInput, effects: &mut Vec<Effect>) {
        self.problems.retain(|p| p.file != input.name);
        // The same bytes again: show what is open.
        if let Some(same) = self.files.iter().find(|f| f.name == input.name && f.digest_of == *input.digest_source()) {
            let id = same.id;
            self.notice = format!("{} is open already", input.name);
            return self.apply(Msg::Switch(id), effects);
        }
        let mut base: Option<(Option<FileId>, Arc<Btf>)> = None;
        if let Some(bytes) = input.base.clone() {
            match Btf::parse(bytes, None) {
                Ok(b) => base = Some((None, Arc::new(b))),
                Err(e) => return self.apply(Msg::Failed(Problem::of_decode(&input.name, ".BTF.base", &e)), effects),
            }
        } else if input.needs_base {
            match self.find_base(&input) {
                Ok((id, b)) => base = Some((Some(id), b)),
                Err(misfit) => {
                    self.waiting.retain(|w| w.input.name != input.name);
                    self.notice = format!("{} needs its kernel", input.name);
                    self.waiting.push(Waiting { input, misfit });
                    return;
                }
            }
            input.kind = FileKind::Module;
        }
        let (base_id, base_btf) = base.map_or((None, None), |(id, b)| (id, Some(b)));
        let mut btf = match Btf::parse(Arc::clone(&input.btf), base_btf) {
            Ok(btf) => btf,
            Err(e) => {
                let mut problem = Problem::of_decode(&input.name, ".BTF", &e);
                problem.at = Some(input.btf_at.unwrap_or(0) + u64::from(e.range.start));
                return self.apply(Msg::Failed(problem), effects);
            }
        };
        if let Some(size) = input.pointer_size {
            btf.set_pointer_size(size);
        }
        self.next_id += 1;
        let id = FileId(self.next_id);
        let start = input.start.take();
        let file = OpenFile::new(id, input, Arc::new(btf), base_id);
        if let Some(first) = file.btf.diagnostics().first() {
            let more = file.btf.diagnostics().len() - 1;
            let mut problem = Problem::of_decode(&file.name, ".BTF", first);
            if more > 0 {
                problem.message.push_str(&format!(" — and {more} more"));
            }
            problem.message.push_str(". What can be read is shown.");
            problem.at = Some(file.btf_at.unwrap_or(0) + u64::from(first.range.start));
            problem.go = Some((id, first.range.start));
            self.problems.push(problem);
        }
        let said = format!("Opened {}: {}", file.name, file.facts());
        self.files.push(file);
        self.current = Some(id);
        effects.push(Effect::Digest(id));
        if !self.settle_wanted_by_name(id, effects) {
            let first = start.and_then(|name| {
                let file = self.file()?;
                file.names().find(&file.btf, &name).find(|t| t.kind().is_composite()).map(|t| t.id())
            });
            match first {
                Some(first) => self.go_to(first, Path::root(), Way::Push, effects),
                None => self.show_address(Way::Push, effects),
            }
        }
        self.notice = said;
        self.wake_waiting(effects);
    }

    /// The open kernel that a module continues, or why none of them is it.
    fn find_base(&self, input: &FileInput) -> Result<(FileId, Arc<Btf>), Option<String>> {
        let mut misfit = None;
        for file in self.files.iter().rev().filter(|f| !f.btf.is_split() && f.kind != FileKind::Program) {
            match crate::base::fits(&input.btf, &file.btf) {
                Ok(()) => return Ok((file.id, Arc::clone(&file.btf))),
                Err(why) => misfit = misfit.or(Some(format!("{} is not its kernel: {why}", file.name))),
            }
        }
        Err(misfit)
    }

    /// Modules that waited may have their kernel now.
    fn wake_waiting(&mut self, effects: &mut Vec<Effect>) {
        for waiting in std::mem::take(&mut self.waiting) {
            match self.find_base(&waiting.input) {
                Ok(_) => self.open(waiting.input, effects),
                Err(misfit) => self.waiting.push(Waiting { misfit, ..waiting }),
            }
        }
    }

    fn close(&mut self, id: FileId, effects: &mut Vec<Effect>) {
        let Some(at) = self.files.iter().position(|f| f.id == id) else { return };
        let file = self.files.remove(at);
        self.problems.retain(|p| p.file != file.name);
        self.notice = format!("Closed {}", file.name);
        if self.current == Some(id) {
            self.current = self.files.get(at.min(self.files.len().saturating_sub(1))).map(|f| f.id);
        }
        self.show_address(Way::Replace, effects);
    }

    fn go_to(&mut self, id: TypeId, path: Path, way: Way, effects: &mut Vec<Effect>) {
        let Some(file) = self.file_mut() else { return };
        if file.btf.get(id).is_none() {
            return;
        }
        let path = if path::walk(&file.btf, id, &path).is_some() { path } else { Path::root() };
        if file.look.selection.as_ref().is_none_or(|s| s.id != id) {
            file.look.table_open.0.clear();
            file.look.tree_open.0.clear();
            crate::tree::expand_anonymous(&file.btf, id, &mut file.look.table_open);
            crate::tree::expand_anonymous(&file.btf, id, &mut file.look.tree_open);
        }
        file.look.byte = None;
        file.look.selection = Some(Selection { id, path });
        file.look.list.show_active(id);
        self.notice.clear();
        self.reveal();
        self.show_address(way, effects);
    }

    /// Opens the rows and nodes around the selected member.
    fn reveal(&mut self) {
        let Some(file) = self.file_mut() else { return };
        let Some(selection) = &file.look.selection else { return };
        file.look.table_open.reveal(&selection.path);
        file.look.tree_open.reveal(&selection.path);
    }

    fn select(&mut self, path: Path, effects: &mut Vec<Effect>) {
        let Some(file) = self.file_mut() else { return };
        let Some(selection) = &mut file.look.selection else { return };
        if path::walk(&file.btf, selection.id, &path).is_none() {
            return;
        }
        selection.path = path;
        file.look.byte = None;
        self.reveal();
        self.show_address(Way::Replace, effects);
    }

    /// Whether the selected member is open in the view that is shown; none when it cannot be opened.
    fn openness(&self) -> Option<bool> {
        let file = self.file()?;
        let path = &file.look.selection.as_ref()?.path;
        match self.view {
            View::Tree => file.tree()?.iter().find(|n| n.path == *path).filter(|n| n.expandable).map(|n| n.expanded),
            _ => {
                let table = file.table()?;
                table.rows.get(table.find(path)?).filter(|r| r.expandable).map(|r| r.expanded)
            }
        }
    }

    fn toggle(&mut self, path: Path, effects: &mut Vec<Effect>) {
        match self.view {
            View::Tree => self.apply(Msg::ToggleNode(path), effects),
            _ => self.apply(Msg::ToggleRow(path), effects),
        }
    }

    fn enter(&mut self, effects: &mut Vec<Effect>) {
        let Some(path) = self.selection().map(|s| s.path.clone()) else { return };
        match self.openness() {
            Some(false) => self.toggle(path, effects),
            Some(true) => match self.view {
                View::Tree => self.apply(Msg::TreeStep(1), effects),
                _ => self.apply(Msg::TableStep(1), effects),
            },
            None => {}
        }
    }

    fn leave(&mut self, effects: &mut Vec<Effect>) {
        let Some(path) = self.selection().map(|s| s.path.clone()) else { return };
        if self.openness() == Some(true) && !path.is_root() {
            return self.toggle(path, effects);
        }
        let keep_root = self.view == View::Tree;
        if let Some(parent) = path.parent().filter(|p| keep_root || !p.is_root()) {
            self.select(parent, effects);
        }
    }

    /// To the type of the selected member: through pointers and arrays, but a typedef is a type to see.
    fn follow(&mut self, effects: &mut Vec<Effect>) {
        let Some(file) = self.file() else { return };
        let Some(s) = &file.look.selection else { return };
        let Some(id) = path::type_at(&file.btf, s.id, &s.path) else { return };
        if let Some(target) = follow_target(&file.btf, id, s.path.is_root()) {
            self.go_to(target, Path::root(), Way::Push, effects);
        }
    }

    fn select_byte_owner(&mut self, effects: &mut Vec<Effect>) {
        let Some(file) = self.file() else { return };
        let Some(focus) = file.look.byte else { return };
        let Some(btf) = file.blob(focus.blob) else { return };
        let Some(btf::Owned { owner: btf::Owner::Type(id, part), .. }) = btf.owner(focus.at) else { return };
        let path = part.item.map_or(Path::root(), |i| Path::root().child(i.0));
        self.go_to(id, path, Way::Push, effects);
        // The byte stays the chosen one: the inspector goes on showing its field.
        if let Some(file) = self.file_mut() {
            file.look.byte = Some(focus);
        }
    }

    /// The address of what is shown.
    pub fn address(&self) -> Address {
        let mut address = Address { view: self.view, ..Address::default() };
        let Some(file) = self.file() else { return address };
        address.files.push((Role::Main, source(file)));
        if let Some(base) = file.base.and_then(|id| self.file_of(id)) {
            address.files.push((Role::Base, source(base)));
        }
        address.query = file.look.list.text().to_string();
        if let Some(s) = &file.look.selection
            && let Some(t) = file.btf.get(s.id)
        {
            address.type_name = t.name().to_string();
            address.kind = kind_word(&t).to_string();
            address.id = Some(s.id.0);
            address.member = path::to_names(&file.btf, s.id, &s.path).unwrap_or_default();
        }
        address
    }

    fn show_address(&mut self, way: Way, effects: &mut Vec<Effect>) {
        if self.wanted.is_some() && self.current.is_none() {
            return;
        }
        let fragment = if self.current.is_some() { self.address().to_fragment() } else { String::new() };
        if fragment != self.shown {
            self.shown.clone_from(&fragment);
            effects.push(Effect::Address(fragment, way));
        }
    }

    fn digest_known(&mut self, id: FileId, digest: String, effects: &mut Vec<Effect>) {
        let Some(file) = self.files.iter_mut().find(|f| f.id == id) else { return };
        file.digest = Some(digest.clone());
        let name = file.name.clone();
        if let Some(wanted) = &mut self.wanted {
            match wanted.address.main_file() {
                Some(Source::Digest { sha256, .. }) if *sha256 == digest => {
                    let address = wanted.address.clone();
                    self.wanted = None;
                    self.show(&address, id, effects);
                }
                Some(Source::Digest { .. }) => wanted.other = Some(name),
                _ => {}
            }
        }
        self.show_address(Way::Replace, effects);
    }

    /// A link that knows only a name (or a sample) is satisfied as soon as a file of that name is open. One with a digest
    /// waits for the digest.
    fn settle_wanted_by_name(&mut self, id: FileId, effects: &mut Vec<Effect>) -> bool {
        let Some(file) = self.file_of(id) else { return false };
        let fits = match self.wanted.as_ref().and_then(|w| w.address.main_file()) {
            Some(Source::Name(name)) => *name == file.name,
            Some(Source::Sample(name)) => file.sample.as_ref() == Some(name),
            _ => false,
        };
        if fits && let Some(wanted) = self.wanted.take() {
            self.show(&wanted.address, id, effects);
        }
        fits
    }

    fn arrive(&mut self, fragment: &str, effects: &mut Vec<Effect>) {
        self.shown = fragment.to_string();
        self.wanted = None;
        self.overlay = Overlay::None;
        let address = match Address::parse(fragment) {
            Ok(address) => address,
            Err(e) => {
                let newer = matches!(e, AddressError::Newer(_));
                let found = (!newer).then(|| fragment.chars().take(80).collect());
                return self.apply(Msg::Failed(Problem::of_link(e.to_string(), found)), effects);
            }
        };
        let Some(wanted) = address.main_file() else {
            self.current = if self.files.is_empty() { None } else { self.current };
            return;
        };
        let open = self.files.iter().find(|f| match wanted {
            Source::Digest { sha256, name } => match &f.digest {
                Some(digest) => digest == sha256,
                None => f.name == *name,
            },
            Source::Name(name) => f.name == *name,
            Source::Sample(name) => f.sample.as_ref() == Some(name),
        });
        match open.map(|f| f.id) {
            Some(id) => self.show(&address, id, effects),
            None => {
                self.wanted = Some(Wanted { address, other: None });
                self.current = None;
            }
        }
    }

    fn show(&mut self, address: &Address, id: FileId, effects: &mut Vec<Effect>) {
        self.current = Some(id);
        self.view = address.view;
        let Some(file) = self.file_mut() else { return };
        if file.look.list.text() != address.query {
            file.look.list.search(&address.query);
        }
        if address.type_name.is_empty() && address.id.is_none() {
            file.look.selection = None;
        } else if let Some(type_id) = find_type(file, address) {
            let path = path::from_names(&file.btf, type_id, &address.member);
            let missing = path.is_none();
            self.go_to(type_id, path.unwrap_or_default(), Way::Replace, effects);
            if missing {
                self.notice = format!("{} has no member {} here", address.type_name, address.member);
            }
        } else {
            self.notice = format!("There is no {} {} in this file", address.kind, address.type_name);
        }
        self.show_address(Way::Replace, effects);
    }
}

/// Where Enter leads from a type: what it refers to, through pointers, arrays and qualifiers; from a member, to a typedef
/// too. None when it leads nowhere.
pub fn follow_target(btf: &Btf, id: TypeId, from_itself: bool) -> Option<TypeId> {
    let mut at = id;
    for step in 0..btf::MAX_RESOLVE_STEPS {
        let t = btf.get(at)?;
        let next = match t.array() {
            Some(array) => array.element,
            None => match t.type_ref() {
                Some(next) => next,
                None => break,
            },
        };
        let stop = t.kind() == btf::Kind::Typedef || matches!(t.kind(), btf::Kind::Func | btf::Kind::FuncProto);
        if stop && (step > 0 || !from_itself) {
            break;
        }
        if next.is_void() {
            break;
        }
        at = next;
    }
    (!from_itself || at != id).then_some(at)
}

fn source(file: &OpenFile) -> Source {
    match (&file.sample, &file.digest) {
        (Some(name), _) => Source::Sample(name.clone()),
        (None, Some(sha256)) => Source::Digest { sha256: sha256.clone(), name: file.name.clone() },
        (None, None) => Source::Name(file.name.clone()),
    }
}

/// The type an address means: the id when its name (and kind) still agree, else by name, of the same kind if there is one.
fn find_type(file: &OpenFile, address: &Address) -> Option<TypeId> {
    let fits =
        |t: &btf::Type<'_>| t.name() == address.type_name && (address.kind.is_empty() || kind_word(t) == address.kind);
    if let Some(t) = address.id.and_then(|id| file.btf.get(TypeId(id)))
        && fits(&t)
    {
        return Some(t.id());
    }
    if address.type_name.is_empty() {
        return None;
    }
    let named: Vec<_> = file.names().find(&file.btf, &address.type_name).collect();
    let best = named.iter().find(|t| fits(t)).or_else(|| named.iter().find(|t| t.kind().is_composite()));
    best.or(named.first()).map(|t| t.id())
}

impl FileInput {
    fn digest_source(&self) -> &Arc<[u8]> {
        self.digest_of.as_ref().unwrap_or(&self.btf)
    }
}

impl Problem {
    /// A problem of decoding, in words.
    pub fn of_decode(file: &str, section: &str, e: &btf::Error) -> Problem {
        let mut found = None;
        let mut expected = None;
        if let btf::ErrorKind::BadMagic { found: bytes } = &e.kind {
            expected = Some("the BTF magic, 9f eb or eb 9f".to_string());
            found = Some(format!("{:02x} {:02x}", bytes[0], bytes[1]));
        }
        Problem {
            file: file.to_string(),
            message: format!("{section}: {e}"),
            expected,
            found,
            at: Some(e.range.start.into()),
            go: None,
        }
    }

    fn of_link(message: String, found: Option<String>) -> Problem {
        Problem { file: "This link".into(), message, expected: None, found, at: None, go: None }
    }
}

/// Which blob to show and what to mark in it.
pub fn shown_blob(file: &OpenFile) -> BlobId {
    if let Some(byte) = file.look.byte {
        return byte.blob;
    }
    file.look.selection.as_ref().map_or(BlobId::Own, |s| file.blob_of(focus_item(&file.btf, s).0))
}

/// The record and the item of it that a selection stands for: of a nested member, the struct that has it.
pub fn focus_item(btf: &Btf, s: &Selection) -> (TypeId, Option<u32>) {
    match path::walk(btf, s.id, &s.path).as_ref().and_then(|steps| steps.last()) {
        Some(step) => (step.parent.id(), Some(step.item.index)),
        None => (s.id, None),
    }
}

/// A blob of a file, for the Bytes pane.
pub fn blob_of(file: &OpenFile, blob: BlobId) -> Option<Blob<'_>> {
    match blob {
        BlobId::Ext => file.ext.as_deref().map(Blob::Ext),
        blob => file.blob(blob).map(Blob::Btf),
    }
}
