//! Atlases on the desk: the page's, which is fetched in parts when a question needs them, and dropped ones.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use ::atlas::{Atlas, Error, ErrorKind, ModulesFile, Ranges};
use desk::{Amount, AskAtlas, AtlasQuestion, AtlasSays, FileId, NO_ATLAS, Problem, TakeKernel, TakenOut};
use model::atlas::{Asked, History, NameRow, board, find_names, history, kernel_facts, of_modules};

use crate::{Desk, Work};

/// How many names of each class are listed, at most.
const MOST_NAMES: usize = 40;

/// Access to the page's atlas.
pub trait Shelf {
    /// The atlas, to be read by ranges.
    ///
    /// # Errors
    /// It cannot be reached: why, in words.
    fn ranges(&self) -> Result<Box<dyn Ranges>, String>;

    /// Fetches the whole atlas at once, because all of it will be read.
    ///
    /// # Errors
    /// It cannot be reached: why, in words.
    fn fetch_all(&self) -> Result<(), String>;

    /// The file beside the atlas with the names that modules bring; none if there is no such file.
    fn modules(&self) -> Option<Box<dyn Ranges>> {
        None
    }
}

pub(crate) type Open = Rc<Atlas<Box<dyn Ranges>>>;

/// All atlases. Each is opened at its first question.
#[derive(Default)]
pub(crate) struct Shelves {
    own: Option<Box<dyn Shelf>>,
    dropped: BTreeMap<FileId, (String, Arc<[u8]>)>,
    open: RefCell<BTreeMap<Option<FileId>, Open>>,
}

impl fmt::Debug for Shelves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shelves").field("own", &self.own.is_some()).field("dropped", &self.dropped.len()).finish()
    }
}

impl Shelves {
    pub(crate) fn set_own(&mut self, shelf: Box<dyn Shelf>) {
        self.own = Some(shelf);
    }

    pub(crate) fn drop_in(&mut self, id: FileId, name: String, bytes: Arc<[u8]>) {
        self.dropped.insert(id, (name, bytes));
    }

    pub(crate) fn remove(&mut self, id: FileId) {
        self.dropped.remove(&id);
        self.open.borrow_mut().remove(&Some(id));
    }

    fn name(&self, shelf: Option<FileId>) -> String {
        let dropped = shelf.and_then(|id| self.dropped.get(&id));
        dropped.map_or_else(|| "this page's atlas".to_owned(), |(name, _)| name.clone())
    }

    pub(crate) fn problem(&self, shelf: Option<FileId>, message: &str) -> Box<Problem> {
        Box::new(Problem::new(&self.name(shelf), message))
    }

    /// The problem of an error in an atlas.
    pub(crate) fn failed(&self, shelf: Option<FileId>, e: &Error) -> Box<Problem> {
        let mut message = e.to_string();
        if let Some(first) = message.get(..1) {
            let first = first.to_uppercase();
            message.replace_range(..1, &first);
        }
        let at = Some(e.range.start).filter(|_| !e.range.is_empty());
        Box::new(Problem { at, ..*self.problem(shelf, &format!("{message}.")) })
    }

    /// Opens an atlas and fetches all of it.
    pub(crate) fn open_whole(&self, shelf: Option<FileId>) -> Result<Open, Box<Problem>> {
        let open = self.open(shelf)?;
        if let (None, Some(own)) = (shelf, &self.own) {
            own.fetch_all().map_err(|why| self.problem(None, &why))?;
        }
        Ok(open)
    }

    /// The names that modules of its kernels bring, if they are known.
    pub(crate) fn modules(&self, shelf: Option<FileId>) -> Option<Box<dyn Ranges>> {
        self.own.as_ref().filter(|_| shelf.is_none())?.modules()
    }

    fn open(&self, shelf: Option<FileId>) -> Result<Open, Box<Problem>> {
        if let Some(open) = self.open.borrow().get(&shelf) {
            return Ok(Rc::clone(open));
        }
        let ranges: Box<dyn Ranges> = match shelf {
            Some(id) => {
                let gone = || self.problem(None, "That atlas is not open any more.");
                Box::new(Arc::clone(&self.dropped.get(&id).ok_or_else(gone)?.1))
            }
            None => {
                let own = self.own.as_ref().ok_or_else(|| self.problem(None, NO_ATLAS))?;
                own.ranges().map_err(|why| self.problem(None, &why))?
            }
        };
        let open = Rc::new(Atlas::open(ranges).map_err(|e| self.failed(shelf, &e))?);
        self.open.borrow_mut().insert(shelf, Rc::clone(&open));
        Ok(open)
    }
}

