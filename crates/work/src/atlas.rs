//! Atlases on the desk: the page's own and others on its server, which are fetched in parts when a question needs them,
//! and atlases that a person dropped.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use ::atlas::{Atlas, AtlasKernel, Error, ErrorKind, ModulesFile, Ranges};
use desk::carried::sentence;
use desk::{
    Amount, AskAtlas, AtlasQuestion, AtlasSays, FileId, NO_ATLAS, Problem, TakeKernel, TakenOut, WhichFile, WhichKernel,
};
use model::atlas::{
    Answer, Asked, DrawnHistory, History, NameRow, Told, board, find_names, history_among, kernel_facts, of_modules,
    which as which_of, which_continued, which_relocated,
};
use model::digest::sha256_hex;
use read::{Code, Failed, Loader};

use crate::{Desk, Work};

/// How many names of each class are listed, at most.
const MOST_NAMES: usize = 40;

/// Access to an atlas on the page's server.
pub trait PageAtlas {
    /// The atlas, to be read by ranges.
    ///
    /// # Errors
    /// Why the atlas cannot be reached, in words.
    fn ranges(&self) -> Result<Box<dyn Ranges>, String>;

    /// Fetches the whole atlas at once, because all of it will be read.
    ///
    /// # Errors
    /// Why the atlas cannot be reached, in words.
    fn fetch_all(&self) -> Result<(), String>;

    /// The file beside the atlas with the names that the modules of its kernels define; none if there is no such file.
    fn modules(&self) -> Option<Box<dyn Ranges>> {
        None
    }
}

pub(crate) type Open = Rc<Atlas<Box<dyn Ranges>>>;

/// All atlases. Each is opened at its first question.
#[derive(Default)]
pub(crate) struct Atlases {
    /// The page's atlas.
    pub(crate) own: Option<Box<dyn PageAtlas>>,
    /// Dropped atlases: the name and the bytes of each.
    pub(crate) dropped: BTreeMap<FileId, (String, Arc<[u8]>)>,
    /// Other atlases on the page's server: the name of each and the access to it.
    pub(crate) served: BTreeMap<FileId, (String, Option<Box<dyn PageAtlas>>)>,
    open: RefCell<BTreeMap<Option<FileId>, Open>>,
}

impl fmt::Debug for Atlases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Atlases").field("own", &self.own.is_some()).field("dropped", &self.dropped.len()).finish()
    }
}

impl Atlases {
    /// The access to an atlas on the server; `None` for a dropped atlas, and where nothing can be fetched.
    fn on_server(&self, atlas_id: Option<FileId>) -> Option<&dyn PageAtlas> {
        match atlas_id {
            None => self.own.as_deref(),
            Some(id) => self.served.get(&id)?.1.as_deref(),
        }
    }

    pub(crate) fn remove(&mut self, id: FileId) {
        self.served.remove(&id);
        self.dropped.remove(&id);
        self.open.borrow_mut().remove(&Some(id));
    }

    fn name(&self, atlas_id: Option<FileId>) -> String {
        let dropped = atlas_id.and_then(|id| self.dropped.get(&id).map(|(name, _)| name));
        let served = atlas_id.and_then(|id| self.served.get(&id).map(|(name, _)| name));
        dropped.or(served).map_or_else(|| "this page's atlas".to_owned(), String::clone)
    }

    pub(crate) fn problem(&self, atlas_id: Option<FileId>, message: &str) -> Box<Problem> {
        Box::new(Problem::new(&self.name(atlas_id), message))
    }

    /// An error in an atlas, as a problem for the person.
    pub(crate) fn failed(&self, atlas_id: Option<FileId>, e: &Error) -> Box<Problem> {
        let at = Some(e.range.start).filter(|_| !e.range.is_empty());
        Box::new(Problem { at, ..*self.problem(atlas_id, &sentence(&e.to_string())) })
    }

