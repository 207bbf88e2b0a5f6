//! CO-RE relocations, resolved on the kernels that are on the desk.

use desk::Amount;
use desk::Answer;
use desk::AskCore;
use desk::AskLog;
use desk::AskProbe;
use desk::AskRelocation;
use desk::FileId;
use desk::Problem;
use model::kind::FileKind;
use model::relocations::probe::probe;
use model::relocations::{Core, Kernel};

use crate::Desk;

/// The kernels of a request, for a moment.
fn kernels<'d>(desk: &'d Desk, ids: &[FileId]) -> Result<Vec<Kernel<'d>>, Box<Problem>> {
    let mut kernels = Vec::new();
    for &id in ids {
        let file = desk.file(id)?;
        let on = file.kernel();
        kernels.push(Kernel { name: &file.name, on });
    }
    Ok(kernels)
}

fn with<T>(desk: &Desk, on: &AskCore, ask: impl FnOnce(&Core<'_>) -> T) -> Result<T, Box<Problem>> {
    let program = desk.file(on.file)?.program()?;
    Ok(ask(&Core { program, kernels: &kernels(desk, &on.kernels)? }))
}

/// The list.
pub(crate) fn list(desk: &Desk, on: &AskCore) -> Result<Answer, Box<Problem>> {
    let list = with(desk, on, |core| {
        core.list(&|done, total| desk.progress("resolving", Amount::of("relocations", done, total)))
    })?;
    Ok(Answer::Core(on.clone(), Box::new(list)))
}

/// One relocation.
pub(crate) fn detail(desk: &Desk, ask: &AskRelocation) -> Result<Answer, Box<Problem>> {
    let detail = with(desk, &ask.on, |core| core.detail(ask.index))?;
    let detail = detail.ok_or_else(|| Box::new(Problem::new("", "There is no such relocation.")))?;
    Ok(Answer::Relocation(ask.clone(), Box::new(detail)))
}

/// The lines of a log that lead somewhere.
pub(crate) fn log(desk: &Desk, ask: &AskLog) -> Result<Answer, Box<Problem>> {
    let reading = match ask.file {
        Some(file) => {
            let on = AskCore { file, kernels: Vec::new() };
            with(desk, &on, |core| model::log::read(core, &ask.text, ask.selected))?
        }
        None => model::log::explain(&ask.text),
    };
    Ok(Answer::Log(ask.file, ask.turn, reading))
}

/// Packs a relocation for a link.
pub(crate) fn carry(desk: &Desk, ask: &AskRelocation) -> Result<Answer, Box<Problem>> {
    match with(desk, &ask.on, |core| core.carry(ask.index))? {
        Some(Ok(carry)) => Ok(Answer::Carried(ask.clone(), carry)),
        Some(Err(size)) => Err(Box::new(desk::carried::too_large(size))),
        None => Err(Box::new(Problem::new("", "There is no such relocation."))),
    }
}

/// What an access would be; nothing when the member cannot be read.
pub(crate) fn access(desk: &Desk, ask: &AskProbe) -> Result<Answer, Box<Problem>> {
    let file = desk.file(ask.on.file)?;
    let is_program = file.kind == FileKind::Program;
    let found = probe(&file.btf, ask.root, &ask.path, is_program, &kernels(desk, &ask.on.kernels)?);
    Ok(Answer::Probe(ask.clone(), Box::new(found)))
}
