//! The open files: decoding a new one on its base, replacing, removing, and unique names.

use std::cell::Cell;
use std::sync::Arc;

use btf::Ext;
use desk::{FileId, FileInput, Problem};
use model::kind::FileKind;
use model::load::{Blobs, LoadError, Loaded, decode};

use crate::file::OpenFile;
use crate::incoming::Waiting;
use crate::names::unique_names;

/// The open files.
#[derive(Debug, Default)]
pub(crate) struct Files {
    /// In the order of their chips.
    list: Vec<OpenFile>,
    /// The last id that was given to a file.
    last_id: Cell<u32>,
}

/// Why a file that was read is not opened.
#[derive(Debug)]
pub(crate) enum NotLoaded {
    /// It is a module whose kernel is not open.
    Waits(Box<Waiting>),
    /// It cannot be decoded: the problem, and if a link carried it, the link's text.
    Failed(Box<Problem>, Option<Arc<str>>),
}

impl Files {
    /// The files, in the order of their chips.
    pub(crate) fn all(&self) -> &[OpenFile] {
        &self.list
    }

    pub(crate) fn of(&self, id: FileId) -> Option<&OpenFile> {
        self.list.iter().find(|f| f.id == id)
    }

    pub(crate) fn of_mut(&mut self, id: FileId) -> Option<&mut OpenFile> {
        self.list.iter_mut().find(|f| f.id == id)
    }

    /// A new id, for a file that will be read.
    pub(crate) fn new_id(&self) -> FileId {
        self.last_id.set(self.last_id.get() + 1);
        FileId(self.last_id.get())
    }

    /// The open file that came with the same name and has the same bytes. For a program, the bytes of the whole file
    /// are compared; for any other file, the bytes of `.BTF`.
    pub(crate) fn same(&self, input: &FileInput) -> Option<&OpenFile> {
        self.list.iter().find(|f| f.given_name == input.name && f.digest_of == *input.digest_source())
    }

    /// Decodes a file that was read, on the base that it needs. Returns the file, and problems for the parts that
    /// cannot be read.
    pub(crate) fn load(&self, mut input: FileInput) -> Result<(OpenFile, Vec<Problem>), NotLoaded> {
        let made_on = input.origin.made_on().and_then(|id| Some((id, Arc::clone(&self.of(id)?.btf))));
        let loaded = match made_on {
            _ if input.base.is_some() || !input.needs_base => decode(blobs(&input), None).map(|l| (None, l)),
            Some((id, base)) => decode(blobs(&input), Some(base)).map(|l| (Some(id), l)),
            None => match self.find_base(&input) {
                Ok((id, loaded)) => Ok((Some(id), loaded)),
                Err(misfit) => return Err(NotLoaded::Waits(Box::new(Waiting { input, misfit }))),
            },
        };
        let (base_id, btf) = match loaded {
            Ok((base_id, loaded)) => (base_id, loaded.btf),
            Err(e) => {
                return Err(NotLoaded::Failed(Box::new(undecoded(&input, &e)), input.origin.link().map(Arc::from)));
            }
        };
        if input.base.is_none() && input.needs_base && input.origin.made_on().is_none() {
            input.kind = FileKind::Module;
        }
        let id = input.id.unwrap_or_else(|| self.new_id());
        let around = input.damage.take();
        let ext = input.ext.as_ref().map(|bytes| Ext::parse(Arc::clone(bytes)));
        let lost = match &ext {
            Some(Ok(ext)) => ext.damage().next().cloned(),
            Some(Err(e)) => Some(e.clone()),
            None => None,
        };
        let ext = ext.and_then(Result::ok).map(Arc::new);
        let mut file = OpenFile::new(id, input, btf, ext, base_id);
        file.distilled |= base_id.and_then(|id| self.of(id)).is_some_and(|base| base.kind == FileKind::Base);
        let names = unique_names(self.list.iter().chain([&file]).filter(|f| f.given_name == file.given_name));
        file.name = names.last().cloned().unwrap_or_default();
        let mut problems = damage(&file, lost.as_ref());
        problems.extend(around.map(|problem| problem.about(id)));
        Ok((file, problems))
    }

    /// Finds the open kernel, or other base, that a module continues, and decodes the module on it. The error says why
    /// each open file that can be a base does not fit; it is `None` if no file that can be a base is open.
    fn find_base(&self, input: &FileInput) -> Result<(FileId, Loaded), Option<String>> {
        let mut misfits: Vec<String> = Vec::new();
        for file in self.list.iter().rev().filter(|f| fits_modules(f)) {
            match decode(blobs(input), Some(Arc::clone(&file.btf))) {
                Ok(loaded) => return Ok((file.id, loaded)),
                Err(LoadError::WrongBase(why)) => misfits.push(format!("{} is not its kernel: {why}", file.name)),
                Err(e) => misfits.push(format!("{} is not its kernel: {e}", file.name)),
            }
        }
        Err((!misfits.is_empty()).then(|| misfits.join(". ")))
    }

