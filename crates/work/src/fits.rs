//! Checking on which kernels a program loads.

use std::collections::BTreeMap;
use std::sync::Arc;

use atlas::{ModulesFile, Select};
use desk::{Amount, AskFits, AtlasPart, PackFits, PackedFits, Problem, carried};
use model::fits::in_atlas::{AtlasKernels, brought, digest_in};
use model::fits::{Fits, KernelReport, fold};
use needs::{Kernel, Modules, ModulesFacts, Needs, Nowhere};

use crate::{Desk, Work};

/// The open kernels of a question.
fn kernels<'d>(desk: &'d Desk, ask: &AskFits) -> Result<Vec<&'d Kernel>, Box<Problem>> {
    ask.kernels.iter().map(|&id| Ok(desk.file(id)?.kernel())).collect()
}

impl Work for AskFits {
    fn answer(&self, desk: &Desk) -> Result<Box<Fits>, Box<Problem>> {
        let file = desk.file(self.file)?;
        if let Some(text) = &self.carried {
            let text = carried::unpack_text(text)?;
            return Ok(Box::new(read_answers(&text)?));
        }
        let needs = file.program()?.needs();
        let open = kernels(desk, self)?;
        let fits = match &self.atlas {
            Some(part) => with_atlas(desk, needs, &open, part)?,
            None => {
                model::fits::fits(needs, &open, &|done, all| desk.progress(ASKING, Amount::of("kernels", done, all)))
            }
        };
        Ok(Box::new(fits))
    }
}

/// Reads the answers of a link.
fn read_answers(text: &str) -> Result<Fits, Box<Problem>> {
    model::fits::carried::read(text).map_err(|e| Box::new(carried::bad_answers(&e.to_string())))
}

impl Work for PackFits {
    fn answer(&self, desk: &Desk) -> Result<PackedFits, Box<Problem>> {
        // No link is made that its receiver cannot read.
        read_answers(&self.answers)?;
        let file = desk.file(self.file)?;
        let program = share::program(file.program()?.object());
        let largest = program.len().max(self.answers.len());
        if largest > share::MAX_UNPACKED {
            return Err(Box::new(carried::too_large_program(largest)));
        }
        Ok(PackedFits { program: share::pack(&program), answers: share::pack(self.answers.as_bytes()) })
    }
}

const ASKING: &str = "asking kernels";

/// Asks open kernels and the kernels of one or more atlases.
fn with_atlas(desk: &Desk, needs: &Needs, open: &[&Kernel], part: &AtlasPart) -> Result<Fits, Box<Problem>> {
    let atlases = &desk.atlases;
    let select = Select::parse(&part.select).map_err(|e| atlases.problem(part.atlas_id, &e.to_string()))?;
    desk.progress("fetching the atlas", Amount::default());
    let mut opened = Vec::new();
    for atlas_id in std::iter::once(part.atlas_id).chain(part.also.iter().copied()) {
        let names = atlases.modules(atlas_id).and_then(|ranges| ModulesFile::open(ranges).ok());
        opened.push((atlas_id, atlases.open_whole(atlas_id)?, names));
    }
    // A name is in `nowhere` only if no open kernel, no kernel of any of the atlases and no module of these kernels has
    // it.
    let mut parts = Vec::new();
    let mut nowhere: Option<Nowhere> = None;
    for (atlas_id, atlas, names) in &opened {
        let failed = |e: atlas::Error| atlases.failed(*atlas_id, &e);
        let kernels = AtlasKernels::new(&**atlas, &[needs]).map_err(failed)?;
        let missing = kernels.nowhere(needs, open, names.as_ref()).map_err(failed)?;
        nowhere = Some(nowhere.map_or(missing.clone(), |known| known.both(&missing)));
        parts.push(kernels);
    }
    // If the names of an atlas's modules are unknown, the answers say that a module may have the missing names.
    let brought: Vec<_> = opened
        .iter()
        .map(|(.., names)| names.as_ref().and_then(|names| brought(names, &[needs]).ok()).unwrap_or_default())
        .collect();
    let nowhere = nowhere.unwrap_or_default();
    let mut seen: BTreeMap<([u8; 32], &str), usize> = BTreeMap::new();
    let mut chosen = Vec::new();
    for (at, (_, atlas, _)) in opened.iter().enumerate() {
        for ((number, name), about) in (0_u32..).zip(atlas.kernel_names()).zip(atlas.kernels()) {
            // If several atlases have the same kernel, ask it once.
            let first = *seen.entry((about.sha256, &about.release)).or_insert(at);
            // A header may lack a type that its kernel has, so it proves nothing about the kernel.
            if select.fits(about) && !about.from_header && first == at {
                chosen.push((at, number, name, about));
            }
        }
    }
    let all = open.len().saturating_add(chosen.len()) as u64;
    let mut reports: Vec<KernelReport> = Vec::new();
    for kernel in open {
        // If an open file is a kernel of one of the atlases, take the names of its modules from there.
        let mut known = None;
        for ((atlas_id, atlas, _), brought) in
            opened.iter().zip(&brought).filter(|_| kernel.modules_facts() == ModulesFacts::Unknown)
        {
            let digest = digest_in(&**atlas, kernel.btf()).map_err(|e| atlases.failed(*atlas_id, &e))?;
            known = known.or_else(|| brought.get(&digest?).cloned());
        }
        let named = known.map(|brought| kernel.with_brought(brought));
        reports.push(KernelReport::of(needs, named.as_ref().unwrap_or(kernel), &nowhere, true));
    }
    for (at, number, name, about) in chosen {
        desk.progress(ASKING, Amount::of("kernels", reports.len() as u64, all));
        let known = brought.iter().find_map(|names| names.get(&about.sha256));
        let modules = known.map_or(Modules::Unknown, |names| Modules::Named(Arc::clone(names)));
        let ask = |kernel: &Kernel| KernelReport::of(needs, kernel, &nowhere, false);
        let (Some(part), Some((atlas_id, ..))) = (parts.get_mut(at), opened.get(at)) else { continue };
        reports.push(part.ask(number, name, &modules, ask).map_err(|e| atlases.failed(*atlas_id, &e))?);
    }
    let mut fits = fold(needs, &reports);
    // If a condition cannot be decided from the name of a kernel, this kernel is not chosen: tell the person.
    if let Some(words) = select.undecided_words(opened.iter().flat_map(|(_, atlas, _)| atlas.kernels())) {
        fits.note = words;
    }
    Ok(fits)
}
