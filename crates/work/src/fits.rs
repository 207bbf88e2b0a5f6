//! On which kernels a program loads.

use std::sync::Arc;

use atlas::{Modules as Names, Select};
use desk::{Answer, AskFits, AtlasPart, Problem};
use model::fits::in_atlas::{AtlasKernels, brought};
use model::fits::{Fits, KernelReport, fold};
use needs::{Kernel, Modules, Needs};

use crate::Desk;

/// The kernels on the desk.
fn kernels<'d>(desk: &'d Desk, ask: &AskFits) -> Result<Vec<&'d Kernel>, Box<Problem>> {
    ask.kernels.iter().map(|&id| Ok(desk.file(id)?.kernel())).collect()
}

pub(crate) fn fits(desk: &Desk, ask: &AskFits) -> Result<Answer, Box<Problem>> {
    let file = desk.file(ask.file)?;
    let no = || Box::new(Problem::new(&file.name, "The program in this file cannot be read."));
    let bytes = file.object.clone().ok_or_else(no)?;
    let object = bpf::Object::with_btf(bytes, Some(file.btf.clone()), file.ext.clone()).map_err(|_| no())?;
    let needs = Needs::of(Arc::new(object));
    let open = kernels(desk, ask)?;
    let fits = match &ask.atlas {
        Some(part) => with_atlas(desk, &needs, &open, part)?,
        None => model::fits::fits(&needs, &open, &|done, all| desk.progress(ASKING, done, all)),
    };
    Ok(Answer::Fits(ask.clone(), Box::new(fits)))
}

const ASKING: &str = "asking kernels";

/// Open kernels and those of an atlas.
fn with_atlas(desk: &Desk, needs: &Needs, open: &[&Kernel], part: &AtlasPart) -> Result<Fits, Box<Problem>> {
    let shelves = &desk.shelves;
    let failed = |e: atlas::Error| shelves.failed(part.shelf, &e);
    let select = Select::parse(&part.select).map_err(|e| shelves.problem(part.shelf, &e.to_string()))?;
    desk.progress("fetching the atlas", 0, 0);
    let atlas = shelves.open_whole(part.shelf)?;
    let names = shelves.modules(part.shelf).and_then(|ranges| Names::open(ranges).ok());
    let mut parts = AtlasKernels::new(&atlas, &[needs]).map_err(failed)?;
    let others = parts.elsewhere(needs, open, names.as_ref()).map_err(failed)?;
    // Without the names of modules the answer is that one may have it.
    let brought = names.as_ref().and_then(|names| brought(names, &[needs]).ok()).unwrap_or_default();
    let called = atlas.kernel_names();
    let chosen = (0_u32..).zip(&called).zip(atlas.kernels()).filter(|(_, about)| select.fits(about));
    let chosen: Vec<_> = chosen.collect();
    let all = open.len().saturating_add(chosen.len()) as u64;
    let mut reports: Vec<KernelReport> =
        open.iter().map(|kernel| KernelReport::of(needs, kernel, &others, true)).collect();
    for ((number, name), about) in chosen {
        desk.progress(ASKING, reports.len() as u64, all);
        let modules = match brought.get(&about.sha256) {
            Some(names) => Modules::Named(Arc::clone(names)),
            None => Modules::Unknown,
        };
        let ask = |kernel: &Kernel| KernelReport::of(needs, kernel, &others, false);
        reports.push(parts.ask(number, name, &modules, ask).map_err(failed)?);
    }
    Ok(fold(needs, &reports))
}