impl Work for AskAtlas {
    fn answer(&self, desk: &Desk) -> Result<AtlasSays, Box<Problem>> {
        let shelves = &desk.shelves;
        Ok(match &self.what {
            AtlasQuestion::Names(text) => AtlasSays::Names(names(shelves, self, text.trim())?),
            AtlasQuestion::History(text) | AtlasQuestion::Field(text) => {
                AtlasSays::History(Box::new(histories(shelves, self, text)?))
            }
            AtlasQuestion::Board => AtlasSays::Board(board(&*shelves.open(self.shelf)?)),
        })
    }
}

/// Takes the kernel out of the first atlas that has it.
impl Work for TakeKernel {
    fn answer(&self, desk: &Desk) -> Result<TakenOut, Box<Problem>> {
        kernel(desk, self.shelf, &self.name, &self.others)
    }
}

/// Names in the asked atlases that begin with this text: each once, with the forms of the first atlas that has it.
fn names(shelves: &Shelves, ask: &AskAtlas, text: &str) -> Result<Vec<NameRow>, Box<Problem>> {
    let mut all: Vec<NameRow> = Vec::new();
    for shelf in ask.shelves() {
        let open = shelves.open(shelf)?;
        let found = find_names(&open, text, MOST_NAMES).map_err(|e| shelves.failed(shelf, &e))?;
        all.extend(
            found
                .into_iter()
                .filter(|row| !all.iter().any(|known| known.question() == row.question()))
                .collect::<Vec<_>>(),
        );
    }
    Ok(all)
}

/// The histories in those of the asked atlases that have the name.
fn histories(shelves: &Shelves, ask: &AskAtlas, text: &str) -> Result<History, Box<Problem>> {
    let asked = Asked::parse(text).map_err(|why| shelves.problem(ask.shelf, &why))?;
    let mut all: Vec<History> = Vec::new();
    for shelf in ask.shelves() {
        let open = shelves.open(shelf)?;
        let mut found = history(&*open, &asked).map_err(|e| shelves.failed(shelf, &e))?;
        // If the names of modules cannot be read, show the history without them.
        if let Some(names) = shelves.modules(shelf).and_then(|ranges| ModulesFile::open(ranges).ok()) {
            found = match of_modules(&names, &asked, found.clone()) {
                Ok(found) => found,
                Err(_) => found,
            };
        }
        if let Some(mut found) = found {
            if !ask.also.is_empty() {
                found.atlas = shelves.name(shelf);
            }
            all.push(found);
        }
    }
    let mut all = all.into_iter();
    let Some(first) = all.next() else { return Err(none_has(shelves, ask.shelf, &asked)) };
    Ok(History { also: all.collect(), ..first })
}

fn none_has(shelves: &Shelves, shelf: Option<FileId>, asked: &Asked) -> Box<Problem> {
    // Suggestions are optional: ignore errors.
    let near = shelves.open(shelf).ok().and_then(|open| asked.near(&open).ok()).unwrap_or_default();
    shelves.problem(shelf, &format!("No kernel of it has {}{near}.", asked.words()))
}

/// Takes a kernel out of the first atlas that has it.
fn kernel(desk: &Desk, shelf: Option<FileId>, name: &str, others: &[FileId]) -> Result<TakenOut, Box<Problem>> {
    let shelves = &desk.shelves;
    let mut first_problem = None;
    // The problem names the kernel, not the atlas: another atlas may have it.
    let missing =
        |message: String| Box::new(Problem::new(name, &format!("{message} Drop an .atlas file that has it.")));
    let own = shelves.own.is_some() || shelf.is_some() || others.is_empty();
    let all = own.then_some(shelf).into_iter().chain(others.iter().map(|id| Some(*id)));
    for shelf in all {
        if shelf.is_none() && shelves.own.is_none() {
            return Err(missing("This page was built without an atlas.".to_owned()));
        }
        let found = shelves.open(shelf).and_then(|open| {
            let number = open.kernel_called(name).map_err(|e| {
                let problem = shelves.failed(shelf, &e);
                if matches!(e.kind, ErrorKind::Kernel(_)) { missing(problem.message) } else { problem }
            })?;
            Ok((open, number))
        });
        match found {
            Ok((_, number)) => {
                desk.progress("fetching the atlas", Amount::default());
                let open = shelves.open_whole(shelf)?;
                desk.progress("taking the kernel out of the atlas", Amount::default());
                let bytes = open.take_out(number).map_err(|e| shelves.failed(shelf, &e))?;
                let known = open.kernels().get(number as usize);
                let called = open.kernel_names().get(number as usize).cloned().unwrap_or_default();
                return Ok(TakenOut {
                    name: called,
                    shelf,
                    facts: known.map(kernel_facts).unwrap_or_default(),
                    arch: known.map(|k| k.arch.clone()).unwrap_or_default(),
                    pointer_size: known.map_or(8, |k| k.pointer_size.into()),
                    btf: bytes.into(),
                });
            }
            Err(problem) => {
                first_problem.get_or_insert(problem);
            }
        }
    }
    Err(first_problem.unwrap_or_else(|| shelves.problem(None, NO_ATLAS)))
}
