//! CO-RE relocations, resolved on the kernels that are on the desk.

use std::sync::Arc;

use btf::TypeId;
use wire::wire;

use super::{Answer, Desk, problem, program};
use crate::core::probe::probe;
use crate::core::{Core, Kernel};
use crate::file::{FileId, FileKind};
use crate::path::Path;
use crate::session::Problem;

/// Resolve the relocations of a program on kernels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AskCore {
    /// The program.
    pub file: FileId,
    /// The kernels.
    pub kernels: Vec<FileId>,
}
wire!(struct AskCore { file, kernels });

impl AskCore {
    pub(super) fn files(&self) -> Vec<FileId> {
        std::iter::once(self.file).chain(self.kernels.iter().copied()).collect()
    }
}

/// Read one relocation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AskRelocation {
    /// Of which program, on which kernels.
    pub on: AskCore,
    /// Its place among all of the object.
    pub index: usize,
}
wire!(struct AskRelocation { on, index });

/// Tell what a CO-RE access to a member would be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AskProbe {
    /// By the types of which file, on which kernels.
    pub on: AskCore,
    /// The type.
    pub root: TypeId,
    /// The member.
    pub path: Path,
}
wire!(struct AskProbe { on, root, path });

/// The kernels of a request, for a moment.
fn kernels<'d>(desk: &'d Desk, ids: &[FileId]) -> Result<Vec<Kernel<'d>>, Box<Problem>> {
    let mut kernels = Vec::new();
    for &id in ids {
        let file = desk.file(id)?;
        let target = file.target.get_or_init(|| relo::Target::new(Arc::clone(&file.btf)));
        kernels.push(Kernel { file: id, name: &file.name, target });
    }
    Ok(kernels)
}

fn with<T>(desk: &Desk, on: &AskCore, ask: impl FnOnce(&Core<'_>) -> T) -> Result<T, Box<Problem>> {
    let program = program::program(desk.file(on.file)?)?;
    Ok(ask(&Core { program, kernels: &kernels(desk, &on.kernels)? }))
}

/// The list.
pub(super) fn list(desk: &Desk, on: &AskCore) -> Result<Answer, Box<Problem>> {
    let list = with(desk, on, |core| core.list(&|done, total| desk.progress("resolving relocations", done, total)))?;
    Ok(Answer::Core(on.file, Box::new(list)))
}

/// One relocation.
pub(super) fn detail(desk: &Desk, ask: &AskRelocation) -> Result<Answer, Box<Problem>> {
    let detail = with(desk, &ask.on, |core| core.detail(ask.index))?;
    let detail = detail.ok_or_else(|| Box::new(problem("", "There is no such relocation.")))?;
    Ok(Answer::Relocation(ask.on.file, Box::new(detail)))
}

/// Read a log of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AskLog {
    /// The program.
    pub file: FileId,
    /// The log.
    pub text: Arc<str>,
}
wire!(struct AskLog { file, text });

/// The lines of a log that lead somewhere.
pub(super) fn log(desk: &Desk, ask: &AskLog) -> Result<Answer, Box<Problem>> {
    let on = AskCore { file: ask.file, kernels: Vec::new() };
    let links = with(desk, &on, |core| crate::core::log::links(core, &ask.text))?;
    Ok(Answer::Log(ask.file, links))
}

/// Packs a relocation for a link.
pub(super) fn carry(desk: &Desk, ask: &AskRelocation) -> Result<Answer, Box<Problem>> {
    match with(desk, &ask.on, |core| core.carry(ask.index))? {
        Some(Ok(carry)) => Ok(Answer::Carried(ask.clone(), carry)),
        Some(Err(size)) => Err(Box::new(crate::share::too_large(size))),
        None => Err(Box::new(problem("", "There is no such relocation."))),
    }
}

/// What an access would be; nothing when the member is none that is read.
pub(super) fn access(desk: &Desk, ask: &AskProbe) -> Result<Answer, Box<Problem>> {
    let file = desk.file(ask.on.file)?;
    let is_program = file.kind == FileKind::Program;
    let found = probe(&file.btf, ask.root, &ask.path, is_program, &kernels(desk, &ask.on.kernels)?);
    Ok(Answer::Probe(ask.clone(), Box::new(found)))
}