    /// Tries a waiting module again. Returns the file to open if its kernel is open now; else, as the error, the module
    /// that still waits, with the reason.
    pub(crate) fn retry(&self, waiting: Waiting) -> Result<FileInput, Box<Waiting>> {
        match self.find_base(&waiting.input) {
            Ok(_) => Ok(waiting.input),
            Err(misfit) => Err(Box::new(Waiting { misfit, ..waiting })),
        }
    }

    /// Adds a file.
    pub(crate) fn add(&mut self, file: OpenFile) {
        let given = file.given_name.clone();
        self.list.push(file);
        self.make_names_unique(&given);
    }

    /// Puts a file in the place of the file `old`, or adds it if `old` is not open. Returns the id of the replaced
    /// file.
    pub(crate) fn put(&mut self, file: OpenFile, old: Option<FileId>) -> Option<FileId> {
        match self.list.iter_mut().find(|f| Some(f.id) == old) {
            Some(place) => Some(std::mem::replace(place, file).id),
            None => {
                self.list.push(file);
                None
            }
        }
    }

    /// Removes a file; none if it is not open. Also returns the id of the file to show next; none if no file is left.
    pub(crate) fn remove(&mut self, id: FileId) -> Option<(OpenFile, Option<FileId>)> {
        let at = self.list.iter().position(|f| f.id == id)?;
        let file = self.list.remove(at);
        self.make_names_unique(&file.given_name);
        let next = self.list.get(at.min(self.list.len().saturating_sub(1))).map(|f| f.id);
        Some((file, next))
    }

    /// Sets the digest of a file. Returns whether the file is still open.
    pub(crate) fn know_digest(&mut self, id: FileId, digest: String) -> bool {
        let Some(file) = self.of_mut(id) else { return false };
        file.digest = Some(digest);
        let given = file.given_name.clone();
        self.make_names_unique(&given);
        true
    }

    /// Makes the names of all files that came with the name `given` unique.
    fn make_names_unique(&mut self, given: &str) {
        let names = unique_names(self.list.iter().filter(|f| f.given_name == given));
        for (file, name) in self.list.iter_mut().filter(|f| f.given_name == given).zip(names) {
            file.name = name;
        }
    }
}

/// Problems for the parts of a file that cannot be read. `lost`: the error in `.BTF.ext`, if there is one.
fn damage(file: &OpenFile, lost: Option<&btf::Error>) -> Vec<Problem> {
    let mut problems = Vec::new();
    if let Some(first) = file.btf.diagnostics().first() {
        let more = file.btf.diagnostics().len() - 1;
        let mut problem = Problem::of_decode(&file.name, ".BTF", first);
        if more > 0 {
            problem.message.push_str(&format!(" — and {more} more"));
        }
        problem.message.push_str(". The part that can be read is shown.");
        problem.at = offset_in_file(file.btf_at, first);
        problem.go = Some((file.id, first.range.start));
        problems.push(problem.about(file.id));
    }
    if let Some(e) = lost {
        let mut problem = Problem::of_decode(&file.name, ".BTF.ext", e);
        problem.message.push_str(". The part that can be read is shown.");
        problems.push(problem.about(file.id));
    }
    problems
}

/// The offset in the file of an error in `.BTF`; none if the file holds `.BTF` compressed, or if `.BTF` does not come
/// from the file.
fn offset_in_file(btf_at: Option<u64>, e: &btf::Error) -> Option<u64> {
    btf_at.map(|at| at + u64::from(e.range.start))
}

/// The problem of a file that cannot be decoded.
fn undecoded(input: &FileInput, error: &LoadError) -> Problem {
    let problem = match error {
        LoadError::Unreadable(section, e) => {
            let mut problem = Problem::of_decode(&input.name, section, e);
            if *section == ".BTF" {
                problem.at = offset_in_file(input.btf_at, e);
            }
            problem
        }
        error => Problem::new(&input.name, &error.to_string()),
    };
    Problem { of: input.id, ..problem }
}

/// Whether a module may continue this file. A kernel from an atlas is not suitable: modules refer to types by id, and
/// the atlas numbers the types differently.
fn fits_modules(file: &OpenFile) -> bool {
    !file.btf.is_split() && file.kind != FileKind::Program && file.origin.atlas().is_none()
}

/// The parts of a file that are decoded.
fn blobs(input: &FileInput) -> Blobs<'_> {
    Blobs {
        btf: &input.btf,
        own_base: input.base.as_ref(),
        pointer_size: input.pointer_size,
        needs_base: input.needs_base,
    }
}