    /// Opens an atlas and fetches all of it.
    pub(crate) fn open_whole(&self, atlas_id: Option<FileId>) -> Result<Open, Box<Problem>> {
        let open = self.open(atlas_id)?;
        if let Some(served) = self.on_server(atlas_id) {
            served.fetch_all().map_err(|why| self.problem(atlas_id, &why))?;
        }
        Ok(open)
    }

    /// The file with the names that the modules of an atlas's kernels define; `None` if there is no such file, and for
    /// a dropped atlas.
    pub(crate) fn modules(&self, atlas_id: Option<FileId>) -> Option<Box<dyn Ranges>> {
        self.on_server(atlas_id)?.modules()
    }

    fn open(&self, atlas_id: Option<FileId>) -> Result<Open, Box<Problem>> {
        if let Some(open) = self.open.borrow().get(&atlas_id) {
            return Ok(Rc::clone(open));
        }
        let ranges: Box<dyn Ranges> = match atlas_id {
            Some(id) if self.served.contains_key(&id) => {
                let none = || self.problem(atlas_id, "It can only be fetched by the page's worker.");
                let served = self.on_server(atlas_id).ok_or_else(none)?;
                served.ranges().map_err(|why| self.problem(atlas_id, &why))?
            }
            Some(id) => {
                let gone = || self.problem(None, "That atlas is not open any more.");
                Box::new(Arc::clone(&self.dropped.get(&id).ok_or_else(gone)?.1))
            }
            None => {
                let own = self.own.as_ref().ok_or_else(|| self.problem(None, NO_ATLAS))?;
                own.ranges().map_err(|why| self.problem(None, &why))?
            }
        };
        let open = Rc::new(Atlas::open(ranges).map_err(|e| self.failed(atlas_id, &e))?);
        self.open.borrow_mut().insert(atlas_id, Rc::clone(&open));
        Ok(open)
    }
}

impl Work for AskAtlas {
    fn answer(&self, desk: &Desk) -> Result<AtlasSays, Box<Problem>> {
        let atlases = &desk.atlases;
        Ok(match &self.what {
            AtlasQuestion::Names(text) => AtlasSays::Names(names(atlases, self, text.trim())?),
            AtlasQuestion::History(text) | AtlasQuestion::Field(text) => {
                AtlasSays::History(Box::new(DrawnHistory::new(histories(atlases, self, text)?)))
            }
            AtlasQuestion::Glance(text) => AtlasSays::Answer(Box::new(glance(atlases, self, text)?)),
            AtlasQuestion::Read(text) => AtlasSays::Code(Box::new(code(atlases, self, text)?)),
            AtlasQuestion::Distributions => AtlasSays::Distributions(distributions(atlases, self)?),
            AtlasQuestion::Board => AtlasSays::Board(board(&*atlases.open(self.atlas_id)?)),
            AtlasQuestion::Which(file) => AtlasSays::Which(which(desk, self.atlas_id, file)?),
            AtlasQuestion::Continued(split) => {
                let said = which_continued(&*atlases.open(self.atlas_id)?, split, &|_| true);
                AtlasSays::Which(WhichKernel { sentences: said.sentences, kernels: said.fits })
            }
        })
    }
}

/// The kernel of an atlas that has the types of a file, or the kernels with the most similar types; for a module on its
/// distilled base, the kernels that it can be loaded on.
fn which(desk: &Desk, atlas_id: Option<FileId>, asked: &WhichFile) -> Result<WhichKernel, Box<Problem>> {
    let (atlases, file) = (&desk.atlases, desk.file(asked.id)?);
    desk.progress("fetching the atlas", Amount::default());
    let open = atlases.open_whole(atlas_id)?;
    desk.progress("comparing with each kernel", Amount::default());
    if asked.distilled {
        let said = which_relocated(&open, &file.btf, &|_| true).map_err(|e| atlases.failed(atlas_id, &e))?;
        return Ok(WhichKernel { sentences: said.sentences, kernels: said.fits });
    }
    let sha256 = sha256_hex(file.btf.bytes());
    let told = Told { name: &asked.name, sha256: &sha256, from_c: asked.from_c };
    let said = which_of(&open, &file.btf, told, &|_| true).map_err(|e| Problem::new(&file.name, &e.to_string()))?;
    let said = said.map_err(|e| atlases.failed(atlas_id, &e))?;
    let kernels = said.exact.into_iter().chain(said.nearest.into_iter().map(|near| near.name)).collect();
    Ok(WhichKernel { sentences: said.sentences, kernels })
}

