//! Checking whether kernels accept a file's BTF.

use std::sync::Arc;

use ::verdict::Mode;
use ::verdict::libbpf::NoFix;
use bpf::Object;
use desk::{AskVerdict, Problem};
use model::kind::FileKind;
use model::verdict::{Case, Ruling, mode_of};

use crate::{Desk, Held, Work};

impl Work for AskVerdict {
    fn answer(&self, desk: &Desk) -> Result<Box<Ruling>, Box<Problem>> {
        let file = desk.file(self.file)?;
        let ruling = ruling(file, self.at)
            .map_err(|e| Box::new(Problem::new(&file.name, &format!("libbpf does not load it: {e}."))))?;
        Ok(Box::new(ruling))
    }
}

/// The answers of all kernels, and the faults that the kernel at index `at` finds.
pub(crate) fn ruling(file: &Held, at: u32) -> Result<Ruling, NoFix> {
    let base = file.btf.base();
    let mode = mode_of(file.kind, base.is_some());
    let object = file.object.as_ref().filter(|_| mode == Mode::Load);
    let object = object.and_then(|bytes| Object::parse(Arc::clone(bytes)).ok());
    let case = Case {
        bytes: file.btf.bytes(),
        base: base.map(|base| &**base),
        mode,
        object: object.as_ref(),
        lone_module: file.kind == FileKind::Module && base.is_none(),
    };
    Ruling::of(&case, at)
}
