//! On which kernels a program loads.

use std::sync::Arc;

use desk::{Answer, AskFits, Problem};
use needs::{Kernel, Needs};

use crate::Desk;

/// The kernels to ask: those on the desk.
fn kernels<'d>(desk: &'d Desk, ask: &AskFits) -> Result<Vec<&'d Kernel>, Box<Problem>> {
    ask.kernels.iter().map(|&id| Ok(desk.file(id)?.kernel())).collect()
}

pub(crate) fn fits(desk: &Desk, ask: &AskFits) -> Result<Answer, Box<Problem>> {
    let file = desk.file(ask.file)?;
    let no = || Box::new(Problem::new(&file.name, "The program in this file cannot be read."));
    let bytes = file.object.clone().ok_or_else(no)?;
    let object = bpf::Object::with_btf(bytes, Some(file.btf.clone()), file.ext.clone()).map_err(|_| no())?;
    let needs = Needs::of(Arc::new(object));
    let fits = model::fits::fits(&needs, &kernels(desk, ask)?, &|done, all| desk.progress("asking kernels", done, all));
    Ok(Answer::Fits(ask.clone(), Box::new(fits)))
}