/// The distributions of the asked atlases with the numbers of their kernels, the largest number first.
fn distributions(atlases: &Atlases, ask: &AskAtlas) -> Result<Vec<(String, u32)>, Box<Problem>> {
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for atlas_id in ask.atlas_ids() {
        for kernel in atlases.open(atlas_id)?.kernels() {
            *counts.entry(kernel.distribution.clone()).or_default() += 1;
        }
    }
    let mut counts: Vec<(String, u32)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, kernels)| Reverse(*kernels));
    Ok(counts)
}

/// The code that reads a field, or sees the arguments of a function, on the kernels of the first atlas that was asked.
fn code(atlases: &Atlases, ask: &AskAtlas, text: &str) -> Result<Code, Box<Problem>> {
    let problem = |why: &str| atlases.problem(ask.atlas_id, why);
    let asked = Asked::parse(text).map_err(|why| problem(&why))?;
    let open = atlases.open(ask.atlas_id)?;
    let of_field = |path: &_, renames| {
        let options = read::Options { renames, ..read::Options::default() };
        read::field(&open, path, options, true, &|kernel| ask.asks(&kernel.distribution))
    };
    let code = match &asked {
        Asked::Field(path) => of_field(path, true),
        Asked::Only(path) => of_field(path, false),
        Asked::Name(_, name) => {
            read::function(&open, name, Some(Loader::Libbpf), &|kernel| ask.asks(&kernel.distribution))
        }
    };
    code.map_err(|failed| match failed {
        Failed::NoType | Failed::NoField => problem(&match &asked {
            Asked::Name(_, name) => format!("No kernel that was asked has a function “{name}”."),
            Asked::Field(path) | Asked::Only(path) => format!("No kernel that was asked has “{}”.", path.as_str()),
        }),
        Failed::Unreadable(why) => problem(&format!("No code reads it: {why}.")),
        Failed::Atlas(e) => atlases.failed(ask.atlas_id, &e),
    })
}

/// Names in the asked atlases that begin with this text. A name that several atlases have is taken from the first of
/// them.
fn names(atlases: &Atlases, ask: &AskAtlas, text: &str) -> Result<Vec<NameRow>, Box<Problem>> {
    let mut all: Vec<NameRow> = Vec::new();
    for atlas_id in ask.atlas_ids() {
        let open = atlases.open(atlas_id)?;
        let mut found = find_names(&open, text, MOST_NAMES).map_err(|e| atlases.failed(atlas_id, &e))?;
        found.retain(|row| !all.iter().any(|known| known.question() == row.question()));
        all.extend(found);
    }
    Ok(all)
}

/// The histories from all asked atlases that have the name. It is an error if no atlas has it.
fn histories(atlases: &Atlases, ask: &AskAtlas, text: &str) -> Result<History, Box<Problem>> {
    let asked = Asked::parse(text).map_err(|why| atlases.problem(ask.atlas_id, &why))?;
    all_histories(atlases, ask, &asked)?.ok_or_else(|| none_has(atlases, ask.atlas_id, &asked))
}

/// The short answer.
fn glance(atlases: &Atlases, ask: &AskAtlas, text: &str) -> Result<Answer, Box<Problem>> {
    let asked = Asked::parse(text).map_err(|why| atlases.problem(ask.atlas_id, &why))?;
    Ok(match all_histories(atlases, ask, &asked)? {
        Some(past) => Answer::of(text, &past),
        None => {
            // Suggestions are optional, so ignore errors.
            let near = atlases.open(ask.atlas_id).ok().and_then(|open| asked.near_questions(&open).ok());
            Answer::none(text, &asked, near.unwrap_or_default())
        }
    })
}

