//! Resolving a relocation on the kernels of an atlas.

use std::sync::Arc;

use atlas::ModulesFile;
use desk::{Amount, AskSlide, Problem};
use model::fits::in_atlas::{AtlasKernels, brought};
use model::relocations::{Core, NamedKernel, Slide};
use needs::{Kernel, Modules};

use crate::{Desk, Work};

impl Work for AskSlide {
    fn answer(&self, desk: &Desk) -> Result<Box<Slide>, Box<Problem>> {
        let program = desk.file(self.file)?.program()?;
        let (atlases, id) = (&desk.atlases, self.atlas_id);
        desk.progress("fetching the atlas", Amount::default());
        let names = atlases.modules(id).and_then(|ranges| ModulesFile::open(ranges).ok());
        let atlas = atlases.open_whole(id)?;
        let failed = |e: atlas::Error| atlases.failed(id, &e);
        let needs = program.needs();
        let mut kernels = AtlasKernels::new(&*atlas, &[needs]).map_err(failed)?;
        // If the names of modules are unknown, the answer says that a module may have the type.
        let brought = names.and_then(|names| brought(&names, &[needs]).ok()).unwrap_or_default();
        let all = atlas.kernels().len() as u64;
        let mut slide = Slide::default();
        for ((number, name), about) in (0_u32..).zip(atlas.kernel_names()).zip(atlas.kernels()) {
            desk.progress("asking kernels", Amount::of("kernels", number.into(), all));
            // A kernel that is known only by a header (`vmlinux.h`) is left out: the header may lack a type that the
            // kernel has.
            if about.from_header {
                continue;
            }
            let known = brought.get(&about.sha256);
            let modules = known.map_or(Modules::Unknown, |names| Modules::Named(Arc::clone(names)));
            let ask = |kernel: &Kernel| Core { program, kernels: &[NamedKernel { name, on: kernel }] }.stop(self.index);
            let answer = kernels.ask(number, name, &modules, ask).map_err(failed)?;
            slide.push(about, answer.ok_or_else(|| Box::new(Problem::new("", "There is no such relocation.")))?);
        }
        Ok(Box::new(slide))
    }
}
