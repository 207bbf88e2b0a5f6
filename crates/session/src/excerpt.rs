//! Excerpts: parts of files, carried by a link. An excerpt has a type and the types that it needs, or one relocation.

use model::kind::FileKind;

use crate::Session;
use crate::file::OpenFile;

/// The known facts about the whole file that an excerpt was cut from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Whole {
    /// The name of the whole file.
    pub name: String,
    /// The kernel release that the name contains (`6.12.117+deb12-amd64`). None if the name contains no release, or if
    /// the page has no atlas in which to look it up.
    pub release: Option<String>,
}

impl OpenFile {
    /// Whether the file is an excerpt: a link carried it, and it is not a whole program. A link to Fits carries a whole
    /// program, which has `func_info`. A link to a relocation carries an object with one instruction and without
    /// `func_info` (`share::relocation`).
    pub fn is_excerpt(&self) -> bool {
        let is_program = self.kind == FileKind::Program;
        let functions = self.ext.as_ref().is_some_and(|ext| ext.func_infos().next().is_some());
        self.origin.link().is_some() && !(is_program && functions)
    }
}

impl Session {
    /// The facts about the file that an excerpt was cut from; none if `file` is no excerpt.
    pub fn whole(&self, file: &OpenFile) -> Option<Whole> {
        let name = file.given_name.clone();
        let release = model::share::release(&name).filter(|_| self.atlas().any());
        file.is_excerpt().then_some(Whole { name, release })
    }
}