/// The histories from all asked atlases that have the name; `None` if no atlas has it.
fn all_histories(atlases: &Atlases, ask: &AskAtlas, asked: &Asked) -> Result<Option<History>, Box<Problem>> {
    let mut all: Vec<History> = Vec::new();
    for atlas_id in ask.atlas_ids() {
        let open = atlases.open(atlas_id)?;
        let keep = |kernel: &AtlasKernel| ask.asks(&kernel.distribution);
        if !open.kernels().iter().any(keep) {
            continue;
        }
        let mut found = history_among(&*open, asked, &keep).map_err(|e| atlases.failed(atlas_id, &e))?;
        // If the names of modules cannot be read, show the history without them.
        if let Some(names) = atlases.modules(atlas_id).and_then(|ranges| ModulesFile::open(ranges).ok()) {
            found = match of_modules(&names, asked, found.clone()) {
                Ok(found) => found,
                Err(_) => found,
            };
        }
        if let Some(mut found) = found {
            if !ask.also.is_empty() {
                found.atlas = atlases.name(atlas_id);
            }
            all.push(found);
        }
    }
    let mut all = all.into_iter();
    let first = all.next();
    Ok(first.map(|first| History { also: all.collect(), ..first }))
}

fn none_has(atlases: &Atlases, atlas_id: Option<FileId>, asked: &Asked) -> Box<Problem> {
    // Suggestions are optional, so ignore errors.
    let near = atlases.open(atlas_id).ok().and_then(|open| asked.near(&open).ok()).unwrap_or_default();
    atlases.problem(atlas_id, &format!("No kernel of this atlas has {}{near}.", asked.words()))
}

/// A kernel's release; where the atlas does not know it, the kernel's version.
fn release_of(kernel: &AtlasKernel) -> String {
    let text = if kernel.release.is_empty() { kernel.version() } else { kernel.release.as_str() };
    text.to_owned()
}

/// Takes the kernel out of the first atlas that has it.
impl Work for TakeKernel {
    fn answer(&self, desk: &Desk) -> Result<TakenOut, Box<Problem>> {
        let (atlases, name) = (&desk.atlases, &self.name);
        let mut first_problem = None;
        // The problem names the kernel, not the atlas: another atlas may have that kernel.
        let missing =
            |message: String| Box::new(Problem::new(name, &format!("{message} Drop an .atlas file that has it.")));
        let mut there = self.atlas_ids().filter(|id| id.is_some() || atlases.own.is_some()).peekable();
        if there.peek().is_none() {
            return Err(missing("This page was built without an atlas.".to_owned()));
        }
        for atlas_id in there {
            let found = atlases.open(atlas_id).and_then(|open| {
                let number = open.kernel_called(name).map_err(|e| {
                    let problem = atlases.failed(atlas_id, &e);
                    if matches!(e.kind, ErrorKind::Kernel(_)) { missing(problem.message) } else { problem }
                })?;
                Ok((open, number))
            });
            match found {
                Ok((_, number)) => {
                    desk.progress("fetching the atlas", Amount::default());
                    let open = atlases.open_whole(atlas_id)?;
                    desk.progress("taking the kernel out of the atlas", Amount::default());
                    let bytes = open.take_out(number).map_err(|e| atlases.failed(atlas_id, &e))?;
                    let known = open.kernels().get(number as usize);
                    return Ok(TakenOut {
                        name: open.kernel_names().get(number as usize).cloned().unwrap_or_default(),
                        atlas_id,
                        release: known.map(release_of).unwrap_or_default(),
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
        Err(first_problem.unwrap_or_else(|| atlases.problem(None, NO_ATLAS)))
    }
}
