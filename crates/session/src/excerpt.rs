//! Excerpts: files that came with a link, which carries a type and what it needs, not the whole file.

use model::kind::FileKind;

use crate::Session;
use crate::file::OpenFile;

/// The whole file of an excerpt, as far as the page knows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Whole {
    /// Its name.
    pub name: String,
    /// The kernel's release in that name (`6.12.117+deb12-amd64`), if there is one and the page has an atlas to look in.
    pub release: Option<String>,
}

impl OpenFile {
    /// Whether it is only a part of a file. A link to what a program needs has the whole program; one to a relocation has an object of
    /// one instruction, without `func_info` (`share::relocation`).
    pub fn is_excerpt(&self) -> bool {
        let is_program = self.kind == FileKind::Program;
        let functions = self.ext.as_ref().is_some_and(|ext| ext.func_infos().next().is_some());
        self.origin.link().is_some() && !(is_program && functions)
    }
}

impl Session {
    /// The whole file, if this one is an excerpt.
    pub fn whole(&self, file: &OpenFile) -> Option<Whole> {
        let name = file.given_name.clone();
        let release = model::share::release(&name).filter(|_| self.atlas().any());
        file.is_excerpt().then_some(Whole { name, release })
    }
}
