//! Resolving CO-RE relocations on open kernels, and reading logs.

use desk::Amount;
use desk::AskCore;
use desk::AskLog;
use desk::AskProbe;
use desk::AskRelocation;
use desk::CarryRelocation;
use desk::FileId;
use desk::Problem;
use logs::LogReading;
use model::kind::FileKind;
use model::relocations::probe::Probe;
use model::relocations::probe::probe;
use model::relocations::{Carry, CoreList, Detail};
use model::relocations::{Core, NamedKernel};

use crate::{Desk, Work};

/// The open kernels of a question.
fn kernels<'d>(desk: &'d Desk, ids: &[FileId]) -> Result<Vec<NamedKernel<'d>>, Box<Problem>> {
    ids.iter().map(|&id| desk.file(id).map(|file| NamedKernel { name: &file.name, on: file.kernel() })).collect()
}

fn with_core<T>(desk: &Desk, on: &AskCore, ask: impl FnOnce(&Core<'_>) -> T) -> Result<T, Box<Problem>> {
    let program = desk.file(on.file)?.program()?;
    Ok(ask(&Core { program, kernels: &kernels(desk, &on.kernels)? }))
}

impl Work for AskCore {
    fn answer(&self, desk: &Desk) -> Result<Box<CoreList>, Box<Problem>> {
        let list = with_core(desk, self, |core| {
            core.list(&|done, total| desk.progress("resolving", Amount::of("relocations", done, total)))
        })?;
        Ok(Box::new(list))
    }
}

impl Work for AskRelocation {
    fn answer(&self, desk: &Desk) -> Result<Box<Detail>, Box<Problem>> {
        let detail = with_core(desk, &self.on, |core| core.detail(self.index))?;
        let detail = detail.ok_or_else(|| Box::new(Problem::new("", "There is no such relocation.")))?;
        Ok(Box::new(detail))
    }
}

impl Work for AskLog {
    fn answer(&self, desk: &Desk) -> Result<LogReading, Box<Problem>> {
        match self.file {
            Some(file) => {
                let on = AskCore { file, kernels: Vec::new() };
                with_core(desk, &on, |core| logs::read(core, &self.text, self.selected))
            }
            None => Ok(logs::explain(&self.text)),
        }
    }
}

impl Work for CarryRelocation {
    fn answer(&self, desk: &Desk) -> Result<Carry, Box<Problem>> {
        match with_core(desk, &self.0.on, |core| core.carry(self.0.index))? {
            Some(Ok(carry)) => Ok(carry),
            Some(Err(size)) => Err(Box::new(desk::carried::too_large(size))),
            None => Err(Box::new(Problem::new("", "There is no such relocation."))),
        }
    }
}

impl Work for AskProbe {
    fn answer(&self, desk: &Desk) -> Result<Box<Option<Probe>>, Box<Problem>> {
        let file = desk.file(self.on.file)?;
        let is_program = file.kind == FileKind::Program;
        let found = probe(&file.btf, self.root, &self.path, is_program, &kernels(desk, &self.on.kernels)?);
        Ok(Box::new(found))
    }
}
